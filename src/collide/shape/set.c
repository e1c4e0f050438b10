// Building sets of convex parts. A set is one block of memory: its arrays, a tree over the boxes of
// its bounded parts (wide_bvh.h), the list of its lines and planes; the scratch of building lies
// behind them. A compound is flat: it takes the parts of the compounds that it is given, but keeps
// a mesh as one part with its own tree.
#include "collide/shape/set.h"
#include "collide/shape/core.h"
#include "collide/shape/memory_block.h"
#include "collide/shape/set_tree.h"

#include <assert.h>
#include <float.h>
#include <string.h>

// The lengths of the arrays; while a set is built, of as many nodes as it may have.
typedef struct {
    size_t vertices, triangles, shapes, unbounded, items, nodes;
} set_counts;

static set_counts counts_of(const cd_set *s) {
    size_t parts = (size_t)s->part_count, unbounded = (size_t)s->unbounded_count;
    return (set_counts){(size_t)s->vertex_count, s->triangles ? parts : 0,
                        s->shapes ? parts : 0,   unbounded,
                        parts - unbounded,       (size_t)s->node_count};
}

static size_t result_size(set_counts n) {
    return cd_block_share(sizeof(cd_set)) + cd_block_share(n.vertices * sizeof(cd_vec)) +
           cd_block_share(n.triangles * sizeof(int[3])) +
           cd_block_share(n.shapes * sizeof(cd_shape)) +
           cd_block_share(n.shapes * sizeof(cd_bounds)) +
           cd_block_share(n.unbounded * sizeof(int)) + cd_block_share(n.items * sizeof(int)) +
           cd_block_share(n.nodes * sizeof(cd_wide_node)) +
           cd_block_share(n.nodes * sizeof(cd_wide_link)) +
           cd_block_share(n.nodes * sizeof(cd_wide_box));
}

// Where the arrays lie, writable. Those of the tree come last, as their length is known last.
typedef struct {
    cd_set *set;
    cd_vec *vertices;
    int (*triangles)[3];
    cd_shape *shapes;
    cd_bounds *boxes;
    int *unbounded, *items;
    cd_wide_node *nodes;
    cd_wide_link *links;
    cd_wide_box *node_boxes;
} set_writer;

static set_writer lay_out(void *memory, set_counts n) {
    char *at = memory;
    set_writer w;
    w.set = cd_block_take(&at, sizeof(cd_set));
    w.vertices = cd_block_take(&at, n.vertices * sizeof(cd_vec));
    w.triangles = cd_block_take(&at, n.triangles * sizeof(int[3]));
    w.shapes = cd_block_take(&at, n.shapes * sizeof(cd_shape));
    w.boxes = cd_block_take(&at, n.shapes * sizeof(cd_bounds));
    w.unbounded = cd_block_take(&at, n.unbounded * sizeof(int));
    w.items = cd_block_take(&at, n.items * sizeof(int));
    w.nodes = cd_block_take(&at, n.nodes * sizeof(cd_wide_node));
    w.links = cd_block_take(&at, n.nodes * sizeof(cd_wide_link));
    w.node_boxes = cd_block_take(&at, n.nodes * sizeof(cd_wide_box));
    return w;
}

static void link_arrays(set_writer *w, set_counts n) {
    w->set->vertices = w->vertices;
    w->set->triangles = n.triangles > 0 ? (const int(*)[3])w->triangles : NULL;
    w->set->shapes = n.shapes > 0 ? w->shapes : NULL;
    w->set->boxes = n.shapes > 0 ? w->boxes : NULL;
    w->set->unbounded = w->unbounded;
    w->set->items = w->items;
    w->set->nodes = w->nodes;
    w->set->links = w->links;
    w->set->node_boxes = w->node_boxes;
}

size_t cd_set_used(const cd_set *set) { return result_size(counts_of(set)); }

