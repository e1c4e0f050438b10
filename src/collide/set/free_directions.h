// A directional branch and bound over the translations that separate two sets of convex parts.
#ifndef COLLIDE_SET_FREE_DIRECTIONS_H
#define COLLIDE_SET_FREE_DIRECTIONS_H

#include "collide/collide.h"

/// Searches all directions for translations of a that free it from b and are shorter than `limit`.
/// Calls `visit` with each candidate, which frees the nearest pairs of parts but perhaps not all;
/// it returns the new limit. A gap narrower than `slack` counts as closed.
typedef double cd_translation_visitor(void *context, cd_vec translation);
void cd_search_free_directions(const cd_shape *a, const cd_shape *b, double slack, double limit,
                               cd_translation_visitor *visit, void *context);

#endif
