// The recorded input of a run: which keys were held in the update that made each frame.
//
// Runs of equal keys are one entry; entry i holds from its frame to the next entry's.
#ifndef VIEW_INPUTS_H
#define VIEW_INPUTS_H

#include <stdbool.h>

#define CD_KEYS_MAX 12
#define CD_KEY_LENGTH 24

typedef struct cd_keys {
    int count;
    char names[CD_KEYS_MAX][CD_KEY_LENGTH];
} cd_keys;

typedef struct cd_inputs {
    struct cd_input {
        int frame;
        cd_keys keys;
    } * entries;
    int count, capacity;
} cd_inputs;

/// From `frame` on these keys are held; what was recorded for later frames is forgotten.
void cd_inputs_set(cd_inputs *inputs, int frame, const cd_keys *keys);
/// The keys of a frame; *run: how many frames from it on have the same, at most `most`.
cd_keys cd_inputs_at(const cd_inputs *inputs, int frame, int most, int *run);
void cd_inputs_free(cd_inputs *inputs);

#endif
