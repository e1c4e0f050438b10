// How far bodies have turned by their spin; and of those whose shapes refer to points, polytopes
// and sets, these shapes: they are turned from how they were given, so that rounding does not add
// up, in memory of the world.
#ifndef COLLIDE_WORLD_BODY_TURNER_H
#define COLLIDE_WORLD_BODY_TURNER_H

#include "collide/world/body/body.h"

/// The poses of such a shape that are there at once: that of the body, where it is now, and later.
typedef enum { CD_POSE_OF_BODY, CD_POSE_NOW, CD_POSE_LATER, CD_POSES } cd_pose;

typedef struct cd_turned_pose {
    cd_shape shape;   ///< the middle of the base at the origin
    cd_quat rotation; ///< of the base
    cd_buffer memory;
    bool known;
} cd_turned_pose;

/// What is known of a body that turns or has turned.
typedef struct cd_turner {
    cd_quat turned;  ///< since it was added; in 2D about z
    bool has_base;   ///< its shape refers to a pose
    cd_shape base;   ///< the shape as it was given, its middle at the origin
    cd_quat at_base; ///< `turned` then
    cd_turned_pose poses[CD_POSES];
} cd_turner;

/// That of the body in a slot; NULL: it has never turned.
static inline cd_turner *cd_turner_of(const cd_world *w, int slot) {
    const int *of = w->turner_of.memory;
    return slot < w->turner_slots && of[slot] > 0 ? &((cd_turner *)w->turners.memory)[of[slot] - 1]
                                                  : NULL;
}

/// Makes one for a body that turns, unless it has one, and takes over its shape if that refers to
/// points of others. Without memory the step has failed.
cd_turner *cd_turner_take(cd_world *world, int index);

/// The shape of a body that turns about a point, a time after that when its shape was what it is.
/// pose: which of those may be overwritten.
cd_shape cd_turner_shape(const cd_world *world, int index, cd_vec pivot, double time, cd_pose pose);

/// Turns a body about a point for a time.
void cd_turner_advance(cd_world *world, int index, cd_vec pivot, double time);

/// Whether a shape is the one that was taken over (turner: NULL: none was), moved at most.
bool cd_turner_owns(const cd_turner *turner, const cd_shape *shape);

/// Says that a body has been removed from a slot.
void cd_turner_free(cd_world *world, int slot);

/// Frees the memory of all.
void cd_turners_release(cd_world *world);

#endif
