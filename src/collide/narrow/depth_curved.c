// The shortest way out of an overlap with a curved core. Where the boundary of the Minkowski
// difference comes nearest to a point inside, it is at least as flat as the ball around that point:
// never on a sharp edge, so on a facet (a cap, a face, or spanned by a straight line of each), on a
// strip that a straight line of one sweeps along a rim or round a side, or between two rims. Each
// gives normals: single ones, or the least heights of just those two features on a circle of
// normals, or the lines that are square to two rims. The true height along each decides, so any
// normal more does no harm.
#include "collide/narrow/depth_curved.h"

#include <float.h>

enum {
    AROUND = 24,
    FINER = 8,
    MOST_SAMPLES = 3 * AROUND,
    MOST_STEPS = 120,
    MOST_DIPS = 12,
    MOST_FOUND = 16
};

typedef struct {
    const cd_core *a, *b;
    cd_vec shift;
    bool found;
    cd_penetration best;
} search;

// A disc of a curved core, or with radius 0 a vertex of any core.
typedef struct {
    cd_vec center, axis;
    double radius;
} rim;

// The normals n of an edge or a side: n . axis = sine. The core's height along them is n . at +
// height.
typedef struct {
    cd_vec axis, at;
    double sine, height;
} circle;

// How far a has to go along n to be out of b.
static double depth_along(const search *s, cd_vec n) {
    int vertex;
    cd_vec far = cd_core_support_point(s->b, n, &vertex);
    cd_vec near = cd_core_support_point(s->a, cd_negate(n), &vertex);
    return cd_dot(cd_sub(cd_sub(far, near), s->shift), n);
}

static void try_normal(search *s, cd_vec n) {
    n = cd_normalized(n, n);
    double depth = depth_along(s, n);
    if (s->found && !(depth < s->best.depth))
        return;
    s->found = true;
    s->best = (cd_penetration){depth, n};
}

static void try_axis(search *s, cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    try_normal(s, axis);
    try_normal(s, cd_negate(axis));
}

// -------------------------------------------------------------------------------------- features

static bool is_box(const cd_core *core) { return !core->polytope && core->face_count == 3; }

static int rim_count(const cd_core *core) { return core->vertex_count; }

static rim rim_of(const cd_core *core, int i) {
    bool curved = core->kind == CD_CORE_CURVED;
    return (rim){cd_core_vertex(core, i), curved ? core->direction : (cd_vec){0, 0, 0},
                 curved ? core->rim[i] : 0};
}

// A box has only the three directions of its edges, of which each is met four times.
static int circle_count(const cd_core *core) {
    return core->kind == CD_CORE_CURVED ? 1 : is_box(core) ? 12 : core->edge_count;
}

static circle side_of(const cd_core *core) {
    double shrinks = core->rim[0] - core->rim[1];
    double length = cd_length(cd_sub(core->vertices[1], core->vertices[0]));
    double slant = sqrt(shrinks * shrinks + length * length);
    return (circle){core->direction, core->vertices[0], shrinks / slant,
                    core->rim[0] * (length / slant)};
}

static circle circle_of(const cd_core *core, int i) {
    if (core->kind == CD_CORE_CURVED)
        return side_of(core);
    circle c = {.at = cd_core_vertex(core, 0)};
    if (is_box(core)) {
        int k = i / 4, u = (k + 1) % 3, v = (k + 2) % 3;
        c.axis = core->edge[k];
        c.at = cd_core_vertex(core, (i & 1 ? 1 << u : 0) | (i & 2 ? 1 << v : 0));
    } else {
        c.axis = cd_core_edge(core, i);
        if (core->kind == CD_CORE_POLYTOPE)
            c.at = cd_core_vertex(core, core->polytope ? core->polytope->edges[i][0] : i);
    }
    c.axis = cd_normalized(c.axis, c.axis);
    return c;
}

// The circle of a in terms of b's outward normals, which point the other way.
static circle seen_from_b(circle c) {
    c.sine = -c.sine;
    return c;
}

// ------------------------------------------------------------------------------ one circle's
// normals

