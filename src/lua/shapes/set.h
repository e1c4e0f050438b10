// The fields of sets of shapes.
#ifndef LUA_SET_H
#define LUA_SET_H

#include "lua/values/object.h"

/// Pushes the triangles of a mesh: a list of { i, j, k }, indices of vertices from 1.
int cd_lua_push_triangles(lua_State *L, const cd_shape *mesh);

/// Pushes a list of copies of the parts of the compound at an index.
int cd_lua_push_parts(lua_State *L, int index);

#endif
