// Shapes whose surfaces are apart overlap where one is nested in the other. The depth of points and
// nearly all balls leads to the nearest point of the surface. Other shapes take the way out of the
// surface where that leads out of the solid; else the shortest way found along a few directions,
// each to the end of its touch, and on along the normals that are met there.
#include "collide/set/solids.h"
#include "collide/cast/least_approach.h"
#include "collide/math/trace.h"
#include "collide/narrow/separate.h"
#include "collide/set/inside.h"
#include "collide/set/separate_sets.h"
#include "collide/set/set_cast.h"
#include "collide/set/set_distance.h"
#include "collide/set/set_touch.h"
#include "collide/set/touch_union.h"

#include <float.h>

static const cd_vec zero = {0, 0, 0};

static cd_shape moved(const cd_shape *s, cd_vec v) {
    cd_shape copy = *s;
    cd_shape_move(&copy, v);
    return copy;
}

static bool is_ball(const cd_shape *s) { return s->kind == CD_POINT || s->kind == CD_SPHERE; }

static bool is_point(const cd_shape *s) { return is_ball(s) && s->radius == 0; }

// ----------------------------------------------------------------------------------------- overlap

static bool are_point_and_solid(const cd_shape *a, const cd_shape *b) {
    return (is_point(a) && b->kind == CD_SOLID) || (is_point(b) && a->kind == CD_SOLID);
}

bool cd_solid_overlap(const cd_shape *a, const cd_shape *b) {
    if (are_point_and_solid(a, b))
        return is_point(a) ? cd_inside(b, a->as.center) >= 0 : cd_inside(a, b->as.center) >= 0;
    return cd_set_overlap(a, b) || cd_is_nested(a, b);
}

// ------------------------------------------------------------------------------ the end of a touch

static bool begins_after(const void *time, const cd_hit *hit) {
    return hit->t > *(const double *)time;
}

// Moves hit->exit, and what belongs to it, to where the touch of a and b ends that lasts until
// then: through the parts that adjoin it, and then while a and b are nested, to the next ones.
static void extend_exit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_hit *hit) {
    bool goes_on = true;
    cd_trace *trace = cd_trace_pause();
    while (goes_on) {
        cd_hit next;
        cd_set_extend_exit(a, motion, b, zero, hit);
        goes_on =
            cd_set_first_hit_of_parts(a, motion, b, INFINITY, begins_after, &hit->exit, &next);
        if (goes_on) {
            const cd_shape between = moved(a, cd_scale(motion, 0.5 * (hit->exit + next.t)));
            goes_on = cd_is_nested(&between, b);
        }
        if (goes_on) // so that the parts touched next end later than the touch so far
            hit->exit = nextafter(next.t, -INFINITY);
    }
    cd_trace_resume(trace);
}

// ------------------------------------------------------------------------------------------- depth

// The way out along a unit vector.
static cd_separation way_along(const cd_shape *a, const cd_shape *b, cd_vec n, cd_vec *normal) {
    cd_hit hit = {.exit = 0};
    extend_exit(a, n, b, &hit);
    *normal = hit.exit_normal;
    return (cd_separation){-hit.exit, n, cd_add_scaled(hit.exit_point, -hit.exit, n),
                           hit.exit_point};
}

static void keep_shorter(cd_separation *best, const cd_separation *way) {
    if (way->distance < 0 && way->distance > best->distance * (1 - 8 * DBL_EPSILON))
        *best = *way;
}

enum { DESCENTS_MAX = 16, DIRECTIONS = 27, NO_DIRECTION = 13 };

// Follows the normals that are met where the way ends, from a first direction on, as long as the
// way gets shorter, and may get shorter than the best one: it leads beyond the plane that was met.
static void descend(const cd_shape *a, const cd_shape *b, cd_vec n, cd_separation *best) {
    for (int i = 0; i < DESCENTS_MAX; i++) {
        cd_vec next;
        const cd_separation way = way_along(a, b, n, &next);
        keep_shorter(best, &way);
        if (!(way.distance * cd_dot(n, next) > best->distance * (1 - 8 * DBL_EPSILON)) ||
            cd_is_zero(next))
            return;
        n = next;
    }
}

