// A capsule that moves against a capsule is a ray against the rounded difference of their segments,
// a parallelogram; a sphere against a triangle one against the rounded triangle.
//
// A rounded flat polygon is the union of the spheres round its corners, the cylinders round its
// edges and, in space, the slab between its two faces. As the union is convex, a ray enters it
// where it enters the first of the parts and leaves it where it leaves the last. The corners are
// taken at once, one to a lane, and so are the edges (ray_capsule.h has the formulas).
#include "collide/cast/cast_capsule.h"

#include "collide/cast/ray.h"
#include "collide/shape/core.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec_lanes.h"

#include <assert.h>

// Convex, with three or four corners in order, seen from the first; in the plane filled. It lies
// within `reach` of `middle`.
typedef struct {
    int dim, count;
    cd_vec corner[4], middle;
    double reach, radius; // radius > 0
} flat_polygon;

// A point of a polygon, which lies on the edge from corner `edge` to the next one, or edge is -1.
// part: of that edge, between corner `edge` and the point; 0 to 1.
typedef struct {
    cd_vec at;
    int edge;
    double part;
} flat_point;

// The ray and the polygon. `from` leads from each corner to the origin of the ray, `back` from the
// next corner, and `edge` from that corner to the next one.
typedef struct {
    const flat_polygon *polygon;
    cd_vec_lanes from, back, edge;
    cd_vec4 ee; // |edge|^2
    cd_vec o, d;
    // Faces: their unit normal, and how far the ray is inside of each edge, times its length: at
    // t = 0, and by how much it comes farther inside.
    bool has_faces;
    cd_vec n;
    cd_vec4 inside, inwards;
} flat_ray;

// The first of the parts is entered at the least of `enter`, and the last one left at the largest
// of `exit`. missed: the corners whose spheres the ray does not pass. grazes: it passes only one
// end of the capsule round some edge, which is so at a graze, by rounding.
typedef struct {
    cd_vec4 enter, exit;
    cd_vec4_mask missed, grazes;
} flat_times;

static double least(cd_vec4 a) { return cd_min(cd_min(a[0], a[1]), cd_min(a[2], a[3])); }

// The first lane that holds the number, or else the last one.
static int lane_of(cd_vec4 a, double number) {
    return a[0] == number ? 0 : a[1] == number ? 1 : a[2] == number ? 2 : 3;
}

// Comparisons with NaN, where there is no root, are false.
static void join(flat_times *t, cd_vec4_mask valid_enter, cd_vec4 enter, cd_vec4_mask valid_exit,
                 cd_vec4 exit) {
    t->enter = cd_vec4_select((enter < t->enter) & valid_enter, enter, t->enter);
    t->exit = cd_vec4_select((exit > t->exit) & valid_exit, exit, t->exit);
}

// Whether squares of lengths are 0 or in the range of cd_ray_squares_in_range.
static bool edges_in_range(cd_vec4 ee) {
    cd_vec4 not_zero = cd_vec4_select(ee == 0, cd_vec4_all(1), ee);
    return -least(-ee) < 0x1p240 && least(not_zero) > 0x1p-240;
}

// cd_ray_sphere in lanes.
static void join_corners(const flat_ray *f, cd_vec4 oo, double dd, flat_times *t) {
    double r = f->polygon->radius, rr = r * r, rest = fma(r, r, -rr);
    cd_vec_lanes d = cd_vec_lanes_all(f->d), n = cd_vec_lanes_cross(f->from, d);
    cd_vec4 od = cd_vec_lanes_dot(f->from, d), nn = cd_vec_lanes_dot(n, n), all = cd_vec4_all(dd);
    cd_vec4 root = cd_vec4_sqrt(cd_vec4_fma(cd_vec4_all(rr), all, -nn) + cd_vec4_all(rest * dd));
    cd_vec4 signed_root = cd_vec4_flip(root, od), q = -(od + signed_root), far = q / all;
    cd_vec4_mask cancelled = q * q <= 0x1p-20 * dd * oo;
    cd_vec4 near = cd_vec4_select(cancelled, (signed_root - od) / all, (oo - rr) / q);
    cd_vec4_mask both = near <= near;
    t->missed = ~both;
    join(t, both, cd_vec4_min(near, far), both, cd_vec4_max(near, far));
}

