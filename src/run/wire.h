// The runner's two pipes: messages from the viewer, and to it. What is sent waits until there is
// enough of it, as a small message costs less than waking up its reader.
#ifndef RUN_WIRE_H
#define RUN_WIRE_H

#include "record/message.h"

typedef struct cd_wire {
    int input, output;
    cd_bytes in;    ///< received, not yet used
    size_t in_used; ///< of `in`, the message being handled
    cd_bytes out;   ///< messages to be sent
    double flushed; ///< when that was last done
} cd_wire;

/// Waits for the next message. false at the end of the pipe, and where it is damaged (then `in` is
/// not empty).
bool cd_wire_receive(cd_wire *wire, cd_arena *arena, cd_message *message);
/// Adds a message to what is to be sent, and sends that when it has got old or large, or where no
/// `more` is to come. False where the message does not fit in memory.
bool cd_wire_queue(cd_wire *wire, const cd_message *message, bool more);
/// Sends it at once; false, too, where nobody reads.
bool cd_wire_send(cd_wire *wire, const cd_message *message);
void cd_wire_free(cd_wire *wire);

#endif
