// Pushing and reading back the values of object.h. Their memory is Lua's, so an error leaks
// nothing.
#include "lua/values/object.h"

#include <assert.h>
#include <string.h>

int cd_lua_push_number(lua_State *L, double x) {
    lua_pushnumber(L, x);
    return 1;
}

int cd_lua_push_indices(lua_State *L, const int *indices, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushinteger(L, indices[i] + 1);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

int cd_lua_push_vec(lua_State *L, cd_vec v, int dim) {
    assert(dim == 2 || dim == 3);
    cd_lua_mark mark;
    cd_vec_object *object = cd_lua_push_object(L, sizeof *object, 0, TYPE_VEC, &mark);
    *object = (cd_vec_object){mark, v, dim};
    return 1;
}

int cd_lua_push_quat(lua_State *L, cd_quat q) {
    assert(fabs(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w - 1) < 1e-9);
    cd_lua_mark mark;
    cd_quat_object *object = cd_lua_push_object(L, sizeof *object, 0, TYPE_QUAT, &mark);
    *object = (cd_quat_object){mark, q};
    return 1;
}

int cd_lua_push_owned_shape(lua_State *L, const cd_shape *shape, int core, cd_lua_owner owner) {
    assert(cd_shape_error(shape) == NULL);
    cd_lua_mark mark;
    bool refers = cd_lua_refers(shape);
    if (refers)
        core = lua_absindex(L, core);
    cd_lua_module *module = cd_lua_module_of(L);
    cd_shape_object *object =
        cd_lua_push_object_of(L, module, sizeof *object, refers, TYPE_SHAPE, &mark);
    *object = (cd_shape_object){mark, module, 0, owner, *shape};
    if (refers) {
        lua_pushvalue(L, core);
        lua_setiuservalue(L, -2, 1);
    }
    return 1;
}

int cd_lua_push_shape(lua_State *L, const cd_shape *shape, int core) {
    return cd_lua_push_owned_shape(L, shape, core, OWNER_NONE);
}

int cd_lua_push_clone(lua_State *L, int index) {
    assert(cd_lua_to(L, index, TYPE_SHAPE) != NULL);
    const cd_shape_object *source = lua_touserdata(L, index);
    lua_getiuservalue(L, index, 1);
    cd_lua_push_shape(L, &source->shape, -1);
    lua_remove(L, -2);
    return 1;
}

// ---------------------------------------------------------------------------- reading values back

const cd_shape *cd_lua_to_shape(lua_State *L, int index) {
    const cd_shape_object *object = cd_lua_to(L, index, TYPE_SHAPE);
    return object != NULL ? &object->shape : NULL;
}

bool cd_lua_to_vector(lua_State *L, int index, cd_vec *v, int *dim) {
    const cd_vec_object *object = cd_lua_to(L, index, TYPE_VEC);
    if (object == NULL)
        return false;
    *v = object->v;
    *dim = object->dim;
    return true;
}

const cd_hit *cd_lua_to_hit(lua_State *L, int index, int *dim) {
    const cd_hit_object *object = cd_lua_to(L, index, TYPE_HIT);
    if (object == NULL)
        return NULL;
    *dim = object->dim;
    return &object->hit;
}

const cd_separation *cd_lua_to_contact(lua_State *L, int index, int *dim) {
    const cd_contact_object *object = cd_lua_to(L, index, TYPE_CONTACT);
    if (object == NULL)
        return NULL;
    *dim = object->dim;
    return &object->contact;
}

int cd_lua_to_points(lua_State *L, int index, const cd_contact_point **points) {
    const cd_contact_object *object = cd_lua_to(L, index, TYPE_CONTACT);
    if (object == NULL)
        return 0;
    *points = object->points;
    return object->count;
}

uint64_t cd_lua_serial(lua_State *L, int index) {
    const cd_lua_mark *object = lua_touserdata(L, index);
    return cd_lua_type_of(L, index, object) != 0 ? cd_lua_mark_serial(*object) : 0;
}
