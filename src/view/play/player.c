// See player.h. This file follows time and the files of the scenario.
#include "view/play/player.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SPEED_MIN 0.0625
#define SPEED_MAX 8.0
#define CHECK_FILES_EVERY 0.05 ///< seconds
#define CHECK_SPARE_EVERY 0.25 ///< seconds
#define CHASE 1.0              ///< seconds that a new version may chase a picture that moves on
#define OWED_MAX 0.25          ///< seconds: a slow script plays slowly rather than in leaps
#define LEAP_MAX 1e6           ///< frames in one tick, so that their number fits an int
#define WAY_EVERY 0.4          ///< seconds between two pictures on the way to a frame far ahead

// -------------------------------------------------------------------------------------------- life

/// What every opening begins with; `path` becomes the player's.
static void prepare(cd_player *player, const cd_launch *launch, const char *path, double now) {
    snprintf(player->path, sizeof player->path, "%s", path);
    player->launch = *launch;
    player->launch.load.name = player->path;
    player->launch.plotted = &player->plotted;
    player->plotted.count = 0;
    player->unplotted = -1;
    if (player->live == NULL) {
        player->frame = player->wanted = player->diverges = -1;
        player->speed = player->speed > 0 ? player->speed : 1;
        if (player->memory_limit == 0)
            player->memory_limit = CD_RECORDING_MAX;
    }
    player->goal = player->opened_to = -1;
    player->pending = (cd_held){0};
    cd_player_drop(player);
    player->last_tick = now;
}

void cd_player_open(cd_player *player, const cd_launch *launch, const char *path, double now) {
    prepare(player, launch, path, now);
    cd_takeover_start(player, CD_FOR_OPENING, now);
}

void cd_player_open_case(cd_player *player, const cd_launch *launch, cd_case *opened, double now) {
    prepare(player, launch, opened->script, now);
    player->launch.load.setting_count = 0;
    player->launch.load.has_seed = opened->has_seed;
    player->launch.load.seed = opened->seed;
    cd_inputs_free(&player->next_inputs);
    player->next_inputs = opened->inputs;
    opened->inputs = (cd_inputs){0};
    player->opened_to = opened->frames;
    cd_takeover_start(player, CD_FOR_OPENING, now);
}

bool cd_player_messages(const cd_player *player, int to, cd_bytes *out) {
    return player->live != NULL &&
           cd_replay_messages(out, player->live, &player->inputs, &player->launch, to);
}

void cd_player_open_saved(cd_player *player, const cd_launch *launch, cd_replay *replay,
                          const char *path, double now) {
    prepare(player, launch, path, now);
    player->launch.load.setting_count = 0;
    player->launch.load.has_seed = replay->has_seed;
    player->launch.load.seed = replay->seed;
    player->launch.load.trusted = false;
    cd_takeover_start_saved(player, replay, now);
}

const char *cd_player_save(const cd_player *player, const char *path) {
    if (player->live == NULL)
        return "nothing is loaded";
    if (player->next != NULL && player->reason == CD_FOR_INPUT)
        return "the run is just being made again";
    return cd_replay_save(path, player->live, &player->inputs, &player->launch);
}

void cd_player_close(cd_player *player) {
    cd_version_free(player->refill);
    cd_version_free(player->live);
    cd_version_free(player->next);
    cd_runner_stop(&player->spare, NULL, 0);
    cd_watch_free(&player->failed);
    cd_inputs_free(&player->inputs);
    cd_inputs_free(&player->next_inputs);
    cd_recording_free(&player->past);
    cd_arena_free(&player->arena);
    cd_arena_free(&player->past_arena);
    cd_scenery_free(&player->survey.scenery);
    cd_way_end(player);
    cd_scenery_free(&player->way.survey.scenery);
    cd_trails_free(&player->trails);
    cd_trails_free(&player->past_trails);
    cd_takeover_forget_runs(player);
    cd_edits_free(&player->edits);
    cd_variants_end(&player->variants);
    *player = (cd_player){.frame = -1};
}

// -------------------------------------------------------------------------------------------- time

