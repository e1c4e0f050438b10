// A frame is one update of a scenario as the viewer sees it: the shapes of its state by key, every
// query it made, its checks, prints and drawings. What a frame points to lies in a cd_arena.
#ifndef RECORD_FRAME_H
#define RECORD_FRAME_H

#include "collide/collide.h"
#include "record/query_bytes.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum cd_value_kind {
    CD_VALUE_NIL,
    CD_VALUE_BOOLEAN,
    CD_VALUE_NUMBER,
    CD_VALUE_STRING, ///< also the text of a value of any other type
    CD_VALUE_VECTOR,
    CD_VALUE_SHAPE,
    CD_VALUE_CONTACT,
    CD_VALUE_HIT,
    CD_VALUE_MANIFOLD
} cd_value_kind;

/// A Lua value as far as the viewer can show it.
typedef struct cd_value {
    cd_value_kind kind;
    int dim;     ///< 2 or 3; of vectors, shapes, contacts, hits and manifolds
    int which;   ///< of a shape: its index among the frame's shapes, -1 if it is none of them
    uint64_t id; ///< in a query log only: the creation number of a shape, the index of a hit
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

/// A query that the update made.
typedef struct cd_query {
    const char *name; ///< of the function: "raycast"
    const char *file; ///< where the script called it
    int line;
    int argument_count, result_count;
    cd_value *arguments, *results;
} cd_query;

/// How something is drawn. A negative number leaves the choice to the viewer's theme.
typedef struct cd_style {
    float r, g, b, a;    ///< 0..1, straight alpha
    float width;         ///< of lines, in pixels; of text, its size
    float trail;         ///< seconds that a shape's trail shows; 0: it has none
    bool dashed, hidden; ///< hidden: a shape of the state that is not drawn
    bool outline;        ///< a shape that is not filled
    bool unnamed;        ///< a shape of the state whose name is not drawn
} cd_style;

/// All choices left to the theme.
#define CD_STYLE_DEFAULT ((cd_style){-1, -1, -1, -1, -1, -1, false, false, false, false})

/// A shape of the state, by its path: "ball", "walls[2]", "room.floor".
typedef struct cd_named_shape {
    const char *key;
    cd_shape shape;
    const char *name; ///< with which it is drawn; NULL: what its path says, see shape_label.h
    cd_style style;
    uint64_t id; ///< its creation number, by which it is the same from frame to frame
} cd_named_shape;

typedef enum cd_drawing_kind {
    CD_DRAW_TEXT,  ///< a text at points[0]; with point_count 0 a line in the corner
    CD_DRAW_LINE,  ///< a polyline through the points
    CD_DRAW_ARROW, ///< from points[0] to points[1]
    CD_DRAW_POINTS,
    CD_DRAW_SHAPE,
    CD_DRAW_PLOT,       ///< a number for the strip chart named `text`
    CD_DRAW_STATE_PLOT, ///< likewise, of the state's number at a path that a person wants plotted
    CD_DRAW_CHART,      ///< a curve in the chart of this frame named `text`
    CD_DRAW_FIELD,      ///< a function's values over a rectangle, in cells
    CD_DRAW_KIND_COUNT
} cd_drawing_kind;

#define CD_PAGES_MAX 99
/// One call of the `draw` object in scenario.draw.
typedef struct cd_drawing {
    cd_drawing_kind kind;
    int page; ///< on which it is, 1 to CD_PAGES_MAX; 0: on all
    cd_style style;
    const char *text;    ///< of a text, plot or chart; "" for any other kind
    const char *unit;    ///< of a plot's numbers or a chart's y; "" for none
    const char *x_title; ///< of a chart's horizontal axis
    double number;       ///< of a plot
    int point_count;
    cd_vec *points;
    int curve_count; ///< of a chart or a field
    double *curve; ///< x and y of its points in turn; what is not finite leaves a gap. Of a field:
                   ///< its z and 0, then of each cell x, y, width, height, and the values at its
                   ///< corners: at x, y; at x + width, y; at x, y + height; and opposite
    cd_shape shape;
} cd_drawing;

typedef enum cd_state_kind {
    CD_STATE_TABLE, ///< its fields follow, one deeper
    CD_STATE_NUMBER,
    CD_STATE_BOOLEAN,
    CD_STATE_VECTOR,
    CD_STATE_TEXT, ///< a string; of any other value what it is
    CD_STATE_SHAPE,
    CD_STATE_BODY,  ///< its fields follow
    CD_STATE_WORLD, ///< its bodies follow that the state has under no other name
    CD_STATE_KIND_COUNT
} cd_state_kind;

/// A field of the state, of a table in it, or of a body.
typedef struct cd_state_value {
    const char *key; ///< as it is appended to a path: "rock", ".spin", "[3]"
    int depth;       ///< 0: a field of the state itself
    cd_state_kind kind;
    int dim;          ///< of a vector
    int which;        ///< of a shape or body: its number among the frame's shapes, or -1
    cd_vec number;    ///< a vector; in x a number, a boolean, how many bodies a world has
    const char *text; ///< "" of what is none
} cd_state_value;

typedef struct cd_check {
    const char *name;
    bool passed;         ///< in this frame
    int first_failure;   ///< number of the first frame that failed; -1 if none did so far
    const char *message; ///< of the first failure; "" without one
    bool raised;         ///< the first failure was an error; its message begins with file:line
} cd_check;

/// How much of a frame is recorded. Hash, checks and prints always are.
typedef enum cd_detail {
    CD_DETAIL_NONE,
    CD_DETAIL_SHAPES, ///< shapes, without the styles that scenario.draw gives them
    CD_DETAIL_FULL,   ///< everything but the state's values; scenario.draw is called from here on
    CD_DETAIL_STATE,  ///< the state's values too, while the inspector shows them
    CD_DETAIL_COUNT
} cd_detail;

/// Where scenario.camera has the picture taken. All that it asks for is seen: the width, the height
/// and the box, of which one at least is given.
typedef struct cd_aim {
    bool set;             ///< the scenario has a camera
    cd_vec center;        ///< in the middle of the picture
    double width, height; ///< of the piece of the world that the picture shows; 0: not given
    cd_vec size;          ///< of a box about the center; 0: not given
    double angle;         ///< radians from where the view starts: about the line of sight; of the
                          ///< orbit about the y axis
    double elevation;     ///< radians over the horizon, of the orbit
    double tilt;          ///< radians about the line of sight, of the orbit
    const char *problem;  ///< "file:line: message" of what went wrong in this frame, or ""
} cd_aim;

/// The box of the world that the picture keeps where the scenario has no camera.
typedef struct cd_kept {
    bool some; ///< there has been a finite shape
    cd_bounds box;
} cd_kept;

typedef struct cd_frame {
    int frame; ///< its number, 0 after load
    cd_detail detail;
    double time;
    uint64_t hash;   ///< of the whole state: numbers by their bits, tables by sorted keys
    uint64_t figure; ///< hash of the shapes and their keys alone; without shapes, that of the state
    int shape_count, query_count, check_count, print_count, drawing_count;
    cd_named_shape *shapes;
    cd_query *queries;
    const cd_query_log *query_log; ///< in the runner: holds the queries; else NULL
    cd_check *checks;
    const char **prints; ///< the lines printed since the previous frame
    cd_drawing *drawings;
    int value_count;
    cd_state_value *values; ///< depth first
    bool values_cut;        ///< there are more
    cd_aim aim;
    cd_kept kept;
    int omitted; ///< number of shapes, queries, prints and drawings dropped beyond the limits
} cd_frame;

/// The shape with a key, NULL if there is none. The index `likely` is tried first.
const cd_named_shape *cd_frame_shape(const cd_frame *frame, const char *key, int likely);

#endif
