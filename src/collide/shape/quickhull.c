// The convex hull of points: quickhull (Barber, Dobkin and Huhdanpaa 1996) in 3D, a monotone chain
// (monotone_chain.h) in 2D and for flat input. Predicates are exact, so the hull is the true one
// for any input. A new vertex removes not only the faces it sees but also those in whose plane it
// lies: then no new triangle is degenerate, and vertices that end up inside an edge or a face
// vanish.
#include "collide/collide.h"
#include "collide/math/monotone_chain.h"
#include "collide/math/predicates.h"
#include "collide/shape/memory_block.h"
#include "collide/simd/hull_lanes.h"

#include <assert.h>
#include <string.h>

enum { NONE = -1 };

typedef struct {
    int v[3];        // counter-clockwise seen from outside
    int neighbor[3]; // across the edge v[i], v[i + 1]
    int outside;     // list of points strictly in front, linked through builder.next
    int mark;
    bool alive;
} hull_face;

typedef struct {
    cd_vec *points; // scaled to about 1
    int count;
    hull_face *faces;
    int face_count, free_face;
    int *next;    // point -> next in the list it is in
    int *starts;  // point -> new face whose horizon edge starts there
    int *stack;   // faces
    int *horizon; // pairs: face beyond, its edge
    int mark;
} hull_builder;

// ---------------------------------------------------------------------------------------- memory

static size_t lanes_size(size_t vertices) {
    return 3 * CD_LANES * sizeof(float) * ((vertices + CD_LANES - 1) / CD_LANES);
}

// The sizes of the final arrays and of the scratch behind them, for n points. A triangulated hull
// has at most 2n - 4 faces and 3n - 6 edges; a face stays allocated while its successors are made.
static size_t result_size(size_t vertices, size_t edges, size_t faces) {
    return cd_block_share(sizeof(cd_polytope)) + cd_block_share(vertices * sizeof(cd_vec)) +
           2 * cd_block_share(edges * sizeof(int[2])) + cd_block_share(faces * sizeof(cd_vec)) +
           cd_block_share(faces * sizeof(int)) + lanes_size(vertices);
}

size_t cd_polytope_size(int count) {
    if (!cd_is_count(count))
        return 0;
    size_t n = (size_t)count, faces = 2 * n + 8;
    return result_size(n, 3 * n + 8, faces) + cd_block_share(n * sizeof(cd_vec)) +
           2 * cd_block_share(n * sizeof(int)) + cd_block_share(faces * sizeof(hull_face)) +
           3 * cd_block_share(faces * sizeof(int)) + cd_block_share(n * sizeof(cd_vec));
}

size_t cd_polytope_used(const cd_polytope *p) {
    return result_size((size_t)p->vertex_count, (size_t)p->edge_count, (size_t)p->face_count);
}

typedef struct {
    cd_polytope *polytope;
    cd_vec *vertices, *face_normals;
    int (*edges)[2], (*edge_faces)[2];
    int *face_vertices;
    float *lanes;
} hull_writer;

static hull_writer lay_out(void *memory, size_t vertices, size_t edges, size_t faces) {
    char *at = memory;
    hull_writer w;
    w.polytope = cd_block_take(&at, sizeof(cd_polytope));
    w.vertices = cd_block_take(&at, vertices * sizeof(cd_vec));
    w.edges = cd_block_take(&at, edges * sizeof(int[2]));
    w.edge_faces = cd_block_take(&at, edges * sizeof(int[2]));
    w.face_normals = cd_block_take(&at, faces * sizeof(cd_vec));
    w.face_vertices = cd_block_take(&at, faces * sizeof(int));
    w.lanes = cd_block_take(&at, lanes_size(vertices));
    return w;
}

// Sets the polytope to one whose arrays are those of the writer.
static void link_arrays(const hull_writer *w, cd_polytope polytope) {
    polytope.vertices = w->vertices;
    polytope.edges = (const int(*)[2])w->edges;
    polytope.edge_faces = (const int(*)[2])w->edge_faces;
    polytope.face_normals = w->face_normals;
    polytope.face_vertices = w->face_vertices;
    polytope.lanes = w->lanes;
    *w->polytope = polytope;
}

