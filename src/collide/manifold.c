// The points of a contact. Along its normal the two shapes face each other with a face, edge or
// vertex each (facing.h). Seen along the normal both are convex polygons; the corners of what they
// have in common are the points. Over each of them lies one point of either face's own plane, so
// all are on the surfaces whatever the tilt. Corners are found without an order: vertices of one
// that lie in the other, and the ends of an edge of one clipped by the sides of the other (Liang
// and Barsky 1984). What rounding could decide is in; doubles are left out by the choice of four.
#include "collide/facing.h"
#include "collide/set.h"

#include <float.h>

enum { CORNERS_MAX = CD_FACING_MAX, SIDES_MAX = CORNERS_MAX + 2, SPOTS_MAX = 8 * CORNERS_MAX };
enum { PAIRS_MAX = 4096 };

// Rounding of what lies along the normal, and across it, by the largest coordinate; and what the
// normal of a curved core leaves open.
static const double rounding = 0x1p-45, curved_rounding = 0x1p-30;
// Vertices that are as far along the normal.
static const double level = 0x1p-48;
// Spots that lie nearer together, by the length of the faces and edges, are one.
static const double distinct = 0x1p-26;

typedef struct {
    cd_vec origin, u, w, n; // u, w across n; in 2D w is zero
    double noise;
    int dim;
} frame;

typedef struct {
    double x, y;
} flat;

// nx x + ny y + c >= 0 within
typedef struct {
    double nx, ny, c;
} side;

// A facing feature seen along the normal: corners counter-clockwise, and the height of its plane,
// z = z0 + gx x + gy y.
typedef struct {
    int count, side_count;
    double length; // between the ends
    flat corners[CORNERS_MAX];
    side sides[SIDES_MAX];
    double z0, gx, gy;
} polygon;

// A place on both: the height of b, and of a above it.
typedef struct {
    flat at;
    double z, distance, tie;
    bool own; // the contact's
} spot;

typedef struct {
    frame frame;
    double least, most; // distances of the contact and of what is asked for
    int power;          // all lengths are multiplied by 2^power
    double size;        // the largest coordinate
    double span;        // of the faces and edges
    int pairs;          // of parts that were visited
    const cd_shape *a, *b;
    int count;
    spot spots[SPOTS_MAX];
} spots;

// ------------------------------------------------------------------------------------------- seen

static flat seen(const frame *f, cd_vec p) {
    cd_vec v = cd_sub(p, f->origin);
    return (flat){cd_dot(v, f->u), cd_dot(v, f->w)};
}

static double turn(flat a, flat b, flat c) {
    return cd_difference_of_products(b.x - a.x, c.y - a.y, b.y - a.y, c.x - a.x);
}

static double square(flat a, flat b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static int farthest(const flat *list, int count, flat from) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (square(list[i], from) > square(list[best], from))
            best = i;
    return best;
}

// The convex hull of the corners along the unit vector `axis` (Andrew 1979); `least` is the square
// of the shortest side.
static void order(polygon *p, flat axis, double least) {
    flat *list = p->corners, hull[2 * CORNERS_MAX];
    for (int i = 1; i < p->count; i++) {
        flat c = list[i];
        int k = i;
        for (; k > 0 && axis.x * (list[k - 1].x - c.x) + axis.y * (list[k - 1].y - c.y) > 0; k--)
            list[k] = list[k - 1];
        list[k] = c;
    }
    int count = 0;
    for (int half = 0; half < 2; half++) {
        int start = count;
        for (int i = 0; i < p->count; i++) {
            flat c = list[half ? p->count - 1 - i : i];
            while (count > start + 1 && turn(hull[count - 2], hull[count - 1], c) <= 0)
                count--;
            hull[count++] = c;
        }
        count--; // the last is the other half's first
    }
    p->count = 0; // without corners that nearly coincide: their side would have no direction
    for (int i = 0; i < count; i++)
        if (i == 0 ||
            (square(hull[i], list[p->count - 1]) > least && square(hull[i], hull[0]) > least))
            list[p->count++] = hull[i];
}

static void add_side(polygon *p, double nx, double ny, flat through) {
    p->sides[p->side_count++] = (side){nx, ny, -(nx * through.x + ny * through.y)};
}

