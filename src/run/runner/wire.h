// The two pipes of the runner: messages from the viewer and to it. Small messages wait and are sent
// together, since waking up the reader costs more than a message.
#ifndef RUN_RUNNER_WIRE_H
#define RUN_RUNNER_WIRE_H

#include "record/message.h"

typedef struct cd_wire {
    int input, output;
    cd_bytes in;    ///< received bytes: the message being handled, then what follows it
    size_t in_used; ///< size of the message being handled
    cd_bytes out;   ///< messages to send
    double flushed; ///< time of the last sending, in seconds
} cd_wire;

/// Waits for the next message. False at the end of the pipe, and if the stream is damaged (then
/// `in` is not empty).
bool cd_wire_receive(cd_wire *wire, cd_arena *arena, cd_message *message);
/// Waits for the next message of type CD_MSG_MODULE. Steps that come before it stay for
/// cd_wire_receive: the viewer asks for frames ahead of time. False also at any other message.
bool cd_wire_receive_module(cd_wire *wire, cd_arena *arena, cd_message *message);
/// Adds a message to those to send. Sends them if they are large, or the last sending is long ago,
/// or if no `more` messages follow soon. False if the message does not fit in memory.
bool cd_wire_queue(cd_wire *wire, const cd_message *message, bool more);
/// Sends a message at once, after those that wait. False also if the viewer has closed the pipe.
bool cd_wire_send(cd_wire *wire, const cd_message *message);
void cd_wire_free(cd_wire *wire);

#endif
