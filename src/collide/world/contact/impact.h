// Impacts: a hit, and all that touches its bodies then, resolved together.
#ifndef COLLIDE_WORLD_CONTACT_IMPACT_H
#define COLLIDE_WORLD_CONTACT_IMPACT_H

#include "collide/world/contact/island.h"

/// How often a dynamic body has hit in this step.
static inline int *cd_hit_count(const cd_world *w, int dynamic_body) {
    int index = cd_dynamic_at(w, dynamic_body)->index;
    return (int *)w->step.hit_counts.memory + cd_slot_of(w)[index];
}

/// The gap up to which the bodies of a hit are in contact.
double cd_hit_margin(const cd_world *world, const cd_collision *hit);

/// A hit as a contact.
cd_island_contact cd_hit_contact(const cd_world *world, const cd_collision *hit,
                                 double restitution);

/// What counts of the restitution of a contact that approaches at a speed: 0 where it comes to
/// rest.
double cd_restitution_at(const cd_world *world, const cd_island_contact *contact, double approach);

/// Changes the velocities of the bodies of a hit, whose restitution is that given, and of what
/// touches them. They are the island afterwards; the contacts that approached say how fast.
void cd_impact(cd_world *world, const cd_collision *collision, double restitution);

#endif
