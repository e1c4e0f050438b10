// A boolean GJK (van den Bergen 1999; Ericson 2005, 9.5.3) on two polytopes: it follows directions
// instead of distances and looks for support points in single precision, so it is fast but not
// exact. Its result is only a guess, from which the exact iteration (gjk.c) or the expanding
// polytope (epa.c) starts.
#include "collide/narrow/gjk_guess.h"

#include <assert.h>

enum { STEPS_MAX = 32 }; // a bound, should rounding let the iteration cycle

// The iteration ends at a support point that is farther along the direction by no more than this
// part of the sizes.
static const double least_gain = 0x1p-40;

typedef struct {
    cd_vec w;
    int a, b;
} guess_vertex;

static inline guess_vertex support(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec d) {
    guess_vertex c;
    c.a = cd_core_support_nearly(a, d);
    c.b = cd_core_support_nearly(b, cd_negate(d));
    c.w = cd_add(cd_sub(cd_core_vertex(a, c.a), cd_core_vertex(b, c.b)), shift);
    return c;
}

// Without the accuracy of cd_cross, which a guess does not need.
static inline cd_vec cross(cd_vec a, cd_vec b) {
    return (cd_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The simplex, the newest vertex first; the normal of a triangle points to the origin.
typedef struct {
    int count;
    guess_vertex s[4];
    cd_vec d; // towards the origin
} guess_simplex;

static inline void keep_edge(guess_simplex *x, guess_vertex c, guess_vertex p) {
    cd_vec e = cd_sub(p.w, c.w);
    bool inside = !(cd_dot(e, c.w) >= 0);
    x->s[0] = c;
    x->s[1] = p;
    x->count = inside ? 2 : 1;
    x->d = inside ? cross(cross(c.w, e), e) : cd_negate(c.w);
}

// n: (p - c) x (q - c), on the side of the origin. Where the origin lies beyond both edges, but
// before the end c of one, it is nearest to that edge; taking the other one would let the iteration
// cycle.
static inline void keep_triangle(guess_simplex *x, guess_vertex c, guess_vertex p, guess_vertex q,
                                 cd_vec n) {
    cd_vec ep = cd_sub(p.w, c.w), eq = cd_sub(q.w, c.w);
    bool past_q = cd_dot(cross(n, eq), c.w) < 0, past_p = cd_dot(cross(ep, n), c.w) < 0;
    if (past_q && !(past_p && cd_dot(eq, c.w) >= 0)) {
        keep_edge(x, c, q);
    } else if (past_p) {
        keep_edge(x, c, p);
    } else {
        x->s[0] = c;
        x->s[1] = p;
        x->s[2] = q;
        x->count = 3;
        x->d = n;
    }
}

static inline void add_vertex(guess_simplex *x, guess_vertex c) {
    if (x->count == 1) {
        keep_edge(x, c, x->s[0]);
    } else if (x->count == 2) {
        guess_vertex p = x->s[0], q = x->s[1];
        cd_vec n = cross(cd_sub(p.w, c.w), cd_sub(q.w, c.w));
        bool behind = cd_dot(n, c.w) > 0;
        keep_triangle(x, c, behind ? q : p, behind ? p : q, behind ? cd_negate(n) : n);
    } else {
        guess_vertex p = x->s[0], q = x->s[1], r = x->s[2];
        cd_vec ep = cd_sub(p.w, c.w), eq = cd_sub(q.w, c.w), er = cd_sub(r.w, c.w);
        cd_vec pq = cross(ep, eq), qr = cross(eq, er), rp = cross(er, ep);
        bool sees[3] = {cd_dot(pq, c.w) < 0, cd_dot(qr, c.w) < 0, cd_dot(rp, c.w) < 0};
        x->count = 4;
        x->s[3] = c;
        // Of several faces that see the origin, the one above whose interior it lies.
        if (sees[0])
            keep_triangle(x, c, p, q, pq);
        if (sees[1] && x->count != 3)
            keep_triangle(x, c, q, r, qr);
        if (sees[2] && x->count != 3)
            keep_triangle(x, c, r, p, rp);
    }
}

static cd_vec center_of(const cd_core *core) {
    bool has_center = core->polytope && core->polytope->lanes;
    cd_vec v = has_center ? core->polytope->middle : core->vertices[0];
    return cd_add(core->offset, cd_scale(v, core->scale));
}

CD_HOT bool cd_gjk_guess(const cd_core *a, const cd_core *b, cd_vec shift, cd_simplex *guess) {
    assert(a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE && a->dim == 3);
    guess_simplex x = {.count = 1};
    x.s[0] = support(a, b, shift, cd_sub(cd_sub(center_of(b), center_of(a)), shift));
    x.d = cd_negate(x.s[0].w);
    double size = cd_max_abs(x.s[0].w);
    for (int step = 0; x.count < 4; step++) {
        guess_vertex c = support(a, b, shift, x.d);
        size = cd_max(size, cd_max_abs(c.w));
        double gain = cd_dot(x.d, cd_sub(c.w, x.s[0].w));
        if (!(gain > least_gain * cd_max_abs(x.d) * size))
            break;
        if (step == STEPS_MAX)
            return false;
        add_vertex(&x, c);
    }
    guess->count = x.count;
    for (int i = 0; i < x.count; i++) {
        guess->a[i] = x.s[i].a;
        guess->b[i] = x.s[i].b;
    }
    return true;
}
