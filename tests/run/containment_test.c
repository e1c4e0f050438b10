// The filter of system calls: whatever a script that has escaped from Lua might ask of the system
// ends the process with an error that names the call. Memory, the timer, the clock and the pipes
// stay.
#define _GNU_SOURCE
#include "check.h"

#include "record/record.h"
#include "run/contain/contain.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#include <sys/syscall.h>

typedef struct call {
    const char *name;
    long number;
    long arguments[6];
} call;

static const char passwd[] = "/etc/passwd";
static const char *const none[] = {NULL};
#define TEXT(text) ((long)(uintptr_t)(text))

static const call calls[] = {
    {"openat", SYS_openat, {AT_FDCWD, TEXT(passwd), O_RDONLY}},
    {"execve", SYS_execve, {TEXT("/bin/true"), TEXT(none), TEXT(none)}},
    {"socket", SYS_socket, {1, 1, 0}},
    {"clone", SYS_clone, {SIGCHLD}},
    {"clone3", SYS_clone3, {0}},
    {"ptrace", SYS_ptrace, {0}},
    {"unlinkat", SYS_unlinkat, {AT_FDCWD, TEXT("/tmp/none"), 0}},
    {"renameat2", SYS_renameat2, {AT_FDCWD, TEXT("/tmp/a"), AT_FDCWD, TEXT("/tmp/b"), 0}},
    {"statx", SYS_statx, {AT_FDCWD, TEXT(passwd), 0, 0, 0}},
    {"mmap", SYS_mmap, {0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0}},
    {"memfd_create", SYS_memfd_create, {TEXT("x"), 0}},
    {"prlimit64", SYS_prlimit64, {0, RLIMIT_CPU, 0, 0}},
    {"prctl", SYS_prctl, {15, TEXT("x"), 0, 0, 0}},
    {"rt_sigaction", SYS_rt_sigaction, {SIGSYS, 0, 0, 8}},
    {"ioctl", SYS_ioctl, {0, 0x5412, TEXT("x")}}, // TIOCSTI: typing into the terminal
    {"bpf", SYS_bpf, {0}},
    {"process_vm_writev", SYS_process_vm_writev, {1, 0, 0, 0, 0, 0}},
    {NULL, 1 << 20, {0}}, // a call that there is not
};

typedef struct contained {
    pid_t pid;
    int from;
} contained;

/// Starts a process that contains itself and calls `act`.
static contained start(void (*act)(const call *), const call *what) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0)
        exit(1);
    contained c = {.pid = fork(), .from = from[0]};
    if (c.pid == 0) {
        cd_last_words words;
        if (!cd_last_words_open(&words, from[1]) || cd_contain(to[0], from[1], &words) != NULL)
            _exit(9);
        act(what);
        _exit(0);
    }
    close(to[0]);
    close(to[1]);
    close(from[1]);
    return c;
}

/// Its exit status, or minus the signal that ended it; what it wrote is in `bytes`.
static int finish(contained *c, uint8_t *bytes, size_t room, size_t *size) {
    int status = 0;
    ssize_t n;
    *size = 0;
    while ((n = read(c->from, bytes + *size, room - *size)) > 0)
        *size += (size_t)n;
    close(c->from);
    waitpid(c->pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void make_call(const call *c) {
    (void)syscall(c->number, c->arguments[0], c->arguments[1], c->arguments[2], c->arguments[3],
                  c->arguments[4], c->arguments[5]);
}

static void test_violation(const call *what) {
    uint8_t bytes[4096];
    size_t size;
    cd_arena arena = {0};
    cd_message m;
    char number[32];
    contained c = start(make_call, what);
    const int status = finish(&c, bytes, sizeof bytes, &size);
    const bool sent = cd_message_size(bytes, size) == size &&
                      cd_message_decode(bytes, size, &arena, &m) && m.type == CD_MSG_ERROR;
    snprintf(number, sizeof number, " %ld", what->number);
    const bool named = sent && strcmp(m.as.error.phase, "violation") == 0 &&
                       strstr(m.as.error.message, number) != NULL &&
                       (what->name == NULL || what->number == SYS_renameat2 ||
                        strstr(m.as.error.message, what->name) != NULL);
    CHECK(status == 3 && named);
    if (status != 3 || !named)
        fprintf(stderr, "%s: status %d, %s\n", what->name ? what->name : "?", status,
                sent ? m.as.error.message : "no message");
    cd_arena_free(&arena);
}

/// What a runner does all day.
static void work(const call *what) {
    (void)what;
    struct timespec time;
    const struct itimerval timer = {{0, 0}, {100, 0}};
    char *large = malloc((size_t)64 << 20);
    if (large == NULL || (large = realloc(large, (size_t)200 << 20)) == NULL)
        _exit(2);
    memset(large, 1, (size_t)100 << 20);
    free(large);
    if (setitimer(ITIMER_PROF, &timer, NULL) != 0 || clock_gettime(CLOCK_MONOTONIC, &time) != 0)
        _exit(4);
    void *volatile huge = malloc((size_t)3 << 30); // more than the limit of address space
    if (huge != NULL)                              // volatile: Clang takes it for granted
        _exit(5);
}

static void test_work(void) {
    uint8_t bytes[16];
    size_t size;
    contained c = start(work, NULL);
    CHECK(finish(&c, bytes, sizeof bytes, &size) == 0 && size == 0);
}

static void abandon(const call *what) {
    (void)what;
    abort();
}

static void test_abort(void) {
    uint8_t bytes[16];
    size_t size;
    contained c = start(abandon, NULL);
    CHECK(finish(&c, bytes, sizeof bytes, &size) == -SIGABRT);
}

int main(void) {
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        test_violation(&calls[i]);
    test_work();
    test_abort();
    return failures != 0;
}
#else
int main(void) { return 0; } // such builds have no filter
#endif
