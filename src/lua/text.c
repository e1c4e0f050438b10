// Numbers, vectors and rotations as text that reads back as the same value.
#include "lua/text.h"

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
