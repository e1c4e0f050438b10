// See arithmetic.h. Arguments, results and errors are those of Lua's own functions (lmathlib.c);
// log takes any base and rounds once, so that math.log(8, 2) is 3. Functions of math that are not
// here are exact in every C library, or compare and convert.
#include "run/scenario/arithmetic.h"

#include "collide/math/elementary.h"

#include <stdbool.h>

#define FUNCTION_OF_ONE(name)                                                                      \
    static int of_##name(lua_State *L) {                                                           \
        lua_pushnumber(L, cd_##name(luaL_checknumber(L, 1)));                                      \
        return 1;                                                                                  \
    }

FUNCTION_OF_ONE(sin)
FUNCTION_OF_ONE(cos)
FUNCTION_OF_ONE(tan)
FUNCTION_OF_ONE(asin)
FUNCTION_OF_ONE(acos)
FUNCTION_OF_ONE(exp)

/// atan(y[, x = 1])
static int of_atan(lua_State *L) {
    const double y = luaL_checknumber(L, 1), x = luaL_optnumber(L, 2, 1);
    lua_pushnumber(L, cd_atan2(y, x));
    return 1;
}

/// log(x[, base = e])
static int of_log(lua_State *L) {
    const double x = luaL_checknumber(L, 1);
    lua_pushnumber(L, lua_isnoneornil(L, 2) ? cd_log(x) : cd_log_base(x, luaL_checknumber(L, 2)));
    return 1;
}

static int new_arithmetic(lua_State *L) {
    const luaL_Reg functions[] = {{"sin", of_sin},   {"cos", of_cos},   {"tan", of_tan},
                                  {"asin", of_asin}, {"acos", of_acos}, {"atan", of_atan},
                                  {"exp", of_exp},   {"log", of_log},   {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}

// Raised where a change of the library alters answers, or the hash of a state.
#define VERSION "arithmetic 18"

const char *cd_arithmetic_version(lua_State *L) {
    lua_pushnumber(L, 1.375);
    lua_pushnumber(L, 25.65625);
    lua_arith(L, LUA_OPPOW);
    const bool own = lua_tonumber(L, -1) == 0x1.b9d028eca992ep+11; // glibc and musl: 1 ulp less
    lua_pop(L, 1);
    return own ? VERSION : VERSION " with the ^ of the C library";
}

const luaL_Reg cd_arithmetic_functions[] = {{"arithmetic", new_arithmetic}, {NULL, NULL}};
