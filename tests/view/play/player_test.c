// The player with real runners: whichever way leads to a frame, it is the same frame, byte for
// byte: playing, an edit, params, console lines, keys and shapes that a person moved on the way.
// The other way is a fresh run. This program is its own runner. seeking_test.c does the same with
// every scenario.
#include "player_driver.h"

/// A param with its value in the frame on the screen.
static cd_param param_of(const cd_player *player, int i) {
    return cd_inputs_param(&player->inputs, player->frame, &player->live->loaded->params[i]);
}

// ---------------------------------------------------------------------------------------- seeking

/// On the way to a frame far ahead few frames are made in full, and fewer are shown; the frame and
/// what its trails need come as if all had been seen.
static void test_way(const char *path) {
    enum { FAR = 700 };
    cd_player *player = open_script(path);
    const double begun = now();
    int shown = 0, before = 0;
    cd_player_seek(player, FAR);
    while (player->frame != FAR && now() < begun + 60 && !player->notice.on) {
        tick(player);
        shown += player->frame != before;
        before = player->frame;
    }
    CHECK(player->frame == FAR && player->goal < 0);
    CHECK(shown <= 2 + (now() - begun) / 0.4);
    const cd_recording *recording = &player->live->recording;
    CHECK(count_full(player) <= 2 + FAR / CD_PICTURE_STRIDE + CD_TRAIL_CONTEXT);
    for (int i = 0; i <= FAR; i++)
        CHECK(cd_recording_detail(recording, i) ==
              (i >= FAR - CD_TRAIL_CONTEXT || i % CD_PICTURE_STRIDE == 0 ? CD_DETAIL_FULL
                                                                         : CD_DETAIL_SHAPES));
    cd_player *other = open_script(path);
    while (other->frame < FAR && now() < begun + 60) { // by steps, all in full
        const int to = other->frame + 20;
        cd_player_step(other, 20, now());
        CHECK(reach(other, to));
    }
    CHECK(same(player, &other->live->recording));
    close_player(other);
    CHECK(complete(player));
    close_player(player);
}

// ---------------------------------------------------------------------------------------- input

static char script[CD_PATH_MAX];

static void write_script(const char *update, double speed) {
    char text[2000];
    snprintf(
        text, sizeof text,
        "local collide = require 'collide'\n"
        "local vec = collide.vec\n"
        "local s = { params = { speed = { %g, min = 0, max = 9 }, on = true } }\n"
        "function s.load(p) return { at = 0, count = p.speed,\n"
        "  ball = collide.circle(vec(0, 1), 0.5), rod = collide.capsule(vec(3, 0), vec(4, 0), 1) } "
        "end\n"
        "function s.update(t, dt, p, input)\n"
        "  t.at = t.at + 1\n"
        "  t.ball:move(vec(p.speed * dt, 0))\n"
        "  t.distance = t.ball:distance(t.rod)\n%s\nend\n"
        "function s.draw(t, draw) draw.plot('distance', t.distance or 0) end\n"
        "s.checks = { apart = function(t) return (t.distance or 1) > 0 end }\n"
        "return s\n",
        speed, update);
    save_text(script, text);
}

/// Ticks until a version with this number is on the screen.
static bool becomes(cd_player *player, int generation) {
    for (const double end = now() + 20; player->generation != generation && now() < end;)
        tick(player);
    return player->generation == generation;
}

static cd_vec ball_at(const cd_player *player) {
    const cd_named_shape *ball = cd_frame_shape(&player->shown, "ball", 0);
    return ball != NULL ? cd_shape_middle(&ball->shape) : (cd_vec){NAN, NAN, NAN};
}

static double ball_x(const cd_player *player) { return ball_at(player).x; }

static double ball_y(const cd_player *player) { return ball_at(player).y; }

static bool about(double a, double b) { return fabs(a - b) < 1e-9; }

/// Asserts that simulating all frames again with the recorded input gives the same frames.
static void check_again(cd_player *player) {
    const int last = cd_player_last(player);
    uint64_t *hashes = malloc(sizeof *hashes * (size_t)(last + 1));
    for (int i = 0; i <= last; i++)
        hashes[i] = player->live->recording.moments[i].hash;
    player->memory_limit = 1;
    tick(player);
    int again = 0;
    for (int i = 0; i <= last; i += 7) {
        again += cd_recording_detail(&player->live->recording, i) != CD_DETAIL_FULL;
        CHECK(go_to(player, i) && player->shown.hash == hashes[i]);
    }
    CHECK(again > 3 && !player->cannot_refill);
    player->memory_limit = CD_RECORDING_MAX;
    free(hashes);
}

