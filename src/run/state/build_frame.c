// Builds a frame from the tables of simulation.lua and drawing.lua. Lists are cut at their limits,
// and the frame counts what was left out: so a script cannot keep its viewer busy with a picture
// that nobody can read.
#include "run/state/build_frame.h"

#include "lua/binding.h"
#include "run/state/fields.h"
#include "run/state/observed_queries.h"
#include "run/state/state_hash.h"
#include "run/state/state_shapes.h"
#include "run/state/state_values.h"

#include <assert.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

enum {
    DRAWING_LIMIT = 20000,
    POINT_LIMIT = 200000 ///< of all drawings together
};

/// Pushes the list at a field (or what is there instead), and returns its length, at most `limit`.
static int open_list(lua_State *L, int index, const char *key, int limit, cd_frame *frame) {
    if (lua_getfield(L, index, key) != LUA_TTABLE)
        return 0;
    const lua_Unsigned length = lua_rawlen(L, -1);
    if (length <= (lua_Unsigned)limit)
        return (int)length;
    frame->omitted += (int)(length - (lua_Unsigned)limit);
    return limit;
}

// ---------------------------------------------------------------------------------------- drawings

static cd_drawing_kind drawing_kind(const char *name) {
    static const char *const names[] = {"text", "line", "arrow", "points", "shape",
                                        "plot", "",     "chart", "field"};
    for (int i = 0; i < CD_DRAW_KIND_COUNT; i++)
        if (strcmp(name, names[i]) == 0)
            return (cd_drawing_kind)i;
    return CD_DRAW_KIND_COUNT;
}

static void fill_points(lua_State *L, int index, cd_arena *arena, cd_drawing *drawing, int limit,
                        cd_frame *frame) {
    const int count = open_list(L, index, "points", limit, frame);
    if (count > 0) {
        drawing->points = cd_field_memory(L, arena, sizeof *drawing->points * (size_t)count);
        for (int i = 0; i < count; i++) {
            int dim;
            lua_rawgeti(L, -1, i + 1);
            const bool is_vector = cd_lua_to_vector(L, -1, &drawing->points[i], &dim);
            assert(is_vector); // drawing.lua has made it
            (void)is_vector;
            lua_pop(L, 1);
        }
        drawing->point_count = count;
    }
    lua_pop(L, 1);
}

/// The points of a chart's curve, from the lists xs and ys of curve.c.
static void fill_curve(lua_State *L, int index, cd_arena *arena, cd_drawing *drawing) {
    lua_getfield(L, index, "xs");
    lua_getfield(L, index, "ys");
    const int ys = lua_gettop(L), count = (int)lua_rawlen(L, ys);
    drawing->curve = cd_field_memory(L, arena, 2 * sizeof *drawing->curve * (size_t)count);
    drawing->curve_count = count;
    for (int i = 0; i < 2 * count; i++) {
        lua_rawgeti(L, i % 2 == 0 ? ys - 1 : ys, i / 2 + 1);
        drawing->curve[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    lua_settop(L, ys - 2);
}

/// One entry of drawing.lua's list, at an index; false for a look of a shape, which is no drawing.
static bool read_drawing(lua_State *L, int index, cd_arena *arena, cd_frame *frame,
                         int *points_left) {
    cd_drawing *out = &frame->drawings[frame->drawing_count];
    *out = (cd_drawing){.text = cd_string_field(L, index, "text", arena),
                        .unit = cd_string_field(L, index, "unit", arena),
                        .x_title = cd_string_field(L, index, "x", arena),
                        .style = CD_STYLE_DEFAULT,
                        .number = cd_number_field(L, index, "number", 0)};
    if (lua_getfield(L, index, "style") == LUA_TTABLE) {
        out->style = cd_read_style(L, lua_gettop(L));
        out->page = (int)cd_number_field(L, lua_gettop(L), "page", 0);
    }
    lua_getfield(L, index, "shape");
    const cd_shape *shape = cd_lua_to_shape(L, -1);
    lua_getfield(L, index, "kind");
    out->kind = drawing_kind(lua_tostring(L, -1));
    if (shape)
        out->shape = *shape;
    lua_pop(L, 3);
    const bool list = out->kind == CD_DRAW_LINE || out->kind == CD_DRAW_POINTS;
    if (out->kind == CD_DRAW_CHART || out->kind == CD_DRAW_FIELD)
        fill_curve(L, index, arena, out);
    else
        fill_points(L, index, arena, out, list ? *points_left : 2, frame);
    *points_left -= list ? out->point_count : 0;
    return out->kind != CD_DRAW_KIND_COUNT;
}

/// Makes room for `more` drawings beyond those of drawing.lua's list (0: there is none), and reads
/// these.
static void fill_drawings(lua_State *L, int list, int more, cd_arena *arena, cd_frame *frame) {
    const lua_Unsigned length = list != 0 ? lua_rawlen(L, list) : 0;
    const int count = length > DRAWING_LIMIT ? DRAWING_LIMIT : (int)length;
    frame->omitted += (int)(length - (lua_Unsigned)count);
    frame->drawings = cd_field_memory(L, arena, sizeof *frame->drawings * (size_t)(count + more));
    int points_left = POINT_LIMIT;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, list, i + 1);
        if (read_drawing(L, lua_gettop(L), arena, frame, &points_left))
            frame->drawing_count++;
        lua_pop(L, 1);
    }
}

