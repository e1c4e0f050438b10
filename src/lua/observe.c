// The records of queries (observe.h).
#include "lua/observe.h"

#include "lua/answer.h"
#include "lua/check.h"

#include <assert.h>

/// The most arguments and results of a query: four and four, of closest with self.
enum { MOST_VALUES = 12 };

/// Keeps alive what the shape at an index refers to.
static void keep_core(lua_State *L, int index, const cd_shape *shape) {
    const void *core =
        cd_is_set(shape) ? (const void *)shape->as.set.core : (const void *)shape->as.polytope.core;
    luaL_checkstack(L, 4, NULL);
    lua_getiuservalue(L, lua_upvalueindex(UP_MODULE), MODULE_OBSERVER);
    lua_getiuservalue(L, -1, 1);
    if (lua_rawgetp(L, -1, core) == LUA_TNIL) {
        lua_getiuservalue(L, index, 1);
        lua_rawsetp(L, -3, core);
    }
    lua_pop(L, 3);
}

static cd_lua_value read_object(lua_State *L, int index, const void *object) {
    const cd_lua_mark *mark = object;
    switch (cd_lua_type_of(L, index, mark)) {
    case TYPE_VEC: {
        const cd_vec_object *vec = object;
        return (cd_lua_value){.kind = CD_LUA_VECTOR, .dim = vec->dim, .as.vector = vec->v};
    }
    case TYPE_SHAPE: {
        const cd_shape *shape = &((const cd_shape_object *)object)->shape;
        if (cd_lua_refers(shape))
            keep_core(L, index, shape);
        return (cd_lua_value){.kind = CD_LUA_SHAPE,
                              .dim = shape->dim,
                              .id = cd_lua_mark_serial(*mark),
                              .as.shape = shape};
    }
    case TYPE_HIT: {
        const cd_hit_object *hit = object;
        return (cd_lua_value){
            .kind = CD_LUA_HIT, .dim = hit->dim, .id = (uint64_t)hit->index, .as.hit = &hit->hit};
    }
    case TYPE_CONTACT: {
        const cd_contact_object *contact = object;
        return (cd_lua_value){.kind = CD_LUA_CONTACT,
                              .dim = contact->dim,
                              .point_count = contact->count,
                              .as.contact = &contact->contact,
                              .points = contact->points};
    }
    default:
        return (cd_lua_value){.kind = CD_LUA_NIL};
    }
}

static cd_lua_value read_value(lua_State *L, int index) {
    const void *object = lua_touserdata(L, index);
    if (object != NULL)
        return read_object(L, index, object);
    cd_lua_value value = {.kind = CD_LUA_NIL};
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
        value.kind = CD_LUA_BOOLEAN;
        value.as.boolean = lua_toboolean(L, index);
        return value;
    case LUA_TNUMBER:
        value.kind = CD_LUA_NUMBER;
        value.as.number = lua_tonumber(L, index);
        return value;
    case LUA_TTABLE:
        if (cd_lua_read_vec(L, index, &value.as.vector, &value.dim))
            value.kind = CD_LUA_VECTOR;
        return value;
    default:
        return value;
    }
}

/// Finds the nearest calling Lua function, and fills in its file and line. The file's name may lie
/// in `place`.
static void find_place(lua_State *L, cd_lua_query *query, lua_Debug *place) {
    query->file = "";
    for (int level = 1; lua_getstack(L, level, place); level++) {
        lua_getinfo(L, "Sl", place);
        if (*place->what == 'C')
            continue;
        query->file = *place->source == '@' ? place->source + 1 : place->short_src;
        query->line = place->currentline;
        return;
    }
}

/// Records a query whose arguments begin at `first`, and whose results follow them up to the top.
static void record(lua_State *L, const char *name, int first, int results) {
    const cd_lua_module *module = cd_lua_module_of(L);
    cd_lua_value values[MOST_VALUES];
    lua_Debug place;
    int top = lua_gettop(L), given = top - results, count = 0;
    while (given >= first && lua_isnil(L, given))
        given--;
    assert(given - first + 1 + results <= MOST_VALUES);
    cd_lua_query query = {.name = name,
                          .argument_count = given - first + 1,
                          .result_count = results,
                          .values = values};
    for (int i = first; i <= given; i++)
        values[count++] = read_value(L, i);
    for (int i = top - results + 1; i <= top; i++)
        values[count++] = read_value(L, i);
    find_place(L, &query, &place);
    module->observer(L, module->observer_data, &query);
}

void cd_lua_record_query(lua_State *L, int results) {
    assert(cd_lua_observed(L) && results <= lua_gettop(L));
    record(L, lua_tostring(L, lua_upvalueindex(UP_NAME)), 1, results);
}

void cd_lua_record_named(lua_State *L, const char *name, int first, int results) {
    assert(cd_lua_observed(L) && first >= 1 && results <= lua_gettop(L) - first + 1);
    record(L, name, first, results);
    lua_settop(L, first - 1);
    cd_lua_module_of(L)->serial = cd_lua_module_of(L)->unrecorded;
}

// ------------------------------------------------------------------------------ pushing them again

/// Pushes a shape that has the creation number of the one that was recorded.
static void push_shape(lua_State *L, const cd_lua_value *value, int cores) {
    const cd_shape *shape = value->as.shape;
    if (cd_lua_refers(shape))
        lua_rawgetp(L, cores,
                    cd_is_set(shape) ? (const void *)shape->as.set.core
                                     : (const void *)shape->as.polytope.core);
    else
        lua_pushnil(L);
    cd_lua_push_shape(L, shape, -1);
    ((cd_shape_object *)lua_touserdata(L, -1))->mark = cd_lua_mark_of(TYPE_SHAPE, value->id);
    lua_remove(L, -2);
}

void cd_lua_push_value(lua_State *L, const cd_lua_value *value, int cores) {
    switch (value->kind) {
    case CD_LUA_NIL:
        lua_pushnil(L);
        break;
    case CD_LUA_BOOLEAN:
        lua_pushboolean(L, value->as.boolean);
        break;
    case CD_LUA_NUMBER:
        lua_pushnumber(L, value->as.number);
        break;
    case CD_LUA_VECTOR:
        cd_lua_push_vec(L, value->as.vector, value->dim);
        break;
    case CD_LUA_SHAPE:
        push_shape(L, value, cores);
        break;
    case CD_LUA_HIT:
        cd_lua_push_indexed_hit(L, value->as.hit, value->dim, (int)value->id, NULL);
        break;
    case CD_LUA_CONTACT: {
        cd_contact_points manifold = {.contact = *value->as.contact, .count = value->point_count};
        for (int i = 0; i < value->point_count; i++)
            manifold.points[i] = value->points[i];
        if (value->point_count > 0)
            cd_lua_push_manifold(L, &manifold, value->dim, NULL);
        else
            cd_lua_push_contact(L, &manifold.contact, value->dim, NULL);
        break;
    }
    }
}
