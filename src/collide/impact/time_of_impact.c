// The time of impact of shapes that move and turn: of two convex shapes by conservative advancement
// (convex_impact.c), of sets part by part (set_impact.c). Without a rotation it is a cast.
#include "collide/collide.h"

#include "collide/cast/interval.h"
#include "collide/impact/set_impact.h"
#include "collide/impact/turning_impact.h"
#include "collide/math/trace.h"
#include "collide/set/set_cast.h"
#include "collide/shape/set.h"

#include <assert.h>

// Through this part of the largest coordinate a posed shape is cast, to see all that it touches.
static const double NEAR = 0x1p-36;

// ------------------------------------------------------------------------------------------ roles

bool cd_may_turn(const cd_shape *a, const cd_shape *b) {
    return !(cd_has_unbounded(a) && cd_has_unbounded(b));
}

// What stays as it is while the other is turned part by part: what is unbounded, else what has more
// parts.
static bool a_stays(const cd_shape *a, const cd_shape *b) {
    if (cd_has_unbounded(a) != cd_has_unbounded(b))
        return cd_has_unbounded(a);
    return cd_shape_part_count(a) > cd_shape_part_count(b);
}

size_t cd_time_of_impact_size(const cd_shape *a, const cd_shape *b) {
    return cd_set_pose_size(a_stays(a, b) ? b : a);
}

// ---------------------------------------------------------------------------------------- answers

static double approach_at(const cd_turning *a, const cd_turning *b, double t, cd_vec p, cd_vec n) {
    return 0 - cd_dot(cd_sub(cd_turning_velocity(a, t, p), cd_turning_velocity(b, t, p)), n);
}

// What touches y beside the part of x counts, too: the part is cast on along the motion of the
// touched point, and the set answers with the normal of all.
static void resolve_normal(const cd_moving_sets *sets, double size, cd_set_impact *impact) {
    const cd_turning *x = sets->path_x, *y = sets->path_y;
    if (!cd_is_set(sets->y))
        return;
    const cd_vec p = cd_turning_point(y, impact->t, impact->separation.point_b);
    cd_vec v = cd_sub(cd_turning_velocity(x, impact->t, p), cd_turning_velocity(y, impact->t, p));
    if (y->speed > 0)
        v = cd_quat_rotate(cd_quat_conjugate(cd_turning_rotation(y, impact->t)), v);
    const double speed = cd_length(v);
    const cd_vec motion = cd_scale(v, speed > 0 ? NEAR * size / speed : 0);
    cd_hit hit;
    cd_trace *trace = cd_trace_pause();
    const bool touches =
        cd_set_cast_entry(&impact->part, motion, sets->y, (cd_vec){0, 0, 0}, 1, &hit);
    cd_trace_resume(trace);
    if (!touches)
        return;
    impact->separation.normal = hit.normal;
    impact->separation.point_b = hit.point;
    impact->separation.point_a = hit.point;
}

// The hit of a on b of an impact of x, which is b where `a` stays.
static cd_hit hit_of(const cd_moving_sets *sets, const cd_set_impact *impact, bool swapped) {
    const cd_turning *y = sets->path_y;
    const cd_separation *s = &impact->separation;
    cd_vec n = s->normal;
    if (y->speed > 0)
        n = cd_quat_rotate(cd_turning_rotation(y, impact->t), n);
    n = swapped ? cd_negate(n) : n;
    const cd_vec p = cd_turning_point(y, impact->t, swapped ? s->point_a : s->point_b);
    return (cd_hit){.t = impact->t,
                    .point = p,
                    .normal = n,
                    .enter = impact->t,
                    .exit = INFINITY,
                    .inside = impact->t == 0,
                    .approach = approach_at(swapped ? y : sets->path_x, swapped ? sets->path_x : y,
                                            impact->t, p, n)};
}

// That of shapes that overlap or touch at the start.
static cd_hit hit_of_overlap(const cd_shape *a, const cd_turning *path_a, const cd_shape *b,
                             const cd_turning *path_b) {
    const cd_separation s = cd_separate(a, b);
    return (cd_hit){.point = s.point_b,
                    .normal = s.normal,
                    .exit = INFINITY,
                    .inside = true,
                    .approach = approach_at(path_a, path_b, 0, s.point_b, s.normal)};
}

static double largest_coordinate(const cd_shape *s, const cd_turning *path) {
    const double still = cd_max(cd_shape_largest_coordinate(s), cd_max_abs(path->about));
    return still + cd_max_abs(path->motion) + cd_max_abs(path->acceleration);
}

bool cd_time_of_impact(const cd_shape *a, const cd_path *path_a, const cd_shape *b,
                       const cd_path *path_b, void *memory, cd_hit *hit) {
    const cd_turning turn_a = cd_turning_along(path_a), turn_b = cd_turning_along(path_b);
    if (turn_a.speed == 0 && turn_b.speed == 0)
        return cd_shapecast(a, path_a->motion, b, path_b->motion, hit);
    return cd_turning_impact(a, &turn_a, b, &turn_b, 0, memory, hit);
}

bool cd_turning_impact(const cd_shape *a, const cd_turning *path_a, const cd_shape *b,
                       const cd_turning *path_b, double from, void *memory, cd_hit *hit) {
    assert(from == 0 || !(cd_is_set(a) || cd_is_set(b)));
    if ((cd_is_set(a) || cd_is_set(b)) && cd_overlap(a, b)) {
        *hit = hit_of_overlap(a, path_a, b, path_b);
        return true;
    }
    const bool swapped = a_stays(a, b);
    const double size = cd_max(largest_coordinate(a, path_a), largest_coordinate(b, path_b));
    const cd_moving_sets sets = {swapped ? b : a,
                                 swapped ? a : b,
                                 swapped ? path_b : path_a,
                                 swapped ? path_a : path_b,
                                 CD_CLEAR_GAP * size,
                                 memory,
                                 from};
    cd_set_impact impact;
    if (!cd_may_turn(a, b) || !cd_set_impact_of(&sets, &impact))
        return false;
    resolve_normal(&sets, size, &impact);
    *hit = impact.t == 0 && impact.separation.distance <= 0 ? hit_of_overlap(a, path_a, b, path_b)
                                                            : hit_of(&sets, &impact, swapped);
    return true;
}
