// Portal refinement (Snethen, XenoCollide, Game Programming Gems 7, 2008) for the line of a motion.
// A polytope a that moves by t * v touches a polytope b while t * v lies in the difference b - a,
// which is a polytope as well. First three of its vertices are found between which the line passes,
// as seen along v: a portal. Then the support point along the portal's normal divides it in three,
// and the line passes through one of them; it ends at the facet that no support point lies beyond.
// Once towards -v this gives the begin of the touch, once towards v its end. Both facets and where
// the line passes them are tested at their end, so a search that rounding has led astray proves
// nothing. In the plane a portal is a segment.
#include "collide/cast/portal.h"

#include "collide/math/tolerance.h"
#include "collide/math/trace.h"
#include "collide/simd/hot.h"

#include <assert.h>
#include <float.h>

enum { STEPS_MAX = 200 }; // a bound, should rounding let the search cycle

// A point of the difference and the vertices of a and b that it is made of.
typedef struct {
    cd_vec w;    // seen from a point of the line near the difference
    cd_vec p, q; // seen from the cores' offsets
    int a, b;
} portal_vertex;

// The vertices run counter-clockwise as seen from `out`, the side that the portal is refined
// towards; in the plane, from right to left. The line passes through the mean of the vertices with
// these weights: they are >= 0, each is the area between the line and the opposite edge as seen
// from `out`.
typedef struct {
    int count; // the dimension
    portal_vertex v[3];
    double weight[3];
} portal;

typedef struct {
    const cd_core *a, *b;
    cd_vec motion, base; // the point of the line from which vertices are seen
    double speed2;
    double size; // the largest coordinate of a vertex so far, seen from the base
    double far;  // of the base, and of what a vertex is computed from
} line_search;

// What a line passes at a smaller sine, or nearer to an edge as a part of the size, it may merely
// graze.
static const double graze = 0x1p-20;

static inline cd_vec from_origin(const line_search *l, cd_vec p, cd_vec q) {
    return cd_negate(cd_core_between(l->a, p, l->b, q));
}

// The vertex of the difference that is farthest along n; searched from another one, which it is if
// none is farther.
static inline portal_vertex support(line_search *l, cd_vec n, int a, int b) {
    cd_vec p = cd_core_support_inside(l->a, cd_negate(n), &a);
    cd_vec q = cd_core_support_inside(l->b, n, &b);
    cd_vec w = cd_sub(from_origin(l, p, q), l->base);
    l->size = cd_max(l->size, cd_max_abs(w));
    return (portal_vertex){w, p, q, a, b};
}

// The edge from one vertex to another. The part of each core is subtracted first: the edge of a
// small core keeps its digits beside the edge of a large one.
static inline cd_vec edge(const portal_vertex *from, const portal_vertex *to) {
    return cd_sub(cd_sub(to->q, from->q), cd_sub(to->p, from->p));
}

// ------------------------------------------------------------------------------------- the shadow

// The part of n across the motion. Of what is long along the motion n itself, known to rounding of
// that length, is not across: the difference may lie on one side of a point of the line, but on
// both of the line.
// Without it: tests/collide/cast/exact_verdicts_test.c "is_needle"
static inline cd_vec across(const line_search *l, cd_vec n) {
    return cd_add_scaled(n, -cd_dot(n, l->motion) / l->speed2, l->motion);
}

static void record_side(const line_search *l, const portal_vertex *c, cd_vec n) {
    const double length = cd_length(n);
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_SWEPT_AXIS,
                                  .distance = -cd_dot(c->w, n) / length,
                                  .normal = cd_scale(n, -1 / length),
                                  .a = {cd_add(l->a->offset, c->p)},
                                  .b = {cd_add(l->b->offset, c->q)}});
}

// Whether the whole difference lies on this side of the line, c being farthest along n, which is
// across the motion.
static inline bool is_beside(const line_search *l, const portal_vertex *c, cd_vec n) {
    if (CD_TRACES && !cd_is_zero(n))
        record_side(l, c, n);
    return cd_dot(c->w, n) < -CD_CLOSED_FORM_DOUBT * cd_max_abs(n) * (l->size + l->far);
}

// Of what a vertex of the difference was computed from.
static inline double coordinates_of(const line_search *l, const portal_vertex *c) {
    return cd_max_abs(l->a->offset) + cd_max_abs(c->p) + cd_max_abs(l->b->offset) +
           cd_max_abs(c->q);
}

static inline double area(const portal_vertex *p, const portal_vertex *q, cd_vec out) {
    return cd_dot(cd_cross_plain(p->w, q->w), out);
}

