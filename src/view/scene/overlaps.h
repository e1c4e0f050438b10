// Finds the shapes of the state that overlap another one; they are drawn in another colour.
//
// The boxes and planes of a room overlap from the start, which is of no interest. So a pair is left
// out if both are scenery: shapes that have not changed since frame 0, and are no points, spheres,
// segments or capsules. So are two unbounded shapes, and hidden ones.
#ifndef VIEW_SCENE_OVERLAPS_H
#define VIEW_SCENE_OVERLAPS_H

#include "record/record.h"
#include "view/scene/draw_budget.h"

/// The shapes of frame 0, as sorted hashes of their kinds, sizes and positions: not of their names,
/// which change where a script refers to one by another path. {0}: unknown.
typedef struct cd_scenery {
    uint64_t *hashes;
    int count;
} cd_scenery;
void cd_scenery_set(cd_scenery *scenery, const cd_frame *first);
void cd_scenery_free(cd_scenery *scenery);

/// Whether each shape of the frame overlaps another one, as far as the budget allows to find out;
/// an array in `arena`, NULL without memory.
bool *cd_overlaps_find(const cd_frame *frame, const cd_scenery *scenery, cd_draw_budget *budget,
                       cd_arena *arena);

#endif
