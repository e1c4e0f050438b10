// Everything that the module and the scenario runtime do (tests/lua/everything.lua) while memory
// runs out: one allocation fails, or two, or all from one on, of Lua's and so of the worlds', or
// one of those that scenarios make besides. There is a result or an error, the state goes on to be
// of use, and nothing is left when it is closed. Some of all allocations are tried; with
// COLLIDE_EVERY=1 each one.
#include "check.h"
#include "faults.h"
#include "lua/binding.h"
#include "run/scenario.h"

#include <limits.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

/// The memory of a Lua state, and what fails of it while the state is used.
typedef struct memory {
    long fail_at, times; ///< the first one of Lua's that fails, and how many do
    size_t least;        ///< only those of so many bytes count
    long fail_own;       ///< the one besides Lua's that fails; 0: none
    bool own_failed;     ///< there were so many besides Lua's
    long count;
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
    const bool counts = size > old_size && size >= m->least; // Lua relies on shrinking
    m->count += counts;
    if (counts && m->count >= m->fail_at && m->count - m->fail_at < m->times)
        return NULL;
    void *moved = reallocate_safely(block, size);
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

/// Calls a function while memory fails as m says. Whether it came to the end.
static bool run(lua_CFunction use, memory *m) {
    const memory failing = *m;
    *m = (memory){0};
    lua_State *L = lua_newstate(allocate, m);
    if (L == NULL || call(L, open_all) != LUA_OK)
        abort();
    const size_t held = m->held;
    *m = failing;
    m->held = held;
#ifdef HAVE_FAULTS
    let_fail(ALLOCATIONS, m->fail_own, ENOMEM);
#endif
    const int status = call(L, use);
#ifdef HAVE_FAULTS
    m->own_failed = has_failed();
#endif
    const char *message = status != LUA_OK ? lua_tostring(L, -1) : "";
    const char *told = m->fail_own > 0 ? "memory" : "not enough memory"; // of files in other words
    if (status != LUA_OK && (message == NULL || strstr(message, told) == NULL)) {
        fprintf(stderr, "%ld allocations from %ld on, %ld of others: %s\n", m->times, m->fail_at,
                m->fail_own, message != NULL ? message : "(no message)");
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
    memory m = {.least = least};
    CHECK(run(use, &m));
    int ended = 0;
    const long total = m.count, step = total > tries ? total / tries : 1;
    for (long k = 1; k <= total; k += step)
        for (int i = 0; i < 3; i++) {
            m = (memory){.fail_at = k, .times = (long[]){1, 2, LONG_MAX}[i], .least = least};
            ended += !run(use, &m);
        }
    return ended;
}

#ifdef HAVE_FAULTS
/// Each allocation of a scenario besides Lua's.
static void test_own(void) {
    memory m = {0};
    int ended = 0;
    long k = 0;
    do {
        m = (memory){.fail_own = ++k};
        ended += !run(use_scenarios, &m);
    } while (m.own_failed);
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
