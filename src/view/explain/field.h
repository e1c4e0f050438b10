// What a script draws with draw.field.
#ifndef VIEW_EXPLAIN_FIELD_H
#define VIEW_EXPLAIN_FIELD_H

#include "record/record.h"
#include "view/raster/pen.h"
#include "view/scene/camera.h"

/// Colours the plane by the fields of a frame that are on a page, 0: the first.
void cd_fields_draw(cd_pen *pen, const cd_camera *camera, const cd_frame *frame, int page);

#endif
