// Reading the fields of Lua tables (fields.h).
#include "run/state/fields.h"

#include <assert.h>
#include <lauxlib.h>

void *cd_field_memory(lua_State *L, cd_arena *arena, size_t size) {
    void *memory = cd_arena_alloc(arena, size);
    if (!memory)
        luaL_error(L, "not enough memory");
    return memory;
}

const char *cd_keep_string(lua_State *L, int index, cd_arena *arena, size_t most) {
    size_t size;
    const char *text = lua_tolstring(L, index, &size);
    assert(text != NULL);
    const char *kept = cd_arena_string(arena, text, cd_cut_length(text, size, most));
    if (!kept)
        luaL_error(L, "not enough memory");
    return kept;
}

const char *cd_string_field(lua_State *L, int index, const char *key, cd_arena *arena) {
    lua_getfield(L, index, key);
    const char *text =
        lua_type(L, -1) == LUA_TSTRING ? cd_keep_string(L, -1, arena, CD_TEXT_LIMIT) : "";
    lua_pop(L, 1);
    return text;
}

lua_Number cd_number_field(lua_State *L, int index, const char *key, lua_Number otherwise) {
    lua_getfield(L, index, key);
    lua_Number number = lua_isnumber(L, -1) ? lua_tonumber(L, -1) : otherwise;
    lua_pop(L, 1);
    return number;
}

bool cd_flag_field(lua_State *L, int index, const char *key) {
    lua_getfield(L, index, key);
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

cd_style cd_read_style(lua_State *L, int index) {
    float parts[6];
    for (int i = 0; i < 6; i++) {
        lua_rawgeti(L, index, i + 1);
        parts[i] = (float)lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    return (cd_style){.r = parts[0],
                      .g = parts[1],
                      .b = parts[2],
                      .a = parts[3],
                      .width = parts[4],
                      .trail = parts[5],
                      .dashed = cd_flag_field(L, index, "dashed"),
                      .hidden = cd_flag_field(L, index, "hidden"),
                      .outline = cd_flag_field(L, index, "outline"),
                      .unnamed = cd_flag_field(L, index, "unnamed")};
}
