// The contact feature of a shape: the face, edge or vertex with which it would rest on something
// that lies in a direction. Two of them, of which manifold.c clips one by the other, make a
// manifold.
#ifndef COLLIDE_MANIFOLD_CONTACT_FEATURE_H
#define COLLIDE_MANIFOLD_CONTACT_FEATURE_H

#include "collide/shape/core.h"

enum { CD_CONTACT_FEATURE_MAX = 32 };

/// count     of vertices: 1 a vertex, 2 an edge, more a face in no order; 0 the whole boundary of a
///           half-space, on which vertices[0] lies
/// vertices  on the surface of the rounded shape, in the plane across the normal
/// normal    unit, outward; that of a segment is across it
typedef struct cd_contact_feature {
    int count;
    cd_vec vertices[CD_CONTACT_FEATURE_MAX], normal;
} cd_contact_feature;

/// Finds the feature that a core with a rounding radius turns towards d (unit): the vertices that
/// are farthest along d to within `noise`, if they span a face; else the face through all of them
/// that is turned to d the most, by at most 60 degrees; else the edge or vertex that they are. Of a
/// face with more than CD_CONTACT_FEATURE_MAX vertices it takes those that are farthest in as many
/// directions. touch: a point of the core that is farthest along d; a line reaches from it to
/// `extent` both ways.
void cd_contact_feature_of(const cd_core *core, double radius, cd_vec d, double noise, cd_vec touch,
                           double extent, cd_contact_feature *feature);

#endif
