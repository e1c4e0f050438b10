// See text.h. A pen moves over the code points of a string. Measuring, drawing, cutting and
// wrapping all use it, so that a text is drawn as it was measured.
#include "view/raster/text.h"

#include "view/raster/raster.h"
#include "view/raster/svg.h"

#include <SDL_surface.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- UTF-8

#define REPLACEMENT 0xfffd // U+FFFD, shown for what is not UTF-8

// Decodes one code point at *at < end and steps over it, or over one byte that is not UTF-8.
static uint32_t next_code_point(const char **at, const char *end) {
    const uint8_t *s = (const uint8_t *)*at;
    uint32_t first = s[0], c;
    int more = first < 0x80       ? 0
               : first >> 5 == 6  ? 1
               : first >> 4 == 14 ? 2
               : first >> 3 == 30 ? 3
                                  : -1;
    static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000};
    *at += 1;
    if (more < 0 || end - (const char *)s <= more)
        return REPLACEMENT;
    c = more == 0 ? first : first & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if (s[i] >> 6 != 2)
            return REPLACEMENT;
        c = c << 6 | (s[i] & 0x3fu);
    }
    if (c < least[more] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return REPLACEMENT;
    *at += more;
    return c;
}

// Control characters, zero-width marks, directions and variation selectors have no glyph.
static bool is_invisible(uint32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
           (c >= 0xfe00 && c <= 0xfe0f) || c == 0xad;
}

// ------------------------------------------------------------------------------------------- pen

typedef struct text_pen {
    cd_text *text;
    cd_text_family family;
    int pixels;
    bool rim;
    int x;             // from where it started
    cd_glyph previous; // for kerning; pixels 0: none
} text_pen;

// Sizes of fonts in pixels.
enum { SIZE_MIN = 4, SIZE_LIMIT = 512 };

static int pixel_size(const cd_text *text, double size) {
    double pixels = size * cd_text_scale(text);
    return pixels >= SIZE_MIN ? pixels <= SIZE_LIMIT ? (int)(pixels + 0.5) : SIZE_LIMIT
                              : SIZE_MIN; // of NaN, too
}

static text_pen pen_for(cd_text *text, cd_text_style style) {
    bool known = style.family >= 0 && style.family < CD_TEXT_FAMILY_COUNT;
    return (text_pen){.text = text,
                      .family = known ? style.family : CD_TEXT_SANS,
                      .pixels = pixel_size(text, style.size)};
}

// Moves the pen over a code point; returns the glyph to draw and its *x, or NULL.
static const cd_glyph *advance_pen(text_pen *p, uint32_t c, int *x) {
    if (c == '\t') { // four spaces
        const cd_glyph *space = cd_glyphs_get(p->text, p->family, p->pixels, false, ' ');
        p->x += space ? 4 * space->advance : 0;
        p->previous.pixels = 0;
        return NULL;
    }
    if (is_invisible(c))
        return NULL;
    const cd_glyph *glyph = cd_glyphs_get(p->text, p->family, p->pixels, p->rim, c);
    if (!glyph)
        return NULL;
    if (p->previous.pixels)
        p->x += cd_glyphs_kerning(&p->previous, glyph);
    *x = p->x;
    p->x += glyph->advance;
    p->previous = *glyph;
    return glyph;
}

static int width_between(cd_text *text, cd_text_style style, const char *at, const char *end) {
    text_pen p = pen_for(text, style);
    int x;
    while (at < end)
        advance_pen(&p, next_code_point(&at, end), &x);
    return p.x;
}

// Coordinates beyond it lie on no canvas.
#define FAR_AWAY 1e6

static int round_to_pixel(double v) {
    v = v > -FAR_AWAY ? v < FAR_AWAY ? v : FAR_AWAY : -FAR_AWAY; // of NaN, too
    return (int)floor(v + 0.5);
}

// Appends a code point as UTF-8.
static void append_code_point(cd_bytes *out, uint32_t c) {
    const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint32_t first[4] = {0, 0xc0, 0xe0, 0xf0};
    for (int i = more; i >= 0; i--) {
        const uint32_t bits = c >> (6 * i);
        const uint8_t byte = (uint8_t)(i == more ? first[more] | bits : 0x80u | (bits & 0x3fu));
        cd_bytes_append(out, &byte, 1);
    }
}

