// The fields of a body as a script writes them.
#ifndef LUA_BODY_H
#define LUA_BODY_H

#include "lua/values/object.h"

/// The response that the string at an index names, as a cd_response; -1 for any other value.
int cd_lua_response_named(lua_State *L, int index);

/// Sets a field of a body to the value at an index; raises for argument `arg` if the value is not
/// valid. Returns false if there is no such field. Does not know the fields "shape" and "data".
bool cd_lua_read_body_field(lua_State *L, int arg, int index, const char *field, int dim,
                            cd_body *body);

/// Raises for argument `arg` if fields of a body do not go together.
void cd_lua_check_body_fields(lua_State *L, int arg, const cd_body *body);

#endif
