// What a step asks about the static bodies around a dynamic body.
#ifndef COLLIDE_WORLD_MOTION_STATIC_QUERY_H
#define COLLIDE_WORLD_MOTION_STATIC_QUERY_H

#include "collide/world/body/first_hit.h"
#include "collide/world/motion/body_pair.h"
#include "collide/world/motion/dynamic_body.h"

/// The static body that a dynamic body hits first within `time`, by index, -1: none. Bodies that it
/// slides along, leaves or passes do not count. hit->t is in units of time.
int cd_world_first_static(cd_world *world, const cd_dynamic_body *dynamic_body,
                          const cd_shape *shape, double time, cd_hit *hit);

/// The same until the horizon of a dynamic body, which is in the present, on its parabola. It may
/// bring the horizon nearer.
int cd_world_first_static_of_flight(cd_world *world, cd_dynamic_body *dynamic_body,
                                    const cd_shape *shape, cd_hit *hit);

/// Writes the static bodies that a dynamic body overlaps by more than rounding, at most `room` of
/// them, and returns how many.
int cd_world_deep_in_static(const cd_world *world, const cd_dynamic_body *dynamic_body,
                            const cd_shape *shape, int *indices, int room);

/// The same of bodies that are no farther than `reach`, with skins. with_moving: also those with a
/// velocity that nothing moves; the tree of moving bodies is up to date.
int cd_world_near_fixed(const cd_world *world, const cd_dynamic_body *dynamic_body,
                        const cd_shape *shape, double reach, bool with_moving, int *indices,
                        int room);

/// Calls `found` for each static body, or part of one, that a dynamic body touches or has within
/// `margin`: with its index, and both convex parts with their skins.
typedef void cd_found_static(void *context, int static_body, const cd_shape *a, const cd_shape *b,
                             const cd_separation *contact);
void cd_world_touching_static(const cd_world *world, const cd_dynamic_body *m,
                              const cd_shape *shape, double margin, cd_found_static *found,
                              void *context);

/// Adds the static bodies that touch a dynamic body where a hit of it would be to the union of all
/// that touches there.
void cd_world_add_static(const cd_world *world, const cd_dynamic_body *dynamic_body,
                         const cd_body_pair *pair, const cd_hit *hit, cd_touch_union *touching);

#endif
