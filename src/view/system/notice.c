// See notice.h.
#include "view/system/notice.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cd_error_place(const cd_error *error, const char *path, char *out, size_t size) {
    const char *file = error->file[0] != '\0' ? error->file : path;
    if (error->line > 0)
        snprintf(out, size, "%s:%d", file, error->line);
    else
        snprintf(out, size, "%s", file);
}

void cd_notice_set(cd_notice *notice, const cd_error *error, const char *path, const char *source,
                   bool standing) {
    static const struct {
        const char *phase, *words;
    } titles[] = {{"load", "Error in load"},
                  {"file", "The script cannot be read"},
                  {"system", "The script cannot be run"},
                  {"param", "Wrong parameter"},
                  {"time", "Out of time"},
                  {"memory", "Out of memory"},
                  {"violation", "Forbidden system call"},
                  {"runner", "The script's process ended"}};
    static const char trace_head[] = "stack traceback:\n";
    char title[128], frame[32] = "";
    snprintf(title, sizeof title, "Error in %s", error->phase);
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (strcmp(error->phase, titles[i].phase) == 0)
            snprintf(title, sizeof title, "%s", titles[i].words);
    if (error->frame > 0)
        snprintf(frame, sizeof frame, ", frame %d", error->frame);
    const char *trace = error->traceback;
    if (strncmp(trace, trace_head, sizeof trace_head - 1) == 0)
        trace += sizeof trace_head - 1;
    *notice = (cd_notice){.on = true, .standing = standing, .frame = error->frame};
    snprintf(notice->title, sizeof notice->title, "%s%s", title, frame);
    cd_error_place(error, path, notice->where, sizeof notice->where);
    snprintf(notice->message, sizeof notice->message, "%s", error->message);
    snprintf(notice->source, sizeof notice->source, "%s", source + strspn(source, " \t"));
    snprintf(notice->traceback, sizeof notice->traceback, "%s", trace);
}

/// Appends a text on one line.
static void append_line(cd_bytes *out, const char *text) {
    for (; *text != '\0'; text++)
        cd_bytes_append(out, (unsigned char)*text < ' ' ? " " : text, 1);
    cd_bytes_append(out, "\n", 1);
}

void cd_problems_append(cd_bytes *out, const char *path, const char *where, const char *message,
                        const cd_check *checks, int count) {
    if (message != NULL) {
        cd_bytes_print(out, strchr(where, ':') != NULL ? "%s: " : "%s:1: ", where);
        append_line(out, message);
    }
    for (int i = 0; i < count; i++) {
        const cd_check *check = &checks[i];
        if (check->first_failure < 0 || (check->raised && message != NULL)) // it is the error
            continue;
        if (!check->raised) {
            cd_bytes_print(out, "%s:1: the check '%s' fails in frame %d%s", path, check->name,
                           check->first_failure, check->message[0] != '\0' ? ": " : "");
        }
        append_line(out, check->message);
    }
}

int cd_split_place(const char *text, int *file, const char **rest) {
    for (const char *at = strchr(text, ':'); at != NULL; at = strchr(at + 1, ':')) {
        char *end;
        const long line = strtol(at + 1, &end, 10);
        if (line > 0 && line <= INT_MAX && end[0] == ':') {
            *file = (int)(at - text);
            *rest = end + 1 + strspn(end + 1, " \t");
            return (int)line;
        }
    }
    return 0;
}
