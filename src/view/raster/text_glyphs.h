// Private to text*.c: fonts by fontconfig, and the glyphs made from them.
#ifndef VIEW_RASTER_TEXT_GLYPHS_H
#define VIEW_RASTER_TEXT_GLYPHS_H

#include "view/raster/text.h"

#include <stdbool.h>
#include <stdint.h>

/// A code point of one style and size, ready to be blended.
typedef struct cd_glyph {
    uint32_t code_point;
    int family, pixels;         ///< with code_point: the key
    int font;                   ///< which of the style's fonts it is from; -1: none has it
    int left, top;              ///< of the mask, from the pen on the line's upper edge
    int width, height, advance; ///< width 0: nothing to draw
    uint8_t *mask;              ///< width * height coverages
} cd_glyph;

typedef struct cd_glyphs cd_glyphs;

/// NULL with *error if there is no usable font; see cd_text_open.
cd_glyphs *cd_glyphs_open(const char **error);
void cd_glyphs_close(cd_glyphs *glyphs);

/// The glyph, from the cache or made now; NULL only when out of memory. Valid until the next call.
const cd_glyph *cd_glyphs_get(cd_glyphs *glyphs, cd_text_family family, int pixels,
                              uint32_t code_point);
/// How far the pen moves in between two glyphs, beyond the advance of the first.
int cd_glyphs_kerning(cd_glyphs *glyphs, const cd_glyph *first, const cd_glyph *second);

cd_text_metrics cd_glyphs_metrics(cd_glyphs *glyphs, cd_text_family family, int pixels);

#endif
