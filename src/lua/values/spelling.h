// Names that do not exist: what a script may have meant. A misspelling, or another library's word,
// raises and says so; any other unknown name is nil, as in a plain table, so that a script can ask
// for it.
#ifndef LUA_SPELLING_H
#define LUA_SPELLING_H

#include "lua/values/class.h"

#include <lauxlib.h>
#include <stdbool.h>

/// The __index of a type's table of members (upvalue 1: the cd_lua_class as a light userdata), so
/// that the __index of the type ends here for a name that the type does not have: nil, or an error,
/// as in "a vec has no 'lenght'; did you mean the method 'length'?".
int cd_lua_no_member(lua_State *L);

/// Adds the names of the types that have a member of this name; false if there is none.
bool cd_lua_add_owners(luaL_Buffer *text, const char *name);

/// The __index of the module's tables (upvalue UP_NAME: "collide" or "collide.numbers").
int cd_lua_no_function(lua_State *L);

/// Raises for a key of a table of options, at an index, that is none of `names`, a list that ends
/// with NULL: "unknown field 'mas'; did you mean 'mass'?", or which there are. Never returns.
/// `what` says whose field: "", or "path_a has an ".
int cd_lua_unknown_field(lua_State *L, int arg, int key, const char *what,
                         const char *const *names);

#endif
