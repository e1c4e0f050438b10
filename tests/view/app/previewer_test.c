// Previews of the picker's scenarios, made by real runners: each says what it is about or what is
// wrong, also one that loops for ever or wants rights; what changes on the disk is made again.
// Nothing waits for a script. This program is its own runner.
#include "own_runner.h"

#include "view/app/previewer.h"
#include "view/panels/picker.h"
#include "view/scene/theme.h"

static cd_previews previews;
static cd_previewer previewer;

/// Waits for the preview of a file; NULL: it was never made.
static const cd_preview *preview_of(const char *path) {
    const cd_preview *preview = NULL;
    for (const double end = now() + 60; preview == NULL && now() < end; rest(1000)) {
        cd_previews_begin(&previews, 1);
        preview = cd_previews_look(&previews, path);
        (void)cd_previewer_tick(&previewer, &previews, program, now());
    }
    return preview;
}

static int drawn_pixels(const cd_preview *preview) {
    int count = 0;
    for (int i = 0; preview->pixels != NULL && i < preview->width * preview->height; i++)
        count += preview->pixels[i] != CD_GROUND;
    return count;
}

static void test_good(void) {
    save_text("good.lua", "local collide = require 'collide'\n"
                          "return { title = 'Good', about = { en = 'One', ja = '\u4e00' },\n"
                          "  load = function() return { ball = collide.circle({ 0, 0 }, 1) } end,\n"
                          "  update = function(s) s.ball:move { 0.1, 0 } end }");
    const cd_preview *preview = preview_of("good.lua");
    CHECK(preview != NULL && strcmp(preview->title, "Good") == 0);
    CHECK(preview->problem == NULL && strcmp(preview->about.ja, "\u4e00") == 0);
    CHECK(preview->width == CD_PREVIEW_WIDTH && drawn_pixels(preview) > 100);
    // It is kept, until the file changes.
    cd_previews_refresh(&previews);
    CHECK(cd_previews_look(&previews, "good.lua") != NULL);
    save_text("good.lua", "return { title = 'Other' }");
    cd_previews_refresh(&previews);
    CHECK(cd_previews_look(&previews, "good.lua") == NULL);
    preview = preview_of("good.lua");
    CHECK(preview != NULL && strcmp(preview->title, "Other") == 0);
}

/// A script that is wrong has no picture, or that of its last good frame.
static void test_wrong(void) {
    static const struct {
        const char *text, *problem;
        bool picture;
    } cases[] = {
        {"return {", "unexpected symbol", false},
        {"return { about = 5 }", "about must be a text", false},
        {"while true do end", "", false},
        {"return { load = function() return io.open '/etc/passwd' end }", "", false},
        {"return { update = function() error 'enough' end }", NULL, true},
        {"return { title = 'T', update = function() while true do end end }", NULL, true},
    };
    for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) {
        char name[32];
        snprintf(name, sizeof name, "wrong%d.lua", i);
        save_text(name, cases[i].text);
        const cd_preview *preview = preview_of(name);
        CHECK(preview != NULL && (preview->pixels != NULL) == cases[i].picture);
        CHECK(preview != NULL && (preview->problem == NULL) == (cases[i].problem == NULL));
        if (preview != NULL && preview->problem != NULL)
            CHECK(strstr(preview->problem, cases[i].problem) != NULL);
    }
    const cd_preview *preview = preview_of("absent.lua");
    CHECK(preview != NULL && preview->pixels == NULL && preview->problem != NULL);
}

/// The picker shows all of it and goes on doing so, also where no preview is made yet.
static void test_picker(void) {
    enum { WIDTH = 800, HEIGHT = 500 };
    static uint32_t pixels[WIDTH * HEIGHT];
    static cd_ui ui;
    static cd_picker picker;
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), cd_text_open(1, NULL), 1};
    const cd_ui_input input = {.pointer = {-1, -1}};
    cd_picker_open(&picker, "good.lua");
    CHECK(picker.match_count >= 7);
    for (int with = 0; with < 2; with++) {
        cd_ui_begin(&ui, &pen, &input, 1);
        CHECK(!cd_picker_pass(&picker, &ui, with ? &previews : NULL));
        cd_ui_end(&ui);
    }
    cd_picker_close(&picker);
    cd_text_close(pen.text);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/previews_test.XXXXXX";
    begin_main(argc, argv);
    make_folder(folder);
    if (chdir(folder) != 0)
        return 1;
    test_good();
    test_wrong();
    test_picker();
    cd_previewer_stop(&previewer);
    cd_previews_free(&previews);
    remove_folder(folder);
    return failures != 0;
}
