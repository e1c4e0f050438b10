// Two shapes in motion: what a step needs to know of their first touch and no more, neither when
// they part again nor which other parts of a set they touch.
#ifndef COLLIDE_WORLD_BODY_FIRST_HIT_H
#define COLLIDE_WORLD_BODY_FIRST_HIT_H

#include "collide/collide.h"
#include "collide/math/tolerance.h"

/// Whether a motion leads into a surface with this normal by more than rounding.
static inline bool cd_leads_into(cd_vec motion, cd_vec normal) {
    return cd_dot(motion, normal) < -CD_SLIDING * cd_max_abs(motion);
}

/// Whether a hit needs no response: the motion leaves the surface, or slides along it. What slides
/// would hit without end.
/// Without it: tests/collide/world/step_test.c "nothing_leaves_a_room"
static inline bool cd_is_sliding(const cd_hit *hit, cd_vec motion) {
    return !(hit->approach > CD_SLIDING * cd_max_abs(motion));
}

/// Gaps and depths up to this are touches, of a body whose bounding sphere has radius
/// `bounding_radius`. Many hits and slides leave an error far below it, and nobody sees a gap so
/// small.
/// Without it: tests/collide/world/step_spec.lua "of a mesh that slides from one mesh onto another"
static inline double cd_touch_tolerance(double bounding_radius) {
    return CD_TOUCH_CURVED * bounding_radius;
}

/// Whether two shapes move into each other, and when first, up to tmax (or later: the caller
/// compares): `hit` as of cd_shapecast, but for `exit`. Neither a touch at which they slide or part
/// counts, nor an overlap of sets that is no deeper than `tolerance`. near: of sets, what is no
/// farther when they hit counts as touched, too.
bool cd_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b, double tmax,
                  double tolerance, double near, cd_hit *hit);

/// cd_shapecast, of which only t, inside, normal, point and approach are valid.
bool cd_cast_entry(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                   cd_hit *hit);

/// The hit at once of two shapes that overlap so, in relative motion; false where they slide or
/// part. size: their largest coordinate or radius.
bool cd_hit_of_overlap(const cd_separation *overlap, cd_vec relative, double size, cd_hit *hit);

/// Whether the distance of two shapes, or of any convex parts of them, is at most `limit`.
bool cd_are_within(const cd_shape *a, const cd_shape *b, double limit);

/// Whether two shapes, or any convex parts of them, overlap deeper than `tolerance`.
bool cd_overlap_deeper(const cd_shape *a, const cd_shape *b, double tolerance);

/// Calls `found` for each pair of convex parts of two shapes that are no farther apart than
/// `limit`.
typedef void cd_found_contact(void *context, const cd_shape *a, const cd_shape *b,
                              const cd_separation *contact);
void cd_each_contact(const cd_shape *a, const cd_shape *b, double limit, cd_found_contact *found,
                     void *context);

#endif
