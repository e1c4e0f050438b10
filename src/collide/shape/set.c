// Making sets of convex parts, and what they span. A set is built once: its arrays, then a tree
// over the boxes of its parts (bvh.h); scratch lies behind them. Lines and planes have no box and
// are kept in a list. A compound is flat: it takes the parts of the compounds that it is given, but
// keeps a mesh as one part with its own tree.
#include "collide/shape/set.h"
#include "collide/shape/bvh.h"
#include "collide/shape/curved.h"
#include "collide/shape/memory_block.h"

#include <float.h>
#include <string.h>

/// How many there are of everything.
typedef struct {
    size_t vertices, triangles, shapes, nodes, unbounded;
} counts;

static counts counts_of(const cd_set *s) {
    return (counts){(size_t)s->vertex_count, s->triangles ? (size_t)s->part_count : 0,
                    s->shapes ? (size_t)s->part_count : 0, (size_t)s->node_count,
                    (size_t)s->unbounded_count};
}

static size_t result_size(counts n) {
    return cd_block_share(sizeof(cd_set)) + cd_block_share(n.vertices * sizeof(cd_vec)) +
           cd_block_share(n.triangles * sizeof(int[3])) +
           cd_block_share(n.shapes * sizeof(cd_shape)) +
           cd_block_share(n.nodes * sizeof(cd_bvh_node)) +
           cd_block_share(n.unbounded * sizeof(int));
}

typedef struct {
    cd_set *set;
    cd_vec *vertices;
    int (*triangles)[3];
    cd_shape *shapes;
    cd_bvh_node *nodes;
    int *unbounded;
} writer;

static writer lay_out(void *memory, counts n) {
    char *at = memory;
    writer w;
    w.set = cd_block_take(&at, sizeof(cd_set));
    w.vertices = cd_block_take(&at, n.vertices * sizeof(cd_vec));
    w.triangles = cd_block_take(&at, n.triangles * sizeof(int[3]));
    w.shapes = cd_block_take(&at, n.shapes * sizeof(cd_shape));
    w.nodes = cd_block_take(&at, n.nodes * sizeof(cd_bvh_node));
    w.unbounded = cd_block_take(&at, n.unbounded * sizeof(int));
    return w;
}

static void point_at(writer *w, counts n) {
    w->set->vertices = w->vertices;
    w->set->triangles = n.triangles > 0 ? (const int(*)[3])w->triangles : NULL;
    w->set->shapes = n.shapes > 0 ? w->shapes : NULL;
    w->set->nodes = w->nodes;
    w->set->unbounded = w->unbounded;
}

size_t cd_set_used(const cd_set *set) { return result_size(counts_of(set)); }

const cd_set *cd_set_copy(const cd_set *source, void *memory) {
    const cd_set s = *source; // memory may be the source's own: arrays then only move down
    counts n = counts_of(&s);
    writer w = lay_out(memory, n);
    *w.set = s;
    memmove(w.vertices, s.vertices, n.vertices * sizeof *w.vertices);
    if (s.triangles)
        memmove(w.triangles, s.triangles, n.triangles * sizeof *w.triangles);
    if (s.shapes)
        memmove(w.shapes, s.shapes, n.shapes * sizeof *w.shapes);
    memmove(w.nodes, s.nodes, n.nodes * sizeof *w.nodes);
    memmove(w.unbounded, s.unbounded, n.unbounded * sizeof *w.unbounded);
    point_at(&w, n);
    return w.set;
}

cd_shape cd_set_shape(const cd_set *set) {
    return (cd_shape){.kind = set->triangles ? CD_MESH : CD_COMPOUND,
                      .dim = set->dim,
                      .as.set = {set, {0, 0, 0}}};
}

// ------------------------------------------------------------------------------------------ mesh

static counts mesh_counts(int vertex_count, int triangle_count) {
    size_t triangles = (size_t)triangle_count;
    return (counts){(size_t)vertex_count, triangles, 0, 2 * triangles - 1, 0};
}

size_t cd_mesh_size(int vertex_count, int triangle_count) {
    return result_size(mesh_counts(vertex_count, triangle_count)) +
           cd_block_share((size_t)triangle_count * sizeof(cd_bvh_leaf));
}

static void add_point(cd_bounds *box, cd_vec p) { *box = cd_bounds_join(*box, (cd_bounds){p, p}); }

