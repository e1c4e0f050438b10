// Distance between convex cores by the algorithm of Gilbert, Johnson and Keerthi (1988).
//
// The simplex of the Minkowski difference nearest to the origin is found by trying its features and
// keeping the nearest valid one, so a degenerate simplex can lose a candidate but never gives a
// wrong point. The iteration ends when a support point repeats or gains no more than rounding.
// A line takes part as its point, with everything projected along its direction.
#include "collide/narrow/gjk/gjk.h"

#include "collide/math/trace.h"
#include "collide/narrow/gjk/gjk_guess.h"
#include "collide/narrow/gjk/nearest_features.h"
#include "collide/narrow/gjk/nearest_point.h"

#include <assert.h>
#include <float.h>

enum {
    SIMPLEX_MAX = 4,
    // Without it: tests/collide/narrow/devices_spec.lua "accepts steps that gain nothing"
    TIES_MAX = 16,   // steps that gain nothing: the normal of a curved core still turns
    STEPS_MAX = 1000 // a bound, should rounding let the iteration cycle
};

// The Minkowski difference a + shift - b.
typedef struct {
    const cd_core *a, *b;
    cd_vec shift, line; // line: unit direction to project along, or zero
    double skew;        // how much of the rounding along the line comes across it
} gjk_difference;

// The rounding of w - (w . d) d along a unit n across d is at most that of sum |n_i d_i| |w|. As n
// . d = 0, the largest of these products is no larger than the sum of the others. So it is 0 along
// an axis, where the projection is exact.
// Without it: tests/collide/narrow/separate_spec.lua "far along a line are exact where the input
// is"
static double skew_of(cd_vec d) {
    double sum = fabs(d.x) + fabs(d.y) + fabs(d.z);
    return 2 * (sum - cd_max_abs(d));
}

// A support point w of the difference: the vertices of a and b that it is made of (-1 where
// curved), and their positions p and q as seen from the offset of each core. w includes offsets and
// shift, and is projected.
typedef struct {
    cd_vec w, p, q;
    int a, b;
    double size; // the largest coordinate that w was computed from
} gjk_vertex;

// A feature of the simplex and its point v nearest to the origin. The vertices stay where they are
// in an array; features refer to them by index.
typedef struct {
    double square; // |v|^2
    cd_vec v;
    int count;
    int index[3];
    double weight[3];
} gjk_feature;

// Projects along the line. Done twice, so that the remainder along the line is rounding of the
// result, not of w.
static cd_vec project_along_line(const gjk_difference *m, cd_vec w) {
    if (cd_is_zero(m->line))
        return w;
    w = cd_add_scaled(w, -cd_dot(w, m->line), m->line);
    return cd_add_scaled(w, -cd_dot(w, m->line), m->line);
}

static gjk_vertex vertex_of(const gjk_difference *m, int a, int b, cd_vec p, cd_vec q) {
    cd_vec w = cd_core_between(m->a, p, m->b, q), v = project_along_line(m, cd_add(w, m->shift));
    double size = cd_max_abs(w);
    if (!cd_is_zero(m->line))
        size = cd_min(size, cd_max_abs(v) + m->skew * size);
    return (gjk_vertex){v, p, q, a, b, size};
}

// The support point of the difference along -v, searched from the vertices a and b.
static gjk_vertex support(const gjk_difference *m, cd_vec v, int a, int b) {
    cd_vec p = cd_core_support_inside(m->a, cd_negate(v), &a),
           q = cd_core_support_inside(m->b, v, &b);
    return vertex_of(m, a, b, p, q);
}

// Keeps the feature if it is nearer than the best.
static void offer(gjk_feature *best, cd_vec v, int count, const int index[3],
                  const double weight[3]) {
    double square = cd_length2(v);
    if (!(square < best->square))
        return;
    best->square = square;
    best->v = v;
    best->count = count;
    for (int i = 0; i < count; i++) {
        best->index[i] = index[i];
        best->weight[i] = weight[i];
    }
}

static void try_vertex(gjk_feature *best, const gjk_vertex *s, int i) {
    offer(best, s[i].w, 1, (const int[3]){i}, (const double[3]){1});
}

static cd_vec nearer(cd_vec p, cd_vec q) { return cd_length2(p) <= cd_length2(q) ? p : q; }

