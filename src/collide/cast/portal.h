// The cast of a sharp polytope at another, as a line through their difference (portal.c).
#ifndef COLLIDE_CAST_PORTAL_H
#define COLLIDE_CAST_PORTAL_H

#include "collide/narrow/gjk/separation.h"
#include "collide/shape/core.h"

/// Where a polytope a that moves by t * motion begins or ends to touch b.
///   normal    unit, outward of b, of the facet of b - a that the line of motion passes
///   point     of b's core, touched then
///   is_alone  the line passes clearly inside the facet, at a clear angle: b has no other outward
///             normal there
typedef struct cd_portal {
    double time;
    cd_vec normal, point;
    bool is_alone;
} cd_portal;

/// Finds both portals on the whole line of motion, which is about unit. Both cores are polytopes.
/// CD_UNKNOWN where rounding could decide: where the difference is flat, or the motion passes its
/// outline or a facet at a grazing angle.
cd_verdict cd_portal_cast(const cd_core *a, const cd_core *b, cd_vec motion, cd_portal *enter,
                          cd_portal *exit);

#endif
