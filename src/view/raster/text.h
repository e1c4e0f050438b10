// Text: UTF-8 into a cd_canvas, glyph by glyph from cached 8-bit masks.
//
// fontconfig finds a font for each style; a code point that it lacks is taken from the first font
// in fontconfig's order that has it (so Japanese shows if a Japanese font is installed), and shown
// as a box if none has. Glyphs are rendered once by SDL2_ttf into masks and placed on whole pixels,
// so the same bits come out in a window and without one. Invalid UTF-8 shows as U+FFFD; control
// characters are skipped (newline too, but for the *_lines functions).
#ifndef VIEW_RASTER_TEXT_H
#define VIEW_RASTER_TEXT_H

#include "view/raster/canvas.h"
#include "view/raster/glyphs.h"

#include <stddef.h>

// Every function takes NULL for the fonts: it measures 0 and draws nothing.
// All lengths below are in canvas pixels.

cd_text_metrics cd_text_measure_line(cd_text *text, cd_text_style style);

/// How far the pen moves over the string.
int cd_text_width(cd_text *text, cd_text_style style, const char *string);
/// The same for the first `length` bytes: where a cursor stands.
int cd_text_width_of(cd_text *text, cd_text_style style, const char *string, size_t length);

/// Draws with the upper edge of the line's box at y, and x its left end, middle or right end.
/// Returns the width.
int cd_text_draw(cd_text *text, cd_canvas *canvas, cd_text_style style, double x, double y,
                 cd_text_align align, uint32_t color, const char *string);

/// The same, over rims around the glyphs in the colour `ground`: for text over a picture, of which
/// they hide no more.
int cd_text_draw_over(cd_text *text, cd_canvas *canvas, cd_text_style style, double x, double y,
                      cd_text_align align, uint32_t ground, uint32_t color, const char *string);

/// As cd_text_draw, but a string wider than `width` is cut and ends in an ellipsis; nothing is
/// drawn where not even that fits. Aligned about x like cd_text_draw. Returns the width drawn.
int cd_text_draw_fit(cd_text *text, cd_canvas *canvas, cd_text_style style, double x, double y,
                     int width, cd_text_align align, uint32_t color, const char *string);

/// Lines separated by newlines, and wrapped at spaces (or anywhere, in a word that is too long or
/// has no spaces) where wider than `width`; width <= 0: not wrapped. Returns the height; canvas may
/// be NULL to only measure.
int cd_text_draw_lines(cd_text *text, cd_canvas *canvas, cd_text_style style, double x, double y,
                       int width, uint32_t color, const char *string);
/// The same, over rims as cd_text_draw_over.
int cd_text_draw_lines_over(cd_text *text, cd_canvas *canvas, cd_text_style style, double x,
                            double y, int width, uint32_t ground, uint32_t color,
                            const char *string);

#endif