// Writes what has been gathered of one font into an SVG picture.
static void write_run(cd_canvas *canvas, cd_svg_line *line, double end, uint32_t color,
                      cd_bytes *run) {
    line->width = end - line->x;
    if (run->size > 0)
        cd_svg_write(canvas, line, color, (const char *)run->data, run->size);
    canvas->svg->text.out.failed = canvas->svg->text.out.failed || run->failed;
    run->size = 0;
}

// The same as draw_between in an SVG picture: a line of text for each run of one font.
static int write_between(cd_canvas *canvas, text_pen p, int x, int y, uint32_t color,
                         const char *at, const char *end) {
    const cd_text_metrics metrics = cd_glyphs_metrics(p.text, p.family, p.pixels);
    const char *generic = p.family == CD_TEXT_MONO ? "monospace" : "sans-serif";
    cd_svg_line line = {.generic = generic,
                        .size = p.pixels,
                        .rim = p.rim ? cd_glyphs_rim(p.pixels) : 0,
                        .baseline = y + metrics.ascent,
                        .ascent = metrics.ascent,
                        .descent = metrics.descent};
    cd_bytes run = {0};
    const struct _TTF_Font *font = NULL;
    while (at < end) {
        int glyph_x;
        const uint32_t c = next_code_point(&at, end);
        const int before = p.x;
        const cd_glyph *g = advance_pen(&p, c, &glyph_x);
        if (run.size > 0 && (g == NULL ? p.x != before : g->font != font))
            write_run(canvas, &line, x + (g != NULL ? glyph_x : before), color, &run);
        if (g == NULL)
            continue;
        if (run.size == 0) {
            font = g->font;
            line.font = cd_glyphs_font_name(g);
            line.bold = cd_glyphs_is_bold(g);
            line.x = x + glyph_x;
        }
        append_code_point(&run, c);
    }
    write_run(canvas, &line, x + p.x, color, &run);
    cd_bytes_free(&run);
    return p.x;
}

// Draws glyphs, or their rims, with the left end at x; returns the width.
static int draw_glyphs(cd_canvas *canvas, text_pen p, int x, int y, uint32_t color, const char *at,
                       const char *end) {
    if (canvas->svg != NULL)
        return write_between(canvas, p, x, y, color, at, end);
    while (at < end) {
        int glyph_x;
        const cd_glyph *g = advance_pen(&p, next_code_point(&at, end), &glyph_x);
        if (g && g->surface)
            cd_blend_mask(canvas, x + glyph_x + g->left, y + g->top, g->surface->pixels,
                          g->surface->w, g->surface->h, g->surface->pitch, color);
    }
    return p.x;
}

// The same for the glyphs, over their rims in the colour `ground`.
static int draw_between(cd_text *text, cd_canvas *canvas, cd_text_style style, int x, int y,
                        uint32_t ground, uint32_t color, const char *at, const char *end) {
    text_pen p = pen_for(text, style);
    if (ground != 0) {
        p.rim = true;
        draw_glyphs(canvas, p, x, y, ground, at, end);
        p.rim = false;
    }
    return draw_glyphs(canvas, p, x, y, color, at, end);
}

static int left_end(double x, int width, cd_text_align align) {
    return round_to_pixel(align == CD_TEXT_CENTER  ? x - width / 2.0
                          : align == CD_TEXT_RIGHT ? x - width
                                                   : x);
}

// --------------------------------------------------------------------------------------- one line

cd_text_metrics cd_text_measure_line(cd_text *text, cd_text_style style) {
    if (!text)
        return (cd_text_metrics){0, 0, 0};
    text_pen p = pen_for(text, style);
    return cd_glyphs_metrics(text, p.family, p.pixels);
}

int cd_text_width(cd_text *text, cd_text_style style, const char *string) {
    return text ? width_between(text, style, string, string + strlen(string)) : 0;
}

int cd_text_width_of(cd_text *text, cd_text_style style, const char *string, size_t length) {
    if (!text)
        return 0;
    const char *end = memchr(string, '\0', length);
    return width_between(text, style, string, end ? end : string + length);
}

int cd_text_draw(cd_text *text, cd_canvas *canvas, cd_text_style style, double x, double y,
                 cd_text_align align, uint32_t color, const char *string) {
    return cd_text_draw_over(text, canvas, style, x, y, align, 0, color, string);
}

