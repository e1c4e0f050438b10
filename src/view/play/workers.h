// Workers: processes that play cases of a script, one after the other, beside each other. One that
// hangs or crashes is ended, and another takes its place.
#ifndef VIEW_PLAY_WORKERS_H
#define VIEW_PLAY_WORKERS_H

#include "record/bytes.h"

typedef struct cd_workers cd_workers;

/// Prepares `count` workers for the script at a path, whose modules they may ask for; each is
/// started with its first job. NULL without memory.
cd_workers *cd_workers_open(const char *program, const char *script, int count);
/// For how many seconds of processor time a worker with a job may be silent.
void cd_workers_patience(cd_workers *workers, double seconds);
/// Ends them all. NULL does nothing.
void cd_workers_close(cd_workers *workers);

/// Whether worker i has a job.
bool cd_worker_is_busy(const cd_workers *workers, int i);
/// Whether the next job of worker i starts its process, which knows no script yet.
bool cd_worker_is_fresh(const cd_workers *workers, int i);
/// Gives worker i, which must not be busy, a job: data, and the messages of a run or NULL. False
/// where its process cannot be started.
bool cd_worker_send(cd_workers *workers, int i, const char *text, size_t size, const cd_bytes *run);
/// What came of a job.
typedef enum cd_worker_event {
    CD_WORKER_IDLE,     ///< nothing within the time
    CD_WORKER_ANSWER,   ///< an answer
    CD_WORKER_ENDED,    ///< the process ended with an error, which is in `out` as data
    CD_WORKER_INTERRUPT ///< a signal asks the program to end
} cd_worker_event;
/// Waits at most so long for a worker that has a job; *i: which one. The text of the answer goes to
/// `out`, in place of what was there.
cd_worker_event cd_workers_wait(cd_workers *workers, int milliseconds, int *i, cd_bytes *out);

#endif