static void test_params(void) {
    write_script("", 3);
    cd_player *player = open_script(script);
    CHECK(go_to(player, 120) && about(ball_x(player), 6));
    // A param set while paused: the frame on the screen is simulated anew, later frames are
    // dropped.
    CHECK(go_to(player, 60) && about(ball_x(player), 3));
    cd_player_set(player, "speed", "9", now());
    CHECK(player->next != NULL && reach(player, 60));
    CHECK(about(ball_x(player), 3 + 6 / 60.0) && cd_player_last(player) == 60);
    CHECK(param_of(player, 1).number == 9);
    CHECK(go_to(player, 20) && param_of(player, 1).number == 3);
    CHECK(go_to(player, 61) && about(ball_x(player), 3 + 15 / 60.0));
    // In frame 0 load sees the param.
    CHECK(go_to(player, 0));
    cd_player_set(player, "speed", "6", now());
    CHECK(reach(player, 0));
    cd_player_run_line(player, "s.count", now());
    CHECK(reach(player, 0) && player->live->log.count == 2);
    CHECK(strcmp(cd_log_text(&player->live->log, 1), "6") == 0);
    // Lines run one after the other, may change the state, and may be wrong.
    cd_player_run_line(player, "s.count = 7 print(s.count, p.on)", now());
    CHECK(reach(player, 0) && player->live->log.count == 4);
    CHECK(strcmp(cd_log_text(&player->live->log, 3), "7\ttrue") == 0);
    cd_player_run_line(player, "error('no')", now());
    CHECK(reach(player, 0) && !player->notice.on);
    CHECK(strcmp(cd_log_text(&player->live->log, 5), "! no") == 0);
    cd_player_run_line(player, "1 +", now());
    CHECK(reach(player, 0) && cd_log_text(&player->live->log, 7)[0] == '!');
    CHECK(go_to(player, 30) && about(ball_x(player), 3) && player->live->log.count == 8);
    // There may be any number of lines.
    for (int i = 0; i < 150; i++)
        cd_player_run_line(player, "1", now());
    CHECK(reach(player, 30) && player->live->log.count == 308);
    // A restart keeps the params as they are and drops the console lines.
    cd_player_restart(player, now());
    tick(player);
    CHECK(reach(player, 0) && param_of(player, 1).number == 6);
    CHECK(player->live->log.count == 0);
    CHECK(go_to(player, 300));
    check_again(player);
    close_player(player);
}

/// What the console answers to a line in one line.
static void test_console(void) {
    static const char *const lines[][2] = {
        {"s.list = { 1, 2, { x = 3 } }", NULL},
        {"s.list", "{ 1, 2, { x = 3 } }"},
        {"collide.vec(1, 2) + vec(1, 1)", "vec(2, 3)"},
        {"{ a = 'x', [7] = true, ['b c'] = {} }", "{ [7] = true, a = \"x\", [\"b c\"] = {} }"},
        {"s.many = {} for i = 1, 500 do s.many[i] = i end", NULL},
        {"s.many", "{ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, ... 488 more }"},
        {"s.self = {} s.self.self = s.self", NULL},
        {"s.self", "{ self = { ... } }"},
        {"#help(collide.raycast) > 100", "true"},
        {"('x'):rep(9)", "xxxxxxxxx"},
        {"s.count = #('x'):rep(1000)", NULL},
        {"io.open('x')",
         "! attempt to index a nil value (global 'io'); a scenario has no files and "
         "no processes: print writes to the console; require, load_text and load_data read "
         "files beside the scenario"},
        {"pritn(1)", "! attempt to call a nil value (global 'pritn'); did you mean 'print'?"},
        {"vec(1, 2):normalize()",
         "! a vec has no 'normalize'; did you mean the method 'normalized'?"},
    };
    write_script("", 3);
    cd_player *player = open_script(script);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const int before = player->live->log.count;
        cd_player_run_line(player, lines[i][0], now());
        CHECK(reach(player, 0));
        CHECK(player->live->log.count == before + 1 + (lines[i][1] != NULL));
        const char *last = cd_log_text(&player->live->log, player->live->log.count - 1);
        if (lines[i][1] != NULL && strcmp(last, lines[i][1]) != 0)
            printf("%s: %s\n", lines[i][0], last);
        CHECK(lines[i][1] == NULL || strcmp(last, lines[i][1]) == 0);
    }
    // all shows a table in full, help has many lines.
    int before = player->live->log.count;
    cd_player_run_line(player, "all(s.many)", now());
    CHECK(reach(player, 0) && player->live->log.count == before + 1 + 502);
    before = player->live->log.count;
    cd_player_run_line(player, "all(('x'):rep(1000))", now());
    CHECK(reach(player, 0) && player->live->log.count == before + 1 + 10);
    before = player->live->log.count;
    cd_player_run_line(player, "help()", now());
    CHECK(reach(player, 0) && player->live->log.count > before + 8);
    close_player(player);
}