// A short way out of what is not only touched. normal: that of the surface.
static cd_separation find_way_out(const cd_shape *a, const cd_shape *b, cd_vec normal) {
    cd_separation best = {.distance = -INFINITY, .normal = {0, 1, 0}};
    cd_trace *trace = cd_trace_pause();
    descend(a, b, normal, &best);
    descend(a, b, cd_sub(zero, normal), &best);
    for (int i = 0; i < DIRECTIONS; i++) {
        const cd_vec d = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        if (i != NO_DIRECTION)
            descend(a, b, cd_normalized(d, normal), &best);
    }
    cd_trace_resume(trace);
    if (CD_TRACES)
        cd_trace_put(&(cd_trace_step){.kind = CD_STEP_TRANSLATION,
                                      .name = "ways out",
                                      .nearest = cd_scale(best.normal, -best.distance),
                                      .distance = -best.distance,
                                      .verdict = true});
    return best;
}

// ----------------------------------------------------------------------------------- points, balls

static cd_vec normal_of(const cd_shape *triangle, cd_vec otherwise) {
    const cd_vec *v = triangle->as.triangle.v;
    return cd_normalized(cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[0])), otherwise);
}

// The outward normal of the triangle that is nearest to a point on the surface.
static cd_vec outward_at(const cd_shape *point, const cd_shape *solid, cd_vec otherwise) {
    cd_part_pair nearest;
    if (!cd_set_nearest(point, solid, zero, INFINITY, 0, &nearest))
        return otherwise;
    const cd_shape part = cd_set_part_at(solid, nearest.b);
    return normal_of(&part, otherwise);
}

static cd_separation separate_point(const cd_shape *point, const cd_shape *solid, double limit) {
    const cd_vec p = point->as.center;
    const int side = cd_inside(solid, p);
    cd_separation s = cd_set_separate(point, solid, side < 0 ? limit : INFINITY);
    if (side == 0 || s.distance <= 0) {
        s.normal = outward_at(point, solid, s.normal);
        // A point outside is apart, also where rounding leaves no distance.
        return (cd_separation){side < 0 ? DBL_MIN : 0, s.normal, p, side == 0 ? p : s.point_b};
    }
    if (side > 0) {
        s.distance = -s.distance;
        s.normal = cd_sub(zero, s.normal); // without -0
    }
    return s;
}

// A ball whose centre is inside. The ball around the centre to the surface is inside, too, so no
// way is shorter than the sum of both radii.
static bool separate_nested_ball(const cd_shape *ball, const cd_shape *solid, cd_separation *s) {
    const cd_shape point = cd_point(3, ball->as.center);
    *s = separate_point(&point, solid, INFINITY);
    s->distance -= ball->radius;
    s->point_a = cd_add_scaled(ball->as.center, -ball->radius, s->normal);
    const cd_shape out = cd_point(3, cd_add_scaled(ball->as.center, -s->distance, s->normal));
    return cd_inside(solid, out.as.center) <= 0 &&
           cd_set_separate(&out, solid, INFINITY).distance >=
               ball->radius - cd_union_tolerance(ball, solid);
}

// ------------------------------------------------------------------------------------------ shapes

static cd_separation separate(const cd_shape *a, const cd_shape *b, double limit) {
    if (is_point(a) && b->kind == CD_SOLID)
        return separate_point(a, b, limit);
    cd_separation s;
    if (is_ball(a) && b->kind == CD_SOLID && cd_inside(b, a->as.center) > 0 &&
        separate_nested_ball(a, b, &s))
        return s;
    s = cd_set_separate(a, b, limit);
    if (s.distance > limit && cd_is_nested(a, b)) // the depth does not depend on the limit
        s = cd_set_separate(a, b, INFINITY);
    const double way = s.distance > 0 ? 0 : -s.distance;
    const cd_shape out = moved(a, isfinite(way) ? cd_scale(s.normal, way) : zero);
    if (way == INFINITY || !cd_is_nested(&out, b))
        return s;
    if (cd_are_surfaces(a, b))
        return (cd_separation){-INFINITY, {0, 1, 0}, s.point_b, s.point_b};
    return find_way_out(a, b, s.normal);
}

cd_separation cd_solid_separate(const cd_shape *a, const cd_shape *b, double limit) {
    if (!cd_has_inside(a) || cd_has_inside(b))
        return separate(a, b, limit);
    const cd_separation s = separate(b, a, limit);
    return (cd_separation){s.distance, cd_sub(zero, s.normal), s.point_b, s.point_a};
}

// ------------------------------------------------------------------------------------------- casts

// The outward normal of least approach, not below `least`, of the triangles that a point touches.
typedef struct {
    cd_vec relative, normal;
    double tolerance, still; // of the touch, and of a motion along it
    double least, approach;
} outward_search;

