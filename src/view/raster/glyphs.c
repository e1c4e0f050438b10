// See glyphs.h. A family has a list of fonts in fontconfig's order, opened only when a code point
// needs them. East Asian code points are looked up in the order for Japanese, since fontconfig's
// default order may return Chinese forms of the same code points. Every font opened and every glyph
// made is kept: fonts in a list by (file, size), glyphs in a hash table by (family, size, rim,
// code point).
#include "view/raster/glyphs.h"

#include "record/allocate.h"

#include <SDL_ttf.h>
#include <fontconfig/fontconfig.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GLYPHS_MAX = 16384, ///< when the cache has this many, it is cleared
    BUCKETS = 4096,     ///< a power of two
    BOX_COVERAGE = 160  ///< of the box that stands for a missing glyph
};

typedef struct sized_font {
    const FcPattern *pattern; ///< of one of the lists
    int pixels;
    TTF_Font *ttf; ///< NULL: could not be opened
    struct sized_font *next;
} sized_font;

struct cd_text {
    double scale;
    FcConfig *config;
    FcFontSet *sorted[CD_TEXT_FAMILY_COUNT][2]; ///< [1]: the order for Japanese; NULL: not yet
    sized_font *fonts;
    cd_glyph *buckets[BUCKETS]; ///< a hash table with chains
    int glyph_count;
};

// ------------------------------------------------------------------------------------------ fonts

static FcFontSet *sort_fonts(cd_text *g, cd_text_family family, bool japanese) {
    FcPattern *pattern = FcPatternCreate();
    if (!pattern) {
        cd_note_failed_allocation();
        return NULL;
    }
    const char *name = family == CD_TEXT_MONO ? "monospace" : "sans-serif";
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)name);
    if (family == CD_TEXT_BOLD)
        FcPatternAddInteger(pattern, FC_WEIGHT, FC_WEIGHT_BOLD);
    if (japanese)
        FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)"ja");
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(g->config, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result = FcResultOutOfMemory; // no match is none of memory
    FcFontSet *set = FcFontSort(g->config, pattern, FcTrue, NULL, &result);
    FcPatternDestroy(pattern);
    if (set == NULL && result == FcResultOutOfMemory)
        cd_note_failed_allocation();
    return set;
}

static FcFontSet *fonts_of(cd_text *g, cd_text_family family, bool japanese) {
    FcFontSet **set = &g->sorted[family][japanese];
    if (!*set)
        *set = sort_fonts(g, family, japanese);
    return *set;
}

static TTF_Font *open_font(const FcPattern *pattern, int pixels) {
    FcChar8 *file;
    int index = 0;
    FcBool color = FcFalse, scalable = FcTrue;
    FcPatternGetBool(pattern, FC_COLOR, 0, &color);
    FcPatternGetBool(pattern, FC_SCALABLE, 0, &scalable);
    if (color || !scalable || FcPatternGetString(pattern, FC_FILE, 0, &file) != FcResultMatch)
        return NULL;
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index);
    // The upper half of fontconfig's index names an instance of a variable font.
    TTF_Font *ttf = TTF_OpenFontIndex((const char *)file, pixels, index & 0xffff);
    if (ttf)
        TTF_SetFontHinting(ttf, TTF_HINTING_LIGHT);
    return ttf;
}

/// The font in that size, opened the first time; NULL if it cannot be opened.
static TTF_Font *font_for(cd_text *g, const FcPattern *pattern, int pixels) {
    sized_font *font = g->fonts;
    while (font != NULL && (font->pattern != pattern || font->pixels != pixels))
        font = font->next;
    if (font != NULL)
        return font->ttf;
    font = cd_allocate(sizeof *font);
    if (font == NULL)
        return NULL;
    *font = (sized_font){pattern, pixels, open_font(pattern, pixels), g->fonts};
    g->fonts = font;
    return font->ttf;
}

/// The first font of a list that opens and, where code_point is not 0, has it; or NULL.
static TTF_Font *find_font(cd_text *g, const FcFontSet *set, int pixels, uint32_t code_point) {
    for (int i = 0; set && i < set->nfont; i++) {
        FcCharSet *chars;
        bool has = FcPatternGetCharSet(set->fonts[i], FC_CHARSET, 0, &chars) == FcResultMatch &&
                   FcCharSetHasChar(chars, code_point);
        if (code_point && !has)
            continue;
        TTF_Font *found = font_for(g, set->fonts[i], pixels);
        if (found != NULL && (!code_point || TTF_GlyphIsProvided32(found, code_point)))
            return found;
    }
    return NULL;
}

static TTF_Font *main_font(cd_text *g, cd_text_family family, int pixels) {
    TTF_Font *found = find_font(g, fonts_of(g, family, false), pixels, 0);
    return found ? found : find_font(g, fonts_of(g, CD_TEXT_SANS, false), pixels, 0);
}

