// The recording: what the runner tells and what the viewer answers, as bytes.
//
// One frame is one update of a scenario: the shapes of its state by key, every query it made, its
// checks, prints and drawings. Frames and all other messages cross a pipe as (u32 length, u8 type,
// payload), little-endian, doubles as their 8 bytes, so nothing is lost. The structures below are
// built in a cd_arena by whoever encodes, and point into a cd_arena after decoding; one free drops
// a whole frame. Decoding trusts nothing: any damaged input gives false, never a wild read.
// Knows neither Lua nor SDL; of the core it knows the shapes.
#ifndef RECORD_RECORD_H
#define RECORD_RECORD_H

#include "collide/collide.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CD_RECORD_VERSION 3

/// No message is longer; a stream that announces more is damaged.
#define CD_MESSAGE_MAX ((size_t)256 << 20)

// ---------------------------------------------------------------------------------------- memory

/// Memory that is freed as a whole. {0} is an empty arena.
typedef struct cd_arena {
    struct cd_arena_block *blocks;
    size_t used; ///< bytes handed out in all
} cd_arena;

/// Zeroed memory aligned for anything; never NULL for size 0; NULL only when out of memory.
void *cd_arena_alloc(cd_arena *arena, size_t size);
char *cd_arena_string(cd_arena *arena, const char *text, size_t length);
/// The length of a text that is cut to at most so many bytes, between two code points of UTF-8.
size_t cd_cut_length(const char *text, size_t length, size_t most);
void cd_arena_free(cd_arena *arena);

/// A growing array of bytes. {0} is empty; `failed` sticks when memory ran out.
typedef struct cd_bytes {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} cd_bytes;
void cd_bytes_append(cd_bytes *bytes, const void *data, size_t size);
/// Makes room for `size` more bytes; false (and failed) when memory ran out.
bool cd_bytes_reserve(cd_bytes *bytes, size_t size);
void cd_bytes_free(cd_bytes *bytes);

// ---------------------------------------------------------------------------------------- frames

typedef enum cd_value_kind {
    CD_VALUE_NIL,
    CD_VALUE_BOOLEAN,
    CD_VALUE_NUMBER,
    CD_VALUE_STRING, ///< also what tostring gives for anything else
    CD_VALUE_VECTOR,
    CD_VALUE_SHAPE,
    CD_VALUE_CONTACT,
    CD_VALUE_HIT,
    CD_VALUE_MANIFOLD,
    CD_VALUE_KIND_COUNT
} cd_value_kind;

/// A Lua value as far as the viewer can show it.
typedef struct cd_value {
    cd_value_kind kind;
    int dim;   ///< 2 or 3 for vector, contact, hit, manifold
    int which; ///< shape: the one of the frame's shapes that it was; -1: none of them
    union {
        bool boolean;
        double number;
        const char *string;
        cd_vec vector;
        cd_shape shape;
        cd_separation contact;
        cd_hit hit;
        cd_contact_points manifold;
    } as;
} cd_value;

/// A query made in the update: name is the function's, "raycast".
typedef struct cd_query {
    const char *name;
    const char *file;
    int line;
    int argument_count, result_count;
    cd_value *arguments, *results;
} cd_query;

/// How something is drawn; a component < 0 means "as the viewer likes".
typedef struct cd_style {
    float r, g, b, a;    ///< 0..1, straight alpha; r < 0: the theme's choice; a < 0: likewise
    float width;         ///< of lines in pixels, of text its size; < 0: the theme's choice
    bool dashed, hidden; ///< hidden: a state shape that is not drawn
    bool outline;        ///< shape: not filled
    bool unnamed;        ///< state shape: its name is not drawn
} cd_style;

/// A shape of the state, by its path: "ball", "walls[2]", "room.floor".
typedef struct cd_named_shape {
    const char *key;
    cd_shape shape;
    cd_style style;
    uint64_t id; ///< in the runner: its creation number; not told
} cd_named_shape;

typedef enum cd_drawing_kind {
    CD_DRAW_TEXT,  ///< text at points[0]; with point_count 0: a line of the head-up text
    CD_DRAW_LINE,  ///< a polyline through points
    CD_DRAW_ARROW, ///< from points[0] to points[1]
    CD_DRAW_POINTS,
    CD_DRAW_SHAPE,
    CD_DRAW_PLOT, ///< a number for the strip chart `text`
    CD_DRAW_KIND_COUNT
} cd_drawing_kind;

