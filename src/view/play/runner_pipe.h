// One runner process: started with pipes to its standard input and output, spoken to in messages of
// record.h, never waited for.
#ifndef VIEW_PLAY_RUNNER_PIPE_H
#define VIEW_PLAY_RUNNER_PIPE_H

#include "record/record.h"

#include <sys/types.h>

typedef struct cd_client {
    pid_t pid;    ///< 0: none (any more)
    int to, from; ///< -1: closed
    cd_bytes outgoing, incoming;
    size_t sent, taken; ///< bytes of these that are done with
    bool ended;         ///< the stream from the runner is over
} cd_client;

/// Starts `program --runner`. NULL, or why not.
const char *cd_client_start(cd_client *client, const char *program);
/// Queues a message; it goes out with the next pumps.
void cd_client_send(cd_client *client, const cd_message *message);
/// Moves bytes both ways as far as that goes without waiting.
void cd_client_pump(cd_client *client);
/// The next whole message, valid until the next pump. False: none yet. *damaged: never again.
bool cd_client_next(cd_client *client, const uint8_t **data, size_t *size, bool *damaged);
/// Waits until there is something to pump, at most so long.
void cd_client_wait(const cd_client *client, int milliseconds);
/// Seconds of the processor that it has used; negative where the system does not tell.
double cd_client_used(const cd_client *client);
/// Ends the process, by force if it still runs, and says in `fate` how it came to its end:
/// "ended", "was killed by signal 11 (Segmentation fault)". {0} memory is left.
void cd_client_stop(cd_client *client, char *fate, size_t size);

#endif
