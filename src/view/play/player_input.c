// See player.h. While playing at the end of the recording, input goes into the next frame
// that is asked for. Else it changes a frame that is there already: the run is made again from
// frame 0 with the new input (CD_FOR_INPUT), and what was recorded after that frame is dropped.
#include "view/play/player.h"

#include <math.h>
#include <string.h>

#define AHEAD 3 ///< frames asked for beyond the one on the screen while playing at normal speed

static int ahead(const cd_player *player) { return AHEAD * (int)fmax(1, player->speed); }

/// The last frame that is recorded or asked for: of a saved run more is recorded than has been run.
static int made_to(const cd_player *player) {
    const int last = cd_player_last(player), requested = player->live->requested;
    return last > requested ? last : requested;
}

/// The frame that input goes into now; -1: none.
static int input_frame(const cd_player *player) {
    if (player->live == NULL || player->frame < 0 ||
        (player->next != NULL && player->reason != CD_FOR_INPUT && player->reason != CD_FOR_EDIT))
        return -1;
    const bool at_end = made_to(player) - player->frame <= 2 * ahead(player);
    const bool goes_on = player->playing && at_end && player->live->error == NULL;
    return goes_on ? made_to(player) + 1 : player->frame;
}

/// Runs the script again if the input of a frame has changed that is there already.
static void rerun(cd_player *player, int frame, double now) {
    const bool up_to_date = player->next_revision == player->inputs.revision;
    player->inputs.revision++;
    player->known_to = -1;
    if (player->next != NULL && player->reason == CD_FOR_INPUT && up_to_date &&
        frame > player->next->requested)
        player->next_revision = player->inputs.revision; // it has yet to come to this frame
    if (player->next != NULL && player->reason == CD_FOR_EDIT)
        cd_takeover_start(player, CD_FOR_EDIT, now);
    else if (player->next == NULL && frame <= made_to(player))
        cd_takeover_start(player, CD_FOR_INPUT, now);
}

// ------------------------------------------------------------------------------------------- keys

static bool holds(const cd_held *held, const char *key) {
    for (int i = 0; i < held->count; i++)
        if (strcmp(held->names[i], key) == 0)
            return true;
    return false;
}

/// What is held in a, with the keys of b, its turns of the wheel and its text.
static cd_held both(const cd_held *a, const cd_held *b) {
    cd_held all = *a;
    const size_t room = sizeof all.text - 1 - strlen(all.text);
    all.mouse.wheel += b->mouse.wheel;
    strncat(all.text, b->text, cd_cut_length(b->text, strlen(b->text), room));
    for (int i = 0; i < b->count && all.count < CD_KEYS_MAX; i++)
        if (!holds(&all, b->names[i]))
            strcpy(all.names[all.count++], b->names[i]);
    return all;
}

bool cd_player_has_pending(const cd_player *player) {
    return player->pending.count > 0 || cd_held_is_momentary(&player->pending);
}

bool cd_player_use_pending(cd_player *player, double now) {
    if (player->next != NULL && player->reason != CD_FOR_INPUT)
        player->pending = (cd_held){0};
    if (!cd_player_has_pending(player) || player->live == NULL || player->frame < 0)
        return false;
    cd_takeover_keep_run(player);
    cd_inputs_truncate(&player->inputs, player->frame + 1);
    rerun(player, player->frame + 1, now);
    return true;
}

/// Whether a key is pressed only together with others.
static bool is_modifier(const char *key) {
    return strstr(key, "shift") != NULL || strstr(key, "lock") != NULL;
}

void cd_player_take_keys(cd_player *player, const cd_held *held, double now) {
    cd_held fresh = {.mouse.wheel = held->mouse.wheel};
    strcpy(fresh.text, held->text);
    for (int i = 0; i < held->count; i++)
        if (!holds(&player->last_held, held->names[i]) && !is_modifier(held->names[i]))
            strcpy(fresh.names[fresh.count++], held->names[i]);
    player->last_held = *held;
    if ((fresh.count == 0 && !cd_held_is_momentary(&fresh)) || player->live == NULL ||
        player->frame < 0)
        return;
    player->pending = both(&player->pending, &fresh); // of a slow run the next step may be far off
    player->key_pending = !player->playing;
    if (player->playing && input_frame(player) <= made_to(player))
        cd_player_use_pending(player, now); // what was recorded goes another way from here
}

