// Asking a version for frames with the input that was recorded: for some, or for one after the
// other up to a last one.
#ifndef VIEW_PLAY_DRIVE_H
#define VIEW_PLAY_DRIVE_H

#include "view/play/inputs.h"
#include "view/play/version.h"

/// Seconds of a clock that is never set.
double cd_clock(void);

/// Asks for up to `most` frames of the same kind, from version->requested + 1 on.
void cd_version_ask(cd_version *version, const cd_inputs *inputs, int most, cd_detail detail,
                    double now);

/// Takes in the message of a frame; false ends the drive.
typedef bool cd_frame_sink(void *user, const uint8_t *data, size_t size);

/// Waits for frame after frame up to `to`. False where they ended before: version->error says why,
/// or it was `take`.
bool cd_version_drive(cd_version *version, const cd_inputs *inputs, int to, cd_detail detail,
                      cd_frame_sink *take, void *user);

#endif