// Moves the base to the place of the line beside the first vertex, the foremost or last one.
static inline portal_vertex first_vertex(line_search *l) {
    portal_vertex c = support(l, cd_negate(l->motion), 0, 0);
    l->base = cd_scale(l->motion, cd_dot(c.w, l->motion) / l->speed2);
    l->far = cd_max_abs(l->base) + coordinates_of(l, &c);
    c.w = cd_sub(c.w, l->base);
    l->size = cd_max_abs(c.w);
    return c;
}

// Finds three vertices whose shadows along the motion contain that of the line: GJK in the plane
// across it, which needs no distances.
static inline cd_verdict find_triangle(line_search *l, portal *t) {
    const cd_vec v = l->motion;
    t->v[0] = first_vertex(l);
    cd_vec n = across(l, cd_negate(t->v[0].w));
    t->v[1] = support(l, n, t->v[0].a, t->v[0].b);
    if (is_beside(l, &t->v[1], n))
        return CD_MISSES;
    for (int step = 0; step < STEPS_MAX; step++) {
        // The line lies beside the edge from vertex 0 to vertex 1: on its left, seen from v.
        double beside = area(&t->v[0], &t->v[1], v);
        if (beside < 0) {
            portal_vertex swapped = t->v[0];
            t->v[0] = t->v[1];
            t->v[1] = swapped;
            beside = -beside;
        }
        n = across(l, cd_cross_plain(v, edge(&t->v[0], &t->v[1])));
        t->v[2] = support(l, n, t->v[1].a, t->v[1].b);
        if (is_beside(l, &t->v[2], n))
            return CD_MISSES;
        double next = area(&t->v[1], &t->v[2], v), last = area(&t->v[2], &t->v[0], v);
        if (next >= 0 && last >= 0) {
            t->weight[0] = next;
            t->weight[1] = last;
            t->weight[2] = beside;
            return beside + next + last > 0 ? CD_MEETS : CD_UNKNOWN;
        }
        t->v[next < last ? 0 : 1] = t->v[2]; // the line lies beyond this edge
    }
    return CD_UNKNOWN;
}

// The same in the plane: the vertices farthest to the right and to the left.
static inline cd_verdict find_segment(line_search *l, portal *t) {
    cd_vec left = cd_perp(l->motion), right = cd_negate(left);
    portal_vertex c = first_vertex(l);
    t->v[0] = support(l, right, c.a, c.b);
    t->v[1] = support(l, left, c.a, c.b);
    if (is_beside(l, &t->v[0], right) || is_beside(l, &t->v[1], left))
        return CD_MISSES;
    t->weight[0] = cd_dot(t->v[1].w, left);
    t->weight[1] = cd_dot(t->v[0].w, right);
    bool within = t->weight[0] >= 0 && t->weight[1] >= 0;
    return within && t->weight[0] + t->weight[1] > 0 ? CD_MEETS : CD_UNKNOWN;
}

// Whether the line passes within by more than rounding. Beside an edge the line passes one of two
// facets to rounding: Newton's method decides.
// Without it: tests/collide/cast/portal_test.c "portals_agree_with_newton"
static inline bool is_clear(const line_search *l, const portal *t) {
    double least = cd_min(t->weight[0], t->weight[1]);
    if (t->count == 2)
        return least > CD_CLOSED_FORM_DOUBT * (l->size + l->far);
    return cd_min(least, t->weight[2]) > CD_CLOSED_FORM_DOUBT * l->size * (l->size + l->far);
}

// The portal as seen from the other side.
static inline portal turned(const portal *t) {
    portal other = *t;
    other.v[0] = t->v[1];
    other.v[1] = t->v[0];
    other.weight[0] = t->weight[1];
    other.weight[1] = t->weight[0];
    return other;
}

// -------------------------------------------------------------------------------------- the facet

// A portal and its normal, not unit, by how much rounding may turn that times its length, and the
// farthest vertex along it.
typedef struct {
    cd_vec n;
    double noise;
    portal_vertex farthest;
} portal_facet;

