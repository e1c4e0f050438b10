// The frames of a run, one block of bytes each, in order.
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

bool cd_recording_append(cd_recording *recording, const uint8_t *data, size_t size) {
    if (recording->count == recording->capacity) {
        int capacity = recording->capacity ? recording->capacity * 2 : 256;
        cd_bytes *frames = realloc(recording->frames, (size_t)capacity * sizeof *frames);
        if (!frames)
            return false;
        recording->frames = frames;
        recording->capacity = capacity;
    }
    cd_bytes copy = {.data = malloc(size), .size = size, .capacity = size};
    if (!copy.data)
        return false;
    memcpy(copy.data, data, size);
    recording->frames[recording->count++] = copy;
    recording->memory += size;
    return true;
}

bool cd_recording_frame(const cd_recording *recording, int frame, cd_arena *arena, cd_frame *out) {
    if (frame < 0 || frame >= recording->count)
        return false;
    const cd_bytes *bytes = &recording->frames[frame];
    cd_message message;
    if (!cd_message_decode(bytes->data, bytes->size, arena, &message) ||
        message.type != CD_MSG_FRAME)
        return false;
    *out = message.as.frame;
    return true;
}

void cd_recording_free(cd_recording *recording) {
    for (int i = 0; i < recording->count; i++)
        cd_bytes_free(&recording->frames[i]);
    free(recording->frames);
    *recording = (cd_recording){0};
}
