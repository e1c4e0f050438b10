// The viewer with a real runner, but without a window: its panels and keys set the params of a
// scenario, which also sets toggles and reads the mouse, its camera follows what leaves the
// picture, and it survives random actions in any order on scripts that load, fail, stop and change
// their params. This program is its own runner.
#include "random.h"
#include "viewer_driver.h"

#include <math.h>

#define TAIL "_by_a_name_that_is_longer_than_anyone_would_like_to_type_again"

enum { PARAMS = 150 };

static void write_script(int params) {
    static char text[1 << 15];
    int size =
        snprintf(text, sizeof text, "local s = { params = {} } function s.load() return {} end\n");
    for (int i = 0; i < params; i++)
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "s.params.p%03d" TAIL " = { %d, min = -1, max = 1000 }\n", i, i);
    snprintf(text + size, sizeof text - (size_t)size, "return s\n");
    save_text("script.lua", text);
}

static void click(cd_viewer *viewer, cd_pen *pen, double x, double y) {
    viewer->pointer = (cd_point2){x, y};
    cd_viewer_input(viewer, pen, &(cd_ui_input){.pointer = viewer->pointer, .pressed = true});
    cd_viewer_input(viewer, pen, &(cd_ui_input){.pointer = viewer->pointer, .released = true});
}

/// Each param can be set, however many there are, and a param that has gone is not touched.
static void test_params(cd_viewer *viewer, cd_pen *pen) {
    CHECK(reach(viewer, PARAMS));
    cd_viewer_draw(viewer, pen);
    const cd_point2 column = {WIDTH - 100, HEIGHT / 2.0};
    for (int i = 0; i < 500; i++) // to the end of the column
        cd_viewer_input(viewer, pen, &(cd_ui_input){.pointer = column, .wheel = -5});
    for (int y = 100; y < HEIGHT; y += 6) // below the tabs
        click(viewer, pen, column.x, y);
    const cd_inputs *inputs = &viewer->player.inputs;
    int beyond = 0;
    for (int i = 0; i < inputs->event_count; i++)
        beyond += strcmp(inputs->events[i].name, "p128") >= 0 &&
                  strcmp(inputs->events[i].name + 4, TAIL) == 0;
    CHECK(beyond > 0 && beyond == inputs->event_count);
    // Its params are others when a picture is made before the next drawing.
    write_script(3);
    CHECK(reach(viewer, 3));
    cd_viewer_do(viewer, CD_ACTION_PICTURE);
    CHECK(access("script-0000.png", R_OK) == 0);
    cd_viewer_do(viewer, CD_ACTION_PICTURE_SVG);
    // A toggle that does nothing in 2D says so.
    const unsigned shown = viewer->shown;
    cd_viewer_do(viewer, CD_ACTION_SHADOWS);
    CHECK(viewer->shown == shown && strcmp(viewer->toast, "Shadows are in 3D only") == 0);
    cd_viewer_do(viewer, CD_ACTION_BOUNDS);
    CHECK(viewer->shown != shown);
    cd_viewer_do(viewer, CD_ACTION_BOUNDS);
    CHECK(access("script-0000.svg", R_OK) == 0);
}

// ------------------------------------------------------------------------------- in any order

/// Writes a script that loads, fails sooner or later, or breaks off, each with its own params.
static void write_any_script(void) {
    static const char *const texts[] = {
        "local c = require 'collide' local s = { params = { a = { 1, min = 0, max = 9 }, on = true,"
        " k = { 'x', choices = { 'x', 'y' } } }, checks = {} }\n"
        "function s.load() return { n = 0, ball = c.sphere({ 0, 1, 0 }, 1),"
        " floor = c.plane({ 0, 1, 0 }, -2), box = c.box({ 3, 0, 0 }, { 1, 1, 1 }) } end\n"
        "function s.update(t, dt, p, input) t.ball:move { p.a * dt, 0, 0 }\n"
        " t.gap = c.distance(t.ball, t.box) if input.down 'left' then print(t.gap) end end\n"
        "function s.draw(t, draw) draw.plot('gap', t.gap or 0) draw.text 'hello' end\n"
        "s.checks.apart = function(t) return (t.gap or 1) > 0 end return s",
        "local c = require 'collide' return { load = function()\n"
        " return { a = c.circle({ 0, 0 }, 1), b = c.circle({ 1, 0 }, 1),\n"
        "  floor = c.plane({ 0, 1 }, -2) } end,\n"
        " update = function(t) t.a:overlap(t.b) t.a:raycast({ -9, 0 }, { 1, 0 }) end }",
        ("return { load = function() return { n = 0 } end,\n"
         " update = function(t) t.n = t.n + 1 if t.n > 30 then error 'enough' end end }"),
        "return {",
        "",
    };
    save_text("script.lua", texts[(int)range(0, 5)]);
}

