// The tostring and string.format of scripts, and of messages about their values. They write no
// addresses, which differ from process to process, and no sign of NaN, which differs from processor
// to processor.
#include "run/contain/guard.h"
#include "run/scenario.h"

#include <math.h>
#include <string.h>

static bool is_nan(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TNUMBER && isnan(lua_tonumber(L, index));
}

/// Pushes the text of the value at an index; of one that Lua would write as an address, its type.
static void push_text(lua_State *L, int index) {
    const int type = lua_type(L, index);
    const bool by_address = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TTHREAD ||
                            type == LUA_TUSERDATA || type == LUA_TLIGHTUSERDATA;
    const int top = lua_gettop(L);
    if (is_nan(L, index)) {
        lua_pushstring(L, "nan");
    } else if (!by_address || luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
        lua_settop(L, top);
        luaL_tolstring(L, index, NULL);
    } else if (luaL_getmetafield(L, index, "__name") != LUA_TSTRING) {
        lua_settop(L, top);
        lua_pushstring(L, lua_typename(L, type));
    }
}

static int text_without_address(lua_State *L) {
    luaL_checkany(L, 1);
    push_text(L, 1);
    return 1;
}

/// Calls string.format, upvalue 2, with the arguments of %s made text, and NaN without a sign.
/// Refuses %p, an address.
static int format(lua_State *L) {
    size_t size;
    const char *p = luaL_checklstring(L, 1, &size), *end = p + size;
    const int top = lua_gettop(L);
    for (int argument = 1; (p = memchr(p, '%', (size_t)(end - p))) != NULL; p++) {
        p++; // at most to the zero byte behind the format
        if (*p == '%')
            continue;
        p += strspn(p, "-+# 0123456789.");
        argument++;
        if (*p == 'p')
            return luaL_error(L, "'%%p' is not available in scenarios: addresses differ from run "
                                 "to run");
        if (*p == 's' && argument <= top) {
            push_text(L, argument);
            lua_replace(L, argument);
        } else if (argument <= top && is_nan(L, argument)) {
            lua_pushnumber(L, copysign(NAN, 1));
            lua_replace(L, argument);
        }
        if (p == end)
            break;
    }
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, top, 1);
    return 1;
}

/// formatter(string.format) -> the string.format of scripts
static int formatter(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    cd_push_guarded(L, format);
    return 1;
}

const luaL_Reg cd_text_functions[] = {
    {"tostring", text_without_address}, {"formatter", formatter}, {NULL, NULL}};
