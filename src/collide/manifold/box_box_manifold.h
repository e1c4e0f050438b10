// The contact points of two boxes in 3D (box_box_manifold.c).
#ifndef COLLIDE_MANIFOLD_BOX_BOX_MANIFOLD_H
#define COLLIDE_MANIFOLD_BOX_BOX_MANIFOLD_H

#include "collide/manifold/contact_candidates.h"

/// Adds the corners that the facing faces of two boxes have in common, as the polygons of
/// manifold.c would, in closed form, and completes the frame, whose normal and origin (b's contact
/// point) are given. Returns false where a box is flat or its lengths would need a scale.
bool cd_candidates_of_boxes(cd_contact_candidates *candidates, const cd_shape *a,
                            const cd_shape *b);

/// cd_separate_boxes and cd_candidates_of_boxes in one. CD_UNKNOWN also where the latter is false.
cd_verdict cd_manifold_boxes(const cd_shape *a, const cd_shape *b, double margin,
                             cd_contact_candidates *candidates, cd_separation *separation);

#endif