static inline void find_farthest(line_search *l, const portal *t, portal_facet *f) {
    if (t->count == 2) {
        cd_vec e = edge(&t->v[0], &t->v[1]);
        f->n = cd_negate(cd_perp(e));
        f->noise = 8 * DBL_EPSILON * cd_max_abs(e);
    } else { // from the two edges beside the longest one: those of a needle are nearly parallel
        cd_vec e[3] = {edge(&t->v[1], &t->v[2]), edge(&t->v[2], &t->v[0]),
                       edge(&t->v[0], &t->v[1])};
        double length[3] = {cd_max_abs(e[0]), cd_max_abs(e[1]), cd_max_abs(e[2])};
        int k = length[0] > length[1] ? 0 : 1;
        k = length[k] > length[2] ? k : 2;
        int i = (k + 1) % 3, j = (k + 2) % 3;
        f->n = cd_cross(e[i], e[j]);
        f->noise = 8 * DBL_EPSILON * length[i] * length[j];
    }
    f->farthest = support(l, f->n, t->v[0].a, t->v[0].b);
}

// Whether the farthest vertex lies beyond the portal by more than rounding: its height above the
// vertex that is nearest to it, since small differences keep their digits.
static inline bool has_gain(const portal *t, const portal_facet *f) {
    cd_vec way = {INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < t->count; i++) {
        cd_vec e = edge(&t->v[i], &f->farthest);
        way = cd_max_abs(e) < cd_max_abs(way) ? e : way;
    }
    return cd_dot(f->n, way) > f->noise * cd_max_abs(way);
}

// Replaces the vertex opposite to the edge that the line passes by on the inner side, with c.
static inline bool divide(portal *t, const portal_vertex *c, cd_vec out) {
    if (t->count == 2) {
        double left = cd_dot(c->w, cd_perp(out));
        t->v[left > 0] = *c;
        t->weight[left <= 0] = fabs(left);
        return true;
    }
    cd_vec across = cd_cross_plain(out, c->w);
    double from[3]; // the area beside the edge from c to each vertex
    for (int i = 0; i < 3; i++)
        from[i] = cd_dot(across, t->v[i].w);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        if (!(from[i] >= 0 && from[j] <= 0))
            continue;
        t->v[k] = *c;
        t->weight[i] = -from[j];
        t->weight[j] = from[i];
        return true;
    }
    return false;
}

static void record_portal(const line_search *l, const portal *t, cd_vec n, double gain,
                          double time) {
    cd_trace_step step = {.kind = CD_STEP_PORTAL, .count = t->count, .gain = gain, .t = time};
    step.normal = cd_normalized(n, n);
    for (int i = 0; i < t->count; i++) {
        step.a[i] = cd_add(l->a->offset, t->v[i].p);
        step.b[i] = cd_add(l->b->offset, t->v[i].q);
    }
    cd_trace_put(&step);
}

static double gain_of(const portal *t, const portal_facet *f) {
    return cd_dot(f->n, edge(&t->v[0], &f->farthest)) / cd_length(f->n);
}

// Refines the portal up to the facet; false where rounding keeps it from being found.
static inline bool refine(line_search *l, portal *t, cd_vec out, portal_facet *facet) {
    for (int step = 0; step < STEPS_MAX; step++) {
        find_farthest(l, t, facet);
        if (!has_gain(t, facet))
            return true;
        if (CD_TRACES)
            record_portal(l, t, facet->n, gain_of(t, facet), 0);
        if (!divide(t, &facet->farthest, out))
            return false;
    }
    return false;
}

// The time at which the line passes the facet's plane: from the vertex that lies nearest to where
// a is at t = 0, so that the least is lost. Returns false where the line passes at a grazing angle,
// or the facet is a needle, whose normal is known less well.
static inline bool pass_plane(const line_search *l, const portal *t, const portal_facet *f,
                              double *time) {
    double length = cd_length(f->n), speed = cd_dot(l->motion, f->n), least = INFINITY;
    cd_vec way = {0, 0, 0};
    for (int i = 0; i < t->count; i++) {
        cd_vec w = from_origin(l, t->v[i].p, t->v[i].q);
        way = cd_max_abs(w) < least ? w : way;
        least = cd_min(least, cd_max_abs(w));
    }
    *time = cd_dot(way, f->n) / speed;
    return fabs(speed) > graze * length * sqrt(l->speed2) && f->noise < 0x1p-30 * length;
}

