// Taking hold of what lies under the mouse.
#ifndef VIEW_GRAB_H
#define VIEW_GRAB_H

#include "record/record.h"
#include "view/camera.h"

/// The shape of the state at a point of the picture, the nearest to the eye; NULL: none. Shapes
/// without end, hidden ones, and those that fill the picture are passed over: a click on them means
/// the picture. reach: how far beside a thin shape a point may lie, in pixels.
const cd_named_shape *cd_grab(const cd_frame *frame, const cd_camera *camera, cd_point2 at,
                              double reach);

#endif