/// Takes in what the live version has made, and asks it for more.
static void drive_live(cd_player *player, const cd_held *held, double now) {
    cd_version *live = player->live;
    const bool ended = live->error != NULL;
    if (cd_player_listen(player, live, now) && !ended)
        cd_player_announce(player, live, false);
    if (player->frame < 0 && live->recording.count > 0)
        cd_player_show(player, 0);
    const bool remaking = player->next != NULL && player->reason == CD_FOR_INPUT;
    if (live->error == NULL && live->received >= 0 && !remaking)
        cd_player_request(player, held, now);
}

/// Shows the goal when it has been made, the last frame where the run has ended before, and now and
/// then a frame of the way.
static void approach_goal(cd_player *player, double now) {
    const int last = cd_player_last(player);
    int to = player->goal < last ? player->goal : last;
    if (last < player->goal && player->live->error == NULL) {
        if (now - player->way_shown < WAY_EVERY)
            return;
        while (to > player->frame &&
               cd_recording_detail(&player->live->recording, to) < CD_DETAIL_FULL)
            to--;
    }
    cd_player_show(player, to);
    player->way_shown = now;
    player->changed = true; // the timeline has grown
}

/// Moves the picture on by the time that has passed.
static void advance(cd_player *player, double now) {
    const double dt = player->live->loaded != NULL ? player->live->loaded->dt : 0;
    const int last = cd_player_last(player);
    const bool ended = player->live->error != NULL;
    // A new version that cannot catch up with a moving picture gets one that stands.
    const bool wait = cd_way_is_shown(player) ||
                      (player->next != NULL && player->reason == CD_FOR_EDIT &&
                       player->next->received >= 0 && now - player->next_started > CHASE);
    if (cd_player_branching(player))
        return;
    player->owed += (now - player->last_tick) * player->speed;
    player->owed = fmin(player->owed, fmax(OWED_MAX * player->speed, 1.5 * dt));
    if (!player->playing || wait || !(dt > 0)) {
        player->owed = 0;
    } else if (player->wanted < 0) {
        const double steps = floor(player->owed / dt);
        int to = player->frame + (int)fmin(steps, LEAP_MAX);
        to = to < last ? to : last;
        player->owed -= (to - player->frame) * dt;
        cd_player_show(player, to);
        if (ended && player->frame >= last)
            cd_player_halt(player);
    }
    if (player->goal > player->frame)
        approach_goal(player, now);
    if (player->goal <= player->frame || ended)
        player->goal = -1;
}

/// Starts the next version if a file has changed.
static void follow_files(cd_player *player, double now) {
    if (now - player->files_checked < CHECK_FILES_EVERY)
        return;
    player->files_checked = now;
    // The files of the newest version: the next one, the one that failed, the one on the screen.
    const bool making = player->next != NULL && player->reason != CD_FOR_INPUT;
    const cd_version *newest = making ? player->next : player->live;
    if (newest != NULL && newest->saved)
        return; // a saved run has no files
    cd_watch *watch = making                 ? &player->next->watch
                      : player->watch_failed ? &player->failed
                      : player->live != NULL ? &player->live->watch
                                             : NULL;
    if (watch != NULL && cd_watch_changed(watch))
        cd_takeover_start(player, CD_FOR_EDIT, now);
}

/// Keeps a spare runner ready: also during a drag, of which each move needs one. One that has ended
/// or was stopped is replaced.
static void keep_spare(cd_player *player, double now) {
    cd_runner *spare = &player->spare;
    if (spare->child.pid > 0 && now - player->spare_checked >= CHECK_SPARE_EVERY) {
        player->spare_checked = now;
        cd_runner_pump(spare);
        if (spare->ended || cd_runner_is_stopped(spare, now))
            cd_runner_stop(spare, NULL, 0);
    }
    if (spare->child.pid == 0 && (player->next == NULL || player->next->loaded != NULL))
        (void)cd_runner_start(spare, player->launch.program);
}

