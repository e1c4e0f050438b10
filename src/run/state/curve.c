// The curve of draw.chart: curve(xs, ys) -> two new lists of as many numbers, or nil and what is
// wrong. A long curve is cut into stretches, of which the lowest and the highest point stay, so
// that a picture of it has the same outline and a script cannot make a frame as large as it likes.
#include "run/scenario.h"

#include <lauxlib.h>
#include <math.h>
#include <stdbool.h>

enum { CURVE_MAX = 4000, STRETCHES = CURVE_MAX / 2 };

/// Pushes nil and what is wrong with the list at an index, if something is.
static bool refuse(lua_State *L, int list, const char *name) {
    const char *type = luaL_typename(L, list);
    lua_pushnil(L);
    if (lua_type(L, list) != LUA_TTABLE) {
        lua_pushfstring(L, "%s must be a list of numbers, got %s", name, type);
        return true;
    }
    const lua_Integer count = (lua_Integer)lua_rawlen(L, list);
    for (lua_Integer i = 1; i <= count; i++) {
        const bool good = lua_rawgeti(L, list, i) == LUA_TNUMBER;
        type = luaL_typename(L, -1);
        lua_pop(L, 1);
        if (!good) {
            lua_pushfstring(L, "%s[%I] must be a number, got %s", name, (LUAI_UACINT)i, type);
            return true;
        }
    }
    lua_pop(L, 1);
    return false;
}

static double number_at(lua_State *L, int list, lua_Integer i) {
    lua_rawgeti(L, list, i);
    const double number = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

/// Appends point i to the new lists, which are at the indices 3 and 4.
static void keep(lua_State *L, lua_Integer i, lua_Integer *kept) {
    ++*kept;
    for (int list = 1; list <= 2; list++) {
        lua_rawgeti(L, list, i);
        lua_rawseti(L, list + 2, *kept);
    }
}

/// Keeps the lowest and the highest point of a stretch, in their order; of one without a finite
/// point the first, which leaves a gap.
static void keep_stretch(lua_State *L, lua_Integer from, lua_Integer to, lua_Integer *kept) {
    lua_Integer low = 0, high = 0;
    double least = INFINITY, greatest = -INFINITY;
    for (lua_Integer i = from; i < to; i++) {
        const double y = number_at(L, 2, i);
        if (!isfinite(y) || !isfinite(number_at(L, 1, i)))
            continue;
        if (y < least || low == 0)
            least = y, low = i;
        if (y > greatest || high == 0)
            greatest = y, high = i;
    }
    keep(L, low == 0 ? from : low < high ? low : high, kept);
    if (low != high)
        keep(L, low < high ? high : low, kept);
}

static int curve(lua_State *L) {
    lua_settop(L, 2);
    if (refuse(L, 1, "xs") || refuse(L, 2, "ys"))
        return 2;
    const lua_Integer count = (lua_Integer)lua_rawlen(L, 1), other = (lua_Integer)lua_rawlen(L, 2);
    if (count != other) {
        lua_pushnil(L);
        lua_pushfstring(L, "ys must have as many numbers as xs (%I), got %I", (LUAI_UACINT)count,
                        (LUAI_UACINT)other);
        return 2;
    }
    lua_Integer kept = 0;
    lua_createtable(L, (int)(count < CURVE_MAX ? count : CURVE_MAX), 0);
    lua_createtable(L, (int)(count < CURVE_MAX ? count : CURVE_MAX), 0);
    if (count <= CURVE_MAX)
        for (lua_Integer i = 1; i <= count; i++)
            keep(L, i, &kept);
    else
        for (lua_Integer i = 0; i < STRETCHES; i++)
            keep_stretch(L, 1 + count * i / STRETCHES, 1 + count * (i + 1) / STRETCHES, &kept);
    return 2;
}

const luaL_Reg cd_curve_functions[] = {{"curve", curve}, {NULL, NULL}};