// The sides, and the ends along the longest axis, where sharp corners would let rounding out.
static void enclose(polygon *p) {
    int first = farthest(p->corners, p->count, p->corners[0]);
    flat from = p->corners[first];
    flat to = p->corners[farthest(p->corners, p->count, from)];
    double length = p->length = sqrt(square(from, to));
    p->side_count = 0;
    if (!(length > 0)) {
        p->count = 1;
        for (int i = 0; i < 4; i++)
            add_side(p, i == 0 ? 1 : i == 1 ? -1 : 0, i == 2 ? 1 : i == 3 ? -1 : 0, from);
        return;
    }
    flat axis = {(to.x - from.x) / length, (to.y - from.y) / length};
    if (p->count > 2)
        order(p, axis, 0x1p-52 * length * length);
    add_side(p, axis.x, axis.y, from);
    add_side(p, -axis.x, -axis.y, to);
    for (int i = 0; i < p->count; i++) {
        flat a = p->corners[i], b = p->corners[i + 1 < p->count ? i + 1 : 0];
        double edge = sqrt(square(a, b));
        add_side(p, (a.y - b.y) / edge, (b.x - a.x) / edge, a);
    }
}

// The plane's height where the vector from `at` to it is along the normal.
static void set_plane(polygon *p, const frame *f, cd_vec normal, cd_vec at) {
    flat q = seen(f, at);
    double inverse = 1 / cd_dot(normal, f->n);
    p->gx = -cd_dot(normal, f->u) * inverse;
    p->gy = -cd_dot(normal, f->w) * inverse;
    p->z0 = cd_dot(cd_sub(at, f->origin), f->n) - p->gx * q.x - p->gy * q.y;
}

static void see(polygon *p, const frame *f, const cd_facing *facing) {
    p->count = facing->count;
    p->side_count = 0;
    p->length = 0;
    for (int i = 0; i < p->count; i++)
        p->corners[i] = seen(f, facing->vertices[i]);
    set_plane(p, f, facing->normal, facing->vertices[0]);
    if (p->count > 0)
        enclose(p);
}

// ------------------------------------------------------------------------------------------- spots

static double height(const polygon *p, flat at) { return p->z0 + p->gx * at.x + p->gy * at.y; }

static spot *add_spot(spots *s, flat at, double z, double distance) {
    if (s->count == SPOTS_MAX || !isfinite(at.x + at.y + z + distance))
        return NULL;
    // No axis is along it: of equals it tells one.
    const cd_vec fixed = {0.4836, 0.7373, 0.4718};
    double tie = at.x * cd_dot(s->frame.u, fixed) + at.y * cd_dot(s->frame.w, fixed);
    s->spots[s->count] = (spot){at, z, distance, tie, false};
    return &s->spots[s->count++];
}

static cd_vec place(const spots *s, flat at, double z) {
    const frame *f = &s->frame;
    cd_vec p = cd_add_scaled(cd_add_scaled(f->origin, at.x, f->u), at.y, f->w);
    return cd_scale(cd_add_scaled(p, z, f->n), ldexp(1, -s->power));
}

// Whether a point of a part is not inside of another part; in space, meshes have no inside.
static bool is_outside(const spots *s, const cd_shape *whole, flat at, double z) {
    if (!cd_is_set(whole) || (whole->kind == CD_MESH && whole->dim == 3))
        return true;
    cd_shape p = cd_point(whole->dim, place(s, at, z));
    return cd_distance(&p, whole) >= -8 * ldexp(s->frame.noise, -s->power);
}

static void offer(spots *s, const polygon *a, const polygon *b, flat at) {
    double z = height(b, at), distance = height(a, at) - z, noise = s->frame.noise;
    if (!(distance <= cd_max(s->most, s->least + noise)))
        return;
    // Of sets there may be parts that face away from each other.
    if (s->pairs > 0 && (distance < s->least - noise || !is_outside(s, s->b, at, z) ||
                         !is_outside(s, s->a, at, z + distance)))
        return;
    add_spot(s, at, z, distance);
}

static bool within(const polygon *p, flat at, double noise) {
    bool in = true;
    for (int i = 0; i < p->side_count; i++)
        in &= p->sides[i].nx * at.x + p->sides[i].ny * at.y + p->sides[i].c >= -noise;
    return in;
}

