// refuse <system call>... -- <program> <arguments>...: runs a program for which the system refuses
// these calls, as a container may: they fail with EPERM.
#include <errno.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int at = 1;
    for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
        const int number = seccomp_syscall_resolve_name(argv[at]);
        if (filter == NULL || seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0) != 0) {
            fprintf(stderr, "refuse: no system call %s\n", argv[at]);
            return 2;
        }
    }
    if (at + 1 >= argc || seccomp_load(filter) != 0)
        return 2;
    execvp(argv[at + 1], argv + at + 1);
    return 127;
}
