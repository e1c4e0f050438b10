// A runner process as its viewer sees it: a child that runs cd_runner_main between two pipes, and
// messages to and from it. To be included by one file of a test.
#ifndef TESTS_RUNNER_CHILD_H
#define TESTS_RUNNER_CHILD_H

#include "check.h"

#include "record/record.h"
#include "run/runner/runner.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct child {
    pid_t pid;
    int to, from;
    cd_bytes in;
    size_t used;
    cd_arena arena;
} child;

/// A runner that has not been told anything. Every other one reads from a lower descriptor than it
/// writes to.
static inline child start(void) {
    static int count;
    int down[2], up[2];
    if (count++ % 2 == 0 ? pipe(down) != 0 || pipe(up) != 0 : pipe(up) != 0 || pipe(down) != 0)
        exit(1);
    child c = {.pid = fork(), .to = down[1], .from = up[0]};
    if (c.pid == 0) {
        close(down[1]);
        close(up[0]);
        exit(cd_runner_main(down[0], up[1]));
    }
    close(down[0]);
    close(up[1]);
    return c;
}

static double finished_cpu; ///< seconds of processor time that the last finished runner has used

static inline int finish(child *c) {
    int status = 0;
    struct rusage before, after;
    close(c->to);
    getrusage(RUSAGE_CHILDREN, &before);
    waitpid(c->pid, &status, 0);
    getrusage(RUSAGE_CHILDREN, &after);
    finished_cpu = (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
                   (double)(after.ru_stime.tv_sec - before.ru_stime.tv_sec) +
                   1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec) +
                   1e-6 * (double)(after.ru_stime.tv_usec - before.ru_stime.tv_usec);
    close(c->from);
    cd_bytes_free(&c->in);
    cd_arena_free(&c->arena);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static inline void send_message(child *c, const cd_message *message) {
    cd_bytes bytes = {0};
    cd_message_encode(&bytes, message);
    size_t sent = 0;
    while (sent < bytes.size) {
        ssize_t written = write(c->to, bytes.data + sent, bytes.size - sent);
        if (written <= 0)
            break;
        sent += (size_t)written;
    }
    cd_bytes_free(&bytes);
}

/// Reads the next message of the runner; its type is 0 at the end of the pipe.
static inline cd_message receive(child *c) {
    cd_message message = {0};
    if (c->used > 0) {
        memmove(c->in.data, c->in.data + c->used, c->in.size - c->used);
        c->in.size -= c->used;
        c->used = 0;
    }
    for (;;) {
        size_t size = cd_message_size(c->in.data, c->in.size);
        if (size > 0 && size <= c->in.size) {
            CHECK(cd_message_decode(c->in.data, size, &c->arena, &message));
            c->used = size;
            return message;
        }
        cd_bytes_reserve(&c->in, 65536);
        ssize_t got = read(c->from, c->in.data + c->in.size, c->in.capacity - c->in.size);
        if (size == SIZE_MAX || got <= 0)
            return (cd_message){0};
        c->in.size += (size_t)got;
    }
}

static cd_detail detail; ///< the detail of steps that load has asked for

static inline void load(child *c, const char *source, bool observe) {
    detail = observe ? CD_DETAIL_FULL : CD_DETAIL_NONE;
    send_message(c, &(cd_message){.type = CD_MSG_LOAD,
                                  .as.load = {.name = "scripts/x.lua",
                                              .source = source,
                                              .source_size = strlen(source),
                                              .detail = detail}});
}

/// A runner that loads a script.
static inline child start_script(const char *source, bool observe) {
    child c = start();
    load(&c, source, observe);
    return c;
}

/// The frame that is to come next.
static inline cd_message receive_frame(child *c) {
    const cd_message m = receive(c);
    CHECK(m.type == CD_MSG_FRAME);
    return m;
}

/// A runner that has loaded a script, and its first frame.
static inline child run_script(const char *source, bool observe, cd_message *first) {
    child c = start_script(source, observe);
    CHECK(receive(&c).type == CD_MSG_LOADED);
    *first = receive_frame(&c);
    return c;
}

/// The frame that a step makes, seen as load has asked for.
static inline cd_message step_once(child *c, cd_step step) {
    step.count = 1;
    step.detail = detail;
    send_message(c, &(cd_message){.type = CD_MSG_STEP, .as.step = step});
    return receive_frame(c);
}

static inline void step(child *c, int count, const char *key) {
    const char *keys[] = {key};
    send_message(
        c,
        &(cd_message){
            .type = CD_MSG_STEP,
            .as.step = {.count = count, .detail = detail, .key_count = key != NULL, .keys = keys}});
}

#endif
