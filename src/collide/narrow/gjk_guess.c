// GJK in a hurry: where the search on two polytopes is likely to end, by directions alone, with
// farthest vertices in single precision. Nothing rests on it: what it finds is where the exact
// search (gjk.c) and the expansion (epa.c) begin.
#include "collide/narrow/gjk_guess.h"

#include <float.h>

enum { MOST_STEPS = 32 };

typedef struct {
    cd_vec w;
    int a, b;
} corner;

static inline corner support(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec d) {
    corner c;
    c.a = cd_core_support_nearly(a, d);
    c.b = cd_core_support_nearly(b, cd_negate(d));
    c.w = cd_add(cd_sub(cd_core_vertex(a, c.a), cd_core_vertex(b, c.b)), shift);
    return c;
}

// Plain: a guess needs no more.
static inline cd_vec cross(cd_vec a, cd_vec b) {
    return (cd_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The simplex, the newest corner first; of a triangle the normal points to the origin.
typedef struct {
    int count;
    corner s[4];
    cd_vec d; // towards the origin
} simplex;

static inline void keep_edge(simplex *x, corner c, corner p) {
    cd_vec e = cd_sub(p.w, c.w);
    bool inside = !(cd_dot(e, c.w) >= 0);
    x->s[0] = c;
    x->s[1] = p;
    x->count = inside ? 2 : 1;
    x->d = inside ? cross(cross(c.w, e), e) : cd_negate(c.w);
}

// n: (p - c) x (q - c), on the side of the origin. Beyond both edges, and not past the end c of
// one, it is nearest to that one: taking the other would let the walk circle.
static inline void keep_triangle(simplex *x, corner c, corner p, corner q, cd_vec n) {
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

static inline void add(simplex *x, corner c) {
    if (x->count == 1) {
        keep_edge(x, c, x->s[0]);
    } else if (x->count == 2) {
        corner p = x->s[0], q = x->s[1];
        cd_vec n = cross(cd_sub(p.w, c.w), cd_sub(q.w, c.w));
        bool behind = cd_dot(n, c.w) > 0;
        keep_triangle(x, c, behind ? q : p, behind ? p : q, behind ? cd_negate(n) : n);
    } else {
        corner p = x->s[0], q = x->s[1], r = x->s[2];
        cd_vec ep = cd_sub(p.w, c.w), eq = cd_sub(q.w, c.w), er = cd_sub(r.w, c.w);
        cd_vec pq = cross(ep, eq), qr = cross(eq, er), rp = cross(er, ep);
        bool sees[3] = {cd_dot(pq, c.w) < 0, cd_dot(qr, c.w) < 0, cd_dot(rp, c.w) < 0};
        x->count = 4;
        x->s[3] = c;
        // Of several faces the one that the origin is above, not beyond its edges.
        if (sees[0])
            keep_triangle(x, c, p, q, pq);
        if (sees[1] && x->count != 3)
            keep_triangle(x, c, q, r, qr);
        if (sees[2] && x->count != 3)
            keep_triangle(x, c, r, p, rp);
    }
}

static cd_vec middle(const cd_core *core) {
    bool known = core->polytope && core->polytope->lanes;
    cd_vec v = known ? core->polytope->middle : core->vertices[0];
    return cd_add(core->offset, cd_scale(v, core->scale));
}

CD_HOT bool cd_gjk_guess(const cd_core *a, const cd_core *b, cd_vec shift, cd_simplex *end) {
    simplex x = {.count = 1};
    x.s[0] = support(a, b, shift, cd_sub(cd_sub(middle(b), middle(a)), shift));
    x.d = cd_negate(x.s[0].w);
    double size = cd_max_abs(x.s[0].w);
    for (int step = 0; x.count < 4; step++) {
        corner c = support(a, b, shift, x.d);
        size = cd_max(size, cd_max_abs(c.w));
        double gain = cd_dot(x.d, cd_sub(c.w, x.s[0].w));
        if (!(gain > 0x1p-40 * cd_max_abs(x.d) * size))
            break;
        if (step == MOST_STEPS)
            return false;
        add(&x, c);
    }
    end->count = x.count;
    for (int i = 0; i < x.count; i++) {
        end->a[i] = x.s[i].a;
        end->b[i] = x.s[i].b;
    }
    return true;
}
