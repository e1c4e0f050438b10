// A player with real runners, driven without a window. To be included by one file of a test, whose
// program is its own runner.
#ifndef TESTS_PLAYER_DRIVER_H
#define TESTS_PLAYER_DRIVER_H

#include "check.h"

#include "run/runner.h"
#include "view/play/player.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char program[CD_PATH_MAX];
static const cd_held nothing;

static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline cd_player *open_player(const char *path, size_t memory) {
    cd_player *player = calloc(1, sizeof *player);
    if (player == NULL)
        exit(1);
    const cd_launch launch = {.program = program};
    player->frame = -1;
    player->memory_limit = memory;
    cd_player_open(player, &launch, path, now());
    return player;
}

static inline void close_player(cd_player *player) {
    cd_player_close(player);
    free(player);
}

static inline void tick_with(cd_player *player, const cd_held *held) {
    cd_player_tick(player, held, now());
    nanosleep(&(struct timespec){0, 200000}, NULL);
}

static inline void tick(cd_player *player) { tick_with(player, &nothing); }

/// Ticks until a frame is on the screen and no request is pending.
static inline bool reach(cd_player *player, int frame) {
    const double end = now() + 30;
    do
        tick(player);
    while (now() < end && !player->notice.on && (player->frame != frame || player->next != NULL));
    return player->frame == frame && player->next == NULL;
}

/// Whether the frame on the screen equals that of another recording in every byte.
static inline bool same(const cd_player *player, const cd_recording *other) {
    const int frame = player->frame;
    if (cd_recording_detail(&player->live->recording, frame) != CD_DETAIL_FULL ||
        cd_recording_detail(other, frame) != CD_DETAIL_FULL)
        return false;
    const cd_bytes *a = &player->live->recording.moments[frame].bytes;
    const cd_bytes *b = &other->moments[frame].bytes;
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

/// How many frames are recorded in full.
static inline int count_full(const cd_player *player) {
    int count = 0;
    for (int i = 0; i <= cd_player_last(player); i++)
        count += cd_recording_detail(&player->live->recording, i) == CD_DETAIL_FULL;
    return count;
}

/// Ticks until the frames that were passed on the way to this one have been made in full.
static inline bool complete(cd_player *player) {
    const double end = now() + 30;
    while (now() < end && count_full(player) <= cd_player_last(player))
        tick(player);
    return count_full(player) > cd_player_last(player);
}

/// Begins the test's main: true where the program was started as a runner, which then has ended
/// with *status.
static inline bool was_runner(int argc, char **argv, int *status) {
    if (argc == 2 && strcmp(argv[1], "--runner") == 0) {
        *status = cd_runner_main(STDIN_FILENO, STDOUT_FILENO);
        return true;
    }
    signal(SIGPIPE, SIG_IGN); // as the program does: a runner may be gone before it is written to
    snprintf(program, sizeof program, "%s", cd_runner_program(argv[0]));
    return false;
}

#endif
