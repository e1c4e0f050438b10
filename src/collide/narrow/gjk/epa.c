// The penetration depth of two polytopes with many features by the expanding polytope algorithm
// (van den Bergen 2001). Starting with a tetrahedron around the origin, the face nearest to the
// origin is replaced by faces to the support point beyond it, until there is none beyond: then that
// face is one of the Minkowski difference itself, and none is nearer. It is exact on polytopes;
// whatever rounding makes doubtful is left to the separating axes (sat.c). Support points are
// searched in single precision, the last one exactly.
#include "collide/narrow/gjk/epa.h"
#include "collide/math/trace.h"

#include <assert.h>
#include <float.h>
#include <stdint.h>

// The vertices fit the bits of a word; a closed surface of triangles has two faces for each. Those
// that are free see no vertex and are never the nearest.
enum { VERTICES_MAX = 64, FACES_MAX = 128 };

// Each vertex after the first four adds no more than two faces (see expand); what becomes free is
// not used again.
_Static_assert(4 + 2 * (VERTICES_MAX - 4) <= FACES_MAX, "there is room for all faces");

// A face whose normal, by the product of its edges, is shorter than the root of this is a needle;
// so is one without a normal.
static const double needle = 0x1p-30;

// A vertex w = p - q + shift of the difference, with the vertices a and b at p and q.
typedef struct {
    cd_vec w, p, q;
    int a, b;
} epa_vertex;

typedef struct {
    const cd_core *a, *b;
    cd_vec shift;
    double size; // the largest coordinate that the vertices were computed from
    int vertex_count, face_count;
    epa_vertex vertices[VERTICES_MAX];
    // Of each face: the outward normal of any length, the height of its plane along the normal plus
    // the rounding of that, and the square of its distance from the origin.
    double nx[FACES_MAX], ny[FACES_MAX], nz[FACES_MAX];
    double level[FACES_MAX], square[FACES_MAX];
    unsigned char v[FACES_MAX][4];
    // While a vertex is added: for each other vertex, to which and from which vertices the edges of
    // the faces that see the new one lead.
    uint64_t leaves[VERTICES_MAX], enters[VERTICES_MAX];
} epa_polytope;

typedef struct {
    int face;
    double square;
} epa_nearest;

static inline epa_vertex vertex_of(const epa_polytope *p, int a, int b) {
    epa_vertex c = {.p = cd_core_vertex(p->a, a), .q = cd_core_vertex(p->b, b), .a = a, .b = b};
    c.w = cd_add(cd_sub(c.p, c.q), p->shift);
    return c;
}

// The part of each core is subtracted first: the edge of a small core keeps its digits beside that
// of a large one.
static inline cd_vec edge(const epa_polytope *p, int i, int j) {
    const epa_vertex *s = &p->vertices[i], *t = &p->vertices[j];
    return cd_sub(cd_sub(t->p, s->p), cd_sub(t->q, s->q));
}

static inline void put_vertex(epa_polytope *p, epa_vertex c) {
    p->vertices[p->vertex_count] = c;
    p->leaves[p->vertex_count] = p->enters[p->vertex_count] = 0;
    p->vertex_count++;
    p->size = cd_max(p->size, cd_max(cd_max_abs(c.w), cd_max_abs(cd_sub(c.p, c.q))));
}

// Writes the face with edges e and f from vertex k to i and j. Returns false where it is a needle
// or has the origin on its outer side, which only rounding can cause.
static inline bool put_face(epa_polytope *p, int at, int i, int j, int k, cd_vec e, cd_vec f,
                            epa_nearest *best) {
    cd_vec n = cd_cross(e, f);
    double nn = cd_length2(n), height = cd_dot(n, p->vertices[k].w);
    double rounding = 4 * DBL_EPSILON * p->size * (fabs(n.x) + fabs(n.y) + fabs(n.z));
    double square = height * fabs(height) / nn;
    p->nx[at] = n.x;
    p->ny[at] = n.y;
    p->nz[at] = n.z;
    p->level[at] = height + rounding;
    p->square[at] = square;
    p->v[at][0] = (unsigned char)i;
    p->v[at][1] = (unsigned char)j;
    p->v[at][2] = (unsigned char)k;
    best->face = square < best->square ? at : best->face;
    best->square = square < best->square ? square : best->square;
    double least = needle * cd_length2(e) * cd_length2(f);
    return (nn > least) & (height >= -rounding);
}

static inline void free_face(epa_polytope *p, int at) {
    p->nx[at] = p->ny[at] = p->nz[at] = 0;
    p->level[at] = p->square[at] = INFINITY;
}

static bool first_tetrahedron(epa_polytope *p, const cd_simplex *around, epa_nearest *best) {
    for (int i = 0; i < 4; i++)
        put_vertex(p, vertex_of(p, around->a[i], around->b[i]));
    cd_vec e[3] = {edge(p, 3, 0), edge(p, 3, 1), edge(p, 3, 2)};
    bool outwards =
        cd_dot(cd_cross(e[0], e[1]), e[2]) < 0; // whether 0 1 2 is counter-clockwise from outside
    int j = outwards ? 1 : 2, k = outwards ? 2 : 1;
    return put_face(p, p->face_count++, 0, j, 3, e[0], e[j], best) &&
           put_face(p, p->face_count++, j, k, 3, e[j], e[k], best) &&
           put_face(p, p->face_count++, k, 0, 3, e[k], e[0], best) &&
           put_face(p, p->face_count++, k, j, 0, edge(p, 0, k), edge(p, 0, j), best);
}

