// See worker.h. What a job means is work.lua's; the text of jobs and answers is data
// (data_text.lua).
#include "run/runner/worker.h"

#include "run/scenario.h"

#include <string.h>
#include <time.h>

/// Seconds between two signs of life.
#define ALIVE_INTERVAL 0.25

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void answer(cd_process *p, const char *text, size_t size) {
    const cd_message message = {.type = CD_MSG_ANSWER, .as.answer = {text, size}};
    if (!cd_wire_send(&p->wire, &message) && size > 0)
        (void)cd_wire_send(
            &p->wire, &(cd_message){.type = CD_MSG_ANSWER, .as.answer = {"{ lost = true }", 15}});
}

/// arm(activity, frame, seconds): from now on the script runs. Says now and then that it does.
static int arm(lua_State *L) {
    cd_process *p = cd_process_of(L);
    const char *activity = luaL_checkstring(L, 1);
    const int frame = (int)luaL_checkinteger(L, 2);
    double seconds = luaL_optnumber(L, 3, CD_LOAD_BUDGET);
    seconds = seconds > 0 ? seconds : CD_LOAD_BUDGET;
    if (now() - p->wire.flushed > ALIVE_INTERVAL)
        answer(p, "", 0);
    // The message of the budget reads it until the script is disarmed.
    const char *kept = strcmp(activity, "update") == 0 ? "update"
                       : strcmp(activity, "load") == 0 ? "load"
                                                       : "the expression";
    cd_budget_disarm(&p->budget); // an error of the script has left it armed
    cd_budget_arm(&p->budget, kept, frame, seconds);
    return 0;
}

static int disarm(lua_State *L) {
    cd_process *p = cd_process_of(L);
    cd_budget_disarm(&p->budget);
    cd_guard_check(L, p->budget.guard);
    return 0;
}

static int handle_job(lua_State *L) {
    cd_process *p = cd_process_of(L);
    const cd_job *job = &p->message.as.job;
    lua_settop(L, 0);
    cd_push_runtime(L);
    lua_getfield(L, 1, "work");
    lua_pushlstring(L, job->text, job->size);
    lua_pushnil(L);
    if (job->run_size > 0) {
        const cd_bytes run = {.data = (uint8_t *)(uintptr_t)job->run, .size = job->run_size};
        cd_push_kept_run(L, &run);
        lua_replace(L, -2);
    }
    lua_pushcfunction(L, cd_process_find);
    lua_pushcfunction(L, arm);
    lua_pushcfunction(L, disarm);
    lua_call(L, 5, 1);
    size_t size;
    const char *text = luaL_checklstring(L, -1, &size);
    answer(p, text, size);
    return 0;
}

bool cd_worker_handle(cd_process *p) {
    if (p->name == NULL) {
        if (!cd_process_name(p, p->message.as.job.name))
            return false;
        cd_process_contain(p);
    }
    return cd_process_handle(p, handle_job);
}
