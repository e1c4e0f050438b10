// See ray_cast.h; the closed forms are in ray_convex.h and below it.
#include "collide/cast/ray_cast.h"
#include "collide/cast/ray_convex.h"
#include "collide/shape/core.h"

#include <assert.h>

CD_HOT cd_verdict cd_ray_cast(cd_ray *ray, cd_interval *interval) {
    assert(!cd_is_zero(ray->direction) && ray->radius >= 0 && !cd_is_set(ray->shape));
    cd_ray_touch touch;
    double r = ray->radius + ray->shape->radius;
    if (!cd_ray_any_kind(cd_vec4_of(ray->origin), cd_vec4_of(ray->direction), ray->shape, r,
                         &touch))
        return CD_UNKNOWN;
    ray->starts_apart = touch.starts_apart;
    *interval = (cd_interval){.enter = touch.enter, .exit = touch.exit};
    if (isfinite(touch.enter))
        interval->enter_normal = cd_vec4_vec(touch.enter_normal);
    if (isfinite(touch.exit))
        interval->exit_normal = cd_vec4_vec(touch.exit_normal);
    return touch.enter <= touch.exit ? CD_MEETS : CD_MISSES;
}

CD_HOT cd_verdict cd_ray_hit(const cd_ray *ray, cd_hit *hit) {
    assert(ray->radius >= 0 && ray->tmax >= 0 && !cd_is_set(ray->shape));
    cd_ray_view from = {cd_vec4_of(ray->origin), cd_vec4_of(ray->path), ray->radius,
                        ray->swapped ? -1 : 1};
    cd_vec4 direction = cd_vec4_of(ray->direction);
    if (cd_has_point_core(ray->shape))
        return cd_ray_hit_point_core(from, direction, ray->shape, ray->tmax, hit);
    if (cd_is_curved(ray->shape))
        return ray->radius > 0 ? CD_UNKNOWN
                               : cd_ray_hit_curved(from, direction, ray->shape,
                                                   ray->shape->kind == CD_CONE, ray->tmax, hit);
    return cd_ray_hit_by(cd_ray_any_kind, from, direction, ray->shape, ray->tmax, hit);
}

bool cd_ray_from_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_ray *ray) {
    bool swapped = !cd_has_point_core(a);
    const cd_shape *sphere = swapped ? b : a;
    if (!cd_has_point_core(sphere))
        return false;
    *ray = (cd_ray){.origin = sphere->as.center,
                    .direction = swapped ? cd_negate(motion) : motion,
                    .radius = sphere->radius,
                    .tmax = INFINITY,
                    .shape = swapped ? a : b,
                    .swapped = swapped};
    return true;
}