static void visit_outward(cd_traversal *t, const cd_shape *point, const cd_shape *triangle,
                          cd_part part_a, cd_part part_b) {
    outward_search *s = t->context;
    (void)part_a, (void)part_b;
    if (cd_separate_convex(point, triangle).distance > s->tolerance)
        return;
    const cd_vec n = normal_of(triangle, s->normal);
    const double approach = cd_approach_along(s->relative, n, s->still);
    if (approach >= s->least && approach < s->approach) {
        s->approach = approach;
        s->normal = n;
    }
}

// Sets the normal, point and approach of a hit that is inside. Where they only touch, the normal of
// the surface may be that of its inner side.
static void find_start(const cd_shape *a, const cd_shape *b, cd_vec relative, double tmax,
                       cd_hit *hit) {
    cd_separation s = cd_solid_separate(a, b, INFINITY);
    const double tolerance = cd_union_tolerance(a, b);
    const double still = cd_still_speed(relative, isfinite(tmax), tolerance);
    const bool touches = s.distance >= -tolerance;
    if (touches && is_point(a) && b->kind == CD_SOLID) {
        const double least = hit->exit > 0 ? 0 : -INFINITY; // 0: it stays inside
        outward_search o = {relative, s.normal, tolerance, still, least, INFINITY};
        cd_set_each_part_pair(a, b, tolerance, visit_outward, &o);
        s.normal = o.normal;
    } else if (touches && cd_dot(s.normal, hit->normal) > 0) {
        return;
    } else if (touches && !cd_has_inside(a)) {
        s.normal = cd_sub(zero, hit->normal);
    }
    hit->normal = s.normal;
    hit->point = s.point_b;
    hit->approach = cd_approach_along(relative, s.normal, still);
}

// A point outside that touches the surface at first, within rounding, enters if it approaches;
// else finds its first hit later on.
static bool find_entry(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                       double tmax, cd_hit *hit) {
    const double start = 0;
    if (!(hit->approach > 0 && tmax >= DBL_MIN)) {
        if (!cd_set_first_hit_of_parts(a, cd_sub(motion, motion_b), b, tmax, begins_after, &start,
                                       hit))
            return false;
        hit->point = cd_add_scaled(hit->point, hit->t, motion_b);
        hit->exit_point = cd_add_scaled(hit->exit_point, hit->exit, motion_b);
        return true;
    }
    hit->inside = false;
    hit->t = hit->enter = DBL_MIN;
    hit->exit = cd_max(hit->exit, DBL_MIN);
    return true;
}

bool cd_solid_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                   double tmax, cd_hit *hit) {
    const cd_vec relative = cd_sub(motion, motion_b);
    bool meets = cd_set_cast(a, motion, b, motion_b, tmax, hit);
    const bool touches = meets && hit->inside;
    const bool overlaps =
        are_point_and_solid(a, b) ? cd_solid_overlap(a, b) : touches || cd_is_nested(a, b);
    if (overlaps && !touches)
        *hit = (cd_hit){.inside = true};
    else if (touches && !overlaps)
        meets = find_entry(a, motion, b, motion_b, tmax, hit);
    if (!meets && !overlaps)
        return false;
    if (cd_is_zero(relative)) {
        hit->enter = -INFINITY;
        hit->exit = INFINITY;
    } else if (isfinite(hit->exit)) {
        hit->exit_point = cd_add_scaled(hit->exit_point, -hit->exit, motion_b);
        extend_exit(a, relative, b, hit);
        hit->exit_point = cd_add_scaled(hit->exit_point, hit->exit, motion_b);
    }
    if (hit->inside && isfinite(hit->enter)) {
        cd_hit back = {.exit = -hit->enter};
        extend_exit(a, cd_negate(relative), b, &back);
        hit->enter = back.exit > 0 ? -back.exit : 0;
    }
    if (hit->inside)
        find_start(a, b, relative, tmax, hit);
    if (isinf(hit->exit)) {
        hit->exit_normal = hit->exit_point = zero;
    } else if (cd_is_zero(hit->exit_normal)) { // so near the surface that nothing is met ahead
        hit->exit_normal = hit->normal;
        hit->exit_point = hit->point;
    }
    return true;
}

bool cd_solid_raycast(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax,
                      cd_hit *hit) {
    const cd_shape point = cd_point(set->dim, origin);
    if (!cd_solid_cast(&point, direction, set, zero, tmax, hit))
        return false;
    hit->point = cd_add_scaled(origin, hit->t, direction);
    if (isfinite(hit->exit))
        hit->exit_point = cd_add_scaled(origin, hit->exit, direction);
    return true;
}

bool cd_solid_occludes(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax) {
    return cd_inside(set, origin) >= 0 || cd_set_occludes(origin, direction, set, tmax);
}