// The height m . n + r |n x u| on a circle of normals n = sine w + cosine (x e + y f), with e in
// the plane of w and u: |n x u|^2 = (sine u.e - cosine u.w x)^2 + (cosine y)^2.
typedef struct {
    cd_vec center, e, f; // center: sine w; e and f times cosine
    double along_e, along_f;
    double radius, level, tilt, cosine;
} ring;

static ring ring_of(const circle *c, cd_vec m, const rim *r) {
    double cosine = sqrt((1 - c->sine) * (1 + c->sine));
    cd_vec w = c->axis, u = r->axis, e = {0, 0, 0};
    if (r->radius > 0)
        e = cd_cross(cd_cross(w, u), w);
    e = cd_max_abs(e) > 8 * DBL_EPSILON ? cd_normalized(e, e) : cd_perpendicular(w, 3);
    cd_vec f = cd_cross(w, e);
    ring g = {cd_scale(w, c->sine), cd_scale(e, cosine), cd_scale(f, cosine), 0, 0, 0, 0, 0, 0};
    g.along_e = cd_dot(m, g.e);
    g.along_f = cd_dot(m, g.f);
    if (r->radius > 0) {
        g.radius = r->radius;
        g.level = c->sine * cd_dot(u, e);
        g.tilt = cosine * cd_dot(u, w);
        g.cosine = cosine;
    }
    return g;
}

static cd_vec normal_at(const ring *g, double x, double y) {
    return cd_add_scaled(cd_add_scaled(g->center, x, g->e), y, g->f);
}

// The change of the height with the angle at (x, y) = (cos, sin).
static double ring_slope(const void *of, double x, double y) {
    const ring *g = of;
    double slope = x * g->along_f - y * g->along_e;
    double p = g->level - g->tilt * x, q = g->cosine * y, across = sqrt(p * p + q * q);
    if (across > 0)
        slope += g->radius * ((p / across) * (g->tilt * y) + (q / across) * (g->cosine * x));
    return slope;
}

// Where a slope changes its sign between two directions (cos, sin), by regula falsi (the Illinois
// variant) and bisection in turns, which also ends at a jump.
typedef double cd_slope(const void *of, double x, double y);

static void settle(cd_slope *slope_of, const void *of, double rounding, const double from[2],
                   const double to[2], double at[2]) {
    double low = 0, high = 1, at_low = slope_of(of, from[0], from[1]),
           at_high = slope_of(of, to[0], to[1]);
    bool falls = at_low > 0 || at_high < 0;
    at[0] = to[0];
    at[1] = to[1];
    for (int step = 0; step < MOST_STEPS && high - low > DBL_EPSILON; step++) {
        double t = low + (high - low) * (at_low / (at_low - at_high));
        if (step % 2 == 1 || !(t > low && t < high))
            t = 0.5 * (low + high);
        double x = from[0] + t * (to[0] - from[0]), y = from[1] + t * (to[1] - from[1]);
        double length = sqrt(x * x + y * y);
        at[0] = x / length;
        at[1] = y / length;
        double here = slope_of(of, at[0], at[1]);
        if (fabs(here) <= rounding)
            break;
        if ((here < 0) != falls) {
            low = t;
            at_low = here;
            at_high *= 0.5;
        } else {
            high = t;
            at_high = here;
            at_low *= 0.5;
        }
    }
}

// The next of AROUND directions.
static void turn(double at[2]) {
    const double cosine = 0.96592582628906829, sine = 0.25881904510252076; // a 24th
    double x = at[0] * cosine - at[1] * sine;
    at[1] = at[1] * cosine + at[0] * sine;
    at[0] = x;
}

