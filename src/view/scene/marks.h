// What toggles add to a picture: the bounds of the shapes, and how fast they move.
#ifndef VIEW_SCENE_MARKS_H
#define VIEW_SCENE_MARKS_H

#include "view/scene/trails.h"

/// The axis-aligned bounds of the finite shapes that are not hidden.
void cd_marks_bounds(const cd_stage *stage, const cd_frame *frame);

/// From the middle of each shape to where it would be CD_VELOCITY_SECONDS later, by its way since
/// the frame before, which the trails know.
#define CD_VELOCITY_SECONDS 0.25
void cd_marks_velocities(const cd_stage *stage, const cd_frame *frame, const cd_trails *trails);

#endif
