// The panels without a window: the contrast of the theme obeys WCAG 2.1, no two widgets overlap or
// leave the picture at any size and scale, and keys, mouse and text do to each widget what they
// should. The number of widgets in sight guards against vacuity.
#include "check.h"

#include "view/panels/screen.h"
#include "view/scene/theme.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- contrast

/// Relative luminance and contrast as WCAG 2.1 defines them.
static double luminance(uint32_t color) {
    double sum = 0;
    const double weights[] = {0.2126, 0.7152, 0.0722};
    for (int i = 0; i < 3; i++) {
        const double c = (color >> (16 - 8 * i) & 255) / 255.0;
        sum += weights[i] * (c <= 0.03928 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(uint32_t a, uint32_t b) {
    const double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static void test_contrast(void) {
    CHECK(fabs(contrast(0xffffffff, 0xff000000) - 21) < 1e-9);
    CHECK(fabs(contrast(0xff777777, 0xffffffff) - 4.48) < 0.01);
    const uint32_t pairs[][2] = {
        // a text and its ground
        {CD_INK, CD_GROUND},           {CD_INK, CD_PANEL},         {CD_INK, CD_PANEL_RAISED},
        {CD_INK, CD_ERROR_GROUND},     {CD_INK, CD_ERROR_SOURCE},  {CD_INK, CD_PANEL_EDGE},
        {CD_INK_DIM, CD_GROUND},       {CD_INK_DIM, CD_PANEL},     {CD_INK_DIM, CD_PANEL_RAISED},
        {CD_INK_DIM, CD_ERROR_GROUND}, {CD_ACCENT, CD_PANEL},      {CD_ACCENT, CD_PANEL_RAISED},
        {CD_GOOD, CD_PANEL},           {CD_GOOD, CD_PANEL_RAISED}, {CD_BAD, CD_PANEL},
        {CD_BAD, CD_PANEL_RAISED},     {CD_BAD, CD_ERROR_GROUND},  {CD_BAD, CD_GROUND},
        {CD_GRID_LABEL, CD_GROUND},    {CD_QUERY, CD_GROUND},      {CD_PAST, CD_PANEL},
        {CD_NORMAL, CD_PANEL},         {CD_QUERY_EXIT, CD_PANEL},  {CD_QUERY, CD_PANEL},
        {CD_QUERY, CD_PANEL_RAISED},   {CD_OVERLAP, CD_GROUND}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        CHECK(contrast(pairs[i][0], pairs[i][1]) >= 4.5);
    // The marks of the legend.
    CHECK(contrast(CD_OVERLAP, CD_PANEL) >= 3 && contrast(CD_BOUNDS, CD_PANEL) >= 3);
    CHECK(contrast(CD_VELOCITY, CD_PANEL) >= 3);
    // The picked row of the inspector, and buttons that are on or under the mouse.
    CHECK(contrast(CD_INK_DIM, cd_color_mix(CD_PANEL, CD_ACCENT, CD_PICKED)) >= 4.5);
    CHECK(contrast(CD_QUERY, cd_color_mix(CD_PANEL, CD_ACCENT, CD_PICKED)) >= 4.5);
    CHECK(contrast(CD_INK, cd_color_mix(CD_PANEL, CD_ACCENT, 0.28)) >= 4.5);
    CHECK(contrast(CD_INK, cd_color_mix(CD_PANEL_RAISED, CD_INK, 0.1)) >= 4.5);
    CHECK(contrast(CD_INK, cd_color_mix(CD_PANEL, CD_ACCENT, 0.4)) >= 4.5);
}

// ---------------------------------------------------------------------------------------- layout

static cd_ui ui;
static cd_pen pen;
static uint32_t *pixels;

static void open_pen(int width, int height, double scale) {
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

static cd_screen screen_of(void) {
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
static void lay_out_banner(cd_screen *screen) {
    const cd_rect viewport =
        cd_screen_viewport(screen, pen.canvas.width, pen.canvas.height, pen.scale);
    screen->banner = cd_banner_height(&pen, screen, viewport);
}

static cd_wish pass(const cd_screen *screen, cd_ui_input input) {
    const cd_rect clip = cd_canvas_clip(&pen.canvas, (cd_rect){0});
    cd_wish wish = cd_screen_pass(&ui, &pen, &input, 1, screen);
    pen.canvas.clip = clip;
    return wish;
}

static const cd_ui_input still = {.pointer = {-1, -1}};

/// Forgets all widgets, and shows a screen until it has come to rest.
static void show(const cd_screen *screen) {
    memset(&ui, 0, sizeof ui);
    for (int i = 0; i < 3; i++)
        pass(screen, still);
}

static bool apart(cd_rect a, cd_rect b) {
    const cd_rect both = cd_rect_intersection(a, b);
    return both.width <= 0 || both.height <= 0;
}

/// Asserts that no two widgets overlap and none leaves the picture; returns how many are visible.
static int check_places(int width, int height) {
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

static void test_layout(void) {
    for (int scale = 1; scale <= 2; scale++)
        for (int i = 0; i < SIZES; i++) {
            const int width = sizes[i][0] * scale, height = sizes[i][1] * scale;
            open_pen(width, height, scale);
            cd_screen screen = screen_of();
            lay_out_banner(&screen);
            show(&screen);
            CHECK(check_places(width, height) > 15);
            const cd_rect viewport = cd_screen_viewport(&screen, width, height, scale);
            CHECK(viewport.width > width / 2 && viewport.height > 150 * scale);
        }
}

/// Pictures may be smaller than a window: they lose panels and buttons, and nothing overlaps.
static void test_small_layout(void) {
    static const int small[][2] = {{320, 200}, {400, 300}, {479, 279}, {480, 280}, {559, 300},
                                   {560, 300}, {639, 400}, {640, 400}, {799, 499}};
    for (int i = 0; i < (int)(sizeof small / sizeof small[0]); i++) {
        const int width = small[i][0], height = small[i][1];
        open_pen(width, height, 1);
        cd_screen screen = screen_of();
        screen.console = false;
        const cd_rect viewport = cd_screen_viewport(&screen, width, height, 1);
        CHECK(viewport.width > width / 2 && viewport.height > 100);
        lay_out_banner(&screen);
        show(&screen);
        CHECK(check_places(width, height) > 4);
    }
}

/// The banner hides nothing of the scene, which keeps two fifths of its height at least, with the
/// panels and without.
static void test_banner(void) {
    static const int of[][2] = {{320, 200}, {400, 300}, {800, 500}, {1280, 800}};
    for (int i = 0; i < 8; i++) {
        const int width = of[i / 2][0], height = of[i / 2][1];
        open_pen(width, height, 1);
        cd_screen screen = screen_of();
        screen.console = false;
        screen.panels = i % 2 == 0;
        screen.scene.frame = NULL; // its ground alone
        const cd_rect before = cd_screen_viewport(&screen, width, height, 1);
        lay_out_banner(&screen);
        cd_screen_draw(&pen, &screen);
        const cd_rect after = cd_screen_viewport(&screen, width, height, 1);
        CHECK(5 * after.height > 2 * before.height && after.width == before.width);
        int inside = 0, outside = 0;
        for (int y = before.y; y < before.y + before.height; y++)
            for (int x = before.x; x < before.x + before.width; x++)
                *(y < after.y + after.height ? &inside : &outside) +=
                    pen.canvas.pixels[(size_t)y * (size_t)pen.canvas.pitch + (size_t)x] ==
                    CD_ERROR_GROUND;
        CHECK(inside == 0 && outside > screen.banner * width / 4);
    }
}

// ---------------------------------------------------------------------------------------- widgets

static cd_rect rect_of(int i) { return ui.widgets[i].rect; }

static cd_point2 middle(cd_rect r) {
    return (cd_point2){r.x + r.width / 2.0, r.y + r.height / 2.0};
}

static cd_wish press(const cd_screen *screen, cd_point2 at) {
    return pass(screen, (cd_ui_input){.pointer = at, .pressed = true});
}

static cd_wish click(const cd_screen *screen, cd_point2 at) {
    press(screen, at);
    return pass(screen, (cd_ui_input){.pointer = at, .released = true});
}

static cd_wish hit(const cd_screen *screen, int i) { return click(screen, middle(rect_of(i))); }

/// Whether a wish sets a param to this value.
static bool sets(cd_wish wish, int param, const char *value) {
    return wish.param == param && strcmp(wish.value, value) == 0;
}

static cd_wish key(const cd_screen *screen, cd_ui_key k) {
    return pass(screen, (cd_ui_input){.pointer = {-1, -1}, .key = k});
}

static cd_wish type(const cd_screen *screen, const char *text) {
    return pass(screen, (cd_ui_input){.pointer = {-1, -1}, .text = text});
}

/// The number of the widget of that name; -1: there is none.
static int index_of_name(const char *name) {
    for (int i = 0; i < ui.widget_count; i++)
        if (ui.widgets[i].id == cd_ui_id(name))
            return i;
    return -1;
}

/// Each choice of a param that the column has room for is shown whole, beside its name or below it.
static void test_choices(void) {
    static const char *names[] = {"by", "a longer name",
                                  "as long a name as fits no row of its own"};
    static const char *const of[][2] = {
        {"move_and_slide", "step"}, {"a", "b"}, {"a choice of some length", "x"}};
    open_pen(1280, 720, 1);
    cd_screen screen = screen_of();
    cd_loaded only = {.title = "", .dim = 2, .dt = 1, .params = params, .param_count = 1};
    const cd_param kept = params[0];
    screen.loaded = &only;
    for (int i = 0; i < 9; i++) {
        params[0] = (cd_param){.name = names[i / 3],
                               .kind = CD_PARAM_CHOICE,
                               .choice_count = 2,
                               .choices = (const char **)(uintptr_t)of[i % 3],
                               .original = ""};
        show(&screen);
        char id[80];
        snprintf(id, sizeof id, "%s##param0", names[i / 3]);
        const cd_rect rect = ui.widgets[index_of_name(id)].rect;
        CHECK(rect.width >= cd_text_width(pen.text, cd_plain, of[i % 3][0]) + 40);
    }
    params[0] = kept;
}

/// A check's long message is folded; its button shows all of it.
static void test_unfolding(void) {
    static char message[1000];
    memset(message, 'x', sizeof message - 1);
    open_pen(1280, 720, 1);
    cd_screen screen = screen_of();
    const cd_check kept = checks[1];
    show(&screen);
    CHECK(index_of_name("more##unfold1") < 0); // a short one is whole
    checks[1].message = message;
    show(&screen);
    const int more = index_of_name("more##unfold1"), row = index_of_name("check##1");
    CHECK(more >= 0 && row >= 0);
    const int folded = ui.widgets[row].rect.height;
    const cd_wish wish = hit(&screen, more);
    CHECK(wish.unfold == cd_ui_id(checks[1].name) && wish.seek < 0);
    screen.unfolded = wish.unfold;
    show(&screen);
    CHECK(ui.widgets[index_of_name("check##1")].rect.height > 2 * folded);
    CHECK(index_of_name("less##unfold1") >= 0);
    checks[1] = kept;
}

/// The help has its room at every size, with all that it says.
static void test_help(void) {
    for (int scale = 1; scale <= 2; scale++)
        for (int i = 0; i < SIZES; i++) {
            const int width = sizes[i][0] * scale, height = sizes[i][1] * scale;
            open_pen(width, height, scale);
            cd_screen screen = screen_of();
            screen.help = true;
            (void)cd_screen_pass(&ui, &pen, &still, 1, &screen);
            const uint32_t *middle_column = pixels + width / 2;
            const int edge = 6 * scale;
            CHECK(middle_column[edge * width] != CD_PANEL);
            CHECK(middle_column[(height - edge) * width] != CD_PANEL);
            CHECK(middle_column[(edge + 20 * scale) * width] == CD_PANEL || height > 600 * scale);
        }
}

/// How many pixels of the help in a low window, scrolled by the wheel, are others where the title
/// of the scenario is another one.
static int differing_help(double wheel) {
    static uint32_t first[800 * 500];
    cd_loaded all[] = {loaded, loaded};
    char about[2000];
    int differing = 0;
    for (size_t i = 0; i < sizeof about; i++)
        about[i] = i % 7 == 0 ? ' ' : 'a';
    about[sizeof about - 1] = '\0';
    all[0].about.en = all[1].about.en = about;
    all[1].title = "Another scenario";
    for (int i = 0; i < 2; i++) {
        open_pen(800, 500, 1);
        cd_screen screen = screen_of();
        screen.loaded = &all[i];
        screen.help = true;
        show(&screen);
        pass(&screen, (cd_ui_input){.pointer = {400, 250}, .wheel = wheel});
        (void)cd_screen_pass(&ui, &pen, &still, 1, &screen);
        for (int k = 800 * 16; k < 800 * 484; k++) {
            if (k % 800 < 40 || k % 800 >= 760)
                continue; // beside the help is the top bar, with the title too
            differing += i == 1 && first[k] != pixels[k];
            first[k] = pixels[k];
        }
    }
    return differing;
}

/// A help that is too high for its window scrolls: what the scenario is about, which it begins
/// with, is left out nowhere.
static void test_help_scrolls(void) {
    CHECK(differing_help(0) > 100 && differing_help(50) > 100);
    CHECK(differing_help(-50) == 0);
}

/// How high the help is in a scenario.
static int help_height(const cd_loaded *of) {
    open_pen(1280, 1000, 1);
    cd_screen screen = screen_of();
    screen.loaded = of;
    screen.help = true;
    screen.scene.scenery = &(cd_scenery){0};
    (void)cd_screen_pass(&ui, &pen, &still, 1, &screen);
    int height = 0;
    for (int y = 0; y < 1000; y++)
        height += pixels[y * 1280 + 1280 / 2 - 366] == CD_PANEL; // beside all words
    return height;
}

/// The help lists what does something in the scenario: the plane has no views to choose from, and
/// pages are turned where there are some.
static void test_help_applies(void) {
    cd_loaded plane = loaded;
    cd_drawing page = {.kind = CD_DRAW_TEXT, .text = "", .page = 2};
    const cd_frame kept = frame;
    plane.dim = 2;
    const int with_views = help_height(&loaded), without = help_height(&plane);
    CHECK(without <= with_views - 2 * 24); // four views, in two columns
    frame.drawings = &page, frame.drawing_count = 1;
    CHECK(help_height(&plane) == without + 24);
    frame = kept;
}

/// The widgets in their order: four of the transport, three of the speed, help, four views, video,
/// save, title; then the side: a failed check, two sliders with a number before each, a checkbox, a
/// choice.
enum {
    PLAY = 2,
    SLOWER = 4,
    HELP = 7,
    FILM = 12,
    SAVE,
    TITLE,
    FAILED,
    NUMBER,
    SLIDER,
    NUMBER_2,
    SLIDER_2,
    BOX,
    CHOICE
};

static void test_mouse(void) {
    open_pen(1280, 720, 1);
    cd_screen screen = screen_of();
    show(&screen);
    static const int actions[][2] = {{PLAY, CD_ACTION_PLAY}, {SLOWER, CD_ACTION_SLOWER},
                                     {HELP, CD_ACTION_HELP}, {FILM, CD_ACTION_FILM},
                                     {SAVE, CD_ACTION_SAVE}, {TITLE, CD_ACTION_OPEN}};
    for (int i = 0; i < 6; i++)
        CHECK((int)hit(&screen, actions[i][0]).action == actions[i][1]);
    CHECK(hit(&screen, FAILED).seek == 12);
    // Pressed on one widget and released on another: no click.
    press(&screen, middle(rect_of(PLAY)));
    CHECK(pass(&screen, (cd_ui_input){.pointer = {600, 300}, .released = true}).action ==
          CD_ACTION_NONE);
    // Widgets below an overlay get no input.
    screen.help = true;
    CHECK(hit(&screen, PLAY).action == CD_ACTION_CLOSE);
    screen.help = false;
    pass(&screen, still);

    const cd_rect track = rect_of(SLIDER);
    CHECK(press(&screen, middle(track)).param < 0); // it has that value already
    CHECK(sets(pass(&screen, (cd_ui_input){.pointer = {track.x - 50, track.y}}), 0, "0"));
    CHECK(sets(pass(&screen, (cd_ui_input){.pointer = {2000, 0}}), 0, "1"));
    pass(&screen, (cd_ui_input){.pointer = {2000, 0}, .released = true});
    const cd_ui_input twice = {.pointer = middle(track), .pressed = true, .twice = true};
    CHECK(sets(pass(&screen, twice), 0, "1")); // the value of the script
    pass(&screen, (cd_ui_input){.released = true});

    // A typed value replaces the old one.
    hit(&screen, NUMBER);
    CHECK(cd_ui_types(&ui));
    type(&screen, "0.12");
    type(&screen, "x");
    key(&screen, CD_KEY_BACKSPACE);
    type(&screen, "5");
    const cd_wish wish = key(&screen, CD_KEY_ENTER);
    CHECK(wish.param == 0 && strtod(wish.value, NULL) == 0.125 && !cd_ui_types(&ui));
    hit(&screen, NUMBER);
    type(&screen, "12x");
    CHECK(key(&screen, CD_KEY_ENTER).param < 0);

    // With a step, what is dragged and typed is the nearest of its numbers.
    params[0].range.step = 0.25;
    CHECK(sets(press(&screen, (cd_point2){track.x + track.width * 0.7, track.y}), 0, "0.75"));
    pass(&screen, (cd_ui_input){.released = true});
    hit(&screen, NUMBER);
    type(&screen, "0.9");
    CHECK(sets(key(&screen, CD_KEY_ENTER), 0, "1"));
    params[0].range.step = 0;

    CHECK(sets(hit(&screen, BOX), 2, "true"));
    CHECK(sets(hit(&screen, CHOICE), 3, choices[1]));
    CHECK(sets(click(&screen, (cd_point2){rect_of(CHOICE).x + 3, middle(rect_of(CHOICE)).y}), 3,
               choices[2]));
}

static void test_keyboard(void) {
    cd_screen screen = screen_of();
    show(&screen);
    CHECK(ui.focus == 0 && !cd_ui_takes_key(&ui, CD_KEY_LEFT) &&
          !cd_ui_takes_key(&ui, CD_KEY_SPACE));
    CHECK(cd_ui_takes_key(&ui, CD_KEY_NEXT));
    for (int i = 0; i <= PLAY; i++)
        key(&screen, CD_KEY_NEXT);
    CHECK(ui.focus == ui.widgets[PLAY].id && cd_ui_takes_key(&ui, CD_KEY_SPACE));
    CHECK(key(&screen, CD_KEY_SPACE).action == CD_ACTION_PLAY);
    for (int i = PLAY; i < SLIDER; i++)
        key(&screen, i % 2 ? CD_KEY_NEXT : CD_KEY_DOWN);
    CHECK(ui.focus == ui.widgets[SLIDER].id);
    cd_wish wish = key(&screen, CD_KEY_RIGHT);
    CHECK(wish.param == 0 && fabs(strtod(wish.value, NULL) - 0.51) < 1e-9);
    wish = key(&screen, CD_KEY_LEFT);
    CHECK(wish.param == 0 && fabs(strtod(wish.value, NULL) - 0.49) < 1e-9);
    params[0].range.step = 0.25;
    CHECK(sets(key(&screen, CD_KEY_LEFT), 0, "0.25"));
    params[0].range.step = 0;
    key(&screen, CD_KEY_PREVIOUS);
    CHECK(ui.focus == ui.widgets[NUMBER].id);
    // Tab goes through every widget and then out of the panels, again and again.
    const int count = ui.widget_count;
    for (int i = 0; i < count; i++) {
        key(&screen, CD_KEY_NEXT);
        CHECK(ui.focus != 0);
    }
    CHECK(ui.focus == ui.widgets[NUMBER].id);
    key(&screen, CD_KEY_ESCAPE);
    CHECK(ui.focus == 0);

    // The console: what is typed, moved through, and entered.
    cd_ui_focus_field(&ui, "console", line);
    type(&screen, "平c");
    key(&screen, CD_KEY_LEFT);
    key(&screen, CD_KEY_LEFT);
    type(&screen, "a");
    CHECK(strcmp(line, "a平c") == 0);
    key(&screen, CD_KEY_DELETE);
    type(&screen, "b");
    CHECK(strcmp(line, "abc") == 0);
    CHECK(key(&screen, CD_KEY_UP).recall == -1);
    CHECK(key(&screen, CD_KEY_ENTER).entered);
    line[0] = '\0';
    // Tab types what all words that fit have in common, and nothing where none does.
    type(&screen, "collide.rayc");
    key(&screen, CD_KEY_COMPLETE);
    CHECK(strcmp(line, "collide.raycast") == 0);
    key(&screen, CD_KEY_COMPLETE);
    CHECK(strcmp(line, "collide.raycast") == 0);
    type(&screen, "(teapo");
    key(&screen, CD_KEY_COMPLETE);
    CHECK(strcmp(line, "collide.raycast(teapo") == 0);
    line[0] = '\0';
}

static void test_timeline(void) {
    cd_screen screen = screen_of();
    screen.console = false;
    show(&screen);
    const cd_rect r = rect_of(ui.widget_count - 1);
    cd_wish wish = press(&screen, (cd_point2){r.x + 1, r.y + 5});
    CHECK(wish.seek == 0);
    wish = pass(&screen, (cd_ui_input){.pointer = middle(r)});
    CHECK(abs(wish.seek - 100) <= 1); // of 0 to 199
    wish = pass(&screen, (cd_ui_input){.pointer = {r.x + r.width - 1, 0}});
    CHECK(wish.seek == 199);
    pass(&screen, (cd_ui_input){.released = true});
    key(&screen, CD_KEY_PREVIOUS);
    CHECK(ui.focus == ui.widgets[ui.widget_count - 1].id);
    CHECK(key(&screen, CD_KEY_LEFT).seek == 122 && key(&screen, CD_KEY_RIGHT).seek == 124);
    CHECK(key(&screen, CD_KEY_HOME).seek == 0 && key(&screen, CD_KEY_END).seek == 199);
}

/// The place of the widget with a name; empty if there is none.
static cd_rect place_of(const char *name) {
    for (int i = 0; i < ui.widget_count; i++)
        if (ui.widgets[i].id == cd_ui_id(name))
            return ui.widgets[i].rect;
    return (cd_rect){0};
}

/// Presses at one place, moves to another one, and releases there.
static cd_wish drag(const cd_screen *screen, cd_point2 from, cd_point2 to, bool shift) {
    pass(screen, (cd_ui_input){.pointer = from, .pressed = true, .shift = shift});
    pass(screen, (cd_ui_input){.pointer = to, .shift = shift});
    return pass(screen, (cd_ui_input){.pointer = to, .released = true, .shift = shift});
}

static void put_plots(cd_recording *to, int count, double factor) {
    static cd_drawing drawings[2] = {{.kind = CD_DRAW_PLOT, .text = "speed", .unit = "m/s"},
                                     {.kind = CD_DRAW_PLOT, .text = "height", .unit = "m"}};
    for (int i = 0; i < count; i++) {
        drawings[0].number = i % 17 == 5 ? NAN : factor * i;
        drawings[1].number = i % 13 == 5 ? -INFINITY : 1e308 * sin(i);
        const cd_frame f = {.frame = i, .drawing_count = 2, .drawings = drawings};
        CHECK(cd_recording_put(to, &f, NULL, 0));
    }
}

/// A click on the plots goes to the frame there; a drag, the wheel, and on the timeline a drag with
/// Shift choose the part of the run that both show, and a double click all of it.
static void test_plots(void) {
    cd_recording plotted = {0}, past = {0};
    cd_time_view time = {0};
    cd_screen screen = screen_of();
    put_plots(&plotted, 1001, 1);
    put_plots(&past, 500, 2);
    screen.console = false;
    screen.recording = &plotted;
    screen.past = &past;
    screen.time = &time;
    open_pen(1280, 720, 1);
    show(&screen);
    CHECK(check_places(1280, 720) > 15);
    const cd_rect plots = place_of("plots"), line_of_time = place_of("timeline");
    const cd_frame_axis axis = cd_frame_axis_of(&screen, plots, 1);
    CHECK(plots.width > 500 && axis.first == 0 && axis.last == 1000);
    for (int frame_there = 0; frame_there <= 1000; frame_there += 125) {
        const cd_point2 at = {cd_frame_axis_x(&axis, frame_there), middle(plots).y};
        pass(&screen, (cd_ui_input){.pointer = at, .pressed = true});
        CHECK(pass(&screen, (cd_ui_input){.pointer = at, .released = true}).seek == frame_there);
    }
    const cd_point2 a = {cd_frame_axis_x(&axis, 300), middle(plots).y};
    const cd_point2 b = {cd_frame_axis_x(&axis, 500), middle(plots).y};
    CHECK(drag(&screen, b, a, false).seek == -1 && time.from == 300 && time.to == 500);
    CHECK(cd_frame_axis_of(&screen, plots, 1).first == 300);
    const cd_point2 at = {middle(line_of_time).x, line_of_time.y + 5};
    CHECK(press(&screen, at).seek == 400);
    pass(&screen, (cd_ui_input){.released = true});
    pass(&screen, (cd_ui_input){.pointer = at, .pressed = true, .twice = true});
    pass(&screen, (cd_ui_input){.pointer = at, .released = true});
    CHECK(!cd_time_is_zoomed(&screen));
    CHECK(drag(&screen, (cd_point2){a.x, at.y}, (cd_point2){b.x, at.y}, true).seek == -1);
    CHECK(time.from == 300 && time.to == 500);
    for (int i = 0; i < 60; i++) { // what lies under the mouse stays there
        pass(&screen, (cd_ui_input){.pointer = middle(plots), .wheel = 1});
        CHECK(time.to - time.from >= 4 && time.from <= 410 && time.to >= 390);
    }
    for (int i = 0; i < 60; i++)
        pass(&screen, (cd_ui_input){.pointer = middle(plots), .wheel = -1});
    CHECK(!cd_time_is_zoomed(&screen));
    time = (cd_time_view){.from = 10, .to = 30};
    cd_time_follow(&time, 25);
    CHECK(time.from == 10);
    cd_time_follow(&time, 31);
    CHECK(time.from < 31 && time.to > 31 && time.to - time.from == 20);
    cd_time_follow(&time, 2);
    CHECK(time.from == 2 && time.to == 22);
    show(&screen);
    CHECK(!pass(&screen, (cd_ui_input){.pointer = middle(place_of("Whole run")), .pressed = true})
               .save_plots);
    pass(&screen, (cd_ui_input){.pointer = middle(place_of("Whole run")), .released = true});
    CHECK(!cd_time_is_zoomed(&screen));
    show(&screen);
    const cd_point2 csv = middle(place_of("CSV##plots"));
    press(&screen, csv);
    CHECK(pass(&screen, (cd_ui_input){.pointer = csv, .released = true}).save_plots);
    const cd_point2 name = middle(place_of("height##plot"));
    press(&screen, name);
    pass(&screen, (cd_ui_input){.pointer = name, .released = true});
    CHECK(strcmp(time.plot, "height") == 0);
    cd_recording_free(&plotted);
    cd_recording_free(&past);
}

/// Whether all pixels of a part of the picture are as they were.
static bool is_same(const uint32_t *before, cd_rect r) {
    for (int y = r.y; y < r.y + r.height; y++)
        if (memcmp(before + y * pen.canvas.pitch + r.x, pixels + y * pen.canvas.pitch + r.x,
                   (size_t)r.width * sizeof *pixels) != 0)
            return false;
    return true;
}

/// The numbers of an axis lie where no curve goes: what they are written in changes nothing there.
static void test_axes(void) {
    static uint32_t before[1280 * 720];
    const size_t size = sizeof before;
    double curve[] = {0, 0, 1, 5, 2, -7, 3, 9};
    cd_drawing drawings[2] = {{.kind = CD_DRAW_PLOT, .text = "speed", .unit = "m/s"},
                              {.kind = CD_DRAW_CHART,
                               .style = CD_STYLE_DEFAULT,
                               .text = "a chart",
                               .unit = "m/s",
                               .x_title = "angle",
                               .curve_count = 4,
                               .curve = curve}};
    open_pen(1280, 720, 1);
    for (int kind = 0; kind < 2; kind++) {
        cd_recording plotted = {.charted = kind == 1};
        cd_screen screen = screen_of();
        cd_frame with = frame;
        drawings[1].unit = "m/s";
        with.drawings = &drawings[1], with.drawing_count = kind;
        for (int i = 0; i < 50 && kind == 0; i++) {
            drawings[0].number = sin(i);
            const cd_frame f = {.frame = i, .drawing_count = 1, .drawings = drawings};
            CHECK(cd_recording_put(&plotted, &f, NULL, 0));
        }
        screen.console = false;
        screen.recording = &plotted;
        screen.scene.frame = &with;
        cd_screen_draw(&pen, &screen);
        memcpy(before, pixels, size);
        if (kind == 0)
            strcpy(plotted.plots[0].unit, "kg");
        drawings[1].unit = "kg";
        cd_screen_draw(&pen, &screen);
        CHECK(memcmp(before, pixels, size) != 0);
        show(&screen); // the places
        CHECK(is_same(before, kind == 0 ? place_of("plots") : cd_ui_rect(90, 400, 1100, 320)));
        if (kind == 1) { // six digits leave room for the unit
            curve[1] = -0.260738, curve[3] = -7.489061, curve[5] = -2, curve[7] = -3;
            drawings[1].unit = "m";
            cd_screen_draw(&pen, &screen);
            memcpy(before, pixels, size);
            drawings[1].unit = "n";
            cd_screen_draw(&pen, &screen);
            CHECK(memcmp(before, pixels, size) != 0);
        }
        cd_recording_free(&plotted);
    }
}

/// The legend has the colour of the run before an edit only where there was one.
static void test_legend(void) {
    cd_screen screen = screen_of();
    cd_loaded short_column = loaded;
    short_column.param_count = 0; // the legend is in sight
    screen.loaded = &short_column;
    screen.scene.shown = CD_SHOW_ALL;
    open_pen(1280, 720, 1);
    for (int edited = 0; edited < 2; edited++) {
        screen.past_count = edited * 200;
        cd_screen_draw(&pen, &screen);
        bool found_color = false;
        for (int y = 60; y < 720; y++)
            for (int x = 1040; x < 1280; x++)
                found_color = found_color || pixels[y * pen.canvas.pitch + x] == CD_PAST;
        CHECK(found_color == (edited == 1));
    }
}

/// Charts of nothing, of one point, of infinities and of the largest numbers can be drawn.
static void test_charts(void) {
    double curve[] = {0, 0, 1, INFINITY, 1.7e308, -1.7e308, -1.7e308, 1.7e308};
    cd_recording charted = {.charted = true};
    cd_screen screen = screen_of();
    cd_frame with = frame;
    screen.recording = &charted;
    screen.scene.frame = &with;
    open_pen(1280, 720, 1);
    for (int count = 0; count <= 4; count++) {
        cd_drawing drawings[6];
        for (int i = 0; i < 6; i++)
            drawings[i] = (cd_drawing){.kind = CD_DRAW_CHART,
                                       .style = CD_STYLE_DEFAULT,
                                       .text = i < 2   ? "one"
                                               : i < 4 ? "two"
                                                       : "three",
                                       .unit = "m",
                                       .x_title = "an angle",
                                       .curve_count = count,
                                       .curve = curve};
        with.drawings = drawings;
        with.drawing_count = 6;
        show(&screen);
        cd_ui_input input = {.pointer = {300, 500}};
        (void)cd_screen_pass(&ui, &pen, &input, 1, &screen);
    }
    CHECK(cd_charts_height(&screen, 720, 1) > 0 && cd_charts_height(&screen, 300, 1) == 0);
}

// -------------------------------------------------------------------------------------- inspector

#define QUERIES 10000

static cd_query queries[QUERIES];
static cd_named_shape shapes[2];
static cd_value asked[4], found[2];

/// Rays and overlaps at a few lines, about a ball and a hull with a name that is too long.
static cd_frame asking_frame(int count) {
    const cd_vec corners[] = {{0, 0, 0}, {1.0 / 3, 0, 0}, {0, 1e-300, 0}, {0, 0, 1.0 / 7}};
    static _Alignas(double) char memory[1 << 14];
    const cd_polytope *core = cd_polytope_build(3, corners, 4, memory, NULL);
    CHECK(cd_polytope_size(4) <= sizeof memory);
    shapes[0] = (cd_named_shape){.key = "ball", .shape = cd_sphere(3, corners[3], 1)};
    shapes[1] = (cd_named_shape){.key = "a_name.that_is[\"much too long\"].for_any.panel[17]",
                                 .shape = cd_polytope_shape(core, 0.1)};
    for (int i = 0; i < 2; i++)
        asked[i] = (cd_value){.kind = CD_VALUE_VECTOR, .dim = 3, .as.vector = corners[1]};
    for (int i = 0; i < 2; i++)
        asked[2 + i] =
            (cd_value){.kind = CD_VALUE_SHAPE, .dim = 3, .which = i, .as.shape = shapes[i].shape};
    found[0] =
        (cd_value){.kind = CD_VALUE_HIT, .dim = 3, .as.hit = {.t = 1e-300, .exit = INFINITY}};
    found[1] = (cd_value){.kind = CD_VALUE_BOOLEAN};
    for (int i = 0; i < count; i++) {
        const bool ray = i % 3 == 0;
        queries[i] = (cd_query){.name = ray ? "raycast" : "overlap",
                                .file = "scripts/a_file_with_a_long_name_indeed.lua",
                                .line = ray ? 12 : 1234,
                                .argument_count = ray ? 3 : 2,
                                .arguments = ray ? asked : asked + 2,
                                .result_count = 1,
                                .results = ray ? &found[0] : &found[1]};
    }
    return (cd_frame){.shape_count = 2, .shapes = shapes, .query_count = count, .queries = queries};
}

/// The layout of the inspector with nothing, a query or a shape picked, for few and many queries.
static void test_inspector_layout(void) {
    static const int counts[] = {0, 1, 7, 200, QUERIES};
    for (int round = 0; round < 2 * SIZES * 5 * 3; round++) {
        const int scale = 1 + round % 2, size = round / 2 % SIZES, picked = round / 2 / SIZES % 3;
        const int width = sizes[size][0] * scale, height = sizes[size][1] * scale;
        cd_frame asking = asking_frame(counts[round / 2 / SIZES / 3]);
        cd_inspector inspector = {.open = true, .query = -1, .shape = -1};
        cd_screen screen = screen_of();
        screen.scene.frame = &asking;
        screen.inspector = &inspector;
        open_pen(width, height, scale);
        cd_inspector_set_frame(&inspector, &asking);
        if (picked == 1)
            cd_inspector_pick_query(&inspector, asking.query_count - 1);
        else if (picked == 2)
            cd_inspector_pick_shape(&inspector, 1);
        inspector.why = round % 5 < 2;
        show(&screen);
        CHECK(check_places(width, height) > 10);
        CHECK(ui.widget_count < CD_UI_WIDGETS_MAX); // for any number of queries
        CHECK(!inspector.reveal || inspector.query < 0);
        cd_inspector_free(&inspector);
    }
}

/// Keys and clicks in the list.
static void test_inspector_list(void) {
    cd_frame asking = asking_frame(7);
    cd_inspector n = {.open = true, .query = -1, .shape = -1};
    cd_screen screen = screen_of();
    screen.scene.frame = &asking;
    screen.inspector = &n;
    open_pen(1280, 720, 1);
    cd_inspector_set_frame(&n, &asking);
    show(&screen);
    int list = 0;
    while (list < ui.widget_count && ui.widgets[list].id != cd_ui_id("query list"))
        list++;
    CHECK(list < ui.widget_count);
    const cd_rect r = rect_of(list);
    click(&screen, (cd_point2){r.x + 20, r.y + 2.5 * r.height / 7});
    CHECK(n.query == 2 && n.kind == CD_PICK_QUERY);
    key(&screen, CD_KEY_DOWN);
    CHECK(n.query == 3);
    key(&screen, CD_KEY_END);
    key(&screen, CD_KEY_DOWN);
    CHECK(n.query == 6);
    key(&screen, CD_KEY_HOME);
    key(&screen, CD_KEY_UP);
    CHECK(n.query == 0);
    CHECK(key(&screen, CD_KEY_SPACE).action == CD_ACTION_PLAY);
    CHECK(key(&screen, CD_KEY_ESCAPE).action == CD_ACTION_CLOSE && ui.focus == 0);
    cd_inspector_free(&n);

    // A long list is folded by line of the script: Down reaches every query once, line after line.
    asking = asking_frame(100);
    n.open = true;
    cd_inspector_set_frame(&n, &asking);
    pass(&screen, still);
    click(&screen, (cd_point2){r.x + 20, r.y + 10}); // unfolds the first line, picks nothing
    CHECK(n.kind == CD_PICK_NONE && n.unfolded_line == 12);
    bool seen[100] = {false};
    for (int i = 0; i < 100; i++) {
        key(&screen, CD_KEY_DOWN);
        CHECK(n.query >= 0 && !seen[n.query] && (n.query % 3 == 0) == (i < 34));
        seen[n.query >= 0 ? n.query : 0] = true;
    }
    for (int i = 98; i >= 0; i--) {
        const int before = n.query;
        key(&screen, CD_KEY_UP);
        CHECK(n.query != before);
    }
    CHECK(n.query == 0);
    cd_inspector_free(&n);
}

/// The state's page: the layout for few, many and no values, folding, searching, plotting, and the
/// pick of a body with its fields.
static void test_state_page(void) {
    enum { MANY = 100000 };
    cd_state_value *values = calloc(MANY, sizeof *values);
    char(*keys)[12] = calloc(MANY, sizeof *keys);
    cd_plotted plotted = {0};
    cd_frame asking = asking_frame(7);
    cd_inspector n = {.open = true, .shows_state = true, .query = -1, .shape = -1};
    cd_screen screen = screen_of();
    for (int i = 0; i < MANY; i++) {
        snprintf(keys[i], sizeof keys[i], i % 10 == 0 ? "t%d" : ".n%d", i);
        values[i] = (cd_state_value){.key = keys[i],
                                     .depth = i % 10 > 0,
                                     .kind = i % 10 == 0  ? CD_STATE_TABLE
                                             : i % 3 == 0 ? CD_STATE_VECTOR
                                                          : CD_STATE_NUMBER,
                                     .dim = 3,
                                     .which = -1,
                                     .number = {i, 1e300, -1.0 / 3},
                                     .text = ""};
    }
    values[1] = (cd_state_value){.key = ".a_body_with_a_name_that_is_too_long",
                                 .depth = 1,
                                 .kind = CD_STATE_BODY,
                                 .text = ""};
    values[2].depth = 2;
    asking.detail = CD_DETAIL_STATE;
    asking.values = values;
    screen.scene.frame = &asking;
    screen.inspector = &n;
    screen.plotted = &plotted;
    for (int round = 0; round < 4 * SIZES; round++) {
        const int width = sizes[round / 4][0], height = sizes[round / 4][1];
        asking.value_count = round % 4 == 0 ? 0 : round % 4 == 1 ? 10 : MANY;
        asking.frame = round;
        asking.detail = round % 4 == 3 ? CD_DETAIL_FULL : CD_DETAIL_STATE;
        open_pen(width, height, 1);
        cd_inspector_set_frame(&n, &asking);
        show(&screen);
        CHECK(check_places(width, height) > 10 && ui.widget_count < CD_UI_WIDGETS_MAX);
    }
    asking.detail = CD_DETAIL_STATE;
    asking.frame = 100;
    asking.value_count = 30;
    open_pen(1280, 720, 1);
    cd_inspector_set_frame(&n, &asking);
    CHECK(n.tree.row_count == 3);
    show(&screen);
    click(&screen, middle(place_of("value##t0")));
    cd_inspector_set_frame(&n, &asking);
    CHECK(n.tree.row_count > 3 && n.tree.rows[1] == 1);
    strcpy(n.tree.search, "T0.n4");
    cd_inspector_set_frame(&n, &asking);
    show(&screen);
    const cd_point2 button = middle(place_of("plot##t0.n4"));
    press(&screen, button);
    cd_wish wish = pass(&screen, (cd_ui_input){.pointer = button, .released = true});
    CHECK(strcmp(wish.plot, "t0.n4") == 0 && wish.plot_dim >= 1);
    // The picked body shows its fields and those of its table, in place of the queries' own list.
    n.shows_state = false;
    cd_inspector_pick_shape(&n, 0);
    cd_inspector_set_frame(&n, &asking);
    show(&screen);
    CHECK(check_places(1280, 720) > 10);
    CHECK(place_of("plot##t0.a_body_with_a_name_that_is_too_long.n2").width > 0);
    CHECK(place_of("plot##t0.n4").width > 0);
    cd_inspector_free(&n);
    free(values);
    free(keys);
}

/// The page of lines at all sizes: no row is lost, none lies over another, and a click names the
/// place. So do places in the console, in a check and in the banner; a text without one is none.
static void test_places(void) {
    size_t begin, end;
    CHECK(cd_find_place("at folder/a b.lua:12: x", &begin, &end) && begin == 12 && end == 20);
    CHECK(!cd_find_place("a.lua: 12, b.lua:, .lua:3, 3:4", &begin, &end));
    CHECK(cd_find_place("(x.lua:3)", &begin, &end) && begin == 1 && end == 8);
    static char text[200000];
    size_t used = 0;
    for (int i = 0; i < 900; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s:%d%s\n",
                                 i < 300 ? "x.lua" : "folder/y.lua", i + 1,
                                 i % 3 == 0 ? "\tx = { 1, 2 }\tlonger = \"text\"" : "");
    snprintf(text + used, sizeof text - used, "... and more\n! x.lua:3: an error");
    cd_inspector n = {.open = true, .shows_lines = true, .query = -1, .shape = -1};
    cd_frame f = {.frame = 7};
    cd_screen screen = screen_of();
    screen.scene.frame = &f;
    screen.inspector = &n;
    screen.lines = text;
    screen.lines_frame = 7;
    for (int i = 0; i < SIZES; i++) {
        open_pen(sizes[i][0], sizes[i][1], 1);
        show(&screen);
        check_places(sizes[i][0], sizes[i][1]);
    }
    open_pen(1280, 720, 1);
    show(&screen);
    const cd_rect row = place_of("line##1");
    CHECK(row.width > 0);
    const cd_point2 at = {row.x + 4, row.y + 4};
    pass(&screen, (cd_ui_input){.pointer = at, .pressed = true});
    const cd_wish wish = pass(&screen, (cd_ui_input){.pointer = at, .released = true});
    CHECK(strcmp(wish.place, "x.lua:2") == 0);
    screen.lines_frame = 6; // they are of another frame, and not shown
    show(&screen);
    CHECK(place_of("line##1").width == 0);
    cd_inspector_free(&n);
}

int main(void) {
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
    test_contrast();
    cd_theme_in_use = &cd_light_theme;
    test_contrast();
    CHECK(contrast(cd_theme_color(0xffffd966), CD_GROUND) >= 4.5); // a script's yellow
    CHECK(contrast(cd_theme_color(0xffedf2fa), CD_GROUND) >= 4.5); // and white
    cd_theme_in_use = &cd_dark_theme;
    test_layout();
    test_small_layout();
    test_choices();
    test_unfolding();
    test_help();
    test_help_scrolls();
    test_help_applies();
    test_banner();
    test_inspector_layout();
    test_inspector_list();
    test_state_page();
    test_places();
    notice.on = false;
    test_mouse();
    test_keyboard();
    test_timeline();
    test_plots();
    test_axes();
    test_legend();
    test_charts();
    cd_text_close(pen.text);
    cd_recording_free(&recording);
    cd_log_clear(&logged);
    free(pixels);
    return failures != 0;
}