// Looks between three directions, the slope at the middle one being nearest to 0, for one at which
// it has the other sign: narrows down to the least size of the slope. True: `middle` has it.
static bool dips_through(cd_slope *slope_of, const void *of, const double from[2],
                         const double to[2], double middle[2], double least) {
    double ends[2][2] = {{from[0], from[1]}, {to[0], to[1]}};
    for (int step = 0; step < 2 * MOST_DIPS; step++) {
        double *end = ends[step % 2], x = middle[0] + end[0], y = middle[1] + end[1];
        double length = sqrt(x * x + y * y), here = slope_of(of, x /= length, y /= length);
        if ((here < 0) != (least < 0)) {
            middle[0] = x;
            middle[1] = y;
            return true;
        }
        if (fabs(here) < fabs(least)) { // the middle was beyond it: now an end
            ends[1 - step % 2][0] = middle[0];
            ends[1 - step % 2][1] = middle[1];
            middle[0] = x;
            middle[1] = y;
            least = here;
        } else {
            end[0] = x;
            end[1] = y;
        }
    }
    return false;
}

typedef struct {
    int count; ///< of samples, of which the last two are the first two
    double at[MOST_SAMPLES][2], slope[MOST_SAMPLES];
} samples;

static void put_sample(samples *s, cd_slope *slope_of, const void *of, double x, double y) {
    double length = sqrt(x * x + y * y);
    s->at[s->count][0] = x / length;
    s->at[s->count][1] = y / length;
    s->slope[s->count] = slope_of(of, x / length, y / length);
    s->count++;
}

static void copy_sample(samples *s, const samples *from, int i) {
    s->at[s->count][0] = from->at[i][0];
    s->at[s->count][1] = from->at[i][1];
    s->slope[s->count++] = from->slope[i];
}

// AROUND directions, and more where the slope is nearly 0 from one to the next: there it may cross
// it three times.
static void take_samples(cd_slope *slope_of, const void *of, samples *s) {
    samples even = {.count = 0};
    double at[2] = {1, 0}, most = 0;
    for (int i = 0; i < AROUND; turn(at), i++) {
        put_sample(&even, slope_of, of, at[0], at[1]);
        most = cd_max(most, fabs(even.slope[i]));
    }
    s->count = 0;
    for (int i = 0; i < AROUND; i++) {
        int next = (i + 1) % AROUND;
        const double *p = even.at[i], *q = even.at[next];
        copy_sample(s, &even, i);
        bool flat = fabs(even.slope[i]) + fabs(even.slope[next]) < 0.125 * most;
        for (int k = 1; flat && k < FINER && s->count + AROUND + 1 - i < MOST_SAMPLES; k++)
            put_sample(s, slope_of, of, (FINER - k) * p[0] + k * q[0],
                       (FINER - k) * p[1] + k * q[1]);
    }
    copy_sample(s, s, 0);
    copy_sample(s, s, 1);
}

// The directions at which a slope changes its sign, or only those at which it turns to rising.
static int settle_all(cd_slope *slope_of, const void *of, double rounding, bool rising,
                      double found[MOST_FOUND][2]) {
    samples s;
    take_samples(slope_of, of, &s);
    int count = 0;
    for (int i = 1; i + 1 < s.count && count < MOST_FOUND - 1; i++) {
        double last = s.slope[i - 1], here = s.slope[i], next = s.slope[i + 1];
        if ((last < 0) != (here < 0)) {
            if (last < 0 || !rising)
                settle(slope_of, of, rounding, s.at[i - 1], s.at[i], found[count++]);
        } else if ((here < 0) == (next < 0) && fabs(here) < fabs(last) &&
                   fabs(here) <= fabs(next)) {
            double through[2] = {s.at[i][0], s.at[i][1]};
            if (!dips_through(slope_of, of, s.at[i - 1], s.at[i + 1], through, here))
                continue;
            if (here < 0 || !rising)
                settle(slope_of, of, rounding, s.at[i - 1], through, found[count++]);
            if (here >= 0 || !rising)
                settle(slope_of, of, rounding, through, s.at[i + 1], found[count++]);
        }
    }
    return count;
}

// The height along n of a rim and what adds `rest` to it; m leads from that of a to that of b.
static double height_of(cd_vec m, const rim *r, double rest, cd_vec n) {
    return cd_dot(m, n) + r->radius * cd_length(cd_cross(n, r->axis)) + rest;
}

