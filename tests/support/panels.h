// A screen of panels without a window, and a person at its widgets. To be included by one file of a
// test.
#ifndef TESTS_PANELS_H
#define TESTS_PANELS_H

#include "check.h"

#include "view/panels/screen.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- screens

static cd_ui ui;
static cd_pen pen;
static uint32_t *pixels;

static inline void open_pen(int width, int height, double scale) {
    pixels = realloc(pixels, (size_t)width * (size_t)height * sizeof *pixels);
    pen.canvas = cd_canvas_over(pixels, width, height, width);
    if (pen.text == NULL)
        pen.text = cd_text_open(scale, NULL);
    cd_text_set_scale(pen.text, scale);
    pen.scale = scale;
    CHECK(pen.text != NULL);
}

static const char *const choices[] = {"crossing", "a choice with a very long name indeed", "c"};
static cd_param params[] = {
    {.name = "restitution",
     .kind = CD_PARAM_NUMBER,
     .number = 0.5,
     .range = {0, 1, 0},
     .original = "1"},
    {.name = "a parameter with a name that is far too long to fit anywhere",
     .kind = CD_PARAM_NUMBER,
     .number = 123456789.123,
     .range = {-INFINITY, INFINITY, 0},
     .original = "3"},
    {.name = "mended", .kind = CD_PARAM_BOOLEAN, .original = "false"},
    {.name = "position",
     .kind = CD_PARAM_CHOICE,
     .choice_count = 3,
     .choices = (const char **)choices,
     .original = "crossing"},
};
static cd_check checks[] = {{"holds", true, -1, "", false},
                            {"fails, and for a reason that takes a long sentence", false, 12,
                             "because of this and that", false}};
static cd_control controls[] = {
    {"\u2190 \u2192", {"turn", "\u66f2\u304c\u308b"}},
    {"Mouse left Wheel Space", {"do a thing that takes many words", ""}}};
static cd_loaded loaded = {
    .title = "A title that is much too long for a narrow window / 平面",
    .about = {"What one sees, and what to try: two sentences. This is one.", "見えるもの"},
    .controls = controls,
    .control_count = 2,
    .dim = 3,
    .dt = 0.1,
    .params = params,
    .param_count = 4,
    .view = ""};
static cd_frame frame = {.frame = 123, .time = 2.05, .checks = checks, .check_count = 2};
static cd_recording recording;
static cd_print_log logged;
static cd_notice notice;
static char line[CD_LINE_MAX];

static inline cd_screen screen_of(void) {
    static const cd_scenery unknown = {0};
    cd_screen screen = {.path = "scripts/some_scenario.lua",
                        .loaded = &loaded,
                        .recording = &recording,
                        .speed = 0.0625,
                        .seeking = -1,
                        .past_count = 200,
                        .diverges = 57,
                        .panels = true,
                        .console = true,
                        .log = &logged,
                        .notice = &notice,
                        .line = line};
    screen.scene.frame = &frame;
    screen.scene.scenery = &unknown;
    screen.scene.camera = cd_camera_make(CD_VIEW_ORBIT, (cd_rect){0, 0, 10, 10});
    return screen;
}

/// Gives the notice of a screen its room in the open pen's picture.
static inline void lay_out_banner(cd_screen *screen) {
    const cd_rect viewport =
        cd_screen_viewport(screen, pen.canvas.width, pen.canvas.height, pen.scale);
    screen->banner = cd_banner_height(&pen, screen, viewport);
}

static inline cd_wish pass(const cd_screen *screen, cd_ui_input input) {
    const cd_rect clip = cd_canvas_clip(&pen.canvas, (cd_rect){0});
    cd_wish wish = cd_screen_pass(&ui, &pen, &input, 1, screen);
    pen.canvas.clip = clip;
    return wish;
}

static const cd_ui_input still = {.pointer = {-1, -1}};

