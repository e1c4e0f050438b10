// The cast of a small sharp polytope at another, by the separating axes of both (axis_clip.c).
#ifndef COLLIDE_CAST_AXIS_CLIP_H
#define COLLIDE_CAST_AXIS_CLIP_H

#include "collide/cast/interval.h"
#include "collide/cast/portal.h"

/// Whether cd_axis_clip knows all axes that separate the two from each other: of boxes, triangles
/// and segments and, in the plane, of polygons with few edges.
bool cd_has_few_axes(const cd_core *a, const cd_core *b);

/// cd_portal_cast for two such polytopes and the times that are asked for, of others CD_MISSES;
/// CD_UNKNOWN where the line of motion passes within a millionth of the size by where facets of the
/// difference meet, or along one, or where one face touches more than a vertex.
cd_verdict cd_axis_clip(const cd_core *a, const cd_core *b, cd_vec motion, cd_times asked,
                        cd_portal *enter, cd_portal *exit);

#endif
