// The shapes that thin bodies had before their owner replaced or moved them.
#ifndef COLLIDE_WORLD_KEPT_SHAPES_H
#define COLLIDE_WORLD_KEPT_SHAPES_H

#include "collide/world/body.h"

typedef struct cd_kept_shape {
    int slot;
    cd_body_sphere sphere; ///< around it
    cd_shape shape;
} cd_kept_shape;

/// How far the vertices of a flat convex shape have gone, at most.
double cd_way_of_flat(const cd_shape *before, const cd_shape *now);

static inline const cd_kept_shape *cd_kept_shapes(const cd_world *w) {
    return w->step.kept_shapes.memory;
}

/// Keeps the shape that a body has had since the last step, if it is thin and bounded and none is
/// kept yet. Without memory the next step fails.
void cd_keep_shape(cd_world *world, int index);

/// What is kept of a body that has been turned or moved since, by less than it is large; else NULL:
/// what is farther has been put there anew.
const cd_kept_shape *cd_kept_shape_of(const cd_world *world, int index);

void cd_forget_shapes(cd_world *world);

#endif
