// See player.h. On its way to the frame on the screen, the next version sends of most frames only
// what the timeline and the trails need, so it arrives fast.
#include "view/play/player.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define GRACE 0.2 ///< seconds that an editor may need to write a file to its end

// ---------------------------------------------------------------------------------------- starting

/// The run that an undo brings back.
static cd_former_run *former(const cd_player *player) {
    assert(player->restoring != NULL && player->restoring->count > 0);
    return &player->restoring->runs[player->restoring->count - 1];
}

/// The version whose text the next one runs; NULL: it reads the files.
static const cd_version *text_of_next(const cd_player *player) {
    const bool saved = player->live != NULL && player->live->saved;
    if (player->reason == CD_FOR_UNDO && former(player)->text != NULL)
        return former(player)->text;
    const bool same = player->reason == CD_FOR_INPUT || player->reason == CD_FOR_UNDO ||
                      (player->reason != CD_FOR_OPENING && saved);
    return same ? player->live : NULL;
}

/// The input that the next version runs with.
static cd_inputs *next_inputs(cd_player *player) {
    const bool same_run = player->reason == CD_FOR_EDIT || player->reason == CD_FOR_INPUT;
    return same_run ? &player->inputs : &player->next_inputs;
}

/// Keeps the params of a restart as they are now, as if the run had begun with them.
static void carry_params(cd_player *player) {
    cd_inputs_free(&player->next_inputs);
    for (int i = 0; i < player->inputs.event_count; i++) {
        const cd_input_event *event = &player->inputs.events[i];
        const bool is_line = event->name[0] == '\0';
        if (event->frame <= player->frame && !is_line)
            cd_inputs_set(&player->next_inputs, 0, event->name, event->value);
    }
}

void cd_takeover_start(cd_player *player, cd_reason reason, double now) {
    // An edit does not cancel a restart or an opening that is on its way.
    if (player->next == NULL || reason != CD_FOR_EDIT || player->reason == CD_FOR_INPUT ||
        player->reason == CD_FOR_UNDO)
        player->reason = reason;
    cd_version_free(player->next);
    cd_way_begin(player);
    if (reason != CD_FOR_INPUT && player->wanted < 0) { // the next version is to have its processor
        cd_version_free(player->refill);
        player->refill = NULL;
    }
    if (reason == CD_FOR_RESTART)
        carry_params(player);
    else if (reason == CD_FOR_OPENING && player->opened_to < 0)
        cd_inputs_free(&player->next_inputs);
    cd_input_step storage;
    cd_launch launch = cd_launch_with_input(&player->launch, next_inputs(player), &storage);
    launch.spare = &player->spare;
    launch.load.lenient = player->reason != CD_FOR_OPENING;
    if (player->reason == CD_FOR_INPUT && player->frame > 0)
        launch.load.detail = CD_DETAIL_NONE;
    player->next = cd_version_start(&launch, text_of_next(player), now);
    player->unstarted = player->next == NULL;
    player->next_revision = player->inputs.revision;
    player->next_unplotted = false;
    player->next_started = now;
    player->unfinished_since = 0;
}

void cd_takeover_restore(cd_player *player, cd_history *from, double now) {
    cd_inputs inputs;
    player->restoring = from;
    if (!cd_inputs_copy(&former(player)->inputs, &inputs)) {
        snprintf(player->toast, sizeof player->toast, "Out of memory: nothing is undone");
        return;
    }
    cd_inputs_free(&player->next_inputs);
    player->next_inputs = inputs;
    if (former(player)->text != NULL) // the files as they are now have the text after it
        former(player)->text->watch.former = true;
    cd_takeover_start(player, CD_FOR_UNDO, now);
}

void cd_takeover_start_saved(cd_player *player, cd_replay *replay, double now) {
    cd_input_step storage;
    player->reason = CD_FOR_OPENING;
    cd_version_free(player->next);
    cd_way_begin(player);
    cd_inputs_free(&player->next_inputs);
    player->next = replay->version;
    player->unstarted = false;
    player->next_inputs = replay->inputs;
    *replay = (cd_replay){0};
    cd_launch launch = cd_launch_with_input(&player->launch, &player->next_inputs, &storage);
    launch.spare = &player->spare;
    launch.load.detail = CD_DETAIL_NONE;
    cd_version_run(player->next, &launch, now);
    player->next_started = now;
    player->unfinished_since = 0;
}

// -------------------------------------------------------------------------------------------- undo