// The vertices as seen from the point of the line at a time, where those of small features have
// digits that they had not from elsewhere. Sets their weights and how large each may be by
// rounding: beside a short edge, less than beside a long one.
// Without it: tests/collide/cast/rounding_spec.lua "is less beside the short edge of a facet"
static inline void see_from(const line_search *l, double time, portal *t, cd_vec n,
                            double noise[3]) {
    cd_vec base = cd_scale(l->motion, time), left = cd_perp(n);
    double known[3], far[3], of_base = cd_max_abs(base), length = cd_length(n);
    for (int i = 0; i < t->count; i++) {
        portal_vertex *c = &t->v[i];
        c->w = cd_sub(from_origin(l, c->p, c->q), base);
        known[i] = CD_CLOSED_FORM_DOUBT * length * cd_max(of_base, coordinates_of(l, c));
        far[i] = cd_max_abs(c->w);
    }
    for (int i = 0; i < t->count; i++) {
        int j = (i + 1) % t->count, k = (i + 2) % t->count;
        const portal_vertex *p = &t->v[j], *q = &t->v[k];
        t->weight[i] = t->count == 3 ? area(p, q, n) : cd_dot(p->w, left) * (i == 0 ? 1 : -1);
        noise[i] = t->count == 3 ? known[j] * far[k] + known[k] * far[j] : known[j];
    }
}

// The touched point of b, from the vertices of the core whose part of the facet is smaller: those
// of a when it has moved, too. The position in a large facet is known less well.
static inline cd_vec touched_point(const line_search *l, const portal *t, double time,
                                   const double part[3]) {
    cd_vec on_a = {0, 0, 0}, on_b = {0, 0, 0};
    double large_a = 0, large_b = 0;
    for (int i = 1; i < t->count; i++) {
        cd_vec of_a = cd_sub(t->v[i].p, t->v[0].p), of_b = cd_sub(t->v[i].q, t->v[0].q);
        on_a = cd_add_scaled(on_a, part[i], of_a);
        on_b = cd_add_scaled(on_b, part[i], of_b);
        large_a = cd_max(large_a, cd_max_abs(of_a));
        large_b = cd_max(large_b, cd_max_abs(of_b));
    }
    if (large_b <= large_a)
        return cd_add(l->b->offset, cd_add(t->v[0].q, on_b));
    cd_vec moved = cd_add_scaled(cd_add(l->a->offset, t->v[0].p), time, l->motion);
    return cd_add(moved, on_a);
}

// Finds where the line passes the facet. Returns false where it does not pass within it, or that
// is not known well; `clear`: it passes within by more than rounding.
static inline bool pass_facet(const line_search *l, portal *t, const portal_facet *f, cd_portal *at,
                              bool *clear) {
    double part[3], sum = 0, length = cd_length(f->n);
    if (!pass_plane(l, t, f, &at->time))
        return false;
    double noise[3];
    see_from(l, at->time, t, f->n, noise);
    bool within = true, clearly = true;
    for (int i = 0; i < t->count; i++) {
        within &= t->weight[i] >= -0x1p-4 * noise[i];
        clearly &= t->weight[i] > noise[i];
        part[i] = cd_max(t->weight[i], 0);
        sum += part[i];
    }
    at->is_alone = true;
    for (int i = 0; i < t->count; i++) {
        int j = (i + 1) % t->count, k = (i + 2) % t->count;
        double opposite = t->count == 2 ? 1 : cd_length(edge(&t->v[j], &t->v[k]));
        part[i] /= sum;
        at->is_alone &= part[i] * length > graze * l->size * opposite;
    }
    at->normal = cd_normalized(f->n, f->n);
    at->point = touched_point(l, t, at->time, part);
    if (CD_TRACES)
        record_portal(l, t, f->n, 0, at->time);
    *clear |= clearly;
    return within && sum > 0;
}

static inline cd_verdict cast_line(line_search *l, cd_portal *enter, cd_portal *exit) {
    portal first = {.count = l->a->dim};
    cd_verdict verdict = first.count == 2 ? find_segment(l, &first) : find_triangle(l, &first);
    if (verdict != CD_MEETS)
        return verdict;
    bool clear = is_clear(l, &first);
    portal front = turned(&first), back = first;
    portal_facet begin, end;
    if (!refine(l, &front, cd_negate(l->motion), &begin) || !refine(l, &back, l->motion, &end) ||
        !pass_facet(l, &front, &begin, enter, &clear) || !pass_facet(l, &back, &end, exit, &clear))
        return CD_UNKNOWN;
    double thick = (exit->time - enter->time) * sqrt(l->speed2);
    return clear && thick > CD_CLOSED_FORM_DOUBT / graze * (l->size + l->far) ? CD_MEETS
                                                                              : CD_UNKNOWN;
}

CD_HOT cd_verdict cd_portal_cast(const cd_core *a, const cd_core *b, cd_vec motion,
                                 cd_portal *enter, cd_portal *exit) {
    assert(a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE && a->dim == b->dim);
    line_search l = {.a = a, .b = b, .motion = motion, .speed2 = cd_length2(motion)};
    return cast_line(&l, enter, exit);
}
