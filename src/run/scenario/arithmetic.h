// The arithmetic of a scenario: the functions of Lua's math that the C library computes in its own
// way on each machine, computed by collide/math/elementary.h instead.
#ifndef RUN_SCENARIO_ARITHMETIC_H
#define RUN_SCENARIO_ARITHMETIC_H

#include <lauxlib.h>

/// The version of the arithmetic: what the bits of a run depend on besides its script, seed, params
/// and input. It says so where ^ is the C library's (see pow.c). To be raised with every
/// change of a golden hash (tests/determinism/golden.txt).
const char *cd_arithmetic_version(lua_State *L);

/// arithmetic() -> a new table of functions, by their names in math.
extern const luaL_Reg cd_arithmetic_functions[];

#endif
