// See workers.h.
#include "view/play/workers.h"

#include "record/allocate.h"
#include "record/source.h"
#include "record/text/print.h"
#include "view/play/drive.h"
#include "view/play/patience.h"
#include "view/system/interrupt.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Seconds of processor time in which a worker gives a sign of life: a script may compute for its
/// budget, and the worker says that it is there between two frames.
#define SILENCE_MAX 5.0

typedef struct worker {
    cd_runner runner;
    cd_patience patience;
    bool busy, started;
} worker;

struct cd_workers {
    const char *program;
    double patience;
    char script[CD_PATH_MAX];
    int count;
    worker list[];
};

cd_workers *cd_workers_open(const char *program, const char *script, int count) {
    assert(count > 0);
    cd_workers *workers =
        cd_allocate_zeroed(sizeof *workers + (size_t)count * sizeof workers->list[0]);
    if (workers == NULL)
        return NULL;
    workers->program = program;
    workers->count = count;
    workers->patience = SILENCE_MAX;
    snprintf(workers->script, sizeof workers->script, "%s", script);
    for (int i = 0; i < count; i++)
        workers->list[i].runner = CD_NO_RUNNER;
    return workers;
}

void cd_workers_patience(cd_workers *workers, double seconds) { workers->patience = seconds; }

void cd_workers_close(cd_workers *workers) {
    for (int i = 0; workers != NULL && i < workers->count; i++)
        cd_runner_stop(&workers->list[i].runner, NULL, 0);
    free(workers);
}

bool cd_worker_is_busy(const cd_workers *workers, int i) { return workers->list[i].busy; }

bool cd_worker_is_fresh(const cd_workers *workers, int i) { return !workers->list[i].started; }

bool cd_worker_send(cd_workers *workers, int i, const char *text, size_t size,
                    const cd_bytes *run) {
    assert(i >= 0 && i < workers->count && !workers->list[i].busy);
    worker *w = &workers->list[i];
    if (!w->started && cd_runner_start(&w->runner, workers->program) != NULL)
        return false;
    w->started = w->busy = true;
    cd_message message = {.type = CD_MSG_JOB,
                          .as.job = {.name = workers->script, .text = text, .size = size}};
    if (run != NULL) {
        message.as.job.run = (const char *)run->data;
        message.as.job.run_size = run->size;
    }
    cd_runner_send(&w->runner, &message);
    cd_runner_pump(&w->runner);
    cd_patience_begin(&w->patience, cd_clock());
    return true;
}

/// Sends the module that a script requires.
static void answer_require(const cd_workers *workers, worker *w, const char *name) {
    cd_arena arena = {0};
    const cd_message message = {.type = CD_MSG_MODULE,
                                .as.module = cd_source_find(workers->script, name, &arena)};
    cd_runner_send(&w->runner, &message);
    cd_runner_pump(&w->runner);
    cd_arena_free(&arena);
}

/// Writes the error that has ended a worker as data.
static void put_error(cd_bytes *out, const char *phase, const char *text, const cd_error *error) {
    const cd_printer printer = cd_print_into(out);
    out->size = 0;
    cd_bytes_print(out, "{ ended = true, phase = ");
    cd_print_string(&printer, phase);
    cd_bytes_print(out, ", text = ");
    cd_print_string(&printer, text);
    if (error != NULL) {
        cd_bytes_print(out, ", file = ");
        cd_print_string(&printer, error->file);
        cd_bytes_print(out, ", line = %d, frame = %d", error->line, error->frame);
    }
    cd_bytes_print(out, " }");
}

/// Ends the process of a worker that has failed its job.
static cd_worker_event end(worker *w, char *fate, size_t size) {
    cd_runner_stop(&w->runner, fate, size);
    w->started = w->busy = false;
    return CD_WORKER_ENDED;
}

/// Handles a message of a worker.
static cd_worker_event take(const cd_workers *workers, worker *w, const uint8_t *data, size_t size,
                            cd_bytes *out) {
    cd_arena arena = {0};
    cd_message message;
    cd_worker_event event = CD_WORKER_IDLE;
    cd_patience_begin(&w->patience, cd_clock());
    if (!cd_message_decode(data, size, &arena, &message)) {
        put_error(out, "crash", "the worker sent what is no message", NULL);
        event = end(w, NULL, 0);
    } else if (message.type == CD_MSG_REQUIRE) {
        answer_require(workers, w, message.as.require.name);
    } else if (message.type == CD_MSG_ANSWER && message.as.answer.size > 0) {
        out->size = 0;
        cd_bytes_append(out, message.as.answer.text, message.as.answer.size);
        w->busy = false;
        event = CD_WORKER_ANSWER;
    } else if (message.type == CD_MSG_ERROR) {
        put_error(out, message.as.error.phase, message.as.error.message, &message.as.error);
        event = end(w, NULL, 0);
    }
    cd_arena_free(&arena);
    return event;
}

/// Looks at one worker.
static cd_worker_event look(const cd_workers *workers, worker *w, cd_bytes *out) {
    const uint8_t *data;
    size_t size;
    bool damaged;
    cd_runner_pump(&w->runner);
    while (cd_runner_next(&w->runner, &data, &size, &damaged)) {
        const cd_worker_event event = take(workers, w, data, size, out);
        if (event != CD_WORKER_IDLE)
            return event;
    }
    const bool silent =
        cd_patience_is_over(&w->patience, &w->runner, workers->patience, cd_clock());
    if (!damaged && !w->runner.ended && !silent)
        return CD_WORKER_IDLE;
    char fate[128], text[200];
    const bool crashed = w->runner.ended || damaged;
    end(w, fate, sizeof fate);
    snprintf(text, sizeof text, "the worker %s", fate);
    put_error(out, crashed ? "crash" : "time", crashed ? text : "no answer", NULL);
    return CD_WORKER_ENDED;
}

/// Waits until one of the busy workers has something to say.
static void wait_for_data(const cd_workers *workers, int milliseconds) {
    enum { MOST = 256 };
    struct pollfd fds[MOST];
    int count = 0;
    for (int i = 0; i < workers->count && count < MOST; i++) {
        const cd_runner *runner = &workers->list[i].runner;
        if (!workers->list[i].busy)
            continue;
        fds[count++] = (struct pollfd){runner->child.output, POLLIN, 0};
        if (count < MOST && runner->sent < runner->outgoing.size)
            fds[count++] = (struct pollfd){runner->child.input, POLLOUT, 0};
    }
    (void)poll(fds, (nfds_t)count, milliseconds);
}

cd_worker_event cd_workers_wait(cd_workers *workers, int milliseconds, int *which, cd_bytes *out) {
    const double until = cd_clock() + 1e-3 * milliseconds;
    for (;;) {
        for (int i = 0; i < workers->count; i++) {
            const cd_worker_event event =
                workers->list[i].busy ? look(workers, &workers->list[i], out) : CD_WORKER_IDLE;
            *which = i;
            if (event != CD_WORKER_IDLE)
                return event;
        }
        if (cd_interrupt() != 0)
            return CD_WORKER_INTERRUPT;
        const double left = until - cd_clock();
        if (left <= 0)
            return CD_WORKER_IDLE;
        wait_for_data(workers, left < 0.1 ? (int)(1000 * left) + 1 : 100);
    }
}
