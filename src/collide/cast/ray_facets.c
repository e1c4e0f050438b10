// A rounded polytope has the surface of the union of the spheres round its corners, the cylinders
// round its edges and, in space, the slabs between both faces of each facet, and all of these lie
// in it. So a ray enters it where it enters the first of these parts and leaves it where it leaves
// the last. The corners of a facet are taken at once, one to a lane, and so are its edges
// (ray_capsule.h has the formulas).
#include "collide/cast/ray_facets.h"

#include "collide/cast/ray.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec_lanes.h"

#include <assert.h>

// The ray and a facet. `from` leads from each corner to the origin of the ray, `back` from the next
// corner.
typedef struct {
    cd_vec_lanes from, back, edge;
    cd_vec4 ee; // |edge|^2
    // The unit normal; the height of the ray above the facet, and how far it is inside of each
    // edge, times its length: at t = 0, and by how much that grows.
    bool has_faces;
    cd_vec n;
    double height, speed;
    cd_vec4 inside, inwards;
} facet_view;

typedef struct {
    const cd_faceted *p;
    cd_vec o, d;
    double dd; // |d|^2
    facet_view facet[CD_FACETS_MAX];
} flat_ray;

// The first of the parts is entered at the least of `enter`, and the last one left at the largest
// of `exit`. missed: the corners whose spheres the ray does not pass. grazes: it passes only one
// end of the capsule round some edge, which is so at a graze, by rounding.
typedef struct {
    cd_vec4 enter, exit;
    cd_vec4_mask missed, grazes;
} flat_times;

static double least(cd_vec4 a) { return cd_min(cd_min(a[0], a[1]), cd_min(a[2], a[3])); }

// Comparisons with NaN, where there is no root, are false.
static void join(flat_times *t, cd_vec4_mask valid_enter, cd_vec4 enter, cd_vec4_mask valid_exit,
                 cd_vec4 exit) {
    t->enter = cd_vec4_select((enter < t->enter) & valid_enter, enter, t->enter);
    t->exit = cd_vec4_select((exit > t->exit) & valid_exit, exit, t->exit);
}

// Whether squares of lengths are 0 or in the range of cd_ray_squares_in_range.
static bool edges_in_range(cd_vec4 ee) {
    cd_vec4 not_zero = cd_vec4_select(ee == 0, cd_vec4_all(1), ee);
    return least(not_zero) > 0x1p-240;
}

// cd_ray_sphere in lanes.
static void join_corners(const flat_ray *ray, const facet_view *f, flat_times *t) {
    double r = ray->p->radius, rr = r * r, rest = fma(r, r, -rr);
    cd_vec_lanes d = cd_vec_lanes_all(ray->d), n = cd_vec_lanes_cross(f->from, d);
    cd_vec4 od = cd_vec_lanes_dot(f->from, d), nn = cd_vec_lanes_dot(n, n);
    cd_vec4 oo = cd_vec_lanes_dot(f->from, f->from), dd = cd_vec4_all(ray->dd);
    cd_vec4 root = cd_vec4_sqrt(cd_vec4_fma(cd_vec4_all(rr), dd, -nn) + rest * dd);
    cd_vec4 signed_root = cd_vec4_flip(root, od), q = -(od + signed_root), far = q / dd;
    cd_vec4_mask cancelled = q * q <= 0x1p-20 * dd * oo;
    cd_vec4 near = cd_vec4_select(cancelled, (signed_root - od) / dd, (oo - rr) / q);
    cd_vec4_mask both = near <= near;
    t->missed = ~both;
    join(t, both, cd_vec4_min(near, far), both, cd_vec4_max(near, far));
}

// The sides of cd_ray_rounded_axis in lanes, seen from the nearer end of each edge: where the ray
// passes beyond an end, it is in the sphere there. The side of an edge that is parallel to the ray
// is never passed.
static void join_edges(const flat_ray *ray, const facet_view *f, flat_times *t) {
    double r = ray->p->radius, rr = r * r, rest = fma(r, r, -rr);
    cd_vec_lanes d = cd_vec_lanes_all(ray->d), e = f->edge;
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
    cd_vec4_mask passed = mm > 16 * DBL_EPSILON * DBL_EPSILON * ray->dd * f->ee;
    cd_vec4_mask begin = t->missed, end = CD_VEC4_PICK(begin, begin, 1, 2, 3, 0);
    t->grazes |= passed & (((in < low) & begin) ^ ((out < low) & begin) ^ ((in > high) & end) ^
                           ((out > high) & end));
    join(t, passed & (low <= in) & (in <= high), enter, passed & (low <= out) & (out <= high),
         exit);
}

