// Batches: shapes in a layout that the core scans quickly, for queries of many shapes in one call
// (all.c), and for the line of sight. A script prepares one with collide.batch; for a plain table a
// batch is built at the first call and cached in a table with weak keys.
//
// A cached batch keeps its elements alive, so their addresses identify them. It is brought up to
// date by comparing, for each shape, the address and the number of in-place changes; for a script's
// own batch, whose shapes are fixed, a counter in the module shows whether any shape has changed.
// Of a body it holds a copy of the shape, which is compared with that in the world.
#include "lua/queries/batch.h"

#include "lua/queries/observe.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"

#include "collide/explain.h"

#include <string.h>

/// The most shapes of a batch: few enough that its size in bytes and its indices fit in an int.
enum { MAX_SHAPES = 10000000 };

/// The element on the top: pushes the shape that is queried, that shape or a copy of a body's.
static cd_shape_object *push_queried(lua_State *L, int arg, int index, const char *like, int *dim) {
    lua_pushvalue(L, -1);
    cd_lua_element_to_shape(L, arg, "shapes", index);
    cd_shape_object *object = cd_lua_to(L, -1, TYPE_SHAPE);
    if (object == NULL)
        cd_lua_argument_error(L, arg, "shapes[%d] must be a shape or body, got %s", index + 1,
                              cd_lua_describe(L, -1));
    *dim = *dim == 0 ? object->shape.dim : *dim;
    if (object->shape.dim != *dim)
        cd_lua_argument_error(L, arg, "shapes[%d] must be %dD like the %s, got a %dD shape",
                              index + 1, *dim, like, object->shape.dim);
    return object;
}

/// Makes the value on the top element i of the batch at an index, and pops it. Does not update the
/// core's batch.
static void set_element(lua_State *L, int index, int arg, cd_lua_batch *p, int i,
                        const char *like) {
    const int element = lua_gettop(L);
    cd_shape_object *object = push_queried(L, arg, i, like, &p->dim);
    const bool body = cd_lua_is_body(L, element);
    lua_getiuservalue(L, index, BATCH_COPIES);
    if (body)
        lua_pushvalue(L, element + 1);
    else
        lua_pushnil(L);
    lua_rawseti(L, -2, i + 1);
    lua_getiuservalue(L, index, BATCH_ELEMENTS);
    lua_pushvalue(L, element);
    lua_rawseti(L, -2, i + 1);
    p->bodies += body - (p->elements[i] != p->objects[i]);
    p->elements[i] = lua_touserdata(L, element);
    p->objects[i] = object;
    p->changes[i] = object->changes;
    lua_settop(L, element - 1);
}

static int check_count(lua_State *L, int arg) {
    if (!lua_istable(L, arg))
        cd_lua_type_error(L, arg, "shapes", "a table of shapes");
    lua_Unsigned count = lua_rawlen(L, arg);
    if (count > MAX_SHAPES)
        cd_lua_argument_error(L, arg, "shapes must have at most %d elements, got %I",
                              (int)MAX_SHAPES, (LUAI_UACINT)count);
    return (int)count;
}

/// Builds and pushes the batch of the table at `arg`. With dim 0 the first shape sets the
/// dimension.
static cd_lua_batch *prepare(lua_State *L, int arg, int count, const char *like, int dim) {
    size_t n = (size_t)count, batch = (cd_batch_size(count) + 15) / 16 * 16;
    size_t head = (sizeof(cd_lua_batch) + 15) / 16 * 16;
    size_t each = sizeof(uint64_t) + 2 * sizeof(void *);
    cd_lua_batch *p = lua_newuserdatauv(L, head + batch + n * each, BATCH_VALUES);
    const int index = lua_gettop(L);
    *p = (cd_lua_batch){.count = count, .dim = dim};
    p->changes = (uint64_t *)((char *)p + head + batch);
    p->objects = (cd_shape_object **)(p->changes + n);
    p->elements = (const void **)(p->objects + n);
    lua_createtable(L, count, 0);
    lua_setiuservalue(L, index, BATCH_ELEMENTS);
    lua_newtable(L);
    lua_setiuservalue(L, index, BATCH_COPIES);
    const cd_shape **shapes = lua_newuserdatauv(L, n * sizeof *shapes, 0);
    for (int i = 0; i < count; i++) {
        p->elements[i] = p->objects[i] = NULL;
        lua_rawgeti(L, arg, i + 1);
        set_element(L, index, arg, p, i, like);
        shapes[i] = &p->objects[i]->shape;
    }
    p->batch = cd_batch_build(shapes, count, (char *)p + head);
    p->seen = cd_lua_module_of(L)->changes;
    lua_settop(L, index);
    return p;
}

