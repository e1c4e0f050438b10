// The face of src/run: the scenario runtime, the Lua module collide.scenario, in plain lua5.4 as in
// the runner process.
//
// Its C half gives scripts what plain Lua cannot (a fixed order of keys, seeded random numbers,
// calls that do not swallow a stop, text without addresses) and what Lua would be slow at (hashing
// a state). Its Lua half, scenario/*.lua and contain/environment.lua, is embedded
// (embedded.h).
#ifndef RUN_SCENARIO_H
#define RUN_SCENARIO_H

#include "lua/binding.h"
#include "record/bytes.h"

#include <lauxlib.h>

/// Pushes the internals of the runtime, a table; opens the runtime the first time.
void cd_push_runtime(lua_State *L);

/// Pushes what the messages of a run say of how it was made, a table; nil where they make no sense.
void cd_push_kept_run(lua_State *L, const cd_bytes *messages);

/// Pushes the module table of collide.scenario. A lua_CFunction.
int cd_scenario_open(lua_State *L);

// What each file adds to the table of internals. Upvalue 1 of every function is the guard.
extern const luaL_Reg cd_call_functions[];      // protected_call.c: pcall xpcall create resume
                                                // wrap close call raise check_stop
extern const luaL_Reg cd_order_functions[];     // key_order.c: pairs next sort
extern const luaL_Reg cd_random_functions[];    // random.c: generator
extern const luaL_Reg cd_text_functions[];      // address_free_text.c: tostring formatter
extern const luaL_Reg cd_hash_functions[];      // state_hash.c: hash
extern const luaL_Reg cd_place_functions[];     // state_shapes.c: place
extern const luaL_Reg cd_curve_functions[];     // curve.c: curve
extern const luaL_Reg cd_query_functions[];     // observed_queries.c: new_query_log observe forget
                                                // queries
extern const luaL_Reg cd_metatable_functions[]; // metatable.c: metatable_setter check_metatables
extern const luaL_Reg cd_case_functions[];      // case_values.c: value_text exact_shape read_kept

#endif
