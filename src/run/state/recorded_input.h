// The input of a step as the table that input.lua takes.
#ifndef RUN_STATE_RECORDED_INPUT_H
#define RUN_STATE_RECORDED_INPUT_H

#include "record/message.h"

#include <lua.h>

/// Pushes it for one update. first: of the step; the wheel's turns and the typed text are in this
/// one only.
void cd_push_input(lua_State *L, const cd_step *step, bool first);

#endif
