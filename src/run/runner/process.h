// What the runner and the worker have in common: a process with the two pipes to its viewer, a Lua
// state under a budget, the message that it handles, and the error that ends it.
#ifndef RUN_RUNNER_PROCESS_H
#define RUN_RUNNER_PROCESS_H

#include "run/contain/budget.h"
#include "run/runner/wire.h"

#include <lua.h>

/// Seconds that loading may take; the scenario's own budget is not known yet.
#define CD_LOAD_BUDGET 2.0

typedef struct cd_process {
    cd_wire wire;
    lua_State *L;
    cd_budget budget;
    cd_message message; ///< the one that is being handled; later, the error
    cd_arena arena;     ///< of that message
    cd_arena answer;    ///< of the message that is being sent
    const char *name;   ///< of the script, for errors without a position
    cd_arena names;     ///< of `name`
} cd_process;

/// Makes the Lua state, before the process gives up its rights. False if there is no memory for it.
bool cd_process_open(cd_process *process);
void cd_process_close(cd_process *process);

/// The process of a Lua state; its address lies in the extra space before the state.
cd_process *cd_process_of(lua_State *L);
/// find(module) -> file, text; or nil, reason. Asks the viewer. A lua_CFunction.
int cd_process_find(lua_State *L);
/// Keeps the name of the script. False without memory.
bool cd_process_name(cd_process *process, const char *name);
/// Gives up the rights of the process; tells the viewer which walls are missing.
void cd_process_contain(cd_process *process);
/// Calls a handler, protected. If it raises, sends the error and returns false: the run has ended.
bool cd_process_handle(cd_process *process, lua_CFunction handler);

#endif
