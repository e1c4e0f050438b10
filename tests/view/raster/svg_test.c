// Vector pictures: whatever is drawn, also degenerate, infinite or far away, becomes a whole XML
// document of numbers that renderers take, whose references are all defined; and where rsvg-convert
// is there, its picture of the same drawing is that of the rasteriser, but for rounding.
#include "sheet.h"

#include "view/raster/picture.h"
#include "view/raster/text.h"

#include <SDL.h>
#include <SDL_image.h>
#include <unistd.h>

// -------------------------------------------------------------------------------------- documents

/// Skips a tag's attributes, checking that each is name="value" and each number can be drawn;
/// returns where the tag ends.
static const char *skip_attributes(const char *at) {
    for (;;) {
        at += strspn(at, " ");
        const size_t name =
            strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-:");
        if (name == 0)
            return at;
        check(at[name] == '=' && at[name + 1] == '"', "attributes have values", at, 0, 0);
        at += name + 2;
        const size_t length = strcspn(at, "\"<");
        const char *end = at + length;
        check(*end == '"', "values end", at, 0, 0);
        at = *at == '#' ? end : at; // a colour
        while (at < end) {
            char *after = NULL;
            const double value = strchr("-.0123456789", *at) != NULL ? strtod(at, &after) : 0;
            check(fabs(value) <= 8e6, "numbers that renderers take", at, value, 8e6);
            at = after != NULL && after > at ? after : at + 1;
        }
        at++;
    }
}

/// Checks that a text is one element with whole elements in it, and that what url(#...) names has
/// been defined before.
static void check_document(const cd_svg *svg) {
    char *text = calloc(svg->text.out.size + 1, 1);
    memcpy(text, svg->text.out.data, svg->text.out.size);
    int depth = 0, most = 0;
    char open[32][40];
    for (const char *at = text; *at != '\0';) {
        check((unsigned char)*at >= ' ' || *at == '\n', "no control characters", at, *at, 0);
        if (*at == '&') {
            check(strncmp(at, "&amp;", 5) == 0 || strncmp(at, "&lt;", 4) == 0 ||
                      strncmp(at, "&gt;", 4) == 0 || strncmp(at, "&quot;", 6) == 0,
                  "special characters are escaped", at, 0, 0);
        }
        if (*at != '<') {
            at++;
            continue;
        }
        const bool ends = at[1] == '/';
        at += 1 + ends;
        const size_t length = strcspn(at, " >/");
        if (ends) {
            depth--;
            check(depth >= 0 && strncmp(open[depth], at, length) == 0 && at[length] == '>',
                  "tags are paired", at, 0, 0);
            at += length + 1;
            continue;
        }
        snprintf(open[depth], sizeof open[depth], "%.*s", (int)length, at);
        at = skip_attributes(at + length);
        const bool empty = at[0] == '/';
        check(at[empty] == '>', "tags end", at, 0, 0);
        at += 1 + empty;
        depth += !empty;
        most = depth > most ? depth : most;
    }
    check(depth == 0 && most > 0 && most < 8, "one whole document", "depth", depth, 0);
    check(strstr(text, "nan") == NULL && strstr(text, "inf") == NULL, "numbers", "", 0, 0);
    for (const char *at = text; (at = strstr(at, "url(#")) != NULL; at += 5) {
        char definition[48];
        snprintf(definition, sizeof definition, " id=\"%.*s\"", (int)strcspn(at + 5, ")"), at + 5);
        const char *defined = strstr(text, definition);
        check(defined != NULL && defined < at, "references are defined before", definition, 0, 0);
    }
    free(text);
}

// --------------------------------------------------------------------------------------- drawings

typedef enum drawing {
    DISCS,
    CAPSULES,
    POLYGONS,
    ROUNDED,
    RINGS,
    OUTLINES,
    ROUNDED_OUTLINES,
    LINES,
    DASHES,
    ARROWS,
    RECTANGLES,
    FRAMES,
    HALF_PLANES,
    HATCHES,
    SPHERES,
    LIT_CAPSULES,
    FAR,
    CLIPPED,
    DRAWING_COUNT
} drawing;

