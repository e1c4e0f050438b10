// Text over a picture hides no more of it than a rim around its glyphs, and is itself drawn in
// full: in all families, sizes and scripts. The picture shows between words.
#include "check.h"
#include "view/raster/text.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 360, HEIGHT = 60 };

#define GROUND 0xff000000u
#define INK 0xff20c040u
#define PICTURE 0xffffffffu

static uint32_t over[WIDTH * HEIGHT], plain[WIDTH * HEIGHT];

static void clear(uint32_t *pixels) {
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        pixels[i] = PICTURE;
}

/// Whether a pixel within `reach` of one is not the picture's.
static bool is_near(const uint32_t *pixels, int at, int reach) {
    for (int y = at / WIDTH - reach; y <= at / WIDTH + reach; y++)
        for (int x = at % WIDTH - reach; x <= at % WIDTH + reach; x++)
            if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT && pixels[y * WIDTH + x] != PICTURE)
                return true;
    return false;
}

static void test_rim(cd_text *text, cd_text_style style, const char *string) {
    cd_canvas a = cd_canvas_over(over, WIDTH, HEIGHT, WIDTH),
              b = cd_canvas_over(plain, WIDTH, HEIGHT, WIDTH);
    const int reach = cd_glyphs_rim((int)(style.size + 0.5));
    clear(over);
    clear(plain);
    const int width = cd_text_draw_over(text, &a, style, 20, 10, CD_TEXT_LEFT, GROUND, INK, string);
    CHECK(cd_text_draw(text, &b, style, 20, 10, CD_TEXT_LEFT, INK, string) == width);
    int hidden = 0, shown = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        CHECK(plain[i] != INK || over[i] == INK);
        CHECK(over[i] == PICTURE || is_near(plain, i, reach));
        hidden += over[i] != PICTURE && plain[i] == PICTURE;
        if (shown == 0)
            shown += over[i] == PICTURE && is_near(plain, i, 3 * reach);
    }
    CHECK(hidden > 0 && shown > 0);
    clear(plain);
    cd_text_draw_lines_over(text, &b, style, 20, 10, 0, GROUND, INK, string);
    CHECK(memcmp(plain, over, sizeof over) == 0);
}

int main(void) {
    static const char *const strings[] = {"depth 1.853", "a    b", "\xe5\xb1\xb1 Ag",
                                          "\xf3\xb0\x80\x80"};
    cd_text *text = cd_text_open(1, NULL);
    CHECK(text != NULL);
    for (int family = 0; family < CD_TEXT_FAMILY_COUNT && text != NULL; family++)
        for (int size = 5; size < 40; size += 8)
            for (int i = 0; i < 4; i++)
                test_rim(text, (cd_text_style){(cd_text_family)family, size}, strings[i]);
    CHECK(cd_text_draw_over(NULL, NULL, (cd_text_style){CD_TEXT_SANS, 9}, 0, 0, CD_TEXT_LEFT,
                            GROUND, INK, "x") == 0);
    cd_text_close(text);
    return failures > 0;
}
