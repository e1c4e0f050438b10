// Frames that are not there in full detail (thinned out of the recording, or passed through when a
// version caught up) are made again by a runner of their own: the one that is wanted at once with
// those about it, the others when nothing else is to be done.
#include "view/play/player.h"

#include <string.h>

#define AFTER 64 ///< frames made beyond the one that is wanted

/// The next frame from `from` on that is not there in full; -1: none up to `to`.
static int first_gap(const cd_recording *recording, int from, int to) {
    for (int i = from; i <= to && i < recording->count; i++)
        if (recording->moments[i].detail != CD_DETAIL_FULL)
            return i;
    return -1;
}

/// The frames to be made now, and the one among them that must come; false: none. Those before a
/// wanted one are for its trails, and may have been thinned out again before it comes.
static bool choose(const cd_player *player, int *from, int *to, int *need) {
    const cd_recording *recording = &player->live->recording;
    if (player->wanted >= 0) {
        *from = player->wanted > CD_TRAIL_CONTEXT ? player->wanted - CD_TRAIL_CONTEXT : 0;
        *to = player->wanted + AFTER;
    } else {
        // In the background only what need not be thinned out again.
        *from = 0;
        *to = recording->stride == 0 && recording->memory < player->memory_limit / 2
                  ? recording->count - 1
                  : -1;
    }
    const int gap = first_gap(recording, *from, *to);
    *from = gap;
    *need = player->wanted >= 0 ? player->wanted : gap;
    return gap >= 0;
}

static void start(cd_player *player, double now) {
    cd_beginning beginning;
    cd_player_begin(player, &player->inputs, &beginning);
    cd_version_free(player->fill);
    player->fill = cd_version_start(&beginning.launch, player->live, now);
}

static void give_up(cd_player *player) {
    if (player->fill != NULL && player->fill->error != NULL)
        cd_player_announce(player, player->fill, true);
    else
        player->toast = "A frame came out differently when it was made again";
    player->cannot_fill = true;
    player->wanted = -1;
    cd_version_free(player->fill);
    player->fill = NULL;
}

/// False where the script does not come out the same again.
static bool listen(cd_player *player, double now) {
    for (int n = 0; n < 2 * CD_CHUNK; n++) {
        const uint8_t *data;
        size_t size;
        const cd_version_event event = cd_version_next(player->fill, now, &data, &size);
        if (event == CD_EVENT_NONE)
            return true;
        if (event == CD_EVENT_ENDED)
            return false;
        cd_arena arena = {0};
        cd_message message;
        if (event == CD_EVENT_FRAME) {
            bool good = cd_message_decode(data, size, &arena, &message);
            if (good && message.as.frame.frame < player->live->recording.count)
                good = cd_recording_put(&player->live->recording, &message.as.frame, data, size);
            player->changed = player->changed || message.as.frame.detail == CD_DETAIL_FULL;
            cd_arena_free(&arena);
            if (!good)
                return false;
        }
    }
    return true;
}

void cd_player_drive_fill(cd_player *player, double now) {
    int from = -1, to = -1, need = -1;
    const bool busy = player->next != NULL || player->goal > player->frame;
    const bool needed = !player->cannot_fill && player->live->loaded != NULL &&
                        choose(player, &from, &to, &need) && (player->wanted >= 0 || !busy);
    if (player->fill != NULL && !listen(player, now)) {
        give_up(player);
        return;
    }
    if (!needed || (player->fill == NULL && player->wanted < 0 && player->spare.pid == 0 && busy))
        return;
    if (player->fill == NULL || player->fill->received >= need) {
        if (player->fill == NULL || !cd_version_busy(player->fill))
            start(player, now);
        return;
    }
    cd_version *fill = player->fill;
    const cd_recording *recording = &player->live->recording;
    while (fill->loaded != NULL && fill->requested < to && fill->requested + 1 < recording->count &&
           fill->requested - fill->received < 2 * CD_CHUNK) {
        const int at = fill->requested + 1;
        const bool gap = at >= from && recording->moments[at].detail != CD_DETAIL_FULL;
        int run = 1;
        while (run < CD_CHUNK && at + run <= to && at + run < recording->count &&
               gap == (at + run >= from && recording->moments[at + run].detail != CD_DETAIL_FULL))
            run++;
        cd_version_ask(fill, &player->inputs, run, gap ? CD_DETAIL_FULL : CD_DETAIL_NONE, now);
    }
}
