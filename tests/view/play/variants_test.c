// Variants of a param are the very runs that the param gives from frame 0 on, with the same input;
// they follow the run on the screen, end with it, and take its place when they are chosen. This
// program is its own runner.
#include "player_driver.h"

#include <math.h>

static char script[CD_PATH_MAX];

static void write_script(const char *param, const char *update) {
    char text[1000];
    snprintf(text, sizeof text,
             "local circle = require 'collide'.circle\n"
             "local s = { params = { p = %s } }\n"
             "function s.load(p) return { at = 0, ball = circle({ 0, 0 }, 1) } end\n"
             "function s.update(t, dt, p, input)\n"
             "  t.at = t.at + (input.down('a') and 2 or 1)\n  %s\nend\n"
             "function s.draw(t, draw) draw.plot('at', t.ball.center.x) end\nreturn s\n",
             param, update);
    save_text(script, text);
}

/// Lets time pass until all variants have come to a frame.
static bool follow(cd_player *player, int to) {
    const double end = now() + 30;
    bool done = false;
    while (now() < end && !done) {
        tick(player);
        done = player->variants.count > 0 && !cd_variants_busy(&player->variants, to);
    }
    return done;
}

static const cd_param *param_of(const cd_player *player) {
    return &player->live->loaded->params[0];
}

static void test_numbers(void) {
    static const char *const values[] = {"0", "2.5", "5", "7.5", "10"};
    uint64_t hashes[5];
    write_script("{ 5, min = 0, max = 10 }", "t.ball:move({ p.p * dt, 0 })");
    cd_player *player = open_script(script);
    CHECK(go_to(player, 40));
    cd_held held = {.count = 1, .names = {"a"}};
    for (int i = 0; i < 30; i++)
        tick_with(player, &held);
    CHECK(go_to(player, 90) && go_to(player, 70));
    cd_player_vary(player, param_of(player), now());
    CHECK(player->variants.count == 5 && follow(player, 90));
    const uint64_t live = player->live->recording.moments[90].hash;
    for (int i = 0; i < 5; i++) {
        cd_variant *v = &player->variants.list[i];
        CHECK(strcmp(v->value, values[i]) == 0 && v->version->recording.count == 91);
        CHECK(v->has_shown && v->shown.frame == 70);
        CHECK(cd_recording_plot(&v->version->recording, "at", false) != NULL);
        hashes[i] = v->version->recording.moments[90].hash;
        for (int k = 0; k < i; k++)
            CHECK(hashes[i] != hashes[k]);
    }
    CHECK(hashes[2] == live);                         // as the script has it
    CHECK(go_to(player, 100) && follow(player, 100)); // they go along
    CHECK(player->variants.list[0].version->recording.count == 101);
    // One takes the place of the run, at the same frame, and an undo takes that back.
    cd_player_take_variant(player, 4, now());
    const double end = now() + 30;
    while (now() < end && (player->next != NULL || cd_player_last(player) < 100))
        tick(player);
    CHECK(player->frame == 100 && player->live->recording.moments[90].hash == hashes[4]);
    tick(player);
    CHECK(player->variants.count == 0);
    cd_player_undo(player, false, now());
    while (now() < end && (player->next != NULL || cd_player_last(player) < 100))
        tick(player);
    CHECK(player->frame == 100 && player->live->recording.moments[90].hash == live);
    // The same param again ends them.
    cd_player_vary(player, param_of(player), now());
    CHECK(player->variants.count == 5);
    cd_player_vary(player, param_of(player), now());
    CHECK(player->variants.count == 0);
    cd_player_take_variant(player, 0, now()); // there is none
    CHECK(player->next == NULL);
    close_player(player);
}

/// Other kinds of params, and ranges without ends.
static void test_kinds(void) {
    static const struct {
        const char *param, *values[6];
    } kinds[] = {{"true", {"false", "true", NULL}},
                 {"{ 'b', choices = { 'a', 'b', 'c' } }", {"a", "b", "c", NULL}},
                 {"{ 3, min = 1, max = 4, step = 1 }", {"1", "2", "3", "4", NULL}},
                 {"4", {"0", "2", "4", "6", "8", NULL}},
                 {"{ 0, min = 0 }", {"0", "0.25", "0.5", "0.75", "1", NULL}}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        write_script(kinds[k].param, "");
        cd_player *player = open_script(script);
        CHECK(go_to(player, 5));
        cd_player_vary(player, param_of(player), now());
        int count = 0;
        while (kinds[k].values[count] != NULL)
            count++;
        CHECK(player->variants.count == count);
        for (int i = 0; i < count && i < player->variants.count; i++)
            CHECK(strcmp(player->variants.list[i].value, kinds[k].values[i]) == 0);
        CHECK(follow(player, 5));
        close_player(player);
    }
}

/// One that raises ends alone; an edit ends them all.
static void test_ends(void) {
    write_script("{ 5, min = 0, max = 10 }", "if p.p > 9 and t.at > 20 then error 'high' end");
    cd_player *player = open_script(script);
    CHECK(go_to(player, 50));
    cd_player_vary(player, param_of(player), now());
    CHECK(follow(player, 50));
    CHECK(player->variants.list[4].version->error != NULL);
    CHECK(player->variants.list[4].version->recording.count == 21);
    CHECK(player->variants.list[3].version->error == NULL && player->live->error == NULL);
    const int generation = player->generation;
    write_script("{ 5, min = 0, max = 10 }", "t.ball:move({ 1, 0 })");
    const double end = now() + 30;
    while (now() < end && (player->generation == generation || player->variants.count > 0))
        tick(player);
    CHECK(player->variants.count == 0);
    close_player(player);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/collide_variants_XXXXXX";
    begin_main(argc, argv);
    make_folder(folder);
    snprintf(script, sizeof script, "%s/script.lua", folder);
    test_numbers();
    test_kinds();
    test_ends();
    remove_folder(folder);
    return failures != 0;
}
