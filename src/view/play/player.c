// See player.h. Time and files are followed here; what replaces the version on the screen is in
// versions.c, frames that are made again in refill.c.
#include "view/play/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_EVERY 0.05 ///< seconds between two looks at the files
#define CHASE 1.0       ///< after this long a new version need not chase a moving frame
#define AHEAD 3         ///< frames asked for beyond the one on the screen while playing
#define OWED_MAX 0.25   ///< a slow script plays slowly rather than in leaps

int cd_player_last(const cd_player *player) {
    return player->live != NULL ? player->live->recording.count - 1 : -1;
}

// ---------------------------------------------------------------------------------------- showing

static bool decode(const cd_recording *recording, int frame, cd_arena *arena, cd_frame *out) {
    cd_arena_free(arena);
    return cd_recording_frame(recording, frame, arena, out);
}

void cd_player_survey(cd_player *player, int frame) {
    cd_arena arena = {0};
    cd_frame first;
    const double before = cd_extent_size(&player->extent);
    if (frame <= 1 && decode(&player->live->recording, frame, &arena, &first)) {
        if (frame == 0)
            cd_scenery_set(&player->scenery, &first);
        cd_scene_extent(&first, &player->extent);
        player->grown = player->grown || cd_extent_size(&player->extent) > before;
    }
    cd_arena_free(&arena);
}

/// The trail needs the frames before the one on the screen, also after a leap.
static void feed_trails(cd_trails *trails, const cd_recording *recording, int to) {
    cd_arena arena = {0};
    cd_frame frame;
    for (int n = to > CD_TRAIL_CONTEXT ? to - CD_TRAIL_CONTEXT : 0; n <= to; n++)
        if (!cd_trails_has(trails, n) && decode(recording, n, &arena, &frame))
            cd_trails_feed(trails, &frame);
    cd_arena_free(&arena);
}

/// The past at the frame on the screen, where it was different.
static void show_past(cd_player *player) {
    player->has_past_shown = false;
    if (player->diverges < 0 || player->frame < player->diverges)
        return;
    feed_trails(&player->ghost, &player->past, player->frame);
    player->has_past_shown =
        decode(&player->past, player->frame, &player->past_arena, &player->past_shown);
}

static int nearest_full(const cd_recording *recording, int frame, int way) {
    int at = frame;
    while (at >= 0 && at < recording->count && recording->moments[at].detail != CD_DETAIL_FULL)
        at += way;
    return at >= 0 && at < recording->count ? at : frame;
}

void cd_player_move_to(cd_player *player, int frame) {
    if (frame < 0 || frame > cd_player_last(player))
        return;
    const cd_recording *recording = &player->live->recording;
    if (player->cannot_fill) // what is gone is gone: on to what is there
        frame = nearest_full(recording, frame, frame >= player->frame ? 1 : -1);
    if (cd_recording_detail(recording, frame) < CD_DETAIL_FULL) {
        player->wanted = player->cannot_fill ? -1 : frame;
        player->changed = true;
        return;
    }
    player->wanted = -1;
    if (frame == player->frame)
        return;
    feed_trails(&player->trails, recording, frame);
    if (!decode(recording, frame, &player->arena, &player->shown)) {
        player->frame = -1;
        player->shown = (cd_frame){0};
        return;
    }
    player->frame = frame;
    player->changed = true;
    show_past(player);
}

void cd_player_show_again(cd_player *player) {
    const int frame = player->frame;
    player->frame = -1;
    cd_player_move_to(player, frame);
}

void cd_player_show_held(cd_player *player) {
    for (int i = 0; player->dragging && i < player->shown.shape_count; i++) {
        cd_named_shape *named = &player->shown.shapes[i];
        if (strcmp(named->key, player->dragged) == 0)
            cd_shape_move(&named->shape, cd_sub(player->drag_to, cd_shape_middle(&named->shape)));
    }
    player->changed = true;
}

// ---------------------------------------------------------------------------------------- life

static void prepare(cd_player *player, const cd_launch *launch, const char *path, double now) {
    snprintf(player->path, sizeof player->path, "%s", path);
    player->launch = *launch;
    player->launch.path = player->path;
    if (player->live == NULL) {
        player->frame = player->wanted = player->diverges = -1;
        player->speed = player->speed > 0 ? player->speed : 1;
        if (player->memory_limit == 0)
            player->memory_limit = CD_RECORDING_MAX;
    }
    player->goal = -1;
    player->awaited.count = 0;
    player->dragging = false;
    player->ticked = now;
}

void cd_player_open(cd_player *player, const cd_launch *launch, const char *path, double now) {
    prepare(player, launch, path, now);
    cd_player_start_next(player, CD_FOR_OPENING, now);
}

