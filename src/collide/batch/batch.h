// The inside of a batch: the boxes around its shapes in floats, relative to the middle of all and
// scaled to about 1, an array for each axis, padded to whole blocks of lanes; its spheres once more
// as they are; and scratch memory for queries.
#ifndef COLLIDE_BATCH_BATCH_H
#define COLLIDE_BATCH_BATCH_H

#include "collide/collide.h"

#include <stdint.h>

typedef struct cd_batch_sphere {
    cd_vec center;
    double radius;
} cd_batch_sphere;

/// When a ray hits a shape. root: of the discriminant, for a sphere; NaN: the hit is complete
/// already.
typedef struct cd_batch_ray_hit {
    double enter, exit, root;
    int index; ///< of the shape
} cd_batch_ray_hit;

struct cd_batch {
    int count, stride, dim;
    cd_vec middle;
    double size;           ///< the largest absolute coordinate of a bounded shape
    double unbounded_size; ///< at least the largest coordinate or radius of the others
    double scale;          ///< of the floats: a power of two
    const cd_shape **shapes;
    float *low[3], *high[3];
    int32_t *is_sphere; ///< -1: a sphere, which fills its box; else 0
    cd_batch_sphere *spheres;
    cd_batch_ray_hit *hits; ///< this and the rest are scratch
    int *order, *buckets, *starts;
};

/// Writes the indices of the shapes whose boxes a ray may meet, in order, to batch->order; returns
/// their number.
int cd_batch_near_ray(cd_batch *batch, cd_vec origin, cd_vec direction, double tmax);

#endif