static const char *const names[DRAWING_COUNT] = {
    "discs",        "capsules",         "polygons",      "rounded polygons", "rings",
    "outlines",     "rounded outlines", "polylines",     "dashes",           "arrows",
    "rectangles",   "frames",           "half-planes",   "hatches",          "spheres",
    "lit capsules", "far shapes",       "clipped shapes"};

static cd_point2 somewhere(void) { return (cd_point2){uniform(0, SIZE), uniform(0, SIZE)}; }

static uint32_t some_color(void) {
    return (uint32_t)uniform(0, 0x1000000) | (uniform(0, 1) < 0.5 ? 0xff000000u : 0x90000000u);
}

/// Draws one thing of a kind; the next numbers of `seed` say which.
static void draw_one(cd_canvas *canvas, drawing kind) {
    shape s = random_shape(SIZE * 0.6);
    const cd_point2 a = somewhere(), b = somewhere();
    const double radius = uniform(2, 30), width = uniform(0.8, 6);
    const uint32_t color = some_color();
    const cd_paint flat = cd_paint_flat(color);
    const cd_point2 line[4] = {a, b, somewhere(), somewhere()};
    switch (kind) {
    case DISCS:
        cd_fill_disc(canvas, a, radius, color);
        break;
    case CAPSULES:
        cd_fill_polygon(canvas, line, 2, radius, flat);
        break;
    case POLYGONS:
        cd_fill_polygon(canvas, s.points, s.count, 0, flat);
        break;
    case ROUNDED:
        cd_fill_polygon(canvas, s.points, s.count, s.radius, flat);
        break;
    case RINGS:
        cd_stroke_disc(canvas, a, radius, width, color);
        break;
    case OUTLINES:
        cd_stroke_polygon(canvas, s.points, s.count, 0, width, flat);
        break;
    case ROUNDED_OUTLINES:
        cd_stroke_polygon(canvas, s.points, s.count, s.radius, width, flat);
        break;
    case LINES:
        cd_stroke_polyline(canvas, line, 4, width, (cd_dash){0}, color);
        break;
    case DASHES:
        cd_stroke_polyline(canvas, line, 4, width,
                           (cd_dash){uniform(6, 12), uniform(6, 12), uniform(0, 20)}, color);
        break;
    case ARROWS:
        cd_stroke_arrow(canvas, a, b, width, uniform(4, 20), color);
        break;
    case RECTANGLES:
        cd_fill_rect(canvas, a.x / 2, a.y / 2, b.x / 2, b.y / 2, uniform(0, 9), color);
        break;
    case FRAMES:
        cd_stroke_rect(canvas, a.x / 2, a.y / 2, b.x / 2, b.y / 2, 4, width, color);
        break;
    case HALF_PLANES:
        cd_fill_half_plane(canvas, a, (cd_point2){uniform(-1, 1), uniform(-1, 1)}, flat);
        break;
    case HATCHES:
        cd_fill_polygon(canvas, s.points, s.count, s.radius,
                        cd_paint_hatch(color, 0x30ffffffu, (cd_point2){a.x * 1e5, a.y},
                                       uniform(6, 12), uniform(1, 3)));
        break;
    case SPHERES:
        cd_fill_polygon(canvas, &a, 1, radius, cd_paint_sphere(color, a, radius));
        break;
    case LIT_CAPSULES:
        cd_fill_polygon(canvas, line, 2, radius, cd_paint_capsule(color, a, b, radius));
        break;
    case FAR: { // larger than renderers reach, and with an edge through the middle
        const double far = uniform(0, 1) < 0.5 ? 3e6 : 3e8, angle = uniform(0, 2 * pi);
        const cd_point2 middle = {a.x + far * cos(angle), a.y + far * sin(angle)};
        const cd_point2 other = {a.x - far * sin(angle), a.y + far * cos(angle)};
        const cd_point2 triangle[3] = {a, middle, other};
        cd_fill_polygon(canvas, triangle, 3, 0, flat);
        cd_fill_disc(canvas, middle, far, color);
        cd_stroke_disc(canvas, middle, far, width, color);
        cd_stroke_polygon(canvas, triangle, 3, radius, width, flat);
        cd_stroke_polyline(canvas, triangle, 3, width, (cd_dash){0}, color);
        cd_stroke_arrow(canvas, middle, b, width, 9, color);
        cd_fill_disc(canvas, middle, far * 0.9, color);
        cd_fill_polygon(canvas, triangle, 3, 0, cd_paint_sphere(color, middle, far * 2));
        break;
    }
    case CLIPPED: {
        const cd_rect before =
            cd_canvas_clip(canvas, (cd_rect){(int)a.x / 2, (int)a.y / 2, (int)b.x / 2, (int)b.y});
        draw_one(canvas, (drawing)uniform(0, CLIPPED));
        canvas->clip = before;
        break;
    }
    case DRAWING_COUNT:
        break;
    }
}

