// What can be switched on besides the shapes: their bounds, and their velocities.
#ifndef VIEW_SCENE_MARKS_H
#define VIEW_SCENE_MARKS_H

#include "view/scene/trails.h"

/// The axis-aligned bounds of the finite shapes that are not hidden.
void cd_marks_bounds(const cd_stage *stage, const cd_frame *frame);

/// Arrows from the middle of each shape to where it would be CD_VELOCITY_SECONDS later. The trails
/// tell where it was in the frame before; a shape that they do not have gets no arrow.
#define CD_VELOCITY_SECONDS 0.25
void cd_marks_velocities(const cd_stage *stage, const cd_frame *frame, const cd_trails *trails);

#endif