const cd_set *cd_mesh_build(int dim, const cd_vec *vertices, int vertex_count,
                            const int (*triangles)[3], int triangle_count, void *memory,
                            size_t *used) {
    counts n = mesh_counts(vertex_count, triangle_count);
    writer w = lay_out(memory, n);
    cd_bvh_leaf *leaves = (cd_bvh_leaf *)(void *)((char *)memory + result_size(n));
    *w.set = (cd_set){.dim = dim,
                      .part_count = triangle_count,
                      .has_surface = true,
                      .least_axis = INFINITY,
                      .vertex_count = vertex_count,
                      .node_count = (int)n.nodes};
    point_at(&w, n);
    memcpy(w.vertices, vertices, n.vertices * sizeof *vertices);
    memcpy(w.triangles, triangles, n.triangles * sizeof *triangles);
    for (int i = 0; i < vertex_count; i++)
        w.set->size = cd_max(w.set->size, cd_max_abs(vertices[i]));
    for (int i = 0; i < triangle_count; i++) {
        cd_vec first = vertices[triangles[i][0]];
        leaves[i] = (cd_bvh_leaf){{first, first}, i};
        add_point(&leaves[i].box, vertices[triangles[i][1]]);
        add_point(&leaves[i].box, vertices[triangles[i][2]]);
    }
    cd_bvh_build(leaves, triangle_count, w.nodes);
    if (used)
        *used = result_size(n);
    return w.set;
}

// -------------------------------------------------------------------------------------- compound

static bool is_unbounded(const cd_shape *s) { return s->kind == CD_LINE || s->kind == CD_PLANE; }

int cd_shape_part_count(const cd_shape *s) { return cd_is_set(s) ? s->as.set.core->part_count : 1; }

static void move(cd_shape *s, cd_vec v) {
    if (!cd_is_zero(v)) // which could still turn a -0
        cd_shape_move(s, v);
}

cd_shape cd_shape_part(const cd_shape *s, int i) {
    if (!cd_is_set(s))
        return *s;
    const cd_set *set = s->as.set.core;
    cd_vec v = s->as.set.offset;
    if (set->triangles) {
        const int *t = set->triangles[i];
        const cd_vec *p = set->vertices;
        return cd_triangle(s->dim, cd_add(p[t[0]], v), cd_add(p[t[1]], v), cd_add(p[t[2]], v), 0);
    }
    cd_shape part = set->shapes[i];
    move(&part, v);
    return part;
}

/// The parts that a shape gives to a compound.
static int share_of(const cd_shape *s) {
    return s->kind == CD_COMPOUND ? cd_shape_part_count(s) : 1;
}

static counts compound_counts(const cd_shape *shapes, int count) {
    counts n = {0};
    for (int i = 0; i < count; i++) {
        n.shapes += (size_t)share_of(&shapes[i]);
        n.unbounded += shapes[i].kind == CD_COMPOUND
                           ? (size_t)shapes[i].as.set.core->unbounded_count
                           : is_unbounded(&shapes[i]);
    }
    size_t bounded = n.shapes - n.unbounded;
    n.nodes = bounded > 0 ? 2 * bounded - 1 : 0;
    return n;
}

size_t cd_compound_size(const cd_shape *shapes, int count) {
    counts n = compound_counts(shapes, count);
    return result_size(n) + cd_block_share((n.shapes - n.unbounded) * sizeof(cd_bvh_leaf));
}

static double part_size(const cd_shape *s) {
    if (s->kind == CD_MESH)
        return s->as.set.core->size + cd_max_abs(s->as.set.offset);
    return cd_max(cd_core_size(s), s->radius);
}

// The largest coordinate of its axis; INFINITY where it has none.
static double axis_of(const cd_shape *s) {
    return cd_is_curved(s) ? cd_max_abs(cd_sub(s->as.curved.b, s->as.curved.a)) : INFINITY;
}

const cd_set *cd_compound_build(const cd_shape *shapes, int count, void *memory, size_t *used) {
    counts n = compound_counts(shapes, count);
    writer w = lay_out(memory, n);
    cd_bvh_leaf *leaves = (cd_bvh_leaf *)(void *)((char *)memory + result_size(n));
    *w.set = (cd_set){.dim = shapes->dim, .node_count = (int)n.nodes, .least_axis = INFINITY};
    point_at(&w, n);
    int bounded = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < share_of(&shapes[i]); k++) {
            bool nested = shapes[i].kind == CD_COMPOUND;
            cd_shape part = nested ? cd_shape_part(&shapes[i], k) : shapes[i];
            int at = w.set->part_count++;
            w.shapes[at] = part;
            w.set->has_surface |= part.kind == CD_MESH;
            w.set->least_axis = cd_min(w.set->least_axis, axis_of(&part));
            w.set->size = cd_max(w.set->size, part_size(&part));
            if (is_unbounded(&part))
                w.unbounded[w.set->unbounded_count++] = at;
            else
                leaves[bounded++] = (cd_bvh_leaf){cd_shape_bounds(&part), at};
        }
    if (bounded > 0)
        cd_bvh_build(leaves, bounded, w.nodes);
    if (used)
        *used = result_size(n);
    return w.set;
}

