// The scenario runtime's C half: what plain Lua cannot give the scripts (a fixed order of keys,
// seeded numbers, calls that a stop cannot be swallowed in, text without addresses) and what it
// would be slow at (hashing a state). The Lua half, src/run/*.lua, is embedded; together they are
// the module collide.scenario, in plain lua5.4 as in the runner process.
#ifndef RUN_SCENARIO_H
#define RUN_SCENARIO_H

#include "lua/binding.h"

#include <lauxlib.h>
#include <signal.h>

typedef enum cd_stop { CD_STOP_NONE, CD_STOP_TIME, CD_STOP_MEMORY } cd_stop;

/// Why and where the script of a state was stopped. In plain lua5.4 nothing ever stops it; in the
/// runner the budget does. Once `stopped` is set, every pcall, xpcall and resume of the script
/// raises again, so that only the runner sees the end.
typedef struct cd_guard {
    volatile sig_atomic_t stopped; ///< a cd_stop
    lua_State *volatile running;   ///< the thread (coroutine) that runs now
    bool capped;                   ///< memory is limited: "not enough memory" is a stop
    char file[256];                ///< where the script was, as far as it is known
    int line;
    char traceback[2048];
} cd_guard;

/// The guard's user values: of `next` the keys of the last table; of `call` its message handler.
enum { CD_GUARD_KEYS = 1, CD_GUARD_HANDLER, CD_GUARD_VALUES = CD_GUARD_HANDLER };

/// The guard of a state whose scenario module has been opened.
cd_guard *cd_guard_of(lua_State *L);
/// Notes file and line of the innermost function of the script. Only reads the state.
void cd_guard_note_place(cd_guard *guard);

/// Pushes the runtime's internals, a table; opens the module where it has not been.
void cd_push_runtime(lua_State *L);

/// Pushes the module table of collide.scenario. A lua_CFunction.
int cd_scenario_open(lua_State *L);

/// Pushes the keys of the table at an index as a sequence in the fixed order: numbers, strings in
/// byte order, false, true, userdata of collide by creation. Returns how many other keys there are
/// (tables, functions, ...), which have no fixed order and are left out.
int cd_push_keys(lua_State *L, int index);

/// A hash of everything that can be reached from the value at an index; see scenario_hash.c.
uint64_t cd_hash_state(lua_State *L, int index);

/// One step of a hash: FNV-1a's, on words.
static inline uint64_t cd_hash_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

// The functions of each file for the runtime's Lua half. The upvalue of each is the guard.
extern const luaL_Reg cd_call_functions[];      // pcall xpcall create resume wrap close call
extern const luaL_Reg cd_order_functions[];     // pairs next sort
extern const luaL_Reg cd_random_functions[];    // generator
extern const luaL_Reg cd_text_functions[];      // tostring format
extern const luaL_Reg cd_hash_functions[];      // hash
extern const luaL_Reg cd_place_functions[];     // place
extern const luaL_Reg cd_metatable_functions[]; // metatable_setter check_metatables

#endif
