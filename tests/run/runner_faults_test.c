// A runner whose allocations and calls of the system fail: the viewer gets the messages of a whole
// run up to some place and then a clear error, or an end with a status; never other messages, and
// no crash. Walls that cannot be raised are told.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#define FAULTS_OF_PROCESS
#include "faults.h"
#include "runner_child.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>

#ifdef HAVE_FAULTS

// Long lists and long texts, so that each lies in memory of its own. The last frame has an error.
static const char source[] =
    "local collide = require 'collide'\n"
    "local function key(i) return ('k'):rep(40) .. i end\n"
    "local s = { title = ('t'):rep(3000), params = {}, checks = {}, keys = {} }\n"
    "for i = 1, 400 do s.params['p' .. i] = i end\n"
    "s.params.way = { key(1), choices = {} }\n"
    "for i = 1, 900 do s.params.way.choices[i] = key(i) end\n"
    "for i = 1, 700 do s.checks['c' .. i] = function() return true end end\n"
    "function s.load()\n"
    "  local t = { n = 0 } for i = 1, 300 do t[key(i)] = collide.circle({ i, 0 }, 1) end return t\n"
    "end\n"
    "function s.update(t)\n"
    "  print(('x'):rep(9000)) for i = 2, 300 do t[key(i)]:distance(t[key(i - 1)]) end\n"
    "  t.n = t.n + 1 if t.n == 3 then error(('long'):rep(1000)) end\n"
    "end\n"
    "function s.draw(t, draw)\n"
    "  local list = {} for i = 1, 300 do list[i] = { i, i } end draw.line(list)\n"
    "  for i = 1, 300 do draw.name(t[key(i)], ('n'):rep(200) .. i) end\n"
    "end\n"
    "return s\n";

enum { FRAMES = 3 };

/// What a runner sends, one message after the other, and how it ended. error, missing: what it says
/// of that; "" where it says nothing.
typedef struct session {
    cd_bytes sent[FRAMES + 3];
    int count, status;
    char error[200], missing[200];
} session;

/// Plays a run, with the calls that fail in the runner alone, as `fault` says.
static session play_so(void) {
    session s = {0};
    *fault.seen = 0;
    child c = start();
    fault.call = NULL;
    load(&c, source, true);
    step(&c, FRAMES, NULL);
    for (;;) {
        const cd_message m = receive(&c);
        if (m.type == 0)
            break;
        if (m.type == CD_MSG_ERROR)
            snprintf(s.error, sizeof s.error, "%s: %s", m.as.error.phase, m.as.error.message);
        else if (m.type == CD_MSG_UNCONTAINED)
            snprintf(s.missing, sizeof s.missing, "%s", m.as.uncontained.missing);
        else if (s.count < FRAMES + 3)
            cd_bytes_append(&s.sent[s.count++], c.in.data, c.used);
    }
    s.status = finish(&c);
    return s;
}

static session play(const char *call, long at, bool all, int error) {
    let_fail(call, at, error);
    fault.all = all;
    return play_so();
}

/// How many messages of two runs are the same, from the first on.
static int common(const session *a, const session *b) {
    int i = 0;
    while (i < a->count && i < b->count && a->sent[i].size == b->sent[i].size &&
           memcmp(a->sent[i].data, b->sent[i].data, a->sent[i].size) == 0)
        i++;
    return i;
}

static void drop(session *s) {
    for (int i = 0; i < s->count; i++)
        cd_bytes_free(&s->sent[i]);
}

/// Whether a run with a fault ended as it may; *ended: it was not whole.
static void check_session(const session *whole, session *s, const char *call, long at, int *ended) {
    const bool is_whole = s->count == whole->count && strcmp(s->error, whole->error) == 0;
    const bool told = strstr(s->error, "memory") != NULL;
    if (common(whole, s) != s->count || s->status < 0 || !(is_whole || told || s->status == 1)) {
        failures++;
        fprintf(stderr, "%s, number %ld: %d messages of %d, %d of them right, status %d, %s\n",
                call, at, s->count, whole->count, common(whole, s), s->status, s->error);
    }
    *ended += !is_whole;
    drop(s);
}

/// Lets each of the allocations fail that take at least so many bytes, one in each run. Returns how
/// many runs were not whole.
static int test_each(const session *whole, const char *call, size_t least) {
    int ended = 0;
    long at = 0;
    do {
        let_fail(call, ++at, ENOMEM);
        fault.least = least;
        session s = play_so();
        check_session(whole, &s, call, at, &ended);
    } while (*fault.seen >= at);
    return ended;
}