// The sides of cd_ray_rounded_axis in lanes, seen from the nearer end of each edge: where the ray
// passes beyond an end, it is in the sphere there. The side of an edge that is parallel to the ray
// is never passed.
static void join_edges(const flat_ray *f, double dd, flat_times *t) {
    double r = f->polygon->radius, rr = r * r, rest = fma(r, r, -rr);
    cd_vec_lanes d = cd_vec_lanes_all(f->d), e = f->edge;
    cd_vec4_mask far = 2 * cd_vec_lanes_dot(f->from, e) > f->ee;
    cd_vec_lanes o = cd_vec_lanes_select(far, f->back, f->from), m = cd_vec_lanes_cross(d, e);
    cd_vec4 mm = cd_vec_lanes_dot(m, m), om = cd_vec_lanes_dot(o, m), size = mm * f->ee;
    cd_vec4 root =
        cd_vec4_sqrt(cd_vec4_fma(cd_vec4_all(rr), size, -(om * (om * f->ee))) + rest * size);
    cd_vec4 slope = cd_vec_lanes_dot(cd_vec_lanes_cross(o, e), m), inverse = -1 / mm;
    cd_vec4 enter = (slope + root) * inverse, exit = (slope - root) * inverse;
    cd_vec4 start = cd_vec_lanes_dot(o, e), speed = cd_vec_lanes_dot(d, e);
    cd_vec4 zero = cd_vec4_all(0), low = cd_vec4_select(far, -f->ee, zero), high = low + f->ee;
    cd_vec4 in = start + enter * speed, out = start + exit * speed;
    cd_vec4_mask passed = mm > 16 * DBL_EPSILON * DBL_EPSILON * dd * f->ee;
    cd_vec4_mask begin = t->missed, end = CD_VEC4_PICK(begin, begin, 1, 2, 3, 0);
    t->grazes = passed & (((in < low) & begin) ^ ((out < low) & begin) ^ ((in > high) & end) ^
                          ((out > high) & end));
    join(t, passed & (low <= in) & (in <= high), enter, passed & (low <= out) & (out <= high),
         exit);
}

// Whether the ray is over the polygon at a time, between its edges.
static bool is_over(const flat_ray *f, double t) {
    return least(f->inside + cd_vec4_all(t) * f->inwards) >= 0;
}

// Where the ray passes the two faces, if that is between the edges.
static void join_faces(const flat_ray *f, double *enter, double *exit) {
    double height = cd_dot(f->o, f->n), inverse = 1 / cd_dot(f->d, f->n), r = f->polygon->radius;
    for (int side = -1; side <= 1; side += 2) {
        double t = (side * r - height) * inverse;
        if (!(fabs(t) < INFINITY) || !is_over(f, t))
            continue;
        *enter = cd_min(t, *enter);
        *exit = cd_max(t, *exit);
    }
}

static cd_vec_lanes seen_at(const flat_ray *f, cd_vec_lanes from, double t) {
    return cd_vec_lanes_add_scaled(from, cd_vec4_all(t), cd_vec_lanes_all(f->d));
}

