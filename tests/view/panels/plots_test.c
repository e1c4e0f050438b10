// The timeline, the plots below the scene, its legend and its charts, without a window: clicks,
// drags and the wheel choose frames and parts of the run, and nothing is drawn where curves go.
#include "panels.h"

#include "view/scene/theme.h"

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

int main(void) {
    begin_panels();
    notice.on = false;
    open_pen(1280, 720, 1);
    test_timeline();
    test_plots();
    test_axes();
    test_legend();
    test_charts();
    return end_panels();
}
