// Vector pictures: whatever is drawn, also degenerate, infinite or far away, becomes a whole XML
// document of numbers that renderers take, whose references are all defined; and where rsvg-convert
// is there, its picture of the same drawing is that of the rasteriser, but for rounding.
#include "drawings.h"

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

static void draw_all(cd_canvas *canvas, drawing kind, uint64_t from) {
    seed = from;
    cd_clear(canvas, canvas->clip, BLACK);
    for (int i = 0; i < 8; i++)
        draw_one(canvas, kind);
}

// ------------------------------------------------------------------------------------------- laws

static void test_strange(void) {
    for (int round = 0; round < 300; round++) {
        cd_svg svg;
        cd_canvas canvas = cd_svg_begin(&svg, SIZE, SIZE);
        for (int i = 0; i < 140; i++)
            draw_strange(&canvas);
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
    test_strange();
    test_text();
    test_rendered();
    printf("%d checks, %d failures\n", checks, failures);
    return failures > 0 || checks < 1000;
}
