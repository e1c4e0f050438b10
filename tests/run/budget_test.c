// The budget of a script alone: the bytes that it counts while allocations fail, what it refuses
// and how that ends a script, and the signals of its timer.
#include "check.h"
#include "faults.h"
#include "random.h"

#include "run/contain/budget.h"
#include "run/scenario.h"

#include <lauxlib.h>
#include <lualib.h>
#include <signal.h>
#include <stdlib.h>

enum { BLOCKS = 40 };

/// Blocks of a budget. Each is filled with its index.
typedef struct blocks {
    cd_budget budget;
    unsigned char *memory[BLOCKS];
    size_t sizes[BLOCKS];
} blocks;

/// Gives a block another size; 0: none. Whether there was memory for it.
static bool resize(blocks *b, int i, size_t size) {
    const size_t old = b->memory[i] ? b->sizes[i] : 7; // of a new one it is its type
    unsigned char *moved = cd_budget_allocate(&b->budget, b->memory[i], old, size);
    if (moved == NULL && size > 0)
        return false;
    for (size_t k = 0; k < b->sizes[i] && k < size; k++)
        if (moved[k] != i)
            failures++;
    if (moved)
        memset(moved, i, size);
    b->memory[i] = moved;
    b->sizes[i] = size;
    return true;
}

#ifdef HAVE_FAULTS
/// What a budget counts for blocks of these sizes that it makes at once.
static size_t used_by(const size_t *sizes) {
    static blocks fresh;
    fresh.budget = (cd_budget){.cap = CD_MEMORY_CAP};
    for (int i = 0; i < BLOCKS; i++)
        resize(&fresh, i, sizes[i]);
    const size_t used = fresh.budget.used;
    for (int i = 0; i < BLOCKS; i++)
        resize(&fresh, i, 0);
    CHECK(fresh.budget.used == 0);
    return used;
}

// Whatever has grown, shrunk, been freed, and failed: blocks keep what they hold, those that shrink
// are always had, and what is counted depends on the sizes alone.
static void test_count(void) {
    int refused = 0;
    for (int n = 0; n < 200; n++) {
        seed(n);
        blocks b = {.budget.cap = CD_MEMORY_CAP};
        for (int k = 0; k < 100; k++) {
            const int i = (int)range(0, BLOCKS);
            const size_t size = unit() < 0.2 ? 0 : (size_t)range(1, unit() < 0.5 ? 60 : 9000);
            const bool grows = b.memory[i] == NULL || size > b.sizes[i];
            const bool fails = size > 0 && unit() < 0.3;
            let_fail("realloc", fails, ENOMEM);
            check_case(resize(&b, i, size) == !(fails && grows), "what shrinks is had", n);
            refused += fails && grows;
            CHECK(has_failed());
        }
        check_case(b.budget.used == used_by(b.sizes), "the count depends on the sizes", n);
        for (int i = 0; i < BLOCKS; i++)
            resize(&b, i, 0);
        check_case(b.budget.used == 0, "nothing is left", n);
    }
    CHECK(refused > 1000);
}
#endif

// What goes beyond the cap is refused. The second such request in a row stops the script and raises
// the cap once; a script that is stopped, for whatever reason, stays so.
static void test_refusals(void) {
    enum { CAP = 16000 };
    lua_State *L = luaL_newstate();
    for (int stopped = CD_STOP_NONE; stopped <= CD_STOP_MEMORY; stopped++) {
        cd_guard guard = {.stopped = stopped, .running = L};
        blocks b = {.budget = {.cap = CAP, .guard = &guard}};
        CHECK(resize(&b, 0, CAP / 2));
        for (int k = 0; k < 3; k++) {
            CHECK(!resize(&b, 1, CAP) && !cd_budget_allocate(&b.budget, NULL, 7, SIZE_MAX));
            CHECK(guard.stopped == (stopped ? stopped : CD_STOP_MEMORY));
            CHECK(b.budget.cap == (stopped ? CAP : CAP + CAP / 16));
        }
        CHECK(resize(&b, 0, 0) && b.budget.used == 0);
    }
    cd_guard guard = {.running = L};
    blocks b = {.budget = {.cap = CAP, .guard = &guard}};
    for (int i = 0; i < 3; i++)
        CHECK(!resize(&b, 1, CAP + 1) && resize(&b, 0, 100 + 100 * (size_t)i));
    CHECK(!guard.stopped && b.budget.cap == CAP && resize(&b, 0, 0));
    lua_close(L);
}

// A signal that comes when nobody is timed does nothing; one in the time of a script stops it.
static void test_timer(void) {
    lua_State *L = luaL_newstate();
    cd_budget budget = {0};
    CHECK(L != NULL && cd_budget_open(&budget, 1));
    luaL_openlibs(L);
    cd_push_runtime(L);
    budget.guard = cd_guard_of(L);
    raise(SIGPROF);
    CHECK(!budget.guard->stopped && budget.fired == 0);
    cd_budget_resume(&budget, (cd_allowance){"update", "", 1, 0}); // nothing is left
    for (volatile long i = 0; !*(volatile int *)&budget.guard->stopped && i < 2000000000; i++)
        continue;
    cd_budget_disarm(&budget);
    CHECK(budget.guard->stopped == CD_STOP_TIME);
    cd_budget_close(&budget);
    raise(SIGPROF);
    lua_sethook(L, NULL, 0, 0);
    lua_close(L);
}

int main(void) {
#ifdef HAVE_FAULTS
    test_count();
#endif
    test_refusals();
    test_timer();
    return failures != 0;
}
