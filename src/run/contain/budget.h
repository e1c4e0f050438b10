// The budget of a script: seconds of CPU time for each frame (a script cannot sleep, and a busy
// machine must not stop it), and bytes of memory. It costs nothing until it is used up. Then the
// signal of a timer sets a hook on the coroutine that runs, and the hook raises an error at the
// present line which nothing in the script can catch. The runtime's own work on the state, which no
// hook sees, calls cd_guard_check. If neither ends it, the signal handler sends a last message and
// ends the process.
#ifndef RUN_CONTAIN_BUDGET_H
#define RUN_CONTAIN_BUDGET_H

#include "run/contain/guard.h"
#include "run/contain/last_words.h"

/// The most bytes of a script: 512 MB.
#define CD_MEMORY_CAP ((size_t)512 << 20)

/// What the time is for, and how much of it is left.
typedef struct cd_allowance {
    const char *activity; ///< "load", "update", "draw"
    const char *besides;  ///< what else is done in this time, for the error message, or ""
    double seconds, left; ///< in all, and when the script last continued
} cd_allowance;

typedef struct cd_budget {
    cd_guard *guard; ///< of the Lua state; NULL until the state has one
    size_t used, cap;
    bool denied;                 ///< the last request for memory was refused
    volatile sig_atomic_t armed; ///< the script is running
    int fired;                   ///< number of signals since it was armed
    cd_allowance allowance;
    double resumed;    ///< CPU time when the script last continued
    char message[128]; ///< the error when time is up
    int frame;         ///< of the error
    cd_last_words words;
    const cd_bytes *unsent; ///< whole messages that wait; not changed while armed
} cd_budget;

/// A lua_Alloc with a cap; `budget` is a cd_budget. What counts is the memory that a block really
/// takes. Lua collects garbage after a first refusal; a second one in a row stops the script.
void *cd_budget_allocate(void *budget, void *block, size_t old_size, size_t new_size);

/// Raises the cap by a sixteenth, for the runtime to unwind and describe the error.
void cd_budget_extend(cd_budget *budget);

/// Prepares the timer of the process for this budget, the only one. False if the system refuses.
bool cd_budget_open(cd_budget *budget, int output_fd);
void cd_budget_close(cd_budget *budget);

/// The script runs from now on, for at most `seconds`, until cd_budget_disarm. activity, frame: for
/// the error message.
void cd_budget_arm(cd_budget *budget, const char *activity, int frame, double seconds);
void cd_budget_disarm(cd_budget *budget);

/// From now on the time that is left goes to something else: "and recording the state".
void cd_budget_go_on(cd_budget *budget, const char *besides);

/// Around the time in which the script waits for an answer of the viewer, or has another budget.
cd_allowance cd_budget_pause(cd_budget *budget);
void cd_budget_resume(cd_budget *budget, cd_allowance allowance);

#endif
