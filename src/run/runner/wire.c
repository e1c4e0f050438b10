// The pipes of the runner (wire.h).
#include "run/runner/wire.h"

#include "record/descriptor.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// Waiting messages are sent once they have this many bytes, or this many seconds after the last
/// sending. 64 KiB is what a pipe of Linux holds; 4 ms is a quarter of a frame on the screen.
#define BATCH_SIZE ((size_t)64 << 10)
#define BATCH_SECONDS 0.004

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool flush(cd_wire *wire) {
    if (!cd_write_all(wire->output, wire->out.data, wire->out.size))
        return false;
    wire->out.size = 0;
    wire->flushed = now();
    return true;
}

/// Appends a message to `out`; false, with `out` as it was, if it does not fit in memory.
static bool add(cd_wire *wire, const cd_message *message) {
    const size_t before = wire->out.size;
    cd_message_encode(&wire->out, message);
    const bool fits = !wire->out.failed;
    wire->out.failed = false;
    if (!fits)
        wire->out.size = before;
    return fits;
}

bool cd_wire_queue(cd_wire *wire, const cd_message *message, bool more) {
    if (!add(wire, message))
        return false;
    if (!more || wire->out.size >= BATCH_SIZE || now() - wire->flushed >= BATCH_SECONDS)
        (void)flush(wire); // if the viewer has gone, the next cd_wire_receive ends the run
    return true;
}

bool cd_wire_send(cd_wire *wire, const cd_message *message) {
    return add(wire, message) && flush(wire);
}

/// Reads until a whole message has come whose first byte lies at `at`. Returns its size; 0 at the
/// end of the pipe, and if the stream is damaged.
static size_t await(cd_wire *wire, size_t at) {
    cd_bytes *in = &wire->in;
    assert(at <= in->size);
    for (;;) {
        const size_t left = in->size - at;
        const size_t size = left > 0 ? cd_message_size(in->data + at, left) : 0;
        if (size == SIZE_MAX)
            return 0;
        if (size > 0 && left >= size)
            return size;
        if (!cd_bytes_reserve(in, BATCH_SIZE))
            return 0;
        const ssize_t got = read(wire->input, in->data + in->size, in->capacity - in->size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return 0;
        in->size += (size_t)got;
    }
}

/// Removes bytes from those that were received.
static void take_out(cd_bytes *in, size_t at, size_t size) {
    assert(at + size <= in->size);
    if (size > 0)
        memmove(in->data + at, in->data + at + size, in->size - at - size);
    in->size -= size;
}

bool cd_wire_receive(cd_wire *wire, cd_arena *arena, cd_message *message) {
    take_out(&wire->in, 0, wire->in_used);
    wire->in_used = await(wire, 0);
    return wire->in_used > 0 && cd_message_decode(wire->in.data, wire->in_used, arena, message);
}

bool cd_wire_receive_module(cd_wire *wire, cd_arena *arena, cd_message *message) {
    size_t at = wire->in_used, size = 0;
    uint8_t type = CD_MSG_STEP;
    while (type == CD_MSG_STEP && (size = await(wire, at)) > 0) {
        type = wire->in.data[at + CD_MESSAGE_TYPE];
        at += type == CD_MSG_STEP ? size : 0;
    }
    const bool good = size > 0 && type == CD_MSG_MODULE &&
                      cd_message_decode(wire->in.data + at, size, arena, message);
    take_out(&wire->in, at, size);
    return good;
}

void cd_wire_free(cd_wire *wire) {
    cd_bytes_free(&wire->in);
    cd_bytes_free(&wire->out);
}
