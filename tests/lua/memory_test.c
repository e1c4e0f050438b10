// Everything that the module and the scenario runtime do (tests/lua/everything.lua) while memory
// runs out: one allocation fails, or two, or all from one on, of Lua's and so of the worlds', or
// one of those that scenarios make besides. There is a result or an error, the state goes on to be
// of use, and nothing is left when it is closed. Some of all allocations are tried; with
// COLLIDE_EVERY=1 each one.
#include "check.h"
#include "lua/binding.h"
#include "lua_memory.h"
#include "run/scenario.h"

#include <limits.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

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

/// Scenarios with modules, queries, checks and a camera.
static int use_scenarios(lua_State *L) {
    if (luaL_dostring(L, "for _, name in ipairs { 'sphere_sphere', 'breakout' } do\n"
                         "  local scenario = require 'collide.scenario'\n"
                         "  local run = scenario.load('scripts/' .. name .. '.lua')\n"
                         "  run:step(2) assert(type(run:queries()) == 'table') run:checks()\n"
                         "end"))
        lua_error(L);
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

/// Calls a function while Lua's memory fails as m says, and an allocation besides Lua's; 0: none.
/// Whether it came to the end.
static bool run(lua_CFunction use, lua_memory *m, long fail_own) {
    lua_memory failing = *m;
    *m = (lua_memory){0};
    lua_State *L = lua_newstate(lua_allocate, m);
    if (L == NULL || call(L, open_all) != LUA_OK)
        abort();
    failing.held = m->held;
    *m = failing;
#ifdef HAVE_FAULTS
    let_fail(ALLOCATIONS, fail_own, ENOMEM);
#endif
    const int status = call(L, use);
#ifdef HAVE_FAULTS
    fault.call = NULL;
#endif
    const char *message = status != LUA_OK ? lua_tostring(L, -1) : "";
    const char *told = fail_own > 0 ? "memory" : "not enough memory"; // of files in other words
    if (status != LUA_OK && (message == NULL || strstr(message, told) == NULL)) {
        fprintf(stderr, "%ld allocations from %ld on, %ld of others: %s\n", m->times, m->fail_at,
                fail_own, message != NULL ? message : "(no message)");
        failures++;
    }
    m->times = 0;
    lua_settop(L, 0);
    const int again = call(L, use_some);
    if (again != LUA_OK)
        fprintf(stderr, "allocation %ld: afterwards %s\n", failing.fail_at, lua_tostring(L, -1));
    CHECK(again == LUA_OK);
    lua_close(L);
    CHECK(m->held == 0);
    return status == LUA_OK;
}

/// Lets allocations of Lua fail that have at least so many bytes, one after the other or with even
/// steps in between so that there are some `tries`. When one fails Lua collects garbage and tries
/// again, which may well succeed; so two fail, and all that follow. Returns how many of these runs
/// did not come to the end.
static int test_lua(lua_CFunction use, size_t least, long tries) {
    lua_memory m = {.least = least};
    CHECK(run(use, &m, 0));
    int ended = 0;
    const long total = m.count, step = total > tries ? total / tries : 1;
    for (long k = 1; k <= total; k += step)
        for (int i = 0; i < 3; i++) {
            m = (lua_memory){.fail_at = k, .times = (long[]){1, 2, LONG_MAX}[i], .least = least};
            ended += !run(use, &m, 0);
        }
    return ended;
}

#ifdef HAVE_FAULTS
/// Each allocation of a scenario besides Lua's.
static void test_own(void) {
    int ended = 0;
    long k = 0;
    do {
        lua_memory m = {0};
        ended += !run(use_scenarios, &m, ++k);
    } while (has_failed());
    CHECK(ended > 20);
}
#endif

int main(void) {
    CHECK(test_lua(use_all, 0, getenv("COLLIDE_EVERY") != NULL ? LONG_MAX : 30) > 40);
    CHECK(test_lua(use_scenarios, 2048, LONG_MAX) > 80);
#ifdef HAVE_FAULTS
    test_own();
#endif
    return failures > 0;
}
