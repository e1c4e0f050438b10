// Child processes: the runners of the scripts, and ffmpeg.
#ifndef VIEW_SYSTEM_CHILD_PROCESS_H
#define VIEW_SYSTEM_CHILD_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// A program that runs beside this one, and our ends of three pipes, which do not block. pid 0:
/// there is no process; an end that is closed is -1.
typedef struct cd_child_process {
    pid_t pid;
    int input;  ///< we write, it reads its standard input
    int output; ///< we read what it writes to its standard output
    int errors; ///< and to its standard error
} cd_child_process;

/// Where nothing was started.
#define CD_NO_CHILD ((cd_child_process){.input = -1, .output = -1, .errors = -1})

/// Starts `program`, searched in PATH where its name has no slash. `arguments` end with NULL and
/// begin with the program's name. A child that does not inherit our environment gets only what the
/// loader of shared libraries needs. It does not inherit that we ignore SIGPIPE, and is a process
/// group of its own: the keys of a terminal reach us alone. Returns 0 or an errno; then nothing is
/// left to be ended.
int cd_child_process_start(cd_child_process *child, const char *program,
                           const char *const arguments[], bool inherits);
/// Whether a signal has stopped the process, as opposed to ended it.
bool cd_child_process_is_stopped(const cd_child_process *child);
void cd_child_process_close_input(cd_child_process *child);
void cd_child_process_close_errors(cd_child_process *child);
/// Closes the child's input, waits at most `patience` milliseconds for its exit, else kills it.
/// `fate` (size 0: not wanted) becomes "ended with status 1", "was killed by signal 11
/// (Segmentation fault)", "did not answer" or "did not start". `output` and `errors` stay open, for
/// what the child wrote last. Returns whether it exited with status 0.
bool cd_child_process_end(cd_child_process *child, int patience, char *fate, size_t size);
void cd_child_process_close(cd_child_process *child);

#endif