static void do_anything(cd_viewer *viewer, cd_pen *pen) {
    static const char *const words[] = {"s", "1", "p.a = 2", "\xe5\xb9\xb3", "error 'x'"};
    const cd_point2 at = {range(0, WIDTH), range(0, HEIGHT)};
    const cd_action action = (cd_action)range(0, CD_ACTION_COUNT);
    cd_ui_input input = {.pointer = viewer->pointer, .shift = unit() < 0.5};
    switch ((int)range(0, 13)) {
    case 0:
    case 1: // all but the keys that write files or end the program
        if (action != CD_ACTION_QUIT && action != CD_ACTION_FILM && action != CD_ACTION_SAVE &&
            action != CD_ACTION_PICTURE && action != CD_ACTION_PICTURE_SVG &&
            action != CD_ACTION_TEST)
            cd_viewer_do(viewer, action);
        return;
    case 2:
        cd_viewer_draw(viewer, pen);
        return;
    case 3:
        cd_viewer_pick(viewer, at);
        return;
    case 4:
        if (viewer->grabbed[0] != '\0' || cd_viewer_grab(viewer, at))
            cd_viewer_drag(viewer, at);
        return;
    case 5:
        cd_viewer_drop(viewer);
        return;
    case 6:
        cd_viewer_zoom(viewer, at, range(0.8, 1.25));
        return;
    case 7:
        if (unit() < 0.1)
            write_any_script();
        return;
    case 8:
        input.key = (cd_ui_key)range(0, CD_KEY_PREVIOUS + 1);
        break;
    case 9:
        input.text = words[(int)range(0, 5)];
        break;
    case 10:
        input.secondary = unit() < 0.5;
        input.wheel = range(-4, 4);
        break;
    case 11:
        viewer->inspector.open = true;
        viewer->inspector.shows_state = unit() < 0.5;
        viewer->inspector.shows_lines = unit() < 0.3;
        cd_viewer_plot(viewer, unit() < 0.5 ? "n" : "nothing", 1 + (int)range(0, 3));
        return;
    default:
        click(viewer, pen, at.x, at.y);
        return;
    }
    cd_viewer_input(viewer, pen, &input);
}

static void test_any_order(cd_viewer *viewer, cd_pen *pen) {
    const cd_player *player = &viewer->player;
    int shown = 0;
    for (int i = 0; i < 8000; i++) {
        if (i % 4000 == 0)
            seed(1 + i);
        const cd_held held = {.count = unit() < 0.2, .names = {"left"}};
        cd_viewer_tick(viewer, &held, now());
        do_anything(viewer, pen);
        if (i % 8 == 0)
            rest(1000);
        shown += player->frame > 0;
        CHECK(player->frame <= cd_player_last(player));
        CHECK(player->frame < 0 || player->shown.frame == player->frame);
        free(viewer->copy);
        viewer->copy = NULL;
    }
    CHECK(player->generation > 3 && shown > 20);
}

/// Whether the toast comes to say this.
static bool is_told(cd_viewer *viewer, const char *what) {
    TICK_UNTIL(viewer, 30, strncmp(viewer->toast, what, strlen(what)) == 0);
    return strncmp(viewer->toast, what, strlen(what)) == 0;
}

static void go_to(cd_viewer *viewer, int frame) {
    const cd_player *player = &viewer->player;
    cd_player_seek(&viewer->player, frame);
    TICK_UNTIL(viewer, 60, player->frame == frame && player->next == NULL);
    CHECK(player->frame == frame && player->next == NULL);
}

/// Whoever waits is told for what: for one slow frame, and how far an edited version has come that
/// needs long for all of them.
static void test_waiting(cd_viewer *viewer) {
    enum { FRAMES = 30 };
    static const char slow[] =
        "local function waste(n) for i = 1, n do local _ = i // 3 end end\n"
        "return { budget = 60, load = function() return { n = %d } end, update = function(s)\n"
        "s.n = s.n + 1 waste(s.n == 1 and 2e8 or 1.2e7) end }";
    for (int edit = 0; edit < 2; edit++) {
        char text[400];
        snprintf(text, sizeof text, slow, edit);
        save_text("script.lua", text);
        if (edit == 0) {
            cd_viewer_open(viewer, "script.lua");
            CHECK(reach(viewer, 0));
            cd_player_seek(&viewer->player, 1);
            CHECK(is_told(viewer, "Making frame 1"));
            go_to(viewer, FRAMES);
            CHECK(strncmp(viewer->toast, "Making", 6) != 0);
        } else {
            CHECK(is_told(viewer, "Loading: frame "));
            go_to(viewer, FRAMES);
            CHECK(strncmp(viewer->toast, "Loading", 7) != 0);
        }
    }
}