const cd_set *cd_set_copy(const cd_set *source, void *memory) {
    const cd_set s =
        *source; // memory may be the source itself: then arrays only move towards its start
    set_counts n = counts_of(&s);
    set_writer w = lay_out(memory, n);
    *w.set = s;
    memmove(w.vertices, s.vertices, n.vertices * sizeof *w.vertices);
    if (s.triangles)
        memmove(w.triangles, s.triangles, n.triangles * sizeof *w.triangles);
    if (s.shapes)
        memmove(w.shapes, s.shapes, n.shapes * sizeof *w.shapes);
    if (s.boxes)
        memmove(w.boxes, s.boxes, n.shapes * sizeof *w.boxes);
    memmove(w.unbounded, s.unbounded, n.unbounded * sizeof *w.unbounded);
    memmove(w.items, s.items, n.items * sizeof *w.items);
    memmove(w.nodes, s.nodes, n.nodes * sizeof *w.nodes);
    memmove(w.links, s.links, n.nodes * sizeof *w.links);
    memmove(w.node_boxes, s.node_boxes, n.nodes * sizeof *w.node_boxes);
    link_arrays(&w, n);
    return w.set;
}

// ------------------------------------------------------------------------------------------ tree

static cd_wide_box item_box(void *context, int k) {
    const cd_set *set = context;
    cd_wide_frame frame = cd_set_frame(set);
    return cd_wide_box_of(&frame, cd_set_part_box(set, set->items[k]));
}

// Builds the tree over all parts that are bounded, after everything else, and closes the gap that
// fewer nodes than there is room for leave. The scratch for the leaves lies behind the arrays.
static const cd_set *build_tree(set_writer *w, set_counts n, size_t *used) {
    cd_set *set = w->set;
    cd_bvh_leaf *leaves = (cd_bvh_leaf *)(void *)((char *)set + result_size(n));
    const int count = (int)n.items;
    int at = 0;
    for (int i = 0; i < set->part_count; i++)
        if (!set->shapes || !cd_is_unbounded(&set->shapes[i]))
            leaves[at++] = (cd_bvh_leaf){cd_set_part_box(set, i), i};
    assert(at == count);
    if (count > 0) {
        set->box = cd_bvh_bounds(leaves, count);
        set->scale = cd_wide_frame_of(set->box).scale;
        set->node_count = cd_wide_build(leaves, count, w->nodes, w->links, w->items);
        cd_wide_fit(w->nodes, w->links, w->node_boxes, set->node_count, item_box, set);
    }
    if (used)
        *used = cd_set_used(set);
    return cd_set_copy(set, set);
}

// ------------------------------------------------------------------------------------------ mesh

static size_t most_nodes(size_t items) {
    return items > 0 ? (size_t)cd_wide_most_nodes((int)items) : 0;
}

// The bytes of a set and of the scratch to build it.
static size_t building_size(set_counts n) { return result_size(n) + n.items * sizeof(cd_bvh_leaf); }

static set_counts mesh_counts(int vertex_count, int triangle_count) {
    size_t triangles = (size_t)triangle_count;
    return (set_counts){(size_t)vertex_count, triangles, 0, 0, triangles, most_nodes(triangles)};
}

size_t cd_mesh_size(int vertex_count, int triangle_count) {
    if (!cd_is_count(vertex_count) || !cd_is_count(triangle_count))
        return 0;
    return building_size(mesh_counts(vertex_count, triangle_count));
}

static bool is_mesh(int dim, int vertex_count, const int (*triangles)[3], int triangle_count) {
    bool good = (dim == 2 || dim == 3) && cd_is_count(vertex_count) && cd_is_count(triangle_count);
    for (int i = 0; good && i < triangle_count; i++)
        for (int k = 0; k < 3; k++)
            good &= triangles[i][k] >= 0 && triangles[i][k] < vertex_count;
    return good;
}

