// The module table, the metatables, and the C face of binding.h. One table in the registry holds
// the metatables and the state (upvalues 1 to UP_STATE), so opening the module again in the same
// state gives functions that know the values made before.
#include "lua/check.h"

static const char registry_key;

// ----------------------------------------------------------------------------------- registration

/// Adds functions to the table on the top; the registry table and the members are at given indices.
static void add_functions(lua_State *L, const cd_function *functions, int shared, int members) {
    for (const cd_function *f = functions; f->name != NULL; f++) {
        luaL_checkstack(L, UP_COUNT, NULL);
        for (int i = 1; i <= UP_STATE; i++)
            lua_rawgeti(L, shared, i);
        lua_pushstring(L, f->name);
        lua_pushinteger(L, f->self);
        lua_pushvalue(L, members);
        lua_pushcclosure(L, f->call, UP_COUNT);
        lua_setfield(L, -2, f->name);
    }
}

static void open_class(lua_State *L, const cd_class *class, int type, int shared) {
    lua_newtable(L);
    int members = lua_gettop(L);
    for (int i = 0; class->fields != NULL && class->fields[i] != NULL; i++) {
        lua_pushinteger(L, i);
        lua_setfield(L, members, class->fields[i]);
    }
    add_functions(L, class->methods, shared, members);
    if (type == TYPE_SHAPE)
        add_functions(L, cd_query_methods, shared, members);
    lua_rawgeti(L, shared, type);
    add_functions(L, class->metamethods, shared, members);
    lua_pushstring(L, class->name);
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, false);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

static void push_weak_table(lua_State *L) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushstring(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
}

/// Pushes what all functions share, made when first wanted.
static int push_shared(lua_State *L) {
    static const cd_class *const classes[] = {
        [TYPE_VEC] = &cd_vec_class,     [TYPE_QUAT] = &cd_quat_class,
        [TYPE_SHAPE] = &cd_shape_class, [TYPE_CONTACT] = &cd_contact_class,
        [TYPE_HIT] = &cd_hit_class,     [TYPE_WORLD] = &cd_world_class,
        [TYPE_BODY] = &cd_body_class,   [TYPE_EVENT] = &cd_event_class,
        [TYPE_BATCH] = &cd_batch_class,
    };
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_key) == LUA_TTABLE)
        return lua_gettop(L);
    lua_pop(L, 1);
    lua_createtable(L, UP_STATE, 0);
    int shared = lua_gettop(L);
    for (int type = 1; type <= TYPE_COUNT; type++) {
        lua_newtable(L);
        lua_rawseti(L, shared, type);
    }
    cd_state *state = lua_newuserdatauv(L, sizeof *state, STATE_VALUES);
    *state = (cd_state){0, 0, false};
    push_weak_table(L);
    lua_setiuservalue(L, -2, STATE_PREPARED);
    lua_rawseti(L, shared, UP_STATE);
    for (int type = 1; type <= TYPE_COUNT; type++)
        open_class(L, classes[type], type, shared);
    lua_pushvalue(L, shared);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_key);
    return shared;
}

static void preload(lua_State *L, const char *name, lua_CFunction open) {
    if (lua_getfield(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE) == LUA_TTABLE) {
        lua_pushcfunction(L, open);
        lua_setfield(L, -2, name);
    }
    lua_pop(L, 1);
}

int luaopen_collide(lua_State *L) {
    static const cd_function *const lists[] = {
        cd_vec_functions,   cd_quat_functions,  cd_shape_functions, cd_set_functions,
        cd_query_functions, cd_batch_functions, cd_world_functions, cd_explain_functions};
    int shared = push_shared(L);
    lua_pushnil(L);
    int members = lua_gettop(L);
    lua_newtable(L);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        add_functions(L, lists[i], shared, members);
    preload(L, "collide.scenario", luaopen_collide_scenario);
    return 1;
}

// ---------------------------------------------------------------------------- reading values back

/// The object at an index and its type, 0 where it is none of ours.
static void *to_object(lua_State *L, int index, int *type) {
    void *object = lua_touserdata(L, index);
    *type = cd_type_of(L, index, object);
    return object;
}

const cd_shape *cd_lua_to_shape(lua_State *L, int index) {
    int type;
    const cd_shape_object *object = to_object(L, index, &type);
    return type == TYPE_SHAPE ? &object->shape : NULL;
}

cd_world *cd_lua_to_world(lua_State *L, int index) {
    int type;
    const cd_world_object *object = to_object(L, index, &type);
    return type == TYPE_WORLD ? object->world : NULL;
}

bool cd_lua_to_vector(lua_State *L, int index, cd_vec *v, int *dim) {
    int type;
    const cd_vec_object *object = to_object(L, index, &type);
    if (type != TYPE_VEC)
        return false;
    *v = object->v;
    *dim = object->dim;
    return true;
}

