// See player.h. Messages of both versions are taken in here; time and files are followed below.
#include "view/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_EVERY 0.05 ///< seconds between two looks at the files
#define GRACE 0.2       ///< for a file that is empty or cut off to become whole
#define CHASE 1.0       ///< after this long a new version need not chase a moving frame
#define AHEAD 3         ///< frames asked for beyond the one on the screen while playing
#define CHUNK 64        ///< frames asked for at once when catching up
#define OWED_MAX 0.25   ///< a slow script plays slowly rather than in leaps

int cd_player_last(const cd_player *player) {
    return player->live != NULL ? player->live->recording.count - 1 : -1;
}

// ---------------------------------------------------------------------------------------- showing

static bool decode(const cd_recording *recording, int frame, cd_arena *arena, cd_frame *out) {
    cd_arena_free(arena);
    return cd_recording_frame(recording, frame, arena, out);
}

/// Puts a recorded frame on the screen.
static void show(cd_player *player, int frame) {
    if (!decode(&player->live->recording, frame, &player->arena, &player->shown)) {
        player->frame = -1;
        player->shown = (cd_frame){0};
        return;
    }
    player->frame = frame;
    player->changed = true;
    cd_trails_feed(&player->trails, &player->shown);
}

/// Frames 0 and 1 tell how large the world is, and frame 0 what of it is scenery.
static void survey(cd_player *player, int frame) {
    cd_arena arena = {0};
    cd_frame first;
    double before = cd_extent_size(&player->extent);
    if (frame <= 1 && decode(&player->live->recording, frame, &arena, &first)) {
        if (frame == 0)
            cd_scenery_set(&player->scenery, &first);
        cd_scene_extent(&first, &player->extent);
        player->grown = player->grown || cd_extent_size(&player->extent) > before;
    }
    cd_arena_free(&arena);
}

/// The trail needs the frames before the one on the screen, also after a leap.
static void feed_trails(cd_player *player, int to) {
    cd_arena arena = {0};
    cd_frame frame;
    for (int n = to > CD_TRAIL_FRAMES ? to - CD_TRAIL_FRAMES + 1 : 0; n < to; n++)
        if (!cd_trails_has(&player->trails, n) &&
            decode(&player->live->recording, n, &arena, &frame))
            cd_trails_feed(&player->trails, &frame);
    cd_arena_free(&arena);
}

static void move_to(cd_player *player, int frame) {
    if (frame == player->frame || frame < 0 || frame > cd_player_last(player))
        return;
    feed_trails(player, frame);
    show(player, frame);
}

// ---------------------------------------------------------------------------------------- versions

static void start_next(cd_player *player, cd_reason reason, double now) {
    // A restart or an opening that has not come through yet is not lost by an edit.
    if (player->next == NULL || reason != CD_FOR_EDIT)
        player->reason = reason;
    cd_version_free(player->next);
    cd_log_clear(&player->next_log);
    player->suspect = 0;
    player->next = cd_version_start(&player->launch, now);
    player->since = now;
}

void cd_player_open(cd_player *player, const cd_launch *launch, const char *path, double now) {
    snprintf(player->path, sizeof player->path, "%s", path);
    player->launch = *launch;
    player->launch.path = player->path;
    player->launch.observe = true;
    if (player->live == NULL)
        player->frame = -1;
    player->goal = -1;
    player->ticked = now;
    start_next(player, CD_FOR_OPENING, now);
}

static void forget_failed(cd_player *player) {
    cd_watch_free(&player->failed);
    player->watch_failed = false;
}

void cd_player_close(cd_player *player) {
    cd_version_free(player->live);
    cd_version_free(player->next);
    forget_failed(player);
    cd_inputs_free(&player->inputs);
    cd_arena_free(&player->arena);
    cd_scenery_free(&player->scenery);
    cd_trails_free(&player->trails);
    cd_log_clear(&player->log);
    cd_log_clear(&player->next_log);
    *player = (cd_player){.frame = -1};
}

static void announce(cd_player *player, const cd_version *version, bool standing) {
    char source[512] = "";
    const cd_error *error = version->error;
    const char *file = error->file[0] != '\0' ? error->file : version->path;
    cd_watch_line(&version->watch, file, error->line, source, sizeof source);
    cd_notice_set(&player->notice, error, version->path, source, standing);
    player->changed = true;
}

/// An error stops the playing; mending it lets it go on.
static void halt(cd_player *player) {
    player->halted = player->halted || player->playing;
    player->playing = false;
}

