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

enum { CORNERS_MAX = CD_CONTACT_FEATURE_MAX, SIDES_MAX = CORNERS_MAX + 2 };
enum { PAIRS_MAX = 4096 }; // of parts of sets

// Vertices whose heights along the normal differ by less than this part of the largest coordinate
// are equally far.
static const double level_height = 0x1p-48;

// nx x + ny y + c >= 0 holds within the polygon.
typedef struct {
    double nx, ny, c;
} polygon_side;

// A contact feature projected along the normal: the corners counter-clockwise, and the height of
// its plane, z = z0 + gx x + gy y.
typedef struct {
    int count, side_count;
    double length; // between the two corners that are farthest apart
    cd_plane_point corners[CORNERS_MAX];
    polygon_side sides[SIDES_MAX];
    double z0, gx, gy;
} feature_polygon;

// ---------------------------------------------------------------------------------------- polygons

static double turn(cd_plane_point a, cd_plane_point b, cd_plane_point c) {
    return cd_difference_of_products(b.x - a.x, c.y - a.y, b.y - a.y, c.x - a.x);
}

static int farthest(const cd_plane_point *list, int count, cd_plane_point from) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (cd_plane_point_distance2(list[i], from) > cd_plane_point_distance2(list[best], from))
            best = i;
    return best;
}

// Orders the corners: their convex hull along the unit vector `axis` (Andrew 1979).
static void order_corners(feature_polygon *p, cd_plane_point axis) {
    cd_plane_point *list = p->corners, hull[2 * CORNERS_MAX];
    for (int i = 1; i < p->count; i++) {
        cd_plane_point c = list[i];
        int k = i;
        for (; k > 0 && axis.x * (list[k - 1].x - c.x) + axis.y * (list[k - 1].y - c.y) > 0; k--)
            list[k] = list[k - 1];
        list[k] = c;
    }
    int count = 0;
    for (int half = 0; half < 2; half++) {
        int start = count;
        for (int i = 0; i < p->count; i++) {
            cd_plane_point c = list[half ? p->count - 1 - i : i];
            while (count > start + 1 && turn(hull[count - 2], hull[count - 1], c) <= 0)
                count--;
            hull[count++] = c;
        }
        count--; // the last of one half is the first of the other
    }
    p->count = count;
    for (int i = 0; i < count; i++)
        list[i] = hull[i];
}

static void add_side(feature_polygon *p, double nx, double ny, cd_plane_point through) {
    p->sides[p->side_count++] = (polygon_side){nx, ny, -(nx * through.x + ny * through.y)};
}

// Finds the sides. Two more are across the longest axis at both ends: at a sharp corner the sides
// alone would let points in that lie farther out than rounding.
// Without it: tests/collide/manifold/manifold_spec.lua "capsules: the ends where they lie side"
static void find_sides(feature_polygon *p) {
    int first = farthest(p->corners, p->count, p->corners[0]);
    cd_plane_point from = p->corners[first];
    cd_plane_point to = p->corners[farthest(p->corners, p->count, from)];
    double length = p->length = sqrt(cd_plane_point_distance2(from, to));
    p->side_count = 0;
    if (!(length > 0)) {
        p->count = 1;
        for (int i = 0; i < 4; i++)
            add_side(p, i == 0 ? 1 : i == 1 ? -1 : 0, i == 2 ? 1 : i == 3 ? -1 : 0, from);
        return;
    }
    cd_plane_point axis = {(to.x - from.x) / length, (to.y - from.y) / length};
    if (p->count > 2)
        order_corners(p, axis);
    add_side(p, axis.x, axis.y, from);
    add_side(p, -axis.x, -axis.y, to);
    for (int i = 0; i < p->count; i++) {
        cd_plane_point a = p->corners[i], b = p->corners[i + 1 < p->count ? i + 1 : 0];
        double edge = sqrt(cd_plane_point_distance2(a, b));
        add_side(p, (a.y - b.y) / edge, (b.x - a.x) / edge, a);
    }
}

// Sets the height of the plane through `at` across `normal`.
static void set_plane(feature_polygon *p, const cd_contact_frame *f, cd_vec normal, cd_vec at) {
    cd_plane_point q = cd_plane_point_of(f, at);
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
        p->corners[i] = cd_plane_point_of(f, feature->vertices[i]);
    set_plane(p, f, feature->normal, feature->vertices[0]);
    if (p->count > 0)
        find_sides(p);
}

// -------------------------------------------------------------------------------------- candidates

static double height(const feature_polygon *p, cd_plane_point at) {
    return p->z0 + p->gx * at.x + p->gy * at.y;
}

// Whether a point on the surface of one part is not inside of another part of the same shape; in
// space, meshes have no inside.
// Without it: tests/collide/manifold/manifold_spec.lua "the points of a manifold"
static bool is_outside(const cd_contact_candidates *s, const cd_shape *whole, cd_plane_point at,
                       double z) {
    if (!cd_is_set(whole) || (cd_is_mesh(whole) && whole->dim == 3))
        return true;
    cd_shape p = cd_point(whole->dim, cd_candidates_position(s, at, z));
    return !cd_set_is_deeper(&p, whole, 8 * s->frame.noise);
}

// Adds the candidate over a corner, if both surfaces are near enough there.
static void add_candidate(cd_contact_candidates *s, const feature_polygon *a,
                          const feature_polygon *b, cd_plane_point at) {
    double z = height(b, at), distance = height(a, at) - z, noise = s->frame.noise;
    if (!(distance <= cd_max(s->most, s->least + noise)))
        return;
    // Parts of sets may also overlap deeper than the contact, or lie within other parts.
    if (s->pairs > 0 && (distance < s->least - noise || !is_outside(s, s->b, at, z) ||
                         !is_outside(s, s->a, at, z + distance)))
        return;
    cd_candidates_add(s, at, z, distance);
}

static bool is_within(const feature_polygon *p, cd_plane_point at, double noise) {
    bool in = true;
    for (int i = 0; i < p->side_count; i++)
        in &= p->sides[i].nx * at.x + p->sides[i].ny * at.y + p->sides[i].c >= -noise;
    return in;
}

static cd_plane_point lerp(cd_plane_point a, cd_plane_point b, double t) {
    return (cd_plane_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

// Clips the edge from p to q by the sides; false where nothing is left. An edge within the noise of
// a side is within; the noise moves the ends of what is left only where nothing is left without it.
// Without it: tests/collide/manifold/manifold_spec.lua "the points of a manifold"
static bool clip(const feature_polygon *by, cd_plane_point p, cd_plane_point q, double noise,
                 double *from, double *to) {
    double enter = 0, leave = 1, latest = 0, earliest = 1;
    for (int i = 0; i < by->side_count; i++) {
        const polygon_side *s = &by->sides[i];
        double at_p = s->nx * p.x + s->ny * p.y + s->c, at_q = s->nx * q.x + s->ny * q.y + s->c;
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
        cd_plane_point p = a->corners[i], q = a->corners[i + 1 < a->count ? i + 1 : 0];
        double from, to;
        if (!clip(b, p, q, noise, &from, &to))
            continue;
        if (from > 0)
            add_candidate(s, a, b, lerp(p, q, from));
        if (to < 1)
            add_candidate(s, a, b, lerp(p, q, to));
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
