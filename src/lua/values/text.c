// Numbers, vectors and rotations as text that reads back as the same value.
#include "lua/values/text.h"

#include "lua/binding.h"
#include "record/text/print.h"

#include <assert.h>

void cd_lua_add_text(void *buffer, const char *text) { luaL_addstring(buffer, text); }

void cd_lua_add_number(luaL_Buffer *text, double x) {
    cd_print_number(&(cd_printer){CD_PRINT_SHORT, cd_lua_add_text, text}, x);
}

void cd_lua_add_vec(luaL_Buffer *text, cd_vec v, int dim) {
    assert(dim == 2 || dim == 3);
    cd_lua_add_number(text, v.x);
    luaL_addstring(text, ", ");
    cd_lua_add_number(text, v.y);
    if (dim == 3) {
        luaL_addstring(text, ", ");
        cd_lua_add_number(text, v.z);
    }
}

void cd_lua_add_quat(luaL_Buffer *text, cd_quat q) {
    luaL_addstring(text, "quat(");
    cd_lua_add_vec(text, (cd_vec){q.x, q.y, q.z}, 3);
    luaL_addstring(text, ", ");
    cd_lua_add_number(text, q.w);
    luaL_addchar(text, ')');
}

int cd_lua_data_text(lua_State *L) {
    luaL_Buffer text;
    cd_vec v;
    int dim;
    lua_settop(L, 1);
    luaL_buffinit(L, &text);
    const cd_printer printer = {CD_PRINT_DATA, cd_lua_add_text, &text};
    const cd_shape *shape = cd_lua_to_shape(L, 1);
    if (shape != NULL)
        cd_print_shape(&printer, shape);
    else if (cd_lua_to_vector(L, 1, &v, &dim))
        cd_print_point(&printer, v, dim);
    else if (lua_isinteger(L, 1))
        lua_pushvalue(L, 1), luaL_addvalue(&text);
    else if (lua_type(L, 1) == LUA_TNUMBER)
        cd_print_number(&printer, lua_tonumber(L, 1));
    else
        luaL_addstring(&text, lua_isnil(L, 1) ? "nil" : lua_toboolean(L, 1) ? "true" : "false");
    luaL_pushresult(&text);
    return 1;
}
