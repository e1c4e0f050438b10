// Undo: what drops recorded frames says so, and an undo brings the very same run back: its frames,
// its input and its text. This program is its own runner.
#include "player_driver.h"

static char script[CD_PATH_MAX];

static void write_script(const char *update) {
    char text[1000];
    snprintf(text, sizeof text,
             "local circle = require 'collide'.circle\n"
             "local s = { params = { speed = { 3, min = 0, max = 9 } } }\n"
             "function s.load() return { at = 0, ball = circle({ 0, 0 }, 1) } end\n"
             "function s.update(t, dt, p, input)\n"
             "  t.at = t.at + 1\n"
             "  t.ball:move({ p.speed * dt, input.down('a') and 1 or 0 })\n  %s\nend\n"
             "return s\n",
             update);
    save_text(script, text);
}

/// The run on the screen.
typedef struct run_copy {
    int frame, last;
    uint64_t hashes[1000];
} run_copy;

static run_copy copy_run(const cd_player *player) {
    run_copy copy = {player->frame, cd_player_last(player), {0}};
    for (int i = 0; i <= copy.last && i < 1000; i++)
        copy.hashes[i] = player->live->recording.moments[i].hash;
    return copy;
}

static bool settled(cd_player *player, int last) {
    const double end = now() + 30;
    do
        tick(player);
    while (now() < end && (player->next != NULL || cd_player_last(player) < last));
    return player->next == NULL && cd_player_last(player) == last;
}

/// Whether the run on the screen becomes the one that was copied.
static bool comes_back(cd_player *player, const run_copy *copy) {
    bool equal = settled(player, copy->last) && player->frame == copy->frame;
    for (int i = 0; equal && i <= copy->last; i++)
        equal = player->live->recording.moments[i].hash == copy->hashes[i];
    return equal;
}

static bool says(cd_player *player, const char *text) {
    const bool said = strcmp(player->toast, text) == 0;
    if (!said)
        printf("it says '%s' for '%s'\n", player->toast, text);
    player->toast[0] = '\0';
    return said;
}

/// A run of 200 frames, rewound to frame 50.
static cd_player *open_rewound(void) {
    cd_player *player = open_script(script);
    CHECK(go_to(player, 100));
    cd_player_set(player, "speed", "7", now());
    CHECK(reach(player, 100) && says(player, "")); // nothing comes after it
    CHECK(go_to(player, 200) && go_to(player, 50) && says(player, ""));
    return player;
}

static void press(cd_player *player, const char *key) {
    cd_held held = {.count = 1};
    strcpy(held.names[0], key);
    tick_with(player, &held);
    tick(player);
}

static void set_speed(cd_player *player) { cd_player_set(player, "speed", "1", now()); }

static void drag(cd_player *player) {
    for (int i = 0; i < 4; i++) // one act
        cd_player_drag(player, "ball", (cd_vec){i, 5, 0}, now());
    cd_player_drop(player);
}

static void run_line(cd_player *player) { cd_player_run_line(player, "s.at = 7", now()); }

static void use_key(cd_player *player) {
    press(player, "a");
    cd_player_step(player, 1, now());
}

/// Every act that drops frames says how many, and an undo and a redo give the runs back.
static void test_acts(void) {
    void (*const acts[])(cd_player *) = {set_speed, drag, run_line, use_key};
    write_script("");
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        cd_player *player = open_rewound();
        const run_copy before = copy_run(player);
        acts[i](player);
        CHECK(says(player, "150 frames dropped, Ctrl+Z brings them back"));
        CHECK(settled(player, acts[i] == use_key ? 51 : 50));
        const run_copy after = copy_run(player);
        CHECK(after.hashes[after.last] != before.hashes[after.last] && player->undo.count == 1);
        cd_player_undo(player, false, now());
        CHECK(comes_back(player, &before) && says(player, "Undone, Ctrl+Y takes that back"));
        cd_player_undo(player, true, now());
        CHECK(comes_back(player, &after) && says(player, "Redone, Ctrl+Z takes that back"));
        cd_player_undo(player, false, now());
        CHECK(comes_back(player, &before));
        CHECK(go_to(player, 230) && player->shown.hash != 0); // it goes on
        close_player(player);
    }
}

static void test_restart(void) {
    write_script("");
    cd_player *player = open_rewound();
    const run_copy before = copy_run(player);
    cd_player_restart(player, now());
    tick(player);
    CHECK(reach(player, 0) && says(player, "200 frames dropped, Ctrl+Z brings them back"));
    cd_player_restart(player, now()); // drops nothing more
    CHECK(settled(player, 0) && says(player, "") && player->undo.count == 1);
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &before));
    player->toast[0] = '\0';
    cd_player_restart(player, now());
    cd_player_undo(player, false, now());
    CHECK(says(player, "The restart is called off") && comes_back(player, &before));
    close_player(player);
}