/// Waits until the scenario of the next version is on the screen.
static bool reach_next(cd_viewer *viewer, int before) {
    TICK_UNTIL(viewer, 30, viewer->player.generation != before);
    return viewer->player.generation == before + 1 && reach(viewer, 0);
}

/// scenario.show sets the toggles when it opens or changes; a person's choice lasts beyond it.
static void test_show(cd_viewer *viewer) {
    const unsigned usual = CD_SHOW_USUAL;
    viewer->chosen = usual; // random keys may have left another choice
    save_text("script.lua", "return { show = { queries = false, trails = false, bounds = true } }");
    cd_viewer_open(viewer, "script.lua");
    CHECK(reach(viewer, 0));
    const unsigned shown = usual ^ CD_SHOW_QUERIES ^ CD_SHOW_TRAILS ^ CD_SHOW_BOUNDS;
    CHECK(viewer->shown == shown);
    cd_viewer_do(viewer, CD_ACTION_QUERIES);
    cd_viewer_do(viewer, CD_ACTION_GRID);
    CHECK(viewer->shown == (shown ^ CD_SHOW_QUERIES ^ CD_SHOW_GRID));
    int before = viewer->player.generation;
    save_text(
        "script.lua",
        "return { title = 'an edit', show = { bounds = true, trails = false, queries = false } }");
    CHECK(reach_next(viewer, before)); // the same wishes
    CHECK(viewer->shown == (shown ^ CD_SHOW_QUERIES ^ CD_SHOW_GRID));
    before = viewer->player.generation;
    save_text("script.lua", "return { show = { names = false } }");
    CHECK(reach_next(viewer, before));
    CHECK(viewer->shown == (usual ^ CD_SHOW_GRID ^ CD_SHOW_NAMES));
    cd_viewer_do(viewer, CD_ACTION_GRID);
    save_text("script.lua", "return {}");
    CHECK(reach_next(viewer, before + 1) && viewer->shown == usual);
}

/// How many pixels of the scene another page changes.
static int count_changed(cd_viewer *viewer, cd_pen *pen, cd_action turn) {
    static uint32_t before[WIDTH * HEIGHT];
    int changed = 0;
    cd_viewer_draw(viewer, pen);
    memcpy(before, pen->canvas.pixels, sizeof before);
    cd_viewer_do(viewer, turn);
    cd_viewer_draw(viewer, pen);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        changed += before[i] != pen->canvas.pixels[i];
    return changed;
}

/// A page is the window's: to turn it changes no frame, and neither time, an edit nor an undo turns
/// it. Where the script has no pages, the keys are its own.
static void test_pages(cd_viewer *viewer, cd_pen *pen) {
    const cd_player *player = &viewer->player;
    CHECK(!cd_viewer_can(viewer, CD_ACTION_NEXT_PAGE));
    cd_viewer_do(viewer, CD_ACTION_NEXT_PAGE);
    CHECK(viewer->page == 1);
    const char *script = "return { update = function(s) s.n = 1 end, draw = function(s, draw)\n"
                         "draw.text('one', { page = 1 }) draw.text('three', { page = 3 }) end }";
    save_text("script.lua", script);
    cd_viewer_open(viewer, "script.lua");
    CHECK(reach(viewer, 0) && cd_viewer_can(viewer, CD_ACTION_PAGE_BACK));
    cd_player_seek(&viewer->player, 40);
    TICK_UNTIL(viewer, 20, player->frame == 40);
    cd_player_seek(&viewer->player, 20);
    cd_viewer_tick(viewer, &nothing, now());
    cd_viewer_draw(viewer, pen);
    CHECK(count_changed(viewer, pen, CD_ACTION_PAGE_BACK) == 0 && viewer->page == 1);
    CHECK(count_changed(viewer, pen, CD_ACTION_NEXT_PAGE) > 20 && viewer->page == 2);
    CHECK(count_changed(viewer, pen, CD_ACTION_NEXT_PAGE) > 20 && viewer->page == 3);
    CHECK(count_changed(viewer, pen, CD_ACTION_NEXT_PAGE) == 0 && viewer->page == 3);
    CHECK(player->frame == 20 && cd_player_last(player) == 40 && player->undo.count == 0);
    cd_player_seek(&viewer->player, 3);
    cd_viewer_tick(viewer, &nothing, now());
    const int before = player->generation;
    save_text("script.lua", "local edited\nreturn { draw = function(s, draw)\n"
                            "draw.text('two', { page = 2 }) end }");
    CHECK(reach_next(viewer, before) && viewer->page == 3); // its pages may come back
    CHECK(count_changed(viewer, pen, CD_ACTION_PAGE_BACK) > 20 && viewer->page == 2);
    cd_viewer_open(viewer, "script.lua");
    CHECK(reach_next(viewer, before + 1) && viewer->page == 1);
}