/// One call of the `draw` object in scenario.draw.
typedef struct cd_drawing {
    cd_drawing_kind kind;
    cd_style style;
    const char *text; ///< text and plot; else ""
    double number;    ///< plot
    int point_count;
    cd_vec *points;
    cd_shape shape;
} cd_drawing;

typedef struct cd_check {
    const char *name;
    bool passed;         ///< in this frame
    int first_failure;   ///< frame, or -1: never failed up to here
    const char *message; ///< of the first failure, or ""
    bool raised;         ///< that was an error, and the message begins with its file:line
} cd_check;

/// How much of a frame is told. Whatever it is, hash, checks and prints are.
typedef enum cd_detail {
    CD_DETAIL_NONE,
    CD_DETAIL_SHAPES, ///< shapes without the styles that scenario.draw gives them
    CD_DETAIL_FULL,   ///< all of it: only then scenario.draw is called
    CD_DETAIL_COUNT
} cd_detail;

typedef struct cd_frame {
    int frame; ///< 0 after load
    cd_detail detail;
    double time;
    uint64_t hash;   ///< of the whole state (numbers by bits, tables by sorted keys)
    uint64_t figure; ///< of its shapes and their keys alone; that of the state where it has none
    int shape_count, query_count, check_count, print_count, drawing_count;
    cd_named_shape *shapes;
    cd_query *queries;
    cd_check *checks;
    const char **prints; ///< lines printed since the previous frame
    cd_drawing *drawings;
    int omitted; ///< shapes, queries, prints and drawings beyond the limits, not recorded
} cd_frame;

/// The shape of a frame with a key, looked for first at its likely place; NULL: there is none.
const cd_named_shape *cd_frame_shape(const cd_frame *frame, const char *key, int likely);

// -------------------------------------------------------------------------------------- messages

typedef enum cd_message_type {
    // viewer -> runner
    CD_MSG_LOAD = 1, ///< cd_load: the first message
    CD_MSG_MODULE,   ///< cd_module: answers CD_MSG_REQUIRE
    CD_MSG_STEP,     ///< cd_step: do some updates
    CD_MSG_QUIT,     ///< empty
    // runner -> viewer
    CD_MSG_REQUIRE = 32, ///< cd_require: wants a module, waits for CD_MSG_MODULE
    CD_MSG_LOADED,       ///< cd_loaded; followed by frame 0
    CD_MSG_FRAME,        ///< cd_frame
    CD_MSG_ERROR         ///< cd_error: the run has ended
} cd_message_type;

typedef enum cd_param_kind { CD_PARAM_NUMBER, CD_PARAM_BOOLEAN, CD_PARAM_CHOICE } cd_param_kind;

/// A parameter of the scenario with its present value.
typedef struct cd_param {
    const char *name;
    cd_param_kind kind;
    double number, min, max; ///< number; min, max infinite where not given
    bool boolean;
    int choice_count, choice; ///< choice: index of the present one
    const char **choices;
    const char *original; ///< the script's own value as a setting
} cd_param;

/// A parameter as set by a person, still text ("0.5", "true", "slide"); the runner checks it.
typedef struct cd_setting {
    const char *name, *value;
} cd_setting;

/// A shape of the state held at a place by a person: its middle is put there before the update and
/// again after it, so that a script which moves it does not win. {NULL}: none is held.
typedef struct cd_drag {
    const char *key; ///< as in cd_named_shape
    cd_vec to;
} cd_drag;

typedef struct cd_load {
    const char *name; ///< as shown in messages and file:line: "scripts/plane_bounce.lua"
    const char *source;
    size_t source_size;
    int setting_count;
    cd_setting *settings;
    bool has_seed;
    int64_t seed;
    cd_drag drag; ///< of frame 0
    int line_count;
    const char **lines; ///< of the console, run after load
    bool trusted;       ///< --trust: the restricted Lua environment is lifted
    bool lenient;       ///< settings that the script cannot take are passed over, here and in steps
    cd_detail detail;   ///< of frame 0
} cd_load;

