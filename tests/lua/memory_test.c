// Everything that the module and the scenario runtime do (tests/lua/everything.lua) while memory
// runs out: one allocation fails, or all from one on, of Lua's and so of the worlds'. There is a
// result or an error, the state goes on to be of use, and nothing is left when it is closed. Some
// of all allocations are tried; with COLLIDE_EVERY=1 each one.
#include "check.h"
#include "lua/binding.h"
#include "run/scenario.h"

#include <lualib.h>
#include <stdlib.h>
#include <string.h>

typedef struct memory {
    long count, fail_at; ///< allocations so far; that which fails, 0: none
    bool all;            ///< also those that follow
    size_t held;
} memory;

static void *allocate(void *user, void *block, size_t old_size, size_t size) {
    memory *m = user;
    old_size = block != NULL ? old_size : 0;
    if (size == 0) {
        m->held -= old_size;
        free(block);
        return NULL;
    }
    const bool grows = size > old_size; // Lua relies on shrinking
    m->count += grows;
    if (grows && (m->count == m->fail_at || (m->all && m->fail_at > 0 && m->count > m->fail_at)))
        return NULL;
    void *moved = realloc(block, size);
    if (moved == NULL)
        abort();
    m->held += size - old_size;
    return moved;
}

static int open_all(lua_State *L) {
    luaL_openlibs(L);
    luaL_requiref(L, "collide", cd_lua_open, 0);
    luaL_requiref(L, "collide.scenario", cd_scenario_open, 0);
    return 0;
}

static int use_all(lua_State *L) {
    if (luaL_loadfile(L, "tests/lua/everything.lua") != LUA_OK)
        lua_error(L);
    lua_call(L, 0, 0);
    return 0;
}

static int use_some(lua_State *L) {
    if (luaL_dostring(L, "local c = require 'collide' local w = c.world { dim = 2 }\n"
                         "w:add(c.circle({ 0, 0 }, 1), { mass = 1, velocity = { 1, 0 } })\n"
                         "w:step(1) assert(w:raycast({ -9, 0 }, { 1, 0 }).t == 9)"))
        lua_error(L);
    return 0;
}

static int call(lua_State *L, lua_CFunction function) {
    lua_pushcfunction(L, function);
    return lua_pcall(L, 0, 0, 0);
}

/// Whether it came to the end; `total` is the number of allocations then.
static bool run(long fail_at, bool all, long *total) {
    memory m = {0};
    lua_State *L = lua_newstate(allocate, &m);
    if (L == NULL || call(L, open_all) != LUA_OK)
        abort();
    m.count = 0;
    m.fail_at = fail_at;
    m.all = all;
    const int status = call(L, use_all);
    const char *message = status != LUA_OK ? lua_tostring(L, -1) : "";
    if (status != LUA_OK && (message == NULL || strstr(message, "not enough memory") == NULL)) {
        fprintf(stderr, "allocation %ld%s: %s\n", fail_at, all ? " and all that follow" : "",
                message != NULL ? message : "(no message)");
        failures++;
    }
    *total = m.count;
    m.fail_at = 0;
    lua_settop(L, 0);
    const int again = call(L, use_some);
    if (again != LUA_OK)
        fprintf(stderr, "allocation %ld: afterwards %s\n", fail_at, lua_tostring(L, -1));
    CHECK(again == LUA_OK);
    lua_close(L);
    CHECK(m.held == 0);
    return status == LUA_OK;
}

int main(void) {
    const char *every = getenv("COLLIDE_EVERY");
    long total, ignored;
    CHECK(run(0, false, &total));
    CHECK(total > 1000);
    const long step = every != NULL ? atol(every) : total / 30;
    int ended = 0;
    for (long k = 1; k <= total; k += step) {
        run(k, false, &ignored); // Lua collects garbage and tries again: that may well succeed
        ended += !run(k, true, &ignored);
    }
    CHECK(ended > 20);
    return failures > 0;
}