/// A kept run has frames that nobody has seen yet; they come back, too.
static void test_kept_run(void) {
    char path[CD_PATH_MAX + 8], wrong[200];
    write_script("");
    cd_player *player = open_rewound();
    const run_copy before = copy_run(player);
    snprintf(path, sizeof path, "%s.rec", script);
    CHECK(cd_player_save(player, path) == NULL);
    close_player(player);
    cd_replay replay;
    CHECK(cd_replay_read(&replay, path, wrong, sizeof wrong));
    player = calloc(1, sizeof *player);
    if (player == NULL)
        exit(1);
    player->frame = -1;
    const cd_launch launch = {.program = program};
    cd_player_open_saved(player, &launch, &replay, path, now());
    cd_replay_free(&replay);
    CHECK(reach(player, 0) && go_to(player, 50));
    set_speed(player);
    CHECK(says(player, "150 frames dropped, Ctrl+Z brings them back") && settled(player, 50));
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &before));
    close_player(player);
}

/// An undo of an edit runs the text before it, until the file changes again.
static void test_edit(void) {
    write_script("");
    cd_player *player = open_rewound();
    const run_copy before = copy_run(player);
    const int generation = player->generation;
    write_script("t.ball:move({ 0, 1 })");
    while (player->generation == generation)
        tick(player);
    CHECK(settled(player, 200) && player->undo.count == 1);
    const run_copy edited = copy_run(player);
    CHECK(edited.hashes[200] != before.hashes[200] && player->undo.count == 1);
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &before));
    for (const double end = now() + 0.3; now() < end;) // the file stays as it is: no edit
        tick(player);
    CHECK(comes_back(player, &before) && player->generation == generation + 2);
    // Nor does changed input read it.
    set_speed(player);
    CHECK(settled(player, 50));
    for (const double end = now() + 0.3; now() < end;)
        tick(player);
    CHECK(player->generation == generation + 3);
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &before));
    write_script("t.ball:move({ 0, 2 })");
    while (player->generation == generation + 4)
        tick(player);
    CHECK(settled(player, 200) && player->shown.hash != before.hashes[50]);
    close_player(player);
}

/// The text that an undo brings back is also that of the modules.
static void test_edited_module(void) {
    char module[CD_PATH_MAX + 8];
    snprintf(module, sizeof module, "%.*s/part.lua", (int)(strrchr(script, '/') - script), script);
    save_text(module, "return 1");
    write_script("t.at = t.at + require('part')");
    cd_player *player = open_rewound();
    const run_copy before = copy_run(player);
    const int generation = player->generation;
    save_text(module, "return 2");
    while (player->generation == generation)
        tick(player);
    CHECK(settled(player, 200) && player->shown.hash != before.hashes[50]);
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &before));
    set_speed(player);
    for (const double end = now() + 0.3; now() < end;)
        tick(player);
    CHECK(settled(player, 50));
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &before) && player->generation == generation + 4);
    close_player(player);
}

/// The frames and the input beyond the place where a version crashed are there when it is mended.
static bool wait_for_generation(cd_player *player, int generation) {
    const double end = now() + 30;
    while (now() < end && player->generation < generation)
        tick(player);
    return player->generation == generation;
}

/// Each save is a row: what changed, since when it shows, which checks have turned. Any of them
/// comes back when it is chosen, and an undo takes that back.
static void test_log_of_edits(void) {
    static const char *const updates[] = {"", "if t.at > 60 then t.ball:move({ 0, 1 }) end",
                                          "t.ball:move({ 0, t.at > 60 and 1 or 2 })",
                                          "t.ball:move({ 1, 0 })"};
    run_copy runs[4];
    write_script(updates[0]);
    cd_player *player = open_script(script);
    CHECK(go_to(player, 100));
    runs[0] = copy_run(player);
    const cd_edits *edits = &player->edits;
    CHECK(edits->count == 1 && edits->current == 0 && edits->list[0].number == 0);
    for (int i = 1; i < 4; i++) {
        const int generation = player->generation;
        write_script(updates[i]);
        CHECK(wait_for_generation(player, generation + 1));
        runs[i] = copy_run(player);
        CHECK(edits->count == i + 1 && edits->current == i && edits->list[i].number == i);
        CHECK(strstr(edits->list[i].what, "line 7: ") == edits->list[i].what);
    }
    CHECK(edits->list[1].was_compared && edits->list[1].diverges == 61);
    CHECK(edits->list[2].diverges == 1);
    for (int i = 0; i < 4; i++) {
        const int chosen = (i + 2) % 4;
        const run_copy before = copy_run(player);
        cd_player_show_edit(player, chosen, now());
        CHECK(settled(player, runs[chosen].last) && edits->current == chosen);
        CHECK(comes_back(player, &runs[chosen]));
        if (chosen == i || before.hashes[100] == runs[chosen].hashes[100])
            continue;
        cd_player_undo(player, false, now());
        CHECK(settled(player, before.last) && comes_back(player, &before));
    }
    cd_player_show_edit(player, 99, now()); // nothing, as there is none
    CHECK(player->next == NULL);
    close_player(player);
}