// The normal at a time at which the ray enters or leaves: away from the nearest point of the
// polygon. Which part is the first one does not tell it, as beside an edge both are equal to
// rounding; nor does the distance between an edge, which beside its end is as near as that, and the
// end.
static cd_vec normal_at(const flat_ray *f, double t, flat_point *nearest) {
    cd_vec at = cd_add_scaled(f->o, t, f->d), off;
    if (f->has_faces && is_over(f, t)) {
        double height = cd_dot(at, f->n);
        *nearest = (flat_point){cd_add_scaled(at, -height, f->n), -1, 0};
        return cd_scale(f->n, height < 0 ? -1 : 1);
    }
    cd_vec_lanes x = seen_at(f, f->from, t);
    cd_vec4 along = cd_vec_lanes_dot(x, f->edge);
    cd_vec4_mask far = 2 * along > f->ee; // an edge is seen from its nearer end
    cd_vec_lanes seen = cd_vec_lanes_select(far, seen_at(f, f->back, t), x);
    cd_vec_lanes turn = cd_vec_lanes_cross(seen, f->edge);
    cd_vec4 edge2 = cd_vec_lanes_dot(turn, turn) / f->ee, corner2 = cd_vec_lanes_dot(x, x);
    edge2 = cd_vec4_select((along > 0) & (along < f->ee), edge2, cd_vec4_all(INFINITY));
    double edge = least(edge2), corner = least(corner2);
    if (edge <= (1 + 8 * DBL_EPSILON) * corner) {
        int k = lane_of(edge2, edge);
        double ee = f->ee[k];
        off = cd_scale(cd_cross(cd_vec_lanes_get(&f->edge, k), cd_vec_lanes_get(&turn, k)), 1 / ee);
        *nearest = (flat_point){cd_sub(at, off), k, along[k] / ee};
    } else {
        int k = lane_of(corner2, corner);
        off = cd_vec_lanes_get(&x, k);
        *nearest = (flat_point){f->polygon->corner[k], k, 0};
    }
    return cd_scale(off, 1 / cd_length(off));
}

// Whether the ray passes the ball round the polygon by, at the times that are asked for.
static bool passes_ball(const flat_polygon *p, cd_vec o, cd_vec d, double dd, cd_times asked) {
    cd_vec from = cd_sub(o, p->middle);
    double t = cd_clamp(-cd_dot(from, d) / dd, asked.first, asked.last);
    double clear = cd_ray_clear_distance2(cd_length2(from), p->reach + p->radius);
    return cd_length2(cd_add_scaled(from, t, d)) > clear;
}

// Whether an axis across the ray separates its line from the polygon.
static bool is_separated_along(const flat_polygon *p, cd_vec o, cd_vec n) {
    double low = 0, high = 0, at = cd_dot(o, n), length2 = cd_length2(n);
    for (int i = 1; i < p->count; i++) {
        double height = cd_dot(p->corner[i], n);
        low = cd_min(low, height);
        high = cd_max(high, height);
    }
    double gap = cd_max(low - at, at - high);
    return gap > 0 && gap * gap > cd_ray_clear_distance2(cd_length2(o), p->radius) * length2;
}

// Whether the ray passes by, by more than rounding, as far as a ball and some axes tell. Most rays
// that miss do: they are worth a branch.
static bool passes_by(const flat_polygon *p, cd_vec o, cd_vec d, double dd, cd_times asked) {
    if (passes_ball(p, o, d, dd, asked))
        return true;
    if (p->dim == 2)
        return is_separated_along(p, o, cd_perp(d));
    return is_separated_along(p, o, cd_cross(d, p->corner[1])) ||
           is_separated_along(p, o, cd_cross(d, p->corner[p->count - 1]));
}

static void see_polygon(flat_ray *f, const flat_polygon *p, cd_vec o, cd_vec d) {
    const cd_vec *c = p->corner, fourth = c[p->count == 4 ? 3 : 0];
    cd_vec_lanes corners = cd_vec_lanes_of(c[0], c[1], c[2], fourth), all = cd_vec_lanes_all(o);
    cd_vec_lanes next = cd_vec_lanes_turned(corners); // from the fourth to the first
    f->polygon = p;
    f->o = o;
    f->d = d;
    f->from = cd_vec_lanes_sub(all, corners);
    f->back = cd_vec_lanes_sub(all, next);
    f->edge = cd_vec_lanes_sub(next, corners);
    f->ee = cd_vec_lanes_dot(f->edge, f->edge);
}

