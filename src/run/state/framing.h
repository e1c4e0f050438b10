// What the picture of a run keeps: a box about the shapes of the state.
//
// It begins as the bounds of all shapes of frames 0 and 1. What leaves it makes it larger, until it
// is twice as large as at the start and the smallest shape a twentieth of it. From then on it moves
// instead, as long as it can hold all shapes, and else those that it holds already: what leaves
// them behind has flown off. It never shrinks, so it does not follow what only bounces to and fro,
// and moves by no leaps. It is a function of the run alone: pictures of a frame are alike however
// one comes to it.
#ifndef RUN_STATE_FRAMING_H
#define RUN_STATE_FRAMING_H

#include "record/frame.h"

/// Of more planes of a frame, those beyond count not.
enum { CD_FRAMING_PLANES = 16 };

typedef struct cd_framing {
    cd_kept kept;             ///< of the last frame
    double smallest, longest; ///< the smallest shape at the start, and how long a side may become

    // While the shapes of a frame are added.
    cd_bounds all, held, first; ///< of all shapes, of those that meet `kept`, of the first one
    int plane_count;
    cd_shape planes[CD_FRAMING_PLANES];
} cd_framing;

/// Begins a frame. A run begins in a zeroed framing.
void cd_framing_begin(cd_framing *framing);
void cd_framing_add(cd_framing *framing, const cd_shape *shape);
/// Ends a frame, dt seconds after the one before it.
void cd_framing_end(cd_framing *framing, int frame, double dt);

#endif
