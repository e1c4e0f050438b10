// A cast of sets: the first touch of two parts, extended through all parts that adjoin it. The
// normal is that of all parts that touch then (touch_union.h). Sets that overlap at t = 0 take it
// from the distance query, which leads out of all parts at once.
#include "collide/set/set_cast.h"
#include "collide/cast/convex_cast.h"
#include "collide/cast/least_approach.h"
#include "collide/cast/ray_occlusion.h"
#include "collide/math/trace.h"
#include "collide/set/separate_sets.h"
#include "collide/set/set_touch.h"
#include "collide/set/touch_union.h"
#include "collide/shape/validate.h"

// Sets normal, point and approach of the hit of two parts.
static void find_normal(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                        double tmax, const cd_touching_pair *pair, cd_hit *hit) {
    cd_vec relative = cd_sub(motion, motion_b);
    bool touches = true; // and no more
    if (hit->inside) {
        cd_separation start = cd_set_separate_any(a, b, INFINITY);
        double tolerance = cd_union_tolerance(a, b);
        touches = start.distance >= -tolerance;
        if (!touches) {
            hit->normal = start.normal;
            hit->point = start.point_b;
            double still = cd_still_speed(relative, isfinite(tmax), tolerance);
            hit->approach = cd_approach_along(relative, start.normal, still);
        }
    }
    if (touches && !pair->alone && cd_has_axis_after(a, cd_scale(relative, hit->t)))
        cd_resolve_hit(a, relative, b, motion_b, pair->gap, pair->part, hit, NULL);
}

bool cd_set_cast_entry(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                       double tmax, cd_hit *hit) {
    cd_touching_pair pair;
    if (!cd_set_first_touching_pair(a, motion, b, motion_b, tmax, false, hit, &pair))
        return false;
    find_normal(a, motion, b, motion_b, tmax, &pair, hit);
    return true;
}

bool cd_set_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b, double tmax,
                 cd_hit *hit) {
    cd_touching_pair pair;
    if (!cd_set_first_touching_pair(a, motion, b, motion_b, tmax, true, hit, &pair))
        return false;
    find_normal(a, motion, b, motion_b, tmax, &pair, hit);
    if (hit->inside)
        hit->enter = cd_min(hit->enter, cd_set_touch_begin(a, motion, b, motion_b));
    if (isinf(hit->exit))
        hit->exit_normal = hit->exit_point = (cd_vec){0, 0, 0};
    return true;
}

bool cd_set_raycast(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax,
                    cd_hit *hit) {
    cd_shape point = cd_point(set->dim, origin);
    if (!cd_set_cast(&point, direction, set, (cd_vec){0, 0, 0}, tmax, hit))
        return false;
    hit->point = cd_add_scaled(origin, hit->t, direction);
    if (isfinite(hit->exit))
        hit->exit_point = cd_add_scaled(origin, hit->exit, direction);
    return true;
}

// --------------------------------------------------------------------------------------- occlusion

typedef struct {
    cd_vec origin, direction;
    double tmax;
    bool meets;
} line_of_sight;

// A set is hit where one of its parts is; so what a quick test leaves open is asked of that part
// alone.
static bool is_clear(void *context, const cd_shape *part, cd_part name) {
    line_of_sight *s = context;
    const cd_verdict verdict = cd_ray_occlusion(&s->origin, &s->direction, part, s->tmax);
    s->meets = verdict == CD_MEETS;
    if (verdict == CD_UNKNOWN) {
        const cd_shape point = cd_point(part->dim, s->origin);
        cd_hit hit;
        bool complete;
        s->meets = cd_convex_cast_times(&point, s->direction, part, (cd_vec){0, 0, 0}, s->tmax,
                                        &hit, &complete);
    }
    if (CD_TRACES)
        cd_trace_put(&(cd_trace_step){.kind = CD_STEP_PARTS,
                                      .part_a = -1,
                                      .part_b = cd_part_number(name),
                                      .verdict = s->meets});
    else
        (void)name;
    return !s->meets;
}

bool cd_set_occludes(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax) {
    const cd_shape point = cd_point(set->dim, origin);
    line_of_sight s = {origin, direction, tmax, false};
    cd_set_each_touched_part(&point, direction, set, tmax, is_clear, &s);
    return s.meets;
}
