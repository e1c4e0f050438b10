// Writing a canvas to a file: pixels as PNG, a vector picture as SVG.
#ifndef VIEW_RASTER_PICTURE_H
#define VIEW_RASTER_PICTURE_H

#include "view/raster/svg.h"

/// Whether a file of this name is to be a vector picture: it ends with .svg, in any case.
bool cd_picture_is_svg(const char *path);

/// Writes a PNG file of pixels, or an SVG file of a vector picture, which this ends. NULL, or why
/// it could not be written, as a text that the next call may change; then no part of a regular file
/// is left.
const char *cd_picture_save(const cd_canvas *canvas, const char *path);

#endif
