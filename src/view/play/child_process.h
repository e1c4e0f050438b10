// Programs of our own or others that run beside the window, and the pipes to them.
#ifndef VIEW_PLAY_CHILD_PROCESS_H
#define VIEW_PLAY_CHILD_PROCESS_H

#include <sys/types.h>

/// A program and our ends of its pipes, non-blocking: `to` its standard input, `from` where it
/// talks. pid 0: it did not start; ends without a pipe are -1.
typedef struct cd_child {
    pid_t pid;
    int to, from;
} cd_child;

/// Starts a program (looked for in the PATH where its name has no slash) with arguments that end
/// with NULL, the first its name. It talks through its standard output (`talks` 1) or error (2, and
/// what it prints is lost). This program ignores SIGPIPE; that one gets the usual signals back. 0,
/// or errno.
int cd_child_start(cd_child *child, const char *program, const char *const arguments[], int talks);

#endif
