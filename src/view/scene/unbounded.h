// Drawing planes and lines, which have no bounds.
#ifndef VIEW_SCENE_UNBOUNDED_H
#define VIEW_SCENE_UNBOUNDED_H

#include "view/scene/stage.h"

void cd_unbounded_draw(const cd_stage *stage, const cd_shape *shape, const cd_look *look);
/// The outline alone, `width` logical pixels wide, for ghosts and highlights.
void cd_unbounded_outline(const cd_stage *stage, const cd_shape *shape, double width, bool dashed,
                          uint32_t color);
/// A point in the viewport where the name of a plane or line may stand.
cd_point2 cd_unbounded_anchor(const cd_stage *stage, const cd_shape *shape);

#endif