// Whether the ray is over the facet at a time, between its edges.
static bool is_over(const facet_view *f, double t) {
    return least(f->inside + cd_vec4_all(t) * f->inwards) >= 0;
}

// Where the ray passes the two faces, if that is between the edges.
static void join_faces(const flat_ray *ray, const facet_view *f, cd_interval *i) {
    double inverse = 1 / f->speed;
    for (int side = -1; side <= 1; side += 2) {
        double t = (side * ray->p->radius - f->height) * inverse;
        if (!(fabs(t) < INFINITY) || !is_over(f, t))
            continue;
        i->enter = cd_min(t, i->enter);
        i->exit = cd_max(t, i->exit);
    }
}

static cd_vec_lanes seen_at(const flat_ray *ray, cd_vec_lanes from, double t) {
    return cd_vec_lanes_add_scaled(from, cd_vec4_all(t), cd_vec_lanes_all(ray->d));
}

// How near a corner or edge is: the square of its distance, and that of the nearer end of the edge,
// of which `gain` is the part along the edge.
typedef struct {
    double square, corner, gain;
} edge_distance;

// Two edges that meet in a corner, and the corner, may be equally far to rounding, but their
// normals differ: then that is nearer which gains more.
static bool is_nearer(edge_distance d, edge_distance than) {
    double less = than.square - d.square;
    bool equal = fabs(less) <= 8 * DBL_EPSILON * d.square;
    return equal ? d.corner - than.corner < d.gain - than.gain : less > 0;
}

// The nearest corner or edge of a facet: its point, and the vector from there.
typedef struct {
    edge_distance distance;
    cd_vec off;
    cd_facet_point point;
} nearest_rim;

static nearest_rim nearest_rim_at(const flat_ray *ray, int facet, double t) {
    const facet_view *f = &ray->facet[facet];
    cd_vec_lanes x = seen_at(ray, f->from, t);
    cd_vec4 zero = cd_vec4_all(0);
    cd_vec4_mask far = 2 * cd_vec_lanes_dot(x, f->edge) > f->ee; // seen from the nearer end
    cd_vec_lanes seen = cd_vec_lanes_select(far, seen_at(ray, f->back, t), x);
    cd_vec_lanes turn = cd_vec_lanes_cross(seen, f->edge);
    cd_vec4 along = cd_vec_lanes_dot(seen, f->edge);
    cd_vec4_mask over = cd_vec4_select(far, -along, along) > zero;
    seen = cd_vec_lanes_select(over, seen, x);
    cd_vec4 corner = cd_vec_lanes_dot(seen, seen);
    cd_vec4 gain = cd_vec4_select(over, along * along / f->ee, zero);
    cd_vec4 square = cd_vec4_select(over, cd_vec_lanes_dot(turn, turn) / f->ee, corner);
    int k = 0;
    for (int i = 1; i < 4; i++)
        if (is_nearer((edge_distance){square[i], corner[i], gain[i]},
                      (edge_distance){square[k], corner[k], gain[k]}))
            k = i;
    edge_distance distance = {square[k], corner[k], gain[k]};
    if (!over[k])
        return (nearest_rim){
            distance, cd_vec_lanes_get(&x, k), {ray->p->facet[facet].corner[k], facet, k, 0}};
    cd_vec e = ray->p->facet[facet].edge[k];
    cd_vec off = cd_scale(cd_cross(e, cd_vec_lanes_get(&turn, k)), 1 / f->ee[k]);
    cd_vec at = cd_sub(cd_add_scaled(ray->o, t, ray->d), off);
    return (nearest_rim){distance, off, {at, facet, k, along[k] / f->ee[k] + (far[k] ? 1 : 0)}};
}