const cd_hit *cd_lua_to_hit(lua_State *L, int index, int *dim) {
    int type;
    const cd_hit_object *object = to_object(L, index, &type);
    if (type != TYPE_HIT)
        return NULL;
    *dim = object->dim;
    return &object->hit;
}

const cd_separation *cd_lua_to_contact(lua_State *L, int index, int *dim) {
    int type;
    const cd_contact_object *object = to_object(L, index, &type);
    if (type != TYPE_CONTACT)
        return NULL;
    *dim = object->dim;
    return &object->contact;
}

bool cd_lua_is_body(lua_State *L, int index) {
    int type;
    return to_object(L, index, &type) != NULL && type == TYPE_BODY;
}

bool cd_lua_is_removed(lua_State *L, int index) {
    int type;
    const cd_body_object *object = to_object(L, index, &type);
    return type == TYPE_BODY && object->slot < 0;
}

int cd_lua_to_points(lua_State *L, int index, const cd_contact_point **points) {
    int type;
    const cd_contact_object *object = to_object(L, index, &type);
    if (type != TYPE_CONTACT)
        return 0;
    *points = object->points;
    return object->count;
}

uint64_t cd_lua_serial(lua_State *L, int index) {
    int type;
    const cd_mark *object = to_object(L, index, &type);
    return type != 0 ? cd_marked_number(*object) : 0;
}

uint64_t cd_lua_body_serial(lua_State *L, int world, int slot) {
    lua_getiuservalue(L, world, 1);
    lua_rawgeti(L, -1, slot + 1);
    const uint64_t serial = cd_lua_serial(L, -1);
    lua_pop(L, 2);
    return serial;
}

// -------------------------------------------------------------------------------------- observing

void cd_lua_observe(lua_State *L, int list_index) {
    if (list_index != 0)
        list_index = lua_absindex(L, list_index);
    push_shared(L);
    lua_rawgeti(L, -1, UP_STATE);
    cd_state *state = lua_touserdata(L, -1);
    state->observed = list_index != 0;
    if (list_index != 0)
        lua_pushvalue(L, list_index);
    else
        lua_pushnil(L);
    lua_setiuservalue(L, -2, STATE_QUERIES);
    lua_pop(L, 2);
}

/// Pushes a copy of the value at an index that later changes do not reach.
static void push_copy(lua_State *L, int index) {
    const cd_shape_object *shape = cd_to(L, index, TYPE_SHAPE);
    if (shape != NULL) { // with the number of its original, so that an observer knows which it was
        cd_push_clone(L, index);
        ((cd_shape_object *)lua_touserdata(L, -1))->mark = shape->mark;
    } else if (lua_istable(L, index)) {
        int dim = 0;
        cd_vec v = cd_check_vec(L, index, "vector", &dim);
        cd_push_vec(L, v, dim);
    } else {
        lua_pushvalue(L, index);
    }
}

/// Pushes { n =, ... } of copies of the stack's values first to last.
static void push_list(lua_State *L, int first, int last) {
    lua_createtable(L, last - first + 1, 1);
    for (int i = first; i <= last; i++) {
        push_copy(L, i);
        lua_rawseti(L, -2, i - first + 1);
    }
    lua_pushinteger(L, last - first + 1);
    lua_setfield(L, -2, "n");
}

/// Sets file and line of the record on the top to those of the nearest calling Lua function.
static void set_place(lua_State *L) {
    lua_Debug place;
    for (int level = 1; lua_getstack(L, level, &place); level++) {
        lua_getinfo(L, "Sl", &place);
        if (*place.what == 'C')
            continue;
        lua_pushstring(L, *place.source == '@' ? place.source + 1 : place.short_src);
        lua_setfield(L, -2, "file");
        lua_pushinteger(L, place.currentline);
        lua_setfield(L, -2, "line");
        return;
    }
}

/// Records the query whose arguments start at `first`, then `results` results on the top.
static void record(lua_State *L, int name, int first, int results) {
    int top = lua_gettop(L), last = top - results;
    int given = last;
    while (given >= first && lua_isnil(L, given))
        given--;
    luaL_checkstack(L, 8, NULL);
    lua_createtable(L, 0, 6);
    lua_pushvalue(L, name);
    lua_setfield(L, -2, "name");
    push_list(L, first, given);
    lua_setfield(L, -2, "arguments");
    push_list(L, last + 1, top);
    lua_setfield(L, -2, "results");
    lua_pushvalue(L, last + 1);
    lua_setfield(L, -2, "result");
    set_place(L);
    lua_getiuservalue(L, lua_upvalueindex(UP_STATE), STATE_QUERIES);
    lua_insert(L, -2);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_settop(L, top);
}

void cd_record_query(lua_State *L, int results) {
    record(L, lua_upvalueindex(UP_NAME), 1, results);
}

void cd_record_named(lua_State *L, const char *name, int first, int results) {
    lua_pushstring(L, name);
    lua_insert(L, first);
    record(L, first, first + 1, results);
    lua_settop(L, first - 1);
}