typedef struct cd_require {
    const char *name; ///< as in require "name"
} cd_require;

typedef struct cd_module {
    bool found;
    const char *name;   ///< the file, as shown in messages; where not found: why, in one line
    const char *source; ///< Lua text
    size_t source_size;
} cd_module;

/// `count` updates with these keys and this shape held in each of them; settings take effect before
/// the first.
typedef struct cd_step {
    int count;
    cd_detail detail;
    cd_drag drag;
    int key_count;
    const char **keys; ///< names as in input.down: "left", "a", "space"
    int setting_count;
    cd_setting *settings;
    int line_count;
    const char **lines; ///< of the console, run after the first update
} cd_step;

typedef struct cd_loaded {
    const char *title;
    double dt;
    int64_t seed;
    int dim;          ///< 2 or 3: the dimension of the shapes in the state (2 where there are none)
    double budget;    ///< seconds for an update
    const char *view; ///< "front", "top", "side", "orbit", or "": not given
    int param_count;
    cd_param *params;
    int check_count;
    const char **checks;
} cd_loaded;

typedef struct cd_error {
    const char *phase;   ///< "load", "param", "update", "draw", "check", "memory", "time"
    const char *message; ///< one line without position
    const char *file;    ///< "" where unknown
    int line;            ///< 0 where unknown
    const char *traceback;
    int frame; ///< the frame that was being made
} cd_error;

/// A decoded message; which member holds, says `type`.
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
    } as;
} cd_message;

/// Appends a whole message with its header to `out`.
void cd_message_encode(cd_bytes *out, const cd_message *message);

/// Looks at the first bytes of a stream: the size of the whole first message, 0 where more bytes
/// are needed to tell, SIZE_MAX where the stream is damaged (too large a length, unknown type).
size_t cd_message_size(const uint8_t *data, size_t size);

/// Decodes one whole message of cd_message_size bytes; false where it is damaged. Strings, arrays
/// and polytopes are laid in `arena`.
bool cd_message_decode(const uint8_t *data, size_t size, cd_arena *arena, cd_message *message);

// ------------------------------------------------------------------------------------- recording

/// What is kept of every frame of a run; of most of them also the message itself.
typedef struct cd_moment {
    uint64_t hash, figure;
    bool failed;      ///< some check did not pass in this frame
    cd_detail detail; ///< of the message
    cd_bytes bytes;   ///< the message; empty: thinned out
} cd_moment;

#define CD_PLOTS_MAX 8
/// What draw.plot said under one name, frame by frame; NaN where it said nothing, or is not known.
typedef struct cd_plot {
    char name[48];
    float *values; ///< as many as there is capacity for frames
} cd_plot;

/// The frames of one run, first to last without a hole. When the messages need too much memory
/// they are thinned out, the older ones the more; whoever wants one again makes it again.
typedef struct cd_recording {
    cd_moment *moments;
    int count, capacity;
    size_t memory; ///< bytes of messages
    int stride;    ///< of what is thinned out only frames at multiples of it are left; 0: nothing
    cd_plot plots[CD_PLOTS_MAX];
    int plot_count;
} cd_recording;

/// Keeps a frame with a copy of its message (NULL: without): number `count`, or one again that is
/// there already and is not told in more detail. False where memory runs out, and where a frame
/// made again is not the same.
bool cd_recording_put(cd_recording *recording, const cd_frame *frame, const uint8_t *data,
                      size_t size);
/// How much there is of a frame.
cd_detail cd_recording_detail(const cd_recording *recording, int frame);
/// Decodes a frame into `arena`; false where its message is not there.
bool cd_recording_frame(const cd_recording *recording, int frame, cd_arena *arena, cd_frame *out);
/// Thins out until the messages need less than `limit` bytes. The last frames, those around `near`
/// and the first two stay as long as that goes.
void cd_recording_thin(cd_recording *recording, size_t limit, int near);
/// Takes over the messages of another run of the same script, where both have made the same frame
/// and the other one tells more of it.
void cd_recording_adopt(cd_recording *recording, cd_recording *from);
void cd_recording_free(cd_recording *recording);

#endif
