// Distance between convex cores by Gilbert, Johnson and Keerthi (1988) on vertices.
//
// The simplex of the Minkowski difference nearest to the origin is found by trying its features and
// keeping the nearest valid one, so a degenerate simplex can lose a candidate but never gives a
// wrong point. It ends when a corner repeats or gains nothing beyond rounding; seen from a corner
// of the simplex, so that a small feature beside it turns the normal as it should. Near the end
// distances decrease by less than they are rounded to while the normal still turns, so some ties
// are accepted, and of them the one with the least to gain is the answer. A line takes part as its
// point, with everything projected along its direction.
#include "collide/narrow/gjk.h"

#include <float.h>

enum { MOST_TIES = 16, MOST_STEPS = 1000 };

typedef struct {
    const cd_core *a, *b;
    cd_vec shift, line; // line: unit direction to project along, or zero
} difference;

// A corner of a - b: the vertices (-1 where curved), their points as seen from the offset of each
// core, and the difference of those with offsets and shift, projected.
typedef struct {
    cd_vec w, p, q;
    int a, b;
    double size; // of what w was computed from
} corner;

// The corners stay in their places; features name them by index.
typedef struct {
    double square; // |v|^2
    cd_vec v;
    int count;
    int index[3];
    double weight[3];
} nearest;

// Twice, so that what is left along the line is rounding of the result, not of w.
static cd_vec flatten(const difference *m, cd_vec w) {
    if (cd_is_zero(m->line))
        return w;
    w = cd_add_scaled(w, -cd_dot(w, m->line), m->line);
    return cd_add_scaled(w, -cd_dot(w, m->line), m->line);
}

static corner corner_of(const difference *m, int a, int b, cd_vec p, cd_vec q) {
    cd_vec w = cd_core_between(m->a, p, m->b, q);
    return (corner){flatten(m, cd_add(w, m->shift)), p, q, a, b, cd_max_abs(w)};
}

// The corner of a - b farthest against v, sought from the vertices a and b.
static corner support(const difference *m, cd_vec v, int a, int b) {
    cd_vec p = cd_core_support_inside(m->a, cd_negate(v), &a),
           q = cd_core_support_inside(m->b, v, &b);
    return corner_of(m, a, b, p, q);
}

// From corner i to corner j. Each core's own part first: the edge of a small one keeps its digits
// beside the edge of a large one.
static cd_vec edge(const difference *m, const corner *s, int i, int j) {
    return flatten(m, cd_sub(cd_sub(s[j].p, s[i].p), cd_sub(s[j].q, s[i].q)));
}

