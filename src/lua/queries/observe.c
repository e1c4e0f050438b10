// The records of queries (observe.h).
#include "lua/queries/observe.h"

#include "lua/queries/answer.h"
#include "lua/values/check.h"

#include <assert.h>
#include <string.h>

/// The most arguments and results of a query: four and four, of closest with self.
enum { MOST_VALUES = 12 };

static const void *core_of(const cd_shape *shape) {
    return cd_is_set(shape) ? (const void *)shape->as.set.core
                            : (const void *)shape->as.polytope.core;
}

/// Keeps alive what the shape at an index refers to.
static void keep_core(lua_State *L, int index, const cd_shape *shape) {
    const void *core = core_of(shape);
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

/// Pushes what the recorded shape refers to, or nil.
static int push_core(lua_State *L, int cores, const cd_shape *shape) {
    if (shape != NULL && cd_lua_refers(shape))
        lua_rawgetp(L, cores, core_of(shape));
    else
        lua_pushnil(L);
    return lua_gettop(L);
}

/// Pushes a shape that has the creation number of the one that was recorded.
static void push_shape(lua_State *L, const cd_lua_value *value, int cores) {
    const cd_shape *shape = value->as.shape;
    push_core(L, cores, shape);
    cd_lua_push_shape(L, shape, -1);
    ((cd_shape_object *)lua_touserdata(L, -1))->mark = cd_lua_mark_of(TYPE_SHAPE, value->id);
    lua_remove(L, -2);
}

/// Pushes a hit or contact with the question it was an answer to, or NULL.
static void push_answer(lua_State *L, const cd_lua_value *value, const cd_lua_asked *asked) {
    if (value->kind == CD_LUA_HIT) {
        cd_lua_push_indexed_hit(L, value->as.hit, value->dim, (int)value->id, asked);
        return;
    }
    cd_contact_points manifold = {.contact = *value->as.contact, .count = value->point_count};
    for (int i = 0; i < value->point_count; i++)
        manifold.points[i] = value->points[i];
    if (value->point_count > 0)
        cd_lua_push_manifold(L, &manifold, value->dim, asked);
    else
        cd_lua_push_contact(L, &manifold.contact, value->dim, asked);
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
    case CD_LUA_CONTACT:
        push_answer(L, value, NULL);
        break;
    }
}

/// Argument i, a shape; NULL if it is none.
static const cd_shape *shape_argument(const cd_lua_query *q, int i) {
    return i < q->argument_count && q->values[i].kind == CD_LUA_SHAPE ? q->values[i].as.shape
                                                                      : NULL;
}

static cd_vec vector_argument(const cd_lua_query *q, int i) {
    const bool is_vector = i < q->argument_count && q->values[i].kind == CD_LUA_VECTOR;
    return is_vector ? q->values[i].as.vector : (cd_vec){0, 0, 0};
}

/// What a query that is known by its name and arguments has asked; false for another one. vectors:
/// room for those of the question.
static bool find_question(const cd_lua_query *q, const cd_lua_value *value, cd_lua_asked *asked,
                          cd_vec vectors[2]) {
    const bool ray = strcmp(q->name, "raycast") == 0, cast = strcmp(q->name, "shapecast") == 0;
    const bool pair = value->kind == CD_LUA_CONTACT;
    *asked = (cd_lua_asked){.form = ray    ? CD_ASKED_RAY
                                    : cast ? CD_ASKED_CAST
                                           : CD_ASKED_CONTACT,
                            .a = ray ? NULL : shape_argument(q, 0),
                            .b = shape_argument(q, pair ? 1 : 2),
                            .vectors = vectors};
    vectors[0] = vector_argument(q, 1);
    vectors[1] = vector_argument(q, 3);
    return (ray || ((cast || pair) && asked->a != NULL)) && asked->b != NULL &&
           cd_lua_is_pair_numbered(asked->a, asked->b);
}

void cd_lua_push_result(lua_State *L, const cd_lua_query *q, int i, int cores) {
    const cd_lua_value *value = &q->values[q->argument_count + i];
    const int top = lua_gettop(L);
    cd_lua_asked asked;
    cd_vec vectors[2];
    if ((value->kind != CD_LUA_HIT && value->kind != CD_LUA_CONTACT) ||
        !find_question(q, value, &asked, vectors)) {
        cd_lua_push_value(L, value, cores);
        return;
    }
    asked.keeper_a = push_core(L, cores, asked.a);
    asked.keeper_b = push_core(L, cores, asked.b);
    push_answer(L, value, &asked);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}