// Writes the vertices as hull_lanes.h describes.
static void write_lanes(const hull_writer *w) {
    cd_polytope *p = w->polytope;
    const cd_bounds box = cd_bounds_around(w->vertices, p->vertex_count);
    const cd_vec first = w->vertices[0], middle = cd_scale(cd_add(box.min, box.max), 0.5);
    p->middle = middle;
    p->largest_from_first =
        cd_max(cd_max_abs(cd_sub(first, box.min)), cd_max_abs(cd_sub(box.max, first)));
    double extent =
        cd_max(cd_max_abs(cd_sub(box.min, middle)), cd_max_abs(cd_sub(box.max, middle)));
    int power = extent > 0 ? -1 - ilogb(extent) : 0, n = p->vertex_count;
    float *at = w->lanes;
    for (int four = 0; four < n; four += CD_LANES)
        for (int axis = 0; axis < 3; axis++)
            for (int i = four; i < four + CD_LANES; i++) {
                cd_vec v = cd_sub(w->vertices[i < n ? i : 0], middle);
                *at++ = (float)ldexp(axis == 0 ? v.x : axis == 1 ? v.y : v.z, power);
            }
}

const cd_polytope *cd_polytope_copy(const cd_polytope *source, void *memory) {
    cd_polytope p =
        *source; // memory may be the source itself: then arrays only move towards its start
    hull_writer w =
        lay_out(memory, (size_t)p.vertex_count, (size_t)p.edge_count, (size_t)p.face_count);
    link_arrays(&w, p);
    memmove(w.vertices, p.vertices, (size_t)p.vertex_count * sizeof(cd_vec));
    memmove(w.edges, p.edges, (size_t)p.edge_count * sizeof(int[2]));
    if (p.edge_faces)
        memmove(w.edge_faces, p.edge_faces, (size_t)p.edge_count * sizeof(int[2]));
    else
        w.polytope->edge_faces = NULL;
    memmove(w.face_normals, p.face_normals, (size_t)p.face_count * sizeof(cd_vec));
    memmove(w.face_vertices, p.face_vertices, (size_t)p.face_count * sizeof(int));
    write_lanes(&w);
    return w.polytope;
}

// ------------------------------------------------------------------------------------- dimension

static bool collinear(cd_vec a, cd_vec b, cd_vec c) {
    for (int axis = 0; axis < 3; axis++)
        if (cd_orient2(cd_projected_along(a, axis), cd_projected_along(b, axis),
                       cd_projected_along(c, axis)) != 0)
            return false;
    return true;
}

// Finds affinely independent points, far from each other. Returns their number, 1 to 4, which is
// exact.
static int find_simplex(const cd_vec *p, int count, int at[4]) {
    double best = 0;
    at[0] = 0;
    for (int i = 1; i < count; i++)
        if (cd_before(p[i], p[at[0]]))
            at[0] = i;
    at[1] = at[2] = at[3] = NONE;
    for (int i = 0; i < count; i++) {
        double d = cd_max_abs(cd_sub(p[i], p[at[0]]));
        if (d > best)
            best = d, at[1] = i;
    }
    if (at[1] == NONE)
        return 1;
    best = -1;
    for (int i = 0; i < count; i++) {
        double d = cd_max_abs(cd_cross(cd_sub(p[at[1]], p[at[0]]), cd_sub(p[i], p[at[0]])));
        if (d > best && !collinear(p[at[0]], p[at[1]], p[i]))
            best = d, at[2] = i;
    }
    if (at[2] == NONE)
        return 2;
    best = -1;
    cd_vec n = cd_cross(cd_sub(p[at[1]], p[at[0]]), cd_sub(p[at[2]], p[at[0]]));
    for (int i = 0; i < count; i++) {
        double d = fabs(cd_dot(n, cd_sub(p[i], p[at[0]])));
        if (d > best && cd_orient3(p[at[0]], p[at[1]], p[at[2]], p[i]) != 0)
            best = d, at[3] = i;
    }
    return at[3] == NONE ? 3 : 4;
}

// -------------------------------------------------------------------------------------- quickhull

static cd_vec face_normal(const cd_vec *p, const int v[3]) {
    return cd_cross(cd_sub(p[v[1]], p[v[0]]), cd_sub(p[v[2]], p[v[0]]));
}

static int new_face(hull_builder *b, int v0, int v1, int v2) {
    int index = b->free_face;
    if (index != NONE)
        b->free_face = b->faces[index].outside;
    else
        index = b->face_count++;
    b->faces[index] = (hull_face){{v0, v1, v2}, {NONE, NONE, NONE}, NONE, 0, true};
    return index;
}