static void offer(nearest *best, cd_vec v, int count, const int index[3], const double weight[3]) {
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

static void try_corner(nearest *best, const corner *s, int i) {
    offer(best, s[i].w, 1, (const int[3]){i}, (const double[3]){1});
}

static cd_vec nearer(cd_vec p, cd_vec q) { return cd_length2(p) <= cd_length2(q) ? p : q; }

// The foot on a line is d x (p x d) / d.d: the cross products keep the digits that p + t d loses.
// Any point of the line will do for p; the nearer end makes least of the rounding of d.
static void try_edge(nearest *best, const difference *m, const corner *s, int i, int j) {
    cd_vec p = s[i].w, q = s[j].w, d = edge(m, s, i, j);
    double dd = cd_length2(d), from_p = -cd_dot(p, d), from_q = cd_dot(q, d);
    if (!(from_p > 0)) {
        try_corner(best, s, i);
    } else if (!(from_q > 0)) {
        try_corner(best, s, j);
    } else {
        double sum = from_p + from_q; // 1 - t would lose a small weight
        offer(best, cd_scale(cd_cross(d, cd_cross(nearer(p, q), d)), 1 / dd), 2,
              (const int[3]){i, j}, (const double[3]){from_q / sum, from_p / sum});
    }
}

// Two long edges of a needle are nearly parallel; its short one tells where it faces.
static inline cd_vec facing(cd_vec pq, cd_vec qr, cd_vec rp) {
    bool short_rp = cd_length2(rp) < cd_min(cd_length2(pq), cd_length2(qr));
    return short_rp ? cd_cross(rp, pq) : cd_cross(pq, qr);
}

static void try_triangle(nearest *best, const difference *m, const corner *s, int i, int j, int k) {
    cd_vec p = s[i].w, q = s[j].w, r = s[k].w;
    cd_vec pq = edge(m, s, i, j), qr = edge(m, s, j, k), rp = edge(m, s, k, i);
    cd_vec n = facing(pq, qr, rp);
    // Barycentric weights times n.n: the volumes over the edges.
    double nn = cd_length2(n), wp = cd_dot(n, cd_cross(nearer(q, r), qr)),
           wq = cd_dot(n, cd_cross(nearer(r, p), rp)), wr = cd_dot(n, cd_cross(nearer(p, q), pq));
    double sum = wp + wq + wr;
    if (nn > 0 && wp >= 0 && wq >= 0 && wr >= 0 && sum > 0) {
        offer(best, cd_scale(n, cd_dot(n, nearer(nearer(p, q), r)) / nn), 3,
              (const int[3]){i, j, k}, (const double[3]){wp / sum, wq / sum, wr / sum});
        return;
    }
    if (!(wr > 0) || nn == 0)
        try_edge(best, m, s, i, j);
    if (!(wp > 0) || nn == 0)
        try_edge(best, m, s, j, k);
    if (!(wq > 0) || nn == 0)
        try_edge(best, m, s, k, i);
}

// Faces of the tetrahedron through corner `top` that have the origin on the other side than the
// fourth corner; the base is known to have it on the same side. True: the origin is inside.
static bool try_tetrahedron(nearest *best, const difference *m, const corner *s, int top,
                            const int base[3]) {
    bool inside = true;
    for (int n = 0; n < 3; n++) {
        int i = base[n], j = base[(n + 1) % 3], k = base[(n + 2) % 3];
        cd_vec normal = cd_cross(edge(m, s, top, i), edge(m, s, top, j));
        double origin = -cd_dot(normal, s[top].w), fourth = cd_dot(normal, edge(m, s, top, k));
        if ((origin > 0 && fourth > 0) || (origin < 0 && fourth < 0))
            continue;
        inside = false;
        try_triangle(best, m, s, top, i, j);
    }
    return inside;
}

// A curved core has points, but no vertices.
static bool same(int i, int j, cd_vec p, cd_vec q) { return i == j && (i >= 0 || cd_equal(p, q)); }

static bool known(const corner *s, const nearest *best, corner c) {
    for (int i = 0; i < best->count; i++) {
        const corner *k = &s[best->index[i]];
        if (same(k->a, c.a, k->p, c.p) && same(k->b, c.b, k->q, c.q))
            return true;
    }
    return false;
}

static int free_place(const nearest *best) {
    int taken = 0;
    for (int i = 0; i < best->count; i++)
        taken |= 1 << best->index[i];
    int place = 0;
    while (taken >> place & 1)
        place++;
    return place;
}

// The middle of an edge of the simplex.
static cd_vec middle(const difference *m, const corner *s, const nearest *best, int i, int j) {
    const corner *c = &s[best->index[i]], *e = &s[best->index[j]];
    cd_vec p = cd_scale(cd_add(c->p, e->p), 0.5), q = cd_scale(cd_add(c->q, e->q), 0.5);
    return flatten(m, cd_add(cd_core_between(m->a, p, m->b, q), m->shift));
}

// Opposite corners add exactly: near the middle of a large edge or face its distance has digits
// that its corners have lost.
static void sharpen(const difference *m, const corner *s, nearest *best) {
    double least = INFINITY;
    for (int i = 0; i < best->count; i++)
        least = cd_min(least, cd_length2(s[best->index[i]].w));
    if (!(best->square < 0x1p-10 * least))
        return;
    cd_vec w = middle(m, s, best, 0, 1);
    if (best->count == 3)
        w = nearer(w, nearer(middle(m, s, best, 1, 2), middle(m, s, best, 2, 0)));
    if (!(cd_length2(w) < 0x1p-10 * least))
        return;
    const int *at = best->index;
    cd_vec d = edge(m, s, at[0], at[1]), v;
    if (best->count == 3) {
        cd_vec n = facing(d, edge(m, s, at[1], at[2]), edge(m, s, at[2], at[0]));
        v = cd_scale(n, cd_dot(n, w) / cd_length2(n));
    } else {
        v = cd_scale(cd_cross(d, cd_cross(w, d)), 1 / cd_length2(d));
    }
    double square = cd_length2(v);
    if (square > 0) {
        best->v = v;
        best->square = square;
    }
}

// The weights of a needle are poor along it: shift weight along the longest edge until the blend of
// the corners is the nearest point.
static void refine(const difference *m, const corner *s, nearest *best) {
    const int *at = best->index;
    int i = 0, j = 1;
    for (int k = 1; k < 3; k++)
        if (cd_length2(edge(m, s, at[k], at[(k + 1) % 3])) > cd_length2(edge(m, s, at[i], at[j])))
            i = k, j = (k + 1) % 3;
    cd_vec off = cd_sub(s[at[0]].w, best->v), longest = edge(m, s, at[i], at[j]);
    for (int k = 1; k < 3; k++)
        off = cd_add_scaled(off, best->weight[k], edge(m, s, at[0], at[k]));
    double ee = cd_length2(longest), change = ee > 0 ? -cd_dot(off, longest) / ee : 0;
    best->weight[i] -= change;
    best->weight[j] += change;
}

static int heaviest(const nearest *best) {
    int k = 0;
    for (int i = 1; i < best->count; i++)
        k = best->weight[i] > best->weight[k] ? i : k;
    return k;
}

// From the corner of the simplex that is nearest to corner c. Each core's own part first.
static cd_vec beside(const corner *s, const nearest *best, const corner *c) {
    cd_vec least = {INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < best->count; i++) {
        const corner *k = &s[best->index[i]];
        cd_vec e = cd_sub(cd_sub(c->p, k->p), cd_sub(c->q, k->q));
        least = cd_max_abs(e) < cd_max_abs(least) ? e : least;
    }
    return least;
}

// How much nearer along v corner c is than the simplex, whose corners are all as near.
static double left(const difference *m, const corner *s, const nearest *best, const corner *c) {
    return -cd_dot(best->v, flatten(m, beside(s, best, c)));
}

// Whether corner c is nearer along v than the simplex by more than rounding. `progress` is the
// difference of heights above the origin; above the nearest corner a small feature keeps its
// digits.
static bool gains(const difference *m, const corner *s, const nearest *best, const corner *k,
                  const corner *c, double progress) {
    double length = sqrt(best->square);
    double coarse = 2 * DBL_EPSILON * length * cd_max(k->size, c->size);
    if (progress > coarse)
        return true;
    double fine = 4 * DBL_EPSILON * cd_max(length, k->size) * cd_max_abs(beside(s, best, c));
    return fine < coarse && left(m, s, best, c) > fine;
}

static cd_gap finish(const difference *m, const corner *s, nearest *best, cd_gap gap) {
    if (best->count > 1)
        sharpen(m, s, best);
    if (best->count == 3)
        refine(m, s, best);
    gap.distance = sqrt(best->square);
    gap.normal = cd_normalized(best->v, (cd_vec){0, 1, 0});
    const corner *base = &s[best->index[heaviest(best)]];
    bool curved = m->a->kind == CD_CORE_CURVED || m->b->kind == CD_CORE_CURVED;
    gap.rounding_scale = curved ? gap.size : base->size;
    gap.point_a = cd_add(m->a->offset, base->p);
    gap.point_b = cd_add(m->b->offset, base->q);
    for (int i = 0; i < best->count; i++) {
        const corner *c = &s[best->index[i]];
        cd_vec on_a = cd_sub(c->p, base->p), on_b = cd_sub(c->q, base->q);
        gap.point_a = cd_add_scaled(gap.point_a, best->weight[i], on_a);
        gap.point_b = cd_add_scaled(gap.point_b, best->weight[i], on_b);
        gap.blend_a += best->weight[i] * cd_max_abs(on_a);
        gap.blend_b += best->weight[i] * cd_max_abs(on_b);
    }
    gap.point_a = cd_add(gap.point_a, m->shift);
    return gap;
}

static void record(cd_trace *trace, const difference *m, const corner *s, const nearest *best,
                   double progress) {
    if (trace->count == CD_TRACE_STEPS) {
        trace->omitted++;
        return;
    }
    cd_trace_step *step = &trace->steps[trace->count++];
    *step = (cd_trace_step){.kind = CD_STEP_SIMPLEX, .count = best->count, .nearest = best->v};
    step->distance = sqrt(best->square);
    step->gain = progress / step->distance;
    for (int i = 0; i < best->count; i++) {
        step->a[i] = cd_add(m->a->offset, s[best->index[i]].p);
        step->b[i] = cd_add(m->b->offset, s[best->index[i]].q);
    }
}

// A simplex from which the next was no nearer, and what there was to gain.
typedef struct {
    double progress;
    nearest best;
    corner corners[4];
} tie;

static void copy_corners(corner *to, const corner *from, const nearest *of) {
    for (int i = 0; i < of->count; i++)
        to[of->index[i]] = from[of->index[i]];
}

// The simplex to begin with: a guess, or the corner on the side of two first vertices.
static inline nearest begin(const difference *m, const cd_simplex *guess, corner *s) {
    nearest best = {.square = INFINITY};
    for (int i = 0; guess && i < 3; i++) {
        int k = i < guess->count ? i : 0, a = guess->a[k], b = guess->b[k];
        s[i] = corner_of(m, a, b, cd_core_inside(m->a, a), cd_core_inside(m->b, b));
    }
    if (!guess) {
        cd_vec start = cd_sub(cd_add(cd_core_vertex(m->a, 0), m->shift), cd_core_vertex(m->b, 0));
        s[0] = support(m, flatten(m, start), 0, 0);
    }
    if (guess && guess->count == 3)
        try_triangle(&best, m, s, 0, 1, 2);
    else if (guess && guess->count == 2)
        try_edge(&best, m, s, 0, 1);
    else
        try_corner(&best, s, 0);
    if (best.count == 0) // beyond all numbers
        best = (nearest){INFINITY, s[0].w, 1, {0}, {1}};
    return best;
}

// Whether the distance, which is at most |v| and at least the height of corner c along v, is on one
// side of `limit` by more than rounding.
static inline bool decided(cd_gap *gap, const nearest *best, double progress, double limit) {
    double length = sqrt(best->square), least = (best->square - progress) / length;
    double doubt = 64 * DBL_EPSILON * cd_max(gap->size, limit);
    gap->distance = least > limit ? least : length;
    return fabs(gap->distance - limit) > doubt && (least > limit || length < limit);
}

static inline cd_gap search(const cd_core *a, const cd_core *b, cd_vec shift,
                            const cd_simplex *guess, double limit, cd_trace *trace) {
    difference m = {a, b, shift, {0, 0, 0}};
    if (a->kind == CD_CORE_LINE)
        m.line = a->direction;
    if (b->kind == CD_CORE_LINE)
        m.line = b->direction;

    corner s[4];
    nearest best = begin(&m, guess, s);

    cd_gap gap = {.apart = true, .size = s[0].size};
    double progress = 0, last = INFINITY;
    int ties = 0;
    tie kept; // too large to be zeroed
    kept.progress = INFINITY;
    for (int steps = 0; ties < MOST_TIES && steps < MOST_STEPS; steps++) {
        if (!(best.square > 0)) {
            gap.apart = false;
            return gap;
        }
        const corner *k = &s[best.index[heaviest(&best)]];
        corner c =
            support(&m, flatten(&m, best.v), k->a, k->b); // its rounding may be all of a small v
        gap.size = cd_max(gap.size, c.size);
        // How much nearer the new corner could bring us; below rounding it is noise.
        progress = cd_dot(best.v, cd_sub(best.v, c.w));
        if (trace)
            record(trace, &m, s, &best, progress);
        if (limit < INFINITY && decided(&gap, &best, progress, limit))
            return gap;
        if (known(s, &best, c) || !gains(&m, s, &best, k, &c, progress)) {
            last = ties ? left(&m, s, &best, &c) : progress;
            break;
        }
        int top = free_place(&best);
        s[top] = c;
        nearest next = {.square = INFINITY};
        bool inside = false;
        if (best.count == 1)
            try_edge(&next, &m, s, top, best.index[0]);
        else if (best.count == 2)
            try_triangle(&next, &m, s, top, best.index[0], best.index[1]);
        else
            inside = try_tetrahedron(&next, &m, s, top, best.index);
        if (inside || !(sqrt(next.square) <= sqrt(best.square) + 4 * DBL_EPSILON * gap.size)) {
            // Inside, or so near to a face that rounding lost it from both sides; unless there was
            // nothing to gain but rounding: then the last feature was the nearest.
            last = left(&m, s, &best, &c);
            gap.around.count = inside ? 4 : 0;
            for (int i = 0; i < gap.around.count; i++) {
                gap.around.a[i] = s[i].a;
                gap.around.b[i] = s[i].b;
            }
            break;
        }
        if (!(next.square < best.square)) {
            ties++;
            double gain = left(&m, s, &best, &c);
            if (gain < kept.progress) {
                kept.progress = gain;
                kept.best = best;
                copy_corners(kept.corners, s, &best);
            }
        }
        best = next;
    }
    if (!gap.around.count && kept.progress < last) {
        best = kept.best;
        progress = kept.progress;
        copy_corners(s, kept.corners, &best);
    }
    gap = finish(&m, s, &best, gap);
    // Corners far from the origin or close together may let rounding end the search early; but what
    // lies wholly on one side of a plane is apart.
    bool curved = a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED;
    double rounding = 64 * DBL_EPSILON * gap.distance * gap.size;
    double least = curved ? 0.5 * best.square : best.square - rounding;
    gap.apart = !(progress > rounding) || progress < least;
    return gap;
}

CD_HOT cd_gap cd_gjk(const cd_core *a, const cd_core *b, cd_vec shift) {
    return search(a, b, shift, NULL, INFINITY, NULL);
}

CD_HOT cd_gap cd_gjk_from(const cd_core *a, const cd_core *b, cd_vec shift,
                          const cd_simplex *guess) {
    return search(a, b, shift, guess, INFINITY, NULL);
}

CD_HOT cd_gap cd_gjk_face(const cd_core *a, const cd_core *b, cd_vec shift,
                          const cd_simplex *face) {
    difference m = {a, b, shift, {0, 0, 0}};
    corner s[4];
    nearest best = begin(&m, face, s);
    cd_gap gap = {.apart = true, .size = s[0].size};
    return best.count == 3 ? finish(&m, s, &best, gap) : cd_gjk_from(a, b, shift, face);
}

CD_HOT cd_gap cd_gjk_until(const cd_core *a, const cd_core *b, cd_vec shift, double limit) {
    return search(a, b, shift, NULL, limit, NULL);
}

cd_gap cd_gjk_traced(const cd_core *a, const cd_core *b, cd_vec shift, cd_trace *trace) {
    return search(a, b, shift, NULL, INFINITY, trace);
}
