// See child_process.h. The pipes lie above the standard descriptors and are closed on exec, so that
// no child inherits the pipes of another.
#ifdef __linux__
#define _GNU_SOURCE // F_SETPIPE_SZ
#endif

#include "view/system/child_process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/// Bytes that a child may write before we read: as much as Linux lets every user have, and more
/// than a frame of ten thousand shapes. So it goes on with its next frame while we draw.
#define OUTPUT_SIZE (1 << 20)

/// Moves a descriptor above the standard three, and marks it to be closed on exec.
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

/// Closes a pipe's end. 0 is none: pipes lie above the standard descriptors.
static void close_end(int *fd) {
    if (*fd > 0)
        close(*fd);
    *fd = -1;
}

/// Whether a variable is for the loader of shared libraries or for a sanitizer: without those a
/// program that runs here might not start there.
static bool is_for_loader(const char *variable) {
    static const char *const prefixes[] = {
        "LD_", "DYLD_", "GLIBC_TUNABLES=", "ASAN_", "LSAN_", "UBSAN_"};
    bool found = false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        found = found || strncmp(variable, prefixes[i], strlen(prefixes[i])) == 0;
    return found;
}

/// What a child without our environment gets of it.
static void loader_environment(char *kept[], int room) {
    int count = 0;
    for (char **variable = environ; *variable != NULL && count < room - 1; variable++)
        if (is_for_loader(*variable))
            kept[count++] = *variable;
    kept[count] = NULL;
}

static int spawn(pid_t *pid, const char *program, const char *const arguments[],
                 const int streams[3], char *const environment[]) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawn_file_actions_init(&actions);
    for (int stream = 0; stream < 3; stream++)
        posix_spawn_file_actions_adddup2(&actions, streams[stream], stream);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    int error = posix_spawnp(pid, program, &actions, &attributes,
                             (char *const *)(uintptr_t)arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int cd_child_process_start(cd_child_process *child, const char *program,
                           const char *const arguments[], bool inherits) {
    enum { ROOM = 16 };
    char *kept[ROOM];
    int in[2] = {-1, -1}, out[2] = {-1, -1}, errors[2] = {-1, -1};
    *child = CD_NO_CHILD;
    loader_environment(kept, ROOM);
    int error = make_pipe(in) && make_pipe(out) && make_pipe(errors) ? 0 : errno;
    if (error == 0)
        error = spawn(&child->pid, program, arguments, (int[3]){in[0], out[1], errors[1]},
                      inherits ? environ : kept);
    close_end(&in[0]);
    close_end(&out[1]);
    close_end(&errors[1]);
    *child = (cd_child_process){child->pid, in[1], out[0], errors[0]};
    if (error != 0) {
        cd_child_process_close(child);
        child->pid = 0;
        return error;
    }
    fcntl(child->input, F_SETFL, O_NONBLOCK);
    fcntl(child->output, F_SETFL, O_NONBLOCK);
    fcntl(child->errors, F_SETFL, O_NONBLOCK);
#ifdef F_SETPIPE_SZ
    (void)fcntl(child->output, F_SETPIPE_SZ, OUTPUT_SIZE); // else it has the usual 64 KiB
#endif
    return 0;
}

void cd_child_process_close_input(cd_child_process *child) { close_end(&child->input); }

void cd_child_process_close_errors(cd_child_process *child) { close_end(&child->errors); }

void cd_child_process_close(cd_child_process *child) {
    close_end(&child->input);
    close_end(&child->output);
    close_end(&child->errors);
}

bool cd_child_process_is_stopped(const cd_child_process *child) {
    siginfo_t state = {0};
    return child->pid > 0 &&
           waitid(P_PID, (id_t)child->pid, &state, WSTOPPED | WNOHANG | WNOWAIT) == 0 &&
           state.si_pid == child->pid && state.si_code == CLD_STOPPED;
}

/// Waits for the exit, looking once a millisecond; false when `patience` milliseconds are over.
static bool has_exited(pid_t pid, int patience, int *status) {
    for (int waited = 0;; waited++) {
        const pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid || (got < 0 && errno != EINTR))
            return got == pid;
        if (waited >= patience)
            return false;
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

bool cd_child_process_end(cd_child_process *child, int patience, char *fate, size_t size) {
    int status = 0;
    const pid_t pid = child->pid;
    close_end(&child->input);
    child->pid = 0;
    if (pid == 0) {
        snprintf(fate, size, "did not start");
        return false;
    }
    const bool exited = has_exited(pid, patience, &status);
    if (!exited) {
        kill(pid, SIGKILL);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
        snprintf(fate, size, "did not answer");
    } else if (WIFSIGNALED(status)) {
        snprintf(fate, size, "was killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    } else {
        snprintf(fate, size, "ended with status %d", WEXITSTATUS(status));
    }
    return exited && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
