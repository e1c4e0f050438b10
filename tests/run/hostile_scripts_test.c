// Hostile scripts in a runner (endless loops, memory, deep recursion, states and frames that are
// too large): each ends within its budget with an error that names the phase and the line.
#include "runner_child.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

/// Seconds on the wall clock.
static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

#define LONG_NAME                                                                                  \
    "a_function_with_a_name_so_long_that_a_traceback_with_twenty_lines_of_it_does_not_fit_into_"   \
    "the_two_thousand_bytes_that_there_are_for_it"

/// So many values that recording them takes longer than 0.02 s, and making them less than 2 s.
#ifdef __SANITIZE_ADDRESS__
#define MANY "1e5"
#else
#define MANY "4e5"
#endif

typedef struct hostile {
    const char *body;   ///< the body of update, or a whole script if it starts with "--"
    const char *phase;  ///< expected
    int line;           ///< expected; 0: any
    const char *needle; ///< in the message
} hostile;

static const hostile cases[] = {
    {"error('boom')", "update", 2, "boom"},
    {"local t = nil; t.x = 1", "update", 2, "attempt to index a nil value"},
    {"while true do end", "time", 2, "update took longer than 0.2 s"},
    {"while true do pcall(function() while true do end end) end", "time", 2, "took longer"},
    {"xpcall(function() while true do end end, function() while true do end end)", "time", 2, ""},
    {"coroutine.wrap(function() while true do end end)()", "time", 2, "took longer"},
    {"local co = coroutine.create(function() pcall(function() while true do end end) end)\n"
     "while true do coroutine.resume(co) end",
     "time", 0, "took longer"},
    {"local x <close> = setmetatable({}, { __close = function() while true do end end })\n"
     "while true do end",
     "time", 0, "took longer"},
    {"local co = coroutine.wrap(function() local x <close> = setmetatable({},\n"
     "{ __close = function() while true do end end }) error('x') end) pcall(co)",
     "time", 0, "took longer"},
    {"load(function() while true do end end)", "time", 2, "took longer"},
    {"table.sort({ 1, 2, 3 }, function() while true do end end)", "time", 2, "took longer"},
    {"string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 40) .. 'b')", "time",
     2, "took longer"},
    {"--memory\nreturn { budget = 60, update = function() string.rep('x', 1 << 30) end }", "memory",
     2, "memory"},
    {"--memory\nreturn { budget = 60, update = function() local t = {} while true do\n"
     "t[#t + 1] = string.rep('x', 1 << 20) .. #t end end }",
     "memory", 3, "memory"},
    {"--memory\nreturn { budget = 60, update = function() local t = {} while true do "
     "pcall(function()\n"
     "t[#t + 1] = string.rep('x', 1 << 20) .. #t end) end end }",
     "memory", 3, "memory"},
#ifndef __SANITIZE_ADDRESS__ // ten seconds each there
    {"--memory\nreturn { budget = 60, update = function() local s = 'x' while true do\n"
     "s = coroutine.wrap(function() return s .. s end)() end end }",
     "memory", 3, "memory"},
    {"--memory\nreturn { budget = 60, update = function() local s = ' ' while true do s = s .. s\n"
     "load(s) end end }",
     "memory", 0, "memory"},
#endif
    {"local function f() return f() + 1 end f()", "update", 2, "stack overflow"},
    {"setmetatable({}, { __gc = function() while true do end end })", "update", 2, "__gc"},
    {"error({})", "update", 2, "the error is a table"},
    {"error(setmetatable({}, { __tostring = function() while true do end end }))", "time", 0, ""},
    {"require 'none'", "update", 2, "module 'none' not found"},
    {"while true do pcall(require, 'none') end", "time", 0, "took longer"},
    {"local i = 0 while true do i = i + 1 pcall(require, 'm' .. i) end", "time", 2, "took longer"},
    {"local text = 'local function f(n) if n > 150000 then while true do end end '\n"
     ".. 'return 1 + f(n + 1) end return f'\n"
     "local f = load(text, '=deep')() f(0)",
     "time", 4, "took longer"},
    {"local function " LONG_NAME "(n)\nif n == 40 then while true do end end\n"
     "return 1 + " LONG_NAME "(n + 1) end\n" LONG_NAME "(0)",
     "time", 3, "took longer"},
    {"--state\nreturn { budget = 0.02, load = function() local t = {}\n"
     "for i = 1, " MANY " do t[i] = {} end return t end }",
     "time", 0, "update and recording the state took longer than 0.02 s"},
    {"--keys\nreturn { budget = 0.02, load = function() local t = {}\n"
     "for i = 1, " MANY " do t[i * 0.7] = i end return t end }",
     "time", 0, "update and recording the state took longer than 0.02 s"},
    {"--syntax\nreturn {", "load", 2, "expected"},
    {"-- no table\nreturn 5", "load", 0, "a scenario must return a table, got 5"},
    {"--endless\nwhile true do end", "time", 2, "load took longer than 2 s"},
    {"--draw\nreturn { draw = function(s, draw) while true do end end }", "time", 2, "draw took"},
    {"--draw\nreturn { draw = function(s, draw) s.x = 1 end }", "draw", 2,
     "draw changed the state (x)"},
    {"--draw\nreturn { draw = function(s, draw)\n draw.line(1) end }", "draw", 3, "list of points"},
    {"--draw\nlocal collide = require 'collide'\nreturn { draw = function(s, draw)\n"
     "draw.style(collide.point { 0, 0 }, { hidden = true }) end }",
     "draw", 4, "state"},
    {"--large\nlocal text = ('x'):rep(30 << 20)\nreturn { budget = 60, update = function()\n"
     "for _ = 1, 9 do print(text) end end }",
     "update", 0, "the frame does not fit in memory, or in a message of 256 MB"},
    {"--large\nreturn { budget = 60, load = function() return { 0 } end, update = function(t)\n"
     "repeat table.move(t, 1, #t, #t + 1) until #t >= 1 << 24 end }",
     "memory", 0, "the script uses too much memory (over 512 MB)"},
    {"--check\nreturn { checks = { a = function() while true do end end } }", "time", 2, "took"},
    {"--check\nreturn { checks = {\na = function(s) s.x = 1 return true end } }", "check", 3,
     "the check 'a' changed the state (x)"},
    {"--binary\n", "load", 0, "return a table"},
    {"\x1bLua", "load", 1, "binary"},
    {"", "load", 1, "empty"},
};

