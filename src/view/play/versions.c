// Versions that replace one another: a new one is simulated up to the frame on the screen, and
// takes over there; see player.h. On its way it tells of most frames no more than what the timeline
// and the trails need, so that it comes fast.
#include "view/play/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRACE 0.2 ///< seconds for a file that is empty or cut off to become whole

// ---------------------------------------------------------------------------------------- starting

/// The input that the next version runs with.
static cd_inputs *next_inputs(cd_player *player) {
    const bool kept = player->reason == CD_FOR_EDIT || player->reason == CD_FOR_INPUT;
    return kept ? &player->inputs : &player->next_inputs;
}

/// A restart keeps the params as they are now, as if the run had begun with them.
static void carry_params(cd_player *player) {
    cd_inputs_free(&player->next_inputs);
    const cd_inputs *inputs = &player->inputs;
    for (int i = 0; i < inputs->setting_count; i++) {
        const struct cd_input_setting *setting = &inputs->settings[i];
        const bool is_line = setting->name[0] == '\0';
        if (setting->frame <= player->frame && !is_line)
            cd_inputs_set(&player->next_inputs, 0, setting->name, setting->value);
    }
}

void cd_player_begin(cd_player *player, const cd_inputs *inputs, cd_beginning *out) {
    int run, count = 0;
    out->launch = player->launch;
    for (; count < out->launch.setting_count && count < CD_SETTINGS_MAX / 2; count++)
        out->settings[count] = out->launch.settings[count];
    count += cd_inputs_settings(inputs, 0, out->settings + count, CD_SETTINGS_MAX - count);
    out->held = cd_inputs_at(inputs, 0, 1, &run);
    if (out->held.dragging)
        out->launch.drag = (cd_drag){out->held.dragged, out->held.to};
    out->launch.lines = out->lines;
    out->launch.line_count = cd_inputs_lines(inputs, 0, out->lines, CD_SETTINGS_MAX);
    out->launch.settings = out->settings;
    out->launch.setting_count = count;
    out->launch.lenient = true;
    out->launch.detail = CD_DETAIL_FULL;
    out->launch.spare = &player->spare;
}

void cd_player_start_next(cd_player *player, cd_reason reason, double now) {
    // A restart or an opening that has not come through yet is not lost by an edit.
    if (player->next == NULL || reason != CD_FOR_EDIT || player->reason == CD_FOR_INPUT)
        player->reason = reason;
    cd_version_free(player->next);
    if (reason == CD_FOR_RESTART)
        carry_params(player);
    else if (reason == CD_FOR_OPENING)
        cd_inputs_free(&player->next_inputs);
    cd_beginning beginning;
    cd_player_begin(player, next_inputs(player), &beginning);
    beginning.launch.lenient = player->reason != CD_FOR_OPENING;
    const bool again = player->reason == CD_FOR_INPUT;
    if (again && player->frame > 0)
        beginning.launch.detail = CD_DETAIL_NONE;
    player->suspect = 0;
    const bool kept =
        player->reason != CD_FOR_OPENING && player->live != NULL && player->live->saved;
    player->next = cd_version_start(&beginning.launch, again || kept ? player->live : NULL, now);
    player->next_revision = player->inputs.revision;
    player->since = now;
}

void cd_player_start_kept(cd_player *player, cd_replay *replay, double now) {
    cd_beginning beginning;
    player->reason = CD_FOR_OPENING;
    cd_version_free(player->next);
    cd_inputs_free(&player->next_inputs);
    player->next = replay->version;
    player->next_inputs = replay->inputs;
    *replay = (cd_replay){0};
    cd_player_begin(player, &player->next_inputs, &beginning);
    beginning.launch.detail = CD_DETAIL_NONE;
    cd_version_run(player->next, &beginning.launch, now);
    player->suspect = 0;
    player->since = now;
}

// ---------------------------------------------------------------------------------------- messages