static void draw_all(cd_canvas *canvas, drawing kind, uint64_t from) {
    seed = from;
    cd_clear(canvas, canvas->clip, BLACK);
    for (int i = 0; i < 8; i++)
        draw_one(canvas, kind);
}

// ------------------------------------------------------------------------------------------- laws

static double any_number(void) {
    static const double odd[] = {0,    -0.0, 1e-300, -1,       3,         50, 1e5,
                                 -1e9, 1e18, -1e300, INFINITY, -INFINITY, NAN};
    return uniform(0, 1) < 0.6 ? uniform(0, SIZE) : odd[(int)uniform(0, 12.99)];
}

/// Every primitive, of numbers that may be anything.
static void test_anything(void) {
    for (int round = 0; round < 300; round++) {
        cd_svg svg;
        cd_canvas canvas = cd_svg_begin(&svg, SIZE, SIZE);
        for (int i = 0; i < 20; i++) {
            cd_point2 p[5];
            double v[6];
            for (int k = 0; k < 5; k++)
                p[k] = (cd_point2){any_number(), any_number()};
            for (int k = 0; k < 6; k++)
                v[k] = any_number();
            const int count = (int)uniform(0, 5.99);
            const cd_paint paints[] = {
                cd_paint_flat(some_color()), cd_paint_capsule(some_color(), p[0], p[1], v[0]),
                cd_paint_hatch(some_color(), some_color(), p[0], v[1], v[2])};
            const cd_paint paint = paints[(int)uniform(0, 2.99)];
            cd_fill_polygon(&canvas, p, count, v[3], paint);
            cd_stroke_polygon(&canvas, p, count, v[4], v[5], cd_paint_flat(some_color()));
            cd_stroke_polyline(&canvas, p, count, v[0], (cd_dash){v[1], v[2], v[3]}, some_color());
            cd_stroke_arrow(&canvas, p[0], p[1], v[4], v[5], some_color());
            cd_fill_rect(&canvas, v[0], v[1], v[2], v[3], v[4], some_color());
            cd_stroke_rect(&canvas, v[0], v[1], v[2], v[3], v[4], v[5], some_color());
            cd_fill_half_plane(&canvas, p[0], p[1], paint);
        }
        cd_svg_end(&svg);
        check(!svg.text.out.failed, "memory is enough", "", 0, 0);
        check_document(&svg);
        cd_svg_free(&svg);
    }
}

