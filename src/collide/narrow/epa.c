// The shortest way out of an overlap of two polytopes with many features by the expanding polytope
// algorithm (van den Bergen 2001): from a tetrahedron around the origin the face nearest to it is
// replaced by those to the vertex farthest beyond, until there is none: then that face is one of
// the difference itself, and none is nearer. Exact on polytopes; whatever rounding makes doubtful
// is left to the axes (sat.c). Farthest vertices are sought in single precision, the last one
// surely.
#include "collide/narrow/epa.h"
#include "collide/simd/lanes.h"

#include <float.h>

// Places of faces come in blocks; those that are free never see a corner and are never nearest.
enum { MOST_CORNERS = 64, MOST_FACES = 128, BLOCK = 8 };

typedef struct {
    cd_vec w, p, q;
    int a, b;
} corner;

typedef struct {
    const cd_core *a, *b;
    cd_vec shift;
    double size; // of what the corners were computed from
    int corner_count, face_count;
    corner corners[MOST_CORNERS];
    // Faces: outward normals of any length, the height of the plane along them with what rounding
    // may add, the square of the distance from the origin.
    double nx[MOST_FACES], ny[MOST_FACES], nz[MOST_FACES];
    double level[MOST_FACES], square[MOST_FACES];
    unsigned char v[MOST_FACES][4];
    // While a corner is added: which corners the edges of faces that see it lead to and come from.
    uint64_t leaves[MOST_CORNERS], enters[MOST_CORNERS];
} polytope;

typedef struct {
    int face;
    double square;
} nearest;

static inline corner corner_of(const polytope *p, int a, int b) {
    corner c = {.p = cd_core_vertex(p->a, a), .q = cd_core_vertex(p->b, b), .a = a, .b = b};
    c.w = cd_add(cd_sub(c.p, c.q), p->shift);
    return c;
}

// Each core's own part first: the edge of a small one keeps its digits beside that of a large one.
static inline cd_vec edge(const polytope *p, int i, int j) {
    const corner *s = &p->corners[i], *t = &p->corners[j];
    return cd_sub(cd_sub(t->p, s->p), cd_sub(t->q, s->q));
}

static inline void put_corner(polytope *p, corner c) {
    p->corners[p->corner_count] = c;
    p->leaves[p->corner_count] = p->enters[p->corner_count] = 0;
    p->corner_count++;
    p->size = cd_max(p->size, cd_max(cd_max_abs(c.w), cd_max_abs(cd_sub(c.p, c.q))));
}

// The face with edges e and f from corner k to i and j. False where it is a needle or has the
// origin on its outer side, as it only can by rounding.
static inline bool put_face(polytope *p, int at, int i, int j, int k, cd_vec e, cd_vec f,
                            nearest *best) {
    cd_vec n = cd_cross(e, f);
    double nn = cd_length2(n), height = cd_dot(n, p->corners[k].w);
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
    return (nn > 0x1p-30 * cd_length2(e) * cd_length2(f)) & (height >= -rounding);
}

static inline void free_face(polytope *p, int at) {
    p->nx[at] = p->ny[at] = p->nz[at] = 0;
    p->level[at] = p->square[at] = INFINITY;
}

static inline int new_face(polytope *p) {
    if (p->face_count % BLOCK == 0)
        for (int i = 1; i < BLOCK; i++)
            free_face(p, p->face_count + i);
    return p->face_count++;
}

static bool start(polytope *p, const cd_simplex *around, nearest *best) {
    for (int i = 0; i < 4; i++)
        put_corner(p, corner_of(p, around->a[i], around->b[i]));
    cd_vec e[3] = {edge(p, 3, 0), edge(p, 3, 1), edge(p, 3, 2)};
    bool outwards = cd_dot(cd_cross(e[0], e[1]), e[2]) < 0; // 0 1 2, seen from beyond them
    int j = outwards ? 1 : 2, k = outwards ? 2 : 1;
    return put_face(p, new_face(p), 0, j, 3, e[0], e[j], best) &&
           put_face(p, new_face(p), j, k, 3, e[j], e[k], best) &&
           put_face(p, new_face(p), k, 0, 3, e[k], e[0], best) &&
           put_face(p, new_face(p), k, j, 0, edge(p, 0, k), edge(p, 0, j), best);
}