static void test_drag(void) {
    write_script("", 6);
    cd_player *player = open_script(script);
    CHECK(go_to(player, 600));
    CHECK(go_to(player, 500) && about(ball_x(player), 50));
    // update moves the ball, but the mouse overrides it.
    for (int i = 0; i < 5; i++)
        cd_player_drag(player, "ball", (cd_vec){2 + i, 1, 0}, now());
    CHECK(about(ball_x(player), 6)); // at once, and after the frame was simulated
    CHECK(reach(player, 500) && about(ball_x(player), 6));
    CHECK(cd_player_last(player) == 500);
    CHECK(go_to(player, 503) && about(ball_x(player), 6));
    cd_player_drop(player);
    CHECK(go_to(player, 510) && about(ball_x(player), 6 + 7 * 0.1));
    // The same while playing.
    cd_player_play(player, true, now());
    cd_player_drag(player, "rod", (cd_vec){-20, 5, 0}, now());
    const int from = player->frame;
    const double end = now() + 20;
    while (player->frame < from + 20 && now() < end)
        tick(player);
    cd_player_drop(player);
    CHECK(go_to(player, from + 40));
    CHECK(about(cd_shape_middle(&player->shown.shapes[1].shape).x, -20));
    check_again(player);
    close_player(player);
}

// The ball rises by 1 when the key goes down, and by 10 for each frame that the key is down.
static void test_keys(void) {
    const cd_held key = {.count = 1, .names = {"a"}};
    write_script("if input.pressed('a') then t.ball:move(vec(0, 1)) end\n"
                 "if input.down('a') then t.ball:move(vec(0, 10)) end",
                 6);
    cd_player *player = open_script(script);
    // A tap while paused: only the next step has the key.
    tick_with(player, &key);
    CHECK(player->key_pending && reach(player, 0) && about(ball_y(player), 1));
    cd_player_step(player, 3, now());
    CHECK(reach(player, 3) && about(ball_y(player), 12));
    cd_player_step(player, -2, now());
    CHECK(reach(player, 1) && about(ball_y(player), 12));
    CHECK(go_to(player, 200) && about(ball_y(player), 12));
    // Held for four frames in the middle of the recording, which changes from there on.
    CHECK(go_to(player, 100));
    tick_with(player, &key);
    CHECK(cd_player_last(player) == 200 && player->frame == 100);
    for (int i = 1; i <= 4; i++) {
        cd_player_step(player, 1, now());
        const double end = now() + 20;
        while ((player->frame != 100 + i || player->next != NULL) && now() < end)
            tick_with(player, &key);
    }
    CHECK(about(ball_y(player), 12 + 1 + 40) && cd_player_last(player) == 104);
    cd_player_step(player, 1, now());
    CHECK(reach(player, 105) && about(ball_y(player), 53));
    // Seeking drops a key that no step has used.
    tick_with(player, &key);
    CHECK(go_to(player, 50));
    cd_player_step(player, 1, now());
    CHECK(reach(player, 51) && about(ball_y(player), 12) && cd_player_last(player) == 105);
    // A key pressed while the recording plays replaces the recorded input from there on.
    CHECK(go_to(player, 1));
    cd_player_play(player, true, now());
    for (const double end = now() + 20; player->frame < 10 && now() < end;)
        tick(player);
    const int at = player->frame;
    for (const double end = now() + 20; player->frame < at + 30 && now() < end;)
        tick_with(player, &key);
    CHECK(go_to(player, at + 60) && about(fmod(ball_y(player) - 12, 10), 1));
    CHECK(go_to(player, at) && about(ball_y(player), 12));
    CHECK(go_to(player, at + 1) && about(ball_y(player), 23));
    check_again(player);
    close_player(player);
}