// Whether the axis of a part is lost to the rounding of where it is.
static bool loses_axis(const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    double far = set->size + cd_max_abs(s->as.set.offset);
    if (set->least_axis > 4 * DBL_EPSILON * far)
        return false;
    for (int i = 0; i < set->part_count; i++) {
        cd_shape part = cd_shape_part(s, i);
        if (axis_of(&part) == 0)
            return true;
    }
    return false;
}

const char *cd_set_error(const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    bool mesh = s->kind == CD_MESH;
    if (!set || set->part_count < 1 || mesh != (set->triangles != NULL) || set->dim != s->dim)
        return mesh ? "triangles must be at least one of the shape's dimension"
                    : "shapes must be at least one of the shape's dimension";
    if (!cd_is_finite(s->as.set.offset) || !isfinite(set->size + cd_max_abs(s->as.set.offset)))
        return mesh ? "vertices must be finite" : "shapes must be finite";
    if (loses_axis(s))
        return "a cylinder or cone must have an axis";
    return NULL;
}

// ---------------------------------------------------------------------------------- what it spans

double cd_set_reach(const cd_shape *s) {
    if (cd_is_set(s))
        return s->as.set.core->size + cd_max_abs(s->as.set.offset);
    return cd_min(part_size(s), DBL_MAX);
}

// max over the box of d . x
static double height(cd_bounds box, cd_vec d) {
    return cd_max(d.x * box.min.x, d.x * box.max.x) + cd_max(d.y * box.min.y, d.y * box.max.y) +
           cd_max(d.z * box.min.z, d.z * box.max.z);
}

typedef struct {
    cd_vec direction, point;
    double height;
    bool some;
} farthest;

static void offer(farthest *f, cd_vec p) {
    double h = cd_dot(f->direction, p);
    if (!f->some || h > f->height || isnan(h))
        *f = (farthest){f->direction, p, h, true};
}

cd_vec cd_set_support(const cd_shape *s, cd_vec direction) {
    const cd_set *set = s->as.set.core;
    farthest f = {.direction = cd_normalized(direction, (cd_vec){0, 1, 0})};
    for (int i = 0; i < set->unbounded_count; i++) {
        cd_shape part = cd_shape_part(s, set->unbounded[i]);
        cd_vec p = cd_support(&part, f.direction);
        if (!cd_is_finite(p))
            return p;
        offer(&f, p);
    }
    double slack = 0x1p-50 * cd_set_reach(s);
    int stack[CD_BVH_DEPTH + 1], count = 0;
    if (set->node_count > 0)
        stack[count++] = 0;
    while (count > 0) {
        int at = stack[--count];
        const cd_bvh_node *node = &set->nodes[at];
        double most = height(node->box, f.direction) + cd_dot(f.direction, s->as.set.offset);
        if (f.some && most + slack < f.height)
            continue;
        if (node->right > 0) {
            bool left_first = height(set->nodes[at + 1].box, f.direction) >=
                              height(set->nodes[node->right].box, f.direction);
            stack[count++] = left_first ? node->right : at + 1;
            stack[count++] = left_first ? at + 1 : node->right;
        } else {
            cd_shape part = cd_shape_part(s, node->part);
            offer(&f, cd_support(&part, f.direction));
        }
    }
    return f.point;
}

cd_bounds cd_set_bounds(const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    cd_vec v = s->as.set.offset;
    bool some = set->node_count > 0;
    cd_bounds box = {{0, 0, 0}, {0, 0, 0}};
    if (some)
        box = (cd_bounds){cd_add(set->nodes[0].box.min, v), cd_add(set->nodes[0].box.max, v)};
    for (int i = 0; i < set->unbounded_count; i++) {
        cd_shape part = cd_shape_part(s, set->unbounded[i]);
        cd_bounds other = cd_shape_bounds(&part);
        box = some || i > 0 ? cd_bounds_join(box, other) : other;
    }
    return box;
}

cd_vec cd_set_middle(const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    int count = set->triangles ? set->vertex_count : set->part_count;
    cd_vec first = {0, 0, 0}, sum = first;
    for (int i = 0; i < count; i++) {
        cd_vec p = set->triangles ? set->vertices[i] : cd_shape_middle(&set->shapes[i]);
        if (i == 0)
            first = p;
        sum = cd_add_scaled(sum, 1.0 / count, cd_sub(p, first));
    }
    return cd_add(cd_add(first, sum), s->as.set.offset);
}

bool cd_has_depth(const cd_shape *a, const cd_shape *b) {
    return !(cd_is_set(a) && a->as.set.core->has_surface && cd_is_set(b) &&
             b->as.set.core->has_surface);
}