static bool is_east_asian(uint32_t c) {
    return (c >= 0x2e80 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) ||
           (c >= 0xfe30 && c <= 0xfe4f) || (c >= 0xff00 && c <= 0xffef) ||
           (c >= 0x20000 && c <= 0x3ffff);
}

static TTF_Font *find_font_with(cd_text *g, cd_text_family family, int pixels,
                                uint32_t code_point) {
    TTF_Font *found = main_font(g, family, pixels);
    if (found != NULL && TTF_GlyphIsProvided32(found, code_point))
        return found;
    return find_font(g, fonts_of(g, family, is_east_asian(code_point)), pixels, code_point);
}

// ------------------------------------------------------------------------------------------ masks

/// A hollow box, for a code point that no font has.
static bool make_box(cd_glyph *glyph, int ascent) {
    glyph->advance = glyph->pixels * 5 / 8 + 1;
    int width = glyph->advance - 2, height = ascent * 3 / 4;
    glyph->left = 1;
    glyph->top = ascent - height;
    if (width <= 0 || height <= 0)
        width = height = 1;
    glyph->surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 8, SDL_PIXELFORMAT_INDEX8);
    if (!glyph->surface) {
        cd_note_failed_allocation();
        return false;
    }
    SDL_FillRect(glyph->surface, NULL, BOX_COVERAGE);
    if (width > 2 && height > 2)
        SDL_FillRect(glyph->surface, &(SDL_Rect){1, 1, width - 2, height - 2}, 0);
    return true;
}

static bool make_glyph(cd_text *g, cd_glyph *glyph) {
    cd_text_family family = (cd_text_family)glyph->family;
    int ascent = cd_glyphs_metrics(g, family, glyph->pixels).ascent;
    TTF_Font *ttf = glyph->font = find_font_with(g, family, glyph->pixels, glyph->code_point);
    int min_x, max_x, min_y, max_y;
    if (ttf == NULL || TTF_GlyphMetrics32(ttf, glyph->code_point, &min_x, &max_x, &min_y, &max_y,
                                          &glyph->advance) != 0)
        return make_box(glyph, ascent);
    // A shaded surface has the coverage of each pixel as its number in the palette.
    const SDL_Color white = {255, 255, 255, 255}, black = {0, 0, 0, 255};
    // SDL2_ttf makes none for what has no width.
    glyph->surface = TTF_RenderGlyph32_Shaded(ttf, glyph->code_point, white, black);
    if (glyph->surface == NULL && max_x > min_x && max_y > min_y) {
        cd_note_failed_allocation();
        return false;
    }
    // SDL2_ttf puts the baseline at the font's ascent, and the pen where the glyph fits; a glyph
    // higher than the ascent moves the baseline down.
    int own_ascent = TTF_FontAscent(ttf);
    glyph->left = min_x < 0 ? min_x : 0;
    glyph->top = ascent - (max_y > own_ascent ? max_y : own_ascent);
    return true;
}

int cd_glyphs_rim(int pixels) { return pixels / 8 + 1; }

/// The largest coverage of a mask within `reach` pixels of one; fainter at the edge of the reach.
static uint8_t coverage_near(const SDL_Surface *mask, int x, int y, int reach) {
    const uint8_t *pixels = mask->pixels;
    int most = 0;
    for (int v = y - reach; v <= y + reach; v++)
        for (int u = x - reach; u <= x + reach; u++) {
            if (u < 0 || v < 0 || u >= mask->w || v >= mask->h)
                continue;
            const double off = hypot(u - x, v - y), part = fmin(fmax(reach + 0.7 - off, 0), 1);
            const int coverage = (int)(part * pixels[v * mask->pitch + u]);
            most = coverage > most ? coverage : most;
        }
    return (uint8_t)most;
}

/// Replaces the mask of a glyph by that of its rim, which covers the glyph, too.
static bool make_rim(cd_glyph *glyph) {
    SDL_Surface *mask = glyph->surface;
    const int reach = cd_glyphs_rim(glyph->pixels);
    if (mask == NULL)
        return true;
    SDL_Surface *rim = SDL_CreateRGBSurfaceWithFormat(0, mask->w + 2 * reach, mask->h + 2 * reach,
                                                      8, SDL_PIXELFORMAT_INDEX8);
    if (rim == NULL) {
        cd_note_failed_allocation();
        return false;
    }
    for (int y = 0; y < rim->h; y++)
        for (int x = 0; x < rim->w; x++)
            ((uint8_t *)rim->pixels)[y * rim->pitch + x] =
                coverage_near(mask, x - reach, y - reach, reach);
    SDL_FreeSurface(mask);
    glyph->surface = rim;
    glyph->left -= reach;
    glyph->top -= reach;
    return true;
}

// ------------------------------------------------------------------------------------------ cache

