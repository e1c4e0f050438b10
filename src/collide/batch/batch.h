// A batch inside: boxes in floats, relative to the middle of all and scaled to about 1, an array of
// each axis, padded to whole blocks; balls once more as they are; scratch of queries.
#ifndef COLLIDE_BATCH_BATCH_H
#define COLLIDE_BATCH_BATCH_H

#include "collide/shape/core.h"

#include <stdint.h>

typedef struct cd_batch_sphere {
    cd_vec center;
    double radius;
} cd_batch_sphere;

/// When a ray hits a shape. root: of the discriminant, for a ball; NaN: the hit is known whole.
typedef struct cd_batch_sphere_hit {
    double enter, exit, root;
    int index; ///< of the shape
} cd_batch_sphere_hit;

struct cd_batch {
    int count, stride, dim;
    cd_vec middle;
    double size;  ///< the largest coordinate of a bounded shape, absolute
    double scale; ///< of what the floats hold: a power of two
    const cd_shape **shapes;
    float *low[3], *high[3];
    int32_t *is_sphere; ///< -1: a ball, which fills its box
    cd_batch_sphere *balls;
    cd_batch_sphere_hit *hits; ///< this and the rest are scratch
    int *order, *buckets, *starts;
};

/// The indices of the boxes that a ray meets, in order, to batch->order; returns their number.
int cd_batch_near_ray(cd_batch *batch, cd_vec origin, cd_vec direction, double tmax);

#endif
