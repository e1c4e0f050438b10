// Trails: where the middles of moving shapes have been in the last frames.
//
// A ring holds the middles of the shapes of the last CD_TRAIL_FRAMES frames given to it, frame n in
// slot n mod the size. A slot has the number of its frame, so frames may come in any order.
//
// A trail follows an object, not a place in a list: a shape is the one of the frame before with its
// creation number. A script may also put a new shape in place of the old one in each frame: where
// the number is new, and that of the shape with its path in the frame before is gone, the two are
// the same.
// The face of trails.c and marks.c.
#ifndef VIEW_SCENE_TRAILS_H
#define VIEW_SCENE_TRAILS_H

#include "view/scene/overlaps.h"
#include "view/scene/stage.h"

#define CD_TRAIL_FRAMES 128
#define CD_TRAIL_SHAPES 200 ///< of more shapes, trails would cover the picture

typedef struct cd_trail_point {
    uint64_t key; ///< a hash of the shape's path
    uint64_t id;  ///< its creation number
    cd_vec at;
    double size; ///< of its bounds
    int before;  ///< its index in the slot of the frame before; -1: it was not there
    int after;   ///< and of the frame after
} cd_trail_point;

/// The shapes of one frame.
typedef struct cd_trail_slot {
    int frame_after; ///< the frame's number + 1; 0: empty
    int count;
    cd_trail_point *points;
} cd_trail_slot;

typedef struct cd_trails {
    cd_trail_slot slots[CD_TRAIL_FRAMES];
} cd_trails;

/// Adds a frame; without memory it is left out.
void cd_trails_feed(cd_trails *trails, const cd_frame *frame);
bool cd_trails_has(const cd_trails *trails, int frame);
/// Where a shape of a frame was in the frame before; false where that is not known, or it has
/// jumped. index: of the shape among the frame's.
bool cd_trails_before(const cd_trails *trails, const cd_frame *frame, int index, cd_vec *out);
/// Draws the trails that end in `frame`, fading towards the past.
void cd_trails_draw(const cd_trails *trails, const cd_stage *stage, const cd_frame *frame,
                    uint32_t color);
void cd_trails_free(cd_trails *trails);

// ---------------------------------------------------------------------------------------- marks.c
//
// What is marked besides the shapes: bounds and velocities, which can be switched on, touches, and
// what has flown off.

/// The axis-aligned bounds of the finite shapes that are not hidden.
void cd_marks_bounds(const cd_stage *stage, const cd_frame *frame);

/// Arrows from the middle of each shape to where it would be CD_VELOCITY_SECONDS later. The trails
/// tell where it was in the frame before; a shape that they do not have gets no arrow.
#define CD_VELOCITY_SECONDS 0.25
void cd_marks_velocities(const cd_stage *stage, const cd_frame *frame, const cd_trails *trails);
/// Draws a stroke along the surfaces where shapes touch.
void cd_marks_touches(const cd_stage *stage, const cd_overlaps *overlaps);

/// Draws an arrow with a name at the edge for each shape, but for many, that has flown off: it lies
/// beyond the stage's extent, and is not seen.
void cd_marks_away(const cd_stage *stage, const cd_frame *frame, cd_labels *labels);

#endif