// Sets what belongs to the faces, and returns whether there are any.
static bool see_faces(flat_ray *f) {
    const flat_polygon *p = f->polygon;
    cd_vec n = cd_cross(p->corner[1], p->corner[p->count - 1]);
    double square = cd_length2(n);
    f->has_faces = p->dim == 3 && square > 0x1p-500 && square < 0x1p500;
    if (f->has_faces) {
        f->n = cd_scale(n, 1 / sqrt(square));
        cd_vec_lanes inward = cd_vec_lanes_cross(cd_vec_lanes_all(f->n), f->edge);
        f->inside = cd_vec_lanes_dot(inward, f->from);
        f->inwards = cd_vec_lanes_dot(inward, cd_vec_lanes_all(f->d));
    }
    return f->has_faces;
}

// The normals and nearest points at both times of the interval; and whether they start apart. A
// touch at no time that is asked for only decides that.
static cd_verdict complete(const flat_ray *f, cd_times asked, double far, cd_interval *i,
                           flat_point nearest[2]) {
    bool late = i->enter > asked.last * (1 + 8 * DBL_EPSILON), past = i->exit < asked.first;
    const double times[2] = {i->enter, i->exit};
    cd_vec *const normals[2] = {&i->enter_normal, &i->exit_normal};
    for (int k = 0; k < 2; k++) {
        int end = k ^ past;
        *normals[end] = normal_at(f, times[end], &nearest[end]);
        i->starts_apart |= -times[end] * cd_dot(*normals[end], f->d) > CD_CLEAR_GAP * far;
        if ((late || past) && i->starts_apart)
            return CD_MISSES;
    }
    i->is_alone = cd_has_clear_normal(i, f->d, f->polygon->radius, far);
    return CD_MEETS;
}

// The times at which the ray o + t * d enters and leaves the polygon, with its outward normals
// there, and the points of the polygon that are nearest then. far: the largest coordinate.
static cd_verdict cast_ray(const flat_polygon *p, cd_vec o, cd_vec d, cd_times asked, double far,
                           cd_interval *interval, flat_point nearest[2]) {
    double dd = cd_length2(d);
    bool in_range = dd > 0x1p-240 && dd < 0x1p240;
    interval->starts_apart = in_range && passes_by(p, o, d, dd, asked);
    if (interval->starts_apart)
        return CD_MISSES;
    flat_ray f;
    see_polygon(&f, p, o, d);
    cd_vec4 oo = cd_vec_lanes_dot(f.from, f.from);
    if (!cd_ray_squares_in_range(dd, -least(-oo), p->radius) || !edges_in_range(f.ee))
        return CD_UNKNOWN;
    flat_times t = {.enter = cd_vec4_all(INFINITY), .exit = cd_vec4_all(-INFINITY)};
    join_corners(&f, oo, dd, &t);
    join_edges(&f, dd, &t);
    interval->enter = least(t.enter);
    interval->exit = -least(-t.exit);
    if (see_faces(&f))
        join_faces(&f, &interval->enter, &interval->exit);
    if ((t.grazes[0] | t.grazes[1] | t.grazes[2] | t.grazes[3]) != 0)
        return CD_UNKNOWN;
    return interval->enter < INFINITY ? complete(&f, asked, far, interval, nearest) : CD_MISSES;
}

// ---------------------------------------------------------------------------------------- capsules

// Corner 0 is the one where the ends are nearest: beside a long segment the digits of a short one
// are lost anywhere else.
static void nearest_ends(const cd_vec *at, const cd_vec *on, int *i, int *j) {
    cd_vec_lanes off = cd_vec_lanes_sub(cd_vec_lanes_of(at[0], at[1], at[0], at[1]),
                                        cd_vec_lanes_of(on[0], on[0], on[1], on[1]));
    cd_vec4 square = cd_vec_lanes_dot(off, off);
    int k = lane_of(square, least(square));
    *i = k & 1;
    *j = k >> 1;
}

