// Groups of bodies: those of an island that hang together by contacts that hold or may close within
// the step. Many are a pile (pile.h).
#ifndef COLLIDE_WORLD_CONTACT_GROUPS_H
#define COLLIDE_WORLD_CONTACT_GROUPS_H

#include "collide/world/contact/contact_problem.h"

/// Joins the bodies that a hit has changed, and their contacts.
void cd_join_changed(cd_world *world);

/// Joins the bodies of the island, all that hangs together with them, and what lies around a pile;
/// finds their groups.
void cd_join_all(cd_world *world);

/// The body that stands for the group of another (union-find).
int cd_group_of(cd_island_body *bodies, int place);

/// Makes each body a group of its own.
void cd_groups_clear(cd_world *world);

/// Makes one group of those of two bodies.
void cd_group_join(cd_island_body *bodies, int a, int b);

/// Whether the body at a place is in a group of so many that it is a pile.
bool cd_is_group_pile(const cd_world *world, int place);

#endif
