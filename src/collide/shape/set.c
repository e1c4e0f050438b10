// Building sets of convex parts. A set is one block of memory: its arrays, a tree over the boxes of
// its bounded parts (bvh.h), the list of its lines and planes; the scratch of building lies behind
// them. A compound is flat: it takes the parts of the compounds that it is given, but keeps a mesh
// as one part with its own tree.
#include "collide/shape/set.h"
#include "collide/shape/bvh.h"
#include "collide/shape/core.h"
#include "collide/shape/memory_block.h"

#include <assert.h>
#include <float.h>
#include <string.h>

// The lengths of the arrays.
typedef struct {
    size_t vertices, triangles, shapes, nodes, unbounded;
} set_counts;

static set_counts counts_of(const cd_set *s) {
    return (set_counts){(size_t)s->vertex_count, s->triangles ? (size_t)s->part_count : 0,
                        s->shapes ? (size_t)s->part_count : 0, (size_t)s->node_count,
                        (size_t)s->unbounded_count};
}

static size_t result_size(set_counts n) {
    return cd_block_share(sizeof(cd_set)) + cd_block_share(n.vertices * sizeof(cd_vec)) +
           cd_block_share(n.triangles * sizeof(int[3])) +
           cd_block_share(n.shapes * sizeof(cd_shape)) +
           cd_block_share(n.nodes * sizeof(cd_bvh_node)) +
           cd_block_share(n.unbounded * sizeof(int));
}

// Where the arrays lie, writable.
typedef struct {
    cd_set *set;
    cd_vec *vertices;
    int (*triangles)[3];
    cd_shape *shapes;
    cd_bvh_node *nodes;
    int *unbounded;
} set_writer;

static set_writer lay_out(void *memory, set_counts n) {
    char *at = memory;
    set_writer w;
    w.set = cd_block_take(&at, sizeof(cd_set));
    w.vertices = cd_block_take(&at, n.vertices * sizeof(cd_vec));
    w.triangles = cd_block_take(&at, n.triangles * sizeof(int[3]));
    w.shapes = cd_block_take(&at, n.shapes * sizeof(cd_shape));
    w.nodes = cd_block_take(&at, n.nodes * sizeof(cd_bvh_node));
    w.unbounded = cd_block_take(&at, n.unbounded * sizeof(int));
    return w;
}

static void link_arrays(set_writer *w, set_counts n) {
    w->set->vertices = w->vertices;
    w->set->triangles = n.triangles > 0 ? (const int(*)[3])w->triangles : NULL;
    w->set->shapes = n.shapes > 0 ? w->shapes : NULL;
    w->set->nodes = w->nodes;
    w->set->unbounded = w->unbounded;
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
    memmove(w.nodes, s.nodes, n.nodes * sizeof *w.nodes);
    memmove(w.unbounded, s.unbounded, n.unbounded * sizeof *w.unbounded);
    link_arrays(&w, n);
    return w.set;
}

// ------------------------------------------------------------------------------------------ mesh

static set_counts mesh_counts(int vertex_count, int triangle_count) {
    size_t triangles = (size_t)triangle_count;
    return (set_counts){(size_t)vertex_count, triangles, 0, 2 * triangles - 1, 0};
}

size_t cd_mesh_size(int vertex_count, int triangle_count) {
    return result_size(mesh_counts(vertex_count, triangle_count)) +
           cd_block_share((size_t)triangle_count * sizeof(cd_bvh_leaf));
}

static void add_point(cd_bounds *box, cd_vec p) { *box = cd_bounds_join(*box, (cd_bounds){p, p}); }

const cd_set *cd_mesh_build(int dim, const cd_vec *vertices, int vertex_count,
                            const int (*triangles)[3], int triangle_count, void *memory,
                            size_t *used) {
    assert((dim == 2 || dim == 3) && triangle_count >= 1);
    set_counts n = mesh_counts(vertex_count, triangle_count);
    set_writer w = lay_out(memory, n);
    cd_bvh_leaf *leaves = (cd_bvh_leaf *)(void *)((char *)memory + result_size(n));
    *w.set = (cd_set){.dim = dim,
                      .part_count = triangle_count,
                      .has_surface = true,
                      .least_axis = INFINITY,
                      .vertex_count = vertex_count,
                      .node_count = (int)n.nodes};
    link_arrays(&w, n);
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
    size_t bounded = n.shapes - n.unbounded;
    n.nodes = bounded > 0 ? 2 * bounded - 1 : 0;
    return n;
}

size_t cd_compound_size(const cd_shape *shapes, int count) {
    set_counts n = compound_counts(shapes, count);
    return result_size(n) + cd_block_share((n.shapes - n.unbounded) * sizeof(cd_bvh_leaf));
}

static double part_size(const cd_shape *s) {
    if (s->kind == CD_MESH)
        return cd_set_size(s);
    return cd_max(cd_core_size(s), s->radius);
}

// The largest coordinate of its axis; INFINITY where it has none.
static double axis_size(const cd_shape *s) {
    return cd_is_curved(s) ? cd_max_abs(cd_sub(s->as.curved.b, s->as.curved.a)) : INFINITY;
}

const cd_set *cd_compound_build(const cd_shape *shapes, int count, void *memory, size_t *used) {
    assert(count >= 1);
    set_counts n = compound_counts(shapes, count);
    set_writer w = lay_out(memory, n);
    cd_bvh_leaf *leaves = (cd_bvh_leaf *)(void *)((char *)memory + result_size(n));
    *w.set = (cd_set){.dim = shapes->dim, .node_count = (int)n.nodes, .least_axis = INFINITY};
    link_arrays(&w, n);
    int bounded = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < given_parts(&shapes[i]); k++) {
            bool nested = shapes[i].kind == CD_COMPOUND;
            cd_shape part = nested ? cd_shape_part(&shapes[i], k) : shapes[i];
            int at = w.set->part_count++;
            w.shapes[at] = part;
            w.set->has_surface |= part.kind == CD_MESH;
            w.set->least_axis = cd_min(w.set->least_axis, axis_size(&part));
            w.set->size = cd_max(w.set->size, part_size(&part));
            if (cd_is_unbounded(&part))
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

double cd_set_reach(const cd_shape *s) {
    if (!cd_is_set(s))
        return cd_min(part_size(s), DBL_MAX);
    const cd_set *set = s->as.set.core;
    double size = 0;
    if (set->node_count > 0) {
        cd_bounds box = set->nodes[0].box;
        size = cd_max(cd_max_abs(cd_add(box.min, s->as.set.offset)),
                      cd_max_abs(cd_add(box.max, s->as.set.offset)));
    }
    for (int i = 0; i < set->unbounded_count; i++) {
        cd_shape part = cd_shape_part(s, set->unbounded[i]);
        size = cd_max(size, part_size(&part));
    }
    return cd_min(size, DBL_MAX);
}