// Of a circle of one core and a rim of the other.
static void try_ring(search *s, const circle *c, cd_vec m, const rim *r) {
    ring g = ring_of(c, m, r);
    double rounding = DBL_EPSILON * (fabs(g.along_e) + fabs(g.along_f) + g.radius);
    double valleys[MOST_FOUND][2];
    if (!s->found)
        try_normal(s, normal_at(&g, 1, 0));
    int count = settle_all(ring_slope, &g, rounding, true, valleys);
    for (int i = 0; i < count; i++) {
        cd_vec n = normal_at(&g, valleys[i][0], valleys[i][1]);
        if (height_of(m, r, c->height, n) < s->best.depth)
            try_normal(s, n);
    }
}

// A vertex beside a side or edge: m . n is least straight against the part of m across the axis.
static void try_wheel(search *s, const circle *c, cd_vec m) {
    cd_vec out = cd_add_scaled(m, -cd_dot(m, c->axis), c->axis);
    out = cd_add_scaled(out, -cd_dot(out, c->axis), c->axis);
    bool beside = cd_max_abs(out) > 8 * DBL_EPSILON * cd_max_abs(m); // or on the axis, to rounding
    cd_vec across = cd_perpendicular(c->axis, 3);
    out = beside ? cd_normalized(cd_negate(out), across) : across;
    double cosine = sqrt((1 - c->sine) * (1 + c->sine));
    cd_vec n = cd_add_scaled(cd_scale(c->axis, c->sine), cosine, out);
    if (!s->found || cd_dot(m, n) + c->height < s->best.depth)
        try_normal(s, n);
}

// The circles of one core with the rims of the other. An edge and a vertex make no strip.
static void try_strips(search *s, const cd_core *lines, const cd_core *rims) {
    bool of_a = lines == s->a, round = lines->kind == CD_CORE_CURVED;
    for (int i = 0; i < circle_count(lines); i++) {
        circle c = circle_of(lines, i);
        if (cd_is_zero(c.axis))
            continue;
        if (of_a)
            c = seen_from_b(c);
        for (int k = 0; k < rim_count(rims); k++) {
            rim r = rim_of(rims, k);
            cd_vec m = of_a ? cd_sub(r.center, c.at) : cd_sub(c.at, r.center);
            m = cd_sub(m, s->shift);
            if (r.radius > 0)
                try_ring(s, &c, m, &r);
            else if (round)
                try_wheel(s, &c, m);
        }
    }
}

// ---------------------------------------------------------------------------------- two circles

// The normals on both: n = p w + q v +- h (w x v).
static void try_crossing(search *s, const circle *c, const circle *d) {
    cd_vec w = c->axis, v = d->axis, up = cd_cross(w, v);
    double square = cd_length2(up), cosine = cd_dot(w, v);
    if (!(square > 16 * DBL_EPSILON * DBL_EPSILON))
        return;
    double p = (c->sine - cosine * d->sine) / square, q = (d->sine - cosine * c->sine) / square;
    cd_vec n = cd_add_scaled(cd_scale(w, p), q, v);
    double left = 1 - cd_length2(n);
    if (!(left >= -64 * DBL_EPSILON))
        return;
    double h = sqrt(cd_max(left, 0) / square);
    try_normal(s, cd_add_scaled(n, h, up));
    try_normal(s, cd_add_scaled(n, -h, up));
}

static void try_crossings(search *s) {
    for (int i = 0; i < circle_count(s->b); i++) {
        circle c = circle_of(s->b, i);
        for (int k = 0; k < circle_count(s->a); k++) {
            circle d = seen_from_b(circle_of(s->a, k));
            if (!cd_is_zero(c.axis) && !cd_is_zero(d.axis))
                try_crossing(s, &c, &d);
        }
    }
}

// -------------------------------------------------------------------------------------- two rims

// The nearest points between two rims lie where the line from one to the other is square to both.
// From x on the smaller rim the two places on the larger one that are square to it lie before and
// behind its centre, in the direction p in which x lies from there, in its plane; the change of
// half the square of their distance with the angle of x tells which are square to the smaller rim
// too.
typedef struct {
    cd_vec e, f;    // the smaller rim is x e + y f around the origin
    cd_vec between; // to the centre of the larger rim
    cd_vec axis;    // of the larger
    double radius;  // of the larger, negative for the places behind
} span;

