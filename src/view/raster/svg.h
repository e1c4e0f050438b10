// Vector pictures: what is drawn on such a canvas becomes the text of an SVG file.
//
// The functions of raster.h and text.h call these if the canvas has no pixels, so the same code
// draws a scene. They take what those take, and draw nothing outside of the clip, or if a number is
// not finite. Shapes become circles, lines, polygons and paths with strokes; far ones are cut at
// the picture, as renderers keep coordinates in few bits.
#ifndef VIEW_RASTER_SVG_H
#define VIEW_RASTER_SVG_H

#include "view/raster/svg_paint.h"

typedef struct cd_svg {
    cd_svg_text text;
    cd_rect clip; ///< of the group that is open; empty: none is
} cd_svg;

/// Begins a picture, and returns the canvas that draws on it.
cd_canvas cd_svg_begin(cd_svg *svg, int width, int height);
/// Ends the picture; then text.out is a whole file, unless it has `failed`.
void cd_svg_end(cd_svg *svg);
void cd_svg_free(cd_svg *svg);

void cd_svg_fill(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                 const cd_paint *paint);
void cd_svg_stroke(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                   double width, uint32_t color);
/// dash 0: solid; else the lengths of dashes, without their round ends, and gaps, the first dash at
/// `first` along the line.
void cd_svg_polyline(cd_canvas *canvas, const cd_point2 *points, int count, double width,
                     double dash, double gap, double first, uint32_t color);
/// The union of a line with round ends and a triangle.
void cd_svg_arrow(cd_canvas *canvas, const cd_point2 *line, double width, const cd_point2 *head,
                  uint32_t color);
void cd_svg_fill_rect(cd_canvas *canvas, double x, double y, double width, double height,
                      double corner, uint32_t color);
void cd_svg_stroke_rect(cd_canvas *canvas, double x, double y, double width, double height,
                        double corner, double stroke, uint32_t color);

/// A font, and where a text in it stands on a canvas.
typedef struct cd_svg_line {
    const char *font;    ///< the family; NULL: unknown
    const char *generic; ///< where that is not installed
    bool bold;
    int size;           ///< the em
    int rim;            ///< how far its glyphs are drawn beyond their edges
    double x, baseline; ///< its left end
    double width;
    double ascent, descent; ///< how far it may reach
} cd_svg_line;
/// `string`: UTF-8, of which XML's special characters are escaped; without control characters.
void cd_svg_write(cd_canvas *canvas, const cd_svg_line *line, uint32_t color, const char *string,
                  size_t length);

#endif
