// Numbers, vectors and rotations as text that reads back as the same value.
#include "lua/text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

void cd_lua_add_number(luaL_Buffer *text, double x) {
    char digits[32];
    if (x != x) {
        luaL_addstring(text, "0/0");
    } else if (isinf(x)) {
        luaL_addstring(text, x > 0 ? "math.huge" : "-math.huge");
    } else if (x == 0) { // a float: the integer -0 is 0
        luaL_addstring(text, signbit(x) ? "-0.0" : "0");
    } else {
        int precision = 13;
        do
            snprintf(digits, sizeof digits, "%.*g", ++precision, x);
        while (precision < 17 && strtod(digits, NULL) != x);
        luaL_addstring(text, digits);
    }
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
