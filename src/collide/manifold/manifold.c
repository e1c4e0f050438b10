// The points of a contact. Along its normal the two shapes face each other with a face, edge or
// vertex each (contact_feature.h). Seen along the normal both are convex polygons; the corners of
// what they have in common are the points. Over each of them lies one point of either face's own
// plane, so all are on the surfaces whatever the tilt. Corners are found without an order: vertices
// of one that lie in the other, and the ends of an edge of one clipped by the sides of the other
// (Liang and Barsky 1984). What rounding could decide is in; doubles are left out by the choice of
// four.
#include "collide/manifold/box_box_manifold.h"
#include "collide/manifold/contact_candidates.h"
#include "collide/manifold/contact_feature.h"
#include "collide/narrow/box_box.h"
#include "collide/set/set_distance.h"
#include "collide/shape/core.h"
#include "collide/shape/set.h"

#include <float.h>

enum { CORNERS_MAX = CD_CONTACT_FEATURE_MAX, SIDES_MAX = CORNERS_MAX + 2 };
enum { PAIRS_MAX = 4096 };

// Rounding of what lies along the normal, and across it, by the largest coordinate; and what the
// normal of a curved core leaves open.
static const double rounding = 0x1p-45, curved_rounding = 0x1p-30;
// Vertices that are as far along the normal.
static const double level = 0x1p-48;

// nx x + ny y + c >= 0 within
typedef struct {
    double nx, ny, c;
} side;

// A facing feature seen along the normal: corners counter-clockwise, and the height of its plane,
// z = z0 + gx x + gy y.
typedef struct {
    int count, side_count;
    double length; // between the ends
    cd_plane_point corners[CORNERS_MAX];
    side sides[SIDES_MAX];
    double z0, gx, gy;
} polygon;

// ------------------------------------------------------------------------------------------- seen

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

// The convex hull of the corners along the unit vector `axis` (Andrew 1979); `least` is the square
// of the shortest side.
static void order(polygon *p, cd_plane_point axis, double least) {
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
        count--; // the last is the other half's first
    }
    p->count = 0; // without corners that nearly coincide: their side would have no direction
    for (int i = 0; i < count; i++)
        if (i == 0 || (cd_plane_point_distance2(hull[i], list[p->count - 1]) > least &&
                       cd_plane_point_distance2(hull[i], hull[0]) > least))
            list[p->count++] = hull[i];
}

static void add_side(polygon *p, double nx, double ny, cd_plane_point through) {
    p->sides[p->side_count++] = (side){nx, ny, -(nx * through.x + ny * through.y)};
}

// The sides, and the ends along the longest axis, where sharp corners would let rounding out.
static void enclose(polygon *p) {
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
        order(p, axis, 0x1p-52 * length * length);
    add_side(p, axis.x, axis.y, from);
    add_side(p, -axis.x, -axis.y, to);
    for (int i = 0; i < p->count; i++) {
        cd_plane_point a = p->corners[i], b = p->corners[i + 1 < p->count ? i + 1 : 0];
        double edge = sqrt(cd_plane_point_distance2(a, b));
        add_side(p, (a.y - b.y) / edge, (b.x - a.x) / edge, a);
    }
}

// The plane's height where the vector from `at` to it is along the normal.
static void set_plane(polygon *p, const cd_contact_frame *f, cd_vec normal, cd_vec at) {
    cd_plane_point q = cd_plane_point_of(f, at);
    double inverse = 1 / cd_dot(normal, f->n);
    p->gx = -cd_dot(normal, f->u) * inverse;
    p->gy = -cd_dot(normal, f->w) * inverse;
    p->z0 = cd_dot(cd_sub(at, f->origin), f->n) - p->gx * q.x - p->gy * q.y;
}

static void see(polygon *p, const cd_contact_frame *f, const cd_contact_feature *facing) {
    p->count = facing->count;
    p->side_count = 0;
    p->length = 0;
    for (int i = 0; i < p->count; i++)
        p->corners[i] = cd_plane_point_of(f, facing->vertices[i]);
    set_plane(p, f, facing->normal, facing->vertices[0]);
    if (p->count > 0)
        enclose(p);
}

// ------------------------------------------------------------------------------------------- spots

