// The plain values of a state for a person to read, and single ones by their paths.
#ifndef RUN_STATE_STATE_VALUES_H
#define RUN_STATE_STATE_VALUES_H

#include "record/arena.h"
#include "record/frame.h"

#include <lua.h>

/// Adds the values of the state at an index to a frame that has its shapes. Runs no code of the
/// script. Raises only if memory runs out.
void cd_collect_values(lua_State *L, int state, cd_arena *arena, cd_frame *frame);

/// The number at a path like "rock.spin", "balls[2].velocity.y" in the state at an index; true
/// counts as 1, false as 0; NaN where there is no such thing. Runs no code of the script.
double cd_state_number(lua_State *L, int state, const char *path);

/// Of a path with its zero byte; a longer one is cut.
enum { CD_PATH_SIZE = 256 };

/// Appends the key at an index to a path, as Lua would read it: ".spin", "[3]", "[\"two words\"]";
/// the first one without the dot. Cut at the size.
void cd_print_key(lua_State *L, int index, bool first, char *out, size_t size);

#endif
