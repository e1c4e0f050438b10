// A player with real runners, driven without a window. To be included by one file of a test, whose
// program is its own runner.
#ifndef TESTS_PLAYER_DRIVER_H
#define TESTS_PLAYER_DRIVER_H

#include "own_runner.h"

#include "view/play/player.h"

static const cd_held nothing;

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
    rest(200);
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

/// Seeks a frame; whether it comes.
static inline bool go_to(cd_player *player, int frame) {
    cd_player_seek(player, frame);
    return reach(player, frame);
}

/// A player with a script whose first frame is on the screen.
static inline cd_player *open_script(const char *path) {
    cd_player *player = open_player(path, CD_RECORDING_MAX);
    CHECK(reach(player, 0));
    return player;
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

#endif
