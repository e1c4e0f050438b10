// Writing a canvas to a PNG file.
#ifndef VIEW_RASTER_PICTURE_H
#define VIEW_RASTER_PICTURE_H

#include "view/raster/canvas.h"

/// NULL, or why not.
const char *cd_picture_save(const cd_canvas *canvas, const char *path);

#endif
