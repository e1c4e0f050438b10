// Which shapes of the state overlap another one, so that they change colour.
//
// Not every overlap says something: the boxes and planes of a room stand in each other from the
// start. So a pair counts unless both are scenery: a box, polygon, hull, plane or line that has not
// changed since frame 0. Two unbounded shapes never count, nor hidden ones.
#ifndef VIEW_SCENE_OVERLAPS_H
#define VIEW_SCENE_OVERLAPS_H

#include "record/record.h"

/// What frame 0 looked like: the sorted hashes of its shapes with their names. {0}: unknown.
typedef struct cd_scenery {
    uint64_t *hashes;
    int count;
} cd_scenery;
void cd_scenery_set(cd_scenery *scenery, const cd_frame *first);
void cd_scenery_free(cd_scenery *scenery);

/// For each shape of the frame whether it overlaps another; laid in `arena`, NULL without memory.
bool *cd_overlaps_find(const cd_frame *frame, const cd_scenery *scenery, cd_arena *arena);

#endif