/// Keeps a frame and its prints. False where it is damaged or does not fit.
static bool keep(cd_version *version, const uint8_t *data, size_t size) {
    cd_arena arena = {0};
    cd_message message;
    bool good = cd_message_decode(data, size, &arena, &message);
    const int n = good ? message.as.frame.frame : 0;
    const bool again = good && version->saved && n < version->recording.count;
    if (again && version->recording.moments[n].hash != message.as.frame.hash)
        cd_version_fail_replay(version, n);
    else
        good = good && (again || n == version->recording.count) &&
               cd_recording_put(&version->recording, &message.as.frame, data, size);
    for (int i = 0; good && !again && i < message.as.frame.print_count; i++)
        cd_log_add(&version->log, message.as.frame.frame, message.as.frame.prints[i]);
    for (int i = 0; good && i < message.as.frame.check_count && version->error == NULL; i++)
        if (message.as.frame.checks[i].raised)
            cd_version_fail_check(version, &message.as.frame.checks[i], message.as.frame.frame);
    cd_arena_free(&arena);
    return good;
}

bool cd_player_listen(cd_player *player, cd_version *version, double now) {
    for (int n = 0; n < 2 * CD_CHUNK; n++) {
        const uint8_t *data;
        size_t size;
        const cd_version_event event = cd_version_next(version, now, &data, &size);
        if (event == CD_EVENT_NONE)
            return false;
        if (event == CD_EVENT_ENDED)
            return true;
        player->changed = player->changed || version == player->live;
        if (event == CD_EVENT_FRAME && !keep(version, data, size)) {
            player->toast = "A frame could not be kept: out of memory";
            player->playing = false;
            return false;
        }
        if (event == CD_EVENT_FRAME && version == player->live)
            cd_player_survey(player, version->received);
    }
    return false;
}

// ---------------------------------------------------------------------------------------- taking
// over

void cd_player_announce(cd_player *player, const cd_version *version, bool standing) {
    char source[512] = "";
    const cd_error *error = version->error;
    const char *file = error->file[0] != '\0' ? error->file : version->path;
    cd_watch_line(&version->watch, file, error->line, source, sizeof source);
    cd_notice_set(&player->notice, error, version->path, source, standing);
    player->changed = true;
}

void cd_player_compare(cd_player *player) {
    const cd_recording *live = &player->live->recording, *past = &player->past;
    while (player->diverges < 0 && player->compared < live->count &&
           player->compared < past->count) {
        if (live->moments[player->compared].figure != past->moments[player->compared].figure)
            player->diverges = player->compared;
        player->compared++;
    }
}

static void forget_failed(cd_player *player) {
    cd_watch_free(&player->failed);
    player->watch_failed = false;
}

/// What the version before leaves: after an edit its recording, as the ghost; to its own text run
/// again all the frames that came out the same.
static void inherit(cd_player *player) {
    player->next->like = NULL;
    if (player->live != NULL && player->reason == CD_FOR_INPUT)
        cd_recording_adopt(&player->next->recording, &player->live->recording);
    if (player->reason != CD_FOR_INPUT) {
        cd_recording_free(&player->past);
        if (player->live != NULL && player->reason == CD_FOR_EDIT) {
            player->past = player->live->recording;
            player->live->recording = (cd_recording){0};
        }
    }
    player->compared = 0;
    player->diverges = -1;
    cd_trails_free(&player->ghost);
    player->has_past_shown = false;
}

/// After an edit the new version goes on as far as the old one had come, with the same input. Else
/// input beyond what was simulated belonged to the old run.
static void settle_inputs(cd_player *player) {
    const bool kept = player->reason == CD_FOR_OPENING && player->next->saved;
    player->known_to = player->reason == CD_FOR_EDIT ? player->past.count - 1
                       : kept                        ? player->next->recording.count - 1
                                                     : -1;
    if (player->reason == CD_FOR_EDIT || player->reason == CD_FOR_INPUT) {
        const int last = player->next->requested;
        cd_inputs_cut(&player->inputs, (last > player->known_to ? last : player->known_to) + 1);
        return;
    }
    const int revision = player->inputs.revision;
    cd_inputs_free(&player->inputs);
    player->inputs = player->next_inputs;
    player->inputs.revision = revision;
    player->next_inputs = (cd_inputs){0};
}

