// The contacts of a body with what nothing pushes, static or moving by itself, without inner edges:
// as in the hits of a step, a normal counts only if it is outward for all that is there.
#ifndef COLLIDE_WORLD_CONTACT_FIXED_CONTACTS_H
#define COLLIDE_WORLD_CONTACT_FIXED_CONTACTS_H

#include "collide/narrow/gjk/separation.h"
#include "collide/world/contact/contact_solver.h"

/// A contact of an island with two convex parts, with their skins, and where these touch.
typedef struct cd_fixed_contact {
    cd_island_contact contact;
    cd_shape a, b;
    cd_separation at;
    bool is_joined; ///< it is a touch of the union, too: that measures with another rounding
    bool is_hidden; ///< what the body touches keeps it away
} cd_fixed_contact;

typedef struct cd_fixed_contacts {
    int count;
    cd_fixed_contact *contacts;
} cd_fixed_contacts;

/// Turns the normal of each contact of one body to that nearest to its own which is outward for all
/// that it touches, within the largest of their margins. What overlaps deeper keeps its normal.
/// Hides what lies ahead behind the plane of a touch.
void cd_fixed_contacts_join(int dim, cd_fixed_contacts *list);

#endif
