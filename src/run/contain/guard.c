// The guard of a Lua state (guard.h) lies in its registry.
#include "run/contain/guard.h"

#include <assert.h>
#include <lauxlib.h>
#include <string.h>

static const char guard_key;

void cd_push_guard(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key) == LUA_TUSERDATA)
        return;
    lua_pop(L, 1);
    cd_guard *guard = lua_newuserdatauv(L, sizeof *guard, CD_GUARD_VALUES);
    memset(guard, 0, sizeof *guard);
    guard->running = L;
    lua_newtable(L);
    lua_setiuservalue(L, -2, CD_GUARD_KEYS);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &guard_key);
}

cd_guard *cd_guard_of(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &guard_key);
    cd_guard *guard = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return guard;
}

void cd_push_guarded(lua_State *L, lua_CFunction function) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, -2);
    lua_pushcclosure(L, function, 2);
}

void cd_guard_check(lua_State *L, const cd_guard *guard) {
    if (guard->stopped)
        luaL_error(L, "stopped");
}

/// The number of levels of the stack.
static int depth_of(lua_State *L) {
    lua_Debug place;
    int low = 0, high = 1; // low: there are more levels than this, or none; high: not so many
    while (lua_getstack(L, high, &place)) {
        low = high;
        high *= 2;
    }
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (lua_getstack(L, middle, &place))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Looks at the levels from `level` on, before `end`. The chunks of a script are named "@file";
/// those of this runtime "=[collide]".
static bool find_place(lua_State *L, int level, int end, lua_Debug *place) {
    for (; level < end && lua_getstack(L, level, place); level++) {
        lua_getinfo(L, "Sl", place);
        if (*place->source != '@')
            continue;
        assert(place->currentline > 0); // what has no lines has no name either
        return true;
    }
    return false;
}

bool cd_script_place(lua_State *L, int level, lua_Debug *place) {
    enum { LEVELS = 64 };
    if (find_place(L, level, level + LEVELS, place))
        return true;
    if (!lua_getstack(L, level + LEVELS, place))
        return false;
    const int depth = depth_of(L), last = depth - LEVELS;
    return find_place(L, last > level + LEVELS ? last : level + LEVELS, depth, place);
}

void cd_guard_note_place(cd_guard *guard) {
    assert(guard != NULL);
    lua_Debug place;
    if (!cd_script_place(guard->running, 0, &place))
        return;
    strncpy(guard->file, place.source + 1, sizeof guard->file - 1);
    guard->line = place.currentline;
}
