// The flat parts of thin bodies near a thin body, and on which side of each it is.
#ifndef COLLIDE_WORLD_SHEET_H
#define COLLIDE_WORLD_SHEET_H

#include "collide/set/traversal.h"
#include "collide/world/body_tree.h"
#include "collide/world/kept_shapes.h"
#include "collide/world/ray_query.h"

typedef struct cd_sheet_part {
    cd_shape shape;
    int body;        ///< by index
    cd_part part;    ///< of its shape
    double way;      ///< how far it has gone, where its owner has turned or moved it
    cd_vec side;     ///< the unit normal on the side of the mover
    double cosine;   ///< of the angle between it and the direction to the mover; 0: it is not known
    double distance; ///< of the mover
    bool is_placed;  ///< it has its place in cd_sheet_order
} cd_sheet_part;

/// The parts, and the other bodies, in a box around a thin body, the mover.
typedef struct cd_sheet {
    cd_ray_query ray; ///< of no length
    cd_world *world;
    int mover;
    int body_count, part_count;
    int placed; ///< of the parts, in cd_sheet_order
    int at;     ///< the body, by index, whose parts are gathered
    cd_shape region;
} cd_sheet;

static inline cd_sheet_part *cd_sheet_parts(const cd_sheet *sheet) {
    return sheet->world->step.sheet_parts.memory;
}

/// The order of the parts, the one first of whose side it is surest; as gathered until
/// cd_sheet_find_sides.
static inline int *cd_sheet_order(const cd_sheet *sheet) {
    return sheet->world->step.sheet_order.memory;
}

static inline cd_sheet_part *cd_sheet_part_at(const cd_sheet *sheet, int place) {
    return &cd_sheet_parts(sheet)[cd_sheet_order(sheet)[place]];
}

/// The bodies, by index, in their order.
static inline const int *cd_sheet_bodies(const cd_sheet *sheet) {
    return sheet->world->step.near_bodies.memory;
}

/// Gathers all that the mover may meet in a box of `half` around the middle of its bounding sphere,
/// and of thin bodies the flat parts. False without memory.
bool cd_sheet_gather(cd_sheet *sheet, cd_world *world, int mover, double half);

/// How far the parts of a body have gone at most; 0 where nothing is kept of it.
double cd_sheet_way(const cd_world *world, int body);

/// The shape of a part before its owner turned or moved it.
cd_shape cd_sheet_shape_before(const cd_sheet *sheet, const cd_sheet_part *part);

#endif
