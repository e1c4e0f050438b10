// The second wall around a script, behind the restricted Lua environment: the process gives up the
// rights that it does not need, so a script that escapes through a defect of Lua gains nothing.
#ifndef RUN_CONTAIN_H
#define RUN_CONTAIN_H

/// Leaves the process only memory, its timer, and the descriptors `input_fd`, `output_fd` and the
/// standard ones; any other is closed. What the system does not provide (in containers, outside of
/// Linux, under sanitizers) is left out silently.
void cd_contain(int input_fd, int output_fd);

#endif
