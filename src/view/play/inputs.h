// The recorded input of a run: everything that a person did to it, by the frame that it made.
//
// What is held (keys, a shape in the mouse) is kept in runs: entry i holds from its frame to the
// next entry's. Settings of params are single events. Both take effect in the update that makes
// their frame; those of frame 0 belong to loading.
#ifndef VIEW_PLAY_INPUTS_H
#define VIEW_PLAY_INPUTS_H

#include "record/record.h"

#define CD_KEYS_MAX 12
#define CD_KEY_LENGTH 24
#define CD_DRAG_KEY_MAX 256
#define CD_VALUE_MAX 256

typedef struct cd_held {
    int count;
    char names[CD_KEYS_MAX][CD_KEY_LENGTH];
    bool dragging;
    char dragged[CD_DRAG_KEY_MAX]; ///< the shape's key
    cd_vec to;
} cd_held;

typedef struct cd_inputs {
    struct cd_input {
        int frame;
        cd_held held;
    } * entries;
    int count, capacity;
    struct cd_input_setting {
        int frame;
        char name[CD_VALUE_MAX]; ///< ""; then `value` is a line of the console
        char value[CD_VALUE_MAX];
    } * settings;
    int setting_count, setting_capacity;
    int revision; ///< grows with each change of what may have been used already
} cd_inputs;

/// From `frame` on this is held; what was recorded for later frames is forgotten.
void cd_inputs_hold(cd_inputs *inputs, int frame, const cd_held *held);
/// In `frame` a param is set; what was recorded of it for that frame and later is forgotten.
void cd_inputs_set(cd_inputs *inputs, int frame, const char *name, const char *value);
/// After the update of `frame` a line of the console runs.
void cd_inputs_say(cd_inputs *inputs, int frame, const char *line);
/// Forgets everything from `frame` on.
void cd_inputs_cut(cd_inputs *inputs, int frame);

/// What is held in a frame; *run: for how many frames from it on nothing changes, at most `most`.
cd_held cd_inputs_at(const cd_inputs *inputs, int frame, int most, int *run);
/// The settings of one frame, pointing into `inputs`; how many.
int cd_inputs_settings(const cd_inputs *inputs, int frame, cd_setting *out, int most);
/// The lines of one frame, likewise.
int cd_inputs_lines(const cd_inputs *inputs, int frame, const char **out, int most);

#define CD_SETTINGS_MAX 1024 ///< and lines, in one frame; what is beyond is not run

/// A step with recorded input, and what it points to. It points into itself and into `inputs`.
typedef struct cd_ask {
    cd_step step;
    cd_held held;
    cd_setting settings[CD_SETTINGS_MAX];
    const char *keys[CD_KEYS_MAX], *lines[CD_SETTINGS_MAX];
} cd_ask;
/// The step that makes frame `from` and those after it that have the same input, `most` in all.
void cd_inputs_ask(const cd_inputs *inputs, int from, int most, cd_detail detail, cd_ask *out);
/// Takes in a step (of frame 0: with what a cd_load has of it); false where it does not fit.
bool cd_inputs_take(cd_inputs *inputs, int from, const cd_step *step);

/// The last value that a param was set to up to a frame; NULL: never.
const char *cd_inputs_value(const cd_inputs *inputs, int frame, const char *name);
void cd_inputs_free(cd_inputs *inputs);

#endif