// The point of the line through p nearest to the origin is d x (p x d) / d.d: the cross products
// keep digits that p + t d loses. Any point of the line may serve as p; with the nearer end the
// rounding of d matters least.
static void try_edge(gjk_feature *best, const gjk_vertex *s, int i, int j) {
    cd_vec p = s[i].w, q = s[j].w, d = cd_sub(q, p);
    double dd = cd_length2(d), from_p = -cd_dot(p, d), from_q = cd_dot(q, d);
    if (!(from_p > 0)) {
        try_vertex(best, s, i);
    } else if (!(from_q > 0)) {
        try_vertex(best, s, j);
    } else {
        double sum = from_p + from_q; // 1 - t would lose the digits of a small weight
        offer(best, cd_scale(cd_cross(d, cd_cross(nearer(p, q), d)), 1 / dd), 2,
              (const int[3]){i, j}, (const double[3]){from_q / sum, from_p / sum});
    }
}

static void try_triangle(gjk_feature *best, const gjk_vertex *s, int i, int j, int k) {
    cd_vec p = s[i].w, q = s[j].w, r = s[k].w;
    cd_vec pq = cd_sub(q, p), qr = cd_sub(r, q), rp = cd_sub(p, r);
    cd_vec n = cd_cross(pq, qr);
    // The barycentric weights times n.n are the volumes over the edges.
    double nn = cd_length2(n), wp = cd_dot(n, cd_cross(nearer(q, r), qr)),
           wq = cd_dot(n, cd_cross(nearer(r, p), rp)), wr = cd_dot(n, cd_cross(nearer(p, q), pq));
    double sum = wp + wq + wr;
    if (nn > 0 && wp >= 0 && wq >= 0 && wr >= 0 && sum > 0) {
        offer(best, cd_scale(n, cd_dot(n, nearer(nearer(p, q), r)) / nn), 3,
              (const int[3]){i, j, k}, (const double[3]){wp / sum, wq / sum, wr / sum});
        return;
    }
    if (!(wr > 0) || nn == 0)
        try_edge(best, s, i, j);
    if (!(wp > 0) || nn == 0)
        try_edge(best, s, j, k);
    if (!(wq > 0) || nn == 0)
        try_edge(best, s, k, i);
}

// Tries the faces of the tetrahedron through vertex `top` that separate the origin from the fourth
// vertex; the base is known not to. Returns true where none does: the origin is inside.
static bool try_tetrahedron(gjk_feature *best, const gjk_vertex *s, int top, const int base[3]) {
    bool inside = true;
    for (int n = 0; n < 3; n++) {
        int i = base[n], j = base[(n + 1) % 3], k = base[(n + 2) % 3];
        cd_vec p = s[top].w, normal = cd_cross(cd_sub(s[i].w, p), cd_sub(s[j].w, p));
        double origin = -cd_dot(normal, p), fourth = cd_dot(normal, cd_sub(s[k].w, p));
        if ((origin > 0 && fourth > 0) || (origin < 0 && fourth < 0))
            continue;
        inside = false;
        try_triangle(best, s, top, i, j);
    }
    return inside;
}

// A curved core has support points, but no vertices.
static bool same_vertex(int i, int j, cd_vec p, cd_vec q) {
    return i == j && (i >= 0 || cd_equal(p, q));
}

static bool is_in_feature(const gjk_vertex *s, const gjk_feature *best, gjk_vertex c) {
    for (int i = 0; i < best->count; i++) {
        const gjk_vertex *k = &s[best->index[i]];
        if (same_vertex(k->a, c.a, k->p, c.p) && same_vertex(k->b, c.b, k->q, c.q))
            return true;
    }
    return false;
}

static int free_index(const gjk_feature *best) {
    int taken = 0;
    for (int i = 0; i < best->count; i++)
        taken |= 1 << best->index[i];
    int index = 0;
    while (taken >> index & 1)
        index++;
    return index;
}

static int heaviest_vertex(const gjk_feature *best) {
    int k = 0;
    for (int i = 1; i < best->count; i++)
        k = best->weight[i] > best->weight[k] ? i : k;
    return k;
}

// Whether the support point c lies nearer along v than the feature by more than the rounding of
// heights. k: the vertex of the largest weight.
static bool has_gain(const gjk_vertex *s, const gjk_feature *best, const gjk_vertex *k,
                     const gjk_vertex *c, double progress) {
    double rounding = 2 * DBL_EPSILON * sqrt(best->square) * cd_max(k->size, c->size);
    return progress > rounding && !is_in_feature(s, best, *c);
}

