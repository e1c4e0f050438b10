// The picture on the way: while a slow version is simulated up to the frame on the screen, the
// frames that it has made are shown, whatever a person does meanwhile. This program is its own
// runner.
#include "player_driver.h"

#define TARGET 100 ///< the frame on the screen when the script is edited

static char script[CD_PATH_MAX];

/// Writes a script; slow: its frames take so long that no machine makes TARGET of them at once.
static void write_script(bool slow, const char *update) {
    char text[1000];
    snprintf(text, sizeof text,
             "local circle = require 'collide'.circle\n"
             "local s = { params = { speed = { 3, min = 0, max = 9 } } }\n"
             "function s.load() return { at = 0, ball = circle({ 0, 0 }, 1) } end\n"
             "function s.update(t, dt, p)\n"
             "  t.at = t.at + 1\n"
             "  for i = 1, %d do t.i = i end\n"
             "  t.ball:move({ p.speed * dt, 0 })\n  %s\nend\n"
             "function s.draw(t, draw) draw.text('drawn') end\n"
             "return s\n",
             slow ? 1000000 : 1, update);
    save_text(script, text);
}

static cd_player *open_at_target(void) {
    write_script(false, "");
    cd_player *player = open_script(script);
    CHECK(go_to(player, TARGET) && complete(player) && !cd_way_is_shown(player));
    return player;
}

/// Ticks until there is a picture of a frame of the next version after its frame 1.
static bool comes(cd_player *player) {
    const double end = now() + 60;
    do
        tick(player);
    while (now() < end &&
           !(cd_way_is_shown(player) && player->way.surveyed > 0 && player->way.shown.frame > 1));
    return cd_way_is_shown(player) && player->way.surveyed > 0;
}

static bool becomes(cd_player *player, int generation) {
    for (const double end = now() + 60; player->generation < generation && now() < end;)
        tick(player);
    return player->generation == generation && !cd_way_is_shown(player);
}

/// Whether the picture is a frame of the next version in full, with the same frame of the live one,
/// while the frame on the screen is as it was.
static bool is_of_next(const cd_player *player) {
    const cd_frame *shown = &player->way.shown;
    const int n = shown->frame;
    return player->next != NULL && n < player->next->recording.count && n < TARGET &&
           shown->hash == player->next->recording.moments[n].hash && shown->drawing_count == 1 &&
           player->way.has_past && player->way.past.frame == n &&
           player->way.past.hash == player->live->recording.moments[n].hash &&
           shown->hash != player->way.past.hash && player->frame == TARGET &&
           player->shown.frame == TARGET;
}

static void test_pictures(void) {
    cd_player *player = open_at_target();
    const int before = player->generation;
    write_script(true, "t.ball:move({ 0, 0.01 })");
    int pictures = 0, wrong = 0, last = 0;
    for (const double end = now() + 60; player->generation == before && now() < end; tick(player)) {
        const int n = player->way.shown.frame;
        if (!cd_way_is_shown(player) || n <= 1 || n == last)
            continue;
        pictures++;
        wrong += !is_of_next(player) || n < last;
        last = n;
    }
    CHECK(pictures > 0 && wrong == 0);
    CHECK(player->generation == before + 1 && player->frame == TARGET && !cd_way_is_shown(player));
    CHECK(player->has_past_shown && player->diverges == 1);

    // The same text with other input differs in the frame on the screen alone.
    cd_player_set(player, "speed", "5", now());
    bool shown = false;
    for (const double end = now() + 60; player->next != NULL && now() < end; tick(player))
        shown = shown || cd_way_is_shown(player);
    CHECK(!shown && player->generation == before + 2);

    // What an edit has changed comes back on the same way.
    cd_player_undo(player, false, now());
    CHECK(becomes(player, before + 3));
    cd_player_undo(player, true, now());
    CHECK(comes(player) && becomes(player, before + 4));
    close_player(player);
}

/// An error on the way brings the picture of the last good version back, under its banner.
static void test_error(void) {
    cd_player *player = open_at_target();
    const uint64_t hash = player->shown.hash;
    write_script(true, "t.ball:move({ 0, 0.01 }) if t.at > 80 then error('no') end");
    CHECK(comes(player) && !player->notice.on);
    for (const double end = now() + 60; !player->notice.on && now() < end;)
        tick(player);
    CHECK(player->notice.on && player->notice.standing && !cd_way_is_shown(player));
    CHECK(player->frame == TARGET && player->shown.hash == hash && player->next == NULL);
    close_player(player);
}

/// Another edit takes the place of the one on its way, whose picture stays until the first of its
/// own.
static void test_another_edit(void) {
    cd_player *player = open_at_target();
    const int before = player->generation;
    write_script(true, "t.ball:move({ 0, 0.01 })");
    CHECK(comes(player));
    const uint64_t first = player->way.shown.hash;
    const cd_version *next = player->next;
    write_script(true, "t.ball:move({ 0, 0.02 })");
    for (const double end = now() + 60; player->way.surveyed > 0 && now() < end; tick(player))
        next = player->next; // until the other one is started
    CHECK(cd_way_is_shown(player) && player->generation == before && next != NULL);
    CHECK(comes(player) && is_of_next(player) && player->way.shown.hash != first);
    CHECK(becomes(player, before + 1) && player->frame == TARGET);
    CHECK(player->shown.shapes[0].shape.as.center.y > 0.015 * TARGET);
    close_player(player);
}

/// A person plays, seeks, restarts or drags meanwhile.
static void test_acts(void) {
    cd_player *player = open_at_target();
    int before = player->generation;
    write_script(true, "t.ball:move({ 0, 0.01 })");
    CHECK(comes(player));
    cd_player_play(player, true, now());
    bool stands = true;
    for (const double end = now() + 60; player->generation == before && now() < end; tick(player))
        stands = stands && (player->frame == TARGET || player->generation > before);
    CHECK(stands && player->playing);
    for (const double end = now() + 60; player->frame <= TARGET && now() < end;)
        tick(player);
    CHECK(player->frame > TARGET);

    CHECK(go_to(player, TARGET));
    before = player->generation;
    write_script(true, "t.ball:move({ 0, 0.02 })");
    CHECK(comes(player));
    cd_player_seek(player, 5); // it has been made
    CHECK(becomes(player, before + 1) && reach(player, 5) && player->diverges == 1);

    CHECK(go_to(player, TARGET));
    write_script(true, "t.ball:move({ 0, 0.03 })");
    CHECK(comes(player));
    const cd_named_shape *ball = &player->shown.shapes[0];
    char key[sizeof player->grip.key];
    snprintf(key, sizeof key, "%s", ball->key);
    cd_player_drag(player, key, (cd_vec){1, 2, 0}, now());
    CHECK(!cd_way_is_shown(player) && player->next != NULL);
    cd_player_drop(player);
    CHECK(comes(player) && becomes(player, before + 2) && player->frame == TARGET);

    write_script(true, "t.ball:move({ 0, 0.04 })");
    CHECK(comes(player));
    cd_player_restart(player, now());
    CHECK(!cd_way_is_shown(player) && becomes(player, before + 3) && player->frame == 0);
    close_player(player);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/way_test.XXXXXX";
    begin_main(argc, argv);
    make_folder(folder);
    snprintf(script, sizeof script, "%s/script.lua", folder);
    test_pictures();
    test_error();
    test_another_edit();
    test_acts();
    remove_folder(folder);
    return failures != 0;
}
