// The pcall, xpcall and coroutines of scripts. They catch errors as Lua's own do; but once the
// guard says that the script is stopped they raise again, up to `call`, the outermost one.
// Coroutines are resumed here, so that the guard always knows the one that runs: there the signal
// of the budget must set its hook.
#include "run/contain/guard.h"
#include "run/scenario.h"

#include <string.h>

static cd_guard *guard_upvalue(lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

/// After a call that returned `status`: raises again if the script is stopped.
static void pass_stop(lua_State *L, cd_guard *guard, int status) {
    if (status == LUA_ERRMEM && guard->capped && !guard->stopped)
        guard->stopped = CD_STOP_MEMORY;
    if (guard->stopped) {
        lua_pushliteral(L, "stopped");
        lua_error(L);
    }
}

/// The end of pcall and xpcall, also of a call that has yielded. skip: number of values below the
/// results.
static int finish_call(lua_State *L, int status, lua_KContext skip) {
    const bool succeeded = status == LUA_OK || status == LUA_YIELD;
    pass_stop(L, guard_upvalue(L), succeeded ? LUA_OK : status);
    if (succeeded)
        return lua_gettop(L) - (int)skip;
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

static int protected_call(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1); // true, function, arguments
    int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_call);
    return finish_call(L, status, 0);
}

/// Calls the script's message handler, upvalue 2, unless the script is stopped: no hook runs inside
/// the hook that stopped it, so nothing could end the handler.
static int handle(lua_State *L) {
    if (guard_upvalue(L)->stopped)
        return 1;
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int handled_call(lua_State *L) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    cd_push_guarded(L, handle);
    lua_replace(L, 2);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2); // function, handler, true, function, arguments
    int status = lua_pcallk(L, lua_gettop(L) - 4, LUA_MULTRET, 2, 2, finish_call);
    return finish_call(L, status, 2);
}

// ------------------------------------------------------------------------------------ coroutines

static lua_State *check_thread(lua_State *L) {
    lua_State *co = lua_tothread(L, 1);
    luaL_argexpected(L, co, 1, "coroutine");
    return co;
}

static int create(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    return 1;
}

/// Resumes a coroutine with the `arguments` values on the top. Returns the number of results, which
/// are pushed; or -1, with the error value pushed.
static int resume_thread(lua_State *L, lua_State *co, int arguments, int *status) {
    cd_guard *guard = guard_upvalue(L);
    if (!lua_checkstack(co, arguments)) {
        lua_pushliteral(L, "too many arguments to resume");
        *status = LUA_ERRRUN;
        return -1;
    }
    lua_xmove(L, co, arguments);
    lua_State *caller = guard->running;
    int results = 0;
    guard->running = co;
    *status = lua_resume(co, L, arguments, &results);
    guard->running = caller;
    const bool succeeded = *status == LUA_OK || *status == LUA_YIELD;
    pass_stop(L, guard, succeeded ? LUA_OK : *status);
    if (succeeded && !lua_checkstack(L, results + 1)) {
        lua_pop(co, results);
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(co, L, succeeded ? results : 1);
    return succeeded ? results : -1;
}

static int resume(lua_State *L) {
    lua_State *co = check_thread(L);
    int status;
    int results = resume_thread(L, co, lua_gettop(L) - 1, &status);
    lua_pushboolean(L, results >= 0);
    results = results >= 0 ? results : 1;
    lua_insert(L, -(results + 1));
    return results + 1;
}

/// Closes the pending variables of a coroutine that does not run; returns the status. An error is
/// left on the top of the coroutine.
static int close_thread(lua_State *L, lua_State *co) {
    cd_guard *guard = guard_upvalue(L);
    lua_State *caller = guard->running;
    guard->running = co;
    int status = lua_resetthread(co);
    guard->running = caller;
    pass_stop(L, guard, status);
    return status;
}

/// The function that coroutine.wrap returns; upvalue 2 is the coroutine.
static int resume_wrapped(lua_State *L) {
    lua_State *co = lua_tothread(L, lua_upvalueindex(2));
    int status;
    const int results = resume_thread(L, co, lua_gettop(L), &status);
    if (results >= 0)
        return results;
    const int own_status = lua_status(co);
    if (own_status != LUA_OK && own_status != LUA_YIELD && close_thread(L, co) != LUA_OK) {
        lua_pop(L, 1);
        lua_xmove(co, L, 1); // the first error, or one that closing raised
    }
    if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

static int wrap(lua_State *L) {
    create(L);
    cd_push_guarded(L, resume_wrapped);
    return 1;
}

static int close(lua_State *L) {
    lua_State *co = check_thread(L);
    lua_Debug frame;
    if (co == L || (lua_status(co) == LUA_OK && lua_getstack(co, 0, &frame)))
        return luaL_error(L, "cannot close a %s coroutine", co == L ? "running" : "normal");
    const bool succeeded = close_thread(L, co) == LUA_OK;
    lua_pushboolean(L, succeeded);
    if (succeeded)
        return 1;
    lua_xmove(co, L, 1);
    return 2;
}

// ------------------------------------------------------------------------------------- outermost

/// Raises if the script is stopped: called after library functions that catch errors themselves.
static int check_stop(lua_State *L) {
    pass_stop(L, guard_upvalue(L), LUA_OK);
    return 0;
}

/// raise(message): raises an error with the position of the innermost function of the script, also
/// across tail calls.
static int raise_in_script(lua_State *L) {
    luaL_checkstring(L, 1);
    lua_settop(L, 1);
    lua_Debug place;
    if (cd_script_place(L, 1, &place)) {
        lua_pushfstring(L, "%s:%d: ", place.short_src, place.currentline);
        lua_insert(L, 1);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/// Makes of an error value { value =, file =, line =, traceback = }, with the position of the
/// innermost function of the script.
static int describe_error(lua_State *L) {
    cd_guard *guard = guard_upvalue(L);
    if (guard->stopped)
        return 1;
    lua_settop(L, 1);
    lua_createtable(L, 0, 4);
    lua_pushvalue(L, 1);
    lua_setfield(L, 2, "value");
    lua_Debug place;
    if (cd_script_place(L, 1, &place)) {
        lua_pushstring(L, place.source + 1);
        lua_setfield(L, 2, "file");
        lua_pushinteger(L, place.currentline);
        lua_setfield(L, 2, "line");
    }
    luaL_traceback(L, L, NULL, 1);
    lua_setfield(L, 2, "traceback");
    return 1;
}

/// call(f, ...) -> true, results; or false and what describe_error made of the error. If the script
/// was stopped, raises.
static int call(lua_State *L) {
    cd_guard *guard = guard_upvalue(L);
    guard->running = L;
    if (lua_getiuservalue(L, lua_upvalueindex(1), CD_GUARD_HANDLER) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, lua_upvalueindex(1));
        lua_pushcclosure(L, describe_error, 1);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, lua_upvalueindex(1), CD_GUARD_HANDLER);
    }
    lua_insert(L, 1);
    const int status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
    pass_stop(L, guard, status);
    lua_pushboolean(L, status == LUA_OK);
    lua_replace(L, 1);
    return lua_gettop(L);
}

const luaL_Reg cd_call_functions[] = {{"pcall", protected_call},
                                      {"xpcall", handled_call},
                                      {"create", create},
                                      {"resume", resume},
                                      {"wrap", wrap},
                                      {"close", close},
                                      {"call", call},
                                      {"raise", raise_in_script},
                                      {"check_stop", check_stop},
                                      {NULL, NULL}};
