// What a character may meet: the shapes of a list, a batch or a world, and a script's filter.
#ifndef LUA_OBSTACLES_H
#define LUA_OBSTACLES_H

#include "lua/queries/batch.h"
#include "lua/values/handle.h"

#include "collide/character.h"

enum { FEW_NEAR = 64 };

/// The stack of a move: the four arguments, then these.
enum { AT_FILTER = 5, AT_IGNORED, AT_SOURCE, AT_CORE, AT_NEAR, AT_TOP = AT_NEAR };

/// Where the script finds the obstacles: at `source`, a world; else a batch (AT_SOURCE) or a shape.
typedef struct cd_lua_obstacles {
    lua_State *L;
    int dim, source;
    cd_world_object *world;
    const cd_body_object *body;   ///< that moves; NULL: a shape moves
    const cd_shape_object *shape; ///< that moves
    const cd_shape *begin;        ///< where it begins its way
    cd_lua_batch *batch;
    const cd_shape_object *only;
    uint32_t mask;
    int without;  ///< a slot that is left out, -1: none
    bool ignores; ///< there are obstacles that the filter has refused
    int *near, few[FEW_NEAR], room;
} cd_lua_obstacles;

/// Begins a move: cuts the stack to its four arguments and makes room above them.
void cd_lua_start_obstacles(lua_State *L, cd_lua_obstacles *m);

/// Reads argument 3: a shape, a list, a batch or a world. Returns the gravity of the world, else 0.
cd_vec cd_lua_check_obstacles(lua_State *L, cd_lua_obstacles *m);

/// What the core asks for a way of the shape, which is changed only when it has ended.
cd_obstacles cd_lua_obstacles_of(cd_lua_obstacles *m, const cd_shape *shape);

/// Whether a body is no obstacle: itself, what it does not collide with, sensors, what blocks one
/// way only and lets it through.
bool cd_lua_is_passed(const cd_lua_obstacles *m, int slot);

/// Pushes an obstacle; nil for a body that the filter has removed.
void cd_lua_push_obstacle(const cd_lua_obstacles *m, int id);

#endif