static int side(const hull_builder *b, const hull_face *f, int p) {
    return cd_orient3(b->points[f->v[0]], b->points[f->v[1]], b->points[f->v[2]], b->points[p]);
}

static int edge_from(const hull_face *f, int vertex) {
    return f->v[0] == vertex ? 0 : f->v[1] == vertex ? 1 : 2;
}

static void link_faces(hull_builder *b, int f, int i, int g, int j) {
    b->faces[f].neighbor[i] = g;
    b->faces[g].neighbor[j] = f;
}

// Moves every point of a list to the first of some faces that it lies strictly in front of.
static void distribute(hull_builder *b, int list, const int *faces, int count) {
    for (int p = list, next; p != NONE; p = next) {
        next = b->next[p];
        for (int i = 0; i < count; i++) {
            hull_face *f = &b->faces[faces[i]];
            if (side(b, f, p) > 0) {
                b->next[p] = f->outside;
                f->outside = p;
                break;
            }
        }
    }
}

static void first_tetrahedron(hull_builder *b, const int at[4]) {
    int v[4] = {at[0], at[1], at[2], at[3]};
    if (cd_orient3(b->points[v[0]], b->points[v[1]], b->points[v[2]], b->points[v[3]]) > 0) {
        v[1] = at[2];
        v[2] = at[1];
    }
    // v[3] lies behind v0 v1 v2
    int f[4] = {new_face(b, v[0], v[1], v[2]), new_face(b, v[1], v[0], v[3]),
                new_face(b, v[2], v[1], v[3]), new_face(b, v[0], v[2], v[3])};
    for (int i = 0; i < 3; i++) {
        link_faces(b, f[0], i, f[i + 1], 0);
        link_faces(b, f[i + 1], 2, f[1 + (i + 1) % 3], 1);
    }
    int list = NONE;
    for (int p = 0; p < b->count; p++)
        if (p != at[0] && p != at[1] && p != at[2] && p != at[3]) {
            b->next[p] = list;
            list = p;
        }
    distribute(b, list, f, 4);
}

static int farthest(const hull_builder *b, const hull_face *f) {
    cd_vec a = b->points[f->v[0]], n = face_normal(b->points, f->v);
    int best = f->outside;
    double most = -1;
    for (int p = f->outside; p != NONE; p = b->next[p]) {
        double d = cd_dot(n, cd_sub(b->points[p], a));
        if (d > most)
            most = d, best = p;
    }
    return best;
}

// Frees the faces that p sees or lies in the plane of, beginning with one that it sees. Collects
// their points in a list and the edges of the horizon in b->horizon, and returns the number of
// edges.
static int remove_visible(hull_builder *b, int from, int p, int *list) {
    int top = 0, edges = 0;
    b->stack[top++] = from;
    b->faces[from].mark = ++b->mark;
    *list = NONE;
    while (top > 0) {
        int index = b->stack[--top];
        hull_face *f = &b->faces[index];
        for (int i = 0; i < 3; i++) {
            int beyond = f->neighbor[i];
            hull_face *g = &b->faces[beyond];
            if (g->mark == b->mark)
                continue;
            if (side(b, g, p) >= 0) {
                g->mark = b->mark;
                b->stack[top++] = beyond;
            } else {
                b->horizon[2 * edges] = beyond;
                b->horizon[2 * edges + 1] = edge_from(g, f->v[(i + 1) % 3]);
                edges++;
            }
        }
        for (int q = f->outside, next; q != NONE; q = next) {
            next = b->next[q];
            if (q != p) {
                b->next[q] = *list;
                *list = q;
            }
        }
        f->alive = false;
        f->outside = b->free_face;
        b->free_face = index;
    }
    return edges;
}

// Adds the faces from the horizon to p, lists them in b->stack and returns their number.
static int add_cone(hull_builder *b, int p, int edges) {
    for (int i = 0; i < edges; i++) {
        int beyond = b->horizon[2 * i], j = b->horizon[2 * i + 1];
        int u = b->faces[beyond].v[(j + 1) % 3], v = b->faces[beyond].v[j];
        int f = new_face(b, u, v, p);
        link_faces(b, f, 0, beyond, j);
        b->starts[u] = f;
        b->stack[i] = f;
    }
    for (int i = 0; i < edges; i++) {
        int f = b->stack[i];
        link_faces(b, f, 1, b->starts[b->faces[f].v[1]], 2);
    }
    return edges;
}

