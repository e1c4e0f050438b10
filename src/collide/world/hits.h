// The hits of a step: what they are when their time comes, and the events that tell of them.
#ifndef COLLIDE_WORLD_HITS_H
#define COLLIDE_WORLD_HITS_H

#include "collide/world/motion/dynamic_body.h"

/// The predicted hit of a dynamic body with a static body or with its partner, now.
cd_collision cd_hit_now(cd_world *world, int dynamic_body, bool with_static);

/// Whether the two bodies come to touch so slowly that nobody is told of it: they rest.
bool cd_hit_is_silent(const cd_world *world, const cd_collision *hit);

/// Counts a hit for both bodies. One that has had the most that it may stops, unless nothing stops
/// it.
void cd_hit_count_for_both(cd_world *world, const cd_collision *hit);

/// Notes what a dynamic body hits so soon that they touch now. hit: the one that it has now, which
/// may turn it away from other bodies; NULL: none.
void cd_hits_note_imminent(cd_world *world, int dynamic_body, const cd_collision *hit);

/// Adds an event. Without memory the step has failed.
bool cd_hit_tell(cd_world *world, const cd_collision *hit);

/// Adds the events of what closes in piles, faster than gravity makes it in a step: they have been
/// solved at its start, and have no hits.
void cd_hits_tell_of_piles(cd_world *world);

/// Adds an event for each contact of the island that approached, but the hit itself; once for two
/// bodies.
void cd_hits_tell_of_island(cd_world *world, const cd_collision *hit);

/// Puts the events in the order of time.
void cd_hits_sort(cd_world *world);

#endif
