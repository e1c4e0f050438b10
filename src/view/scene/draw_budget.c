// See draw_budget.h. A timer of processor time leads out of a computation by siglongjmp: queries of
// the core neither allocate nor keep anything, so leaving one in its midst leaves nothing behind.
#define _XOPEN_SOURCE 700 // setitimer
#include "view/scene/draw_budget.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

/// Between two looks at the processor's time, which costs more to read than the clock.
#define LOOK_EVERY 5e-4

/// The shortest time that a timer is set to: setitimer would take 0 for no timer.
#define SHORTEST_TIMER 1e-3

/// Microseconds between its signals.
#define REPEAT 2000

static double seconds_of(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

cd_draw_budget cd_draw_budget_of(double seconds) {
    return (cd_draw_budget){.seconds = seconds,
                            .begun = seconds > 0 ? seconds_of(CLOCK_THREAD_CPUTIME_ID) : 0,
                            .looked = seconds > 0 ? seconds_of(CLOCK_MONOTONIC) : 0};
}

/// Looks how much processor time is used.
static void look(cd_draw_budget *budget) {
    budget->looked = seconds_of(CLOCK_MONOTONIC);
    budget->used = seconds_of(CLOCK_THREAD_CPUTIME_ID) - budget->begun;
}

/// How much of the budget may be used in the end of an effort.
static double end_of(const cd_draw_budget *budget, cd_effort effort) {
    static const double shares[] = {0.2, 0.4, 0.65, 0.75, 1};
    return shares[effort] * budget->seconds;
}

bool cd_draw_budget_left(cd_draw_budget *budget, cd_effort effort) {
    if (budget == NULL || budget->seconds == 0)
        return true;
    if (seconds_of(CLOCK_MONOTONIC) - budget->looked >= LOOK_EVERY)
        look(budget);
    const bool left = budget->used < end_of(budget, effort);
    budget->cut[effort] = budget->cut[effort] || !left;
    return left;
}

// -------------------------------------------------------------------------------------- computing

static sigjmp_buf out;
static pthread_t computing;
static double deadline; ///< of the processor time of that thread
static volatile sig_atomic_t armed;

/// The timer counts all threads, and its signal may come to any.
static void on_timer(int number) {
    if (!armed)
        return;
    if (!pthread_equal(pthread_self(), computing)) {
        pthread_kill(computing, number);
    } else if (seconds_of(CLOCK_THREAD_CPUTIME_ID) >= deadline) {
        armed = 0;
        siglongjmp(out, 1);
    }
}

/// Starts the timer, which repeats; 0 stops it.
static void set_timer(double seconds) {
    const time_t whole = (time_t)seconds;
    const struct timeval time = {whole, (suseconds_t)((seconds - (double)whole) * 1e6)};
    const struct timeval again = {0, seconds > 0 ? REPEAT : 0};
    setitimer(ITIMER_PROF, &(struct itimerval){again, time}, NULL);
}

/// False where the computation was left.
static bool run_within(double seconds, void (*compute)(void *), void *context) {
    computing = pthread_self();
    deadline = seconds_of(CLOCK_THREAD_CPUTIME_ID) + seconds;
    if (sigsetjmp(out, 1) != 0) {
        set_timer(0);
        return false;
    }
    armed = 1;
    set_timer(seconds);
    compute(context);
    armed = 0;
    set_timer(0);
    return true;
}

void cd_draw_budget_run(cd_draw_budget *budget, cd_effort effort, void (*compute)(void *),
                        void *context) {
    if (budget == NULL || budget->seconds == 0) {
        compute(context);
        return;
    }
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGPROF, &action, NULL);
    look(budget);
    const double left = end_of(budget, effort) - budget->used;
    if (!run_within(left > SHORTEST_TIMER ? left : SHORTEST_TIMER, compute, context))
        budget->cut[effort] = true;
    look(budget);
}
