// Bodies that block one way only (cd_body.one_way): what comes against that face of them. All else
// passes through them, until the two have parted.
#ifndef COLLIDE_WORLD_MOTION_ONE_WAY_H
#define COLLIDE_WORLD_MOTION_ONE_WAY_H

#include "collide/world/body/body.h"

/// Whether one of the bodies at two indices blocks one way only.
static inline bool cd_have_one_way(const cd_world *w, int a, int b) {
    return ((cd_traits(w)[a] | cd_traits(w)[b]) & CD_TRAIT_ONE_WAY) != 0;
}

/// Whether two bodies, by index, do not block each other where they meet. normal: of b, towards a;
/// relative: the velocity of a less that of b.
static inline bool cd_one_way_passes(const cd_world *w, int a, int b, cd_vec normal,
                                     cd_vec relative) {
    return cd_have_one_way(w, a, b) &&
           (!cd_faces_one_way(cd_stored_bodies(w)[b].body.one_way, normal, relative) ||
            !cd_faces_one_way(cd_stored_bodies(w)[a].body.one_way, cd_negate(normal),
                              cd_negate(relative)));
}

/// Whether a shape is on its way through a body of this one_way (not zero), which it then does not
/// meet: they overlap deeper than the limit, and it is not that the body has come against the shape
/// with its face, by its own last motion.
bool cd_is_passing(const cd_shape *shape, const cd_shape *body, cd_vec one_way, cd_vec motion,
                   double limit);

/// Whether one of two bodies, by index, which overlap deeper than the limit, is on
/// its way through the other.
bool cd_one_way_lets_overlap(const cd_world *w, int a, int b, double limit);

#endif