/// The next version becomes the one on the screen, at frame `frame` (-1: it has none).
static void take_over(cd_player *player, int frame) {
    bool first_seen = player->frame < 0;
    cd_version_free(player->live);
    player->live = player->next;
    player->next = NULL;
    cd_log_clear(&player->log);
    player->log = player->next_log;
    player->next_log = (cd_log){0};
    cd_trails_free(&player->trails);
    player->extent = (cd_extent){0};
    player->notice.on = false;
    player->suspect = 0;
    forget_failed(player);
    if (player->reason == CD_FOR_EDIT) { // keys after what was simulated belonged to the old run
        int run, last = player->live->requested;
        cd_keys keys = cd_inputs_at(&player->inputs, last, 1, &run);
        cd_inputs_set(&player->inputs, last + 1, &keys);
    } else {
        cd_inputs_free(&player->inputs);
    }
    player->opened = player->opened || first_seen || player->reason == CD_FOR_OPENING;
    for (int n = 0; n <= cd_player_last(player) && n <= 1; n++)
        survey(player, n);
    player->frame = -1;
    player->goal = -1;
    player->owed = 0;
    player->changed = true;
    if (frame >= 0)
        move_to(player, frame);
    else
        player->shown = (cd_frame){0};
    if (player->live->error != NULL) {
        halt(player);
        announce(player, player->live, false);
    } else if (player->halted) {
        player->playing = true;
        player->halted = false;
    }
}

/// The frame at which the next version takes over.
static int target(const cd_player *player) {
    return player->reason == CD_FOR_EDIT && player->frame > 0 ? player->frame : 0;
}

/// The error may be that the file has not been written to its end yet.
static bool unfinished(const cd_version *version) {
    if (version->watch.count == 0)
        return false;
    const cd_watched *script = &version->watch.files[0];
    bool empty = script->why != NULL || script->size == 0;
    return empty || strstr(version->error->message, "<eof>") != NULL ||
           strstr(version->error->message, "unfinished") != NULL;
}

/// The next version has ended before it could take over.
static void next_failed(cd_player *player, double now) {
    if (player->reason == CD_FOR_EDIT && unfinished(player->next)) {
        if (player->suspect == 0)
            player->suspect = now;
        if (now - player->suspect < GRACE)
            return; // the files are looked at meanwhile
    }
    bool live_stands = player->live != NULL && player->live->error == NULL && player->frame >= 0;
    int last = player->next->recording.count - 1;
    if (player->reason == CD_FOR_OPENING || player->live == NULL || (!live_stands && last >= 0)) {
        take_over(player, last < target(player) ? last : target(player));
        return;
    }
    announce(player, player->next, live_stands);
    forget_failed(player);
    player->failed = player->next->watch;
    player->next->watch = (cd_watch){0};
    player->watch_failed = true;
    player->suspect = 0;
    cd_version_free(player->next);
    player->next = NULL;
}

// ---------------------------------------------------------------------------------------- messages

/// Keeps a frame and its prints. False where it is damaged or does not fit.
static bool keep(cd_version *version, cd_log *log, const uint8_t *data, size_t size) {
    cd_arena arena = {0};
    cd_message message;
    bool good = cd_message_decode(data, size, &arena, &message) &&
                message.as.frame.frame == version->recording.count &&
                cd_recording_append(&version->recording, data, size);
    for (int i = 0; good && i < message.as.frame.print_count; i++)
        cd_log_add(log, message.as.frame.frame, message.as.frame.prints[i]);
    cd_arena_free(&arena);
    return good;
}

/// Takes in what a version has said, for a few milliseconds' worth; true when it has ended.
static bool listen(cd_player *player, cd_version *version, cd_log *log, double now) {
    for (int n = 0; n < 2 * CHUNK; n++) {
        const uint8_t *data;
        size_t size;
        cd_event event = cd_version_next(version, now, &data, &size);
        if (event == CD_EVENT_NONE)
            return false;
        if (event == CD_EVENT_ENDED)
            return true;
        player->changed = player->changed || version == player->live;
        if (event == CD_EVENT_FRAME && !keep(version, log, data, size)) {
            player->toast = "A frame could not be kept: out of memory";
            player->playing = false;
            return false;
        }
        if (event == CD_EVENT_FRAME && version == player->live)
            survey(player, version->received);
    }
    return false;
}

static bool is_full(cd_player *player) {
    if (player->live->recording.memory < CD_RECORDING_MAX)
        return false;
    bool wants_more = player->playing || player->goal > player->frame;
    if (wants_more && player->frame >= cd_player_last(player)) {
        player->toast = "The recording is full (512 MB): paused. R starts again";
        player->playing = false;
        player->goal = -1;
    }
    return true;
}