static cd_gap gap_of_feature(const gjk_difference *m, const gjk_vertex *s, const gjk_feature *best,
                             cd_gap gap) {
    assert(best->count >= 1 && best->count <= 3 && best->square > 0);
    gap.distance = sqrt(best->square);
    // Of a small v the part along a line is rounding of what it was computed from.
    gap.normal = cd_normalized(best->v, (cd_vec){0, 1, 0});
    if (!cd_is_zero(m->line))
        gap.normal = cd_normalized(project_along_line(m, gap.normal), gap.normal);
    const gjk_vertex *base = &s[best->index[heaviest_vertex(best)]];
    bool curved = m->a->kind == CD_CORE_CURVED || m->b->kind == CD_CORE_CURVED;
    gap.rounding_scale = curved ? gap.size : base->size;
    gap.point_a = cd_add(m->a->offset, base->p);
    gap.point_b = cd_add(m->b->offset, base->q);
    for (int i = 0; i < best->count; i++) {
        const gjk_vertex *c = &s[best->index[i]];
        cd_vec on_a = cd_sub(c->p, base->p), on_b = cd_sub(c->q, base->q);
        gap.point_a = cd_add_scaled(gap.point_a, best->weight[i], on_a);
        gap.point_b = cd_add_scaled(gap.point_b, best->weight[i], on_b);
        gap.blend_a += best->weight[i] * cd_max_abs(on_a);
        gap.blend_b += best->weight[i] * cd_max_abs(on_b);
        gap.nearest.a[i] = c->a;
        gap.nearest.b[i] = c->b;
    }
    gap.nearest.count = curved ? 0 : best->count;
    gap.point_a = cd_add(gap.point_a, m->shift);
    return gap;
}

static void record_simplex(const gjk_difference *m, const gjk_vertex *s, const gjk_feature *best,
                           double progress) {
    cd_trace_step step = {.kind = CD_STEP_SIMPLEX, .count = best->count, .nearest = best->v};
    step.distance = sqrt(best->square);
    step.gain = progress / step.distance;
    for (int i = 0; i < best->count; i++) {
        step.a[i] = cd_add(cd_add(m->a->offset, s[best->index[i]].p), m->shift);
        step.b[i] = cd_add(m->b->offset, s[best->index[i]].q);
    }
    cd_trace_put(&step);
}

static void record_features(const cd_gap *gap) {
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_FEATURES,
                                  .distance = gap->distance,
                                  .normal = gap->normal,
                                  .point_a = gap->point_a,
                                  .point_b = gap->point_b});
}

// The feature to begin with: that of a guess, or a support point, towards the origin from the first
// vertices.
static inline gjk_feature first_feature(const gjk_difference *m, const cd_simplex *guess,
                                        gjk_vertex *s) {
    gjk_feature best = {.square = INFINITY};
    for (int i = 0; guess && i < 3; i++) {
        int k = i < guess->count ? i : 0, a = guess->a[k], b = guess->b[k];
        s[i] = vertex_of(m, a, b, cd_core_inside(m->a, a), cd_core_inside(m->b, b));
    }
    if (!guess) {
        cd_vec p = cd_is_zero(m->a->half) ? cd_core_vertex(m->a, 0) : m->a->offset;
        cd_vec q = cd_is_zero(m->b->half) ? cd_core_vertex(m->b, 0) : m->b->offset;
        cd_vec start = cd_sub(cd_add(p, m->shift), q);
        s[0] = support(m, project_along_line(m, start), 0, 0);
    }
    if (guess && guess->count == 3)
        try_triangle(&best, s, 0, 1, 2);
    else if (guess && guess->count == 2)
        try_edge(&best, s, 0, 1);
    else
        try_vertex(&best, s, 0);
    return best;
}

// Whether the distance, which is at most |v| and at least the height of the support point along v,
// is on one side of `limit`, to rounding.
static inline bool is_decided(cd_gap *gap, const gjk_feature *best, double progress, double limit) {
    double length = sqrt(best->square), least = (best->square - progress) / length;
    bool beyond = least > limit;
    gap->distance = beyond ? least : length;
    return beyond || length < limit;
}

// Whether the nearest points lie on the features of the simplex, where they are found then. Not
// inline: most pairs have no curved core.
static __attribute__((noinline)) bool is_found_on_features(const gjk_difference *m,
                                                           const gjk_vertex *s,
                                                           const gjk_feature *best, cd_gap *gap) {
    cd_support_simplex simplex = {.count = best->count};
    for (int i = 0; i < best->count; i++) {
        const gjk_vertex *c = &s[best->index[i]];
        simplex.a[i] = c->a;
        simplex.b[i] = c->b;
        simplex.p[i] = c->p;
        simplex.q[i] = c->q;
    }
    return cd_nearest_on_features(m->a, m->b, m->shift, best->v, &simplex, gap);
}