// Which faces of a word of 64 see the point w; of the others the nearest.
static inline uint64_t look(const polytope *p, int first, cd_vec w, nearest *best) {
    uint64_t seen = 0;
    cd_duo x = cd_duo_all(w.x), y = cd_duo_all(w.y), z = cd_duo_all(w.z);
    cd_duo low = cd_duo_all(best->square);
    cd_duo_int at = {best->face, best->face};
    for (int block = first; block < p->face_count && block < first + 64; block += BLOCK)
        for (int f = block; f < block + BLOCK; f += 2) {
            cd_duo h = cd_duo_load(&p->nx[f]) * x + cd_duo_load(&p->ny[f]) * y +
                       cd_duo_load(&p->nz[f]) * z;
            cd_duo_int sees = h > cd_duo_load(&p->level[f]);
            seen |= (uint64_t)cd_duo_bits(sees) << (f - first);
            cd_duo square = cd_duo_load(&p->square[f]);
            cd_duo_int nearer = (square < low) & ~sees;
            low = cd_duo_select(nearer, square, low);
            at = (nearer & (cd_duo_int){f, f + 1}) | (at & ~nearer);
        }
    int k = low[1] < low[0];
    *best = (nearest){(int)at[k], low[k]};
    return seen;
}

static inline uint64_t bit(int i) { return (uint64_t)1 << i; }

static inline int lowest(uint64_t bits) { return __builtin_ctzll(bits); }

// Takes up the edges of the faces that are seen; those of two of them lead there and back.
static inline int gather(polytope *p, uint64_t seen, int first, int *list, uint64_t *touched) {
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

// Replaces the faces that a new corner sees by those from their outline to it.
static inline bool expand(polytope *p, corner c, nearest *best) {
    int old[MOST_FACES], from[MOST_CORNERS], to[MOST_CORNERS], count = 0, rim = 0, inner = 0;
    cd_vec e[MOST_CORNERS];
    uint64_t touched = 0;
    *best = (nearest){0, INFINITY};
    int new = p->corner_count;
    if (new == MOST_CORNERS)
        return false;
    put_corner(p, c);
    for (int first = 0; first < p->face_count; first += 64)
        count += gather(p, look(p, first, c.w, best), first, old + count, &touched);
    for (; touched; touched &= touched - 1) {
        int i = lowest(touched);
        uint64_t next = p->leaves[i] & ~p->enters[i];
        p->leaves[i] = p->enters[i] = 0;
        e[i] = edge(p, new, i);
        from[rim] = i;
        to[rim] = next ? lowest(next) : 0;
        rim += next != 0;
        inner += next == 0;
        if (next & (next - 1))
            return false;
    }
    // A disc of triangles has an outline of two more edges, and two fewer for each corner inside.
    if (rim != count + 2 - 2 * inner || p->face_count + rim > MOST_FACES)
        return false;
    bool sound = true;
    for (int i = 0; i < rim; i++)
        sound &= put_face(p, i < count ? old[i] : new_face(p), from[i], to[i], new, e[from[i]],
                          e[to[i]], best);
    for (; count > rim; count--) {
        int last = --p->face_count, at = old[count - 1];
        p->nx[at] = p->nx[last];
        p->ny[at] = p->ny[last];
        p->nz[at] = p->nz[last];
        p->level[at] = p->level[last];
        p->square[at] = p->square[last];
        for (int k = 0; k < 3; k++)
            p->v[at][k] = p->v[last][k];
        best->face = best->face == last ? at : best->face;
        free_face(p, last);
    }
    return sound;
}

CD_HOT bool cd_epa(const cd_core *a, const cd_core *b, cd_vec shift, const cd_simplex *around,
                   cd_penetration *way, cd_simplex *face) {
    polytope p;
    p.a = a;
    p.b = b;
    p.shift = shift;
    p.size = 0;
    p.corner_count = p.face_count = 0;
    nearest best = {0, INFINITY};
    if (!start(&p, around, &best))
        return false;
    for (;;) {
        int f = best.face;
        cd_vec n = {p.nx[f], p.ny[f], p.nz[f]};
        corner c =
            corner_of(&p, cd_core_support_nearly(a, n), cd_core_support_nearly(b, cd_negate(n)));
        if (!(cd_dot(n, c.w) > p.level[f])) {
            c = corner_of(&p, cd_core_support(a, n), cd_core_support(b, cd_negate(n)));
            if (!(cd_dot(n, c.w) > p.level[f])) {
                *way =
                    cd_penetration_between(a, b, shift, cd_scale(n, -1 / cd_length(n)), c.a, c.b);
                face->count = 3;
                for (int k = 0; k < 3; k++) {
                    face->a[k] = p.corners[p.v[f][k]].a;
                    face->b[k] = p.corners[p.v[f][k]].b;
                }
                return true;
            }
        }
        if (!expand(&p, c, &best))
            return false;
    }
}
