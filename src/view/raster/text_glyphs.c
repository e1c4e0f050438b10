// Fonts and glyphs. A style has a list of fonts in fontconfig's order, opened only when a code
// point needs them; East Asian ones are looked up in the order for Japanese, since fontconfig's
// default order may hand out Chinese forms of the same code points. Every font opened and every
// glyph made is kept: fonts in a list by (file, size), glyphs in a hash table by (style, size, code
// point).
#include "view/raster/text_glyphs.h"

#include <SDL_ttf.h>
#include <fontconfig/fontconfig.h>

#include <stdlib.h>
#include <string.h>

#define GLYPHS_MAX 16384 // then the cache starts anew

typedef struct font {
    const FcPattern *pattern; // which of a list's fonts, or NULL
    int pixels;
    TTF_Font *ttf; // NULL: could not be opened
} font;

struct cd_glyphs {
    FcConfig *config;
    FcFontSet *sorted[CD_TEXT_FAMILY_COUNT][2]; // second: the order for Japanese; NULL: not yet
    font *fonts;
    int font_count, font_room;
    cd_glyph *table; // open addressing; pixels 0: free
    int glyph_count, table_size;
};

// ------------------------------------------------------------------------------------------ fonts

static FcFontSet *sort_fonts(cd_glyphs *g, cd_text_family family, bool japanese) {
    FcPattern *pattern = FcPatternCreate();
    if (!pattern)
        return NULL;
    const char *name = family == CD_TEXT_MONO ? "monospace" : "sans-serif";
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)name);
    if (family == CD_TEXT_BOLD)
        FcPatternAddInteger(pattern, FC_WEIGHT, FC_WEIGHT_BOLD);
    if (japanese)
        FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)"ja");
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(g->config, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result;
    FcFontSet *set = FcFontSort(g->config, pattern, FcTrue, NULL, &result);
    FcPatternDestroy(pattern);
    return set;
}

