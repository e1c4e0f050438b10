// How text is set: its font family and size, and the measures of a line.
#ifndef VIEW_RASTER_TEXT_STYLE_H
#define VIEW_RASTER_TEXT_STYLE_H

typedef enum cd_text_family {
    CD_TEXT_SANS,
    CD_TEXT_BOLD,
    CD_TEXT_MONO,
    CD_TEXT_FAMILY_COUNT
} cd_text_family;

/// size is the em in logical pixels: the scale of cd_text turns it into pixels of the canvas.
typedef struct cd_text_style {
    cd_text_family family;
    double size;
} cd_text_style;

/// In canvas pixels. ascent + descent is the height of a line's box; line_height is the step
/// between lines.
typedef struct cd_text_metrics {
    int ascent, descent, line_height;
} cd_text_metrics;

typedef enum cd_text_align { CD_TEXT_LEFT, CD_TEXT_CENTER, CD_TEXT_RIGHT } cd_text_align;

#endif