static inline cd_gap iterate(const cd_core *a, const cd_core *b, cd_vec shift,
                             const cd_simplex *guess, double limit) {
    assert(a->dim == b->dim && a->kind != CD_CORE_HALFSPACE && b->kind != CD_CORE_HALFSPACE);
    assert(!guess || (guess->count >= 1 && guess->count <= 3));
    gjk_difference m = {a, b, shift, {0, 0, 0}, 0};
    if (a->kind == CD_CORE_LINE)
        m.line = a->direction;
    if (b->kind == CD_CORE_LINE)
        m.line = b->direction;
    m.skew = skew_of(m.line);

    gjk_vertex s[SIMPLEX_MAX];
    gjk_feature best = first_feature(&m, guess, s);

    cd_gap gap = {.apart = true, .size = s[0].size};
    double progress = 0;
    int ties = 0;
    bool featured = limit == INFINITY && cd_may_have_features(a, b);
    for (int steps = 0;; steps++) {
        if (!(best.square > 0)) {
            gap.apart = false;
            gap.error = INFINITY;
            return gap;
        }
        const gjk_vertex *k = &s[best.index[heaviest_vertex(&best)]];
        // v is projected again, because a small v may consist of rounding along the line.
        gjk_vertex c = support(&m, project_along_line(&m, best.v), k->a, k->b);
        gap.size = cd_max(gap.size, c.size);
        // By how much the support point could bring the simplex nearer.
        progress = cd_dot(best.v, cd_sub(best.v, c.w));
        if (CD_TRACES)
            record_simplex(&m, s, &best, progress);
        if (limit < INFINITY && is_decided(&gap, &best, progress, limit))
            return gap;
        if (featured && progress < 0.25 * best.square && is_found_on_features(&m, s, &best, &gap)) {
            if (CD_TRACES)
                record_features(&gap);
            return gap;
        }
        if (steps == STEPS_MAX || !has_gain(s, &best, k, &c, progress))
            break;
        int top = free_index(&best);
        assert(best.count < SIMPLEX_MAX && top < SIMPLEX_MAX);
        s[top] = c;
        gjk_feature next = {.square = INFINITY};
        bool inside = false;
        if (best.count == 1)
            try_edge(&next, s, top, best.index[0]);
        else if (best.count == 2)
            try_triangle(&next, s, top, best.index[0], best.index[1]);
        else
            inside = try_tetrahedron(&next, s, top, best.index);
        ties += !(next.square < best.square);
        bool farther = sqrt(next.square) > sqrt(best.square) + 4 * DBL_EPSILON * gap.size;
        if (inside || farther || ties > TIES_MAX) {
            // The origin is inside, or so near to a face that rounding hides on which side. Or
            // nothing was gained beyond rounding: then the last feature is the nearest.
            gap.around.count = inside ? 4 : 0;
            for (int i = 0; i < gap.around.count; i++) {
                gap.around.a[i] = s[i].a;
                gap.around.b[i] = s[i].b;
            }
            if (inside && limit < INFINITY) {
                const cd_vec corners[4] = {s[0].w, s[1].w, s[2].w, s[3].w};
                gap.depth = cd_tetrahedron_depth(corners, gap.size);
            }
            break;
        }
        best = next;
    }
    gap = gap_of_feature(&m, s, &best, gap);
    // Where vertices lie far from the origin or close together, rounding may have ended the
    // iteration early. Yet the cores are apart if the whole difference lies beyond a plane across
    // v.
    // Without it: tests/collide/narrow/devices_spec.lua "tests at its end that a plane separates
    // the cores"
    double rounding = 64 * DBL_EPSILON * gap.distance * gap.size;
    gap.apart = !(progress > rounding) || progress < best.square - rounding;
    gap.error = cd_max(progress, 0) / gap.distance;
    if (gap.apart && gap.nearest.count > 0 && limit == INFINITY && !cd_is_clear(a, b, &gap))
        cd_nearest_point(a, b, shift, &gap);
    if (CD_TRACES && gap.apart)
        record_features(&gap);
    return gap;
}

CD_HOT cd_gap cd_gjk(const cd_core *a, const cd_core *b, cd_vec shift) {
    return iterate(a, b, shift, NULL, INFINITY);
}

CD_HOT cd_gap cd_gjk_from(const cd_core *a, const cd_core *b, cd_vec shift,
                          const cd_simplex *guess) {
    return iterate(a, b, shift, guess, INFINITY);
}

CD_HOT cd_gap cd_gjk_face(const cd_core *a, const cd_core *b, cd_vec shift,
                          const cd_simplex *triangle) {
    gjk_difference m = {a, b, shift, {0, 0, 0}, 0};
    gjk_vertex s[SIMPLEX_MAX];
    gjk_feature best = first_feature(&m, triangle, s);
    cd_gap gap = {.apart = true, .size = s[0].size};
    if (CD_TRACES && best.count == 3)
        record_simplex(&m, s, &best, 0);
    return best.count == 3 ? gap_of_feature(&m, s, &best, gap) : cd_gjk_from(a, b, shift, triangle);
}

CD_HOT cd_gap cd_gjk_until(const cd_core *a, const cd_core *b, cd_vec shift, double limit) {
    return iterate(a, b, shift, NULL, limit);
}
