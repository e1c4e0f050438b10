// The points of a contact: each shape turns a face, edge or vertex towards the other
// (contact_feature.h). Projected along the contact normal both are convex polygons; the corners of
// their intersection, lifted to the planes of both features, are the points. Corners are found
// without an order: vertices of one polygon in the other, and ends of an edge of one clipped by the
// sides of the other (Liang and Barsky 1984). Corners that exist only to rounding are candidates,
// too: the choice of four leaves out doubles.
#include "collide/manifold/box_box_manifold.h"
#include "collide/manifold/contact_candidates.h"
#include "collide/manifold/contact_feature.h"
#include "collide/manifold/polygon_manifold.h"
#include "collide/math/monotone_chain.h"
#include "collide/math/tolerance.h"
#include "collide/math/trace.h"
#include "collide/narrow/box/box_box.h"
#include "collide/set/separate_sets.h"
#include "collide/set/set_distance.h"
#include "collide/shape/core.h"
#include "collide/shape/local_frame.h"
#include "collide/shape/set.h"
#include "collide/simd/hot.h"

#include <assert.h>
#include <string.h>

enum { CORNERS_MAX = CD_CONTACT_FEATURE_MAX, SIDES_MAX = CORNERS_MAX + 2 };
enum { PAIRS_MAX = 4096 }; // of parts of sets

// Vertices whose heights along the normal differ by less than this part of the largest coordinate
// are equally far.
static const double level_height = 0x1p-48;

// n . p + c >= 0 holds within the polygon.
typedef struct {
    cd_vec n;
    double c;
} polygon_side;

// A contact feature projected along the normal, at z = 0: the corners counter-clockwise, and the
// height of its plane, z = z0 + gx x + gy y.
typedef struct {
    int count, side_count;
    double length; // between the two corners that are farthest apart
    cd_vec corners[CORNERS_MAX];
    polygon_side sides[SIDES_MAX];
    double z0, gx, gy;
} feature_polygon;

// ---------------------------------------------------------------------------------------- polygons

static double distance2(cd_vec p, cd_vec q) { return cd_length2(cd_sub(p, q)); }

static cd_vec farthest(const feature_polygon *p, cd_vec from) {
    cd_vec best = p->corners[0];
    for (int i = 1; i < p->count; i++)
        if (distance2(p->corners[i], from) > distance2(best, from))
            best = p->corners[i];
    return best;
}

// Corner i, counted round the polygon.
static cd_vec corner(const feature_polygon *p, int i) { return p->corners[i < p->count ? i : 0]; }

static void order_corners(feature_polygon *p) {
    cd_numbered_point order[CORNERS_MAX];
    int hull[2 * CORNERS_MAX];
    cd_vec list[CORNERS_MAX];
    memcpy(list, p->corners, sizeof list);
    p->count = cd_monotone_chain(list, p->count, order, hull);
    for (int i = 0; i < p->count; i++)
        p->corners[i] = list[hull[i]];
}

static void add_side(feature_polygon *p, cd_vec n, cd_vec through) {
    p->sides[p->side_count++] = (polygon_side){n, -cd_dot(n, through)};
}

// Finds the sides. Two more are across the longest axis at both ends: at a sharp corner the sides
// alone would let points in that lie farther out than rounding.
// Without it: tests/collide/manifold/manifold_spec.lua "capsules: the ends where they lie side"
static void find_sides(feature_polygon *p) {
    const cd_vec from = farthest(p, p->corners[0]), to = farthest(p, from);
    const double length = p->length = sqrt(distance2(from, to));
    p->side_count = 0;
    p->count = length > 0 ? p->count : 1;
    const cd_vec axis = cd_normalized(cd_sub(to, from), (cd_vec){1, 0, 0});
    if (p->count > 2)
        order_corners(p);
    add_side(p, axis, from);
    add_side(p, cd_negate(axis), to);
    if (p->count == 1) {
        add_side(p, cd_perp(axis), from);
        add_side(p, cd_negate(cd_perp(axis)), from);
        return;
    }
    for (int i = 0; i < p->count; i++) {
        const cd_vec edge = cd_sub(corner(p, i + 1), p->corners[i]);
        add_side(p, cd_perp(cd_normalized(edge, axis)), p->corners[i]);
    }
}