static void request(cd_version *version, int count, const cd_keys *keys, double now) {
    const char *names[CD_KEYS_MAX];
    for (int i = 0; i < keys->count; i++)
        names[i] = keys->names[i];
    cd_version_request(version, count, names, keys->count, now);
}

static void drive_next(cd_player *player, double now) {
    cd_version *next = player->next;
    if (listen(player, next, &player->next_log, now)) {
        next_failed(player, now);
        return;
    }
    int to = target(player);
    if (next->recording.count > to) {
        take_over(player, to);
        return;
    }
    // Catching up: the keys as they were recorded, up to the frame on the screen.
    while (next->loaded != NULL && next->requested < to &&
           next->requested - next->received < 2 * CHUNK) {
        int run, most = to - next->requested < CHUNK ? to - next->requested : CHUNK;
        cd_keys none = {0}, keys = cd_inputs_at(&player->inputs, next->requested + 1, most, &run);
        request(next, run, player->reason == CD_FOR_EDIT ? &keys : &none, now);
    }
}

static void drive_live(cd_player *player, const cd_keys *held, double now) {
    cd_version *live = player->live;
    bool ended = live->error != NULL;
    if (listen(player, live, &player->log, now) && !ended)
        announce(player, live, false);
    if (player->frame < 0 && live->recording.count > 0)
        move_to(player, 0);
    if (live->error != NULL || live->loaded == NULL || is_full(player))
        return;
    int wanted = player->playing ? player->frame + AHEAD : player->goal;
    int at_once = wanted - live->requested;
    if (at_once > 0 && live->requested - live->received < 2 * CHUNK) {
        at_once = at_once < CHUNK ? at_once : CHUNK;
        cd_inputs_set(&player->inputs, live->requested + 1, held);
        request(live, at_once, held, now);
    }
}

// ---------------------------------------------------------------------------------------- time

static void advance(cd_player *player, double now) {
    double dt = player->live->loaded != NULL ? player->live->loaded->dt : 0;
    int last = cd_player_last(player);
    bool ended = player->live->error != NULL;
    // A new version that cannot keep up with a moving frame is given a standing one.
    bool wait = player->next != NULL && player->reason == CD_FOR_EDIT &&
                player->next->received >= 0 && now - player->since > CHASE;
    player->owed = fmin(player->owed + now - player->ticked, fmax(OWED_MAX, 1.5 * dt));
    if (!player->playing || wait || !(dt > 0)) {
        player->owed = 0;
    } else {
        double steps = floor(player->owed / dt);
        int to = player->frame + (int)fmin(steps, 1e6);
        to = to < last ? to : last;
        player->owed -= (to - player->frame) * dt;
        move_to(player, to);
        if (ended && player->frame >= last)
            halt(player);
    }
    if (player->goal > player->frame && last > player->frame)
        move_to(player, player->goal < last ? player->goal : last);
    if (player->goal <= player->frame || ended)
        player->goal = -1;
}

static void follow_files(cd_player *player, double now) {
    if (now - player->looked < LOOK_EVERY)
        return;
    player->looked = now;
    // The newest version's files: the one in the making, the one that failed, the one on screen.
    cd_watch *watch = player->next != NULL   ? &player->next->watch
                      : player->watch_failed ? &player->failed
                      : player->live != NULL ? &player->live->watch
                                             : NULL;
    if (watch != NULL && cd_watch_changed(watch))
        start_next(player, CD_FOR_EDIT, now);
}

void cd_player_tick(cd_player *player, const cd_keys *held, double now) {
    follow_files(player, now);
    if (player->live != NULL)
        drive_live(player, held, now);
    if (player->live != NULL)
        advance(player, now);
    if (player->next != NULL)
        drive_next(player, now);
    player->ticked = now;
}

void cd_player_play(cd_player *player, bool playing) {
    bool over = player->live == NULL ||
                (player->live->error != NULL && player->frame >= cd_player_last(player));
    player->playing = playing && !over;
    player->halted = false;
    player->owed = 0;
    player->goal = -1;
    player->changed = true;
}

void cd_player_step(cd_player *player, int by) {
    int from = player->goal > player->frame ? player->goal : player->frame;
    player->playing = player->halted = false;
    player->changed = true;
    if (player->live == NULL || player->frame < 0)
        return;
    if (by < 0)
        move_to(player, player->frame + by < 0 ? 0 : player->frame + by);
    else
        player->goal = from + by;
}

void cd_player_restart(cd_player *player, double now) {
    player->goal = -1;
    start_next(player, CD_FOR_RESTART, now);
}

bool cd_player_busy(const cd_player *player) {
    return player->next != NULL || player->playing || player->goal > player->frame ||
           (player->live != NULL && cd_version_busy(player->live));
}
