// The input of a step as the table that input.lua takes.
#ifndef RUN_STATE_RECORDED_INPUT_H
#define RUN_STATE_RECORDED_INPUT_H

#include "record/message.h"

#include <lua.h>

/// Pushes it for one update. first: of the step; the wheel's turns and the typed text are in this
/// one only.
void cd_push_input(lua_State *L, const cd_step *step, bool first);

/// Pushes params as they were set, { name = text }.
void cd_push_settings(lua_State *L, const cd_setting *settings, int count);
/// Pushes a list of texts.
void cd_push_lines(lua_State *L, const char *const *lines, int count);
/// Pushes { x, y, z, key = }; nil if no shape is held.
void cd_push_drag(lua_State *L, const cd_drag *drag);

#endif