/// Forgets all widgets, and shows a screen until it has come to rest.
static inline void show(const cd_screen *screen) {
    memset(&ui, 0, sizeof ui);
    for (int i = 0; i < 3; i++)
        pass(screen, still);
}

static inline bool apart(cd_rect a, cd_rect b) {
    const cd_rect both = cd_rect_intersection(a, b);
    return both.width <= 0 || both.height <= 0;
}

/// Asserts that no two widgets overlap and none leaves the picture; returns how many are visible.
static inline int check_places(int width, int height) {
    int seen = 0;
    for (int a = 0; a < ui.widget_count; a++) {
        const cd_rect r = ui.widgets[a].rect;
        if (r.width <= 0 || r.height <= 0)
            continue; // scrolled out of sight
        seen++;
        CHECK(r.x >= 0 && r.y >= 0 && r.x + r.width <= width && r.y + r.height <= height);
        for (int b = 0; b < a; b++) {
            CHECK(apart(r, ui.widgets[b].rect));
            CHECK(ui.widgets[a].id != ui.widgets[b].id);
        }
    }
    return seen;
}

static const int sizes[][2] = {{800, 500},  {801, 640},   {900, 500},
                               {1280, 720}, {1000, 1000}, {1920, 1080}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

// ---------------------------------------------------------------------------------------- widgets

static inline cd_rect rect_of(int i) { return ui.widgets[i].rect; }

static inline cd_point2 middle(cd_rect r) {
    return (cd_point2){r.x + r.width / 2.0, r.y + r.height / 2.0};
}

static inline cd_wish press(const cd_screen *screen, cd_point2 at) {
    return pass(screen, (cd_ui_input){.pointer = at, .pressed = true});
}

static inline cd_wish click(const cd_screen *screen, cd_point2 at) {
    press(screen, at);
    return pass(screen, (cd_ui_input){.pointer = at, .released = true});
}

static inline cd_wish hit(const cd_screen *screen, int i) {
    return click(screen, middle(rect_of(i)));
}

/// Whether a wish sets a param to this value.
static inline bool sets(cd_wish wish, int param, const char *value) {
    return wish.param == param && strcmp(wish.value, value) == 0;
}

static inline cd_wish key(const cd_screen *screen, cd_ui_key k) {
    return pass(screen, (cd_ui_input){.pointer = {-1, -1}, .key = k});
}

static inline cd_wish type(const cd_screen *screen, const char *text) {
    return pass(screen, (cd_ui_input){.pointer = {-1, -1}, .text = text});
}

/// The number of the widget of that name; -1: there is none.
static inline int index_of_name(const char *name) {
    for (int i = 0; i < ui.widget_count; i++)
        if (ui.widgets[i].id == cd_ui_id(name))
            return i;
    return -1;
}

/// The place of the widget with a name; empty if there is none.
static inline cd_rect place_of(const char *name) {
    for (int i = 0; i < ui.widget_count; i++)
        if (ui.widgets[i].id == cd_ui_id(name))
            return ui.widgets[i].rect;
    return (cd_rect){0};
}

/// A recording, a log and a notice for the screens.
static inline void begin_panels(void) {
    for (int i = 0; i < 180; i++) {
        const cd_frame f = {.frame = i, .check_count = 2, .checks = checks};
        CHECK(cd_recording_put(&recording, &f, NULL, 0));
        cd_log_add(&logged, i, "a line that the scenario has printed");
    }
    const cd_error error = {"update",
                            "attempt to index a nil value",
                            "scripts/x.lua",
                            12,
                            "stack traceback:\n\tscripts/x.lua:12: in field 'update'",
                            99};
    cd_notice_set(&notice, &error, "scripts/x.lua", "  local x = s.y.z", true);
}

/// Frees what the screens showed; the program's status.
static inline int end_panels(void) {
    cd_text_close(pen.text);
    cd_recording_free(&recording);
    cd_log_clear(&logged);
    free(pixels);
    return failures != 0;
}

#endif
