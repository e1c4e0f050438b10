// What everything in the view draws with: a canvas, the fonts, and the scale of the screen.
#ifndef VIEW_RASTER_PEN_H
#define VIEW_RASTER_PEN_H

#include "view/raster/raster.h"
#include "view/raster/text.h"

typedef struct cd_pen {
    cd_canvas canvas;
    cd_text *text; ///< may be NULL: no text
    double scale;  ///< canvas pixels for one logical pixel
} cd_pen;

#endif
