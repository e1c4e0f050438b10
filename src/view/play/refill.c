// See player.h.
#include "view/play/player.h"

#include <assert.h>
#include <stdio.h>

#define AFTER 64 ///< frames that are made beyond the wanted one
#define BESIDE 8 ///< frames around the one on the screen whose state is made with it

/// The frames to be made, `from` to `to`, and the one among them that must come.
typedef struct refill_range {
    int from, to, need;
    cd_detail detail; ///< in which they are wanted; without detail they are made for their plots
} refill_range;

static bool is_gap(const cd_recording *recording, int frame, cd_detail wanted) {
    return recording->moments[frame].detail < wanted;
}

/// Whether the frame on the screen is to have the state's values, and has not.
static bool lacks_state(const cd_player *player) {
    return player->wants_state && player->frame >= 0 &&
           cd_recording_detail(&player->live->recording, player->frame) < CD_DETAIL_STATE;
}

/// Chooses the frames to be made now; false: none. Those before a wanted one are for its trails,
/// and may have been thinned out again before it comes.
static bool choose(const cd_player *player, refill_range *out) {
    const cd_recording *recording = &player->live->recording;
    const int wanted = player->wanted;
    if (wanted >= 0)
        *out = (refill_range){.from = wanted > CD_TRAIL_CONTEXT ? wanted - CD_TRAIL_CONTEXT : 0,
                              .to = wanted + AFTER,
                              .detail = CD_DETAIL_FULL};
    else if (lacks_state(player))
        *out = (refill_range){.from = player->frame > BESIDE ? player->frame - BESIDE : 0,
                              .to = player->frame + (player->playing ? AFTER : BESIDE),
                              .detail = CD_DETAIL_STATE};
    else if (player->unplotted >= 0 && recording->count > 0) {
        const int last = recording->count - 1;
        *out = (refill_range){.to = player->unplotted < last ? player->unplotted : last};
        out->need = out->to + 1;
        return true;
    } else if (recording->stride == 0 && recording->memory < player->memory_limit / 2)
        *out = (refill_range){.to = recording->count - 1, .detail = CD_DETAIL_FULL};
    else
        return false; // in the background only what need not be thinned out again
    while (out->from < recording->count && out->from <= out->to &&
           !is_gap(recording, out->from, out->detail))
        out->from++;
    out->need = wanted >= 0 ? wanted : out->from;
    return out->from < recording->count && out->from <= out->to;
}

static void start(cd_player *player, const refill_range *range, double now) {
    cd_input_step storage;
    cd_launch launch = cd_launch_with_input(&player->launch, &player->inputs, &storage);
    launch.spare = &player->spare;
    if (range->from == 0 && range->detail > launch.load.detail)
        launch.load.detail = range->detail;
    cd_version_free(player->refill);
    player->refill = cd_version_start(&launch, player->live, now);
}

/// The script does not come out the same again: what is gone stays gone.
static void give_up(cd_player *player) {
    if (player->refill->error != NULL)
        cd_player_announce(player, player->refill, true);
    else
        snprintf(player->toast, sizeof player->toast,
                 "A frame came out differently when it was made again");
    player->cannot_refill = true;
    player->wanted = -1;
    cd_version_free(player->refill);
    player->refill = NULL;
}

/// Puts a frame in its place in the recording; false where it is not the one that was there.
static bool put_back(void *user, const uint8_t *data, size_t size) {
    cd_player *player = user;
    cd_recording *recording = &player->live->recording;
    cd_arena arena = {0};
    cd_message message;
    bool good = cd_message_decode(data, size, &arena, &message);
    if (good && message.as.frame.frame < recording->count)
        good = cd_recording_put(recording, &message.as.frame, data, size);
    player->changed = player->changed || (good && message.as.frame.detail >= CD_DETAIL_FULL);
    if (good && message.as.frame.frame == player->frame &&
        message.as.frame.detail == CD_DETAIL_STATE)
        cd_player_show_again(player);
    if (good && player->unplotted >= 0 && message.as.frame.frame >= player->unplotted) {
        player->unplotted = -1;
        player->changed = true;
    }
    cd_arena_free(&arena);
    return good;
}

/// Asks for frames up to range->to: those without a gap only to get past them.
static void ask(cd_player *player, const refill_range *range, double now) {
    cd_version *refill = player->refill;
    const cd_recording *recording = &player->live->recording;
    const int last = range->to < recording->count - 1 ? range->to : recording->count - 1;
    while (refill->loaded != NULL && refill->requested < last &&
           refill->requested - refill->received < 2 * CD_CHUNK) {
        const int at = refill->requested + 1;
        const cd_detail wanted = range->detail;
        const bool gap = at >= range->from && is_gap(recording, at, wanted);
        int run = 1;
        while (run < CD_CHUNK && at + run <= last &&
               gap == (at + run >= range->from && is_gap(recording, at + run, wanted)))
            run++;
        cd_version_ask(refill, &player->inputs, run, gap ? wanted : CD_DETAIL_NONE, now);
    }
}

void cd_refill_drive(cd_player *player, double now) {
    assert(player->live != NULL);
    refill_range range;
    const bool busy = player->next != NULL || player->goal > player->frame;
    const bool needed = !player->cannot_refill && player->live->loaded != NULL &&
                        choose(player, &range) && (player->wanted >= 0 || !busy);
    if (player->refill != NULL &&
        cd_version_listen(player->refill, now, put_back, player) != CD_VERSION_IDLE) {
        give_up(player);
        return;
    }
    if (!needed)
        return;
    if (player->refill != NULL && player->refill->received < range.need)
        ask(player, &range, now);
    else if (player->refill == NULL || !cd_version_busy(player->refill))
        start(player, &range, now);
}