static void test_text(void) {
    const char *error = NULL;
    cd_text *text = cd_text_open(1, &error);
    if (text == NULL) {
        printf("  no text: %s\n", error);
        return;
    }
    cd_svg svg;
    cd_canvas canvas = cd_svg_begin(&svg, SIZE, SIZE);
    const cd_text_style style = {CD_TEXT_BOLD, 13};
    const int width =
        cd_text_draw(text, &canvas, style, 5, 5, CD_TEXT_LEFT, WHITE, "a<b>&\"c\"\x01\xff]]>");
    check(width == cd_text_width(text, style, "a<b>&\"c\"\x01\xff]]>"), "as wide as measured", "",
          width, 0);
    cd_text_draw(text, &canvas, style, 5, 500, CD_TEXT_LEFT, WHITE, "unseen");
    cd_svg_end(&svg);
    check_document(&svg);
    cd_bytes_append(&svg.text.out, "", 1);
    const char *document = (const char *)svg.text.out.data;
    check(strstr(document, ">a&lt;b&gt;&amp;&quot;c&quot;") != NULL, "text is text", document, 0,
          0);
    check(strstr(document, "font-family=\"'") != NULL, "fonts are named", document, 0, 0);
    check(strstr(document, "unseen") == NULL, "what is out of the picture is not written", "", 0,
          0);
    cd_svg_free(&svg);
    cd_text_close(text);
}

/// The mean difference of a channel, in levels, between a sheet and the picture that rsvg-convert
/// makes; negative where it makes none.
static double difference(const sheet *s, const cd_canvas *vectors) {
    char folder[] = "/tmp/svg_test_XXXXXX", svg[40], png[40], command[100];
    double sum = 0;
    check(mkdtemp(folder) != NULL, "there is a folder", folder, 0, 0);
    snprintf(svg, sizeof svg, "%s/a.svg", folder);
    snprintf(png, sizeof png, "%s/a.png", folder);
    snprintf(command, sizeof command, "rsvg-convert %s -o %s", svg, png);
    const char *why = cd_picture_save(vectors, svg);
    check(why == NULL, "the file is written", why != NULL ? why : "", 0, 0);
    SDL_Surface *any = system(command) == 0 ? IMG_Load(png) : NULL;
    SDL_Surface *got =
        any != NULL ? SDL_ConvertSurfaceFormat(any, SDL_PIXELFORMAT_ARGB8888, 0) : NULL;
    unlink(svg);
    unlink(png);
    rmdir(folder);
    for (int y = 0; got != NULL && y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            const uint32_t p = ((const uint32_t *)got->pixels)[y * got->pitch / 4 + x];
            for (int shift = 0; shift < 24; shift += 8)
                sum += abs((int)(p >> shift & 255) - (int)(pixel(s, x, y) >> shift & 255));
        }
    const bool made = got != NULL && got->w == SIZE && got->h == SIZE;
    SDL_FreeSurface(any);
    SDL_FreeSurface(got);
    return made ? sum / (3 * SIZE * SIZE) : -1;
}

/// What the rasteriser draws, a renderer makes of the vectors.
static void test_rendered(void) {
    static sheet s;
    int partial;
    if (system("command -v rsvg-convert >/dev/null") != 0) {
        printf("  rsvg-convert is not there: nothing is rendered\n");
        return;
    }
    for (int kind = 0; kind < DRAWING_COUNT; kind++) {
        cd_svg svg;
        const uint64_t from = 77 + 1000 * (uint64_t)kind;
        wipe(&s, BLACK);
        draw_all(&s.canvas, (drawing)kind, from);
        check(covered(&s, &partial) > 50 && guards_whole(&s), "there is something", names[kind], 0,
              0);
        cd_canvas vectors = cd_svg_begin(&svg, SIZE, SIZE);
        draw_all(&vectors, (drawing)kind, from);
        const double got = difference(&s, &vectors);
        check_document(&svg);
        cd_svg_free(&svg);
        printf("  %-17s differ by %.2f levels\n", names[kind], got);
        check(got >= 0 && got < 1, "rendered as the rasteriser draws", names[kind], got, 0);
    }
}

int main(void) {
    test_anything();
    test_text();
    test_rendered();
    printf("%d checks, %d failures\n", checks, failures);
    return failures > 0 || checks < 1000;
}
