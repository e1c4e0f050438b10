// What a cylinder or cone spans. With u its axis, v across = v - (v . u) u and c, r the centre and
// radius of a disc, the height of the disc along v is c . v + r |v across|, reached at
// c + r * (v across) / |v across|.
#include "collide/shape/curved.h"

#include <float.h>

cd_vec cd_curved_axis(const cd_shape *s) {
    cd_vec a = s->as.curved.a, b = s->as.curved.b, d = cd_sub(b, a);
    if (!cd_is_finite(d))
        d = cd_sub(cd_scale(b, 0.5), cd_scale(a, 0.5));
    return cd_normalized(d, (cd_vec){0, 1, 0});
}

// Twice, so that what is left along the axis is rounding of the result, not of v.
static cd_vec across(const cd_core *core, cd_vec v) {
    v = cd_add_scaled(v, -cd_dot(v, core->direction), core->direction);
    return cd_add_scaled(v, -cd_dot(v, core->direction), core->direction);
}

cd_vec cd_curved_support(const cd_core *core, cd_vec direction) {
    cd_vec radial = across(core, direction), a = core->vertices[0], b = core->vertices[1];
    double length = cd_length(radial);
    bool far = cd_dot(cd_sub(b, a), direction) + (core->rim[1] - core->rim[0]) * length > 0;
    cd_vec center = far ? b : a;
    // A cap that faces the direction to rounding: its middle, which depends on no noise.
    if (length <= 4 * DBL_EPSILON * cd_max_abs(direction))
        return center;
    return cd_add_scaled(center, core->rim[far] / length, radial);
}

cd_projection cd_curved_project(const cd_core *core, cd_vec direction) {
    double along = cd_dot(cd_sub(core->vertices[1], core->vertices[0]), direction);
    double length = cd_length(across(core, direction));
    double a = core->rim[0] * length, b = core->rim[1] * length;
    return (cd_projection){-1, -1, cd_min(-a, along - b), cd_max(a, along + b)};
}

int cd_curved_support_points(const cd_core *core, cd_vec direction, double clear,
                             cd_vec corners[CD_CURVED_SUPPORT_POINTS]) {
    cd_vec radial = across(core, direction), e = cd_perpendicular(core->direction, 3);
    cd_vec f = cd_cross(core->direction, e);
    double length = cd_length(radial);
    int count = 0;
    for (int i = 0; i < 2; i++) {
        cd_vec center = core->vertices[i];
        double r = core->rim[i];
        if (length > clear || r == 0) {
            corners[count++] = r > 0 ? cd_add_scaled(center, r / length, radial) : center;
            continue;
        }
        for (int k = 0; k < 3; k++) { // a triangle
            cd_vec p = cd_add_scaled(center, k == 0 ? r : -r / 2, e);
            corners[count++] = cd_add_scaled(p,
                                             k == 0   ? 0
                                             : k == 1 ? r * sqrt(0.75)
                                                      : -r * sqrt(0.75),
                                             f);
        }
    }
    return count;
}