#define HISTORY_BYTES ((size_t)64 << 20) ///< of files and input; the oldest runs go

static void forget_run(cd_history *history, int i) {
    cd_version_free(history->runs[i].text);
    cd_inputs_free(&history->runs[i].inputs);
    history->count--;
    memmove(&history->runs[i], &history->runs[i + 1],
            sizeof history->runs[0] * (size_t)(history->count - i));
}

static void forget_all(cd_history *history) {
    while (history->count > 0)
        forget_run(history, history->count - 1);
}

void cd_takeover_forget_runs(cd_player *player) {
    forget_all(&player->undo);
    forget_all(&player->redo);
    forget_all(&player->chosen);
}

static size_t size_of_runs(const cd_history *history) {
    size_t size = 0;
    for (int i = 0; i < history->count; i++) {
        const cd_former_run *run = &history->runs[i];
        size += (size_t)run->inputs.change_count * sizeof *run->inputs.changes +
                (size_t)run->inputs.event_count * sizeof *run->inputs.events;
        for (int k = 0; run->text != NULL && k < run->text->watch.count; k++)
            size += run->text->watch.files[k].size;
    }
    return size;
}

/// Keeps the live run, and its text if `text` is that; the oldest run makes room. False without
/// memory.
static bool keep_run(cd_player *player, cd_history *history, cd_version *text) {
    const int made = cd_player_last(player), known = player->known_to; // not all made yet
    cd_former_run run = {.text = text, .frame = player->frame, .last = made > known ? made : known};
    if (!cd_inputs_copy(&player->inputs, &run.inputs))
        return false;
    if (history->count == CD_HISTORY_MAX)
        forget_run(history, 0);
    history->runs[history->count++] = run;
    while (history->count > 1 && size_of_runs(history) > HISTORY_BYTES)
        forget_run(history, 0);
    return true;
}

bool cd_takeover_choose(cd_player *player, const cd_version *texts, const cd_inputs *inputs,
                        double now) {
    cd_inputs copy = {0};
    forget_all(&player->chosen);
    cd_version *text = texts != NULL ? cd_version_texts(texts) : NULL;
    if ((texts != NULL && text == NULL) || (inputs != NULL && !cd_inputs_copy(inputs, &copy)) ||
        !keep_run(player, &player->chosen, text)) {
        cd_version_free(text);
        cd_inputs_free(&copy);
        return false;
    }
    if (inputs != NULL) {
        cd_inputs_free(&player->chosen.runs[0].inputs);
        player->chosen.runs[0].inputs = copy;
    }
    cd_takeover_restore(player, &player->chosen, now);
    return true;
}

/// Says how many frames have been dropped.
static void say_dropped(cd_player *player, int count, bool kept) {
    if (count > 0)
        snprintf(player->toast, sizeof player->toast, "%d frame%s dropped%s", count,
                 count > 1 ? "s" : "",
                 !kept       ? ""
                 : count > 1 ? ", Ctrl+Z brings them back"
                             : ", Ctrl+Z brings it back");
}

void cd_takeover_keep_run(cd_player *player) {
    const int dropped = player->seen - player->frame;
    if (dropped <= 0 || (player->next != NULL && player->reason == CD_FOR_INPUT))
        return; // what a drag goes on with has been dropped
    forget_all(&player->redo);
    say_dropped(player, dropped, keep_run(player, &player->undo, NULL));
    player->seen = player->frame;
}

/// Keeps the run that the next version replaces, for an undo. Whether it has kept its version.
static bool keep_replaced(cd_player *player) {
    const cd_reason reason = player->reason;
    if (reason == CD_FOR_OPENING)
        cd_takeover_forget_runs(player);
    if (player->live == NULL || player->frame < 0 || reason == CD_FOR_OPENING ||
        reason == CD_FOR_INPUT ||
        (reason == CD_FOR_RESTART && player->seen <= 0 && !player->live->watch.former))
        return false;
    cd_history *to = &player->undo;
    const bool undone = reason == CD_FOR_UNDO;
    if (undone && player->restoring == &player->undo)
        to = &player->redo;
    else if (!undone || player->restoring == &player->chosen)
        forget_all(&player->redo);
    cd_version *text = undone && former(player)->text == NULL ? NULL : player->live;
    const bool kept = keep_run(player, to, text);
    if (!kept && text != NULL)
        forget_all(to); // those before it without a text had this one
    if (undone)
        snprintf(player->toast, sizeof player->toast, "%s, Ctrl+%s takes that back",
                 player->restoring == &player->chosen ? "Chosen"
                 : to == &player->redo                ? "Undone"
                                                      : "Redone",
                 to == &player->redo ? "Y" : "Z");
    else if (reason == CD_FOR_RESTART)
        say_dropped(player, player->seen, kept);
    return kept && text != NULL;
}

