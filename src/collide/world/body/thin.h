// Bodies of no thickness: points, segments, triangles, flat boxes and hulls, meshes. Two of them
// that touch have a distance of 0 on both sides, and rounding would choose between these. So each
// that may be moved has a skin against all others, far thinner than anyone sees: they meet where
// that ends, and while they touch, the gap between them tells on which side they are. The skin is
// the same against all, also those of some thickness: so a floor of several bodies stays flat.
#ifndef COLLIDE_WORLD_BODY_THIN_H
#define COLLIDE_WORLD_BODY_THIN_H

#include "collide/world/body/body.h"
#include "collide/world/body/first_hit.h"

/// Recomputes whether a body is thin and has a skin, after its shape or mass has changed.
void cd_body_update_thin(cd_world *world, int index);

/// Recomputes all skins, for a step of dt.
void cd_world_update_skins(cd_world *world, double dt);

/// Whether the bodies at two indices are thin both.
static inline bool cd_are_thin(const cd_world *w, int a, int b) {
    return (cd_traits(w)[a] & cd_traits(w)[b] & CD_TRAIT_THIN) != 0;
}

/// Whether a body has a skin against all others: it is thin, and something can move it.
static inline bool cd_has_skin(const cd_world *w, int i) {
    return (cd_traits(w)[i] & CD_TRAIT_SKIN) != 0;
}

/// Whether one of the bodies at two indices has a skin.
static inline bool cd_have_skin(const cd_world *w, int a, int b) {
    return ((cd_traits(w)[a] | cd_traits(w)[b]) & CD_TRAIT_SKIN) != 0;
}

/// The thickness of the skin of a body, 0 if it has none: at least 2^-37 of the radius of the
/// bounding sphere of the world's largest thin body, and 2^-42 of that of the largest of all, of
/// its own coordinates and of its displacement in a step; at most twice that. So it is the same
/// against all that the body meets, and both faces of a sheet with the skin are eight times farther
/// apart than what counts as touching (cd_pair_tolerance).
/// Without it: tests/collide/world/tiles_spec.lua "where it is thin, on tiles of all kinds and
/// sizes"
static inline double cd_thin_skin(const cd_world *w, int i) { return cd_stored_bodies(w)[i].skin; }

/// No less than the skin at which another body may meet this one: its coordinates are those of
/// this one but for the size of this one.
double cd_largest_skin(const cd_world *world, int index);

/// The gap at which the bodies at two indices meet: the larger of their skins; 0
/// where none does.
double cd_skin_of_pair(const cd_world *world, int a, int b);

void cd_grow_by_skin(const cd_world *world, int a, cd_shape *shape_a, int b, cd_shape *shape_b);

/// Gives one of the shapes of two bodies, which may have moved, the skin at which they meet.
static inline void cd_add_skins(const cd_world *w, int a, cd_shape *shape_a, int b,
                                cd_shape *shape_b) {
    if (cd_have_skin(w, a, b))
        cd_grow_by_skin(w, a, shape_a, b, shape_b);
}

/// Gaps and depths of two bodies up to this are touches: a fourth of the skin at which they meet,
/// else cd_touch_tolerance(bounding_radius).
static inline double cd_pair_tolerance(const cd_world *w, int a, int b, double bounding_radius) {
    return cd_have_skin(w, a, b) ? cd_skin_of_pair(w, a, b) / 4
                                 : cd_touch_tolerance(bounding_radius);
}

/// What rests may lie so far above what it rests on, as a part of the radius of its bounding
/// sphere: what the solver leaves over goes there, and not into a depth.
#define CD_CONTACT_MARGIN 0x1p-20

/// Gaps of two bodies up to this are contacts. What is unbounded has no size.
static inline double cd_contact_margin(const cd_world *w, int a, int b, double bounding_radius) {
    const double radius = isfinite(bounding_radius) ? bounding_radius : 0;
    const double tolerance = cd_pair_tolerance(w, a, b, radius);
    return cd_have_skin(w, a, b) ? tolerance : cd_max(CD_CONTACT_MARGIN * radius, tolerance);
}

#endif
