// Writing a canvas to a PNG file.
#ifndef VIEW_RASTER_PICTURE_H
#define VIEW_RASTER_PICTURE_H

#include "view/raster/canvas.h"

/// Writes a PNG file. NULL, or why it could not be written, as a text that the next call may
/// change; then no part of a regular file is left.
const char *cd_picture_save(const cd_canvas *canvas, const char *path);

#endif
