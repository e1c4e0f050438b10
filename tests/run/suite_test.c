// `collide test` while memory runs out: whatever allocation of Lua is the first that fails, the
// reason is told and the status is 1.
#include "check.h"
#include "lua_memory.h"

#include "run/scenario/suite.h"

#include <lauxlib.h>
#include <limits.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef HAVE_FAULTS

static lua_memory memory;

lua_State *__wrap_luaL_newstate(void);
lua_State *__wrap_luaL_newstate(void) { return lua_newstate(lua_allocate, &memory); }

/// What a process has said, cut, and how it ended.
typedef struct ended {
    int status; ///< negative: by that signal
    char said[1 << 14];
} ended;

/// Runs `collide test --help`, of which so many allocations fail from one on.
static ended run(long fail_at, long times) {
    char name[] = "collide", test[] = "test", option[] = "--help";
    char *arguments[] = {name, test, option, NULL};
    ended e = {0};
    int ends[2], status;
    if (pipe(ends) != 0)
        abort();
    const pid_t child = fork();
    if (child == 0) {
        memory = (lua_memory){.fail_at = fail_at, .times = times};
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        const int result = cd_suite_main(3, arguments);
        exit(memory.held == 0 ? result : 99);
    }
    close(ends[1]);
    ssize_t got;
    for (size_t size = 0; (got = read(ends[0], e.said + size, sizeof e.said - 1 - size)) > 0;)
        size += (size_t)got;
    close(ends[0]);
    waitpid(child, &status, 0);
    e.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return e;
}

/// Whether it is one line that tells of memory.
static bool is_told(const ended *e) {
    const char *end = strchr(e->said, '\n');
    return e->status == 1 && strncmp(e->said, "collide: ", 9) == 0 && end != NULL &&
           end[1] == '\0' && strstr(e->said, "memory") != NULL;
}

/// Lets so many allocations fail from each of the first on, and then from some, until the process
/// says the last words.
static void test_memory(const ended *whole, long times, const char *last) {
    int told = 0;
    for (long k = 1; k < 100000; k += 1 + k / 64) {
        const ended e = run(k, times);
        if (strstr(e.said, last) != NULL)
            break;
        const bool is_whole = e.status == whole->status && strcmp(e.said, whole->said) == 0;
        check_case(is_whole || is_told(&e), e.said, (int)k);
        told += !is_whole;
    }
    CHECK(told > 100);
}

int main(void) {
    const ended whole = run(0, 0);
    CHECK(whole.status == 0);
    test_memory(&whole, LONG_MAX, whole.said);
    test_memory(&whole, 2, "busted does not load"); // two, as Lua tries again
    return failures != 0;
}

#else
int main(void) { return 77; }
#endif