static cd_vec span_point(const span *s, double x, double y) {
    return cd_add(cd_scale(s->e, x), cd_scale(s->f, y));
}

static cd_vec span_direction(const span *s, cd_vec point) {
    cd_vec p = cd_sub(point, s->between);
    p = cd_add_scaled(p, -cd_dot(p, s->axis), s->axis);
    return cd_normalized(p, cd_perpendicular(s->axis, 3));
}

static double span_slope(const void *of, double x, double y) {
    const span *s = of;
    cd_vec along = cd_sub(cd_scale(s->f, x), cd_scale(s->e, y));
    cd_vec p = span_direction(s, span_point(s, x, y));
    return -cd_dot(cd_add_scaled(s->between, s->radius, p), along);
}

static void try_both(search *s, cd_vec m, const rim *r, const rim *q, cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    cd_vec n = cd_normalized(axis, axis);
    double rest = q->radius * cd_length(cd_cross(n, q->axis));
    if (height_of(m, r, rest, n) < s->best.depth)
        try_normal(s, n);
    if (height_of(cd_negate(m), r, rest, n) < s->best.depth)
        try_normal(s, cd_negate(n));
}

// `small` and `large`: the rims, in whichever order; m leads from that of a to that of b.
static void try_span(search *s, cd_vec m, const rim *small, const rim *large, span *g) {
    double rounding = DBL_EPSILON * small->radius * (cd_max_abs(g->between) + large->radius);
    double square[MOST_FOUND][2];
    int count = settle_all(span_slope, g, rounding, false, square);
    for (int i = 0; i < count; i++) {
        cd_vec x = span_point(g, square[i][0], square[i][1]), p = span_direction(g, x);
        // Square to both rims, which tells more where they touch; or from one point to the other.
        cd_vec across = cd_cross(cd_cross(small->axis, x), cd_cross(large->axis, p));
        try_both(s, m, small, large, across);
        try_both(s, m, small, large, cd_sub(cd_add_scaled(g->between, g->radius, p), x));
    }
}

static void try_rims(search *s) {
    cd_vec across = cd_cross(s->a->direction, s->b->direction);
    if (cd_max_abs(across) <= 4 * DBL_EPSILON) // together they are one rim: an edge
        return;
    for (int i = 0; i < rim_count(s->b); i++)
        for (int k = 0; k < rim_count(s->a); k++) {
            rim r = rim_of(s->b, i), q = rim_of(s->a, k);
            cd_vec m = cd_sub(cd_sub(r.center, q.center), s->shift);
            if (!(r.radius > 0 && q.radius > 0))
                continue;
            bool of_a = q.radius <= r.radius;
            rim small = of_a ? q : r, large = of_a ? r : q;
            cd_vec e = cd_perpendicular(small.axis, 3), f = cd_cross(small.axis, e);
            span g = {cd_scale(e, small.radius), cd_scale(f, small.radius), of_a ? m : cd_negate(m),
                      large.axis, large.radius};
            try_span(s, m, &small, &large, &g);
            g.radius = -g.radius;
            try_span(s, m, &small, &large, &g);
        }
}

// ------------------------------------------------------------------------------------------- all

static void try_faces(search *s, const cd_core *core) {
    if (core->kind == CD_CORE_CURVED)
        try_axis(s, core->direction);
    for (int i = 0; i < core->face_count; i++)
        try_axis(s, cd_core_face(core, i));
}

cd_penetration cd_curved_penetration(const cd_core *a, const cd_core *b, cd_vec shift) {
    search s = {.a = a, .b = b, .shift = shift};
    bool line_a = a->kind == CD_CORE_LINE, line_b = b->kind == CD_CORE_LINE;
    if (!line_a && !line_b) {
        try_faces(&s, b);
        try_faces(&s, a);
    }
    try_crossings(&s);
    if (!line_a) // only axes across a line have a finite height
        try_strips(&s, b, a);
    if (!line_b)
        try_strips(&s, a, b);
    if (a->kind == CD_CORE_CURVED && b->kind == CD_CORE_CURVED)
        try_rims(&s);
    return s.best;
}