/// input.mouse is where the mouse is seen, in each view of a 3D scenario: in the plane of the
/// picture through the middle of the view.
static void test_mouse(cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    save_text("script.lua",
              "local collide = require 'collide'\n"
              "return { load = function() return { box = collide.box({ 1, 2, 3 }, { 4, 5, 6 }),\n"
              "ball = collide.sphere({ 0, 0, 0 }, 0.1) } end, update = function(s, dt, p, input)\n"
              "local m = input.mouse\n"
              "if m.inside then s.ball.center = collide.vec(m.x, m.y, m.z) end end }");
    cd_viewer_open(viewer, "script.lua");
    CHECK(reach(viewer, 0));
    for (int view = 0; view < CD_VIEW_COUNT; view++) {
        viewer->view = (cd_view)view;
        cd_viewer_pan(viewer, 30 + 10 * view, -20);
        const cd_camera *camera = &viewer->cameras[view];
        viewer->pointer = (cd_point2){300.5 + 50 * view, 250.25};
        cd_player_step(&viewer->player, 1, now());
        TICK_UNTIL(viewer, 30, player->frame == view + 1);
        const cd_named_shape *ball = cd_frame_shape(&player->shown, "ball", 0);
        CHECK(player->frame == view + 1 && ball != NULL);
        const cd_vec at = ball->shape.as.center;
        const cd_point2 seen = cd_camera_project(camera, at);
        CHECK(hypot(seen.x - viewer->pointer.x, seen.y - viewer->pointer.y) < 1e-9);
        CHECK(fabs(cd_dot(cd_sub(at, camera->target), camera->toward)) < 1e-9);
        CHECK(!cd_is_zero(at));
    }
}

/// A ball that flies among bricks, of which it asks where it may go, each frame with many queries.
static const char bricks[] =
    "local collide = require 'collide' local vec = collide.vec\n"
    "return { load = function()\n"
    "  local s = { ball = collide.circle(vec(0, 0), 0.3), way = vec(5, 7), bricks = {} }\n"
    "  for i = 0, 39 do local x, y = i % 10 - 5, i // 10 + 3\n"
    "    s.bricks[i + 1] = collide.aabb(vec(x, y), vec(x + 0.9, y + 0.9)) end return s end,\n"
    "update = function(s, dt) local at = s.ball.center\n"
    "  for _, brick in ipairs(s.bricks) do s.ball:shapecast(s.way * dt, brick) end\n"
    "  for i = 1, 20 do collide.raycast(at, s.way:rotated(i), s.bricks[1 + i]) end\n"
    "  s.ball:move(s.way * dt) at = s.ball.center\n"
    "  if math.abs(at.x) > 4.5 then s.way = vec(-s.way.x, s.way.y) end\n"
    "  if math.abs(at.y) > 6.5 then s.way = vec(s.way.x, -s.way.y) end end,\n"
    "camera = function(_, view) view.center, view.height = vec(0, 0), 16 end }";

static bool is_picked(const cd_viewer *viewer, const char *key) {
    return viewer->inspector.kind == CD_PICK_SHAPE && strcmp(viewer->inspector.key, key) == 0;
}

/// Sixty clicks on a ball that flies, where it is seen as the button goes down, pick the ball each,
/// though it has flown on when the button comes up, and queries lie all over it.
static void test_clicks(cd_viewer *viewer, cd_pen *pen) {
    enum { CLICKS = 60 };
    const cd_player *player = &viewer->player;
    int picked = 0, flown = 0;
    save_text("script.lua", bricks);
    cd_viewer_open(viewer, "script.lua");
    CHECK(reach(viewer, 0));
    cd_player_play(&viewer->player, true, now());
    for (int i = 0; i < CLICKS; i++) {
        const int from = player->frame, ticks = 1 + i % 7;
        TICK_UNTIL(viewer, 30, player->frame >= from + ticks);
        cd_viewer_draw(viewer, pen);
        const cd_named_shape *ball = cd_frame_shape(&player->shown, "ball", 0);
        const cd_point2 at =
            cd_camera_project(&viewer->cameras[CD_VIEW_FRONT], ball->shape.as.center);
        const int pressed = player->frame;
        CHECK(cd_viewer_grab(viewer, at));
        TICK_UNTIL(viewer, 0.01 * (i % 9), false);
        cd_viewer_drop(viewer);
        cd_viewer_pick(viewer, at);
        flown += player->frame > pressed;
        picked += is_picked(viewer, "ball");
        cd_inspector_unpick(&viewer->inspector);
    }
    CHECK(picked == CLICKS && flown > CLICKS / 3);
    cd_player_play(&viewer->player, false, now());
}

