// cd_raycast: a closed form, which for balls, cylinders and cones is a function of its own and then
// has less to keep in registers; all that a closed form leaves open goes to the generic casts. And
// cd_occluded, which is cd_raycast where no quick test is sure.
#include "collide/cast/convex_cast.h"
#include "collide/cast/ray_convex.h"
#include "collide/cast/ray_occlusion.h"
#include "collide/math/trace.h"
#include "collide/narrow/closed_steps.h"
#include "collide/set/set_cast.h"
#include "collide/set/solids.h"
#include "collide/shape/core.h"

#include <assert.h>

// Not inline in the hot functions, which are flattened.
static __attribute__((noinline)) bool raycast_generic(const cd_vec *origin, const cd_vec *direction,
                                                      const cd_shape *shape, double tmax,
                                                      cd_hit *hit) {
    const cd_vec d = cd_motion(*direction);
    if (!cd_is_set(shape))
        return cd_convex_raycast(*origin, d, shape, tmax, hit);
    return (cd_has_inside(shape) ? cd_solid_raycast : cd_set_raycast)(*origin, d, shape, tmax, hit);
}

static inline bool raycast_by(cd_verdict verdict, const cd_vec *origin, const cd_vec *direction,
                              const cd_shape *shape, double tmax, cd_hit *hit) {
    if (CD_TRACES && verdict != CD_UNKNOWN) {
        const cd_shape point = cd_point(shape->dim, *origin);
        cd_trace_closed_cast(&point, shape, verdict == CD_MEETS ? hit : NULL);
    }
    return verdict == CD_UNKNOWN ? raycast_generic(origin, direction, shape, tmax, hit)
                                 : verdict == CD_MEETS;
}

CD_HOT static bool raycast_point_core(const cd_vec *o, const cd_vec *d, const cd_shape *s,
                                      double tmax, cd_hit *hit) {
    cd_ray_view from = {cd_vec4_of(*o), cd_vec4_of(*d), 0, 1};
    return raycast_by(cd_ray_hit_point_core(from, from.path, s, tmax, hit), o, d, s, tmax, hit);
}

CD_HOT static bool raycast_cylinder(const cd_vec *o, const cd_vec *d, const cd_shape *s,
                                    double tmax, cd_hit *hit) {
    cd_ray_view from = {cd_vec4_of(*o), cd_vec4_of(*d), 0, 1};
    return raycast_by(cd_ray_hit_curved(from, from.path, s, false, tmax, hit), o, d, s, tmax, hit);
}

CD_HOT static bool raycast_cone(const cd_vec *o, const cd_vec *d, const cd_shape *s, double tmax,
                                cd_hit *hit) {
    cd_ray_view from = {cd_vec4_of(*o), cd_vec4_of(*d), 0, 1};
    return raycast_by(cd_ray_hit_curved(from, from.path, s, true, tmax, hit), o, d, s, tmax, hit);
}

CD_HOT static bool raycast_any_kind(const cd_vec *o, const cd_vec *d, const cd_shape *s,
                                    double tmax, cd_hit *hit) {
    cd_ray_view from = {cd_vec4_of(*o), cd_vec4_of(*d), 0, 1};
    return raycast_by(cd_ray_hit_by(cd_ray_any_kind, from, from.path, s, tmax, hit), o, d, s, tmax,
                      hit);
}

bool cd_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax, cd_hit *hit) {
    assert(cd_is_in_range(origin) && cd_is_in_range(direction) && tmax >= 0);
    assert(!cd_shape_error(shape));
    switch (shape->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return raycast_point_core(&origin, &direction, shape, tmax, hit);
    case CD_CYLINDER:
        return raycast_cylinder(&origin, &direction, shape, tmax, hit);
    case CD_CONE:
        return raycast_cone(&origin, &direction, shape, tmax, hit);
    case CD_MESH:
    case CD_COMPOUND:
    case CD_SOLID:
        return raycast_generic(&origin, &direction, shape, tmax, hit);
    default:
        return raycast_any_kind(&origin, &direction, shape, tmax, hit);
    }
}

bool cd_occluded(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax) {
    assert(cd_is_in_range(origin) && cd_is_in_range(direction) && tmax >= 0);
    assert(!cd_shape_error(shape));
    if (cd_is_set(shape))
        return (cd_has_inside(shape) ? cd_solid_occludes
                                     : cd_set_occludes)(origin, cd_motion(direction), shape, tmax);
    cd_verdict verdict = cd_ray_occlusion(&origin, &direction, shape, tmax);
    cd_hit hit;
    return verdict == CD_UNKNOWN ? cd_raycast(origin, direction, shape, tmax, &hit)
                                 : verdict == CD_MEETS;
}