/// In slow motion, where steps are rare, the next one has a key that was tapped between two of
/// them.
static void test_taps_in_slow_motion(void) {
    const cd_held key = {.count = 1, .names = {"a"}};
    write_script("if input.pressed('a') then t.ball:move(vec(0, 1)) end", 6);
    cd_player *player = open_script(script);
    for (int i = 0; i < 4; i++)
        cd_player_speed(player, -1);
    cd_player_play(player, true, now());
    double height = ball_y(player);
    for (int tap = 0; tap < 3; tap++) {
        const int from = player->frame;
        double end = now() + 20;
        while (player->frame == from && now() < end)
            tick(player);
        for (int i = 0; i < 5; i++)
            tick(player);
        tick_with(player, &key);
        for (end = now() + 20; player->frame < from + 8 && now() < end;)
            tick(player);
        CHECK(about(ball_y(player), ++height));
    }
    close_player(player);
}

/// A key that was recorded reaches the script that took it, and its next version, which does not.
static void test_taken_key(void) {
    static const char update[] = "if input.pressed('space') then t.ball:move(vec(0, 1)) end";
    const cd_held key = {.count = 1, .names = {"space"}};
    char taking[200];
    snprintf(taking, sizeof taking, "%s end s.keys = { 'space' } do", update);
    write_script(taking, 3);
    cd_player *player = open_script(script);
    CHECK(player->live->loaded->key_count == 1);
    tick_with(player, &key);
    cd_player_step(player, 30, now());
    CHECK(reach(player, 30) && about(ball_y(player), 2));
    const int before = player->generation;
    write_script(update, 3);
    CHECK(becomes(player, before + 1) && player->live->loaded->key_count == 0);
    CHECK(reach(player, 30) && about(ball_y(player), 2) && player->diverges == -1);
    check_again(player);
    close_player(player);
}

// ---------------------------------------------------------------------------------------- edits

/// A run that plays at its end is edited: the last frame of the one before is seen for a while.
static void test_ghost_at_the_end(void) {
    write_script("", 3);
    cd_player *player = open_script(script);
    player->speed = 8;
    cd_player_play(player, true, now());
    const int before = player->generation;
    const double end = now() + 20;
    while (player->frame < 20 && now() < end)
        tick(player);
    write_script("t.ball:move(vec(0, 0.01))", 3);
    while (player->generation == before && now() < end)
        tick(player);
    const int last = player->past.count - 1, from = player->frame;
    int seen = 0, unseen = 0;
    for (int shown = -1; player->frame < last + CD_TRAIL_FRAMES && now() < end; tick(player)) {
        const bool there = player->has_past_shown && player->past_shown.frame == last;
        if (player->frame > last && player->frame != shown) {
            seen += there;
            unseen += !there;
        }
        shown = player->frame;
    }
    CHECK(from >= 20 && player->playing && seen > 5 && unseen == 0 && !player->has_past_shown);
    close_player(player);
}

static void test_edits(void) {
    write_script("", 3);
    cd_player *player = open_script(script);
    CHECK(go_to(player, 400));
    const int before = player->generation;
    cd_player_set(player, "on", "false", now());
    CHECK(reach(player, 400) && player->generation == before + 1 && player->diverges == -1);
    const uint64_t hash = player->shown.hash;

    // An edit that shows from frame 250 on.
    write_script("if t.at >= 250 then t.ball:move(vec(0, 0.01)) end", 3);
    CHECK(becomes(player, before + 2) && player->frame == 400 && player->diverges == 250);
    CHECK(player->has_past_shown && player->past.count == 401 && player->shown.hash != hash);
    CHECK(!param_of(player, 0).boolean); // what a person did stays

    // Frames that were skipped are simulated again, and equal those of a fresh run.
    CHECK(go_to(player, 100) && !player->has_past_shown);
    const double end_of_rest = now() + 20;
    bool all = false;
    while (!all && now() < end_of_rest) {
        tick(player);
        all = true;
        for (int i = 0; i < player->live->recording.count; i++)
            all = all && cd_recording_detail(&player->live->recording, i) == CD_DETAIL_FULL;
    }
    CHECK(all);

    // From an earlier frame on the screen, the new version still runs as far as the old one had.
    write_script("if t.at >= 300 then t.ball:move(vec(0, 0.01)) end", 3);
    CHECK(becomes(player, before + 3) && player->frame == 100);
    for (const double end = now() + 20; cd_player_last(player) < 400 && now() < end;)
        tick(player);
    CHECK(cd_player_last(player) == 400 && player->frame == 100 && player->diverges == 250);

    // A broken edit changes nothing, not even the frame; mending it clears the banner.
    const uint64_t standing = player->shown.hash;
    write_script("error('no')", 3);
    for (const double end = now() + 20; !player->notice.on && now() < end;)
        tick(player);
    CHECK(player->notice.on && player->notice.standing && player->shown.hash == standing);
    CHECK(strstr(player->notice.message, "no") != NULL && player->generation == before + 3);
    cd_player_seek(player, 399);
    player->notice.on = false;
    CHECK(reach(player, 399));
    write_script("-- as it was", 3);
    CHECK(becomes(player, before + 4) && player->frame == 399 && player->diverges == 300);
    CHECK(!player->notice.on);
    close_player(player);
}

