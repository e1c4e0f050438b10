// A case as the messages of a run, as they stand in a kept run: what the viewer, which has no Lua,
// opens. Lua reads the case (runtime.opened_case); here its table becomes messages.
#include "run/scenario/case_messages.h"
#include "record/message.h"
#include "run/scenario.h"
#include "run/state/fields.h"

#include <lualib.h>
#include <stdio.h>
#include <string.h>

typedef struct case_writer {
    const char *given;
    bool is_path;
    const cd_bytes *run; ///< of which the text is wanted
    cd_bytes *out;
    cd_arena arena; ///< of a message
} case_writer;

/// The list of texts at field `name` of the table on the top.
static const char **read_texts(lua_State *L, const char *name, int *count, cd_arena *arena) {
    if (name != NULL)
        lua_getfield(L, -1, name);
    else
        lua_pushvalue(L, -1);
    *count = lua_istable(L, -1) ? (int)lua_rawlen(L, -1) : 0;
    const char **texts = cd_field_memory(L, arena, sizeof *texts * (size_t)(*count + 1));
    for (int i = 0; i < *count; i++) {
        lua_rawgeti(L, -1, i + 1);
        texts[i] = cd_keep_string(L, -1, arena, SIZE_MAX);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return texts;
}

/// Reads what a person held, the table on the top.
static void read_input(lua_State *L, cd_step *step, cd_arena *arena) {
    static const char *const axes[] = {"leftx",  "lefty",       "rightx",
                                       "righty", "triggerleft", "triggerright"};
    step->keys = read_texts(L, NULL, &step->key_count, arena);
    const int input = lua_gettop(L);
    if (lua_getfield(L, input, "mouse") == LUA_TTABLE) {
        const int mouse = lua_gettop(L);
        step->mouse =
            (cd_mouse){.known = true,
                       .at = {cd_number_field(L, mouse, "x", 0), cd_number_field(L, mouse, "y", 0),
                              cd_number_field(L, mouse, "z", 0)},
                       .wheel = cd_number_field(L, mouse, "wheel", 0)};
        lua_getfield(L, mouse, "inside");
        step->mouse.inside = lua_toboolean(L, -1);
    }
    lua_settop(L, input);
    if (lua_getfield(L, input, "pad") == LUA_TTABLE) {
        step->pad.connected = true;
        for (int i = 0; i < CD_PAD_AXES; i++)
            step->pad.axes[i] = (float)cd_number_field(L, input + 1, axes[i], 0);
    }
    lua_settop(L, input);
    step->text = "";
    if (lua_getfield(L, input, "text") == LUA_TSTRING)
        step->text = cd_keep_string(L, -1, arena, SIZE_MAX);
    lua_settop(L, input);
}

static void read_drag(lua_State *L, cd_step *step, cd_arena *arena) {
    const int index = lua_gettop(L);
    if (lua_getfield(L, index, "drag") == LUA_TTABLE) {
        double at[3];
        for (int i = 0; i < 3; i++) {
            lua_rawgeti(L, index + 1, i + 1);
            at[i] = lua_tonumber(L, -1);
            lua_pop(L, 1);
        }
        step->drag = (cd_drag){cd_string_field(L, index + 1, "key", arena), {at[0], at[1], at[2]}};
    }
    lua_settop(L, index);
}

/// Reads the step on the top.
static cd_step read_step(lua_State *L, cd_arena *arena) {
    const int index = lua_gettop(L);
    cd_step step = {.count = (int)cd_number_field(L, index, "count", 1)};
    lua_getfield(L, index, "input");
    read_input(L, &step, arena);
    lua_settop(L, index);
    read_drag(L, &step, arena);
    step.lines = read_texts(L, "lines", &step.line_count, arena);
    lua_getfield(L, index, "settings");
    step.setting_count = (int)lua_rawlen(L, -1);
    step.settings =
        cd_field_memory(L, arena, sizeof *step.settings * (size_t)(step.setting_count + 1));
    for (int i = 0; i < step.setting_count; i++) {
        int two;
        lua_rawgeti(L, index + 1, i + 1);
        const char **pair = read_texts(L, NULL, &two, arena);
        step.settings[i] = (cd_setting){pair[0], pair[1]};
        lua_pop(L, 1);
    }
    lua_settop(L, index);
    return step;
}

/// Writes the messages of the case on the top.
static void write_messages(lua_State *L, case_writer *w) {
    const int index = lua_gettop(L);
    cd_message load = {.type = CD_MSG_LOAD, .as.load.detail = CD_DETAIL_FULL};
    load.as.load.name = cd_string_field(L, index, "name", &w->arena);
    load.as.load.source = cd_string_field(L, index, "source", &w->arena);
    load.as.load.source_size = strlen(load.as.load.source);
    load.as.load.has_seed = lua_getfield(L, index, "seed") == LUA_TNUMBER;
    load.as.load.seed = lua_tointeger(L, -1);
    lua_getfield(L, index, "steps");
    const int steps = lua_gettop(L), count = (int)lua_rawlen(L, steps);
    for (int i = 0; i < count || i == 0; i++) {
        cd_step step = {.text = ""};
        if (i < count) {
            lua_rawgeti(L, steps, i + 1);
            step = read_step(L, &w->arena);
        }
        if (i == 0) {
            load.as.load.drag = step.drag;
            load.as.load.lines = step.lines;
            load.as.load.line_count = step.line_count;
            load.as.load.settings = step.settings;
            load.as.load.setting_count = step.setting_count;
            cd_message_encode(w->out, &load);
        } else {
            cd_message_encode(w->out, &(cd_message){.type = CD_MSG_STEP, .as.step = step});
        }
        lua_settop(L, steps);
    }
    if (w->out->failed)
        luaL_error(L, "not enough memory");
}

/// Writes the text of the case of w->run.
static void write_text(lua_State *L, case_writer *w) {
    size_t size;
    lua_getfield(L, -1, "text_of_kept");
    cd_push_kept_run(L, w->run);
    lua_call(L, 1, 1);
    const char *text = luaL_checklstring(L, -1, &size);
    cd_bytes_append(w->out, text, size);
    if (w->out->failed)
        luaL_error(L, "not enough memory");
}

static int run(lua_State *L) {
    case_writer *w = lua_touserdata(L, 1);
    luaL_openlibs(L);
    cd_push_runtime(L);
    if (w->run != NULL) {
        write_text(L, w);
        return 0;
    }
    lua_getfield(L, -1, "opened_case");
    lua_pushstring(L, w->given);
    lua_pushboolean(L, w->is_path);
    lua_call(L, 2, 1);
    write_messages(L, w);
    return 0;
}

/// Writes what went wrong in one line, without the path of the file.
static void describe(lua_State *L, const case_writer *w, char *wrong, size_t size) {
    if (lua_istable(L, -1))
        lua_getfield(L, -1, "wrong");
    const char *text = lua_tostring(L, -1);
    text = text != NULL ? text : "cannot be read";
    const size_t length = w->is_path ? strlen(w->given) : 0;
    if (w->is_path && strncmp(text, w->given, length) == 0 && strncmp(text + length, ": ", 2) == 0)
        text += length + 2;
    snprintf(wrong, size, "%.*s", (int)strcspn(text, "\n"), text);
}

/// Does the work in a Lua state of its own.
static bool work(case_writer *w, char *wrong, size_t size) {
    lua_State *L = luaL_newstate();
    snprintf(wrong, size, "out of memory");
    bool good = L != NULL;
    if (good) {
        lua_pushcfunction(L, run);
        lua_pushlightuserdata(L, w);
        good = lua_pcall(L, 1, 0, 0) == LUA_OK;
        if (!good)
            describe(L, w, wrong, size);
        lua_close(L);
    }
    cd_arena_free(&w->arena);
    return good;
}

bool cd_case_messages(const char *given, bool is_path, cd_bytes *out, char *wrong, size_t size) {
    case_writer w = {.given = given, .is_path = is_path, .out = out};
    return work(&w, wrong, size);
}

bool cd_case_text(const cd_bytes *messages, cd_bytes *out, char *wrong, size_t size) {
    case_writer w = {.run = messages, .out = out};
    return work(&w, wrong, size);
}