static void clear_cache(cd_text *g) {
    for (int i = 0; i < BUCKETS; i++)
        while (g->buckets[i]) {
            cd_glyph *glyph = g->buckets[i];
            g->buckets[i] = glyph->next;
            SDL_FreeSurface(glyph->surface);
            free(glyph);
        }
    g->glyph_count = 0;
}

const cd_glyph *cd_glyphs_get(cd_text *g, cd_text_family family, int pixels, bool rim,
                              uint32_t code_point) {
    const uint32_t look = (uint32_t)family * 2 + rim;
    uint32_t hash = (code_point * 31 + (uint32_t)pixels) * 31 + look;
    cd_glyph **bucket = &g->buckets[hash * 0x9e3779b1u >> 8 & (BUCKETS - 1)];
    for (const cd_glyph *glyph = *bucket; glyph; glyph = glyph->next)
        if (glyph->code_point == code_point && glyph->pixels == pixels &&
            glyph->family == (int)family && glyph->rim == rim)
            return glyph;
    if (g->glyph_count >= GLYPHS_MAX)
        clear_cache(g);
    cd_glyph *glyph = cd_allocate(sizeof *glyph);
    if (!glyph)
        return NULL;
    *glyph =
        (cd_glyph){.code_point = code_point, .family = (int)family, .pixels = pixels, .rim = rim};
    if (!make_glyph(g, glyph) || (rim && !make_rim(glyph))) {
        SDL_FreeSurface(glyph->surface);
        free(glyph);
        return NULL;
    }
    glyph->next = *bucket;
    *bucket = glyph;
    g->glyph_count++;
    return glyph;
}

const char *cd_glyphs_font_name(const cd_glyph *glyph) {
    return glyph->font != NULL ? TTF_FontFaceFamilyName(glyph->font) : NULL;
}

bool cd_glyphs_is_bold(const cd_glyph *glyph) {
    const char *style = glyph->font != NULL ? TTF_FontFaceStyleName(glyph->font) : NULL;
    return style != NULL && strstr(style, "Bold") != NULL;
}

int cd_glyphs_kerning(const cd_glyph *first, const cd_glyph *second) {
    if (first->font == NULL || first->font != second->font || first->family == CD_TEXT_MONO)
        return 0;
    return TTF_GetFontKerningSizeGlyphs32(first->font, first->code_point, second->code_point);
}

cd_text_metrics cd_glyphs_metrics(cd_text *g, cd_text_family family, int pixels) {
    TTF_Font *ttf = main_font(g, family, pixels);
    if (ttf == NULL)
        return (cd_text_metrics){pixels, pixels / 4, pixels * 5 / 4};
    return (cd_text_metrics){TTF_FontAscent(ttf), -TTF_FontDescent(ttf), TTF_FontLineSkip(ttf)};
}

// ------------------------------------------------------------------------------------ open, close

cd_text *cd_text_open(double scale, const char **error) {
    const char *ignored = NULL;
    error = error != NULL ? error : &ignored;
    *error = "text is not shown: SDL2_ttf does not start";
    if (TTF_Init() != 0) {
        cd_note_failed_allocation();
        return NULL;
    }
    *error = "text is not shown: out of memory";
    cd_text *g = cd_allocate_zeroed(sizeof *g);
    if (g == NULL) {
        TTF_Quit();
        return NULL;
    }
    cd_text_set_scale(g, scale);
    // A configuration of our own can be freed; fontconfig's global one may be in use elsewhere.
    g->config = FcInitLoadConfigAndFonts();
    if (g->config == NULL)
        cd_note_failed_allocation();
    *error = g->config == NULL
                 ? "text is not shown: fontconfig has no configuration"
                 : "text is not shown: no font found (a package like fonts-dejavu-core has some)";
    if (g->config == NULL || main_font(g, CD_TEXT_SANS, 16) == NULL) {
        cd_text_close(g);
        return NULL;
    }
    *error = NULL;
    return g;
}

void cd_text_set_scale(cd_text *text, double scale) {
    if (text != NULL)
        text->scale = scale > 0 && scale < 100 ? scale : 1;
}

double cd_text_scale(const cd_text *text) { return text->scale; }

void cd_text_close(cd_text *g) {
    if (g == NULL)
        return;
    clear_cache(g);
    for (sized_font *font = g->fonts, *next; font != NULL; font = next) {
        next = font->next;
        if (font->ttf)
            TTF_CloseFont(font->ttf);
        free(font);
    }
    for (int family = 0; family < CD_TEXT_FAMILY_COUNT; family++)
        for (int order = 0; order < 2; order++)
            if (g->sorted[family][order])
                FcFontSetDestroy(g->sorted[family][order]);
    if (g->config)
        FcConfigDestroy(g->config);
    free(g);
    TTF_Quit();
}