/// Whether a plot, "s.rock.spin", perhaps cut, is that of a path that is plotted.
static bool is_wanted(const cd_player *player, const char *name) {
    bool wanted = false;
    for (int i = 0; i < player->plotted.count; i++)
        wanted = wanted || cd_is_plot_of(name, player->plotted.paths[i]);
    return wanted;
}

/// Drops the plots of the state that nobody wants any longer; frames that were under way may bring
/// them back.
static void drop_plots(const cd_player *player, cd_recording *recording) {
    for (int i = recording->plot_count - 1; i >= 0; i--)
        if (recording->plots[i].of_state && !is_wanted(player, recording->plots[i].name))
            cd_recording_drop_plot(recording, i);
}

/// Keeps the recordings within their limits.
static void tidy_up(cd_player *player) {
    const int near = player->wanted >= 0 ? player->wanted : player->frame;
    cd_recording_thin(&player->live->recording, player->memory_limit, near);
    cd_recording_thin(&player->past, player->memory_limit / 2, near);
    drop_plots(player, &player->live->recording);
    drop_plots(player, &player->past);
    cd_player_compare(player);
}

/// Drives the variants beside the live version; they end with it.
static void drive_variants(cd_player *player, double now) {
    cd_variants *variants = &player->variants;
    if (variants->count > 0 && variants->generation != player->generation) {
        cd_variants_end(variants);
        player->changed = true;
    }
    if (variants->count > 0 && cd_variants_drive(variants, player->frame, cd_player_last(player),
                                                 player->memory_limit / 16, now))
        player->changed = true;
}

void cd_player_tick(cd_player *player, const cd_held *held, double now) {
    if (player->unstarted && player->next == NULL)
        cd_takeover_start(player, player->reason, now);
    follow_files(player, now);
    cd_player_take_keys(player, held, now);
    if (player->live != NULL) {
        drive_live(player, held, now);
        cd_refill_drive(player, now);
        drive_variants(player, now);
        tidy_up(player);
        keep_spare(player, now);
        if (player->wanted >= 0)
            cd_player_show(player, player->wanted);
        advance(player, now);
    }
    if (player->next != NULL)
        cd_takeover_drive(player, now);
    player->last_tick = now;
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
        cd_player_use_pending(player, now);
}

void cd_player_seek(cd_player *player, int frame) {
    player->playing = player->halted = false;
    player->changed = true;
    player->goal = player->wanted = -1;
    player->pending = (cd_held){0};
    if (player->live == NULL || player->frame < 0)
        return;
    if (frame <= cd_player_last(player))
        cd_player_show(player, frame > 0 ? frame : 0);
    else
        player->goal = frame;
}

void cd_player_step(cd_player *player, int by, double now) {
    const int from = player->wanted >= 0            ? player->wanted
                     : player->goal > player->frame ? player->goal
                                                    : player->frame;
    if (by > 0 && cd_player_has_pending(player) && cd_player_use_pending(player, now)) {
        player->playing = player->halted = false;
        player->goal = player->frame + by;
        return;
    }
    cd_player_seek(player, from + by);
}

void cd_player_speed(cd_player *player, int by) {
    const double speed = by == 0 ? 1 : player->speed * (by > 0 ? 2 : 0.5);
    player->speed = fmin(fmax(speed, SPEED_MIN), SPEED_MAX);
    player->owed = 0;
    player->changed = true;
}

void cd_player_restart(cd_player *player, double now) {
    player->pending = (cd_held){0};
    player->goal = player->wanted = -1;
    cd_takeover_start(player, CD_FOR_RESTART, now);
}

void cd_player_undo(cd_player *player, bool redo, double now) {
    cd_history *from = redo ? &player->redo : &player->undo;
    player->changed = true;
    if (player->next != NULL && player->reason == CD_FOR_UNDO) {
        snprintf(player->toast, sizeof player->toast, "The run before is just coming back");
    } else if (player->next != NULL && player->reason == CD_FOR_RESTART && !redo) {
        cd_version_free(player->next); // the run is still there
        player->next = NULL;
        snprintf(player->toast, sizeof player->toast, "The restart is called off");
    } else if (from->count == 0 || (player->next != NULL && player->reason == CD_FOR_OPENING)) {
        snprintf(player->toast, sizeof player->toast, "Nothing to %s", redo ? "redo" : "undo");
    } else {
        player->playing = player->halted = false;
        player->pending = (cd_held){0};
        player->goal = player->wanted = -1;
        cd_player_drop(player);
        cd_takeover_restore(player, from, now);
    }
}

