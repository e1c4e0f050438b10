// See ray_occlusion.h.
#include "collide/cast/ray_occlusion.h"
#include "collide/simd/hot.h"

#include <assert.h>

CD_HOT cd_verdict cd_ray_occlusion(const cd_vec *o, const cd_vec *d, const cd_shape *s,
                                   double tmax) {
    const cd_vec4 origin = cd_vec4_of(*o), direction = cd_vec4_of(*d);
    assert(tmax >= 0);
    switch (s->kind) {
    case CD_SPHERE:
        return cd_ray_occluded_by_sphere(origin, direction, s, tmax);
    case CD_CAPSULE:
        return cd_ray_occluded_by_capsule(origin, direction, s, tmax);
    case CD_BOX:
        return cd_ray_occluded_by_box(origin, direction, s, tmax);
    case CD_TRIANGLE: {
        const cd_vec *v = s->as.triangle.v;
        const cd_vec4 p[3] = {cd_vec4_of(v[0]), cd_vec4_of(v[1]), cd_vec4_of(v[2])};
        return s->dim == 3 && s->radius == 0
                   ? cd_ray_occluded_by_triangle(origin, direction, p, tmax)
                   : CD_UNKNOWN;
    }
    default:
        return CD_UNKNOWN;
    }
}
