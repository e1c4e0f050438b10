// See budget.h. lua_sethook is the one function of Lua's that a signal handler may call.
#include "run/budget.h"

#include <lauxlib.h>
#include <signal.h>
#include <sys/time.h>

static lua_State *volatile running;
static volatile sig_atomic_t spent;
static double limit;

static void over_budget(lua_State *L, lua_Debug *event) {
    (void)event;
    if (!spent) { // left over in a coroutine
        lua_sethook(L, NULL, 0, 0);
        return;
    }
    // Stay armed, more often now: whatever catches this error gets the next.
    lua_sethook(L, over_budget, LUA_MASKCOUNT | LUA_MASKCALL | LUA_MASKRET, 1);
    luaL_error(L, "took longer than %f seconds", limit);
}

static void on_timer(int signal_number) {
    (void)signal_number;
    spent = 1;
    if (running)
        lua_sethook(running, over_budget, LUA_MASKCOUNT | LUA_MASKCALL | LUA_MASKRET, 1);
}

static void set_timer(double seconds) {
    // Repeats: the first signal may come while a coroutine is changing hands.
    struct itimerval timer = {{0, 20000}, {(time_t)seconds, 0}};
    timer.it_value.tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6) + 1;
    if (seconds <= 0)
        timer = (struct itimerval){{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

void cd_budget_start(lua_State *L, double seconds) {
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    running = L;
    spent = 0;
    limit = seconds;
    set_timer(seconds);
}

bool cd_budget_end(void) {
    set_timer(0);
    bool was_spent = spent;
    if (running)
        lua_sethook(running, NULL, 0, 0);
    running = NULL;
    spent = 0;
    return was_spent;
}

bool cd_budget_spent(void) { return spent; }

lua_State *cd_budget_enter(lua_State *L) {
    lua_State *before = running;
    running = L;
    if (spent && L)
        lua_sethook(L, over_budget, LUA_MASKCOUNT | LUA_MASKCALL | LUA_MASKRET, 1);
    return before;
}
