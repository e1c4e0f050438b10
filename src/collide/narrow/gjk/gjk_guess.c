// A boolean GJK (van den Bergen 1999; Ericson 2005, 9.5.3) on two polytopes: it follows directions
// instead of distances and looks for support points in single precision, so it is fast but not
// exact. Its result is only a guess, from which the exact iteration (gjk.c) or the expanding
// polytope (epa.c) starts. Whether the two overlap is certain all the same where a plane leaves
// more room than that precision hides, or a tetrahedron of support points does. Distances of hulls
// of 12 vertices take 1.14 times as long without the guess (./run bench "hull-hull distance, 12").
#include "collide/narrow/gjk/gjk_guess.h"

#include "collide/math/trace.h"

#include <assert.h>
#include <float.h>

enum { STEPS_MAX = 32 }; // a bound, should rounding let the iteration cycle

// The iteration ends at a support point that is farther along the direction by no more than this
// part of the sizes.
static const double least_gain = 0x1p-40;

// A support point found in single precision is lower than the true one by less than this part of
// the sizes.
static const double single_precision = 0x1p-16;

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
    x->d = inside ? cd_cross_plain(cd_cross_plain(c.w, e), e) : cd_negate(c.w);
}

// n: (p - c) x (q - c), on the side of the origin. Where the origin lies beyond both edges, but
// before the end c of one, it is nearest to that edge; taking the other one would let the iteration
// cycle.
static inline void keep_triangle(guess_simplex *x, guess_vertex c, guess_vertex p, guess_vertex q,
                                 cd_vec n) {
    cd_vec ep = cd_sub(p.w, c.w), eq = cd_sub(q.w, c.w);
    bool past_q = cd_dot(cd_cross_plain(n, eq), c.w) < 0,
         past_p = cd_dot(cd_cross_plain(ep, n), c.w) < 0;
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
        cd_vec n = cd_cross_plain(cd_sub(p.w, c.w), cd_sub(q.w, c.w));
        bool behind = cd_dot(n, c.w) > 0;
        keep_triangle(x, c, behind ? q : p, behind ? p : q, behind ? cd_negate(n) : n);
    } else {
        guess_vertex p = x->s[0], q = x->s[1], r = x->s[2];
        cd_vec ep = cd_sub(p.w, c.w), eq = cd_sub(q.w, c.w), er = cd_sub(r.w, c.w);
        cd_vec pq = cd_cross_plain(ep, eq), qr = cd_cross_plain(eq, er),
               rp = cd_cross_plain(er, ep);
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
    return cd_add(core->offset, v);
}

// Whether the whole difference lies beyond a plane across d, and that by more than `clear` from the
// origin. c: its support point along d, which a direction out of range of single precision has not.
static inline bool is_beyond(guess_vertex c, cd_vec d, double clear) {
    double height = -cd_dot(c.w, d), longest = cd_max_abs(d);
    return height > 0 && longest > 0x1p-90 && longest < 0x1p90 &&
           height * height > clear * clear * cd_length2(d);
}

static void record(const cd_core *a, const cd_core *b, cd_vec shift, const guess_simplex *x,
                   guess_vertex c, cd_vec d) {
    const double length = cd_length(d), height = -cd_dot(c.w, d) / length;
    cd_trace_step step = {.kind = CD_STEP_SIMPLEX, .name = "boolean", .count = x->count};
    step.distance = cd_max(height, 0);
    step.nearest = cd_scale(d, -step.distance / length);
    step.gain = cd_dot(d, cd_sub(c.w, x->s[0].w)) / length;
    for (int i = 0; i < x->count; i++) {
        step.a[i] = cd_add(cd_core_vertex(a, x->s[i].a), shift);
        step.b[i] = cd_core_vertex(b, x->s[i].b);
    }
    cd_trace_put(&step);
}

// The iteration, until the simplex holds the origin, gains nothing (then *ended is set), or the
// difference is beyond the origin by more than `clear`; the latter is the result. size: of the
// support points.
static inline bool iterate(const cd_core *a, const cd_core *b, cd_vec shift, double clear,
                           guess_simplex *x, double *size, bool *ended) {
    assert(a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE && a->dim == 3);
    cd_vec towards = cd_sub(cd_sub(center_of(b), center_of(a)), shift);
    x->count = 1;
    x->s[0] = support(a, b, shift, towards);
    x->d = cd_negate(x->s[0].w);
    *size = cd_max_abs(x->s[0].w);
    *ended = true;
    if (CD_TRACES)
        record(a, b, shift, x, x->s[0], towards);
    if (is_beyond(x->s[0], towards, clear))
        return true;
    for (int step = 0; x->count < 4; step++) {
        guess_vertex c = support(a, b, shift, x->d);
        *size = cd_max(*size, cd_max_abs(c.w));
        if (CD_TRACES)
            record(a, b, shift, x, c, x->d);
        if (is_beyond(c, x->d, clear))
            return true;
        double gain = cd_dot(x->d, cd_sub(c.w, x->s[0].w));
        if (!(gain > least_gain * cd_max_abs(x->d) * *size))
            return false;
        if (step == STEPS_MAX) {
            *ended = false;
            return false;
        }
        add_vertex(x, c);
    }
    if (CD_TRACES)
        record(a, b, shift, x, x->s[0], x->d);
    return false;
}

double cd_tetrahedron_depth(const cd_vec corners[4], double size) {
    double depth = INFINITY;
    for (int i = 0; i < 4; i++) {
        cd_vec p = corners[i], e = cd_sub(corners[(i + 1) % 4], p);
        cd_vec n = cd_cross(e, cd_sub(corners[(i + 2) % 4], p));
        double volume = -cd_dot(n, p), fourth = cd_dot(n, cd_sub(corners[(i + 3) % 4], p));
        double inside = fourth < 0 ? -volume : volume;
        double least = (inside - 64 * DBL_EPSILON * size * size * size) / cd_length(n);
        depth = least > 0 ? cd_min(depth, least) : 0;
    }
    return depth;
}

CD_HOT bool cd_gjk_guess(const cd_core *a, const cd_core *b, cd_vec shift, cd_simplex *guess) {
    guess_simplex x;
    double size;
    bool ended;
    iterate(a, b, shift, INFINITY, &x, &size, &ended);
    guess->count = x.count;
    for (int i = 0; i < x.count; i++) {
        guess->a[i] = x.s[i].a;
        guess->b[i] = x.s[i].b;
    }
    return ended;
}

CD_HOT cd_verdict cd_gjk_overlap(const cd_core *a, const cd_core *b, double clear) {
    guess_simplex x;
    double size,
        coarse = single_precision * (cd_core_largest_coordinate(a) + cd_core_largest_coordinate(b));
    bool ended;
    if (iterate(a, b, (cd_vec){0, 0, 0}, cd_max(clear, coarse), &x, &size, &ended))
        return CD_MISSES;
    if (x.count < 4)
        return CD_UNKNOWN;
    const cd_vec corners[4] = {x.s[0].w, x.s[1].w, x.s[2].w, x.s[3].w};
    return cd_tetrahedron_depth(corners, size) > clear ? CD_MEETS : CD_UNKNOWN;
}
