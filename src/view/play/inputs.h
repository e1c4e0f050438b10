// The recorded input of a run: all that a person did to it, by the frame whose update it goes into.
//
// Held input (keys, mouse, gamepad, a shape that the mouse drags) is a list of changes: change i is
// in force from its frame to that of the next, but for the wheel's turns and the typed text, which
// belong to its first frame alone. Settings of params and lines of the console are single events.
// Both lists are in the order of their frames. Input of frame 0 belongs to loading.
#ifndef VIEW_PLAY_INPUTS_H
#define VIEW_PLAY_INPUTS_H

#include "record/record.h"

#define CD_KEYS_MAX 32      ///< held at once
#define CD_TYPED_MAX 64     ///< bytes of text in a frame with its end
#define CD_KEY_LENGTH 24    ///< bytes of a key's name with its end
#define CD_DRAG_KEY_MAX 256 ///< bytes of a shape's key with its end
#define CD_VALUE_MAX 256    ///< bytes of a param's name, its value or a line with their end

/// A shape that the mouse holds.
typedef struct cd_grip {
    char key[CD_DRAG_KEY_MAX]; ///< of the shape; "": none
    cd_vec to;                 ///< where its middle is held
} cd_grip;

typedef struct cd_held {
    int count;
    char names[CD_KEYS_MAX][CD_KEY_LENGTH]; ///< as in cd_step
    cd_mouse mouse;
    cd_pad pad;
    char text[CD_TYPED_MAX]; ///< typed
    cd_grip grip;
} cd_held;

/// Whether it has a part that belongs to one frame alone: turns of the wheel, typed text.
bool cd_held_is_momentary(const cd_held *held);

typedef struct cd_held_change {
    int frame;
    cd_held held;
} cd_held_change;

/// A param that is set; with an empty name `value` is a line of the console.
typedef struct cd_input_event {
    int frame;
    char name[CD_VALUE_MAX], value[CD_VALUE_MAX];
} cd_input_event;

typedef struct cd_inputs {
    cd_held_change *changes;
    int change_count, change_capacity;
    cd_input_event *events;
    int event_count, event_capacity;
    int revision; ///< the player counts changes of input that a frame may have used already
} cd_inputs;

/// Records that from `frame` on this is held, and drops what was recorded as held from there on.
void cd_inputs_hold(cd_inputs *inputs, int frame, const cd_held *held);
/// Records that a param is set in `frame`, and drops its settings in that frame and later ones.
void cd_inputs_set(cd_inputs *inputs, int frame, const char *name, const char *value);
/// Records that a line of the console runs after the update of `frame`.
void cd_inputs_add_line(cd_inputs *inputs, int frame, const char *line);
/// Drops everything from `frame` on.
void cd_inputs_truncate(cd_inputs *inputs, int frame);

/// What is held in a frame. *run: for how many frames from it on, at most `most`, all input stays
/// the same and no event comes.
cd_held cd_inputs_at(const cd_inputs *inputs, int frame, int most, int *run);
/// The value that `declared` has in a frame: the last that was set up to there, or its own.
cd_param cd_inputs_param(const cd_inputs *inputs, int frame, const cd_param *declared);

/// Settings and lines in one frame, each; later ones do not run.
#define CD_SETTINGS_MAX 1024

/// A step of recorded input with the memory that it points to; it also points into the inputs.
typedef struct cd_input_step {
    cd_step step;
    cd_held held;
    cd_setting settings[CD_SETTINGS_MAX];
    const char *keys[CD_KEYS_MAX], *lines[CD_SETTINGS_MAX];
} cd_input_step;

/// Writes the step that makes frame `from` and those after it with the same input, `most` in all.
void cd_inputs_step(const cd_inputs *inputs, int from, int most, cd_detail detail,
                    cd_input_step *out);
/// Records the input of a step for frame `from`; false where a text of it is too long. For frame 0
/// the step has what cd_load has of it.
bool cd_inputs_add_step(cd_inputs *inputs, int from, const cd_step *step);

/// Writes a copy, of revision 0; false without memory, then it is empty.
bool cd_inputs_copy(const cd_inputs *inputs, cd_inputs *out);
void cd_inputs_free(cd_inputs *inputs);

#endif
