// See child_process.h.
#include "view/play/child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

extern char **environ;

/// A descriptor above the standard three that a new program does not inherit.
static int above_standard(int fd) {
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    close(fd);
    return moved;
}

static bool make_pipe(int ends[2]) {
    if (pipe(ends) != 0)
        return false;
    ends[0] = above_standard(ends[0]);
    ends[1] = above_standard(ends[1]);
    return ends[0] >= 0 && ends[1] >= 0;
}

static void close_both(const int ends[2]) {
    if (ends[0] >= 0)
        close(ends[0]);
    if (ends[1] >= 0)
        close(ends[1]);
}

static int spawn(pid_t *pid, const char *program, const char *const arguments[], int in, int out,
                 int talks) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, 0);
    if (talks != 1)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, talks);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawnp(pid, program, &actions, &attributes,
                             (char *const *)(uintptr_t)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int cd_child_start(cd_child *child, const char *program, const char *const arguments[], int talks) {
    *child = (cd_child){.to = -1, .from = -1};
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    if (!make_pipe(in) || !make_pipe(out)) {
        int error = errno;
        close_both(in);
        close_both(out);
        return error;
    }
    int error = spawn(&child->pid, program, arguments, in[0], out[1], talks);
    close(in[0]);
    close(out[1]);
    child->to = in[1];
    child->from = out[0];
    fcntl(child->to, F_SETFL, O_NONBLOCK);
    fcntl(child->from, F_SETFL, O_NONBLOCK);
    if (error != 0)
        child->pid = 0;
    return error;
}
