// The guard of a Lua state: why and where its script was stopped. In plain lua5.4 nothing ever
// stops a script; in the runner the budget does (budget.h). Once `stopped` is set, every pcall,
// xpcall and resume of the script raises again (protected_call.c), so that only the runner sees the
// end.
#ifndef RUN_CONTAIN_GUARD_H
#define RUN_CONTAIN_GUARD_H

#include <lua.h>
#include <signal.h>
#include <stdbool.h>

typedef enum cd_stop { CD_STOP_NONE, CD_STOP_TIME, CD_STOP_MEMORY } cd_stop;

typedef struct cd_guard {
    volatile sig_atomic_t stopped; ///< a cd_stop
    lua_State *volatile running;   ///< the thread (coroutine) that runs now
    bool capped;                   ///< memory is limited: "not enough memory" stops the script
    char file[256];                ///< the script; later where it was stopped, if that is known
    int line;
    char traceback[2048];
} cd_guard;

/// The guard's user values: what `next` remembers (key_order.c), the message handler of `call`
/// (protected_call.c).
enum { CD_GUARD_KEYS = 1, CD_GUARD_HANDLER, CD_GUARD_VALUES = CD_GUARD_HANDLER };

/// Pushes the guard of the state, a userdata; makes it the first time.
void cd_push_guard(lua_State *L);
/// The guard of a state that has one.
cd_guard *cd_guard_of(lua_State *L);

/// In a function whose upvalue 1 is the guard: pops a value, and pushes a closure of `function`
/// with the guard as upvalue 1 and the value as upvalue 2.
void cd_push_guarded(lua_State *L, lua_CFunction function);

/// Raises if the script is stopped. To be called by whatever of the runtime takes long without
/// calling the script.
void cd_guard_check(lua_State *L, const cd_guard *guard);

/// Finds the innermost function of the script at or above a level of the stack, and fills `place`
/// with its source and line. False if there is none. Of a deep stack it looks only at the first and
/// the last levels, as a traceback does: to reach a level Lua walks over all above it. Only reads
/// the state.
bool cd_script_place(lua_State *L, int level, lua_Debug *place);
/// Notes the file and line of the innermost function of the script, if there is one.
void cd_guard_note_place(cd_guard *guard);

#endif
