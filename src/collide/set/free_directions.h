// A directional branch and bound over the translations that separate two sets of convex parts.
#ifndef COLLIDE_SET_FREE_DIRECTIONS_H
#define COLLIDE_SET_FREE_DIRECTIONS_H

#include "collide/set/difference.h"

/// Searches all directions for translations that no difference holds and that are shorter than
/// `limit`. Calls `visit` with each candidate, which is free of the pairs that are known; it
/// returns the new limit. A gap narrower than `slack` counts as closed.
typedef double cd_translation_visitor(void *context, cd_vec translation);
void cd_search_free_directions(cd_differences *all, double slack, double limit,
                               cd_translation_visitor *visit, void *context);

#endif
