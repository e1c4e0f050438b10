// Refilling: frames of the live version that are not there in full (thinned out of the recording,
// or passed without details on the way to a takeover) are made again by a runner of their own.
#ifndef VIEW_PLAY_REFILL_H
#define VIEW_PLAY_REFILL_H

#include "view/play/player_state.h"

/// Takes in what has been made and asks for more: first the wanted frame with those around it, and
/// all others when nothing else is to be done. There must be a live version.
void cd_refill_drive(cd_player *player, double now);

#endif
