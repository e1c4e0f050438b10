// The runner's cage, closed before any script is loaded: no files, no network, no processes.
#ifndef RUN_CONTAIN_H
#define RUN_CONTAIN_H

#include <stddef.h>

/// Gives up what a runner does not need: resource limits everywhere, and on Linux a seccomp filter
/// that refuses every system call but those for memory, time, signals and its two open pipes. What
/// a system does not offer is left out: the restricted Lua environment is the first wall, this is
/// the second. `memory`: the most address space in bytes, 0 for no limit.
void cd_contain(size_t memory);

#endif
