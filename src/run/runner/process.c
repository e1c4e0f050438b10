// See process.h. Whatever can raise runs below one lua_pcall; an error, or the stop of the budget,
// becomes the last message.
#include "run/runner/process.h"

#include "run/contain/contain.h"
#include "run/scenario.h"
#include "run/state/fields.h"

#include <lualib.h>
#include <string.h>
#include <unistd.h>

cd_process *cd_process_of(lua_State *L) {
    cd_process *p;
    memcpy(&p, lua_getextraspace(L), sizeof p);
    return p;
}

/// find(module) -> file, text; or nil, reason. Asks the viewer.
int cd_process_find(lua_State *L) {
    cd_process *p = cd_process_of(L);
    cd_message question = {.type = CD_MSG_REQUIRE, .as.require.name = luaL_checkstring(L, 1)};
    cd_arena arena = {0};
    cd_message answer;
    const cd_allowance rest = cd_budget_pause(&p->budget);
    if (!cd_wire_send(&p->wire, &question) || !cd_wire_receive_module(&p->wire, &arena, &answer))
        _exit(1); // the viewer has closed the pipe in the middle of a script
    cd_budget_resume(&p->budget, rest);
    if (!answer.as.module.found)
        lua_pushnil(L);
    lua_pushstring(L, answer.as.module.name);
    if (answer.as.module.found)
        lua_pushlstring(L, answer.as.module.source, answer.as.module.source_size);
    cd_arena_free(&arena);
    return 2;
}

// ----------------------------------------------------------------------------------------- errors

/// Makes the ERROR message of an error value, argument 1: of a stop by what the guard noted; of a
/// table that simulation.lua raised; of any other value, which is a defect of the runner.
static int describe(lua_State *L) {
    cd_process *p = cd_process_of(L);
    cd_guard *guard = p->budget.guard;
    cd_error *error = &p->message.as.error;
    p->message = (cd_message){.type = CD_MSG_ERROR, .as.error = {.frame = p->budget.frame}};
    if (guard->stopped) {
        const bool time = guard->stopped == CD_STOP_TIME;
        error->phase = time ? "time" : "memory";
        error->message = time ? p->budget.message : "the script uses too much memory (over 512 MB)";
        error->file = guard->file;
        error->line = guard->line;
        error->traceback = guard->traceback;
    } else if (lua_istable(L, 1)) {
        error->phase = cd_string_field(L, 1, "phase", &p->answer);
        error->message = cd_string_field(L, 1, "message", &p->answer);
        error->file = cd_string_field(L, 1, "file", &p->answer);
        error->line = (int)cd_number_field(L, 1, "line", 0);
        error->traceback = cd_string_field(L, 1, "traceback", &p->answer);
        error->frame = (int)cd_number_field(L, 1, "frame", 0);
    } else {
        error->phase = p->budget.allowance.activity;
        luaL_tolstring(L, 1, NULL);
        error->message = cd_keep_string(L, -1, &p->answer, SIZE_MAX);
        error->file = p->name;
    }
    return 0;
}

/// Calls a handler, protected. If it raises, sends the error and returns false: the run has ended.
bool cd_process_handle(cd_process *p, lua_CFunction handler) {
    lua_State *L = p->L;
    lua_settop(L, 0);
    lua_pushcfunction(L, handler);
    lua_pushnil(L);
    const int status = lua_pcall(L, 1, 0, 0);
    cd_budget_disarm(&p->budget);
    if (status == LUA_OK)
        return true;
    if (status == LUA_ERRMEM && !p->budget.guard->stopped)
        p->budget.guard->stopped = CD_STOP_MEMORY;
    lua_sethook(L, NULL, 0, 0);
    cd_budget_extend(&p->budget);
    lua_pushcfunction(L, describe);
    lua_insert(L, 1);
    lua_settop(L, 2);
    const cd_error too_much = {.phase = "memory",
                               .message = "the script uses too much memory",
                               .file = p->name,
                               .traceback = ""};
    if (lua_pcall(L, 1, 0, 0) != LUA_OK)
        p->message = (cd_message){.type = CD_MSG_ERROR, .as.error = too_much};
    if (!cd_wire_send(&p->wire, &p->message)) // there is memory for last words
        cd_last_words_say(&p->budget.words, &p->wire.out, &too_much);
    return false;
}

/// Most of what a query makes is garbage by the next one. So generational mode, which lua5.4 itself
/// sets for the scripts that it runs, takes 28 % less time for a loop over raycast and closest than
/// incremental mode as a new state has it, and some 25 % less than with a longer pause and more
/// speed (medians of seven runs; a scenario that asks little, and one with a million old values,
/// take the same in all). The bugs of this mode that corrupt memory were fixed before 5.4.4; the
/// one that is known of 5.4.4 only delays the cycle after a full collection.
static void choose_collector(lua_State *L) {
#if LUA_VERSION_RELEASE_NUM >= 50404
    lua_gc(L, LUA_GCGEN, 0, 0);
#else
    (void)L;
#endif
}

static int open_state(lua_State *L) {
    luaL_openlibs(L);
    choose_collector(L);
    cd_push_runtime(L);
    return 0;
}

/// Makes the Lua state, before the process gives up its rights. False if there is no memory for it.
bool cd_process_open(cd_process *p) {
    if (!cd_budget_open(&p->budget, p->wire.output))
        return false;
    p->L = lua_newstate(cd_budget_allocate, &p->budget);
    if (!p->L)
        return false;
    memcpy(lua_getextraspace(p->L), &p, sizeof p);
    lua_pushcfunction(p->L, open_state);
    if (lua_pcall(p->L, 0, 0, 0) != LUA_OK)
        return false;
    p->budget.guard = cd_guard_of(p->L);
    p->budget.guard->capped = true;
    p->budget.unsent = &p->wire.out;
    return true;
}

/// Gives up the rights of the process; tells the viewer which walls are missing.
void cd_process_contain(cd_process *p) {
    cd_message message = {.type = CD_MSG_UNCONTAINED};
    message.as.uncontained.missing = cd_contain(p->wire.input, p->wire.output, &p->budget.words);
    if (message.as.uncontained.missing)
        (void)cd_wire_send(&p->wire, &message);
}

bool cd_process_name(cd_process *p, const char *name) {
    p->name = cd_arena_string(&p->names, name, strlen(name));
    if (p->name != NULL)
        strncpy(p->budget.guard->file, p->name, sizeof p->budget.guard->file - 1);
    return p->name != NULL;
}

void cd_process_close(cd_process *p) {
    if (p->L != NULL)
        lua_close(p->L);
    cd_budget_close(&p->budget);
    cd_wire_free(&p->wire);
    cd_arena_free(&p->arena);
    cd_arena_free(&p->answer);
    cd_arena_free(&p->names);
}
