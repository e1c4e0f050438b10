// The obstacles near a character, collected once for all that is asked about them on its way; and,
// of sets, the convex parts. They hold as long as the obstacles do (cd_nearby_forget).
#ifndef COLLIDE_CHARACTER_NEARBY_H
#define COLLIDE_CHARACTER_NEARBY_H

#include "collide/character.h"

/// More obstacles, and more parts, are collected anew for each question, which a search answers
/// sooner than a look at all of them.
enum { CD_NEARBY_MAX = 24, CD_NEAR_PARTS_MAX = 48 };

/// What can be met: a convex part of an obstacle, or an obstacle as a whole.
typedef struct cd_near_shape {
    const cd_shape *shape;
    cd_bounds box;  ///< around it
    int obstacle;   ///< as it was collected
    int id;         ///< the name of that
    double largest; ///< cd_shape_largest_coordinate of that
    cd_shape part;  ///< `shape` where it is a part of a mesh or moved
} cd_near_shape;

/// box: what was collected may meet it. reach: by so much it is larger than asked for, so that it
/// holds what is asked for next. count: of obstacles; -1: not known. part_count: -1: too many, or
/// not known. collection: a new number each time.
typedef struct cd_nearby {
    cd_bounds box;
    double reach;
    int count, part_count, collection;
    cd_near_shape parts[CD_NEAR_PARTS_MAX];
} cd_nearby;

/// Begins without anything. It is not initialised as a whole: it is large.
void cd_nearby_start(cd_nearby *nearby, double reach);

/// What is collected is not known any more.
static inline void cd_nearby_forget(cd_nearby *nearby) { nearby->count = nearby->part_count = -1; }

/// Collects the obstacles that may meet a box (finite), and perhaps others; returns their number.
int cd_nearby_collect(cd_nearby *nearby, const cd_obstacles *obstacles, const cd_bounds *box,
                      int dim);

/// Of `count` obstacles that were collected for a box, what can be met in it: one after the other,
/// from *i = 0 on; NULL after the last one. room: for what is not kept.
const cd_near_shape *cd_nearby_next(const cd_nearby *nearby, const cd_obstacles *obstacles,
                                    int count, const cd_bounds *box, int *i, cd_near_shape *room);

#endif