static void test_hostile(const hostile *test) {
    char source[4096];
    if (strncmp(test->body, "--", 2) == 0 || test->body[0] == '\x1b' || test->body[0] == '\0')
        snprintf(source, sizeof source, "%s", test->body);
    else // the budget is the least where it is to end the script; else it must not, on any machine
        snprintf(source, sizeof source, "return { budget = %s, update = function()\n%s\nend }",
                 strcmp(test->phase, "time") == 0 ? "0.2" : "60", test->body);
    const int before = failures;
    const double begin = now();
    child c = start_script(source, true);
    step(&c, 2, NULL);
    cd_message m = receive(&c);
    int questions = 0;
    while (m.type != 0 && m.type != CD_MSG_ERROR) {
        questions += m.type == CD_MSG_REQUIRE;
        if (m.type == CD_MSG_REQUIRE)
            send_message(&c, &(cd_message){.type = CD_MSG_MODULE,
                                           .as.module = {.name = "module 'none' not found"}});
        m = receive(&c);
    }
    const double seconds = now() - begin;
    CHECK(m.type == CD_MSG_ERROR);
    if (m.type == CD_MSG_ERROR) {
        CHECK(strcmp(m.as.error.phase, test->phase) == 0);
        CHECK(strcmp(m.as.error.file, "scripts/x.lua") == 0);
        CHECK(test->line == 0 || m.as.error.line == test->line);
        CHECK(strstr(m.as.error.message, test->needle) != NULL);
        const char *last = strrchr(m.as.error.traceback, '\n'); // the last line is in the script
        CHECK(strstr(m.as.error.traceback, "[collide]") == NULL);
        CHECK(last == NULL || strncmp(last, "\n\t[C]:", 6) != 0);
    }
    if (getenv("VERBOSE") || failures > before)
        fprintf(stderr, "%.2f s: %s\n    %s %s:%d: %s\n", seconds, source, m.as.error.phase,
                m.as.error.file, m.as.error.line, m.as.error.message);
    const int status = finish(&c);
    CHECK(status == 0 || status == 3);
    CHECK(questions <= CD_MODULES_MAX);
    CHECK(strcmp(test->phase, "time") != 0 || finished_cpu < 5);
}

#ifndef __SANITIZE_ADDRESS__ // which takes memory of its own

/// The most memory that a process has taken, in MB; -1 where the system does not say.
static long peak_megabytes(pid_t pid) {
    char path[64], line[256];
    long kilobytes = -1;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtol(line + 6, NULL, 10);
    if (file != NULL)
        fclose(file);
    return kilobytes < 0 ? -1 : kilobytes / 1024;
}

/// The memory that the process takes, not what the script has asked for, stays near the limit.
static void test_real_memory(void) {
    static const char *const fillers[] = {"{ #t }", "string.rep('x', 100 + #t % 64)"};
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
        char source[300];
        snprintf(source, sizeof source,
                 "return { budget = 60, update = function() local t = {} while true do\n"
                 "t[#t + 1] = %s end end }",
                 fillers[i]);
        child c = start_script(source, false);
        step(&c, 1, NULL);
        cd_message m = receive(&c);
        while (m.type != 0 && m.type != CD_MSG_ERROR)
            m = receive(&c);
        CHECK(m.type == CD_MSG_ERROR && strcmp(m.as.error.phase, "memory") == 0);
        const long megabytes = peak_megabytes(c.pid);
        CHECK(megabytes < 0 || megabytes < 512 * 5 / 4);
        CHECK(finish(&c) == 0);
    }
}

#endif

int main(void) {
    signal(SIGPIPE, SIG_IGN);
#ifndef __SANITIZE_ADDRESS__
    test_real_memory();
#endif
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        test_hostile(&cases[i]);
    return failures != 0;
}