static void quickhull(hull_builder *b, const int at[4]) {
    first_tetrahedron(b, at);
    // New faces may take any free index, so passes repeat until one finds no point in front of a
    // face.
    for (bool changed = true; changed;) {
        changed = false;
        for (int f = 0; f < b->face_count; f++)
            while (b->faces[f].alive && b->faces[f].outside != NONE) {
                int list, p = farthest(b, &b->faces[f]);
                int edges = remove_visible(b, f, p, &list);
                distribute(b, list, b->stack, add_cone(b, p, edges));
                changed = true;
            }
    }
}

// ----------------------------------------------------------------------------------------- output

// Collects the triangles in the plane of face i, stores the number of the plane in their `outside`,
// and writes its normal: that of the largest triangle.
static void write_plane(hull_builder *b, hull_writer *w, int i, const int *renumber) {
    cd_polytope *out = w->polytope;
    int top = 0, seed = 0;
    double most = -1;
    cd_vec normal = {0, 0, 0};
    b->faces[i].mark = NONE;
    b->stack[top++] = i;
    while (top > 0) {
        hull_face *f = &b->faces[b->stack[--top]];
        cd_vec n = face_normal(b->points, f->v);
        double size = cd_length2(n);
        f->outside = out->face_count;
        if (size > most)
            most = size, normal = n, seed = f->v[0];
        for (int k = 0; k < 3; k++) {
            hull_face *g = &b->faces[f->neighbor[k]];
            int opposite = g->v[(edge_from(g, f->v[(k + 1) % 3]) + 2) % 3];
            if (g->mark != NONE && side(b, f, opposite) == 0) {
                g->mark = NONE;
                b->stack[top++] = f->neighbor[k];
            }
        }
    }
    w->face_vertices[out->face_count] = renumber[seed];
    w->face_normals[out->face_count++] = cd_normalized(normal, (cd_vec){0, 1, 0});
}

// The planes of the hull, and the edges between different ones.
static void write_features(hull_builder *b, hull_writer *w, const int *renumber) {
    cd_polytope *out = w->polytope;
    for (int i = 0; i < b->face_count; i++)
        if (b->faces[i].alive && b->faces[i].mark != NONE)
            write_plane(b, w, i, renumber);
    for (int i = 0; i < b->face_count; i++)
        for (int k = 0; b->faces[i].alive && k < 3; k++) {
            hull_face *f = &b->faces[i], *g = &b->faces[f->neighbor[k]];
            int u = f->v[k], v = f->v[(k + 1) % 3], edge = out->edge_count;
            if (u > v || f->outside == g->outside)
                continue;
            w->edges[edge][0] = renumber[u];
            w->edges[edge][1] = renumber[v];
            w->edge_faces[edge][0] = f->outside;
            w->edge_faces[edge][1] = g->outside;
            out->edge_count++;
        }
}

// A point, a segment or a convex polygon, given by vertex indices in order.
static void write_ring(hull_writer *w, const cd_vec *points, const int *ring, int size) {
    cd_polytope *out = w->polytope;
    out->vertex_count = size;
    out->edge_count = size > 2 ? size : size - 1;
    for (int i = 0; i < size; i++)
        w->vertices[i] = points[ring[i]];
    for (int i = 0; i < out->edge_count; i++) {
        w->edges[i][0] = i;
        w->edges[i][1] = (i + 1) % size;
    }
}

static void build_solid(hull_builder *b, hull_writer *w, const cd_vec *points, const int at[4]) {
    quickhull(b, at);
    int *renumber = b->next;
    for (int p = 0; p < b->count; p++)
        renumber[p] = NONE;
    for (int i = 0; i < b->face_count; i++)
        for (int k = 0; b->faces[i].alive && k < 3; k++)
            renumber[b->faces[i].v[k]] = 0;
    for (int p = 0; p < b->count; p++)
        if (renumber[p] != NONE) {
            renumber[p] = w->polytope->vertex_count;
            w->vertices[w->polytope->vertex_count++] = points[p];
        }
    write_features(b, w, renumber);
    assert(w->polytope->vertex_count >= 4 && w->polytope->face_count >= 4);
    assert(w->polytope->edge_count <= 3 * w->polytope->vertex_count - 6); // by Euler's formula
}

