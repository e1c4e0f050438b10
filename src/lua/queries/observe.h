// Recording queries for an observer (cd_lua_observe in binding.h): it gets each as C values, and
// nothing is allocated for it in Lua.
#ifndef LUA_OBSERVE_H
#define LUA_OBSERVE_H

#include "lua/values/object.h"

/// Whether queries are being recorded.
static inline bool cd_lua_observed(lua_State *L) { return cd_lua_module_of(L)->observer != NULL; }

/// Records the present call, under the name of the running function. The stack holds its arguments
/// and then its `results`, and stays as it is.
void cd_lua_record_query(lua_State *L, int results);

/// Begins records of queries of another name: whether queries are being recorded. What is pushed
/// for a record uses up no creation numbers, so that a run counts the same, recorded or not.
static inline bool cd_lua_begin_record(lua_State *L) {
    cd_lua_module *module = cd_lua_module_of(L);
    module->unrecorded = module->serial;
    return module->observer != NULL;
}

/// Records a query of another name, after cd_lua_begin_record. Its arguments begin at index
/// `first`, its `results` are on the top; both are popped.
void cd_lua_record_named(lua_State *L, const char *name, int first, int results);

#endif
