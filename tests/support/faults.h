// Calls that fail when a test asks for it: the linker leads the calls of a test that is listed in
// cmake/tests.cmake, and of what it links, through these functions. Without that linker there are
// no faults, and HAVE_FAULTS is not defined. To be included once.
#ifndef TESTS_FAULTS_H
#define TESTS_FAULTS_H

#ifdef HAVE_FAULTS
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

/// The call that fails, or several; NULL: none. at: which of them, from 1. error: what errno
/// becomes; 0: the call returns 0 without doing anything.
static struct {
    const char *call;
    long at;
    int error;
    bool all;     ///< also those that follow
    size_t least; ///< of allocations only those of so many bytes count
    long count;
    long *seen; ///< where the count is left, too, for the process that has this as a child
} fault;

static inline void let_fail(const char *call, long at, int error) {
    fault.count = 0;
    fault.at = at;
    fault.error = error;
    fault.all = false;
    fault.least = 0;
    fault.call = call;
}

/// Ends that; whether a call has failed.
static inline bool has_failed(void) {
    fault.call = NULL;
    return fault.count >= fault.at;
}

static inline bool fails(const char *call) {
    if (fault.call == NULL || strstr(fault.call, call) == NULL)
        return false;
    const bool now = ++fault.count == fault.at || (fault.all && fault.count > fault.at);
    if (fault.seen)
        *fault.seen = fault.count;
    if (now)
        errno = fault.error;
    return now;
}

/// The function through which the calls of another are led.
#define WRAP(type, name, parameters)                                                               \
    type __real_##name parameters;                                                                 \
    type __wrap_##name parameters;                                                                 \
    type __wrap_##name parameters

#define FAULT(type, failed, name, parameters, arguments)                                           \
    WRAP(type, name, parameters) { return fails(#name) ? (failed) : __real_##name arguments; }

#define FAILED (fault.error == 0 ? 0 : -1)

/// All that allocate.
#define ALLOCATIONS "malloc calloc realloc"

FAULT(void *, NULL, malloc, (size_t size), (size))
FAULT(void *, NULL, calloc, (size_t count, size_t size), (count, size))
WRAP(void *, realloc, (void *block, size_t size)) {
    return size >= fault.least && fails("realloc") ? NULL : __real_realloc(block, size);
}

/// An allocation that is not among those that fail.
static inline void *reallocate_safely(void *block, size_t size) {
    return __real_realloc(block, size);
}

FAULT(char *, NULL, realpath, (const char *path, char *out), (path, out))
FAULT(ssize_t, FAILED, read, (int fd, void *out, size_t size), (fd, out, size))
FAULT(ssize_t, FAILED, write, (int fd, const void *data, size_t size), (fd, data, size))
FAULT(int, -1, fsync, (int fd), (fd))
FAULT(int, -1, fchmod, (int fd, mode_t mode), (fd, mode))
FAULT(int, -1, rename, (const char *from, const char *to), (from, to))

WRAP(int, close, (int fd)) {
    const bool failed = fails("close");
    const int closed = __real_close(fd); // in any case
    if (failed)
        errno = fault.error;
    return failed ? -1 : closed;
}

/// A fault without an error: the file seems to be empty.
WRAP(int, fstat, (int fd, struct stat *status)) {
    if (!fails("fstat"))
        return __real_fstat(fd, status);
    if (fault.error != 0 || __real_fstat(fd, status) != 0)
        return -1;
    status->st_size = 0;
    return 0;
}

#ifdef FAULTS_OF_PROCESS
#include <seccomp.h>
#include <signal.h>
#include <sys/resource.h>

FAULT(int, -1, sigaction, (int number, const struct sigaction *action, struct sigaction *old),
      (number, action, old))
FAULT(int, -1, setrlimit, (__rlimit_resource_t resource, const struct rlimit *limit),
      (resource, limit))

/// A fault without an error: the limit is a second of anything, or a byte.
WRAP(int, getrlimit, (__rlimit_resource_t resource, struct rlimit *limit)) {
    if (!fails("getrlimit"))
        return __real_getrlimit(resource, limit);
    limit->rlim_cur = limit->rlim_max = 60;
    return FAILED;
}

/// Of the calls by number the tests need those without more than three arguments.
WRAP(long, syscall, (long number, ...)) {
    va_list arguments;
    va_start(arguments, number);
    const long a = va_arg(arguments, long), b = va_arg(arguments, long),
               c = va_arg(arguments, long);
    va_end(arguments);
    return fails("syscall") ? -1 : __real_syscall(number, a, b, c);
}

FAULT(void *, NULL, seccomp_init, (uint32_t action), (action))

/// Of a rule the tests need no more than one condition.
WRAP(int, seccomp_rule_add, (void *filter, uint32_t action, int call, unsigned count, ...)) {
    if (fails("seccomp_rule_add"))
        return -ENOMEM;
    if (count == 0)
        return __real_seccomp_rule_add(filter, action, call, 0);
    va_list arguments;
    va_start(arguments, count);
    const struct scmp_arg_cmp condition = va_arg(arguments, struct scmp_arg_cmp);
    va_end(arguments);
    return __real_seccomp_rule_add(filter, action, call, 1, condition);
}

FAULT(int, -1, seccomp_load, (void *filter), (filter))
#endif

WRAP(int, open, (const char *path, int flags, ...)) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return fails("open") ? -1 : __real_open(path, flags, mode);
}

#else
#include <stdlib.h>
static inline void *reallocate_safely(void *block, size_t size) { return realloc(block, size); }
#endif
#endif