// Returns which of 64 faces from `first` on see the point w, and updates the nearest of the others.
static inline uint64_t seen_faces(const epa_polytope *p, int first, cd_vec w, epa_nearest *best) {
    uint64_t seen = 0;
    for (int f = first; f < p->face_count && f < first + 64; f++) {
        bool sees = p->nx[f] * w.x + p->ny[f] * w.y + p->nz[f] * w.z > p->level[f];
        bool nearer = !sees & (p->square[f] < best->square);
        seen |= (uint64_t)sees << (f - first);
        best->face = nearer ? f : best->face;
        best->square = nearer ? p->square[f] : best->square;
    }
    return seen;
}

static inline uint64_t bit(int i) { return (uint64_t)1 << i; }

static inline int lowest(uint64_t bits) { return __builtin_ctzll(bits); }

// Lists the faces that are seen and notes their edges. An edge between two of them is noted in both
// directions.
static inline int gather_edges(epa_polytope *p, uint64_t seen, int first, int *list,
                               uint64_t *touched) {
    int count = 0;
    for (; seen; seen &= seen - 1) {
        int f = first + lowest(seen);
        int i = p->v[f][0], j = p->v[f][1], k = p->v[f][2];
        list[count++] = f;
        p->leaves[i] |= bit(j);
        p->leaves[j] |= bit(k);
        p->leaves[k] |= bit(i);
        p->enters[i] |= bit(k);
        p->enters[j] |= bit(i);
        p->enters[k] |= bit(j);
        *touched |= bit(i) | bit(j) | bit(k);
    }
    return count;
}

// Replaces the faces that a new vertex sees by those from their outline, the horizon, to it.
static inline bool expand(epa_polytope *p, epa_vertex c, epa_nearest *best) {
    int old[FACES_MAX], from[VERTICES_MAX], to[VERTICES_MAX], count = 0, horizon = 0, inside = 0;
    cd_vec e[VERTICES_MAX];
    uint64_t touched = 0, forks = 0;
    *best = (epa_nearest){0, INFINITY};
    int new = p->vertex_count;
    if (new == VERTICES_MAX)
        return false;
    put_vertex(p, c);
    for (int first = 0; first < p->face_count; first += 64)
        count += gather_edges(p, seen_faces(p, first, c.w, best), first, old + count, &touched);
    for (; touched; touched &= touched - 1) {
        int i = lowest(touched);
        uint64_t next = p->leaves[i] & ~p->enters[i];
        p->leaves[i] = p->enters[i] = 0;
        e[i] = edge(p, new, i);
        from[horizon] = i;
        to[horizon] = next ? lowest(next) : 0;
        horizon += next != 0;
        inside += next == 0;
        forks |= next & (next - 1);
    }
    // The seen faces form a disc if no vertex of their horizon has two next ones and it has two
    // edges more than there are faces, less two for each vertex inside (Euler).
    if (forks | (uint64_t)(horizon ^ (count + 2 - 2 * inside)))
        return false;
    bool sound = true;
    for (int i = 0; i < horizon; i++)
        sound &= put_face(p, i < count ? old[i] : p->face_count++, from[i], to[i], new, e[from[i]],
                          e[to[i]], best);
    for (int i = horizon; i < count; i++)
        free_face(p, old[i]);
    return sound;
}

static void record_face(const epa_polytope *p, int f, const epa_vertex *farthest) {
    const cd_vec n = {p->nx[f], p->ny[f], p->nz[f]};
    const double length = cd_length(n), height = cd_dot(n, p->vertices[p->v[f][0]].w) / length;
    cd_trace_step step = {.kind = CD_STEP_FACE,
                          .count = 3,
                          .normal = cd_scale(n, -1 / length),
                          .distance = height,
                          .gain = cd_dot(n, farthest->w) / length - height};
    for (int i = 0; i < 3; i++) {
        step.a[i] = cd_add(p->vertices[p->v[f][i]].p, p->shift);
        step.b[i] = p->vertices[p->v[f][i]].q;
    }
    cd_trace_put(&step);
}

CD_HOT bool cd_epa(const cd_core *a, const cd_core *b, cd_vec shift, const cd_simplex *around,
                   cd_penetration *penetration, cd_simplex *face) {
    assert(around->count == 4 && a->dim == 3);
    epa_polytope p; // not to be zeroed as a whole: it is large
    p.a = a;
    p.b = b;
    p.shift = shift;
    p.size = 0;
    p.vertex_count = p.face_count = 0;
    epa_nearest best = {0, INFINITY};
    if (!first_tetrahedron(&p, around, &best))
        return false;
    for (;;) {
        int f = best.face;
        cd_vec n = {p.nx[f], p.ny[f], p.nz[f]};
        epa_vertex c =
            vertex_of(&p, cd_core_support_nearly(a, n), cd_core_support_nearly(b, cd_negate(n)));
        if (CD_TRACES)
            record_face(&p, f, &c);
        if (!(cd_dot(n, c.w) > p.level[f])) {
            c = vertex_of(&p, cd_core_support(a, n), cd_core_support(b, cd_negate(n)));
            if (!(cd_dot(n, c.w) > p.level[f])) {
                *penetration =
                    cd_penetration_between(a, b, shift, cd_scale(n, -1 / cd_length(n)), c.a, c.b);
                face->count = 3;
                for (int k = 0; k < 3; k++) {
                    face->a[k] = p.vertices[p.v[f][k]].a;
                    face->b[k] = p.vertices[p.v[f][k]].b;
                }
                return true;
            }
        }
        if (!expand(&p, c, &best))
            return false;
    }
}
