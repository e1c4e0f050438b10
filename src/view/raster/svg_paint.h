// Paints and numbers in the text of an SVG file.
#ifndef VIEW_RASTER_SVG_PAINT_H
#define VIEW_RASTER_SVG_PAINT_H

#include "record/bytes.h"
#include "view/raster/paint.h"

/// The text, and which definitions it has.
typedef struct cd_svg_text {
    cd_bytes out;
    cd_point2 middle; ///< of the picture
    int ids;          ///< given to definitions so far
    bool shine;       ///< the gradient of highlights is defined
    cd_bytes lit;     ///< uint32_t: the colours, without alpha, whose gradients are defined
} cd_svg_text;

void cd_svg_append(cd_svg_text *text, const char *string);
/// A coordinate to a hundredth of a pixel.
void cd_svg_number(cd_svg_text *text, double value);
void cd_svg_point(cd_svg_text *text, cd_point2 point);
/// ` name="#rrggbb"`, and ` name-opacity="..."` where the colour is translucent.
void cd_svg_color(cd_svg_text *text, const char *name, uint32_t color);

/// Appends an element that is filled by a paint; `element` is its text up to its attributes of
/// colour: `<circle cx="3" ...`. A sphere or capsule (count 1, 2 of its points) is lit by gradients
/// that fit the rasteriser's light: by 2 % of the colour, in the mean.
void cd_svg_painted(cd_svg_text *text, const char *element, int count, const cd_paint *paint);

#endif
