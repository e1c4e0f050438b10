// The budget of a script (budget.h). The signal handler does what lua.c does on Ctrl+C: it calls
// lua_sethook, which may be called from a signal. The timer repeats at short intervals, since the
// script may have left the coroutine on which the hook was set.
#define _XOPEN_SOURCE 700 // setitimer

#include "run/contain/budget.h"

#include <assert.h>
#include <errno.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/// Seconds between signals once the time is used up, and the number of signals, some 0.3 s, after
/// which a script that has not stopped hangs in a library function.
#define SIGNAL_INTERVAL 0.02
#define SIGNAL_LIMIT 15

/// The shortest time that a timer is set to: setitimer would take 0 for no timer.
#define SHORTEST_TIMER 1e-3

static cd_budget *volatile active; ///< for the signal handler, which has no argument

// ---------------------------------------------------------------------------------------- memory

void cd_budget_extend(cd_budget *budget) { budget->cap += budget->cap / 16; }

/// Refuses memory. The place of the script is noted at the first refusal, as there may be no
/// second: string buffers raise at once, and protected_call.c takes that error for a stop.
static void deny(cd_budget *budget) {
    cd_guard *guard = budget->guard;
    assert(guard != NULL); // until a script is loaded, no allocation comes near the cap
    if (guard->stopped)
        return;
    if (budget->denied) {
        guard->stopped = CD_STOP_MEMORY;
        cd_budget_extend(budget);
    }
    budget->denied = true;
    cd_guard_note_place(guard);
}

/// The bytes that a block takes of the heap: its size, the word before it, rounded up. That is what
/// glibc does; others differ by little.
static size_t real_size(size_t size) {
    enum { WORD = sizeof(size_t), UNIT = 2 * WORD, LEAST = 2 * UNIT };
    if (size == 0 || size > SIZE_MAX - LEAST)
        return size;
    const size_t rounded = (size + WORD + UNIT - 1) / UNIT * UNIT;
    return rounded < LEAST ? LEAST : rounded;
}

void *cd_budget_allocate(void *data, void *block, size_t old_size, size_t new_size) {
    cd_budget *budget = data;
    if (!block)
        old_size = 0; // it is the type of what is made
    const size_t before = real_size(old_size), after = real_size(new_size);
    if (new_size == 0) {
        free(block);
        budget->used -= before;
        return NULL;
    }
    const size_t others = budget->used - before;
    if (after > before && (after > budget->cap || others > budget->cap - after)) {
        deny(budget);
        return NULL;
    }
    void *moved = realloc(block, new_size);
    if (!moved && new_size > old_size)
        return NULL;
    if (!moved)
        moved = block; // Lua relies on shrinking
    if (after > before)
        budget->denied = false; // Lua has collected enough garbage
    budget->used = others + after;
    return moved;
}

// ------------------------------------------------------------------------------------------ time

/// Notes the lines of a traceback down to the last one of the script, without those of the runtime.
static void note_traceback(cd_guard *guard, const char *lines) {
    size_t used = 0, end = 0;
    for (size_t size = 0; *lines != '\0'; lines += size) {
        size = strcspn(lines, "\n");
        size += lines[size] == '\n';
        if (strncmp(lines, "\t[collide]:", 11) == 0 || used + size >= sizeof guard->traceback)
            continue;
        memcpy(guard->traceback + used, lines, size);
        used += size;
        if (strncmp(lines, "\t[C]:", 5) != 0)
            end = used;
    }
    assert(end > 0); // its first line is a title
    while (guard->traceback[end - 1] == '\n')
        end--;
    guard->traceback[end] = '\0';
}

/// Raises each time that it is called; the first time it notes where the script is.
static void stop_hook(lua_State *L, lua_Debug *where) {
    (void)where;
    cd_guard *guard = cd_guard_of(L);
    if (guard->traceback[0] == '\0') {
        guard->running = L;
        cd_guard_note_place(guard);
        luaL_traceback(L, L, NULL, 0);
        note_traceback(guard, lua_tostring(L, -1));
        lua_pop(L, 1);
    }
    lua_pushliteral(L, "stopped");
    lua_error(L);
}

/// The script hangs in a library function: sends the error and ends the process.
static void end_process(cd_budget *budget) {
    cd_guard_note_place(budget->guard);
    cd_last_words_say(&budget->words, budget->unsent,
                      &(cd_error){.phase = "time",
                                  .message = budget->message,
                                  .file = budget->guard->file,
                                  .line = budget->guard->line,
                                  .traceback = "",
                                  .frame = budget->frame});
}

static void on_timer(int signal_number) {
    (void)signal_number;
    cd_budget *budget = active;
    if (!budget || !budget->armed)
        return;
    const int kept = errno;
    if (!budget->guard->stopped)
        budget->guard->stopped = CD_STOP_TIME;
    lua_State *L = budget->guard->running;
    lua_sethook(L, stop_hook, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
    if (++budget->fired > SIGNAL_LIMIT)
        end_process(budget);
    errno = kept;
}

static struct timeval time_of(double seconds) {
    struct timeval time = {.tv_sec = (time_t)seconds};
    time.tv_usec = (suseconds_t)((seconds - (double)time.tv_sec) * 1e6);
    return time;
}

/// Starts the timer; 0 stops it.
static void set_timer(double seconds) {
    struct itimerval timer = {0};
    if (seconds > 0) {
        timer.it_value = time_of(seconds);
        timer.it_interval = time_of(SIGNAL_INTERVAL);
    }
    setitimer(ITIMER_PROF, &timer, NULL);
}

/// CPU seconds of the process. The timer's remaining time is too coarse for the sum of many short
/// pieces.
static double used_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool cd_budget_open(cd_budget *budget, int output_fd) {
    assert(active == NULL);
    budget->cap = CD_MEMORY_CAP;
    active = budget;
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    return cd_last_words_open(&budget->words, output_fd) && sigaction(SIGPROF, &action, NULL) == 0;
}

void cd_budget_close(cd_budget *budget) {
    set_timer(0);
    active = NULL;
    cd_last_words_close(&budget->words);
}

/// Writes the error message. The signal handler reads it.
static void write_message(cd_budget *budget) {
    const cd_allowance *a = &budget->allowance;
    assert(!budget->armed);
    snprintf(budget->message, sizeof budget->message, "%s%s took longer than %.3g s", a->activity,
             a->besides, a->seconds);
}

void cd_budget_resume(cd_budget *budget, cd_allowance allowance) {
    budget->allowance = allowance;
    write_message(budget);
    budget->resumed = used_seconds();
    budget->armed = true;
    set_timer(allowance.left > SHORTEST_TIMER ? allowance.left : SHORTEST_TIMER);
}

void cd_budget_arm(cd_budget *budget, const char *activity, int frame, double seconds) {
    assert(seconds > 0);
    budget->frame = frame;
    budget->fired = 0;
    cd_budget_resume(budget, (cd_allowance){activity, "", seconds, seconds});
}

void cd_budget_disarm(cd_budget *budget) {
    budget->armed = false;
    set_timer(0);
}

cd_allowance cd_budget_pause(cd_budget *budget) {
    cd_budget_disarm(budget);
    cd_allowance allowance = budget->allowance;
    allowance.left -= used_seconds() - budget->resumed;
    return allowance;
}

void cd_budget_go_on(cd_budget *budget, const char *besides) {
    assert(budget->armed);
    budget->armed = false; // a signal that comes now is repeated
    budget->allowance.besides = besides;
    write_message(budget);
    budget->armed = true;
}
