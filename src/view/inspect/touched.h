// What a shape of a frame touches.
#ifndef VIEW_INSPECT_TOUCHED_H
#define VIEW_INSPECT_TOUCHED_H

#include "record/frame.h"

enum { CD_TOUCHED_MAX = 24 };

typedef struct cd_touched {
    int shapes[CD_TOUCHED_MAX]; ///< their numbers in the frame
    int count;
    bool more; ///< there are more, or there may be: not all could be looked at
} cd_touched;

/// Finds the shapes that overlap a shape of the frame, or are as near as rounding, as bodies of a
/// world touch. Hidden shapes do not count. The time for it is bounded.
cd_touched cd_find_touched(const cd_frame *frame, int shape);

#endif
