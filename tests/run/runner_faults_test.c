// A runner whose allocations and calls of the system fail: the viewer gets the messages of a whole
// run up to some place and then a clear error, or an end with a status; never other messages, and
// no crash. Walls that cannot be raised are told.
#define FAULTS_OF_PROCESS
#include "faults.h"
#include "runner_child.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

#ifdef HAVE_FAULTS

// Long lists, so that each lies in memory of its own.
static const char source[] =
    "local collide = require 'collide'\n"
    "local s = { title = ('t'):rep(3000), params = {}, checks = {}, keys = {} }\n"
    "for i = 1, 400 do s.params['p' .. i] = i end\n"
    "s.params.way = { 'a1', choices = {} }\n"
    "for i = 1, 900 do s.params.way.choices[i] = 'a' .. i end\n"
    "for i = 1, 700 do s.checks['c' .. i] = function() return true end end\n"
    "function s.load()\n"
    "  local t = {} for i = 1, 300 do t[i] = collide.circle({ i, 0 }, 1) end return t\n"
    "end\n"
    "function s.update(t)\n"
    "  print(('x'):rep(9000)) for i = 2, 300 do t[i]:distance(t[i - 1]) end\n"
    "end\n"
    "function s.draw(t, draw)\n"
    "  local list = {} for i = 1, 300 do list[i] = { i, i } end draw.line(list)\n"
    "  for i = 1, 300 do draw.name(t[i], ('n'):rep(200) .. i) end\n"
    "end\n"
    "return s\n";

enum { FRAMES = 3 };

/// What a runner sends, one message after the other, and how it ended. error: it sent one.
typedef struct session {
    cd_bytes sent[FRAMES + 3];
    int count, status;
    bool error, uncontained;
    char why[200];
} session;

/// Plays a run, with the calls that fail in the runner alone, as `fault` says.
static session play_so(void) {
    session s = {0};
    child c = start();
    fault.call = NULL;
    load(&c, source, true);
    step(&c, FRAMES - 1, NULL);
    send_message(&c, &(cd_message){.type = CD_MSG_QUIT});
    for (;;) {
        const cd_message m = receive(&c);
        if (m.type == 0)
            break;
        s.error |= m.type == CD_MSG_ERROR;
        s.uncontained |= m.type == CD_MSG_UNCONTAINED;
        if (m.type == CD_MSG_ERROR)
            snprintf(s.why, sizeof s.why, "%s: %s", m.as.error.phase, m.as.error.message);
        if (m.type == CD_MSG_UNCONTAINED)
            snprintf(s.why, sizeof s.why, "%s", m.as.uncontained.missing);
        if (m.type != CD_MSG_ERROR && m.type != CD_MSG_UNCONTAINED && s.count < FRAMES + 3)
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

static session play_large(long at) {
    let_fail("realloc", at, ENOMEM);
    fault.least = 4096;
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
    const bool is_whole = s->count == whole->count && !s->error;
    const bool told = s->error && strstr(s->why, "memory") != NULL;
    if (common(whole, s) != s->count || s->status < 0 || !(is_whole || told || s->status == 1)) {
        failures++;
        fprintf(stderr, "%s, number %ld: %d messages of %d, %d of them right, status %d, %s\n",
                call, at, s->count, whole->count, common(whole, s), s->status, s->why);
    }
    *ended += !is_whole;
    drop(s);
}

static void test_memory(const session *whole) {
    int ended = 0;
    for (long at = 1; at <= 34; at++) { // each block of an arena
        session s = play("malloc", at, false, ENOMEM);
        check_session(whole, &s, "malloc", at, &ended);
    }
    CHECK(ended > 15);
    ended = 0;
    for (long at = 1; at < 60000; at += 1 + at) { // and Lua's, all from one on
        session s = play(ALLOCATIONS, at, true, ENOMEM);
        check_session(whole, &s, "memory", at, &ended);
    }
    CHECK(ended > 8);
    for (long at = 1; at <= 12; at++) { // large ones: of the pipe, the log of queries, messages
        session s = play_large(at);
        check_session(whole, &s, "realloc", at, &ended);
    }
}

// What is interrupted goes on.
static void test_interrupts(const session *whole) {
    int ended = 0;
    for (int i = 0; i < 2; i++) {
        session s = play(i ? "read" : "write", 1, false, EINTR);
        check_session(whole, &s, "interrupt", i, &ended);
    }
    session s = play("read", 1, false, EIO);
    CHECK(s.count == 0 && !s.error);
    drop(&s);
    CHECK(ended == 0);
}

static void test_walls(const session *whole) {
    static const struct {
        const char *call;
        int at, error;
        const char *why; ///< NULL: the run is whole; "": there is none
    } faults[] = {
        {"sigaction", 1, EINVAL, ""},
        {"syscall", 1, ENOSYS, NULL},
        {"getrlimit", 2, 0, NULL},
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
        const char *why = faults[i].why;
        const bool none = why != NULL && *why == '\0';
        CHECK(none ? s.count == 0 && s.status == 1 : s.count == whole->count && s.status == 0);
        CHECK(none || common(whole, &s) == s.count);
        CHECK(s.uncontained == (why != NULL && !none) &&
              (!s.uncontained || strcmp(s.why, why) == 0));
        drop(&s);
    }
}

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
    session whole = play("nothing", 1, false, 0);
    CHECK(whole.count == FRAMES + 1 && whole.status == 0 && !whole.error && !whole.uncontained);
    test_memory(&whole);
    test_interrupts(&whole);
    test_walls(&whole);
    test_parts(&whole);
    drop(&whole);
    if (failures == 0)
        printf("runner_faults: all passed\n");
    return failures != 0;
}

#else
int main(void) { return 77; }
#endif
