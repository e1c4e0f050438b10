// Builds a frame from the tables of simulation.lua and drawing.lua. Lists are cut at their limits,
// and the frame counts what was left out: so a script cannot keep its viewer busy with a picture
// that nobody can read.
#include "run/build_frame.h"

#include "lua/binding.h"
#include "run/fields.h"
#include "run/state_hash.h"
#include "run/state_shapes.h"

#include <assert.h>
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

enum {
    QUERY_LIMIT = 20000,
    DRAWING_LIMIT = 20000,
    POINT_LIMIT = 200000, ///< of all drawings together
    VALUE_LIMIT = 64      ///< arguments or results of a query
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

// ---------------------------------------------------------------------------------------- values

/// A shape of the frame and its creation number, by which a list of these is sorted.
typedef struct numbered_shape {
    uint64_t id;
    int which;
} numbered_shape;

static int compare_ids(const void *a, const void *b) {
    const numbered_shape *x = a, *y = b;
    return x->id != y->id ? (x->id > y->id) - (x->id < y->id) : x->which - y->which;
}

static numbered_shape *number_shapes(lua_State *L, const cd_frame *frame, cd_arena *arena) {
    numbered_shape *list = cd_field_memory(L, arena, sizeof *list * (size_t)frame->shape_count);
    for (int i = 0; i < frame->shape_count; i++)
        list[i] = (numbered_shape){frame->shapes[i].id, i};
    qsort(list, (size_t)frame->shape_count, sizeof *list, compare_ids);
    return list;
}

/// The index in the frame of the first shape with a creation number; -1 if there is none.
static int index_of(const numbered_shape *list, int count, uint64_t id) {
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (list[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && list[low].id == id ? list[low].which : -1;
}

static cd_value read_value(lua_State *L, int index, cd_arena *arena, const numbered_shape *shapes,
                           int shape_count) {
    cd_value value = {.kind = CD_VALUE_NIL};
    const cd_shape *shape;
    const cd_hit *hit;
    const cd_separation *contact;
    if (lua_isnil(L, index))
        return value;
    if (lua_isboolean(L, index)) {
        value.kind = CD_VALUE_BOOLEAN;
        value.as.boolean = lua_toboolean(L, index);
    } else if (lua_type(L, index) == LUA_TNUMBER) {
        value.kind = CD_VALUE_NUMBER;
        value.as.number = lua_tonumber(L, index);
    } else if (cd_lua_to_vector(L, index, &value.as.vector, &value.dim)) {
        value.kind = CD_VALUE_VECTOR;
    } else if ((shape = cd_lua_to_shape(L, index))) {
        value.kind = CD_VALUE_SHAPE;
        value.dim = shape->dim;
        value.as.shape = *shape;
        value.which = index_of(shapes, shape_count, cd_lua_serial(L, index));
    } else if ((hit = cd_lua_to_hit(L, index, &value.dim))) {
        value.kind = CD_VALUE_HIT;
        value.as.hit = *hit;
    } else if ((contact = cd_lua_to_contact(L, index, &value.dim))) {
        const cd_contact_point *points;
        const int count = cd_lua_to_points(L, index, &points);
        value.kind = count > 0 ? CD_VALUE_MANIFOLD : CD_VALUE_CONTACT;
        value.as.manifold = (cd_contact_points){.contact = *contact, .count = count};
        for (int i = 0; i < count; i++)
            value.as.manifold.points[i] = points[i];
    } else {
        value.kind = CD_VALUE_STRING;
        const bool plain = lua_type(L, index) == LUA_TSTRING || cd_lua_serial(L, index) > 0;
        if (plain)
            luaL_tolstring(L, index, NULL);
        else
            lua_pushstring(L, luaL_typename(L, index));
        value.as.string = cd_keep_string(L, -1, arena, CD_TEXT_LIMIT);
        lua_pop(L, 1);
    }
    return value;
}

/// The list { n =, ... } at a field of the query on the top.
static cd_value *read_values(lua_State *L, const char *key, int *count, cd_arena *arena,
                             const numbered_shape *shapes, int shape_count) {
    *count = 0;
    if (lua_getfield(L, -1, key) != LUA_TTABLE) {
        lua_pop(L, 1);
        return NULL;
    }
    const int n = (int)cd_number_field(L, lua_gettop(L), "n", 0);
    *count = n < 0 ? 0 : n > VALUE_LIMIT ? VALUE_LIMIT : n;
    cd_value *values = cd_field_memory(L, arena, sizeof *values * (size_t)*count);
    for (int i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, i + 1);
        values[i] = read_value(L, lua_gettop(L), arena, shapes, shape_count);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return values;
}

static void fill_queries(lua_State *L, int sim, cd_arena *arena, cd_frame *frame) {
    const int count = open_list(L, sim, "queries", QUERY_LIMIT, frame), known = frame->shape_count;
    const numbered_shape *shapes = number_shapes(L, frame, arena);
    frame->queries = cd_field_memory(L, arena, sizeof *frame->queries * (size_t)count);
    frame->query_count = count;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, i + 1);
        const int index = lua_gettop(L);
        cd_query *query = &frame->queries[i];
        query->name = cd_string_field(L, index, "name", arena);
        query->file = cd_string_field(L, index, "file", arena);
        query->line = (int)cd_number_field(L, index, "line", 0);
        query->arguments =
            read_values(L, "arguments", &query->argument_count, arena, shapes, known);
        query->results = read_values(L, "results", &query->result_count, arena, shapes, known);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

// ---------------------------------------------------------------------------------------- drawings

static cd_drawing_kind drawing_kind(const char *name) {
    static const char *const names[] = {"text", "line", "arrow", "points", "shape", "plot"};
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
            if (cd_lua_to_vector(L, -1, &drawing->points[drawing->point_count], &dim))
                drawing->point_count++;
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

/// One entry of drawing.lua's list, at an index. Styles of shapes go to the table `styles`.
static bool read_drawing(lua_State *L, int index, int styles, cd_arena *arena, cd_frame *frame,
                         int *points_left) {
    cd_drawing *out = &frame->drawings[frame->drawing_count];
    *out = (cd_drawing){.text = cd_string_field(L, index, "text", arena),
                        .style = CD_STYLE_DEFAULT,
                        .number = cd_number_field(L, index, "number", 0)};
    if (lua_getfield(L, index, "style") == LUA_TTABLE)
        out->style = cd_read_style(L, lua_gettop(L));
    lua_getfield(L, index, "shape");
    const cd_shape *shape = cd_lua_to_shape(L, -1);
    lua_getfield(L, index, "kind");
    out->kind = drawing_kind(lua_tostring(L, -1));
    if (out->kind == CD_DRAW_KIND_COUNT && shape) { // "style"
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -4);
        lua_rawset(L, styles);
    }
    if (shape)
        out->shape = *shape;
    lua_pop(L, 3);
    const bool list = out->kind == CD_DRAW_LINE || out->kind == CD_DRAW_POINTS;
    fill_points(L, index, arena, out, list ? *points_left : 2, frame);
    *points_left -= list ? out->point_count : 0;
    return out->kind != CD_DRAW_KIND_COUNT;
}

static void fill_drawings(lua_State *L, int list, int styles, cd_arena *arena, cd_frame *frame) {
    const lua_Unsigned length = lua_rawlen(L, list);
    const int count = length > DRAWING_LIMIT ? DRAWING_LIMIT : (int)length;
    frame->omitted += (int)(length - (lua_Unsigned)count);
    frame->drawings = cd_field_memory(L, arena, sizeof *frame->drawings * (size_t)count);
    int points_left = POINT_LIMIT;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, list, i + 1);
        if (read_drawing(L, lua_gettop(L), styles, arena, frame, &points_left))
            frame->drawing_count++;
        lua_pop(L, 1);
    }
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

void cd_build_frame(lua_State *L, int sim, int drawings, cd_arena *arena, cd_frame *frame) {
    assert((drawings != 0) == (frame->detail == CD_DETAIL_FULL));
    luaL_checkstack(L, 20, NULL);
    frame->frame = (int)cd_number_field(L, sim, "frame", 0);
    frame->time = cd_number_field(L, sim, "time", 0);
    fill_checks(L, sim, arena, frame);
    fill_prints(L, sim, arena, frame);
    if (frame->detail == CD_DETAIL_NONE)
        return;
    int styles = 0;
    const int top = lua_gettop(L);
    if (drawings != 0) {
        lua_newtable(L);
        styles = lua_gettop(L);
        fill_drawings(L, drawings, styles, arena, frame);
    }
    lua_getfield(L, sim, "state");
    cd_collect_shapes(L, lua_gettop(L), styles, arena, frame);
    if (drawings != 0)
        fill_queries(L, sim, arena, frame); // which refer to the shapes
    frame->figure = frame->shape_count > 0 ? cd_hash_figure(frame) : frame->hash;
    lua_settop(L, top);
}
