// The shapes of a list or a batch, as queries of many shapes take them.
#ifndef LUA_BATCH_H
#define LUA_BATCH_H

#include "lua/object.h"

/// A batch, and what shows whether it is up to date. Its user value is the list of its shapes.
typedef struct cd_lua_batch {
    cd_lua_mark mark; ///< 0 in a batch that is cached for a table
    uint64_t seen;    ///< the module's `changes` when it was last brought up to date
    int count, dim;
    cd_batch *batch;
    const cd_shape_object **objects;
    uint64_t *changes; ///< of each object, as of its entry in the batch
} cd_lua_batch;

/// The batch of the table of shapes or the batch at `arg`, up to date. Pushes the userdata that
/// holds it.
cd_lua_batch *cd_lua_check_batch(lua_State *L, int arg, const char *like, int dim);

/// Updates the shapes that were changed in place.
void cd_lua_refresh_batch(lua_State *L, cd_lua_batch *batch);

/// Pushes the shape with an index from 0 of a batch in the userdata at an index.
void cd_lua_push_of_batch(lua_State *L, int batch, int index);

#endif
