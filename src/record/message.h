// Messages between the viewer and the runner: (u32 length, u8 type, payload), little-endian.
//
// The viewer sends LOAD, MODULE, STEP, JOB and QUIT; the runner sends REQUIRE, LOADED, FRAME,
// ERROR, ANSWER and UNCONTAINED. The structs below are the payloads; message.c describes their
// layout once, for both directions. Decoding trusts nothing: damaged input returns false and never
// reads out of bounds.
#ifndef RECORD_MESSAGE_H
#define RECORD_MESSAGE_H

#include "record/arena.h"
#include "record/bytes.h"
#include "record/frame.h"
#include "record/range.h"

/// The version of the layout of messages, in LOAD and in saved recordings.
#define CD_RECORD_VERSION 7

/// Where the type of a message lies in its bytes: behind its length.
enum { CD_MESSAGE_TYPE = 4 };

/// The most modules that a run may ask for.
#define CD_MODULES_MAX 256

/// No message is longer than 256 MiB; a stream that announces a longer one is damaged.
#define CD_MESSAGE_MAX ((size_t)256 << 20)

typedef enum cd_message_type {
    // from the viewer to the runner
    CD_MSG_LOAD = 1, ///< cd_load: the first message
    CD_MSG_MODULE,   ///< cd_module: the answer to CD_MSG_REQUIRE
    CD_MSG_STEP,     ///< cd_step: make some frames
    CD_MSG_QUIT,     ///< empty
    CD_MSG_JOB,      ///< cd_job: in place of LOAD, to a runner that is a worker
    // from the runner to the viewer
    CD_MSG_REQUIRE = 32, ///< cd_require: the runner waits for a CD_MSG_MODULE
    CD_MSG_LOADED,       ///< cd_loaded; frame 0 follows
    CD_MSG_FRAME,        ///< cd_frame
    CD_MSG_ERROR,        ///< cd_error: the run has ended
    CD_MSG_UNCONTAINED,  ///< cd_uncontained: before CD_MSG_LOADED, where a wall is missing
    CD_MSG_ANSWER        ///< cd_answer: to CD_MSG_JOB
} cd_message_type;

typedef enum cd_param_kind { CD_PARAM_NUMBER, CD_PARAM_BOOLEAN, CD_PARAM_CHOICE } cd_param_kind;

/// A parameter of the scenario with its present value.
typedef struct cd_param {
    const char *name;
    cd_param_kind kind;
    double number;
    cd_range range; ///< of a number; infinite bounds and no step if the script gives none
    bool boolean;
    int choice_count, choice; ///< choice: index of the present one
    const char **choices;
    const char *original; ///< the script's own value, as text of a setting
} cd_param;

/// A parameter as a person set it, still text ("0.5", "true", "slide"); the runner checks it.
typedef struct cd_setting {
    const char *name, *value;
} cd_setting;

/// A shape of the state that a person holds at a place. Its middle is put there before the update
/// and again after it, so that the script cannot move it away. With key NULL no shape is held.
typedef struct cd_drag {
    const char *key; ///< as in cd_named_shape
    cd_vec to;
} cd_drag;

/// The mouse as a script has it. Its buttons are among the keys: "mouse left".
typedef struct cd_mouse {
    bool known;   ///< false: it stays where it was
    bool inside;  ///< over the scene
    cd_vec at;    ///< in the world, on the plane of the view
    double wheel; ///< notches since the frame before, forwards positive; in the first update only
} cd_mouse;

/// The axes of a gamepad: leftx, lefty, rightx, righty, triggerleft, triggerright; each in -1..1.
enum { CD_PAD_AXES = 6 };

/// A gamepad. Its buttons are among the keys: "pad a".
typedef struct cd_pad {
    bool connected; ///< false: there is none, and its axes are 0
    float axes[CD_PAD_AXES];
} cd_pad;

typedef struct cd_load {
    const char *name; ///< as error messages show it: "scripts/plane_bounce.lua"
    const char *source;
    size_t source_size;
    int setting_count;
    cd_setting *settings;
    bool has_seed;
    int64_t seed;
    cd_drag drag; ///< in frame 0
    int line_count;
    const char **lines; ///< of the console, run after load
    int plotted_count;
    const char *
        *plotted;     ///< paths in the state whose numbers every frame plots, whatever its detail
    bool trusted;     ///< --trust: the script runs outside of the restricted Lua environment
    bool lenient;     ///< settings that the script does not accept are skipped, also in steps
    cd_detail detail; ///< of frame 0
} cd_load;

