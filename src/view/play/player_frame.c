// See player.h.
#include "view/play/player.h"

#include "record/allocate.h"
#include "view/scene/draw_budget.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

int cd_player_last(const cd_player *player) {
    return player->live != NULL ? player->live->recording.count - 1 : -1;
}

// ---------------------------------------------------------------------------------------- showing

bool cd_player_decode(const cd_recording *recording, int frame, cd_arena *arena, cd_frame *out) {
    cd_arena old = *arena;
    const cd_frame before = old.used > 0 ? *out : (cd_frame){0};
    *arena = (cd_arena){0};
    const bool good = cd_recording_frame(recording, frame, &before, arena, out);
    cd_arena_free(&old);
    if (!good)
        *out = (cd_frame){0};
    return good;
}

void cd_player_survey(cd_survey *survey, const cd_recording *recording, int frame) {
    cd_arena arena = {0};
    cd_frame first;
    if (frame <= 1 && cd_player_decode(recording, frame, &arena, &first)) {
        if (frame == 0)
            cd_scenery_set(&survey->scenery, &first);
        cd_scene_extent(&first, &survey->extent);
        survey->kept = first.kept;
    }
    cd_arena_free(&arena);
}

/// Seconds of processor time for the trails of a picture after a leap. Where decoding takes longer,
/// trails are short, and the next picture goes on.
#define TRAILS_BUDGET 0.05

/// Adds the frames up to `to` that the trails do not have, as after a leap: the newest first.
static void feed_trails(cd_trails *trails, const cd_recording *recording, int to) {
    cd_arena arena = {0};
    cd_frame frame;
    const int first = to > CD_TRAIL_CONTEXT ? to - CD_TRAIL_CONTEXT : 0;
    cd_draw_budget budget = cd_draw_budget_of(TRAILS_BUDGET);
    for (int n = to; n >= first && cd_draw_budget_left(&budget, CD_DRAW_BOXES); n--)
        if (!cd_trails_has(trails, n) && cd_player_decode(recording, n, &arena, &frame))
            cd_trails_feed(trails, &frame);
    cd_arena_free(&arena);
}

/// Shows the past at the frame on the screen, if that lies behind the first difference; beyond the
/// end of the past its last frame, as long as trails last, so that an edit is seen also where the
/// run plays on at its end.
static void show_past(cd_player *player) {
    player->has_past_shown = false;
    if (player->diverges < 0 || player->frame < player->diverges)
        return;
    const int last = player->past.count - 1;
    const int frame = player->frame < last ? player->frame : last;
    if (player->frame - frame >= CD_TRAIL_FRAMES)
        return;
    feed_trails(&player->past_trails, &player->past, frame);
    player->has_past_shown =
        cd_player_decode(&player->past, frame, &player->past_arena, &player->past_shown);
}

/// The nearest frame from `frame` on in direction `way` (1, -1) that is there in full; else
/// `frame`.
static int nearest_full(const cd_recording *recording, int frame, int way) {
    int at = frame;
    while (at >= 0 && at < recording->count && recording->moments[at].detail < CD_DETAIL_FULL)
        at += way;
    return at >= 0 && at < recording->count ? at : frame;
}

/// Says what scenario.camera did wrong in the frame on the screen, once for each version. The run
/// goes on.
static void announce_aim(cd_player *player) {
    const cd_aim *aim = &player->shown.aim;
    if (!aim->set || aim->problem[0] == '\0' || player->aim_said == player->generation)
        return;
    const char *message = aim->problem;
    char path[CD_PATH_MAX] = "", source[512] = "";
    int length = 0;
    const int line = cd_split_place(aim->problem, &length, &message);
    snprintf(path, sizeof path, "%.*s", length, aim->problem);
    cd_watch_line(&player->live->watch, path, line, source, sizeof source);
    const cd_error error = {"camera", message, path, line, "", player->frame};
    cd_notice_set(&player->notice, &error, player->live->path, source, false);
    player->aim_said = player->generation;
}