// The normal at a time at which the ray enters or leaves: away from the nearest point of the
// polytope. Which part is the first one does not tell it, as beside an edge both are equal to
// rounding; nor does the distance between a facet and its edge. So the facet that the ray is over,
// and else the nearest edge.
static cd_vec normal_at(const flat_ray *ray, double t, cd_facet_point *nearest) {
    const cd_faceted *p = ray->p;
    int over = -1;
    double height = INFINITY;
    for (int i = 0; i < p->facets; i++) {
        const facet_view *f = &ray->facet[i];
        double here = f->height + t * f->speed;
        bool is_nearer = f->has_faces && fabs(here) < fabs(height) && is_over(f, t);
        over = is_nearer ? i : over;
        height = is_nearer ? here : height;
    }
    bool is_alone = p->facets == 1;
    nearest_rim rim = {.distance = {.square = INFINITY}};
    for (int i = 0; i < p->facets - p->lids && !(is_alone && over >= 0); i++) {
        nearest_rim other = nearest_rim_at(ray, i, t);
        rim = is_nearer(other.distance, rim.distance) ? other : rim;
    }
    if (over >= 0 && height * height <= (1 + 8 * DBL_EPSILON) * rim.distance.square) {
        cd_vec n = ray->facet[over].n, at = cd_add_scaled(ray->o, t, ray->d);
        *nearest = (cd_facet_point){cd_add_scaled(at, -height, n), over, -1, 0};
        return cd_scale(n, height < 0 ? -1 : 1);
    }
    *nearest = rim.point;
    return cd_scale(rim.off, 1 / cd_length(rim.off));
}

// Whether the ray passes the ball round the polytope by, at the times that are asked for.
static bool passes_ball(const flat_ray *ray, cd_times asked) {
    const cd_faceted *p = ray->p;
    cd_vec from = cd_sub(ray->o, p->middle);
    double t = cd_clamp(-cd_dot(from, ray->d) / ray->dd, asked.first, asked.last);
    double clear = cd_ray_clear_distance2(cd_length2(from), p->reach + p->radius);
    return cd_length2(cd_add_scaled(from, t, ray->d)) > clear;
}

// Whether an axis across the ray separates its line from the polytope. oo: the square of the
// largest distance from a corner.
static bool is_separated_along(const flat_ray *ray, cd_vec n, double oo) {
    cd_vec4 low = cd_vec4_all(INFINITY), high = -low;
    for (int i = 0; i < ray->p->facets - ray->p->lids; i++) {
        cd_vec4 height = cd_vec_lanes_dot(ray->facet[i].from, cd_vec_lanes_all(n));
        low = cd_vec4_min(height, low);
        high = cd_vec4_max(height, high);
    }
    double gap = cd_max(least(low), least(-high));
    return gap > 0 && gap * gap > cd_ray_clear_distance2(oo, ray->p->radius) * cd_length2(n);
}

// Whether an axis across the ray and an edge separates them. Most rays that miss are separated so,
// or by the ball: they are worth a branch.
static bool is_separated(const flat_ray *ray, double oo) {
    const cd_faceted *p = ray->p;
    if (p->dim == 2)
        return is_separated_along(ray, cd_perp(ray->d), oo);
    bool is = is_separated_along(ray, cd_cross(ray->d, p->facet[0].edge[0]), oo);
    for (int i = 0; i < p->facets - p->lids && !is; i++)
        is = is_separated_along(ray, cd_cross(ray->d, p->facet[i].edge[1]), oo);
    return is;
}

static void see_facet(const flat_ray *ray, const cd_facet *facet, facet_view *f) {
    const cd_vec *c = facet->corner, *e = facet->edge;
    cd_vec_lanes corners = cd_vec_lanes_of(c[0], c[1], c[2], c[3]);
    f->edge = cd_vec_lanes_of(e[0], e[1], e[2], e[3]);
    f->from = cd_vec_lanes_sub(cd_vec_lanes_all(ray->o), corners);
    f->back = cd_vec_lanes_turned(f->from);
    f->ee = cd_vec_lanes_dot(f->edge, f->edge);
}

