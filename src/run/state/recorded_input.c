// See recorded_input.h.
#include "run/state/recorded_input.h"

/// Sets number fields of the table on the top.
static void set_numbers(lua_State *L, const char *const *names, const double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        lua_pushnumber(L, numbers[i]);
        lua_setfield(L, -2, names[i]);
    }
}

void cd_push_input(lua_State *L, const cd_step *step, bool first) {
    static const char *const axes[] = {"leftx",  "lefty",       "rightx",
                                       "righty", "triggerleft", "triggerright"};
    _Static_assert(sizeof axes / sizeof *axes == CD_PAD_AXES, "each axis has a name");
    lua_createtable(L, step->key_count, 3);
    for (int i = 0; i < step->key_count; i++) {
        lua_pushstring(L, step->keys[i]);
        lua_rawseti(L, -2, i + 1);
    }
    if (step->mouse.known) {
        const cd_mouse *mouse = &step->mouse;
        static const char *const names[] = {"x", "y", "z", "wheel"};
        lua_createtable(L, 0, 5);
        set_numbers(L, names,
                    (double[]){mouse->at.x, mouse->at.y, mouse->at.z, first ? mouse->wheel : 0}, 4);
        lua_pushboolean(L, mouse->inside);
        lua_setfield(L, -2, "inside");
        lua_setfield(L, -2, "mouse");
    }
    if (step->pad.connected) {
        double values[CD_PAD_AXES];
        for (int i = 0; i < CD_PAD_AXES; i++)
            values[i] = (double)step->pad.axes[i];
        lua_createtable(L, 0, CD_PAD_AXES);
        set_numbers(L, axes, values, CD_PAD_AXES);
        lua_setfield(L, -2, "pad");
    }
    if (first && step->text[0] != '\0') {
        lua_pushstring(L, step->text);
        lua_setfield(L, -2, "text");
    }
}

void cd_push_settings(lua_State *L, const cd_setting *settings, int count) {
    lua_newtable(L);
    for (int i = 0; i < count; i++) {
        lua_pushstring(L, settings[i].value);
        lua_setfield(L, -2, settings[i].name);
    }
}

void cd_push_lines(lua_State *L, const char *const *lines, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        lua_pushstring(L, lines[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

void cd_push_drag(lua_State *L, const cd_drag *drag) {
    if (drag->key == NULL) {
        lua_pushnil(L);
        return;
    }
    const double parts[] = {drag->to.x, drag->to.y, drag->to.z};
    lua_createtable(L, 3, 1);
    lua_pushstring(L, drag->key);
    lua_setfield(L, -2, "key");
    for (int i = 0; i < 3; i++) {
        lua_pushnumber(L, parts[i]);
        lua_rawseti(L, -2, i + 1);
    }
}
