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

typedef struct cd_glyphs cd_glyphs;

/// NULL with *error, a static line, if there is no usable font.
cd_glyphs *cd_glyphs_open(const char **error);
void cd_glyphs_close(cd_glyphs *glyphs);

/// The glyph, from the cache or made now; NULL only without memory. Valid until the next call.
const cd_glyph *cd_glyphs_get(cd_glyphs *glyphs, cd_text_family family, int pixels,
                              uint32_t code_point);
/// How far the pen moves between two glyphs, beyond the advance of the first.
int cd_glyphs_kerning(cd_glyphs *glyphs, const cd_glyph *first, const cd_glyph *second);

cd_text_metrics cd_glyphs_metrics(cd_glyphs *glyphs, cd_text_family family, int pixels);

#endif