static void test_speed(void) {
    write_script("", 3);
    cd_player *player = open_script(script);
    CHECK(player->speed == 1);
    for (int i = 0; i < 9; i++)
        cd_player_speed(player, -1);
    CHECK(player->speed == 0.0625);
    for (int i = 0; i < 9; i++)
        cd_player_speed(player, 1);
    CHECK(player->speed == 8);
    cd_player_speed(player, 0);
    CHECK(player->speed == 1);
    close_player(player);
}

/// Ticks until the frame on the screen has the state's values, or not.
static bool has_state(cd_player *player, int frame) {
    for (const double end = now() + 30; now() < end;) {
        tick(player);
        if (player->frame == frame && player->shown.detail == CD_DETAIL_STATE)
            return true;
    }
    return false;
}

static bool all_known(cd_player *player, const char *name) {
    for (const double end = now() + 30; player->unplotted >= 0 && now() < end;)
        tick(player);
    const cd_plot *plot = cd_recording_plot(&player->live->recording, name, true);
    bool all = plot != NULL && cd_player_last(player) > 0;
    for (int i = 0; all && i <= cd_player_last(player); i++)
        all = plot->values[i] == i;
    return all;
}

/// The state's values are made where they are wanted, in any frame, and are not recorded where
/// nobody wants them. What a person plots is known of every frame, earlier and later ones, and
/// after an edit and a restart. The run stays the same.
static void test_state(void) {
    write_script("", 3);
    cd_player *player = open_script(script);
    CHECK(go_to(player, 80));
    const uint64_t hash = player->live->recording.moments[80].hash;
    CHECK(cd_recording_detail(&player->live->recording, 79) < CD_DETAIL_STATE);
    static const int frames[] = {80, 0, 41, 39};
    player->wants_state = true;
    for (int i = 0; i < 4; i++) {
        cd_player_seek(player, frames[i]);
        CHECK(has_state(player, frames[i]));
        bool found = false;
        for (int k = 0; k < player->shown.value_count; k++)
            found = found || (strcmp(player->shown.values[k].key, "at") == 0 &&
                              player->shown.values[k].number.x == frames[i]);
        CHECK(found);
    }
    CHECK(player->live->recording.moments[80].hash == hash);
    player->wants_state = false;
    CHECK(go_to(player, 90) && player->shown.detail == CD_DETAIL_FULL);

    CHECK(cd_player_plot(player, "at") && cd_player_plots(player, "at"));
    CHECK(all_known(player, "s.at"));
    CHECK(go_to(player, 120) && all_known(player, "s.at"));
    const int before = player->generation;
    write_script("-- an edit", 3);
    CHECK(becomes(player, before + 1) && go_to(player, 120) && all_known(player, "s.at"));
    CHECK(cd_player_plot(player, "at") && !cd_player_plots(player, "at"));
    CHECK(cd_recording_plot(&player->live->recording, "s.at", true) == NULL);
    CHECK(cd_recording_plot(&player->live->recording, "distance", false) != NULL);
    CHECK(go_to(player, 130) && cd_recording_plot(&player->live->recording, "s.at", true) == NULL);
    // There is room for eight, with that of the script.
    char path[16];
    for (int i = 0; i < 9; i++) {
        snprintf(path, sizeof path, "n%d", i);
        CHECK(cd_player_plot(player, path) == (i < CD_PLOTS_MAX - 1));
    }
    CHECK(go_to(player, 140) && player->live->recording.plot_count == CD_PLOTS_MAX);
    close_player(player);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/player_test.XXXXXX";
    begin_main(argc, argv);
    make_folder(folder);
    snprintf(script, sizeof script, "%s/script.lua", folder);
    test_way("scripts/plane_bounce.lua");
    test_speed();
    test_params();
    test_console();
    test_drag();
    test_keys();
    test_taps_in_slow_motion();
    test_taken_key();
    test_edits();
    test_ghost_at_the_end();
    test_state();
    remove_folder(folder);
    return failures != 0;
}
