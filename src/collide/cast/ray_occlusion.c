// See ray_occlusion.h. Each of the hot kinds has a function of its own.
#include "collide/cast/ray_occlusion.h"
#include "collide/simd/hot.h"

#include <assert.h>

CD_HOT static cd_verdict by_sphere(const cd_vec *o, const cd_vec *d, const cd_shape *s,
                                   double tmax) {
    return cd_ray_occluded_by_sphere(cd_vec4_of(*o), cd_vec4_of(*d), s, tmax);
}

CD_HOT static cd_verdict by_capsule(const cd_vec *o, const cd_vec *d, const cd_shape *s,
                                    double tmax) {
    return cd_ray_occluded_by_capsule(cd_vec4_of(*o), cd_vec4_of(*d), s, tmax);
}

CD_HOT static cd_verdict by_box(const cd_vec *o, const cd_vec *d, const cd_shape *s, double tmax) {
    return cd_ray_occluded_by_box(cd_vec4_of(*o), cd_vec4_of(*d), s, tmax);
}

CD_HOT static cd_verdict by_triangle(const cd_vec *o, const cd_vec *d, const cd_shape *s,
                                     double tmax) {
    const cd_vec *v = s->as.triangle.v;
    const cd_vec4 p[3] = {cd_vec4_of(v[0]), cd_vec4_of(v[1]), cd_vec4_of(v[2])};
    return cd_ray_occluded_by_triangle(cd_vec4_of(*o), cd_vec4_of(*d), p, tmax);
}

cd_verdict cd_ray_occlusion(const cd_vec *o, const cd_vec *d, const cd_shape *s, double tmax) {
    assert(tmax >= 0);
    switch (s->kind) {
    case CD_SPHERE:
        return by_sphere(o, d, s, tmax);
    case CD_CAPSULE:
        return by_capsule(o, d, s, tmax);
    case CD_BOX:
        return by_box(o, d, s, tmax);
    case CD_TRIANGLE:
        return s->dim == 3 && s->radius == 0 ? by_triangle(o, d, s, tmax) : CD_UNKNOWN;
    default:
        return CD_UNKNOWN;
    }
}