// Sets the height of the plane through `at` across `normal`.
static void set_plane(feature_polygon *p, const cd_contact_frame *f, cd_vec normal, cd_vec at) {
    const cd_vec q = cd_candidate_place(f, at);
    double inverse = 1 / cd_dot(normal, f->n);
    p->gx = -cd_dot(normal, f->u) * inverse;
    p->gy = -cd_dot(normal, f->w) * inverse;
    p->z0 = cd_dot(cd_sub(at, f->origin), f->n) - p->gx * q.x - p->gy * q.y;
}

static void project(feature_polygon *p, const cd_contact_frame *f,
                    const cd_contact_feature *feature) {
    p->count = feature->count;
    p->side_count = 0;
    p->length = 0;
    for (int i = 0; i < p->count; i++)
        p->corners[i] = cd_candidate_place(f, feature->vertices[i]);
    set_plane(p, f, feature->normal, feature->vertices[0]);
    if (p->count > 0)
        find_sides(p);
}

// -------------------------------------------------------------------------------------- candidates

static double height(const feature_polygon *p, cd_vec at) {
    return p->z0 + p->gx * at.x + p->gy * at.y;
}

// Whether a point on the surface of one part is not inside of another part of the same shape; in
// space, meshes have no inside.
// Without it: tests/collide/manifold/manifold_spec.lua "the points of a manifold"
static bool is_outside(const cd_contact_candidates *s, const cd_shape *whole, cd_vec at) {
    if (!cd_is_set(whole) || (cd_is_mesh(whole) && whole->dim == 3))
        return true;
    cd_shape p = cd_point(whole->dim, cd_candidates_position(s, at));
    return !cd_set_is_deeper(&p, whole, 8 * s->frame.noise);
}

// Adds the candidate over a corner, if both surfaces are near enough there.
static void add_candidate(cd_contact_candidates *s, const feature_polygon *a,
                          const feature_polygon *b, cd_vec at) {
    const cd_vec on_b = {at.x, at.y, height(b, at)}, on_a = {at.x, at.y, height(a, at)};
    const double distance = on_a.z - on_b.z, noise = s->frame.noise;
    if (!(distance <= cd_max(s->most, s->least + noise)))
        return;
    // Parts of sets may also overlap deeper than the contact, or lie within other parts.
    if (s->pairs > 0 &&
        (distance < s->least - noise || !is_outside(s, s->b, on_b) || !is_outside(s, s->a, on_a)))
        return;
    cd_candidates_add(s, on_b, distance);
}

static double height_over(const polygon_side *side, cd_vec at) {
    return cd_dot(side->n, at) + side->c;
}

static bool is_within(const feature_polygon *p, cd_vec at, double noise) {
    bool in = true;
    for (int i = 0; i < p->side_count; i++)
        in &= height_over(&p->sides[i], at) >= -noise;
    return in;
}

// Clips the edge from p to q by the sides; false where nothing is left. An edge within the noise of
// a side is within; the noise moves the ends of what is left only where nothing is left without it.
// Without it: tests/collide/manifold/manifold_spec.lua "the points of a manifold"
static bool clip(const feature_polygon *by, cd_vec p, cd_vec q, double noise, double *from,
                 double *to) {
    double enter = 0, leave = 1, latest = 0, earliest = 1;
    for (int i = 0; i < by->side_count; i++) {
        double at_p = height_over(&by->sides[i], p), at_q = height_over(&by->sides[i], q);
        if (at_p < -noise && at_q < -noise)
            return false;
        double inverse = 1 / (at_p - at_q);
        if (at_p < -noise) {
            enter = cd_max(enter, at_p * inverse);
            latest = cd_max(latest, (at_p + noise) * inverse);
        } else if (at_q < -noise) {
            leave = cd_min(leave, at_p * inverse);
            earliest = cd_min(earliest, (at_p + noise) * inverse);
        }
    }
    bool exact = enter <= leave; // else the middle of what the noise leaves
    *from = exact ? enter : 0.5 * (latest + earliest);
    *to = exact ? leave : *from;
    return latest <= earliest;
}