/// Caches the batch on the top for the table at `arg`.
static void cache(lua_State *L, int arg) {
    lua_getiuservalue(L, lua_upvalueindex(UP_MODULE), MODULE_PREPARED);
    lua_pushvalue(L, arg);
    lua_pushvalue(L, -3);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

static void update(cd_lua_batch *p, int i) {
    p->changes[i] = p->objects[i]->changes;
    cd_batch_update(p->batch, i, &p->objects[i]->shape);
}

/// Replaces the i-th element of the batch on the top by that of the table at `arg`.
static void replace(lua_State *L, cd_lua_batch *p, int arg, int i, const char *like) {
    const int index = lua_gettop(L);
    lua_rawgeti(L, arg, i + 1);
    set_element(L, index, arg, p, i, like);
    update(p, i);
}

/// Replaces those shapes of the batch on the top that differ from the table at `arg`. Reads 16
/// values before it looks at the first: a value that was just pushed is slow to load again.
static void compare(lua_State *L, cd_lua_batch *p, int arg, const char *like) {
    enum { AT_ONCE = 16 };
    int top = lua_gettop(L);
    luaL_checkstack(L, AT_ONCE + 8, NULL);
    bool plain = !lua_getmetatable(L, arg); // then lua_geti is raw, and faster
    lua_settop(L, top);
    for (int i = 0, n; i < p->count; i += n) {
        n = p->count - i < AT_ONCE ? p->count - i : AT_ONCE;
        for (int k = 1; k <= n; k++)
            plain ? lua_geti(L, arg, i + k) : lua_rawgeti(L, arg, i + k);
        unsigned others = 0;
        for (int k = 0; k < n; k++)
            others |= (unsigned)(lua_touserdata(L, top + 1 + k) != p->elements[i + k]) << k;
        lua_settop(L, top);
        for (int k = 0; others >> k; k++)
            if (others >> k & 1)
                replace(L, p, arg, i + k, like);
    }
}

/// Brings the copies of the bodies' shapes up to date. The world does not tell which bodies have
/// changed, so their shapes are compared. A shape that refers to a polytope or set needs a new
/// copy, which keeps that alive.
static void refresh_bodies(lua_State *L, int index, int arg, cd_lua_batch *p) {
    luaL_checkstack(L, 8, NULL);
    for (int i = 0; i < p->count; i++) {
        cd_shape_object *copy = p->objects[i];
        if (p->elements[i] == copy)
            continue;
        const cd_shape *shape = cd_lua_check_element_body(L, arg, "shapes", i, p->elements[i]);
        if (memcmp(&copy->shape, shape, sizeof *shape) == 0)
            continue;
        if (cd_lua_refers(shape) || cd_lua_refers(&copy->shape)) {
            cd_lua_push_of_batch(L, index, i);
            set_element(L, index, arg, p, i, "others");
        } else {
            copy->shape = *shape;
        }
        update(p, i);
    }
}

void cd_lua_refresh_batch(lua_State *L, int index, int arg, cd_lua_batch *p) {
    uint64_t changes = cd_lua_module_of(L)->changes;
    for (int i = 0; i < p->count && p->seen != changes; i++)
        if (p->objects[i]->changes != p->changes[i])
            update(p, i);
    p->seen = changes;
    if (p->bodies > 0)
        refresh_bodies(L, lua_absindex(L, index), arg, p);
}

/// The batch of the table of shapes at `arg`, up to date. Pushes the userdata that holds it.
static cd_lua_batch *check_table(lua_State *L, int arg, const char *like, int dim) {
    int count = check_count(L, arg), top = lua_gettop(L);
    lua_getiuservalue(L, lua_upvalueindex(UP_MODULE), MODULE_PREPARED);
    lua_pushvalue(L, arg);
    lua_rawget(L, -2);
    lua_remove(L, -2);
    cd_lua_batch *p = lua_touserdata(L, -1);
    if (p == NULL || p->count != count || p->dim != dim) {
        lua_settop(L, top);
        p = prepare(L, arg, count, like, dim);
        cache(L, arg);
        return p;
    }
    compare(L, p, arg, like);
    cd_lua_refresh_batch(L, -1, arg, p);
    return p;
}

cd_lua_batch *cd_lua_check_batch(lua_State *L, int arg, const char *like, int dim) {
    cd_lua_batch *p = cd_lua_to(L, arg, TYPE_BATCH);
    if (p == NULL)
        return check_table(L, arg, like, dim);
    if (p->dim != dim)
        cd_lua_argument_error(L, arg, "shapes must be %dD like the %s, got %dD shapes", dim, like,
                              p->dim);
    cd_lua_refresh_batch(L, arg, arg, p);
    lua_pushvalue(L, arg);
    return p;
}

void cd_lua_push_of_batch(lua_State *L, int batch, int index) {
    lua_getiuservalue(L, batch, BATCH_ELEMENTS);
    lua_rawgeti(L, -1, index + 1);
    lua_remove(L, -2);
}

void cd_lua_push_element(lua_State *L, int arg, int i) {
    if (lua_istable(L, arg)) {
        lua_rawgeti(L, arg, i + 1);
        return;
    }
    cd_lua_push_of_batch(L, arg, i);
}

void cd_lua_push_element_shape(lua_State *L, int arg, int i) {
    cd_lua_push_element(L, arg, i);
    cd_lua_body_to_shape(L, lua_gettop(L), "body");
}

// ----------------------------------------------------------------------------------- line of sight

typedef struct {
    cd_vec origin, direction;
    double tmax;
    uint32_t mask; ///< of a world's bodies
    int dim;
} sight;

/// Raises unless the obstacles at `at` are of the ray's dimension.
static void check_sight_dim(lua_State *L, int at, const sight *s, int dim, const char *what) {
    if (dim != s->dim)
        cd_lua_argument_error(L, at, "obstacles must be %dD like the ray, got a %dD %s", s->dim,
                              dim, what);
}

/// Each of these asks the obstacles at index 3 and, where queries are recorded, pushes the shape
/// that is named there: the first that is in the way, of a list in its order; else nil.

static bool list_occludes(lua_State *L, const sight *s) {
    const cd_lua_batch *p = cd_lua_check_batch(L, 3, "ray", s->dim);
    const bool found = cd_occluded_by_any(p->batch, s->origin, s->direction, s->tmax);
    int first = 0;
    if (!cd_lua_begin_record(L))
        return found;
    while (found && !cd_occluded(s->origin, s->direction, &p->objects[first]->shape, s->tmax))
        first++;
    if (found)
        cd_lua_push_element_shape(L, 3, first);
    else
        lua_pushnil(L);
    return found;
}

static bool world_occludes(lua_State *L, const sight *s) {
    lua_pushvalue(L, 3);
    lua_insert(L, 1); // where a world's functions look for it
    cd_world *world = cd_lua_check_world(L);
    if (!cd_world_update(world))
        cd_lua_memory_error(L);
    const bool found = cd_world_occluded(world, s->origin, s->direction, s->tmax, s->mask);
    if (cd_lua_begin_record(L)) {
        cd_hit hit;
        cd_lua_push_body_shape(
            L,
            found ? cd_world_raycast(world, s->origin, s->direction, s->tmax, s->mask, &hit) : -1);
    }
    lua_remove(L, 1);
    return found;
}

static bool shape_occludes(lua_State *L, const sight *s) {
    const cd_shape_object *only = cd_lua_to(L, 3, TYPE_SHAPE);
    if (cd_lua_begin_record(L))
        lua_pushvalue(L, 3);
    cd_explanation *e = cd_lua_take_explanation(only->module, s->dim);
    return e ? cd_explain_occluded(s->origin, s->direction, &only->shape, s->tmax, e)
             : cd_occluded(s->origin, s->direction, &only->shape, s->tmax);
}

/// What asks the obstacles at `at`, 1 of a method, of which it checks kind and dimension.
typedef bool occludes_function(lua_State *L, const sight *s);
static occludes_function *check_obstacles(lua_State *L, int at, const sight *s) {
    const cd_world_object *world = cd_lua_to(L, at, TYPE_WORLD);
    if (world != NULL) {
        if (world->world == NULL)
            cd_lua_argument_error(L, at, "the world is closed");
        check_sight_dim(L, at, s, cd_world_dim(world->world), "world");
        return world_occludes;
    }
    if (at == 3 && (lua_istable(L, at) || cd_lua_to(L, at, TYPE_BATCH) != NULL))
        return list_occludes;
    cd_lua_body_to_shape(L, at, "obstacles");
    const cd_shape_object *only = cd_lua_to(L, at, TYPE_SHAPE);
    if (only == NULL && at == 1)
        cd_lua_type_error(L, at, "self", "a shape");
    if (only == NULL)
        cd_lua_type_error(L, at, "obstacles", "a shape, a table of shapes, a batch or a world");
    check_sight_dim(L, at, s, only->shape.dim, "shape");
    return shape_occludes;
}

static int occluded(lua_State *L, bool method) {
    const int first = method ? 2 : 1;
    cd_vec_object rooms[2];
    lua_settop(L, 5);
    const cd_vec_object *origin = cd_lua_vec_in_range(L, first, "origin", 0, &rooms[0]);
    const cd_vec_object *direction =
        cd_lua_vec_in_range(L, first + 1, "direction", origin->dim, &rooms[1]);
    sight s = {origin->v, direction->v, cd_lua_check_tmax(L, 4), UINT32_MAX, origin->dim};
    s.mask = cd_lua_check_mask(L, 5);
    occludes_function *ask = check_obstacles(L, method ? 1 : 3, &s);
    if (method) { // into the order of the function
        lua_pushvalue(L, 1);
        lua_insert(L, 4);
        lua_remove(L, 1);
    }
    const int top = lua_gettop(L);
    const bool found = ask(L, &s);
    if (cd_lua_observed(L)) { // origin, direction, shape, tmax
        const int shape = lua_gettop(L);
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        lua_pushvalue(L, shape);
        lua_pushvalue(L, 4);
        lua_pushboolean(L, found);
        cd_lua_record_named(L, "occluded", shape + 1, 1);
    }
    lua_settop(L, top);
    lua_pushboolean(L, found);
    return 1;
}

int cd_lua_occluded(lua_State *L) { return occluded(L, false); }

int cd_lua_occluded_by_self(lua_State *L) { return occluded(L, true); }

// ----------------------------------------------------------------------------------------- batches

static int new_batch(lua_State *L) {
    lua_settop(L, 1);
    int count = check_count(L, 1);
    if (count == 0)
        return cd_lua_argument_error(L, 1, "shapes must have at least one element, got none");
    cd_lua_batch *p = prepare(L, 1, count, "first", 0);
    p->mark = cd_lua_mark_of(TYPE_BATCH, ++cd_lua_module_of(L)->serial);
    lua_pushvalue(L, lua_upvalueindex(TYPE_BATCH));
    lua_setmetatable(L, -2);
    return 1;
}

static const cd_lua_batch *check_self(lua_State *L) {
    const cd_lua_batch *self = cd_lua_to(L, 1, TYPE_BATCH);
    if (self == NULL)
        cd_lua_type_error(L, 1, "self", "a batch");
    return self;
}

static int batch_index(lua_State *L) {
    const cd_lua_batch *self = check_self(L);
    if (lua_type(L, 2) == LUA_TNUMBER) {
        lua_Integer i = cd_lua_read_integer(L, 2, 0);
        if (i < 1 || i > self->count)
            return 0;
        cd_lua_push_element(L, 1, (int)i - 1);
        return 1;
    }
    lua_gettable(L, lua_upvalueindex(UP_MEMBERS));
    if (lua_isinteger(L, -1)) // the one field
        lua_pushinteger(L, self->dim);
    return 1;
}

static int batch_newindex(lua_State *L) {
    return luaL_error(L, "the shapes of a batch cannot be assigned");
}

static int batch_length(lua_State *L) {
    lua_pushinteger(L, check_self(L)->count);
    return 1;
}

static int batch_tostring(lua_State *L) {
    lua_pushfstring(L, "batch of %d shapes", check_self(L)->count);
    return 1;
}

static const cd_lua_function metamethods[] = {
    {"__index", batch_index, 0},
    {"__newindex", batch_newindex, 0},
    {"__len", batch_length, 0},
    {"__tostring", batch_tostring, 0},
    {NULL, NULL, 0},
};

static const char *const fields[] = {"dim", NULL};

const cd_lua_class cd_lua_batch_class = {"batch", metamethods, {NULL}, fields};

const cd_lua_function cd_lua_batch_functions[] = {
    {"batch", new_batch, 0},
    {NULL, NULL, 0},
};
