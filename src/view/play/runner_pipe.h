// One runner process and the messages to and from it. Nothing here waits for the runner, except
// cd_runner_wait, and cd_runner_stop for a fraction of a second.
#ifndef VIEW_PLAY_RUNNER_PIPE_H
#define VIEW_PLAY_RUNNER_PIPE_H

#include "record/record.h"
#include "view/system/child_process.h"

typedef struct cd_runner {
    cd_child_process child;
    cd_bytes outgoing, incoming;
    size_t sent, taken; ///< bytes of `outgoing` that are written, of `incoming` that are read
    bool ended;         ///< the runner has closed its output
    cd_bytes line;      ///< of its standard error: the line that has begun
    size_t complained;  ///< bytes of its standard error that have come
    double stopped;     ///< since when it has been seen stopped by a signal; 0: it is not
} cd_runner;

/// No runner: what cd_runner_stop leaves.
#define CD_NO_RUNNER ((cd_runner){.child = CD_NO_CHILD, .ended = true})

/// The file to start as a runner: this very program, also where its file has since been replaced by
/// a newer build; where the system has no link to it, `argv0`.
const char *cd_runner_program(const char *argv0);
/// Starts `program --runner`. Returns NULL, or why it did not start.
const char *cd_runner_start(cd_runner *runner, const char *program);
/// Queues a message; the next pumps write it.
void cd_runner_send(cd_runner *runner, const cd_message *message);
/// Moves bytes both ways, as many as the pipes take and have. What the runner writes to its
/// standard error goes to ours, as lines that say whose they are, up to a limit.
void cd_runner_pump(cd_runner *runner);
/// The next whole message, valid until the next pump. False: none has come yet. *damaged: what has
/// come is no message, and none will follow.
bool cd_runner_next(cd_runner *runner, const uint8_t **data, size_t *size, bool *damaged);
/// Waits at most so long until there is something to pump.
void cd_runner_wait(const cd_runner *runner, int milliseconds);
/// Seconds of processor time that the runner has used; negative where the system does not say.
double cd_runner_cpu_time(const cd_runner *runner);
/// Whether the runner has been stopped by a signal for a moment: not by one that stopped us, too.
bool cd_runner_is_stopped(cd_runner *runner, double now);
/// Ends the process, if need be by force, and leaves CD_NO_RUNNER. `fate` as of
/// cd_child_process_end.
void cd_runner_stop(cd_runner *runner, char *fate, size_t size);

#endif
