// What a script may use: seconds for each update, and bytes. Time is the process's CPU time, not
// the clock on the wall: a script cannot sleep, so this is all it can use, and a busy machine does
// not stop innocent ones. It costs nothing until it fires: a timer's signal then sets a count hook
// on the thread that runs (the guard knows which), and the hook raises an error at the present line
// that nothing in the script can catch. A library function that does not return to Lua is ended
// with the process, after a last message.
#ifndef RUN_BUDGET_H
#define RUN_BUDGET_H

#include "record/bytes.h"
#include "run/guard.h"

#define CD_MEMORY_CAP ((size_t)512 << 20)

typedef struct cd_budget {
    cd_guard *guard; ///< of the state; NULL until it is there
    size_t used, cap;
    bool denied; ///< the last request for memory was refused
    bool armed;
    int fired;             ///< signals since it was armed
    double left, resumed;  ///< seconds left when the script went on, and the CPU time then
    const char *activity;  ///< "load", "update", "draw"
    char message[128];     ///< what is said when time is up
    int frame, output_fd;  ///< for the last message
    cd_bytes *unsent;      ///< whole messages that go before it
    cd_bytes last_message; ///< memory for it, reserved beforehand
} cd_budget;

/// lua_Alloc with a cap; `budget` is a cd_budget. A second refusal in a row, after Lua has
/// collected what it could, stops the script.
void *cd_budget_allocate(void *budget, void *block, size_t old_size, size_t new_size);

/// Prepares the process's timer for this budget; one budget a process.
bool cd_budget_open(cd_budget *budget, int output_fd);
void cd_budget_close(cd_budget *budget);

/// From here on the script runs; up to `seconds` until cd_budget_disarm.
void cd_budget_arm(cd_budget *budget, const char *activity, int frame, double seconds);
void cd_budget_disarm(cd_budget *budget);

/// While the runner waits for an answer, in the middle of the script.
void cd_budget_pause(cd_budget *budget);
void cd_budget_resume(cd_budget *budget);

#endif
