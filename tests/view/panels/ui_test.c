// The panels without a window: no two widgets overlap or leave the picture at any size and scale,
// and keys, mouse and text do to each widget what they should. The number of widgets in sight
// guards against vacuity.
#include "panels.h"

#include "view/scene/theme.h"

// ----------------------------------------------------------------------------------------- layout

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

int main(void) {
    begin_panels();
    test_layout();
    test_small_layout();
    test_choices();
    test_unfolding();
    test_help();
    test_help_scrolls();
    test_help_applies();
    test_banner();
    notice.on = false;
    test_mouse();
    test_keyboard();
    return end_panels();
}
