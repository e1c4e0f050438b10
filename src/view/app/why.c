// See why.h.
#include "view/app/why.h"

#include "view/system/terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_MAX = 8 }; ///< queries of a frame that are named where the wanted one is not there

/// Reads a whole number, 0 or more, and what stands behind it.
static bool read_number(const char **text, int *out) {
    char *end;
    errno = 0;
    const long value = strtol(*text, &end, 10);
    const bool good = **text >= '0' && **text <= '9' && errno == 0 && value < 1000000000;
    *out = (int)value;
    *text = end;
    return good;
}

bool cd_why_read(const char *text, cd_why *why) {
    const char *colon = strchr(text, ':'), *line = strrchr(text, ':');
    *why = (cd_why){.ordinal = 0};
    if (colon == NULL || line == colon || (size_t)(colon - text) >= sizeof why->name ||
        (size_t)(line - colon - 1) >= sizeof why->file || line == colon + 1 || colon == text)
        return false;
    snprintf(why->name, sizeof why->name, "%.*s", (int)(colon - text), text);
    snprintf(why->file, sizeof why->file, "%.*s", (int)(line - colon - 1), colon + 1);
    line++;
    if (!read_number(&line, &why->line) || why->line == 0)
        return false;
    if (*line == '#' && (line++, !read_number(&line, &why->ordinal)))
        return false;
    if (*line == '/' && (line++, !read_number(&line, &why->step)))
        return false;
    return *line == '\0';
}

/// Whether a path is the file, or ends with it after a slash.
static bool is_file(const char *path, const char *file) {
    const size_t length = strlen(path), wanted = strlen(file);
    return length >= wanted && strcmp(path + length - wanted, file) == 0 &&
           (length == wanted || path[length - wanted - 1] == '/');
}

static void name_others(const cd_frame *frame) {
    int named = 0;
    for (int i = 0; i < frame->query_count && named < NAMED_MAX; i++) {
        const cd_query *q = &frame->queries[i];
        if (i > 0 && q[-1].line == q->line && strcmp(q[-1].name, q->name) == 0)
            continue;
        cd_terminal_print(stderr, "%s %s:%s:%d", named++ == 0 ? "; it asks" : ",", q->name, q->file,
                          q->line);
    }
    cd_terminal_print(stderr, "%s\n", frame->query_count == 0 ? "; it asks no query" : "");
}

bool cd_why_pick(const cd_why *why, const cd_frame *frame, cd_inspector *n) {
    cd_inspector_set_frame(n, frame);
    int seen = 0;
    for (int i = 0; i < frame->query_count; i++) {
        const cd_query *q = &frame->queries[i];
        if (q->line != why->line || !cd_query_is(q, why->name) || !is_file(q->file, why->file) ||
            seen++ < why->ordinal)
            continue;
        cd_inspector_pick_query(n, i);
        n->step = why->step;
        n->why = true;
        if (cd_inspector_steps(n) != NULL)
            return true;
        cd_terminal_print(stderr,
                          "collide: %s:%s:%d#%d met none of its shapes, so it has no steps\n",
                          why->name, why->file, why->line, why->ordinal);
        return false;
    }
    cd_terminal_print(stderr, "collide: frame %d does not ask %s:%s:%d#%d", frame->frame, why->name,
                      why->file, why->line, why->ordinal);
    name_others(frame);
    return false;
}

void cd_why_print(cd_inspector *n) {
    const cd_steps *steps = cd_inspector_steps(n);
    char said[600];
    if (steps == NULL)
        return;
    cd_terminal_print(stdout, "%s, %s:%d#%d, by %s\n", n->name, n->file, n->line, n->ordinal,
                      steps->how.path);
    for (int i = 0; i < steps->how.trace.count; i++) {
        cd_step_words(steps, i, said, sizeof said);
        cd_terminal_print(stdout, "%4d  %s\n", i + 1, said);
    }
    if (steps->how.trace.omitted > 0)
        cd_terminal_print(stdout, "      %d more steps before the last are left out\n",
                          steps->how.trace.omitted);
    cd_steps_verdict(steps, said, sizeof said);
    cd_terminal_print(stdout, "%s\n", said);
    if (steps->note != NULL)
        cd_terminal_print(stdout, "%s\n", steps->note);
}
