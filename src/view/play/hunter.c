// See hunter.h.
#include "view/play/hunter.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SAID_MAX ((size_t)32 << 20) ///< bytes; more is no case
#define PATIENCE 500                ///< milliseconds for its exit

int cd_hunter_start(cd_hunter *hunter, const char *program, const char *script) {
    char path[4096];
    cd_bytes_free(&hunter->said);
    hunter->stopping = false;
    hunter->progress[0] = '\0';
    // What begins with - would be an option.
    if (snprintf(path, sizeof path, "%s%s", script[0] == '-' ? "./" : "", script) >=
        (int)sizeof path)
        return ENAMETOOLONG;
    const char *const arguments[] = {program, "hunt", "--progress", path, NULL};
    const int error = cd_child_process_start(&hunter->child, program, arguments, true);
    if (error == 0)
        cd_child_process_close_input(&hunter->child);
    return error;
}

void cd_hunter_stop(cd_hunter *hunter) {
    if (hunter->child.pid > 0 && !hunter->stopping)
        kill(hunter->child.pid, SIGTERM);
    hunter->stopping = hunter->child.pid > 0;
}

/// Takes the last whole line of what was read as its progress.
static void take_progress(cd_hunter *hunter, char *text, size_t size) {
    while (size > 0 && text[size - 1] == '\n')
        size--;
    text[size] = '\0';
    const char *line = strrchr(text, '\n');
    line = line != NULL ? line + 1 : text;
    if (strncmp(line, "collide: ", 9) == 0)
        line += 9;
    snprintf(hunter->progress, sizeof hunter->progress, "%.*s", (int)sizeof hunter->progress - 1,
             line);
}

cd_hunter_news cd_hunter_look(cd_hunter *hunter) {
    cd_hunter_news news = CD_HUNTER_NONE;
    char buffer[4096];
    if (hunter->child.pid == 0)
        return news;
    ssize_t count;
    while ((count = read(hunter->child.errors, buffer, sizeof buffer - 1)) > 0) {
        take_progress(hunter, buffer, (size_t)count);
        news = CD_HUNTER_PROGRESS;
    }
    while ((count = read(hunter->child.output, buffer, sizeof buffer)) > 0)
        if (hunter->said.size < SAID_MAX)
            cd_bytes_append(&hunter->said, buffer, (size_t)count);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
        return news;
    char fate[64];
    (void)cd_child_process_end(&hunter->child, PATIENCE, fate, sizeof fate);
    cd_child_process_close(&hunter->child);
    cd_bytes_append(&hunter->said, "", 1);
    return CD_HUNTER_ENDED;
}

const char *cd_hunter_case(cd_hunter *hunter) {
    static const char head[] = "\ncase {", tail[] = " }\n";
    char *text = hunter->said.failed ? NULL : (char *)hunter->said.data;
    char *begin = text != NULL ? strstr(text, head) : NULL, *end = NULL;
    for (char *at = begin; at != NULL && (at = strstr(at, tail)) != NULL; at++)
        end = at + sizeof tail - 1;
    if (end == NULL)
        return NULL;
    *end = '\0';
    return begin + 1;
}

void cd_hunter_end(cd_hunter *hunter) {
    char fate[64];
    if (hunter->child.pid > 0) {
        kill(hunter->child.pid, SIGTERM);
        (void)cd_child_process_end(&hunter->child, PATIENCE, fate, sizeof fate);
        cd_child_process_close(&hunter->child);
    }
    cd_bytes_free(&hunter->said);
}
