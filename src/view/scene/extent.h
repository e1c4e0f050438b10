// What the picture of a frame shows: a function of the run, with and without a window.
#ifndef VIEW_SCENE_EXTENT_H
#define VIEW_SCENE_EXTENT_H

#include "record/frame.h"
#include "view/scene/camera.h"

/// Adds the finite parts of a frame to an extent: shapes, drawings, origins and ends of queries.
void cd_scene_extent(const cd_frame *frame, cd_extent *extent);

/// What the picture of a frame shows where the scenario has no camera: `start`, the extent of
/// frames 0 and 1, moved and enlarged as the box that the run keeps has been since then. first:
/// what it kept at the start.
cd_extent cd_scene_framed(const cd_extent *start, const cd_kept *first, const cd_frame *frame);

/// Points a camera as the frame's scenario wants it, else at all of `extent`, moved from where it
/// shows all of `start` by no more than that takes. In a picture in which the texts at the top left
/// take much of the height, it shows that below them, or at their right. scale: pixels to a logical
/// one.
void cd_scene_aim(const cd_frame *frame, const cd_extent *start, const cd_extent *extent,
                  double scale, cd_camera *camera);

#endif