void cd_player_open_kept(cd_player *player, const cd_launch *launch, cd_replay *replay,
                         const char *path, double now) {
    prepare(player, launch, path, now);
    player->launch.setting_count = 0;
    player->launch.has_seed = replay->has_seed;
    player->launch.seed = replay->seed;
    player->launch.trusted = false;
    cd_player_start_kept(player, replay, now);
}

const char *cd_player_save(const cd_player *player, const char *path) {
    if (player->live == NULL)
        return "nothing is loaded";
    if (player->next != NULL && player->reason == CD_FOR_INPUT)
        return "the run is just being made again";
    return cd_replay_save(path, player->live, &player->inputs, &player->launch);
}

void cd_player_close(cd_player *player) {
    cd_version_free(player->fill);
    cd_version_free(player->live);
    cd_version_free(player->next);
    cd_client_stop(&player->spare, NULL, 0);
    cd_watch_free(&player->failed);
    cd_inputs_free(&player->inputs);
    cd_inputs_free(&player->next_inputs);
    cd_recording_free(&player->past);
    cd_arena_free(&player->arena);
    cd_arena_free(&player->past_arena);
    cd_scenery_free(&player->scenery);
    cd_trails_free(&player->trails);
    cd_trails_free(&player->ghost);
    *player = (cd_player){.frame = -1};
}

void cd_player_halt(cd_player *player) {
    player->halted = player->halted || player->playing;
    player->playing = false;
}

// ---------------------------------------------------------------------------------------- new
// input

/// Frames asked for beyond the one on the screen.
static int ahead(const cd_player *player) { return AHEAD * (int)fmax(1, player->speed); }

/// The last frame that is there or asked for.
static int made_to(const cd_player *player) {
    const int last = cd_player_last(player), requested = player->live->requested;
    return last > requested ? last : requested; // of a kept run more is there than was run
}

/// The frame that input counts for now: while playing at the end of the recording the next that is
/// asked for, else the one on the screen, which is then made anew. -1: none.
static int input_frame(const cd_player *player) {
    if (player->live == NULL || player->frame < 0 ||
        (player->next != NULL && player->reason != CD_FOR_INPUT && player->reason != CD_FOR_EDIT))
        return -1;
    const bool at_end = made_to(player) - player->frame <= 2 * ahead(player);
    const bool goes_on = player->playing && at_end && player->live->error == NULL;
    return goes_on ? made_to(player) + 1 : player->frame;
}

/// Runs the script again where input has changed a frame that is there already.
static void rerun(cd_player *player, int frame, double now) {
    const bool met = player->next_revision == player->inputs.revision;
    player->inputs.revision++;
    player->known_to = -1;
    if (player->next != NULL && player->reason == CD_FOR_INPUT && met &&
        frame > player->next->requested)
        player->next_revision = player->inputs.revision; // on its way it will come by there
    if (player->next != NULL && player->reason == CD_FOR_EDIT)
        cd_player_start_next(player, CD_FOR_EDIT, now);
    else if (player->next == NULL && frame <= made_to(player))
        cd_player_start_next(player, CD_FOR_INPUT, now);
}

static bool holds(const cd_held *held, const char *key) {
    for (int i = 0; i < held->count; i++)
        if (strcmp(held->names[i], key) == 0)
            return true;
    return false;
}

static cd_held both(const cd_held *a, const cd_held *b) {
    cd_held all = *a;
    for (int i = 0; i < b->count && all.count < CD_KEYS_MAX; i++)
        if (!holds(&all, b->names[i]))
            strcpy(all.names[all.count++], b->names[i]);
    return all;
}

/// Forgets what comes after the frame on the screen, so that it comes anew with these keys; false
/// where there are none, or the run is just being replaced.
static bool use_awaited(cd_player *player, double now) {
    if (player->next != NULL && player->reason != CD_FOR_INPUT)
        player->awaited.count = 0;
    if (player->awaited.count == 0 || player->live == NULL || player->frame < 0)
        return false;
    cd_inputs_cut(&player->inputs, player->frame + 1);
    rerun(player, player->frame + 1, now);
    return true;
}

/// A key that goes with others asks for nothing by itself.
static bool is_modifier(const char *key) {
    return strstr(key, "shift") != NULL || strstr(key, "lock") != NULL;
}

/// Keys that have gone down. At the end of the recording they count as they are held; where it
/// stands, in the next step; and where it plays what is recorded, it goes another way from here.
static void take_keys(cd_player *player, const cd_held *held, double now) {
    cd_held fresh = {0};
    for (int i = 0; i < held->count; i++)
        if (!holds(&player->held, held->names[i]) && !is_modifier(held->names[i]))
            strcpy(fresh.names[fresh.count++], held->names[i]);
    player->held = *held;
    if (fresh.count == 0 || player->live == NULL || player->frame < 0)
        return;
    if (player->playing && input_frame(player) > made_to(player))
        return;
    player->awaited = both(&player->awaited, &fresh);
    player->awaits = !player->playing;
    if (player->playing)
        use_awaited(player, now);
}