static flat between(flat a, flat b, double t) {
    return (flat){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

// The part of the edge from p to q that is within the sides; false where there is none. Whether
// there is one, the noise may decide; where it ends, it does not if it need not.
static bool clip(const polygon *by, flat p, flat q, double noise, double *from, double *to) {
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

static void offer_corners(spots *s, const polygon *a, const polygon *b) {
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
        flat p = a->corners[i], q = a->corners[i + 1 < a->count ? i + 1 : 0];
        double from, to;
        if (!clip(b, p, q, noise, &from, &to))
            continue;
        if (from > 0)
            offer(s, a, b, between(p, q, from));
        if (to < 1)
            offer(s, a, b, between(p, q, to));
    }
}

// ----------------------------------------------------------------------------------------- choice

// Of two spots that measure the same, the farther in the fixed direction; over one place, the
// deeper.
static bool wins_tie(const spots *s, int i, int best) {
    double ahead = s->spots[i].tie - s->spots[best].tie;
    return fabs(ahead) > s->frame.noise ? ahead > 0
                                        : s->spots[i].distance < s->spots[best].distance;
}

// The index with the most of a measure that is above `least`; of equals to rounding the one that
// wins the tie. -1: none.
typedef double measure(const spots *s, const int *chosen, int i);

static int most(const spots *s, measure *of, const int *chosen, double least, double relative) {
    int best = -1;
    double value = least;
    for (int i = 0; i < s->count; i++) {
        double v = of(s, chosen, i);
        double slack = cd_max(s->frame.noise, relative * fabs(value));
        bool first = best < 0, tied = !first && v >= value - slack && v <= value + slack;
        if (!(first ? v > least : tied ? wins_tie(s, i, best) : v > value))
            continue;
        best = i;
        value = v;
    }
    return best;
}

static double deepest(const spots *s, const int *chosen, int i) {
    (void)chosen;
    return -s->spots[i].distance;
}

static double from_first(const spots *s, const int *chosen, int i) {
    return sqrt(square(s->spots[i].at, s->spots[chosen[0]].at));
}

static double from_line(const spots *s, const int *chosen, int i) {
    flat a = s->spots[chosen[0]].at, b = s->spots[chosen[1]].at;
    return fabs(turn(a, b, s->spots[i].at)) / sqrt(square(a, b));
}

// How far outside of the triangle of the first three, by the area that it would gain.
static double from_triangle(const spots *s, const int *chosen, int i) {
    flat t[3], p = s->spots[i].at;
    for (int k = 0; k < 3; k++)
        t[k] = s->spots[chosen[k]].at;
    double way = turn(t[0], t[1], t[2]) > 0 ? -1 : 1, gain = 0, longest = 0;
    for (int k = 0; k < 3; k++) {
        gain = cd_max(gain, way * turn(t[k], t[(k + 1) % 3], p));
        longest = cd_max(longest, square(t[k], t[(k + 1) % 3]));
    }
    return gain / sqrt(longest);
}

// The deepest, the farthest from it, the farthest from the line of both, and the one that adds the
// most area to these three.
static int choose(const spots *s, int chosen[4]) {
    static measure *const measures[] = {deepest, from_first, from_line, from_triangle};
    double same = cd_max(8 * s->frame.noise, distinct * s->span);
    int count = 0;
    while (count < (s->frame.dim == 2 ? 2 : 4)) {
        int best =
            most(s, measures[count], chosen, count > 0 ? same : -INFINITY, count > 0 ? 0x1p-30 : 0);
        if (best < 0)
            break;
        chosen[count++] = best;
    }
    return count;
}

// ------------------------------------------------------------------------------------------ points

static cd_contact_point point_of(const spots *s, const cd_separation *contact, int i, bool first) {
    const spot *p = &s->spots[i];
    if (p->own)
        return (cd_contact_point){contact->point_a, contact->point_b, contact->distance};
    double back = ldexp(1, -s->power), d = cd_max(cd_min(p->distance, s->most), s->least) * back;
    d = first ? contact->distance : d;
    cd_vec b = place(s, p->at, p->z);
    return (cd_contact_point){cd_add_scaled(b, d, s->frame.n), b, d};
}

static void write_points(spots *s, cd_contact_points *out) {
    double least = INFINITY;
    for (int i = 0; i < s->count; i++)
        least = cd_min(least, s->spots[i].distance);
    if (least > s->least + s->frame.noise) {
        spot *own = add_spot(s, (flat){0, 0}, 0, s->least);
        if (own)
            own->own = true;
    }
    int chosen[4];
    out->count = choose(s, chosen);
    for (int i = 0; i < out->count; i++)
        out->points[i] = point_of(s, &out->contact, chosen[i], i == 0);
}

static frame frame_of(const cd_separation *contact, int dim, double scale) {
    cd_vec n = contact->normal, u = cd_perpendicular(n, dim);
    cd_vec w = dim == 2 ? (cd_vec){0, 0, 0} : cd_cross(n, u);
    return (frame){cd_scale(contact->point_b, scale), u, w, n, 0, dim};
}

// How far a core reaches from p; 0 where it has no end.
static double reach_from(const cd_core *core, cd_vec p) {
    double most = 0;
    if (core->kind == CD_CORE_LINE || core->kind == CD_CORE_HALFSPACE)
        return 0;
    for (int i = 0; i < core->vertex_count; i++)
        most = cd_max(most, cd_length(cd_sub(cd_core_vertex(core, i), p)));
    return core->kind == CD_CORE_CURVED ? most + cd_max(core->rim[0], core->rim[1]) : most;
}

static void offer_pair(spots *s, const cd_shape *a, const cd_shape *b) {
    cd_core core_a, core_b;
    cd_core_of(&core_a, a, s->power);
    cd_core_of(&core_b, b, s->power);
    frame *f = &s->frame;
    bool curved = core_a.kind == CD_CORE_CURVED || core_b.kind == CD_CORE_CURVED;
    f->noise = cd_max(f->noise, s->size * (curved ? curved_rounding : rounding));
    double scale = ldexp(1, s->power), radius_a = a->radius * scale, radius_b = b->radius * scale;
    cd_vec touch_b = cd_add_scaled(f->origin, -radius_b, f->n);
    cd_vec touch_a = cd_add_scaled(f->origin, s->least + radius_a, f->n);
    double reach = 4 * cd_max(reach_from(&core_a, touch_b), reach_from(&core_b, touch_a));
    double noise = s->size * level;
    cd_facing facing;
    polygon seen_a, seen_b;
    cd_facing_of(&core_a, radius_a, cd_negate(f->n), noise, touch_a, reach, &facing);
    see(&seen_a, f, &facing);
    cd_facing_of(&core_b, radius_b, f->n, noise, touch_b, reach, &facing);
    see(&seen_b, f, &facing);
    s->span = cd_max(s->span, cd_max(seen_a.length, seen_b.length));
    if (s->pairs > 0 || (seen_a.count != 1 && seen_b.count != 1))
        offer_corners(s, &seen_a, &seen_b);
}

// Parts of sets.
static bool offer_parts(void *context, const cd_shape *a, const cd_shape *b) {
    spots *s = context;
    int chosen[4];
    if (s->count > SPOTS_MAX / 2) {
        int count = choose(s, chosen);
        spot kept[4];
        for (int i = 0; i < count; i++)
            kept[i] = s->spots[chosen[i]];
        for (s->count = 0; s->count < count; s->count++)
            s->spots[s->count] = kept[s->count];
    }
    s->pairs++;
    offer_pair(s, a, b);
    return s->pairs < PAIRS_MAX;
}

static bool is_unbounded(const cd_shape *s) { return s->kind == CD_LINE || s->kind == CD_PLANE; }

static void find_points(const cd_shape *a, const cd_shape *b, double margin, cd_contact_points *m) {
    const cd_separation *c = &m->contact;
    double size = cd_max(cd_set_reach(a), cd_set_reach(b));
    size = cd_max(size, cd_max(cd_max_abs(c->point_a), cd_max_abs(c->point_b)));
    int power = size > 0x1p-300 && size < 0x1p300 ? 0 : -ilogb(cd_max(size, 0x1p-1000));
    double scale = ldexp(1, power);
    spots s = {.power = power, .least = c->distance * scale, .most = margin * scale};
    s.a = a;
    s.b = b;
    s.size = size * scale;
    s.frame = frame_of(c, a->dim, scale);
    if (cd_is_set(a) || cd_is_set(b))
        cd_set_each_pair(a, b, cd_max(margin, 0), offer_parts, &s);
    else
        offer_pair(&s, a, b);
    write_points(&s, m);
}

bool cd_manifold(const cd_shape *a, const cd_shape *b, double margin, cd_contact_points *m) {
    if (!cd_contact(a, b, margin, &m->contact))
        return false;
    const cd_separation *c = &m->contact;
    m->count = 1;
    m->points[0] = (cd_contact_point){c->point_a, c->point_b, c->distance};
    bool only = cd_is_ball(a) || cd_is_ball(b) || (is_unbounded(a) && is_unbounded(b)) ||
                c->distance == -INFINITY;
    if (!only)
        find_points(a, b, margin, m);
    return true;
}