bool cd_player_branching(const cd_player *player) {
    return cd_player_has_pending(player) && player->next != NULL && player->reason == CD_FOR_INPUT;
}

// ------------------------------------------------------------------------------------------- drags

void cd_player_drag(cd_player *player, const char *key, cd_vec to, double now) {
    const int frame = input_frame(player);
    if (frame < 0 || strlen(key) >= sizeof player->grip.key)
        return;
    player->grip.to = to;
    strcpy(player->grip.key, key);
    if (frame > made_to(player))
        return; // cd_player_request takes what is held
    int run;
    cd_held held = cd_inputs_at(&player->inputs, frame, 1, &run);
    held.grip = player->grip;
    cd_takeover_keep_run(player);
    cd_inputs_truncate(&player->inputs, frame + 1);
    cd_inputs_hold(&player->inputs, frame, &held);
    rerun(player, frame, now);
    cd_player_show_dragged(player);
}

void cd_player_drop(cd_player *player) { player->grip = (cd_grip){0}; }

// ------------------------------------------------------------------------------------------ events

void cd_player_set(cd_player *player, const char *name, const char *value, double now) {
    const int frame = input_frame(player);
    if (frame < 0)
        return;
    if (frame == player->frame)
        cd_takeover_keep_run(player);
    cd_inputs_truncate(&player->inputs, frame + 1);
    cd_inputs_set(&player->inputs, frame, name, value);
    rerun(player, frame, now);
}

void cd_player_run_line(cd_player *player, const char *line, double now) {
    const int frame = input_frame(player);
    if (frame < 0)
        return;
    if (frame == player->frame)
        cd_takeover_keep_run(player);
    cd_inputs_truncate(&player->inputs, frame + 1);
    cd_inputs_add_line(&player->inputs, frame, line);
    rerun(player, frame, now);
}

// ---------------------------------------------------------------------------------------- requests

/// The detail of the frames that are asked for next, `*count` of them at most. Frames up to
/// known_to go with the input of the version before; those of a saved run need no details, as they
/// are there and only compared. Of those on the way to a goal few are seen.
static cd_detail detail_of_next(const cd_player *player, bool known, int *count) {
    const cd_version *live = player->live;
    const int frame = live->requested + 1, seen = player->goal - CD_TRAIL_CONTEXT;
    if (known && live->saved)
        return CD_DETAIL_NONE;
    if (known || player->playing || frame >= seen)
        return player->wants_state && !known ? CD_DETAIL_STATE : CD_DETAIL_FULL;
    const int past = frame % CD_PICTURE_STRIDE;
    const int next = past == 0 ? frame + 1 : frame - past + CD_PICTURE_STRIDE;
    const int run = (next < seen ? next : seen) - frame;
    *count = *count < run ? *count : run;
    return past == 0 ? CD_DETAIL_FULL : CD_DETAIL_SHAPES;
}

/// Asks for some frames; false where enough are on their way.
static bool request_some(cd_player *player, const cd_held *held, double now) {
    cd_version *live = player->live;
    const bool known = live->requested < player->known_to;
    const int to = known             ? player->known_to
                   : player->playing ? player->frame + ahead(player)
                                     : player->goal;
    int count = to - live->requested;
    if (live->error != NULL || count <= 0 || live->requested - live->received >= 2 * CD_CHUNK)
        return false;
    cd_held all = *held;
    all.grip = player->grip;
    all.mouse.wheel = 0; // what belongs to one frame is pending
    all.text[0] = '\0';
    if (!known && cd_player_has_pending(player)) {
        all = both(&all, &player->pending);
        player->pending = (cd_held){0};
        count = 1;
    }
    if (!known)
        cd_inputs_hold(&player->inputs, live->requested + 1, &all);
    count = count < CD_CHUNK ? count : CD_CHUNK;
    const cd_detail detail = detail_of_next(player, known, &count);
    cd_version_ask(live, &player->inputs, count, detail, now);
    return true;
}

void cd_player_request(cd_player *player, const cd_held *held, double now) {
    while (request_some(player, held, now))
        continue;
}