// How far the nearest point of the parallelogram is along its first side, from 0 to 1. Returns
// false where the parallelogram is slim, and that is known less well.
static bool part_of_side(const flat_polygon *p, const flat_point *nearest, double *part) {
    const double of_edge[4] = {nearest->part, 1, 1 - nearest->part, 0};
    if (nearest->edge >= 0) {
        *part = of_edge[nearest->edge];
        return true;
    }
    cd_vec e = p->corner[1], f = p->corner[3], n = cd_cross(e, f);
    double square = cd_length2(n);
    *part = cd_dot(cd_cross(nearest->at, f), n) / square;
    return square > 0x1p-20 * cd_length2(e) * cd_length2(f);
}

CD_HOT cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                  cd_times asked, cd_interval *interval) {
    assert(cd_has_segment_core(a) && cd_has_segment_core(b) && !cd_is_zero(motion));
    const cd_vec at[2] = {a->as.segment.a, a->as.segment.b},
                 on[2] = {b->as.segment.a, b->as.segment.b};
    double radius = a->radius + b->radius;
    int i, j;
    if (!(radius > 0))
        return CD_UNKNOWN;
    nearest_ends(at, on, &i, &j);
    cd_vec e = cd_sub(on[1 - j], on[j]), f = cd_sub(at[1 - i], at[i]), diagonal = cd_sub(e, f);
    flat_polygon difference = {
        .dim = a->dim,
        .count = 4,
        .corner = {{0, 0, 0}, e, diagonal, cd_negate(f)},
        .middle = cd_scale(diagonal, 0.5),
        .reach = 0.5 * sqrt(cd_max(cd_length2(diagonal), cd_length2(cd_add(e, f)))),
        .radius = radius};
    double far = cd_max(cd_max(cd_max_abs(at[0]), cd_max_abs(at[1])),
                        cd_max(cd_max_abs(on[0]), cd_max_abs(on[1])));
    flat_point nearest[2] = {{.edge = 0}, {.edge = 0}};
    double part[2];
    cd_verdict verdict = cast_ray(&difference, cd_sub(at[i], on[j]), motion, asked,
                                  cd_max(far, radius), interval, nearest);
    if (verdict != CD_MEETS)
        return verdict;
    interval->has_points = part_of_side(&difference, &nearest[0], &part[0]) &
                           part_of_side(&difference, &nearest[1], &part[1]);
    interval->enter_point =
        cd_add_scaled(cd_add_scaled(on[j], part[0], e), b->radius, interval->enter_normal);
    interval->exit_point =
        cd_add_scaled(cd_add_scaled(on[j], part[1], e), b->radius, interval->exit_normal);
    return CD_MEETS;
}

// --------------------------------------------------------------------------------------- triangles

CD_HOT cd_verdict cd_cast_at_triangle(cd_vec center, cd_vec motion, const cd_shape *triangle,
                                      double radius, cd_times asked, cd_interval *interval) {
    assert(triangle->kind == CD_TRIANGLE && !cd_is_zero(motion));
    const cd_vec *v = triangle->as.triangle.v;
    cd_vec e = cd_sub(v[1], v[0]), f = cd_sub(v[2], v[0]), o = cd_sub(center, v[0]);
    double size = cd_max(cd_max_abs(e), cd_max_abs(f));
    *interval = (cd_interval){0};
    // A needle's faces are known less well.
    if (!(radius > 0 && cd_max_abs(cd_cross(e, f)) > 0x1p-20 * size * size))
        return CD_UNKNOWN;
    flat_polygon rounded = {.dim = triangle->dim,
                            .count = 3,
                            .corner = {{0, 0, 0}, e, f},
                            .reach = sqrt(cd_max(cd_length2(e), cd_length2(f))),
                            .radius = radius};
    double far = cd_max_abs(center) + cd_max_abs(v[0]) + size + radius;
    flat_point nearest[2] = {{.edge = 0}, {.edge = 0}};
    cd_verdict verdict = cast_ray(&rounded, o, motion, asked, far, interval, nearest);
    interval->starts_apart |= cd_length(o) - rounded.reach - radius > CD_CLEAR_GAP * far;
    interval->has_points = verdict == CD_MEETS;
    interval->enter_point = cd_add(v[0], nearest[0].at);
    interval->exit_point = cd_add(v[0], nearest[1].at);
    return verdict;
}
