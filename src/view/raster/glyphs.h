// Glyphs of all fonts and sizes, rendered once: fontconfig finds the fonts, SDL2_ttf renders.
#ifndef VIEW_RASTER_GLYPHS_H
#define VIEW_RASTER_GLYPHS_H

#include <stdbool.h>
#include <stdint.h>

/// How text is set: its font family and size, and the measures of a line.
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

/// A code point of one family and size, or its rim, ready to be blended.
typedef struct cd_glyph {
    uint32_t code_point;
    int family, pixels;
    bool rim;                    ///< with those before: the key
    struct _TTF_Font *font;      ///< that has it; NULL: none has
    int left, top;               ///< of the mask, from the pen on the upper edge of the line
    int advance;                 ///< how far the pen moves
    struct SDL_Surface *surface; ///< the mask, 8-bit coverage; NULL: there is nothing to draw
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
const cd_glyph *cd_glyphs_get(cd_text *text, cd_text_family family, int pixels, bool rim,
                              uint32_t code_point);
/// How wide the rim of a glyph is.
int cd_glyphs_rim(int pixels);
/// The name of the family of the glyph's font; NULL where it has none. Valid as long as the fonts.
const char *cd_glyphs_font_name(const cd_glyph *glyph);
bool cd_glyphs_is_bold(const cd_glyph *glyph);
/// How far the pen moves between two glyphs, beyond the advance of the first.
int cd_glyphs_kerning(const cd_glyph *first, const cd_glyph *second);

cd_text_metrics cd_glyphs_metrics(cd_text *text, cd_text_family family, int pixels);

#endif
