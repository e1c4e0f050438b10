// Finds the shapes of the state that overlap another one, which are drawn in another colour, and
// where shapes touch. An overlap too small to be seen counts as a touch: a shape that
// rests lies in its support, or above it, by what rounding and the last step have left.
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

/// Of more touches of a frame, the rest are not noted.
enum { CD_TOUCHES_MAX = 512 };

typedef struct cd_touch_mark {
    cd_vec point, normal;
    double size; ///< of the smaller shape
} cd_touch_mark;

typedef struct cd_overlaps {
    bool *found; ///< whether each shape overlaps another one; NULL without memory
    cd_touch_mark *touches;
    int touch_count;
} cd_overlaps;

/// What overlaps and touches in a frame, as far as the budget allows to find out; in `arena`.
cd_overlaps cd_overlaps_find(const cd_frame *frame, const cd_scenery *scenery,
                             cd_draw_budget *budget, cd_arena *arena);

#endif
