// Building a frame of the recording from a simulation (simulation.lua).
#ifndef RUN_STATE_BUILD_FRAME_H
#define RUN_STATE_BUILD_FRAME_H

#include "record/arena.h"
#include "record/frame.h"

#include <lua.h>

/// The most queries of a frame.
#define CD_QUERY_LIMIT 20000

/// Fills a frame from the simulation at index `sim`, in the detail that frame->detail asks for.
/// frame->hash is the caller's. drawings: index of the list that the simulation's draw returned; 0
/// unless the detail is full. The frame points into `arena` and into values of the simulation:
/// encode it before the script runs again.
void cd_build_frame(lua_State *L, int sim, int drawings, cd_arena *arena, cd_frame *frame);

#endif
