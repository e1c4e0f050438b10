// The outer wall around a stranger's script: the process gives up what it does not need. Behind the
// restricted environment, and before whatever defect a script may find in it.
#ifndef RUN_CONTAIN_H
#define RUN_CONTAIN_H

/// Leaves the process nothing but memory, its timer and the descriptors that are open; those other
/// than `input_fd`, `output_fd` and standard error are closed. Each part that the system does not
/// give (containers, other systems, sanitizers) is left out.
void cd_contain(int input_fd, int output_fd);

#endif
