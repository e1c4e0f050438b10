// See runner_pipe.h. Our ends of the pipes do not block: what the runner does not read yet stays in
// `outgoing`, and at most READ_AHEAD bytes (or one whole message) are read before someone takes
// them. For the rest of a message of which a part has come we wait some milliseconds, so that it
// comes in one go.
#include "view/play/runner_pipe.h"

#include "view/system/terminal.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define READ_AHEAD ((size_t)32 << 20) ///< bytes; a runner that is further ahead waits in write()
#define READ_SIZE ((size_t)256 << 10) ///< bytes
#define PART_WAITS 4                  ///< milliseconds that the rest of a message is waited for
#define EXIT_PATIENCE 300             ///< milliseconds between the end of the output and the exit
#define STOPPED_FOR 0.5               ///< seconds: a signal that stopped us all is over by then
#define COMPLAINTS_MAX ((size_t)16 << 10) ///< bytes of a runner's standard error that are passed on

const char *cd_runner_program(const char *argv0) {
    static const char *const self = "/proc/self/exe";
    return access(self, X_OK) == 0 ? self : argv0;
}

const char *cd_runner_start(cd_runner *runner, const char *program) {
    const char *const arguments[] = {"collide", "--runner", NULL};
    *runner = CD_NO_RUNNER;
    const int error = cd_child_process_start(&runner->child, program, arguments, false);
    runner->ended = error != 0;
    return error != 0 ? strerror(error) : NULL;
}

void cd_runner_send(cd_runner *runner, const cd_message *message) {
    if (runner->child.input >= 0)
        cd_message_encode(&runner->outgoing, message);
    runner->ended |= runner->outgoing.failed; // it would wait for a message that never comes
}

/// Writes what the pipe takes of `outgoing`.
static void write_out(cd_runner *runner) {
    cd_child_process *child = &runner->child;
    while (child->input >= 0 && runner->sent < runner->outgoing.size) {
        ssize_t n = write(child->input, runner->outgoing.data + runner->sent,
                          runner->outgoing.size - runner->sent);
        if (n > 0)
            runner->sent += (size_t)n;
        else if (n < 0 && errno == EINTR)
            continue;
        else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        else
            cd_child_process_close_input(child); // it has exited; its last words may be in the pipe
    }
    runner->outgoing.size = runner->sent = 0;
}

/// Waits for more of a message of which the first part has come: the runner writes it in one go,
/// and a large one is more than the pipe holds.
static bool wait_for_rest(const cd_runner *runner, int *waits) {
    const size_t have = runner->incoming.size;
    const size_t whole = cd_message_size(runner->incoming.data, have);
    const bool part = have > 0 && (whole == 0 || (whole != SIZE_MAX && whole > have));
    struct pollfd fd = {runner->child.output, POLLIN, 0};
    return part && ++*waits <= PART_WAITS && poll(&fd, 1, 1) >= 0;
}

/// Appends what the pipe has to `incoming`, after dropping what has been taken.
static void read_in(cd_runner *runner) {
    cd_bytes *in = &runner->incoming;
    if (runner->taken > 0) {
        memmove(in->data, in->data + runner->taken, in->size - runner->taken);
        in->size -= runner->taken;
        runner->taken = 0;
    }
    size_t whole = cd_message_size(in->data, in->size);
    size_t limit = whole != SIZE_MAX && whole > READ_AHEAD ? whole : READ_AHEAD;
    int waits = 0;
    while (!runner->ended && in->size < limit) {
        if (!cd_bytes_reserve(in, READ_SIZE)) {
            runner->ended = true;
            return;
        }
        ssize_t n = read(runner->child.output, in->data + in->size, READ_SIZE);
        if (n > 0)
            in->size += (size_t)n;
        else if (n == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
            runner->ended = true;
        else if (errno != EINTR && !wait_for_rest(runner, &waits))
            return;
    }
}

static void end_line(cd_runner *runner) {
    cd_bytes_append(&runner->line, "", 1);
    if (!runner->line.failed) {
        fputs("collide: runner: ", stderr);
        cd_terminal_line(stderr, (const char *)runner->line.data);
        fputc('\n', stderr);
    }
    runner->line.size = 0;
}

/// Passes on a piece of the runner's standard error, and drops what is beyond the limit.
static void pass_on(cd_runner *runner, const char *piece, size_t size) {
    for (size_t at = 0; at < size && runner->complained < COMPLAINTS_MAX; at++) {
        if (piece[at] == '\n')
            end_line(runner);
        else
            cd_bytes_append(&runner->line, &piece[at], 1);
        if (++runner->complained == COMPLAINTS_MAX)
            fputs("collide: the runner writes more to its standard error than is shown\n", stderr);
    }
}

static void read_complaints(cd_runner *runner) {
    enum { PIECES = 16 }; // then the frames have their turn
    char piece[4096];
    for (int i = 0; i < PIECES && runner->child.errors >= 0; i++) {
        const ssize_t n = read(runner->child.errors, piece, sizeof piece);
        if (n > 0)
            pass_on(runner, piece, (size_t)n);
        else if (n == 0)
            cd_child_process_close_errors(&runner->child);
        else
            return;
    }
}

void cd_runner_pump(cd_runner *runner) {
    write_out(runner);
    read_complaints(runner);
    if (runner->child.output >= 0)
        read_in(runner);
}

bool cd_runner_next(cd_runner *runner, const uint8_t **data, size_t *size, bool *damaged) {
    size_t left = runner->incoming.size - runner->taken;
    *damaged = false;
    assert(runner->taken <= runner->incoming.size);
    if (left == 0)
        return false;
    const uint8_t *at = runner->incoming.data + runner->taken;
    size_t whole = cd_message_size(at, left);
    *damaged = whole == SIZE_MAX || runner->incoming.failed;
    if (*damaged || whole == 0 || whole > left)
        return false;
    runner->taken += whole;
    *data = at;
    *size = whole;
    return true;
}

void cd_runner_wait(const cd_runner *runner, int milliseconds) {
    struct pollfd fds[3] = {
        {runner->child.output, POLLIN, 0}, {runner->child.errors, POLLIN, 0}, {-1, POLLOUT, 0}};
    if (runner->sent < runner->outgoing.size)
        fds[2].fd = runner->child.input;
    if (!runner->ended)
        poll(fds, 3, milliseconds);
}

double cd_runner_cpu_time(const cd_runner *runner) {
    clockid_t clock;
    struct timespec time;
#if defined(_POSIX_CPUTIME) && _POSIX_CPUTIME >= 0
    if (runner->child.pid > 0 && clock_getcpuclockid(runner->child.pid, &clock) == 0 &&
        clock_gettime(clock, &time) == 0)
        return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
#else
    (void)clock, (void)time;
#endif
    return -1;
}

bool cd_runner_is_stopped(cd_runner *runner, double now) {
    if (!cd_child_process_is_stopped(&runner->child))
        runner->stopped = 0;
    else if (runner->stopped == 0)
        runner->stopped = now;
    return runner->stopped > 0 && now - runner->stopped > STOPPED_FOR;
}

void cd_runner_stop(cd_runner *runner, char *fate, size_t size) {
    // A runner that has just closed its pipe may still need a moment to exit.
    (void)cd_child_process_end(&runner->child, runner->ended ? EXIT_PATIENCE : 0, fate, size);
    read_complaints(runner);
    if (runner->line.size > 0)
        end_line(runner);
    cd_child_process_close(&runner->child);
    cd_bytes_free(&runner->line);
    cd_bytes_free(&runner->outgoing);
    cd_bytes_free(&runner->incoming);
    *runner = CD_NO_RUNNER;
}