typedef struct cd_require {
    const char *name; ///< as in require "name"
} cd_require;

typedef struct cd_module {
    bool found;
    const char *name;   ///< the file, as error messages show it; if not found, the reason
    const char *source; ///< Lua text
    size_t source_size;
} cd_module;

/// `count` updates, all with these keys down, the mouse there and this shape held. Settings take
/// effect before the first of them.
typedef struct cd_step {
    int count;
    cd_detail detail;
    cd_drag drag;
    int key_count;
    const char **keys; ///< named as in input.down: "left", "a", "space", "mouse left", "pad a"
    cd_mouse mouse;
    cd_pad pad;
    const char *text; ///< typed before the first update; "" for none
    int setting_count;
    cd_setting *settings;
    int line_count;
    const char **lines; ///< of the console, run after the first update
    int plotted_count;
    const char **plotted; ///< as in a load, from the first update on
} cd_step;

/// A text in the languages of the window; in one that the script does not give, that of the other.
typedef struct cd_phrase {
    const char *en, *ja;
} cd_phrase;

/// What keys of the scenario do.
typedef struct cd_control {
    const char *keys; ///< as they are shown: "\u2190 \u2192"
    cd_phrase words;
} cd_control;

typedef struct cd_loaded {
    const char *title;
    cd_phrase about; ///< one line each; "" if the script says nothing
    int control_count;
    cd_control *controls;
    double dt;
    int64_t seed;
    int dim;          ///< 3 if the state has a 3D shape, else 2
    double budget;    ///< seconds of computing for an update
    const char *view; ///< "front", "top", "side" or "orbit"; "" if the script gives none
    int param_count;
    cd_param *params;
    int check_count;
    const char **checks;
    int key_count;
    const char **keys; ///< that the script takes from the window
    int shown_count, hidden_count;
    const char **shown, **hidden; ///< what scenario.show switches on and off: "queries", "trails"
    const char *arithmetic;       ///< the version of the arithmetic that the runner computes with
} cd_loaded;

typedef struct cd_error {
    const char *phase;   ///< "load", "param", "update", "draw", "check", "memory", "time"
    const char *message; ///< one line without a position
    const char *file;    ///< "" if unknown
    int line;            ///< 0 if unknown
    const char *traceback;
    int frame; ///< the frame that was being made
} cd_error;

typedef struct cd_uncontained {
    const char *missing; ///< "there is no filter of system calls"
} cd_uncontained;

/// Work for a worker.
typedef struct cd_job {
    const char *name; ///< of the script, for errors without a position
    const char *text; ///< what to do: data (docs/cases.md)
    size_t size;
    const char *run; ///< the messages of the run that it is about, as in a kept run, or empty
    size_t run_size;
} cd_job;

/// What came of a job: data; or nothing yet, which says that the worker is alive.
typedef struct cd_answer {
    const char *text;
    size_t size;
} cd_answer;

/// A decoded message; `type` says which member is valid.
typedef struct cd_message {
    cd_message_type type;
    union {
        cd_load load;
        cd_require require;
        cd_module module;
        cd_step step;
        cd_loaded loaded;
        cd_frame frame;
        cd_error error;
        cd_uncontained uncontained;
        cd_job job;
        cd_answer answer;
    } as;
} cd_message;

/// Appends a whole message with its header. Sets out->failed if the message is longer than
/// CD_MESSAGE_MAX or memory ran out.
void cd_message_encode(cd_bytes *out, const cd_message *message);

/// The size of the first message of a stream, from its first bytes: 0 if more bytes are needed,
/// SIZE_MAX if the stream is damaged (its length too large, its type unknown).
size_t cd_message_size(const uint8_t *data, size_t size);

/// The number of the frame in a whole message of type CD_MSG_FRAME; negative where it is damaged.
int cd_message_frame(const uint8_t *data, size_t size);

/// Decodes one whole message of cd_message_size bytes. False if it is damaged or memory ran out.
/// Strings, arrays and polytopes are laid in `arena`.
bool cd_message_decode(const uint8_t *data, size_t size, cd_arena *arena, cd_message *message);
/// The same, faster after a frame that has the same meshes, whose BVHs are copied rather than
/// built. before: of another arena, or NULL.
bool cd_message_decode_after(const cd_frame *before, const uint8_t *data, size_t size,
                             cd_arena *arena, cd_message *message);

#endif
