// First resource limits, then a filter of system calls (libseccomp) that allows memory, time, and
// reading and writing open descriptors. Any other call ends the process, by way of a handler that
// names the call; no memory can be made executable. Sanitizers need more calls, so their builds
// have the limits only.
#define _DEFAULT_SOURCE // RLIMIT_NPROC, si_syscall

#include "run/contain/contain.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef CD_HAVE_SECCOMP
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#endif

/// Lowers a limit, soft and hard; a lower hard limit stays. False if the system refuses.
static bool limit(int resource, rlim_t value) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return false;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value)
        value = now.rlim_max;
    return setrlimit(resource, &(struct rlimit){.rlim_cur = value, .rlim_max = value}) == 0;
}

/// Bytes of address space: the memory of the script (CD_MEMORY_CAP) and of its frames, with room
/// for libraries and fragmentation.
#define ADDRESS_SPACE ((rlim_t)2 << 30)

/// Seconds of processor time of the whole process: more than anyone plays one version of a script,
/// and an end for a process that nobody watches any more.
#define PROCESSOR_TIME ((rlim_t)12 * 3600)

static bool limit_resources(void) {
    bool limited = limit(RLIMIT_CORE, 0) && limit(RLIMIT_CPU, PROCESSOR_TIME);
#ifndef SANITIZED
    limited = limit(RLIMIT_AS, ADDRESS_SPACE) && limited;
    limited = limit(RLIMIT_NOFILE, 0) && limited;
    limited = limit(RLIMIT_FSIZE, 0) && limited;
    limited = limit(RLIMIT_NPROC, 0) && limited;
#endif
    return limited;
}

/// Closes all descriptors from `first` to `last`, those that are open.
static void close_between(unsigned first, unsigned last) {
    if (first > last)
        return;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, last, 0) == 0)
        return;
#endif
    const long most = sysconf(_SC_OPEN_MAX); // a kernel before 5.9, or none of Linux
    for (long fd = (long)first; fd < most && fd <= (long)last; fd++)
        close((int)fd);
}

static void close_others(int input_fd, int output_fd) {
    const unsigned beyond_standard = 3;
    unsigned low = (unsigned)input_fd, high = (unsigned)output_fd;
    if (low > high) {
        low = (unsigned)output_fd;
        high = (unsigned)input_fd;
    }
    low = low < beyond_standard ? beyond_standard - 1 : low;
    high = high < beyond_standard ? beyond_standard - 1 : high;
    if (low >= beyond_standard)
        close_between(beyond_standard, low - 1);
    close_between(low + 1, high - 1);
    close_between(high + 1, INT_MAX);
}

// ------------------------------------------------------------------------------------ system calls

#if defined(CD_HAVE_SECCOMP) && !defined(SANITIZED)

static cd_last_words *volatile last_words; ///< for the signal handler

/// The name of a call that does harm, for the message; NULL of any other.
static const char *call_name(int number) {
#define CALL(name)                                                                                 \
    { SCMP_SYS(name), #name }
    static const struct {
        int number;
        const char *name;
    } calls[] = {CALL(open),
                 CALL(openat),
                 CALL(openat2),
                 CALL(creat),
                 CALL(socket),
                 CALL(connect),
                 CALL(sendto),
                 CALL(clone),
                 CALL(clone3),
                 CALL(fork),
                 CALL(vfork),
                 CALL(execve),
                 CALL(execveat),
                 CALL(kill),
                 CALL(tgkill),
                 CALL(ptrace),
                 CALL(unlink),
                 CALL(unlinkat),
                 CALL(rename),
                 CALL(renameat),
                 CALL(mkdir),
                 CALL(mkdirat),
                 CALL(readlink),
                 CALL(readlinkat),
                 CALL(stat),
                 CALL(statx),
                 CALL(mmap),
                 CALL(mprotect),
                 CALL(ioctl),
                 CALL(dup),
                 CALL(pipe2),
                 CALL(memfd_create),
                 CALL(bpf),
                 CALL(mount),
                 CALL(process_vm_writev),
                 CALL(prlimit64),
                 CALL(prctl),
                 CALL(seccomp),
                 CALL(rt_sigaction),
                 CALL(io_uring_setup)};
#undef CALL
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].number == number)
            return calls[i].name;
    return NULL;
}

/// The process has made a call that the filter does not allow.
static void on_violation(int signal_number, siginfo_t *info, void *context) {
    (void)signal_number;
    (void)context;
    const char *name = call_name(info->si_syscall);
    char message[128];
    snprintf(message, sizeof message,
             "the script's process made the forbidden system call %d%s%s%s", info->si_syscall,
             name ? " (" : "", name ? name : "", name ? ")" : "");
    cd_last_words_say(
        last_words, NULL,
        &(cd_error){.phase = "violation", .message = message, .file = "", .traceback = ""});
}

/// Adds what is allowed; false if that fails.
static bool add_rules(scmp_filter_ctx filter) {
    static const int allowed[] = {
        SCMP_SYS(read),
        SCMP_SYS(write),
        SCMP_SYS(readv),
        SCMP_SYS(writev),
        SCMP_SYS(brk),
        SCMP_SYS(munmap),
        SCMP_SYS(mremap),
        SCMP_SYS(madvise),
        SCMP_SYS(exit),
        SCMP_SYS(exit_group),
        SCMP_SYS(rt_sigreturn),
        SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(setitimer),
        SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday),
        SCMP_SYS(futex),
        SCMP_SYS(restart_syscall),
        SCMP_SYS(getrandom),
        SCMP_SYS(sched_yield),
        SCMP_SYS(close),
        SCMP_SYS(fstat),
        SCMP_SYS(getpid),
        SCMP_SYS(gettid),
        SCMP_SYS(sysinfo), // qsort of glibc asks how much memory there is
    };
    const struct scmp_arg_cmp not_executable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                              own = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0),
                              named_memory =
                                  SCMP_A0(SCMP_CMP_EQ, 0x53564d41, 0); // PR_SET_VMA: malloc
    int error = 0;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, not_executable);
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, not_executable);
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, named_memory);
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, own); // abort
    return error == 0;
}

static bool filter_calls(cd_last_words *words) {
    struct sigaction action = {.sa_sigaction = on_violation, .sa_flags = SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    last_words = words;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_TRAP);
    const bool filtered = filter && sigaction(SIGSYS, &action, NULL) == 0 && add_rules(filter) &&
                          seccomp_load(filter) == 0;
    if (filter)
        seccomp_release(filter);
    return filtered;
}

#elif defined(SANITIZED)
static bool filter_calls(cd_last_words *words) { return words != NULL; }
#else
static bool filter_calls(cd_last_words *words) { return words == NULL; }
#endif

const char *cd_contain(int input_fd, int output_fd, cd_last_words *words) {
    assert(words != NULL);
    close_others(input_fd, output_fd);
    const bool limited = limit_resources(), filtered = filter_calls(words);
    return !filtered  ? "there is no filter of system calls here"
           : !limited ? "a limit of the process could not be set"
                      : NULL;
}
