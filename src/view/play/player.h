// The player: a scenario as a person sees it over time. It plays, steps, seeks, restarts, records
// what a person does, and follows the files of the scenario.
//
// `live` is the version on the screen; `next`, the version that is to replace it (takeover.h);
// `refill` makes frames again that are no longer there (refill.h). A change of the past, by a key,
// a param or a drag, makes the run again with the changed input (player_input.h). Nothing here
// waits: cd_player_tick does what can be done at once.
#ifndef VIEW_PLAY_PLAYER_H
#define VIEW_PLAY_PLAYER_H

#include "view/play/player_frame.h"
#include "view/play/player_input.h"
#include "view/play/replay.h"

#define CD_SPEED_MIN 0.0625
#define CD_SPEED_MAX 8.0

/// Opens a scenario in a zeroed player, or in place of another scenario.
void cd_player_open(cd_player *player, const cd_launch *launch, const char *path, double now);
/// Opens a saved run and takes its contents: its frames are shown as they are, while it is run
/// again so that it can go on.
void cd_player_open_saved(cd_player *player, const cd_launch *launch, cd_replay *replay,
                          const char *path, double now);
/// Saves the run on the screen in a file. Returns NULL, or why not.
const char *cd_player_save(const cd_player *player, const char *path);
void cd_player_close(cd_player *player);
/// One round: files, messages, time. held: the keys of the scenario that are down now.
void cd_player_tick(cd_player *player, const cd_held *held, double now);

void cd_player_play(cd_player *player, bool playing, double now);
/// Goes `by` frames on or back from the frame on the screen, or from the one that is on its way.
void cd_player_step(cd_player *player, int by, double now);
/// Pauses and shows a frame: from the recording, made again, or, beyond its end, when it is made.
void cd_player_seek(cd_player *player, int frame);
/// Doubles (1) or halves (-1) the speed; 0: as it is in the scenario.
void cd_player_speed(cd_player *player, int by);
void cd_player_restart(cd_player *player, double now);
/// Whether something is under way, so that the next tick should come soon.
bool cd_player_busy(const cd_player *player);

#endif
