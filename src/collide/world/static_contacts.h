// The contacts of a dynamic body with the static bodies around it, without inner edges: as in the
// hits of a step, a normal counts only if it is outward for all that is there.
#ifndef COLLIDE_WORLD_STATIC_CONTACTS_H
#define COLLIDE_WORLD_STATIC_CONTACTS_H

#include "collide/world/static_query.h"

/// Calls `found` for each static body, or part of one, that a dynamic body touches or has
/// within `margin`, as cd_world_touching_static does. Its normal is the one nearest to its own that
/// is outward for all of them.
void cd_world_static_contacts(const cd_world *world, const cd_dynamic_body *m,
                              const cd_shape *shape, double margin, cd_found_static *found,
                              void *context);

#endif