/// Takes another run in place of the one on the screen: cd_takeover_choose.
static void choose_run(cd_player *player, const cd_version *texts, const cd_inputs *inputs,
                       double now) {
    if (player->next != NULL && player->reason != CD_FOR_INPUT) {
        snprintf(player->toast, sizeof player->toast, "Another run is just coming");
        return;
    }
    player->pending = (cd_held){0};
    player->goal = player->wanted = -1;
    cd_player_drop(player);
    if (!cd_takeover_choose(player, texts, inputs, now))
        snprintf(player->toast, sizeof player->toast, "Out of memory: that run cannot be shown");
}

void cd_player_show_edit(cd_player *player, int i, double now) {
    player->changed = true;
    if (i >= 0 && i < player->edits.count && player->edits.list[i].text != NULL &&
        i != player->edits.current && player->live != NULL && player->frame >= 0)
        choose_run(player, player->edits.list[i].text, NULL, now);
}

void cd_player_vary(cd_player *player, const cd_param *param, double now) {
    cd_variants *variants = &player->variants;
    const bool again = variants->count > 0 && strcmp(variants->param, param->name) == 0;
    player->changed = true;
    cd_variants_end(variants);
    if (!again && player->live != NULL && player->frame >= 0)
        cd_variants_start(variants, &player->launch, player->live, &player->inputs, param,
                          player->generation, now);
}

void cd_player_take_variant(cd_player *player, int i, double now) {
    player->changed = true;
    if (i >= 0 && i < player->variants.count && player->live != NULL && player->frame >= 0)
        choose_run(player, NULL, &player->variants.list[i].inputs, now);
}

bool cd_player_busy(const cd_player *player) {
    return player->next != NULL || player->playing || player->goal > player->frame ||
           player->wanted >= 0 || cd_variants_busy(&player->variants, cd_player_last(player)) ||
           (player->live != NULL && cd_version_busy(player->live)) ||
           (player->refill != NULL && cd_version_busy(player->refill));
}

// --------------------------------------------------------------------------------- the state

/// The number of a path among those that are plotted; -1: it is not.
static int find_plotted(const cd_plotted *plotted, const char *path) {
    int i = plotted->count - 1;
    while (i >= 0 && strcmp(plotted->paths[i], path) != 0)
        i--;
    return i;
}

bool cd_player_plots(const cd_player *player, const char *path) {
    return find_plotted(&player->plotted, path) >= 0;
}

/// How many plots are the script's own.
static int scripts_plots(const cd_player *player) {
    const cd_recording *recording = &player->live->recording;
    int count = 0;
    for (int i = 0; i < recording->plot_count; i++)
        count += !recording->plots[i].of_state;
    return count;
}

bool cd_player_plot(cd_player *player, const char *path) {
    cd_plotted *plotted = &player->plotted;
    const int known = find_plotted(plotted, path);
    if (player->live == NULL || strlen(path) >= sizeof plotted->paths[0])
        return false;
    if (known < 0 && plotted->count + scripts_plots(player) >= CD_PLOTS_MAX)
        return false;
    player->changed = true;
    if (known >= 0) {
        memmove(plotted->paths[known], plotted->paths[known + 1],
                (size_t)(--plotted->count - known) * sizeof plotted->paths[0]);
        drop_plots(player, &player->live->recording);
        return true;
    }
    strcpy(plotted->paths[plotted->count++], path);
    const int last = cd_player_last(player), asked = player->live->requested;
    player->unplotted = last > asked ? last : asked;
    player->next_unplotted = player->next != NULL;
    cd_version_free(player->refill); // it has begun without this path
    player->refill = NULL;
    player->cannot_refill = false;
    return true;
}