static double height(const polygon *p, cd_plane_point at) {
    return p->z0 + p->gx * at.x + p->gy * at.y;
}

// Whether a point of a part is not inside of another part; in space, meshes have no inside.
static bool is_outside(const cd_contact_candidates *s, const cd_shape *whole, cd_plane_point at,
                       double z) {
    if (!cd_is_set(whole) || (whole->kind == CD_MESH && whole->dim == 3))
        return true;
    cd_shape p = cd_point(whole->dim, cd_candidates_position(s, at, z));
    return cd_distance(&p, whole) >= -8 * ldexp(s->frame.noise, -s->power);
}

static void offer(cd_contact_candidates *s, const polygon *a, const polygon *b, cd_plane_point at) {
    double z = height(b, at), distance = height(a, at) - z, noise = s->frame.noise;
    if (!(distance <= cd_max(s->most, s->least + noise)))
        return;
    // Of sets there may be parts that face away from each other.
    if (s->pairs > 0 && (distance < s->least - noise || !is_outside(s, s->b, at, z) ||
                         !is_outside(s, s->a, at, z + distance)))
        return;
    cd_candidates_add(s, at, z, distance);
}

static bool within(const polygon *p, cd_plane_point at, double noise) {
    bool in = true;
    for (int i = 0; i < p->side_count; i++)
        in &= p->sides[i].nx * at.x + p->sides[i].ny * at.y + p->sides[i].c >= -noise;
    return in;
}