void cd_player_show(cd_player *player, int frame) {
    if (frame < 0 || frame > cd_player_last(player))
        return;
    const cd_recording *recording = &player->live->recording;
    if (player->cannot_refill)
        frame = nearest_full(recording, frame, frame >= player->frame ? 1 : -1);
    if (cd_recording_detail(recording, frame) < CD_DETAIL_FULL) {
        const int near = nearest_full(recording, frame, -1);
        if (player->frame < 0 && near != frame) // better than no picture
            cd_player_show(player, near);
        player->wanted = player->cannot_refill ? -1 : frame;
        player->changed = true;
        return;
    }
    player->wanted = -1;
    if (frame == player->frame)
        return;
    feed_trails(&player->trails, recording, frame - 1);
    if (!cd_player_decode(recording, frame, &player->arena, &player->shown)) {
        player->frame = -1;
        player->shown = (cd_frame){0};
        return;
    }
    if (!cd_trails_has(&player->trails, frame))
        cd_trails_feed(&player->trails, &player->shown);
    assert(player->shown.frame == frame);
    player->frame = frame;
    player->seen = frame > player->seen ? frame : player->seen;
    player->changed = true;
    announce_aim(player);
    show_past(player);
}

void cd_player_show_again(cd_player *player) {
    const int frame = player->frame;
    player->frame = -1;
    cd_player_show(player, frame);
}

void cd_player_show_dragged(cd_player *player) {
    for (int i = 0; player->grip.key[0] != '\0' && i < player->shown.shape_count; i++) {
        cd_named_shape *named = &player->shown.shapes[i];
        if (strcmp(named->key, player->grip.key) == 0)
            cd_shape_move(&named->shape, cd_sub(player->grip.to, cd_shape_middle(&named->shape)));
    }
    player->changed = true;
}

void cd_player_compare(cd_player *player) {
    const cd_recording *live = &player->live->recording, *past = &player->past;
    for (; player->diverges < 0 && player->compared < live->count && player->compared < past->count;
         player->compared++)
        if (live->moments[player->compared].figure != past->moments[player->compared].figure)
            player->diverges = player->compared;
}

// ---------------------------------------------------------------------------------------- messages

void cd_player_halt(cd_player *player) {
    player->halted = player->halted || player->playing;
    player->playing = false;
}

void cd_player_announce(cd_player *player, const cd_version *version, bool standing) {
    char source[512] = "";
    const cd_error *error = version->error;
    const char *file = error->file[0] != '\0' ? error->file : version->path;
    cd_watch_line(&version->watch, file, error->line, source, sizeof source);
    cd_notice_set(&player->notice, error, version->path, source, standing);
    player->changed = true;
}

typedef struct frame_keeper {
    cd_player *player;
    cd_version *version;
} frame_keeper;

/// Keeps a frame and its prints. A saved run has its frames already: they must come out the same.
/// False where the frame is damaged or there is no memory.
static bool keep(void *user, const uint8_t *data, size_t size) {
    const frame_keeper *k = user;
    cd_version *version = k->version;
    cd_arena arena = {0};
    cd_message message;
    const unsigned failed = cd_allocations_failed();
    bool good = cd_message_decode_after(&k->player->shown, data, size, &arena, &message);
    const cd_frame *frame = &message.as.frame;
    const int n = good ? frame->frame : 0;
    const bool again = good && version->saved && n < version->recording.count;
    if (again && version->recording.moments[n].hash != frame->hash)
        cd_version_fail_replay(version, n);
    else
        good = good && (again || n == version->recording.count) &&
               cd_recording_put(&version->recording, frame, data, size);
    if (!good)
        cd_version_fail_frame(version, failed);
    for (int i = 0; good && !again && i < frame->print_count; i++)
        cd_log_add(&version->log, n, frame->prints[i]);
    for (int i = 0; good && i < frame->check_count && version->error == NULL; i++)
        if (frame->checks[i].raised)
            cd_version_fail_check(version, &frame->checks[i], n);
    cd_arena_free(&arena);
    if (good && version == k->player->live) {
        k->player->changed = k->player->changed || k->player->goal <= k->player->frame;
        cd_player_survey(&k->player->survey, &version->recording, version->received);
    }
    return good;
}

bool cd_player_listen(cd_player *player, cd_version *version, double now) {
    frame_keeper keeper = {player, version};
    (void)cd_version_listen(version, now, keep, &keeper);
    return version->error != NULL; // also of a frame that could not be kept
}
