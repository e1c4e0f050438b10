// Glyphs of all fonts and sizes, rendered once: fontconfig finds the fonts, SDL2_ttf renders.
#ifndef VIEW_RASTER_GLYPHS_H
#define VIEW_RASTER_GLYPHS_H

#include "view/raster/text_style.h"

#include <stdint.h>

/// A code point of one family and size, ready to be blended.
typedef struct cd_glyph {
    uint32_t code_point;
    int family, pixels;  ///< with code_point: the key
    int font;            ///< the number of the font that has it; -1: none has
    int left, top;       ///< of the mask, from the pen on the upper edge of the line
    int advance;         ///< how far the pen moves
    const uint8_t *mask; ///< 8-bit coverage; NULL: there is nothing to draw
    int width, height, pitch;
    struct SDL_Surface *surface; ///< owns the mask
    struct cd_glyph *next;       ///< in the same bucket of the cache
} cd_glyph;

/// Fonts and their glyphs.
typedef struct cd_text cd_text;

/// Opens the fonts. scale: canvas pixels for one logical pixel (1, or 2 on a HiDPI screen).
/// Returns NULL where there is no SDL2_ttf, no font at all, or no memory; then *error (if error is
/// not NULL) is a static line that says so.
cd_text *cd_text_open(double scale, const char **error);
/// NULL does nothing; nor does it below.
void cd_text_close(cd_text *text);
/// Changes the scale, when the window has moved to another screen. Keeps the fonts.
void cd_text_set_scale(cd_text *text, double scale);
double cd_text_scale(const cd_text *text);

/// The glyph, from the cache or made now; NULL only without memory. Valid until the next call.
const cd_glyph *cd_glyphs_get(cd_text *text, cd_text_family family, int pixels,
                              uint32_t code_point);
/// How far the pen moves between two glyphs, beyond the advance of the first.
int cd_glyphs_kerning(cd_text *text, const cd_glyph *first, const cd_glyph *second);

cd_text_metrics cd_glyphs_metrics(cd_text *text, cd_text_family family, int pixels);

#endif
