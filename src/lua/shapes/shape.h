// Pushing a shape that a constructor has made, and moving one.
#ifndef LUA_SHAPE_H
#define LUA_SHAPE_H

#include "lua/values/object.h"

/// Pushes a shape made from the arguments. If cd_shape_error finds it invalid, raises for the
/// argument that the error names; names: those of the arguments in order, NULL at the end.
/// core: as in cd_lua_push_shape.
int cd_lua_push_valid(lua_State *L, const cd_shape *shape, int core, const char *const *names);
#define CD_NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/// Moves a shape so that its middle is the point that is argument `arg`, "position": exactly in
/// points and spheres, elsewhere as adding the difference rounds. Raises if a coordinate leaves the
/// range.
void cd_lua_move_to(lua_State *L, int arg, cd_shape *shape);

/// Each of these pushes a list of lists of vertices, of a triangle, polygon or hull: two for each
/// edge, and of each face in space all, counter-clockwise as seen from outside.
int cd_lua_push_edges(lua_State *L, const cd_shape *shape);
int cd_lua_push_faces(lua_State *L, const cd_shape *shape);

#endif