int cd_text_draw_over(cd_text *text, cd_canvas *canvas, cd_text_style style, double x, double y,
                      cd_text_align align, uint32_t ground, uint32_t color, const char *string) {
    if (!text)
        return 0;
    const char *end = string + strlen(string);
    int width = align == CD_TEXT_LEFT ? 0 : width_between(text, style, string, end);
    return draw_between(text, canvas, style, left_end(x, width, align), round_to_pixel(y), ground,
                        color, string, end);
}

int cd_text_draw_fit(cd_text *text, cd_canvas *canvas, cd_text_style style, double x, double y,
                     int width, cd_text_align align, uint32_t color, const char *string) {
    static const char ellipsis[] = "\xe2\x80\xa6";
    if (!text)
        return 0;
    const char *at = string, *end = string + strlen(string), *cut = string;
    int room = width - cd_text_width(text, style, ellipsis), kept = 0, x_ignored;
    text_pen p = pen_for(text, style);
    while (at < end && p.x <= width) {
        uint32_t c = next_code_point(&at, end);
        advance_pen(&p, c, &x_ignored);
        if (p.x <= room && c != ' ') { // no space before the ellipsis
            cut = at;
            kept = p.x;
        }
    }
    if (p.x <= width)
        return draw_between(text, canvas, style, left_end(x, p.x, align), round_to_pixel(y), 0,
                            color, string, end);
    if (room < 0)
        return 0;
    int drawn = kept + width - room, left = left_end(x, drawn, align);
    draw_between(text, canvas, style, left, round_to_pixel(y), 0, color, string, cut);
    draw_between(text, canvas, style, left + kept, round_to_pixel(y), 0, color, ellipsis,
                 ellipsis + sizeof ellipsis - 1);
    return drawn;
}

// ------------------------------------------------------------------------------------------ lines

// Text may break before and after these without a space.
static bool is_ideographic(uint32_t c) { return c >= 0x2e80 && c <= 0xffef && !(c >> 11 == 0x1b); }

// A line must not begin with these closing marks and small kana.
static bool begins_no_line(uint32_t c) {
    static const uint32_t marks[] = {0x3001, 0x3002, 0xff0c, 0xff0e, 0xff01, 0xff1f, 0xff09,
                                     0x300d, 0x300f, 0x3011, 0x30fc, 0x3063, 0x30c3};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (marks[i] == c)
            return true;
    return false;
}

// A line must not end with these opening marks.
static bool ends_no_line(uint32_t c) {
    return c == 0xff08 || c == 0x300c || c == 0x300e || c == 0x3010;
}

// The end of the line that begins at `at`; *next is where the one after it begins.
static const char *line_end(cd_text *text, cd_text_style style, int width, const char *at,
                            const char *end, const char **next) {
    text_pen p = pen_for(text, style);
    const char *begin = at, *line = NULL; // the end of the line if it breaks before *next
    uint32_t before = 0;
    while (at < end) {
        const char *here = at;
        uint32_t c = next_code_point(&at, end);
        int x;
        if (c == '\n') {
            *next = at;
            return here;
        }
        if (here > begin && c != ' ' && !begins_no_line(c) && !ends_no_line(before) &&
            (before == ' ' || is_ideographic(c) || is_ideographic(before))) {
            *next = line = here;
            while (line > begin && line[-1] == ' ')
                line--;
        }
        advance_pen(&p, c, &x);
        if (width > 0 && p.x > width && c != ' ' && here > begin) {
            if (line)
                return line;
            *next = here;
            return here;
        }
        before = c;
    }
    *next = end;
    return end;
}

int cd_text_draw_lines(cd_text *text, cd_canvas *canvas, cd_text_style style, double x, double y,
                       int width, uint32_t color, const char *string) {
    return cd_text_draw_lines_over(text, canvas, style, x, y, width, 0, color, string);
}

int cd_text_draw_lines_over(cd_text *text, cd_canvas *canvas, cd_text_style style, double x,
                            double y, int width, uint32_t ground, uint32_t color,
                            const char *string) {
    if (!text)
        return 0;
    cd_text_metrics metrics = cd_text_measure_line(text, style);
    const char *at = string, *end = string + strlen(string);
    int lines = 0;
    for (;;) {
        const char *next, *stop = line_end(text, style, width, at, end, &next);
        if (canvas)
            draw_between(text, canvas, style, round_to_pixel(x),
                         round_to_pixel(y) + lines * metrics.line_height, ground, color, at, stop);
        lines++;
        bool more = next < end || (stop < next && next[-1] == '\n');
        if (!more)
            return lines * metrics.line_height;
        at = next;
    }
}
