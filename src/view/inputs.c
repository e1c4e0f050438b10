// See inputs.h.
#include "view/inputs.h"

#include <stdlib.h>
#include <string.h>

static bool same(const cd_keys *a, const cd_keys *b) {
    bool equal = a->count == b->count;
    for (int i = 0; equal && i < a->count; i++)
        equal = strcmp(a->names[i], b->names[i]) == 0;
    return equal;
}

void cd_inputs_set(cd_inputs *inputs, int frame, const cd_keys *keys) {
    while (inputs->count > 0 && inputs->entries[inputs->count - 1].frame >= frame)
        inputs->count--;
    cd_keys none = {0};
    const cd_keys *before = inputs->count > 0 ? &inputs->entries[inputs->count - 1].keys : &none;
    if (same(before, keys))
        return;
    if (inputs->count == inputs->capacity) {
        int capacity = inputs->capacity > 0 ? 2 * inputs->capacity : 64;
        struct cd_input *entries = realloc(inputs->entries, (size_t)capacity * sizeof *entries);
        if (entries == NULL)
            return;
        inputs->entries = entries;
        inputs->capacity = capacity;
    }
    inputs->entries[inputs->count++] = (struct cd_input){frame, *keys};
}

cd_keys cd_inputs_at(const cd_inputs *inputs, int frame, int most, int *run) {
    int i = inputs->count;
    while (i > 0 && inputs->entries[i - 1].frame > frame)
        i--;
    *run = most;
    if (i < inputs->count && inputs->entries[i].frame - frame < most)
        *run = inputs->entries[i].frame - frame;
    return i > 0 ? inputs->entries[i - 1].keys : (cd_keys){0};
}

void cd_inputs_free(cd_inputs *inputs) {
    free(inputs->entries);
    *inputs = (cd_inputs){0};
}
