// Driving a version: asking its runner for frames with the recorded input, and taking them in.
#ifndef VIEW_PLAY_DRIVE_H
#define VIEW_PLAY_DRIVE_H

#include "view/play/inputs.h"
#include "view/play/version.h"

/// Seconds of a monotonic clock.
double cd_clock(void);

/// The most frames that one request asks for, and twice as many may be on their way.
#define CD_CHUNK 64

/// How `base` begins with this input: settings of `base` come before the recorded ones of frame 0.
/// It points into `storage`, `base` and `inputs`.
cd_launch cd_launch_with_input(const cd_launch *base, const cd_inputs *inputs,
                               cd_input_step *storage);

/// Asks for up to `most` frames with the same input, from version->requested + 1 on.
void cd_version_ask(cd_version *version, const cd_inputs *inputs, int most, cd_detail detail,
                    double now);

/// Takes a message of type CD_MSG_FRAME; false: no more.
typedef bool cd_frame_sink(void *user, const uint8_t *data, size_t size);

/// Hands the frames that have come, at most 2 * CD_CHUNK of them, to `take`. CD_VERSION_IDLE: there
/// may be more; CD_VERSION_ENDED: there are none; CD_VERSION_FRAME: `take` did not want one.
cd_version_event cd_version_listen(cd_version *version, double now, cd_frame_sink *take,
                                   void *user);

/// The detail that a frame is wanted in.
typedef cd_detail cd_detail_choice(const void *user, int frame);

/// Waits for all frames up to `to`, each in the detail that `detail` chooses, and hands them to
/// `take`. False where they ended before: version->error says why, or else `take` did not want
/// one, or a signal asks the program to end.
bool cd_version_drive(cd_version *version, const cd_inputs *inputs, int to,
                      cd_detail_choice *detail, cd_frame_sink *take, void *user);

#endif