static void build_flat(hull_builder *b, hull_writer *w, const cd_vec *points, const int at[4],
                       int rank) {
    if (rank < 3) {
        write_ring(w, points, at, rank);
        return;
    }
    const cd_vec normal = face_normal(b->points, at);
    int dropped = 2;
    // The points may be projected along any axis along which they keep their dimension.
    for (int axis = 0; axis < 3; axis++)
        if (cd_orient2(cd_projected_along(b->points[at[0]], axis),
                       cd_projected_along(b->points[at[1]], axis),
                       cd_projected_along(b->points[at[2]], axis)) != 0)
            dropped = axis;
    for (int i = 0; i < b->count; i++)
        b->points[i] = cd_projected_along(b->points[i], dropped);
    // The faces of a solid have more than enough room.
    _Static_assert(2 * sizeof(hull_face) >= sizeof(cd_numbered_point), "for two faces a point");
    int size = cd_monotone_chain(b->points, b->count, (void *)b->faces, b->stack);
    write_ring(w, points, b->stack, size);
    if (w->polytope->dim == 3) {
        w->polytope->face_count = 1;
        w->face_normals[0] = cd_normalized(normal, (cd_vec){0, 1, 0});
        w->face_vertices[0] = 0;
    }
}

// Rounds a small coordinate to a multiple of 2^-300: then products of three differences do not
// underflow, so the predicates are exact and cannot contradict each other.
static double snapped(double d) {
    return fabs(d) < 0x1p-248 ? ldexp(nearbyint(ldexp(d, 300)), -300) : d;
}

// The hull of n points, with the scratch from `at` on.
static const cd_polytope *build(int dim, const cd_vec *points, size_t n, void *memory, char *at) {
    const size_t faces = 2 * n + 8, edges = 3 * n + 8;
    const int count = (int)n;
    hull_writer w = lay_out(memory, n, edges, faces);
    link_arrays(&w, (cd_polytope){.dim = dim});
    cd_vec *exact = cd_block_take(&at, n * sizeof(cd_vec));
    hull_builder b = {.points = exact, .count = count, .free_face = NONE};
    b.next = cd_block_take(&at, n * sizeof(int));
    b.starts = cd_block_take(&at, n * sizeof(int));
    b.faces = cd_block_take(&at, faces * sizeof(hull_face));
    b.stack = cd_block_take(&at, faces * sizeof(int));
    b.horizon = cd_block_take(&at, 2 * faces * sizeof(int));
    bool point = true; // of no size
    for (int i = 0; i < count; i++) {
        w.polytope->size = cd_max(w.polytope->size, cd_max_abs(points[i]));
        point &= cd_is_still(cd_sub(points[i], points[0]));
    }
    for (int i = 0; i < count; i++) {
        const cd_vec p = points[point ? 0 : i];
        exact[i] = (cd_vec){snapped(p.x), snapped(p.y), snapped(p.z)};
    }
    int first[4], rank = find_simplex(exact, count, first);
    if (rank == 4)
        build_solid(&b, &w, points, first);
    else
        build_flat(&b, &w, points, first, rank);
    return cd_polytope_copy(w.polytope, memory);
}

// Whether the vertices are the points, in their order.
static bool has_vertices(const cd_polytope *p, const cd_vec *points, size_t n) {
    bool same = (size_t)p->vertex_count == n;
    for (size_t i = 0; same && i < n; i++)
        same = cd_equal(p->vertices[i], points[i]);
    return same;
}

const cd_polytope *cd_polytope_build(int dim, const cd_vec *points, int count, void *memory,
                                     size_t *used) {
    if ((dim != 2 && dim != 3) || !cd_is_count(count))
        return NULL;
    size_t n = (size_t)count;
    char *at = (char *)memory + result_size(n, 3 * n + 8, 2 * n + 8);
    cd_vec *vertices = cd_block_take(&at, n * sizeof(cd_vec));
    const cd_polytope *result = build(dim, points, n, memory, at);
    // The order of faces, and the side of a flat hull that its normal is on, come from the first
    // simplex, which is another one among the vertices alone. The ring of a polygon has neither.
    if (dim == 3 && result->face_count > 0 && !has_vertices(result, points, n)) {
        size_t left = (size_t)result->vertex_count;
        memcpy(vertices, result->vertices, left * sizeof(cd_vec));
        result = build(dim, vertices, left, memory, at);
    }
    ((cd_polytope *)memory)->point_count = count;
    if (used)
        *used = cd_polytope_used(result);
    return result;
}