static cd_plane_point between(cd_plane_point a, cd_plane_point b, double t) {
    return (cd_plane_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

// The part of the edge from p to q that is within the sides; false where there is none. Whether
// there is one, the noise may decide; where it ends, it does not if it need not.
static bool clip(const polygon *by, cd_plane_point p, cd_plane_point q, double noise, double *from,
                 double *to) {
    double enter = 0, leave = 1, latest = 0, earliest = 1;
    for (int i = 0; i < by->side_count; i++) {
        const side *s = &by->sides[i];
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
    bool exact = enter <= leave; // else the place that the noise leaves
    *from = exact ? enter : 0.5 * (latest + earliest);
    *to = exact ? leave : *from;
    return latest <= earliest;
}

static void offer_corners(cd_contact_candidates *s, const polygon *a, const polygon *b) {
    double noise = s->frame.noise;
    for (int i = 0; i < a->count; i++)
        if (within(b, a->corners[i], noise))
            offer(s, a, b, a->corners[i]);
    for (int i = 0; i < b->count; i++)
        if (within(a, b->corners[i], noise))
            offer(s, a, b, b->corners[i]);
    if (b->side_count == 0) // a half-space
        return;
    for (int i = 0; i < (a->count == 2 ? 1 : a->count); i++) {
        cd_plane_point p = a->corners[i], q = a->corners[i + 1 < a->count ? i + 1 : 0];
        double from, to;
        if (!clip(b, p, q, noise, &from, &to))
            continue;
        if (from > 0)
            offer(s, a, b, between(p, q, from));
        if (to < 1)
            offer(s, a, b, between(p, q, to));
    }
}

// ------------------------------------------------------------------------------------------ points

// How far a core reaches from p; 0 where it has no end.
static double reach_from(const cd_core *core, cd_vec p) {
    double most = 0;
    if (core->kind == CD_CORE_LINE || core->kind == CD_CORE_HALFSPACE)
        return 0;
    for (int i = 0; i < core->vertex_count; i++)
        most = cd_max(most, cd_length(cd_sub(cd_core_vertex(core, i), p)));
    return core->kind == CD_CORE_CURVED ? most + cd_max(core->rim[0], core->rim[1]) : most;
}

static void offer_pair(cd_contact_candidates *s, const cd_shape *a, const cd_shape *b) {
    cd_core core_a, core_b;
    cd_core_of(&core_a, a, s->power);
    cd_core_of(&core_b, b, s->power);
    cd_contact_frame *f = &s->frame;
    bool curved = core_a.kind == CD_CORE_CURVED || core_b.kind == CD_CORE_CURVED;
    f->noise = cd_max(f->noise, s->size * (curved ? curved_rounding : rounding));
    double scale = ldexp(1, s->power), radius_a = a->radius * scale, radius_b = b->radius * scale;
    cd_vec touch_b = cd_add_scaled(f->origin, -radius_b, f->n);
    cd_vec touch_a = cd_add_scaled(f->origin, s->least + radius_a, f->n);
    double reach = 4 * cd_max(reach_from(&core_a, touch_b), reach_from(&core_b, touch_a));
    double noise = s->size * level;
    cd_contact_feature facing;
    polygon seen_a, seen_b;
    cd_contact_feature_of(&core_a, radius_a, cd_negate(f->n), noise, touch_a, reach, &facing);
    see(&seen_a, f, &facing);
    cd_contact_feature_of(&core_b, radius_b, f->n, noise, touch_b, reach, &facing);
    see(&seen_b, f, &facing);
    s->span = cd_max(s->span, cd_max(seen_a.length, seen_b.length));
    if (s->pairs > 0 || (seen_a.count != 1 && seen_b.count != 1))
        offer_corners(s, &seen_a, &seen_b);
}

// Parts of sets.
static bool offer_parts(void *context, const cd_shape *a, const cd_shape *b) {
    cd_contact_candidates *s = context;
    if (s->count > CD_CANDIDATES_MAX / 2)
        cd_candidates_reduce(s);
    s->pairs++;
    offer_pair(s, a, b);
    return s->pairs < PAIRS_MAX;
}

// Not to be zeroed as a whole: it is large.
static void start(cd_contact_candidates *s, const cd_shape *a, const cd_shape *b,
                  const cd_separation *c) {
    double size = cd_max(cd_set_reach(a), cd_set_reach(b));
    size = cd_max(size, cd_max(cd_max_abs(c->point_a), cd_max_abs(c->point_b)));
    s->power = cd_size_in_range(size) ? 0 : -ilogb(cd_max(size, 0x1p-1000));
    double scale = s->power == 0 ? 1 : ldexp(1, s->power);
    s->a = a;
    s->b = b;
    s->count = s->pairs = 0;
    s->x[CD_CANDIDATE_OWN] = s->y[CD_CANDIDATE_OWN] = 0;
    s->span = 0;
    s->size = size * scale;
    s->least = c->distance * scale;
    s->frame =
        (cd_contact_frame){.origin = cd_scale(c->point_b, scale), .n = c->normal, .dim = a->dim};
}

// u and w by the normal alone.
static void span_frame(cd_contact_frame *f) {
    f->u = cd_perpendicular(f->n, f->dim);
    f->w = f->dim == 2 ? (cd_vec){0, 0, 0} : cd_cross(f->n, f->u);
}

static void find_points(const cd_shape *a, const cd_shape *b, double margin, cd_contact_points *m) {
    cd_contact_candidates s;
    start(&s, a, b, &m->contact);
    s.most = s.power == 0 ? margin : margin * ldexp(1, s.power);
    if (!cd_are_boxes(a, b) || !cd_candidates_of_boxes(&s, a, b)) {
        span_frame(&s.frame);
        if (cd_is_set(a) || cd_is_set(b))
            cd_set_each_pair(a, b, cd_max(margin, 0), offer_parts, &s);
        else
            offer_pair(&s, a, b);
    }
    cd_candidates_write(&s, m);
}

static bool has_one_point(const cd_shape *a, const cd_shape *b, const cd_separation *c) {
    return cd_has_point_core(a) || cd_has_point_core(b) ||
           (cd_is_unbounded(a) && cd_is_unbounded(b)) || c->distance == -INFINITY;
}

bool cd_manifold(const cd_shape *a, const cd_shape *b, double margin, cd_contact_points *m) {
    cd_separation *c = &m->contact;
    if (cd_are_boxes(a, b)) {
        cd_contact_candidates s;
        s.power = 0;
        cd_verdict verdict = cd_manifold_boxes(a, b, margin, &s, c);
        if (verdict == CD_MISSES || (verdict == CD_MEETS && !(c->distance <= margin)))
            return false;
        if (verdict == CD_MEETS) {
            cd_candidates_write(&s, m);
            return true;
        }
    }
    if (!cd_contact(a, b, margin, c))
        return false;
    m->count = 1;
    m->points[0] = (cd_contact_point){c->point_a, c->point_b, c->distance};
    if (!has_one_point(a, b, c))
        find_points(a, b, margin, m);
    return true;
}
