// See command.h. Each Lua file adds its part to a table, and command.lua runs the command.
#include "run/command/command.h"

#include "lua/embedded.h"
#include "run/scenario.h"
#include "run/scenario/arithmetic.h"

#include <lualib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

CD_EMBEDDED(command);
CD_EMBEDDED(hunt_command);
CD_EMBEDDED(sweep_command);
CD_EMBEDDED(ask_command);

typedef struct command {
    const cd_command_services *services;
    void *workers;
} command;

static command *command_of(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

/// open(script, count): in place of the workers before.
static int open_workers(lua_State *L) {
    command *c = command_of(L);
    c->services->close(c->workers);
    c->workers = c->services->open(c->services->program, luaL_checkstring(L, 1),
                                   (int)luaL_checkinteger(L, 2));
    return c->workers != NULL ? 0 : luaL_error(L, "out of memory");
}

static int set_patience(lua_State *L) {
    command_of(L)->services->patience(command_of(L)->workers, luaL_checknumber(L, 1));
    return 0;
}

/// busy(i) -> boolean; workers are counted from 1.
static int is_busy(lua_State *L) {
    command *c = command_of(L);
    lua_pushboolean(L, c->services->busy(c->workers, (int)luaL_checkinteger(L, 1) - 1));
    return 1;
}

/// fresh(i) -> whether the worker's next job starts its process, which knows no script yet.
static int is_fresh(lua_State *L) {
    command *c = command_of(L);
    lua_pushboolean(L, c->services->fresh(c->workers, (int)luaL_checkinteger(L, 1) - 1));
    return 1;
}

/// send(i, job)
static int send_job(lua_State *L) {
    command *c = command_of(L);
    size_t size;
    const char *text = luaL_checklstring(L, 2, &size);
    return c->services->send(c->workers, (int)luaL_checkinteger(L, 1) - 1, text, size)
               ? 0
               : luaL_error(L, "a worker cannot be started");
}

/// wait(milliseconds) -> "idle"; "answer" or "ended", i, text; "interrupt"
static int wait_for_worker(lua_State *L) {
    static const char *const words[] = {"idle", "answer", "ended", "interrupt"};
    command *c = command_of(L);
    int i;
    const char *text;
    size_t size;
    const int event = c->services->wait(c->workers, (int)luaL_checkinteger(L, 1), &i, &text, &size);
    lua_pushstring(L, words[event]);
    if (event != 1 && event != 2)
        return 1;
    lua_pushinteger(L, i + 1);
    lua_pushlstring(L, text, size);
    return 3;
}

static int is_terminal(lua_State *L) {
    lua_pushboolean(L, isatty(STDERR_FILENO));
    return 1;
}

/// clock() -> seconds
static int clock_now(lua_State *L) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    lua_pushnumber(L, (double)t.tv_sec + 1e-9 * (double)t.tv_nsec);
    return 1;
}

/// processors() -> their number
static int count_processors(lua_State *L) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    lua_pushinteger(L, count > 0 ? (lua_Integer)count : 1);
    return 1;
}

static int arithmetic_version(lua_State *L) {
    lua_pushstring(L, cd_arithmetic_version(L));
    return 1;
}

static const luaL_Reg functions[] = {{"open", open_workers},
                                     {"patience", set_patience},
                                     {"busy", is_busy},
                                     {"fresh", is_fresh},
                                     {"send", send_job},
                                     {"wait", wait_for_worker},
                                     {"is_terminal", is_terminal},
                                     {"clock", clock_now},
                                     {"processors", count_processors},
                                     {"arithmetic", arithmetic_version},
                                     {NULL, NULL}};

/// Runs an embedded file with the runtime and the table of the commands, at 3 and 4.
static void run_file(lua_State *L, const char *source, size_t size) {
    if (luaL_loadbufferx(L, source, size, "=[collide]", "t") != LUA_OK)
        lua_error(L);
    lua_pushvalue(L, 3);
    lua_pushvalue(L, 4);
    lua_call(L, 2, 0);
}

static int traceback(lua_State *L) {
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

/// Arguments: a table of the words, the command. Returns the exit status.
static int run(lua_State *L) {
    luaL_openlibs(L);
    cd_push_runtime(L); // 3
    lua_newtable(L);    // 4
    lua_pushvalue(L, 2);
    luaL_setfuncs(L, functions, 1);
    lua_pushvalue(L, 1);
    lua_setfield(L, 4, "arguments");
    run_file(L, cd_embedded_command, cd_embedded_command_size);
    run_file(L, cd_embedded_hunt_command, cd_embedded_hunt_command_size);
    run_file(L, cd_embedded_sweep_command, cd_embedded_sweep_command_size);
    run_file(L, cd_embedded_ask_command, cd_embedded_ask_command_size);
    lua_getfield(L, 4, "run");
    lua_call(L, 0, 1);
    return 1;
}

bool cd_is_command(int argc, char **argv) {
    static const char *const words[] = {"case", "hunt", "sweep", "merge", "diff"};
    static const char *const options[] = {"--watch", "--find", "--who", "--lines"};
    bool found = false;
    for (size_t i = 0; argc >= 2 && i < sizeof words / sizeof *words; i++)
        found = found || strcmp(argv[1], words[i]) == 0;
    for (int a = 1; a < argc && !found; a++)
        for (size_t i = 0; i < sizeof options / sizeof *options; i++)
            found = found || strcmp(argv[a], options[i]) == 0;
    return found;
}

static int push_arguments(lua_State *L) {
    const int argc = (int)lua_tointeger(L, 1);
    char **argv = lua_touserdata(L, 2);
    lua_createtable(L, argc, 0);
    for (int i = 1; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i);
    }
    return 1;
}

int cd_command_main(int argc, char **argv, const cd_command_services *services) {
    command c = {.services = services};
    lua_State *L = luaL_newstate();
    int status = 4;
    if (L != NULL) {
        lua_pushcfunction(L, traceback);
        lua_pushcfunction(L, run);
        lua_pushcfunction(L, push_arguments);
        lua_pushinteger(L, argc);
        lua_pushlightuserdata(L, argv);
        int result = lua_pcall(L, 2, 1, 0);
        lua_pushlightuserdata(L, &c);
        if (result == LUA_OK)
            result = lua_pcall(L, 2, 1, 1);
        if (result == LUA_OK)
            status = (int)lua_tointeger(L, -1);
        else
            fprintf(stderr, "collide: %s\n", lua_tostring(L, -1));
        lua_close(L);
    } else {
        fputs("collide: out of memory\n", stderr);
    }
    services->close(c.workers);
    return status;
}
