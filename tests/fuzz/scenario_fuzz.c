// Bytes -> the text of a scenario -> its run for some frames -> the messages of those -> pictures.
// It goes through the runner's own functions, in this process and so without its walls; instead of
// the budget a count of instructions stops it, and an allocator that has 64 MB.
#include "fuzz.h"

#include "draw_frame.h"
#include "run/contain/guard.h"
#include "run/scenario.h"
#include "run/state/build_frame.h"
#include "run/state/state_hash.h"

#include <lualib.h>

enum { FRAMES = 3, INSTRUCTIONS = 200000 };

#define MEMORY ((size_t)64 << 20)

static void *allocate(void *user, void *block, size_t old_size, size_t size) {
    size_t *used = user;
    old_size = block != NULL ? old_size : 0;
    if (size == 0) {
        *used -= old_size;
        free(block);
        return NULL;
    }
    if (*used - old_size + size > MEMORY)
        return NULL;
    void *moved = realloc(block, size);
    if (moved != NULL)
        *used += size - old_size;
    return moved;
}

static void stop(lua_State *L, lua_Debug *debug) {
    (void)debug;
    cd_guard_of(L)->stopped = CD_STOP_TIME;
    lua_pushliteral(L, "stopped");
    lua_error(L);
}

static int find_nothing(lua_State *L) {
    lua_pushnil(L);
    lua_pushliteral(L, "no such file");
    return 2;
}

/// Sends the frame of the simulation at index 1 and looks at what comes.
static void show(lua_State *L, const cd_recording *recording) {
    cd_arena arena = {0}, received = {0};
    cd_message message = {.type = CD_MSG_FRAME}, again;
    cd_frame *frame = &message.as.frame;
    frame->detail = CD_DETAIL_FULL;
    lua_getfield(L, 1, "state");
    frame->hash = cd_hash_state(L, lua_gettop(L), NULL, NULL, NULL);
    lua_getfield(L, 1, "draw");
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    cd_build_frame(L, 1, lua_gettop(L), &arena, frame);
    cd_bytes bytes = {0};
    cd_message_encode(&bytes, &message);
    REQUIRE(!bytes.failed && cd_message_decode(bytes.data, bytes.size, &received, &again),
            "frame %d", frame->frame);
    draw_frame(&again.as.frame, NULL, recording);
    cd_bytes_free(&bytes);
    cd_arena_free(&arena);
    cd_arena_free(&received);
    lua_settop(L, 1);
}

/// The arguments: the text.
static int run(lua_State *L) {
    static const cd_recording nothing;
    cd_push_runtime(L);
    lua_getfield(L, -1, "new_simulation");
    lua_newtable(L);
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "source");
    lua_pushliteral(L, "fuzz.lua");
    lua_setfield(L, -2, "name");
    lua_pushcfunction(L, find_nothing);
    lua_setfield(L, -2, "find");
    lua_newtable(L);
    lua_setfield(L, -2, "settings");
    lua_pushboolean(L, true);
    lua_setfield(L, -2, "watched");
    lua_pushinteger(L, CD_QUERY_LIMIT);
    lua_setfield(L, -2, "query_limit");
    lua_call(L, 1, 1);
    lua_replace(L, 1);
    lua_settop(L, 1);
    lua_sethook(L, stop, LUA_MASKCOUNT, INSTRUCTIONS);
    lua_getfield(L, 1, "start");
    lua_pushvalue(L, 1);
    lua_call(L, 1, 0);
    for (int i = 0; i < FRAMES; i++) {
        show(L, &nothing);
        lua_getfield(L, 1, "update");
        lua_pushvalue(L, 1);
        lua_newtable(L);
        lua_pushboolean(L, true);
        lua_call(L, 3, 0);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t used = 0;
    lua_State *L = lua_newstate(allocate, &used);
    REQUIRE(L != NULL, "no memory");
    luaL_openlibs(L);
    lua_pushcfunction(L, run);
    lua_pushlstring(L, (const char *)data, size);
    lua_pcall(L, 1, 0, 0); // an error is an answer, too
    lua_sethook(L, NULL, 0, 0);
    lua_close(L);
    REQUIRE(used == 0, "%zu bytes are left", used);
    return 0;
}
