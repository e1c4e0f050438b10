// Gaps between obstacles that are exactly as wide as what lies in them, or wants to go there. In
// configuration space they have no width, as the seam between two obstacles that touch each other
// has none (free_cone.h); what tells them apart is how far apart the facets are themselves.
#ifndef COLLIDE_NARROW_TOUCH_EXACT_FIT_H
#define COLLIDE_NARROW_TOUCH_EXACT_FIT_H

#include "collide/narrow/touch/normal_group.h"

/// The facets, with the planes n . x = offset, that a unit motion grazes.
enum { CD_GRAZED_FACETS = 4 * CD_CONE_GROUPS };
typedef struct cd_grazed_facets {
    cd_vec motion;
    double rounding; ///< as of a free cone
    int count;
    cd_vec normals[CD_GRAZED_FACETS];
    double offsets[CD_GRAZED_FACETS];
} cd_grazed_facets;

/// None where the motion, which may be zero, leads into an obstacle.
void cd_find_grazed_facets(const cd_normal_group *groups, int count, cd_vec motion, double rounding,
                           cd_grazed_facets *grazed);

/// Whether there are facets, and between all of them room that is wider than `seam`.
bool cd_leave_room(const cd_grazed_facets *grazed, double seam);

/// Whether what touches the obstacles lies in a gap between them: it is on the outer side of a
/// facet of each, of which some face each other, farther apart than `seam`.
bool cd_have_gap(const cd_normal_group *groups, int count, double rounding, double seam);

#endif