// ------------------------------------------------------------------------------------- taking over

static void forget_failed(cd_player *player) {
    cd_watch_free(&player->failed);
    player->watch_failed = false;
}

/// Takes what the live version leaves: after an edit its recording becomes the past; if the same
/// text ran again, the next version takes all frames that came out the same.
static void inherit(cd_player *player) {
    const bool same_text = player->live != NULL && player->next->source == player->live;
    player->next->source = NULL;
    if (same_text && (player->reason == CD_FOR_INPUT || player->reason == CD_FOR_UNDO))
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
    cd_trails_free(&player->past_trails);
    player->has_past_shown = false;
}

/// After an edit the new version goes on with the same input as far as the old one had come. Input
/// beyond that, or beyond what has been simulated, belonged to the old run and is dropped.
static void take_inputs(cd_player *player) {
    const bool saved = player->reason == CD_FOR_OPENING && player->next->saved;
    if (player->reason == CD_FOR_EDIT) { // a version that an error ended had not come to all of it
        const int past = player->past.count - 1;
        player->known_to = past > player->known_to ? past : player->known_to;
    } else {
        player->known_to = player->reason == CD_FOR_UNDO      ? former(player)->last
                           : saved                            ? player->next->recording.count - 1
                           : player->reason == CD_FOR_OPENING ? player->opened_to
                                                              : -1;
        player->seen = player->known_to;
    }
    if (player->reason == CD_FOR_EDIT || player->reason == CD_FOR_INPUT) {
        const int last = player->next->requested;
        cd_inputs_truncate(&player->inputs,
                           (last > player->known_to ? last : player->known_to) + 1);
        return;
    }
    const int revision = player->inputs.revision;
    cd_inputs_free(&player->inputs);
    player->inputs = player->next_inputs;
    player->inputs.revision = revision;
    player->next_inputs = (cd_inputs){0};
}

/// Makes the next version the one on the screen, at frame `frame` (-1: it has none).
static void take_over(cd_player *player, int frame, double now) {
    const bool first_seen = player->frame < 0;
    const bool changed_since =
        player->reason == CD_FOR_INPUT && player->inputs.revision != player->next_revision;
    const bool text_kept = keep_replaced(player);
    const cd_reason reason = player->reason;
    if (reason != CD_FOR_INPUT && player->past.count > 0)
        cd_edits_note_divergence(&player->edits, player->diverges);
    if (reason == CD_FOR_EDIT && player->live != NULL) {
        cd_edits_note_checks(&player->edits, &player->shown);
        cd_edits_add(&player->edits, player->live, player->next);
    } else if (reason == CD_FOR_OPENING || player->live == NULL) {
        cd_edits_begin(&player->edits, player->next);
    }
    inherit(player);
    if (!changed_since)
        take_inputs(player);
    if (player->reason == CD_FOR_UNDO)
        forget_run(player->restoring, player->restoring->count - 1);
    cd_version_free(player->refill);
    player->refill = NULL;
    player->cannot_refill = false;
    if (text_kept)
        cd_version_retire(player->live);
    else
        cd_version_free(player->live);
    player->live = player->next;
    player->next = NULL;
    cd_way_end(player);
    player->unplotted = player->next_unplotted ? player->live->requested : -1;
    player->next_unplotted = false;
    player->generation++;
    cd_trails_free(&player->trails);
    player->survey.extent = (cd_extent){0};
    player->survey.kept = (cd_kept){0};
    player->notice.on = false;
    player->unfinished_since = 0;
    forget_failed(player);
    player->opened = player->opened || first_seen || player->reason == CD_FOR_OPENING;
    for (int n = 0; n <= cd_player_last(player) && n <= 1; n++)
        cd_player_survey(&player->survey, &player->live->recording, n);
    player->frame = player->wanted = -1;
    player->goal = player->reason == CD_FOR_INPUT ? player->goal : -1;
    player->opened_to = -1;
    player->owed = 0;
    player->changed = true;
    cd_player_compare(player);
    if (frame >= 0)
        cd_player_show(player, frame);
    else
        player->shown = (cd_frame){0};
    if (reason == CD_FOR_EDIT && player->frame >= 0 && player->frame == frame)
        cd_edits_note_turned(&player->edits, &player->shown);
    else if (reason == CD_FOR_UNDO)
        cd_edits_find(&player->edits, player->live);
    if (player->live->error != NULL) {
        cd_player_halt(player);
        cd_player_announce(player, player->live, false);
    } else if (player->halted) {
        player->playing = true;
        player->halted = false;
    }
    if (changed_since && player->frame >= 0) {
        cd_takeover_start(player, CD_FOR_INPUT, now);
        cd_player_show_dragged(player);
    }
}

