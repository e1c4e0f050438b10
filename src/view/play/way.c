// See player.h. A version that takes over at once needs no picture on its way; one that needs long
// gets the first after FIRST_AFTER, so that a person sees soon what an edit does.
#include "view/play/player.h"

#define FIRST_AFTER 0.1   ///< seconds from the start of the next version
#define WORTH_SHOWING 0.2 ///< seconds that it must seem to need from then on
#define SHOWN_EVERY 0.1   ///< seconds between two pictures

/// Whether the next version may have pictures: not one that differs in the frame on the screen
/// alone, nor one that takes over at frame 0, nor while the mouse holds a shape in the picture.
static bool may_show(const cd_player *player) {
    return (player->reason == CD_FOR_EDIT || player->reason == CD_FOR_UNDO) &&
           player->live != NULL && player->frame >= 0 && player->grip.key[0] == '\0';
}

bool cd_way_is_shown(const cd_player *player) { return player->way.on; }

void cd_way_begin(cd_player *player) {
    player->way.surveyed = 0;
    if (!may_show(player))
        cd_way_end(player);
}

void cd_way_end(cd_player *player) {
    cd_way *way = &player->way;
    player->changed = player->changed || cd_way_is_shown(player);
    cd_arena_free(&way->arena);
    cd_arena_free(&way->past_arena);
    way->on = way->has_past = false;
}

/// Whether it is time for a picture of the next version.
static bool is_due(const cd_player *player, int to, double now) {
    const double passed = now - player->next_started;
    const int received = player->next->received;
    if (!may_show(player) || received < 0 || passed < FIRST_AFTER)
        return false;
    if (cd_way_is_shown(player))
        return now - player->way.shown_last >= SHOWN_EVERY;
    return passed * (to - received) / (received + 1) > WORTH_SHOWING;
}

/// Looks at the first frames of the next version, before the first picture of it.
static void survey(cd_way *way, const cd_recording *recording) {
    if (way->surveyed == 0) {
        way->survey.extent = (cd_extent){0};
        way->survey.kept = (cd_kept){0};
    }
    for (; way->surveyed < recording->count && way->surveyed <= 1; way->surveyed++)
        cd_player_survey(&way->survey, recording, way->surveyed);
}

/// Decodes the same frame of the version before, if it is another one and still there.
static void show_past(cd_way *way, const cd_recording *before, const cd_recording *after) {
    const int frame = way->shown.frame;
    way->has_past = frame < before->count &&
                    before->moments[frame].figure != after->moments[frame].figure &&
                    cd_player_decode(before, frame, &way->past_arena, &way->past);
}

void cd_way_show(cd_player *player, int to, double now) {
    cd_way *way = &player->way;
    if (!is_due(player, to, now))
        return;
    const cd_recording *recording = &player->next->recording;
    int frame = recording->count - 1;
    while (frame >= 0 && cd_recording_detail(recording, frame) < CD_DETAIL_FULL)
        frame--;
    if (frame < 0 || (way->on && frame == way->shown.frame && way->surveyed > 0))
        return;
    survey(way, recording);
    way->on = cd_player_decode(recording, frame, &way->arena, &way->shown);
    way->has_past = false;
    if (way->on && player->reason == CD_FOR_EDIT)
        show_past(way, &player->live->recording, recording);
    way->shown_last = now;
    player->changed = true;
}