/// Whether the run is being made again only to go another way from the frame on the screen.
static bool branching(const cd_player *player) {
    return player->awaited.count > 0 && player->next != NULL && player->reason == CD_FOR_INPUT;
}

// ---------------------------------------------------------------------------------------- time

static cd_held with_drag(const cd_player *player, const cd_held *held) {
    cd_held all = *held;
    all.dragging = player->dragging;
    snprintf(all.dragged, sizeof all.dragged, "%s", player->dragging ? player->dragged : "");
    all.to = player->dragging ? player->drag_to : (cd_vec){0};
    return all;
}

static void drive_live(cd_player *player, const cd_held *held, double now) {
    cd_version *live = player->live;
    const bool ended = live->error != NULL;
    if (cd_player_listen(player, live, now) && !ended)
        cd_player_announce(player, live, false);
    if (player->frame < 0 && live->recording.count > 0)
        cd_player_move_to(player, 0);
    const bool waiting = player->next != NULL && player->reason == CD_FOR_INPUT;
    if (live->error != NULL || live->received < 0 || waiting)
        return;
    int wanted = player->playing ? player->frame + ahead(player) : player->goal;
    const bool known = live->requested < player->known_to; // with the input of the version before
    if (known && wanted < player->known_to)
        wanted = player->known_to;
    const int most = known ? player->known_to : wanted;
    int at_once = (wanted < most ? wanted : most) - live->requested;
    if (at_once > 0 && live->requested - live->received < 2 * CD_CHUNK) {
        cd_held all = with_drag(player, held);
        if (!known && player->awaited.count > 0) {
            all = both(&all, &player->awaited);
            player->awaited.count = 0;
            at_once = 1;
        }
        if (!known)
            cd_inputs_hold(&player->inputs, live->requested + 1, &all);
        // What of a kept run is there is only compared.
        cd_version_ask(live, &player->inputs, at_once < CD_CHUNK ? at_once : CD_CHUNK,
                       known && live->saved ? CD_DETAIL_NONE : CD_DETAIL_FULL, now);
    }
}

static void advance(cd_player *player, double now) {
    const double dt = player->live->loaded != NULL ? player->live->loaded->dt : 0;
    const int last = cd_player_last(player);
    const bool ended = player->live->error != NULL;
    // A new version that cannot keep up with a moving frame is given a standing one.
    const bool wait = player->next != NULL && player->reason == CD_FOR_EDIT &&
                      player->next->received >= 0 && now - player->since > CHASE;
    if (branching(player))
        return;
    player->owed += (now - player->ticked) * player->speed;
    player->owed = fmin(player->owed, fmax(OWED_MAX * player->speed, 1.5 * dt));
    if (!player->playing || wait || !(dt > 0)) {
        player->owed = 0;
    } else if (player->wanted < 0) {
        const double steps = floor(player->owed / dt);
        int to = player->frame + (int)fmin(steps, 1e6);
        to = to < last ? to : last;
        player->owed -= (to - player->frame) * dt;
        cd_player_move_to(player, to);
        if (ended && player->frame >= last)
            cd_player_halt(player);
    }
    if (player->goal > player->frame && last > player->frame)
        cd_player_move_to(player, player->goal < last ? player->goal : last);
    if (player->goal <= player->frame || ended)
        player->goal = -1;
}

static void follow_files(cd_player *player, double now) {
    if (now - player->looked < LOOK_EVERY)
        return;
    player->looked = now;
    // The newest version's files: the one in the making, the one that failed, the one on screen.
    const bool making = player->next != NULL && player->reason != CD_FOR_INPUT;
    const cd_version *newest = making ? player->next : player->live;
    if (newest != NULL && newest->saved)
        return; // its files are in it
    cd_watch *watch = making                 ? &player->next->watch
                      : player->watch_failed ? &player->failed
                      : player->live != NULL ? &player->live->watch
                                             : NULL;
    if (watch != NULL && cd_watch_changed(watch))
        cd_player_start_next(player, CD_FOR_EDIT, now);
}

/// Keeps the recordings within their limits, and a runner ready.
static void keep_house(cd_player *player) {
    const int near = player->wanted >= 0 ? player->wanted : player->frame;
    cd_recording_thin(&player->live->recording, player->memory_limit, near);
    cd_recording_thin(&player->past, player->memory_limit / 2, near);
    cd_player_compare(player);
    // Also while the mouse holds a shape, as each of its moves needs one.
    if (player->spare.pid == 0 && (player->next == NULL || player->next->loaded != NULL))
        (void)cd_client_start(&player->spare, player->launch.program);
}