int cd_takeover_target(const cd_player *player) {
    if (player->reason == CD_FOR_UNDO)
        return former(player)->frame;
    const bool stays = player->reason == CD_FOR_EDIT || player->reason == CD_FOR_INPUT;
    return stays && player->frame > 0 ? player->frame : 0;
}

/// Whether the error may be that a file is not written to its end yet: it is not there, it is
/// empty, it breaks off, or it ends before it returns its scenario.
static bool may_be_unfinished(const cd_version *version) {
    const char *phase = version->error->phase;
    return strcmp(phase, "load") == 0 || strcmp(phase, "file") == 0;
}

/// Handles a next version that has ended before it could take over: where the person has nothing
/// better to look at it takes over as it is, else it goes and its error is shown.
static void next_failed(cd_player *player, double now) {
    if (player->reason == CD_FOR_EDIT && may_be_unfinished(player->next)) {
        if (player->unfinished_since == 0)
            player->unfinished_since = now;
        if (now - player->unfinished_since < GRACE)
            return; // the files are checked meanwhile
    }
    const bool live_stands = player->live != NULL && player->live->error == NULL &&
                             player->frame >= 0 && player->reason != CD_FOR_INPUT;
    const int last = player->next->recording.count - 1;
    if (player->reason == CD_FOR_OPENING || player->live == NULL || (!live_stands && last >= 0)) {
        take_over(player, last < cd_takeover_target(player) ? last : cd_takeover_target(player),
                  now);
        return;
    }
    cd_player_announce(player, player->next, live_stands);
    cd_way_end(player);
    player->next->source = NULL;
    if (player->reason == CD_FOR_UNDO)
        forget_run(player->restoring, player->restoring->count - 1);
    if (player->reason == CD_FOR_INPUT) // the mouse may have moved the shape that is shown
        cd_player_show_again(player);
    forget_failed(player);
    player->failed = player->next->watch;
    player->next->watch = (cd_watch){0};
    player->watch_failed = true;
    player->unfinished_since = 0;
    cd_version_free(player->next);
    player->next = NULL;
}

/// The detail that a frame on the way needs: where the same text runs again, only the last frame
/// needs any; else some are in full, for a picture. *run: for how many frames from it on that is
/// the same.
static cd_detail detail_of(const cd_player *player, int frame, int *run) {
    const int to = cd_takeover_target(player), left = to - frame;
    if (player->reason == CD_FOR_INPUT && left > 0) {
        *run = left;
        return CD_DETAIL_NONE;
    }
    const int past = frame % CD_WAY_STRIDE, next = CD_WAY_STRIDE - past;
    const bool full = left <= 0 || frame == 1 || past == 0;
    *run = full ? 1 : left < next ? left : next;
    return full ? CD_DETAIL_FULL : CD_DETAIL_SHAPES;
}

void cd_takeover_drive(cd_player *player, double now) {
    assert(player->next != NULL);
    cd_version *next = player->next;
    if (cd_player_listen(player, next, now)) {
        next_failed(player, now);
        return;
    }
    const int to = cd_takeover_target(player);
    if (next->recording.count > to) {
        // In full, but where the screen went back to a frame that was passed: refill makes it so.
        take_over(player, to, now);
        return;
    }
    cd_way_show(player, to, now);
    // Catch up with the recorded input to the frame on the screen. Changed input is for that frame,
    // so it is asked for last: until then the mouse may move on.
    const bool last = next->received == to - 1 || player->reason != CD_FOR_INPUT;
    while (next->loaded != NULL && next->requested < (last ? to : to - 1) &&
           next->requested - next->received < 2 * CD_CHUNK) {
        int run;
        const cd_detail detail = detail_of(player, next->requested + 1, &run);
        cd_version_ask(next, next_inputs(player), run < CD_CHUNK ? run : CD_CHUNK, detail, now);
    }
}
