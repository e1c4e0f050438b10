// The facets of an obstacle that touches a point of configuration space.
#ifndef COLLIDE_NARROW_TOUCH_NORMAL_GROUP_H
#define COLLIDE_NARROW_TOUCH_NORMAL_GROUP_H

#include "collide/vec.h"

/// The room for obstacles, and for the normals of one of them.
enum { CD_CONE_GROUPS = 16, CD_CONE_NORMALS = 32 };

/// The normals n of one obstacle, and the planes n . x = offset of its facets where it stands;
/// NAN: not known.
typedef struct cd_normal_group {
    int count;
    cd_vec normals[CD_CONE_NORMALS];
    double offsets[CD_CONE_NORMALS];
} cd_normal_group;

#endif
