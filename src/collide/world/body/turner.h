// How far bodies have turned by their spin.
#ifndef COLLIDE_WORLD_BODY_TURNER_H
#define COLLIDE_WORLD_BODY_TURNER_H

#include "collide/world/body/body.h"

/// What is known of a body that turns or has turned.
typedef struct cd_turner {
    cd_quat turned; ///< since it was added; in 2D about z
} cd_turner;

/// That of the body in a slot; NULL: it has never turned.
static inline cd_turner *cd_turner_of(const cd_world *w, int slot) {
    const int *of = w->turner_of.memory;
    return slot < w->turner_slots && of[slot] > 0 ? &((cd_turner *)w->turners.memory)[of[slot] - 1]
                                                  : NULL;
}

/// Makes one for the body in a slot, unless it has one. Without memory the step has failed.
cd_turner *cd_turner_take(cd_world *world, int slot);

/// Says that a body has been removed from a slot.
void cd_turner_free(cd_world *world, int slot);

#endif