/// The next version becomes the one on the screen, at frame `frame` (-1: it has none).
static void take_over(cd_player *player, int frame, double now) {
    const bool first_seen = player->frame < 0;
    const bool changed_since =
        player->reason == CD_FOR_INPUT && player->inputs.revision != player->next_revision;
    inherit(player);
    if (!changed_since)
        settle_inputs(player);
    cd_version_free(player->fill);
    player->fill = NULL;
    player->cannot_fill = false;
    cd_version_free(player->live);
    player->live = player->next;
    player->next = NULL;
    player->generation++;
    cd_trails_free(&player->trails);
    player->extent = (cd_extent){0};
    player->notice.on = false;
    player->suspect = 0;
    forget_failed(player);
    player->opened = player->opened || first_seen || player->reason == CD_FOR_OPENING;
    for (int n = 0; n <= cd_player_last(player) && n <= 1; n++)
        cd_player_survey(player, n);
    player->frame = player->wanted = -1;
    player->goal = player->reason == CD_FOR_INPUT ? player->goal : -1;
    player->owed = 0;
    player->changed = true;
    cd_player_compare(player);
    if (frame >= 0)
        cd_player_move_to(player, frame);
    else
        player->shown = (cd_frame){0};
    if (player->live->error != NULL) {
        cd_player_halt(player);
        cd_player_announce(player, player->live, false);
    } else if (player->halted) {
        player->playing = true;
        player->halted = false;
    }
    if (changed_since && player->frame >= 0) {
        cd_player_start_next(player, CD_FOR_INPUT, now);
        cd_player_show_held(player);
    }
}

/// The frame at which the next version takes over.
static int target(const cd_player *player) {
    const bool stays = player->reason == CD_FOR_EDIT || player->reason == CD_FOR_INPUT;
    return stays && player->frame > 0 ? player->frame : 0;
}

/// The error may be that the file has not been written to its end yet: it is empty, it breaks off,
/// or it ends before it returns its scenario.
static bool unfinished(const cd_version *version) {
    return strcmp(version->error->phase, "load") == 0;
}

/// The next version has ended before it could take over.
static void next_failed(cd_player *player, double now) {
    if (player->reason == CD_FOR_EDIT && unfinished(player->next)) {
        if (player->suspect == 0)
            player->suspect = now;
        if (now - player->suspect < GRACE)
            return; // the files are looked at meanwhile
    }
    const bool live_stands = player->live != NULL && player->live->error == NULL &&
                             player->frame >= 0 && player->reason != CD_FOR_INPUT;
    const int last = player->next->recording.count - 1;
    if (player->reason == CD_FOR_OPENING || player->live == NULL || (!live_stands && last >= 0)) {
        take_over(player, last < target(player) ? last : target(player), now);
        return;
    }
    cd_player_announce(player, player->next, live_stands);
    if (player->reason == CD_FOR_INPUT) // the mouse may have moved what is shown
        cd_player_show_again(player);
    forget_failed(player);
    player->failed = player->next->watch;
    player->next->watch = (cd_watch){0};
    player->watch_failed = true;
    player->suspect = 0;
    cd_version_free(player->next);
    player->next = NULL;
}

/// How much a frame on the way has to tell: to its own text run again, only the last one.
static cd_detail detail_of(const cd_player *player, int frame, int *run) {
    const int to = target(player);
    const cd_detail passing = player->reason == CD_FOR_INPUT ? CD_DETAIL_NONE : CD_DETAIL_SHAPES;
    const bool full = frame >= to || (frame == 1 && player->reason != CD_FOR_INPUT);
    *run = full ? 1 : to - frame;
    return full ? CD_DETAIL_FULL : passing;
}

void cd_player_drive_next(cd_player *player, double now) {
    cd_version *next = player->next;
    if (cd_player_listen(player, next, now)) {
        next_failed(player, now);
        return;
    }
    const int to = target(player);
    if (cd_recording_detail(&next->recording, to) == CD_DETAIL_FULL) {
        take_over(player, to, now);
        return;
    }
    if (next->recording.count > to) {
        // The screen went back to a frame that was passed through: the others will be made again.
        player->next->like = NULL;
        take_over(player, to, now);
        return;
    }
    // Catching up: the input as it was recorded, up to the frame on the screen. Changed input
    // counts for that one, so it comes last: until then the mouse may move on.
    const bool last = next->received == to - 1 || player->reason != CD_FOR_INPUT;
    while (next->loaded != NULL && next->requested < (last ? to : to - 1) &&
           next->requested - next->received < 2 * CD_CHUNK) {
        int run;
        const cd_detail detail = detail_of(player, next->requested + 1, &run);
        cd_version_ask(next, next_inputs(player), run < CD_CHUNK ? run : CD_CHUNK, detail, now);
    }
}
