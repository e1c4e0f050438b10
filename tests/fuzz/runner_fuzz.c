// Bytes -> what a hostile runner says: any messages, in any order and as often as it likes, from
// the first REQUIRE to frames after the end. An input is a list of pieces, each with a type of
// message, the two bytes of its length and its payload; type 255 is sent raw, without a header.
#include "fuzz.h"

#include "draw_frame.h"
#include "view/play/drive.h"

typedef struct seen_run {
    cd_version *version;
    int frames;
} seen_run;

/// What the window does with a frame.
static bool take(void *user, const uint8_t *data, size_t size) {
    seen_run *seen = user;
    cd_arena arena = {0};
    cd_message message;
    const bool good = cd_message_decode(data, size, &arena, &message) &&
                      cd_recording_put(&seen->version->recording, &message.as.frame, data, size);
    if (good && seen->frames++ < 4)
        draw_frame(&message.as.frame, seen->version->loaded, &seen->version->recording);
    cd_recording_thin(&seen->version->recording, 1 << 16, seen->frames);
    cd_arena_free(&arena);
    return good;
}

static void say(cd_bytes *out, fuzz_input *in) {
    const uint8_t type = take_byte(in);
    size_t size = take_byte(in);
    size |= (size_t)take_byte(in) << 8;
    if (size > in->left)
        size = in->left;
    if (type != 255) {
        const size_t length = size + 1; // of the type and the payload
        const uint8_t header[] = {(uint8_t)length, (uint8_t)(length >> 8), length >> 16 != 0, 0,
                                  type};
        cd_bytes_append(out, header, sizeof header);
    }
    cd_bytes_append(out, in->data, size);
    in->data += size;
    in->left -= size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    cd_version *version = cd_version_saved("fuzz.lua"); // has no runner and reads no file
    REQUIRE(version != NULL, "no memory");
    version->runner.ended = true;
    while (in.left > 0)
        say(&version->runner.incoming, &in);
    version->requested = 100;
    seen_run seen = {version, 0};
    for (int i = 0; i < 1000 && cd_version_listen(version, 0, take, &seen) == CD_VERSION_IDLE; i++)
        continue;
    cd_version_free(version);
    return 0;
}