const cd_set *cd_mesh_build(int dim, const cd_vec *vertices, int vertex_count,
                            const int (*triangles)[3], int triangle_count, void *memory,
                            size_t *used) {
    if (!is_mesh(dim, vertex_count, triangles, triangle_count))
        return NULL;
    set_counts n = mesh_counts(vertex_count, triangle_count);
    set_writer w = lay_out(memory, n);
    *w.set = (cd_set){.dim = dim,
                      .part_count = triangle_count,
                      .has_surface = true,
                      .least_axis = INFINITY,
                      .vertex_count = vertex_count};
    link_arrays(&w, n);
    memcpy(w.vertices, vertices, n.vertices * sizeof *vertices);
    for (int i = 0; i < triangle_count; i++) { // of no size: a point
        const int a = triangles[i][0], b = triangles[i][1], c = triangles[i][2];
        const bool point = cd_is_still(cd_sub(vertices[b], vertices[a])) &&
                           cd_is_still(cd_sub(vertices[c], vertices[a]));
        w.triangles[i][0] = a;
        w.triangles[i][1] = point ? a : b;
        w.triangles[i][2] = point ? a : c;
    }
    for (int i = 0; i < vertex_count; i++)
        w.set->size = cd_max(w.set->size, cd_max_abs(vertices[i]));
    return build_tree(&w, n, used);
}

// -------------------------------------------------------------------------------------- compound

// The number of parts that a shape gives to a compound.
static int given_parts(const cd_shape *s) {
    return s->kind == CD_COMPOUND ? cd_shape_part_count(s) : 1;
}

static set_counts compound_counts(const cd_shape *shapes, int count) {
    set_counts n = {0};
    for (int i = 0; i < count; i++) {
        n.shapes += (size_t)given_parts(&shapes[i]);
        n.unbounded += shapes[i].kind == CD_COMPOUND
                           ? (size_t)shapes[i].as.set.core->unbounded_count
                           : cd_is_unbounded(&shapes[i]);
    }
    n.items = n.shapes - n.unbounded;
    n.nodes = most_nodes(n.items);
    return n;
}

size_t cd_compound_size(const cd_shape *shapes, int count) {
    return building_size(compound_counts(shapes, count));
}

const cd_set *cd_compound_build(const cd_shape *shapes, int count, void *memory, size_t *used) {
    assert(count >= 1);
    set_counts n = compound_counts(shapes, count);
    set_writer w = lay_out(memory, n);
    *w.set = (cd_set){.dim = shapes->dim, .least_axis = INFINITY};
    link_arrays(&w, n);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < given_parts(&shapes[i]); k++) {
            bool nested = shapes[i].kind == CD_COMPOUND;
            cd_shape part = nested ? cd_shape_part(&shapes[i], k) : shapes[i];
            int at = w.set->part_count++;
            w.shapes[at] = part;
            w.boxes[at] = cd_shape_bounds(&part);
            w.set->has_surface |= cd_is_mesh(&part);
            w.set->has_inside |= part.kind == CD_SOLID;
            w.set->least_axis = cd_min(w.set->least_axis, cd_axis_size(&part));
            w.set->size = cd_max(w.set->size, cd_shape_largest_coordinate(&part));
            w.set->built = cd_max(w.set->built, cd_built_size(&part));
            if (cd_is_unbounded(&part))
                w.unbounded[w.set->unbounded_count++] = at;
        }
    return build_tree(&w, n, used);
}

double cd_built_size(const cd_shape *s) {
    if (cd_is_set(s))
        return s->as.set.core->built;
    return cd_is_polytope(s) ? s->as.polytope.core->size : 0;
}

double cd_set_largest_coordinate(const cd_shape *s) {
    if (!cd_is_set(s))
        return cd_shape_largest_coordinate(s);
    const cd_set *set = s->as.set.core;
    double size = 0;
    if (set->node_count > 0) {
        cd_bounds box = set->box;
        size = cd_max(cd_max_abs(cd_add(box.min, s->as.set.offset)),
                      cd_max_abs(cd_add(box.max, s->as.set.offset)));
    }
    for (int i = 0; i < set->unbounded_count; i++) {
        cd_shape part = cd_shape_part(s, set->unbounded[i]);
        size = cd_max(size, cd_shape_largest_coordinate(&part));
    }
    return size;
}