static void add_corners(cd_contact_candidates *s, const feature_polygon *a,
                        const feature_polygon *b) {
    double noise = s->frame.noise;
    for (int i = 0; i < a->count; i++)
        if (is_within(b, a->corners[i], noise))
            add_candidate(s, a, b, a->corners[i]);
    for (int i = 0; i < b->count; i++)
        if (is_within(a, b->corners[i], noise))
            add_candidate(s, a, b, b->corners[i]);
    if (b->side_count == 0) // a half-space
        return;
    for (int i = 0; i < (a->count == 2 ? 1 : a->count); i++) {
        const cd_vec p = a->corners[i], q = corner(a, i + 1);
        double from, to;
        if (!clip(b, p, q, noise, &from, &to))
            continue;
        if (from > 0)
            add_candidate(s, a, b, cd_add_scaled(p, from, cd_sub(q, p)));
        if (to < 1)
            add_candidate(s, a, b, cd_add_scaled(p, to, cd_sub(q, p)));
    }
}

// ------------------------------------------------------------------------------------------ points

// How far a core reaches from p; 0 where it has no end.
static double farthest_from(const cd_core *core, cd_vec p) {
    double most = 0;
    if (core->kind == CD_CORE_LINE || core->kind == CD_CORE_HALFSPACE)
        return 0;
    for (int i = 0; i < core->vertex_count; i++)
        most = cd_max(most, cd_length(cd_sub(cd_core_vertex(core, i), p)));
    return core->kind == CD_CORE_CURVED ? most + cd_max(core->rim[0], core->rim[1]) : most;
}

// Adds the candidates of two convex shapes.
CD_HOT static void add_pair(cd_contact_candidates *s, const cd_shape *a, const cd_shape *b) {
    cd_core core_a, core_b;
    cd_core_of(&core_a, a);
    cd_core_of(&core_b, b);
    cd_contact_frame *f = &s->frame;
    bool curved = core_a.kind == CD_CORE_CURVED || core_b.kind == CD_CORE_CURVED;
    f->noise = cd_max(f->noise, s->size * (curved ? CD_TOUCH_CURVED : CD_TOUCH_OF_MANY));
    cd_vec touch_b = cd_add_scaled(f->origin, -b->radius, f->n);
    cd_vec touch_a = cd_add_scaled(f->origin, s->least + a->radius, f->n);
    const bool lines = core_a.kind == CD_CORE_LINE || core_b.kind == CD_CORE_LINE;
    const double extent =
        lines ? 4 * cd_max(farthest_from(&core_a, touch_b), farthest_from(&core_b, touch_a)) : 0;
    double noise = s->size * level_height;
    cd_contact_feature feature;
    feature_polygon polygon_a, polygon_b;
    cd_contact_feature_of(&core_a, a->radius, cd_negate(f->n), noise, touch_a, extent, &feature);
    project(&polygon_a, f, &feature);
    cd_contact_feature_of(&core_b, b->radius, f->n, noise, touch_b, extent, &feature);
    project(&polygon_b, f, &feature);
    s->span = cd_max(s->span, cd_max(polygon_a.length, polygon_b.length));
    if (s->pairs > 0 || (polygon_a.count != 1 && polygon_b.count != 1))
        add_corners(s, &polygon_a, &polygon_b);
}

// Visits two parts of sets.
static bool add_parts(void *context, const cd_shape *a, const cd_shape *b) {
    cd_contact_candidates *s = context;
    // Many parts have more corners than there is room for.
    // Without it: tests/collide/cast/devices_spec.lua "the manifold of a set of many parts"
    if (s->count > CD_CANDIDATES_MAX / 2)
        cd_candidates_reduce(s);
    s->pairs++;
    add_pair(s, a, b);
    return s->pairs < PAIRS_MAX;
}

