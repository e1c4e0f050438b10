// See runner_pipe.h. Both pipes are non-blocking at our end; what the runner does not take stays
// queued, and of what it says at most READ_AHEAD bytes are taken in before someone looks at them.
#include "view/play/runner_pipe.h"

#include "view/play/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define READ_AHEAD ((size_t)32 << 20)
#define READ_SIZE ((size_t)64 << 10)

const char *cd_client_start(cd_client *client, const char *program) {
    *client = (cd_client){.to = -1, .from = -1};
    const char *const arguments[] = {"collide", "--runner", NULL};
    cd_child child;
    int error = cd_child_start(&child, program, arguments, 1);
    client->pid = child.pid;
    client->to = child.to;
    client->from = child.from;
    if (error == 0)
        return NULL;
    client->ended = true;
    return strerror(error);
}

void cd_client_send(cd_client *client, const cd_message *message) {
    if (client->to >= 0)
        cd_message_encode(&client->outgoing, message);
}

static void close_end(int *fd) {
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void write_out(cd_client *client) {
    while (client->to >= 0 && client->sent < client->outgoing.size) {
        ssize_t n = write(client->to, client->outgoing.data + client->sent,
                          client->outgoing.size - client->sent);
        if (n > 0)
            client->sent += (size_t)n;
        else if (n < 0 && errno == EINTR)
            continue;
        else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            return;
        else
            close_end(&client->to); // it is gone; what it said last may still be in the pipe
    }
    client->outgoing.size = client->sent = 0;
}

static void read_in(cd_client *client) {
    cd_bytes *in = &client->incoming;
    if (client->taken > 0) {
        memmove(in->data, in->data + client->taken, in->size - client->taken);
        in->size -= client->taken;
        client->taken = 0;
    }
    size_t whole = cd_message_size(in->data, in->size);
    size_t limit = whole != SIZE_MAX && whole > READ_AHEAD ? whole : READ_AHEAD;
    while (!client->ended && in->size < limit) {
        if (!cd_bytes_reserve(in, READ_SIZE)) {
            client->ended = true;
            return;
        }
        ssize_t n = read(client->from, in->data + in->size, READ_SIZE);
        if (n > 0)
            in->size += (size_t)n;
        else if (n == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
            client->ended = true;
        else if (errno != EINTR)
            return;
    }
}

void cd_client_pump(cd_client *client) {
    write_out(client);
    if (client->from >= 0)
        read_in(client);
}

bool cd_client_next(cd_client *client, const uint8_t **data, size_t *size, bool *damaged) {
    const uint8_t *at = client->incoming.data + client->taken;
    size_t left = client->incoming.size - client->taken;
    *damaged = false;
    if (left == 0)
        return false;
    size_t whole = cd_message_size(at, left);
    *damaged = whole == SIZE_MAX || client->incoming.failed;
    if (*damaged || whole == 0 || whole > left)
        return false;
    client->taken += whole;
    *data = at;
    *size = whole;
    return true;
}

void cd_client_wait(const cd_client *client, int milliseconds) {
    struct pollfd fds[2] = {{client->from, POLLIN, 0}, {-1, POLLOUT, 0}};
    if (client->sent < client->outgoing.size)
        fds[1].fd = client->to;
    if (!client->ended)
        poll(fds, 2, milliseconds);
}

double cd_client_used(const cd_client *client) {
    clockid_t clock;
    struct timespec time;
#if defined(_POSIX_CPUTIME) && _POSIX_CPUTIME >= 0
    if (client->pid > 0 && clock_getcpuclockid(client->pid, &clock) == 0 &&
        clock_gettime(clock, &time) == 0)
        return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
#else
    (void)clock, (void)time;
#endif
    return -1;
}

/// A runner that has just closed its pipe may still need a moment to be gone.
static bool wait_for(pid_t pid, int *status, int milliseconds) {
    for (int waited = 0;; waited++) {
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR))
            return got == pid;
        if (waited >= milliseconds)
            return false;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

void cd_client_stop(cd_client *client, char *fate, size_t size) {
    int status = 0;
    if (size > 0)
        snprintf(fate, size, "did not start");
    if (client->pid > 0) {
        bool gone = wait_for(client->pid, &status, client->ended ? 300 : 0);
        if (!gone) {
            kill(client->pid, SIGKILL);
            while (waitpid(client->pid, &status, 0) < 0 && errno == EINTR)
                continue;
        }
        if (size > 0 && WIFSIGNALED(status))
            snprintf(fate, size, "was killed by signal %d (%s)", WTERMSIG(status),
                     strsignal(WTERMSIG(status)));
        else if (size > 0)
            snprintf(fate, size, "ended with status %d", WEXITSTATUS(status));
    }
    close_end(&client->to);
    close_end(&client->from);
    cd_bytes_free(&client->outgoing);
    cd_bytes_free(&client->incoming);
    *client = (cd_client){.to = -1, .from = -1, .ended = true};
}
