// Drawing folds: what many queries of a kind found, without hiding what they were asked about.
#ifndef VIEW_SCENE_FOLD_MARKS_H
#define VIEW_SCENE_FOLD_MARKS_H

#include "view/scene/folds.h"
#include "view/scene/stage.h"

/// A parameter of the ray at which it is beyond the edge of the picture.
double cd_ray_far_end(const cd_stage *stage, cd_vec origin, cd_vec direction);

/// Draws the fans and hubs, whose queries lie below what is drawn by itself. strength: the opacity
/// of everything.
void cd_folds_draw(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                   double strength);
/// Writes how many queries each has, beside where they come from.
void cd_folds_label(const cd_stage *stage, const cd_frame *frame, const cd_folds *folds,
                    cd_labels *labels);

#endif
