// Finding a shape in a frame.
#include "record/frame.h"

#include <string.h>

const cd_named_shape *cd_frame_shape(const cd_frame *frame, const char *key, int likely) {
    if (likely < frame->shape_count && strcmp(frame->shapes[likely].key, key) == 0)
        return &frame->shapes[likely];
    for (int i = 0; i < frame->shape_count; i++)
        if (strcmp(frame->shapes[i].key, key) == 0)
            return &frame->shapes[i];
    return NULL;
}