/// A check that turns is in the row.
static void test_turned_checks(void) {
    static const char form[] = "local s = { checks = { low = function(t) return t.at < %d end, "
                               "even = function() return true end } }\n"
                               "function s.load() return { at = 0 } end\n"
                               "function s.update(t) t.at = t.at + 1 end\nreturn s\n";
    static const struct {
        int limit;
        const char *turned;
    } edits[] = {{50, "fails now: low"}, {40, ""}, {200, "passes now: low"}};
    char text[500];
    snprintf(text, sizeof text, form, 100);
    save_text(script, text);
    cd_player *player = open_script(script);
    CHECK(go_to(player, 80));
    for (int i = 0; i < 3; i++) {
        const int generation = player->generation;
        snprintf(text, sizeof text, form, edits[i].limit);
        save_text(script, text);
        CHECK(wait_for_generation(player, generation + 1));
        CHECK(strcmp(player->edits.list[i + 1].turned, edits[i].turned) == 0);
    }
    for (int i = 0; i < 2 * CD_EDITS_MAX; i++) { // the oldest rows go
        const int generation = player->generation;
        snprintf(text, sizeof text, form, 300 + i);
        save_text(script, text);
        CHECK(wait_for_generation(player, generation + 1));
    }
    CHECK(player->edits.count == CD_EDITS_MAX);
    CHECK(player->edits.list[CD_EDITS_MAX - 1].number == 3 + 2 * CD_EDITS_MAX);
    close_player(player);
}

static void test_crash(void) {
    write_script("");
    cd_player *player = open_rewound();
    const run_copy before = copy_run(player);
    int generation = player->generation;
    write_script("if t.at == 90 then error('no') end");
    while (player->generation == generation || !player->notice.on)
        tick(player);
    CHECK(cd_player_last(player) == 89);
    generation = player->generation;
    write_script("");
    while (player->generation == generation)
        tick(player);
    CHECK(comes_back(player, &before));
    // Back to the crash, and from there to the run before.
    cd_player_undo(player, false, now());
    for (const double end = now() + 20; !player->notice.on && now() < end;)
        tick(player);
    CHECK(player->notice.on && cd_player_last(player) == 89);
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &before) && !player->notice.on);
    close_player(player);
    // A param with which the script raises.
    write_script("if p.speed == 1 then error('no') end");
    player = open_rewound();
    const run_copy whole = copy_run(player);
    set_speed(player);
    for (const double end = now() + 20; !player->notice.on && now() < end;)
        tick(player);
    CHECK(player->notice.on);
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &whole) && !player->notice.on);
    close_player(player);
}

static void test_bad_undo(void) {
    write_script("");
    cd_player *player = open_player(script, CD_RECORDING_MAX);
    cd_player_undo(player, false, now()); // nothing is loaded
    CHECK(says(player, "Nothing to undo"));
    close_player(player);
    player = open_rewound();
    const run_copy first = copy_run(player);
    cd_player_undo(player, true, now());
    CHECK(says(player, "Nothing to redo"));
    // Two acts, two undos; a third has nothing; while one is on its way another waits for it.
    set_speed(player);
    CHECK(go_to(player, 80) && go_to(player, 20) &&
          says(player, "150 frames dropped, Ctrl+Z "
                       "brings them back"));
    const run_copy second = copy_run(player);
    run_line(player);
    CHECK(says(player, "60 frames dropped, Ctrl+Z brings them back"));
    cd_player_undo(player, false, now()); // the run is just being made again
    cd_player_undo(player, false, now());
    CHECK(says(player, "The run before is just coming back"));
    CHECK(comes_back(player, &second));
    player->toast[0] = '\0';
    cd_player_undo(player, false, now());
    CHECK(comes_back(player, &first));
    player->toast[0] = '\0';
    cd_player_undo(player, false, now());
    CHECK(says(player, "Nothing to undo") && player->redo.count == 2);
    // A new act ends what could be redone; many acts keep the latest.
    for (int i = 0; i < CD_HISTORY_MAX + 3; i++) {
        set_speed(player);
        CHECK(reach(player, 50 - i) && go_to(player, 49 - i));
    }
    CHECK(player->redo.count == 0 && player->undo.count == CD_HISTORY_MAX);
    close_player(player);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/undo_test.XXXXXX";
    begin_main(argc, argv);
    make_folder(folder);
    snprintf(script, sizeof script, "%s/script.lua", folder);
    test_acts();
    test_restart();
    test_kept_run();
    test_edit();
    test_edited_module();
    test_log_of_edits();
    test_turned_checks();
    test_crash();
    test_bad_undo();
    remove_folder(folder);
    return failures != 0;
}