// Not initialised as a whole: it is large.
static void start_candidates(cd_contact_candidates *s, const cd_shape *a, const cd_shape *b,
                             double largest, const cd_separation *c) {
    double size = cd_max(largest, cd_max(cd_max_abs(c->point_a), cd_max_abs(c->point_b)));
    s->a = a;
    s->b = b;
    s->count = s->pairs = 0;
    s->x[CD_CANDIDATE_OWN] = s->y[CD_CANDIDATE_OWN] = 0;
    s->span = 0;
    s->size = size;
    s->least = c->distance;
    s->frame = (cd_contact_frame){.origin = c->point_b, .n = c->normal, .dim = a->dim};
}

// Completes a frame whose normal is given.
static void complete_frame(cd_contact_frame *f) {
    f->u = cd_perpendicular(f->n, f->dim);
    f->w = f->dim == 2 ? (cd_vec){0, 0, 0} : cd_cross(f->n, f->u);
}

// Shapes that are far from the origin are seen from nearby.
static void find_points(const cd_shape *a, const cd_shape *b, double margin, cd_contact_points *m) {
    cd_contact_candidates s;
    double largest = cd_largest_coordinate_of(a, b);
    cd_vec origin = cd_local_origin(a, b);
    bool far = cd_max_abs(origin) > 0.875 * largest;
    if (!far)
        origin = (cd_vec){0, 0, 0};
    cd_shape near_a = cd_shape_seen_from(a, origin), near_b = cd_shape_seen_from(b, origin);
    cd_separation near = m->contact;
    near.point_a = cd_sub(near.point_a, origin);
    near.point_b = cd_sub(near.point_b, origin);
    start_candidates(&s, &near_a, &near_b,
                     far ? cd_largest_coordinate_of(&near_a, &near_b) : largest, &near);
    s.most = margin;
    if (!cd_are_boxes(a, b) || !cd_candidates_of_boxes(&s, &near_a, &near_b)) {
        complete_frame(&s.frame);
        if (cd_is_set(a) || cd_is_set(b))
            cd_set_each_pair(&near_a, &near_b, cd_max(margin, 0), add_parts, &s);
        else
            add_pair(&s, &near_a, &near_b);
    }
    // Where they are written, candidates that differ by less than the rounding there are one.
    s.frame.origin = cd_add(s.frame.origin, origin);
    s.span = cd_max(s.span, cd_candidates_span_of_rounding * cd_max_abs(s.frame.origin));
    cd_candidates_write(&s, m);
}

static bool has_one_point(const cd_shape *a, const cd_shape *b, const cd_separation *c) {
    return cd_has_point_core(a) || cd_has_point_core(b) ||
           (cd_is_unbounded(a) && cd_is_unbounded(b)) || isinf(c->distance);
}

bool cd_manifold(const cd_shape *a, const cd_shape *b, double margin, cd_contact_points *m) {
    assert(a->dim == b->dim && !cd_shape_error(a) && !cd_shape_error(b) && !isnan(margin));
    cd_separation *c = &m->contact;
    if (cd_are_boxes(a, b)) {
        cd_contact_candidates s;
        cd_verdict verdict = cd_manifold_boxes(a, b, margin, &s, c);
        if (verdict == CD_MISSES || (verdict == CD_MEETS && !(c->distance <= margin)))
            return false;
        if (verdict == CD_MEETS) {
            cd_candidates_write(&s, m);
            return true;
        }
    }
    cd_verdict polygons = cd_manifold_polygons(a, b, margin, m);
    if (polygons != CD_UNKNOWN)
        return polygons == CD_MEETS;
    if (!cd_contact(a, b, margin, c))
        return false;
    m->count = 1;
    m->points[0] = (cd_contact_point){c->point_a, c->point_b, c->distance};
    cd_trace *trace = cd_trace_pause();
    if (!has_one_point(a, b, c))
        find_points(a, b, margin, m);
    cd_trace_resume(trace);
    return true;
}