/// The number that an expression has; NaN: it has none.
static double watched_number(lua_State *L, int sim, const char *expression) {
    lua_getfield(L, sim, "watched_number");
    lua_pushvalue(L, sim);
    lua_pushstring(L, expression);
    lua_call(L, 2, 1);
    const double number = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

/// Plots what a person wants plotted of the state, `paths` (CD_PLOTS_MAX at most), as "s.path"; or
/// the number of an expression, behind "=".
static void fill_plotted(lua_State *L, int sim, cd_arena *arena, cd_frame *frame) {
    const int paths = lua_gettop(L), count = lua_istable(L, paths) ? (int)lua_rawlen(L, paths) : 0;
    lua_getfield(L, sim, "state");
    for (int i = 1; i <= count; i++) {
        lua_rawgeti(L, paths, i);
        const char *path = lua_tostring(L, -1);
        const bool is_expression = path[0] == '=';
        lua_pushfstring(L, is_expression ? "%s" : "s.%s", path + is_expression);
        frame->drawings[frame->drawing_count++] =
            (cd_drawing){.kind = CD_DRAW_STATE_PLOT,
                         .style = CD_STYLE_DEFAULT,
                         .text = cd_keep_string(L, -1, arena, CD_TEXT_LIMIT),
                         .unit = "",
                         .x_title = "",
                         .number = is_expression ? watched_number(L, sim, path + 1)
                                                 : cd_state_number(L, paths + 1, path)};
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}

// ------------------------------------------------------------------------------------------ frame

static void fill_checks(lua_State *L, int sim, cd_arena *arena, cd_frame *frame) {
    const int count = open_list(L, sim, "checks", INT16_MAX, frame);
    frame->checks = cd_field_memory(L, arena, sizeof *frame->checks * (size_t)count);
    frame->check_count = count;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        const int index = lua_gettop(L);
        frame->checks[i] =
            (cd_check){.name = cd_string_field(L, index, "name", arena),
                       .passed = cd_flag_field(L, index, "passed"),
                       .first_failure = (int)cd_number_field(L, index, "first_failure", -1),
                       .message = cd_string_field(L, index, "message", arena),
                       .raised = cd_flag_field(L, index, "raised")};
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void fill_prints(lua_State *L, int sim, cd_arena *arena, cd_frame *frame) {
    const int count = open_list(L, sim, "lines", INT16_MAX, frame);
    frame->prints = cd_field_memory(L, arena, sizeof *frame->prints * (size_t)count);
    frame->print_count = count;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        frame->prints[i] = cd_keep_string(L, -1, arena, SIZE_MAX);
        lua_pop(L, 1);
    }
    frame->omitted += (int)cd_number_field(L, lua_gettop(L), "omitted", 0);
    lua_getfield(L, -1, "clear");
    lua_insert(L, -2);
    lua_call(L, 1, 0);
}

/// What camera.lua has left in the simulation.
static void fill_aim(lua_State *L, int sim, cd_arena *arena, cd_aim *aim) {
    int dim;
    lua_getfield(L, sim, "aimed");
    const int view = lua_gettop(L);
    if (lua_istable(L, view)) {
        lua_getfield(L, view, "center");
        aim->set = cd_lua_to_vector(L, -1, &aim->center, &dim);
        aim->width = cd_number_field(L, view, "width", 0);
        aim->height = cd_number_field(L, view, "height", 0);
        lua_getfield(L, view, "size");
        if (!cd_lua_to_vector(L, -1, &aim->size, &dim))
            aim->size = (cd_vec){0, 0, 0};
        aim->angle = cd_number_field(L, view, "angle", 0);
        aim->elevation = cd_number_field(L, view, "elevation", 0);
        aim->tilt = cd_number_field(L, view, "tilt", 0);
        aim->problem = cd_string_field(L, sim, "camera_problem", arena);
    }
    lua_settop(L, view - 1);
}

/// Draws again to raise at the line of the script where it styles what is not in the state.
static void blame_look(lua_State *L, int sim) {
    lua_getfield(L, sim, "draw");
    lua_pushvalue(L, sim);
    lua_pushboolean(L, 1);
    lua_call(L, 2, 0);
}

void cd_build_frame(lua_State *L, int sim, int drawings, cd_arena *arena, cd_frame *frame) {
    assert((drawings != 0) == (frame->detail >= CD_DETAIL_FULL));
    luaL_checkstack(L, 20, NULL);
    frame->frame = (int)cd_number_field(L, sim, "frame", 0);
    frame->time = cd_number_field(L, sim, "time", 0);
    fill_checks(L, sim, arena, frame);
    fill_prints(L, sim, arena, frame);
    fill_aim(L, sim, arena, &frame->aim);
    const int top = lua_gettop(L);
    const int plotted = lua_getfield(L, sim, "plotted") == LUA_TTABLE ? (int)lua_rawlen(L, -1) : 0;
    fill_drawings(L, drawings, plotted, arena, frame);
    fill_plotted(L, sim, arena, frame);
    lua_settop(L, top);
    if (frame->detail == CD_DETAIL_NONE)
        return;
    int looks = 0;
    if (drawings != 0) {
        lua_getfield(L, drawings, "looks");
        looks = cd_number_field(L, drawings, "look_count", 0) > 0 ? lua_gettop(L) : 0;
    }
    lua_getfield(L, sim, "state");
    const int found = cd_collect_shapes(L, lua_gettop(L), looks, arena, frame);
    if (frame->detail == CD_DETAIL_STATE)
        cd_collect_values(L, lua_gettop(L), arena, frame);
    if (looks != 0 && frame->omitted == 0 && found < cd_number_field(L, drawings, "look_count", 0))
        blame_look(L, sim);
    if (drawings != 0) {
        lua_getfield(L, sim, "queries");
        frame->query_log = cd_query_log_at(L, -1);
        frame->omitted += frame->query_log->omitted;
    }
    frame->figure = frame->shape_count > 0 ? cd_hash_figure(frame) : frame->hash;
    lua_settop(L, top);
}
