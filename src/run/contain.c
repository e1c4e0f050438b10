// See contain.h. A refused call fails with EPERM rather than killing the process, so that a library
// that merely tries something harmless goes on.
#include "run/contain.h"

#include <sys/resource.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#ifdef CD_HAVE_SECCOMP
#include <errno.h>
#include <seccomp.h>

static void filter(void) {
    static const int allowed[] = {
        SCMP_SYS(read),
        SCMP_SYS(write),
        SCMP_SYS(readv),
        SCMP_SYS(writev),
        SCMP_SYS(poll),
        SCMP_SYS(ppoll),
        SCMP_SYS(close),
        SCMP_SYS(brk),
        SCMP_SYS(mmap),
        SCMP_SYS(munmap),
        SCMP_SYS(mremap),
        SCMP_SYS(mprotect),
        SCMP_SYS(madvise),
        SCMP_SYS(rt_sigaction),
        SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(rt_sigreturn),
        SCMP_SYS(sigaltstack),
        SCMP_SYS(setitimer),
        SCMP_SYS(getitimer),
        SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday),
        SCMP_SYS(nanosleep),
        SCMP_SYS(clock_nanosleep),
        SCMP_SYS(restart_syscall),
        SCMP_SYS(futex),
        SCMP_SYS(getpid),
        SCMP_SYS(gettid),
        SCMP_SYS(tgkill),
        SCMP_SYS(exit),
        SCMP_SYS(exit_group),
        SCMP_SYS(fstat),
        SCMP_SYS(newfstatat),
        SCMP_SYS(getrandom),
        SCMP_SYS(lseek),
        SCMP_SYS(sched_yield),
    };
    scmp_filter_ctx context = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (!context)
        return;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        seccomp_rule_add(context, SCMP_ACT_ALLOW, allowed[i], 0); // unknown here: simply refused
    seccomp_load(context);
    seccomp_release(context);
}
#else
static void filter(void) {}
#endif

static void limit(int resource, rlim_t most) {
    struct rlimit old;
    if (getrlimit(resource, &old) != 0)
        return;
    if (old.rlim_max != RLIM_INFINITY && old.rlim_max < most)
        most = old.rlim_max;
    struct rlimit now = {most, most};
    setrlimit(resource, &now);
}

void cd_contain(size_t memory) {
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    if (SANITIZED) // its shadow memory and its report at the end need what the rest takes away
        return;
    limit(RLIMIT_NOFILE, 3);
    if (memory > 0)
        limit(RLIMIT_AS, memory);
    filter();
}
