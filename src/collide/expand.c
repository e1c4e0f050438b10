// The shortest way out of an overlap of two polytopes with many features by the expanding polytope
// algorithm (van den Bergen 2001): from the tetrahedron around the origin in which GJK ended, the
// face nearest to the origin is replaced by those to the vertex farthest beyond it, until there is
// none: then that face is one of the difference itself, and none is nearer. Exact on polytopes;
// whatever rounding makes doubtful is left to the axes (depth.c).
#include "collide/separate.h"

#include <float.h>

enum { MOST_CORNERS = 96, MOST_FACES = 2 * MOST_CORNERS };

typedef struct {
    cd_vec w, p, q;
    int a, b;
} corner;

typedef struct {
    int v[3];
    cd_vec n; // unit, outwards
    double d; // of its plane from the origin
} face;

typedef struct {
    const cd_core *a, *b;
    cd_vec shift;
    double size;
    int corner_count, face_count;
    corner corners[MOST_CORNERS];
    face faces[MOST_FACES];
} polytope;

static corner corner_of(const polytope *p, int a, int b) {
    corner c = {.p = cd_core_vertex(p->a, a), .q = cd_core_vertex(p->b, b), .a = a, .b = b};
    c.w = cd_add(cd_sub(c.p, c.q), p->shift);
    return c;
}

static cd_vec edge(const polytope *p, int i, int j) {
    const corner *s = &p->corners[i], *t = &p->corners[j];
    return cd_sub(cd_sub(t->p, s->p), cd_sub(t->q, s->q));
}

// False where the face is a needle or has the origin on its outer side, as it only can by rounding.
static bool add_face(polytope *p, int i, int j, int k) {
    if (p->face_count == MOST_FACES)
        return false;
    cd_vec e = edge(p, i, j), f = edge(p, i, k), n = cd_cross(e, f);
    double nn = cd_length2(n);
    if (!(nn > 0x1p-30 * cd_length2(e) * cd_length2(f)))
        return false;
    face *new = &p->faces[p->face_count++];
    *new = (face){{i, j, k}, cd_scale(n, 1 / sqrt(nn)), 0};
    new->d = cd_dot(new->n, p->corners[i].w);
    return new->d >= -8 * DBL_EPSILON * p->size;
}

static bool start(polytope *p, const cd_gap *gap) {
    for (int i = 0; i < 4; i++) {
        p->corners[i] = corner_of(p, gap->corner_a[i], gap->corner_b[i]);
        p->size = cd_max(p->size, cd_max_abs(p->corners[i].w));
    }
    p->corner_count = 4;
    cd_vec n = cd_cross(edge(p, 0, 1), edge(p, 0, 2));
    bool outwards = cd_dot(n, edge(p, 0, 3)) < 0; // of the face 0 1 2
    int i = outwards ? 1 : 2, j = outwards ? 2 : 1;
    return add_face(p, 0, i, j) && add_face(p, 0, j, 3) && add_face(p, 0, 3, i) &&
           add_face(p, j, i, 3);
}

// Replaces the faces that a new corner sees by those from their outline to it.
static bool expand(polytope *p, corner c) {
    int outline[MOST_FACES][2], count = 0, new = p->corner_count;
    for (int f = 0; f < p->face_count;) {
        face *seen = &p->faces[f];
        if (!(cd_dot(seen->n, cd_sub(c.w, p->corners[seen->v[0]].w)) > 0)) {
            f++;
            continue;
        }
        for (int k = 0; k < 3; k++) {
            int from = seen->v[k], to = seen->v[(k + 1) % 3], twin = 0;
            while (twin < count && !(outline[twin][0] == to && outline[twin][1] == from))
                twin++;
            if (twin < count) {
                count--;
                outline[twin][0] = outline[count][0];
                outline[twin][1] = outline[count][1];
            } else if (count < MOST_FACES) {
                outline[count][0] = from;
                outline[count++][1] = to;
            } else {
                return false;
            }
        }
        *seen = p->faces[--p->face_count];
    }
    if (new == MOST_CORNERS || count < 3)
        return false;
    p->corners[p->corner_count++] = c;
    bool leaves[MOST_CORNERS] = {false}; // a single ring leaves each corner once
    for (int i = 0; i < count; i++) {
        if (leaves[outline[i][0]] || !add_face(p, outline[i][0], outline[i][1], new))
            return false;
        leaves[outline[i][0]] = true;
    }
    return true;
}

static const face *nearest(const polytope *p) {
    const face *best = &p->faces[0];
    for (int f = 1; f < p->face_count; f++)
        best = p->faces[f].d < best->d ? &p->faces[f] : best;
    return best;
}

static bool is_corner_of(const polytope *p, const face *f, corner c) {
    for (int k = 0; k < 3; k++)
        if (p->corners[f->v[k]].a == c.a && p->corners[f->v[k]].b == c.b)
            return true;
    return false;
}

CD_HOT bool cd_expand(const cd_core *a, const cd_core *b, cd_vec shift, const cd_gap *gap,
                      cd_vec *normal, cd_corners *triangle) {
    polytope p;
    p.a = a;
    p.b = b;
    p.shift = shift;
    p.size = gap->size;
    p.corner_count = p.face_count = 0;
    if (!start(&p, gap))
        return false;
    for (;;) {
        const face *f = nearest(&p);
        corner c = corner_of(&p, cd_core_support(a, f->n), cd_core_support(b, cd_negate(f->n)));
        if (is_corner_of(&p, f, c) || cd_dot(f->n, c.w) - f->d <= 2 * DBL_EPSILON * p.size) {
            *normal = cd_negate(f->n);
            for (int k = 0; k < 3; k++) {
                triangle->a[k] = p.corners[f->v[k]].a;
                triangle->b[k] = p.corners[f->v[k]].b;
            }
            return true;
        }
        if (!expand(&p, c))
            return false;
    }
}