static void test_memory(const session *whole) {
    int ended = 0;
    CHECK(test_each(whole, "malloc", 0) > 15);               // each block of an arena
    CHECK(test_each(whole, "realloc", (size_t)1 << 14) > 5); // pipe, log of queries, messages
    for (long at = 1; at < 60000; at += 1 + at) {            // and Lua's, all from one on
        session s = play(ALLOCATIONS, at, true, ENOMEM);
        check_session(whole, &s, "memory", at, &ended);
    }
    CHECK(ended > 8);
}

// What is interrupted goes on.
static void test_interrupts(const session *whole) {
    int ended = 0;
    for (int i = 0; i < 2; i++) {
        session s = play(i ? "read" : "write", 1, false, EINTR);
        check_session(whole, &s, "interrupt", i, &ended);
    }
    session s = play("read", 1, false, EIO);
    CHECK(s.count == 0 && s.error[0] == '\0');
    drop(&s);
    CHECK(ended == 0);
}

static void test_walls(const session *whole) {
    static const struct {
        const char *call;
        int at, error;
        const char *missing; ///< NULL: there is no run
    } faults[] = {
        {"sigaction", 1, EINVAL, NULL},
        {"syscall", 1, ENOSYS, ""},
        {"getrlimit", 2, 0, ""},
        {"getrlimit", 1, EINVAL, "a limit of the process could not be set"},
        {"setrlimit", 1, EPERM, "a limit of the process could not be set"},
        {"setrlimit", 2, EPERM, "a limit of the process could not be set"},
#if !defined(__SANITIZE_ADDRESS__)
        {"setrlimit", 3, EPERM, "a limit of the process could not be set"},
        {"setrlimit", 4, EPERM, "a limit of the process could not be set"},
        {"setrlimit", 5, EPERM, "a limit of the process could not be set"},
        {"setrlimit", 6, EPERM, "a limit of the process could not be set"},
        {"sigaction", 2, EINVAL, "there is no filter of system calls here"},
        {"seccomp_init", 1, EINVAL, "there is no filter of system calls here"},
        {"seccomp_load", 1, EINVAL, "there is no filter of system calls here"}
#endif
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        session s = play(faults[i].call, faults[i].at, faults[i].error == ENOSYS, faults[i].error);
        const bool none = faults[i].missing == NULL;
        CHECK(none ? s.count == 0 && s.status == 1 : s.count == whole->count && s.status == 0);
        CHECK(common(whole, &s) == s.count &&
              strcmp(s.missing, none ? "" : faults[i].missing) == 0);
        drop(&s);
    }
}

#if !defined(__SANITIZE_ADDRESS__)
// A filter that lacks any of its rules is not set, which is told.
static void test_rules(const session *whole) {
    long at = 0;
    do {
        session s = play("seccomp_rule_add", ++at, false, ENOMEM);
        const char *missing = *fault.seen < at ? "" : "there is no filter of system calls here";
        CHECK(s.count == whole->count && common(whole, &s) == s.count);
        CHECK(strcmp(s.missing, missing) == 0 && strcmp(s.error, whole->error) == 0);
        drop(&s);
    } while (*fault.seen >= at);
    CHECK(at > 20);
}
#endif

// A message that comes in two parts.
static void test_parts(const session *whole) {
    child c = start();
    cd_bytes bytes = {0};
    cd_message_encode(
        &bytes,
        &(cd_message){.type = CD_MSG_LOAD,
                      .as.load = {.name = "x.lua", .source = "return {}", .source_size = 9}});
    CHECK(write(c.to, bytes.data, 7) == 7);
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    CHECK(write(c.to, bytes.data + 7, bytes.size - 7) == (ssize_t)bytes.size - 7);
    CHECK(receive(&c).type == CD_MSG_LOADED && whole->count > 0);
    cd_bytes_free(&bytes);
    CHECK(finish(&c) == 0);
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    fault.seen =
        mmap(NULL, sizeof *fault.seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    session whole = play("nothing", 1, false, 0);
    CHECK(whole.count == FRAMES + 1 && whole.status == 0 && whole.missing[0] == '\0');
    CHECK(strstr(whole.error, "longlong") != NULL);
    test_memory(&whole);
    test_interrupts(&whole);
    test_walls(&whole);
#if !defined(__SANITIZE_ADDRESS__)
    test_rules(&whole);
#endif
    test_parts(&whole);
    drop(&whole);
    return failures != 0;
}

#else
int main(void) { return 77; }
#endif
