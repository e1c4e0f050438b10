// Time budgets that cost nothing until they fire: a timer's signal sets the count hook of the Lua
// thread that runs, and the hook raises an error with file and line. From then on the budget is
// spent: the hook raises again at every chance, so neither pcall nor a handler keeps a script
// alive.
#ifndef RUN_BUDGET_H
#define RUN_BUDGET_H

#include <lua.h>
#include <stdbool.h>

/// Starts a budget of `seconds` of wall-clock time for what L's main thread calls next; 0 or less
/// is no budget. One at a time in a process. Wall-clock time: a script cannot sleep, and a person
/// waits for it by the clock.
void cd_budget_start(lua_State *L, double seconds);

/// Ends it. Returns whether it had been spent.
bool cd_budget_end(void);

/// Whether the present budget is spent: an error that was caught then must be raised again.
bool cd_budget_spent(void);

/// Tells which Lua thread runs now (coroutines have hooks of their own): call it with the coroutine
/// before resuming it, and with the resumer after. Returns the thread that was set before.
lua_State *cd_budget_enter(lua_State *L);

#endif
