// Keeping the trees over the bodies of a world up to date (see cd_world_update, too).
#ifndef COLLIDE_WORLD_WIDE_BVH_BUILD_H
#define COLLIDE_WORLD_WIDE_BVH_BUILD_H

#include "collide/world/state.h"

/// Updates the tree of still bodies and the list of unbounded ones. False without memory.
bool cd_world_update_still(cd_world *world);

#endif