// Sets what belongs to the faces, if there are any.
static void see_faces(const flat_ray *ray, const cd_facet *facet, facet_view *f) {
    cd_vec n = cd_cross(facet->edge[0], facet->edge[1]);
    double square = cd_length2(n);
    f->has_faces = ray->p->dim == 3 && square > 0x1p-500; // edges_in_range
    if (f->has_faces) {
        f->n = cd_scale(n, 1 / sqrt(square));
        f->height = cd_dot(cd_sub(ray->o, facet->corner[0]), f->n);
        f->speed = cd_dot(ray->d, f->n);
        cd_vec_lanes inward = cd_vec_lanes_cross(cd_vec_lanes_all(f->n), f->edge);
        f->inside = cd_vec_lanes_dot(inward, f->from);
        f->inwards = cd_vec_lanes_dot(inward, cd_vec_lanes_all(ray->d));
    }
}

// The normals and nearest points at both times of the interval; and whether they start apart. A
// touch at no time that is asked for only decides that.
static cd_verdict complete(const flat_ray *ray, cd_times asked, double far, cd_interval *i,
                           cd_facet_point nearest[2]) {
    bool late = i->enter > asked.last * (1 + 8 * DBL_EPSILON), past = i->exit < asked.first;
    const double times[2] = {i->enter, i->exit};
    cd_vec *const normals[2] = {&i->enter_normal, &i->exit_normal};
    for (int k = 0; k < 2; k++) {
        int end = k ^ past;
        *normals[end] = normal_at(ray, times[end], &nearest[end]);
        i->starts_apart |= cd_is_clear_way(times[end], *normals[end], ray->d, ray->p->radius, far);
        if ((late || past) && i->starts_apart)
            return CD_MISSES;
    }
    i->is_alone = cd_has_clear_normal(i, ray->d, ray->p->radius, far);
    return CD_MEETS;
}

// Sets the view of all facets. Returns false where squares are out of range; oo: the square of the
// largest distance of a corner.
static bool see_facets(flat_ray *ray, double *oo) {
    bool in_range = true;
    *oo = 0;
    for (int i = 0; i < ray->p->facets; i++) {
        facet_view *f = &ray->facet[i];
        see_facet(ray, &ray->p->facet[i], f);
        in_range &= edges_in_range(f->ee);
        *oo = cd_max(-least(-cd_vec_lanes_dot(f->from, f->from)), *oo);
    }
    return in_range && cd_ray_squares_in_range(ray->dd, *oo, ray->p->radius);
}

// Of a radius below this part of the coordinates, rounding leaves gaps between the parts.
static const double LEAST_RADIUS = 0x1p-40;

CD_HOT cd_verdict cd_ray_facets(const cd_faceted *p, cd_vec o, cd_vec d, cd_times asked, double far,
                                cd_interval *i, cd_facet_point nearest[2]) {
    assert(p->facets >= 1 && p->facets <= CD_FACETS_MAX && p->radius > 0 && !cd_is_zero(d));
    flat_ray ray; // of which most is set later
    double oo;
    ray.p = p;
    ray.o = o;
    ray.d = d;
    ray.dd = cd_length2(d);
    i->starts_apart = ray.dd > 0x1p-240 && passes_ball(&ray, asked);
    if (i->starts_apart)
        return CD_MISSES;
    if (!see_facets(&ray, &oo) || !(p->radius > LEAST_RADIUS * far))
        return CD_UNKNOWN;
    i->starts_apart = is_separated(&ray, oo);
    if (i->starts_apart)
        return CD_MISSES;
    flat_times t = {.enter = cd_vec4_all(INFINITY), .exit = cd_vec4_all(-INFINITY)};
    for (int k = 0; k < p->facets - p->lids; k++) {
        join_corners(&ray, &ray.facet[k], &t);
        join_edges(&ray, &ray.facet[k], &t);
    }
    i->enter = least(t.enter);
    i->exit = -least(-t.exit);
    for (int k = 0; k < p->facets; k++) {
        see_faces(&ray, &p->facet[k], &ray.facet[k]);
        if (ray.facet[k].has_faces)
            join_faces(&ray, &ray.facet[k], i);
    }
    if ((t.grazes[0] | t.grazes[1] | t.grazes[2] | t.grazes[3]) != 0)
        return CD_UNKNOWN; // it grazes where two parts meet
    return i->enter < INFINITY ? complete(&ray, asked, far, i, nearest) : CD_MISSES;
}
