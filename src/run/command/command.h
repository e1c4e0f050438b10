// The commands that answer questions about scenarios: collide case, hunt, sweep, merge, diff, and
// --watch, --find, --who, --lines. They are written in Lua (command/*.lua); scripts run in workers.
#ifndef RUN_COMMAND_COMMAND_H
#define RUN_COMMAND_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/// What the commands need of the viewer's side: workers (view/play/workers.h), signals.
typedef struct cd_command_services {
    void *(*open)(const char *program, const char *script, int count);
    void (*close)(void *workers);
    void (*patience)(void *workers, double seconds); ///< with a silent worker
    bool (*busy)(void *workers, int i);
    bool (*fresh)(void *workers, int i); ///< it knows no script yet
    bool (*send)(void *workers, int i, const char *text, size_t size);
    /// 0 nothing, 1 an answer, 2 the worker has ended, 3 a signal asks the program to end; *text is
    /// valid until the next call.
    int (*wait)(void *workers, int milliseconds, int *i, const char **text, size_t *size);
    const char *program; ///< to start as a worker
} cd_command_services;

/// Whether the arguments of the program are those of one of the commands.
bool cd_is_command(int argc, char **argv);
/// Runs it; returns the exit status, as --help lists them.
int cd_command_main(int argc, char **argv, const cd_command_services *services);

#endif