static FcFontSet *fonts_of(cd_glyphs *g, cd_text_family family, bool japanese) {
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

// Index of the font in g->fonts, opened if need be; -1 if that cannot be done.
static int font_for(cd_glyphs *g, const FcPattern *pattern, int pixels) {
    for (int i = 0; i < g->font_count; i++)
        if (g->fonts[i].pattern == pattern && g->fonts[i].pixels == pixels)
            return g->fonts[i].ttf ? i : -1;
    if (g->font_count == g->font_room) {
        int room = g->font_room ? 2 * g->font_room : 16;
        font *fonts = realloc(g->fonts, sizeof *fonts * (size_t)room);
        if (!fonts)
            return -1;
        g->fonts = fonts;
        g->font_room = room;
    }
    g->fonts[g->font_count] = (font){pattern, pixels, open_font(pattern, pixels)};
    return g->fonts[g->font_count++].ttf ? g->font_count - 1 : -1;
}

// The first font that opens, or with code_point != 0 the first that has it.
static int find_font(cd_glyphs *g, const FcFontSet *set, int pixels, uint32_t code_point) {
    for (int i = 0; set && i < set->nfont; i++) {
        FcCharSet *chars;
        bool has = FcPatternGetCharSet(set->fonts[i], FC_CHARSET, 0, &chars) == FcResultMatch &&
                   FcCharSetHasChar(chars, code_point);
        if (code_point && !has)
            continue;
        int found = font_for(g, set->fonts[i], pixels);
        if (found >= 0 && (!code_point || TTF_GlyphIsProvided32(g->fonts[found].ttf, code_point)))
            return found;
    }
    return -1;
}

static int main_font(cd_glyphs *g, cd_text_family family, int pixels) {
    int found = find_font(g, fonts_of(g, family, false), pixels, 0);
    return found < 0 ? find_font(g, fonts_of(g, CD_TEXT_SANS, false), pixels, 0) : found;
}

static bool east_asian(uint32_t c) {
    return (c >= 0x2e80 && c <= 0x9fff) || (c >= 0xf900 && c <= 0xfaff) ||
           (c >= 0xfe30 && c <= 0xfe4f) || (c >= 0xff00 && c <= 0xffef) ||
           (c >= 0x20000 && c <= 0x3ffff);
}

static int font_having(cd_glyphs *g, cd_text_family family, int pixels, uint32_t code_point) {
    int found = main_font(g, family, pixels);
    if (found >= 0 && TTF_GlyphIsProvided32(g->fonts[found].ttf, code_point))
        return found;
    found = find_font(g, fonts_of(g, family, east_asian(code_point)), pixels, code_point);
    return found;
}

// ------------------------------------------------------------------------------------------ masks

// A hollow box, for what no font has.
static bool make_box(cd_glyph *glyph, int ascent) {
    glyph->advance = glyph->pixels * 5 / 8 + 1;
    glyph->width = glyph->advance - 2;
    glyph->height = ascent * 3 / 4;
    glyph->left = 1;
    glyph->top = ascent - glyph->height;
    if (glyph->width <= 0 || glyph->height <= 0)
        glyph->width = glyph->height = 1;
    glyph->mask = calloc((size_t)glyph->width * (size_t)glyph->height, 1);
    if (!glyph->mask)
        return false;
    for (int y = 0; y < glyph->height; y++)
        for (int x = 0; x < glyph->width; x++)
            if (x == 0 || y == 0 || x == glyph->width - 1 || y == glyph->height - 1)
                glyph->mask[y * glyph->width + x] = 160;
    return true;
}

static uint8_t alpha_at(const SDL_Surface *surface, int x, int y) {
    uint32_t argb;
    memcpy(&argb, (const uint8_t *)surface->pixels + y * surface->pitch + 4 * x, sizeof argb);
    return (uint8_t)(argb >> 24);
}

// Keeps the part of the surface that is not empty.
static bool cut_mask(cd_glyph *glyph, const SDL_Surface *surface) {
    int x0 = surface->w, y0 = surface->h, x1 = -1, y1 = -1;
    for (int y = 0; y < surface->h; y++)
        for (int x = 0; x < surface->w; x++)
            if (alpha_at(surface, x, y)) {
                x0 = x < x0 ? x : x0;
                x1 = x > x1 ? x : x1;
                y0 = y < y0 ? y : y0;
                y1 = y;
            }
    if (x1 < x0)
        return true; // a space
    glyph->width = x1 - x0 + 1;
    glyph->height = y1 - y0 + 1;
    glyph->left += x0;
    glyph->top += y0;
    glyph->mask = malloc((size_t)glyph->width * (size_t)glyph->height);
    if (!glyph->mask)
        return false;
    for (int y = 0; y < glyph->height; y++)
        for (int x = 0; x < glyph->width; x++)
            glyph->mask[y * glyph->width + x] = alpha_at(surface, x0 + x, y0 + y);
    return true;
}

static bool make_glyph(cd_glyphs *g, cd_glyph *glyph) {
    cd_text_family family = (cd_text_family)glyph->family;
    int ascent = cd_glyphs_metrics(g, family, glyph->pixels).ascent;
    glyph->font = font_having(g, family, glyph->pixels, glyph->code_point);
    if (glyph->font < 0)
        return make_box(glyph, ascent);
    TTF_Font *ttf = g->fonts[glyph->font].ttf;
    int min_x, max_x, min_y, max_y;
    if (TTF_GlyphMetrics32(ttf, glyph->code_point, &min_x, &max_x, &min_y, &max_y,
                           &glyph->advance) != 0)
        return make_box(glyph, ascent);
    SDL_Color white = {255, 255, 255, 255};
    SDL_Surface *surface = TTF_RenderGlyph32_Blended(ttf, glyph->code_point, white);
    if (!surface) // SDL2_ttf makes no surface for what has no width
        return true;
    // SDL2_ttf puts the baseline at the font's ascent, and the pen where the glyph fits; a glyph
    // higher than the ascent moves the baseline down.
    int own_ascent = TTF_FontAscent(ttf);
    glyph->left = min_x < 0 ? min_x : 0;
    glyph->top = ascent - (max_y > own_ascent ? max_y : own_ascent);
    bool made = cut_mask(glyph, surface);
    SDL_FreeSurface(surface);
    return made;
}

// ------------------------------------------------------------------------------------------ cache

static void forget_glyphs(cd_glyphs *g) {
    for (int i = 0; i < g->table_size; i++)
        free(g->table[i].mask);
    free(g->table);
    g->table = NULL;
    g->table_size = g->glyph_count = 0;
}

// Where the glyph is in the table, or where it belongs.
static cd_glyph *slot_for(cd_glyph *table, int size, int family, int pixels, uint32_t code_point) {
    uint32_t hash = (code_point * 31 + (uint32_t)pixels) * 31 + (uint32_t)family;
    hash *= 0x9e3779b1u;
    for (uint32_t i = hash >> 8;; i++) {
        cd_glyph *slot = &table[i & (uint32_t)(size - 1)];
        if (slot->pixels == 0 ||
            (slot->code_point == code_point && slot->pixels == pixels && slot->family == family))
            return slot;
    }
}

static bool grow_table(cd_glyphs *g) {
    int size = g->table_size ? 2 * g->table_size : 512;
    cd_glyph *table = calloc((size_t)size, sizeof *table);
    if (!table)
        return false;
    for (int i = 0; i < g->table_size; i++) {
        const cd_glyph *old = &g->table[i];
        if (old->pixels)
            *slot_for(table, size, old->family, old->pixels, old->code_point) = *old;
    }
    free(g->table);
    g->table = table;
    g->table_size = size;
    return true;
}

const cd_glyph *cd_glyphs_get(cd_glyphs *g, cd_text_family family, int pixels,
                              uint32_t code_point) {
    if (g->table_size) {
        cd_glyph *slot = slot_for(g->table, g->table_size, (int)family, pixels, code_point);
        if (slot->pixels)
            return slot;
    }
    if (g->glyph_count >= GLYPHS_MAX)
        forget_glyphs(g);
    if (4 * g->glyph_count >= 3 * g->table_size && !grow_table(g))
        return NULL;
    cd_glyph glyph = {.code_point = code_point, .family = (int)family, .pixels = pixels};
    if (!make_glyph(g, &glyph))
        return NULL;
    cd_glyph *slot = slot_for(g->table, g->table_size, (int)family, pixels, code_point);
    *slot = glyph;
    g->glyph_count++;
    return slot;
}

int cd_glyphs_kerning(cd_glyphs *g, const cd_glyph *first, const cd_glyph *second) {
    if (first->font < 0 || first->font != second->font || first->family == CD_TEXT_MONO)
        return 0;
    return TTF_GetFontKerningSizeGlyphs32(g->fonts[first->font].ttf, first->code_point,
                                          second->code_point);
}

cd_text_metrics cd_glyphs_metrics(cd_glyphs *g, cd_text_family family, int pixels) {
    int found = main_font(g, family, pixels);
    if (found < 0)
        return (cd_text_metrics){pixels, pixels / 4, pixels * 5 / 4};
    TTF_Font *ttf = g->fonts[found].ttf;
    return (cd_text_metrics){TTF_FontAscent(ttf), -TTF_FontDescent(ttf), TTF_FontLineSkip(ttf)};
}

// ------------------------------------------------------------------------------------ open, close

cd_glyphs *cd_glyphs_open(const char **error) {
    if (TTF_Init() != 0) {
        *error = "text is not shown: SDL2_ttf does not start";
        return NULL;
    }
    cd_glyphs *g = calloc(1, sizeof *g);
    // A configuration of our own rather than fontconfig's global one: it can be freed, and no one
    // else in the process can miss it.
    if (g)
        g->config = FcInitLoadConfigAndFonts();
    *error = !g ? "text is not shown: out of memory"
             : !g->config
                 ? "text is not shown: fontconfig has no configuration"
                 : "text is not shown: no font found (a package like fonts-dejavu-core has some)";
    if (!g || !g->config || main_font(g, CD_TEXT_SANS, 16) < 0) {
        if (g)
            cd_glyphs_close(g);
        else
            TTF_Quit();
        return NULL;
    }
    *error = NULL;
    return g;
}

void cd_glyphs_close(cd_glyphs *g) {
    forget_glyphs(g);
    for (int i = 0; i < g->font_count; i++)
        if (g->fonts[i].ttf)
            TTF_CloseFont(g->fonts[i].ttf);
    free(g->fonts);
    for (int family = 0; family < CD_TEXT_FAMILY_COUNT; family++)
        for (int order = 0; order < 2; order++)
            if (g->sorted[family][order])
                FcFontSetDestroy(g->sorted[family][order]);
    if (g->config)
        FcConfigDestroy(g->config);
    free(g);
    TTF_Quit();
}
