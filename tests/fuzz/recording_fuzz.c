// Bytes -> the messages of a kept run -> its reader, and the pictures of its frames. What is
// decoded must come out the same when it is encoded and decoded again.
#include "fuzz.h"

#include "draw_frame.h"
#include "view/play/replay.h"

/// Encodes a message again; that and what comes of it must be equal.
static void check_again(const cd_message *message) {
    cd_bytes first = {0}, second = {0};
    cd_arena arena = {0};
    cd_message again;
    cd_message_encode(&first, message);
    REQUIRE(!first.failed && cd_message_decode(first.data, first.size, &arena, &again), "type %d",
            (int)message->type);
    cd_message_encode(&second, &again);
    REQUIRE(first.size == second.size && memcmp(first.data, second.data, first.size) == 0,
            "type %d", (int)message->type);
    cd_arena_free(&arena);
    cd_bytes_free(&first);
    cd_bytes_free(&second);
}

static void read_messages(const uint8_t *data, size_t size) {
    static const cd_recording nothing;
    for (size_t whole; (whole = cd_message_size(data, size)) > 0 && whole <= size;) {
        cd_arena arena = {0};
        cd_message message;
        if (cd_message_decode(data, whole, &arena, &message)) {
            check_again(&message);
            if (message.type == CD_MSG_FRAME)
                draw_frame(&message.as.frame, NULL, &nothing);
        }
        cd_arena_free(&arena);
        data += whole;
        size -= whole;
    }
}

/// Reads the whole as a run; its last frame is drawn with what it was loaded as.
static void read_run(const uint8_t *data, size_t size) {
    cd_bytes bytes = {0};
    cd_replay replay = {0};
    cd_bytes_append(&bytes, data, size);
    if (cd_replay_take(&replay, &bytes)) {
        const cd_recording *recording = &replay.version->recording;
        cd_arena arena = {0};
        cd_frame frame;
        if (cd_recording_frame(recording, recording->count - 1, NULL, &arena, &frame))
            draw_frame(&frame, replay.version->loaded, recording);
        cd_arena_free(&arena);
    }
    cd_replay_free(&replay);
    cd_bytes_free(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    read_messages(data, size);
    read_run(data, size);
    return 0;
}
