// Gaps between obstacles that are exactly as wide as what lies in them, or wants to go there. In
// configuration space they have no width, as the seam between two obstacles that touch each other
// has none (free_cone.h); what tells them apart is how far apart the facets are themselves.
#ifndef COLLIDE_NARROW_TOUCH_EXACT_FIT_H
#define COLLIDE_NARROW_TOUCH_EXACT_FIT_H

#include "collide/narrow/touch/free_cone.h"

/// The facets, with the planes n . x = offset, that the motion of a cone grazes; count 0: there are
/// none, or the motion leads into an obstacle.
enum { CD_GRAZED_FACETS = 4 * CD_CONE_GROUPS };
typedef struct cd_grazed_facets {
    int count;
    struct {
        cd_vec normal;
        double offset;
    } facets[CD_GRAZED_FACETS];
} cd_grazed_facets;

void cd_find_grazed_facets(const cd_free_cone *cone, cd_grazed_facets *grazed);

/// Whether there are facets, and between all of them room that is wider than a seam.
bool cd_leave_room(const cd_free_cone *cone, const cd_grazed_facets *grazed);

/// Whether what touches the obstacles lies in a gap between them: it is on the outer side of a facet
/// of each, of which some face each other, farther apart than a seam.
bool cd_free_cone_has_gap(const cd_free_cone *cone);

#endif
