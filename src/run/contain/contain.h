// The second wall around a script, behind the restricted Lua environment: the process gives up the
// rights that it does not need, so a script that escapes through a defect of Lua gains nothing.
#ifndef RUN_CONTAIN_CONTAIN_H
#define RUN_CONTAIN_CONTAIN_H

#include "run/contain/last_words.h"

/// Leaves the process only memory, its timer, and the descriptors `input_fd`, `output_fd` and the
/// standard ones; any other is closed. From then on any other call to the system ends the process
/// with a last message of phase "violation" that names it. Returns NULL, or which wall is missing,
/// because the system does not provide it or a container refuses it.
const char *cd_contain(int input_fd, int output_fd, cd_last_words *words);

#endif
