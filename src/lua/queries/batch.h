// The shapes of a list or a batch, as queries of many shapes take them.
#ifndef LUA_BATCH_H
#define LUA_BATCH_H

#include "lua/values/object.h"

/// A batch, and what shows whether it is up to date. Its user values are the list of its elements,
/// shapes and bodies, and a table from the index of a body to the copy of its shape.
typedef struct cd_lua_batch {
    cd_lua_mark mark; ///< 0 in a batch that is cached for a table
    uint64_t seen;    ///< the module's `changes` when it was last brought up to date
    int count, dim;
    int bodies; ///< how many elements are bodies
    cd_batch *batch;
    const void **elements;     ///< the userdata of shapes and bodies
    cd_shape_object **objects; ///< the shapes, and the copies of the bodies' shapes
    uint64_t *changes;         ///< of each object, as of its entry in the batch
} cd_lua_batch;

enum { BATCH_ELEMENTS = 1, BATCH_COPIES, BATCH_VALUES = BATCH_COPIES };

/// The batch of the table of shapes or the batch at `arg`, up to date. Pushes the userdata that
/// holds it.
cd_lua_batch *cd_lua_check_batch(lua_State *L, int arg, const char *like, int dim);

/// Updates the shapes that were changed in place, and those of bodies. index: of the userdata that
/// holds the batch; arg: the argument for errors, as of a body that was removed from its world.
void cd_lua_refresh_batch(lua_State *L, int index, int arg, cd_lua_batch *batch);

/// Pushes the element with an index from 0 of a batch in the userdata at an index.
void cd_lua_push_of_batch(lua_State *L, int batch, int index);

/// Pushes the i-th element, a shape or body, of the table or batch at `arg`; or its shape.
void cd_lua_push_element(lua_State *L, int arg, int i);
void cd_lua_push_element_shape(lua_State *L, int arg, int i);

/// collide.occluded(origin, direction, obstacles[, tmax[, mask]]), and the same as a method of the
/// obstacles.
int cd_lua_occluded(lua_State *L);
int cd_lua_occluded_by_self(lua_State *L);

#endif
