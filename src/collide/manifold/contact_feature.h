// The part of a shape that faces a direction: the face, edge or vertex with which it would rest on
// something that lies there. What a manifold is clipped from.
#ifndef COLLIDE_MANIFOLD_CONTACT_FEATURE_H
#define COLLIDE_MANIFOLD_CONTACT_FEATURE_H

#include "collide/shape/core.h"

enum { CD_CONTACT_FEATURE_MAX = 32 };

/// count    of vertices: 1 a vertex, 2 an edge, more a face in no order; 0 all of a half-space,
///          and vertices[0] is on it
/// vertices on the surface of the rounded shape
/// normal   unit, outward: they lie in the plane across it; what a segment faces lies in it too
typedef struct cd_contact_feature {
    int count;
    cd_vec vertices[CD_CONTACT_FEATURE_MAX], normal;
} cd_contact_feature;

/// The core's vertices that are farthest along d (unit) to within `noise`, if they span a face;
/// else the face through all of them that is turned to d the most, by at most 60 degrees; else the
/// edge or vertex that they are. Of a face with more than CD_CONTACT_FEATURE_MAX vertices, those
/// that are farthest in as many directions. `touch`: a point of the core that is farthest along d;
/// a line reaches from it to `reach` both ways.
void cd_contact_feature_of(const cd_core *core, double radius, cd_vec d, double noise, cd_vec touch,
                           double reach, cd_contact_feature *facing);

#endif
