// First resource limits, then a filter of system calls (libseccomp) that allows memory, time, and
// reading and writing open descriptors. Any other call fails with EPERM, which Lua survives; no
// memory can be made executable. Sanitizers need more calls, so their builds have the limits only.
#define _DEFAULT_SOURCE // RLIMIT_NPROC

#include "run/contain.h"

#include <limits.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef CD_HAVE_SECCOMP
#include <errno.h>
#include <seccomp.h>
#include <sys/mman.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED
#endif

/// Lowers a limit, soft and hard; a lower hard limit stays.
static void limit(int resource, rlim_t value) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max != RLIM_INFINITY && now.rlim_max < value)
        value = now.rlim_max;
    setrlimit(resource, &(struct rlimit){.rlim_cur = value, .rlim_max = value});
}

/// Bytes of address space: the memory of the script (CD_MEMORY_CAP) and of its frames, with room
/// for libraries and fragmentation.
#define ADDRESS_SPACE ((rlim_t)2 << 30)

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

#if defined(CD_HAVE_SECCOMP) && !defined(SANITIZED)
static void filter_calls(void) {
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
        SCMP_SYS(newfstatat),
        SCMP_SYS(getpid),
        SCMP_SYS(gettid),
    };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!filter)
        return;
    int error = 0;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    const struct scmp_arg_cmp not_executable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, not_executable);
    error |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, not_executable);
    if (error == 0)
        (void)seccomp_load(filter); // a container may refuse it: the other walls remain
    seccomp_release(filter);
}
#endif

void cd_contain(int input_fd, int output_fd) {
    close_others(input_fd, output_fd);
    limit(RLIMIT_CORE, 0);
#ifndef SANITIZED
    limit(RLIMIT_AS, ADDRESS_SPACE);
    limit(RLIMIT_NOFILE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NPROC, 0);
#endif
#if defined(CD_HAVE_SECCOMP) && !defined(SANITIZED)
    filter_calls();
#endif
}