/// Whether the ball is in the picture.
static bool is_seen(const cd_viewer *viewer) {
    const cd_camera *camera = &viewer->cameras[CD_VIEW_FRONT];
    const cd_rect *v = &camera->viewport;
    const cd_named_shape *ball = cd_frame_shape(&viewer->player.shown, "ball", 0);
    if (ball == NULL)
        return false;
    const cd_point2 p = cd_camera_project(camera, cd_shape_middle(&ball->shape));
    return p.x > v->x && p.x < v->x + v->width && p.y > v->y && p.y < v->y + v->height;
}

/// Whether the camera is as another one was.
static bool same_view(const cd_camera *a, const cd_camera *b) {
    return a->zoom == b->zoom && cd_equal(a->target, b->target);
}

/// Goes to a frame, which may not have been made yet.
static bool make_to(cd_viewer *viewer, int frame) {
    cd_player *player = &viewer->player;
    if (frame <= cd_player_last(player))
        cd_player_seek(player, frame);
    else
        player->goal = frame;
    TICK_UNTIL(viewer, 30, player->frame == frame);
    cd_viewer_tick(viewer, &nothing, now());
    return player->frame == frame;
}

/// The picture follows a ball that leaves it, and is the same however one comes to a frame. Once a
/// person has moved it, it stays until F. What has flown off F brings back, and keeps.
static void test_following(cd_viewer *viewer, bool moved) {
    const cd_camera *camera = &viewer->cameras[CD_VIEW_FRONT];
    write_text("script.lua",
               "local collide = require 'collide'\n"
               "return { load = function() return { peg = collide.circle({ 0, 0 }, 1),\n"
               "ball = collide.circle({ 2, 0 }, 0.2) } end, update = function(s)\n"
               "s.ball:move { 0.05, 0 } end }");
    cd_viewer_open(viewer, "script.lua");
    CHECK(reach(viewer, 0) && is_seen(viewer));
    cd_player_play(&viewer->player, false, now());
    if (moved)
        cd_viewer_pan(viewer, 1, 0);
    CHECK(make_to(viewer, 90) && is_seen(viewer) == !moved);
    const cd_camera there = *camera;
    for (int i = 0; i < 2; i++) { // at 600 the ball is gone for good
        CHECK(make_to(viewer, i == 0 ? 600 : 3) && is_seen(viewer) == (i == 1));
        CHECK(same_view(camera, &there) == moved);
    }
    CHECK(make_to(viewer, 90) && same_view(camera, &there));
    cd_viewer_do(viewer, CD_ACTION_FRAME_ALL);
    CHECK(is_seen(viewer) && (same_view(camera, &there) == !moved));
    CHECK(make_to(viewer, 600) && !is_seen(viewer));
    cd_viewer_do(viewer, CD_ACTION_FRAME_ALL);
    CHECK(is_seen(viewer));
    CHECK(make_to(viewer, 800) && is_seen(viewer));
    CHECK(make_to(viewer, 90) && same_view(camera, &there) == !moved);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/viewer_test.XXXXXX";
    if (argc > 1 && strcmp(argv[1], "hunt") == 0) { // a click on that button starts this program
        printf("x.lua: 1 run, no failure\n");
        return 0;
    }
    begin_main(argc, argv);
    make_folder(folder);
    CHECK(chdir(folder) == 0);
    write_script(PARAMS);
    cd_pen pen;
    cd_viewer *viewer = open_viewer(folder, &pen);
    test_params(viewer, &pen);
    test_waiting(viewer);
    test_show(viewer);
    test_pages(viewer, &pen);
    test_mouse(viewer);
    test_clicks(viewer, &pen);
    test_following(viewer, false);
    test_following(viewer, true);
    test_any_order(viewer, &pen);
    close_viewer(viewer, &pen);
    remove_folder(folder);
    return failures != 0;
}
