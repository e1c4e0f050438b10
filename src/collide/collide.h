// The face of src/collide: exact collision queries between convex shapes and sets of them, in 2D
// and 3D, in double precision. shape.h has the shapes, build.h makes hulls, meshes and compounds,
// query.h asks.
//
// Every convex shape is a core (point, segment, line, half-space, box, polytope, cylinder, cone)
// plus a ball of `radius` around each of its points. One theorem carries all queries: the signed
// distance of two rounded shapes is the signed distance of their cores minus both radii, with the
// same normal. So cd_separate is the narrow phase, and every other query is derived from it. A set
// of convex parts (mesh, compound) runs it on the pairs of parts that a bounding volume hierarchy
// leaves.
//
// Frames and units: one right-handed world frame, y up, any unit of length. Dimension 2 means z = 0
// everywhere. Nothing here allocates (the builders write to memory they are given), keeps a pointer
// to an argument, or fails on valid input: a shape is valid where cd_shape_error returns NULL, and
// other numbers are in the range that vec.h states.
//
// Threads: nothing here has a state of its own, so threads may call any functions at the same time,
// as long as none writes what another one reads or writes. So they may share shapes, polytopes and
// sets that nobody changes. A batch is for one thread at a time, as its queries write to it.
#ifndef COLLIDE_COLLIDE_H
#define COLLIDE_COLLIDE_H

#include "collide/build.h"
#include "collide/query.h"
#include "collide/shape.h"
#include "collide/vec.h"
#include "collide/version.h"

#endif