void cd_player_tick(cd_player *player, const cd_held *held, double now) {
    follow_files(player, now);
    take_keys(player, held, now);
    if (player->live != NULL) {
        drive_live(player, held, now);
        cd_player_drive_fill(player, now);
        keep_house(player);
        if (player->wanted >= 0)
            cd_player_move_to(player, player->wanted);
        advance(player, now);
    }
    if (player->next != NULL)
        cd_player_drive_next(player, now);
    player->ticked = now;
}

void cd_player_play(cd_player *player, bool playing, double now) {
    const bool over = player->live == NULL ||
                      (player->live->error != NULL && player->frame >= cd_player_last(player));
    player->playing = playing && !over;
    player->halted = false;
    player->owed = 0;
    player->goal = player->wanted = -1;
    player->changed = true;
    if (player->playing)
        use_awaited(player, now);
}

void cd_player_seek(cd_player *player, int frame) {
    player->playing = player->halted = false;
    player->changed = true;
    player->goal = player->wanted = -1;
    player->awaited.count = 0;
    if (player->live == NULL || player->frame < 0)
        return;
    if (frame <= cd_player_last(player))
        cd_player_move_to(player, frame > 0 ? frame : 0);
    else
        player->goal = frame;
}

void cd_player_step(cd_player *player, int by, double now) {
    const int from = player->wanted >= 0            ? player->wanted
                     : player->goal > player->frame ? player->goal
                                                    : player->frame;
    if (by > 0 && player->awaited.count > 0 && use_awaited(player, now)) {
        player->playing = player->halted = false;
        player->goal = player->frame + by;
        return;
    }
    cd_player_seek(player, from + by);
}

void cd_player_speed(cd_player *player, int by) {
    const double speed = by == 0 ? 1 : player->speed * (by > 0 ? 2 : 0.5);
    player->speed = fmin(fmax(speed, CD_SPEED_MIN), CD_SPEED_MAX);
    player->owed = 0;
    player->changed = true;
}

void cd_player_restart(cd_player *player, double now) {
    player->awaited.count = 0;
    player->goal = player->wanted = -1;
    cd_player_start_next(player, CD_FOR_RESTART, now);
}

bool cd_player_busy(const cd_player *player) {
    return player->next != NULL || player->playing || player->goal > player->frame ||
           player->wanted >= 0 || (player->live != NULL && cd_version_busy(player->live)) ||
           (player->fill != NULL && cd_version_busy(player->fill));
}

// ---------------------------------------------------------------------------------------- input

void cd_player_set(cd_player *player, const char *name, const char *value, double now) {
    const int frame = input_frame(player);
    if (frame < 0)
        return;
    cd_inputs_cut(&player->inputs, frame + 1);
    cd_inputs_set(&player->inputs, frame, name, value);
    rerun(player, frame, now);
}

void cd_player_say(cd_player *player, const char *line, double now) {
    const int frame = input_frame(player);
    if (frame < 0)
        return;
    cd_inputs_cut(&player->inputs, frame + 1);
    cd_inputs_say(&player->inputs, frame, line);
    rerun(player, frame, now);
}

void cd_player_drag(cd_player *player, const char *key, cd_vec to, double now) {
    const int frame = input_frame(player);
    if (frame < 0 || strlen(key) >= sizeof player->dragged)
        return;
    player->dragging = true;
    if (key != player->dragged)
        snprintf(player->dragged, sizeof player->dragged, "%s", key);
    player->drag_to = to;
    if (frame > made_to(player))
        return; // what is held goes with the next request
    int run;
    cd_held held = cd_inputs_at(&player->inputs, frame, 1, &run);
    held = with_drag(player, &held);
    cd_inputs_cut(&player->inputs, frame + 1);
    cd_inputs_hold(&player->inputs, frame, &held);
    rerun(player, frame, now);
    cd_player_show_held(player);
}

void cd_player_drop(cd_player *player) { player->dragging = false; }

cd_param cd_player_param(const cd_player *player, int index) {
    cd_param param = player->live->loaded->params[index];
    const char *value = cd_inputs_value(&player->inputs, player->frame, param.name);
    if (value == NULL)
        return param;
    if (param.kind == CD_PARAM_NUMBER)
        param.number = strtod(value, NULL);
    else if (param.kind == CD_PARAM_BOOLEAN)
        param.boolean = strcmp(value, "true") == 0;
    for (int i = 0; i < param.choice_count; i++)
        if (strcmp(param.choices[i], value) == 0)
            param.choice = i;
    return param;
}
