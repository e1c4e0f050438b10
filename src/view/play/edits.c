// See edits.h.
#include "view/play/edits.h"

#include "view/system/folder.h"

#include <stdio.h>
#include <string.h>

#define BYTES_MAX ((size_t)32 << 20) ///< of texts; the oldest go

static const cd_watched_file *same_file(const cd_watch *watch, const cd_watched_file *file) {
    for (int i = 0; i < watch->count; i++)
        if (strcmp(watch->files[i].path, file->path) == 0)
            return &watch->files[i];
    return NULL;
}

static bool same_content(const cd_watched_file *a, const cd_watched_file *b) {
    return a->size == b->size && memcmp(a->content, b->content, a->size) == 0;
}

static bool same_texts(const cd_version *a, const cd_version *b) {
    for (int i = 0; i < a->watch.count; i++) {
        const cd_watched_file *other = same_file(&b->watch, &a->watch.files[i]);
        if (other == NULL || !same_content(&a->watch.files[i], other))
            return false;
    }
    return a->watch.count == b->watch.count;
}

/// Where two texts differ: the first line of that, and how many there are of each.
static int find_change(const char *before, const char *after, int *gone, int *come) {
    int line = 1;
    size_t same = 0;
    for (size_t i = 0; before[i] == after[i] && before[i] != '\0'; i++)
        if (before[i] == '\n')
            line++, same = i + 1;
    const char *a = before + same, *b = after + same;
    size_t m = strlen(a), n = strlen(b);
    while (m > 0 && n > 0 && a[m - 1] == b[n - 1])
        m--, n--;
    // Up to the ends of the lines in which the difference ends.
    *gone = *come = 0;
    m += strcspn(a + m, "\n");
    n += strcspn(b + n, "\n");
    for (size_t i = 0; i < m; i++)
        *gone += a[i] == '\n' || i + 1 == m;
    for (size_t i = 0; i < n; i++)
        *come += b[i] == '\n' || i + 1 == n;
    return line;
}

/// Says what has changed.
static void describe(const cd_version *before, const cd_version *after, char *out, size_t size) {
    snprintf(out, size, "saved");
    for (int i = 0; i < after->watch.count; i++) {
        const cd_watched_file *now = &after->watch.files[i], *then = same_file(&before->watch, now);
        if (then == NULL || same_content(then, now))
            continue;
        int gone, come;
        const int line = find_change(then->content, now->content, &gone, &come);
        char text[100], name[64] = "", lines[40];
        cd_watch_line(come > 0 ? &after->watch : &before->watch, now->path, line, text,
                      sizeof text);
        if (i > 0)
            snprintf(name, sizeof name, "%s, ", cd_base_name(now->path));
        if (come > 1)
            snprintf(lines, sizeof lines, "lines %d to %d", line, line + come - 1);
        else
            snprintf(lines, sizeof lines, "line %d%s", line, come == 0 ? " has gone" : "");
        snprintf(out, size, "%s%s: %s", name, lines, text + strspn(text, " \t"));
        return;
    }
}

static void forget_first(cd_edits *edits) {
    cd_version_free(edits->list[0].text);
    edits->count--;
    edits->current = edits->current > 0 ? edits->current - 1 : -1;
    memmove(&edits->list[0], &edits->list[1], sizeof edits->list[0] * (size_t)edits->count);
}

static size_t size_of_texts(const cd_edits *edits) {
    size_t size = 0;
    for (int i = 0; i < edits->count; i++)
        for (int k = 0; edits->list[i].text != NULL && k < edits->list[i].text->watch.count; k++)
            size += edits->list[i].text->watch.files[k].size;
    return size;
}

void cd_edits_begin(cd_edits *edits, const cd_version *opened) {
    cd_edits_free(edits);
    edits->list[0] = (cd_edit){.text = cd_version_texts(opened), .diverges = -1};
    snprintf(edits->list[0].what, sizeof edits->list[0].what, "as it was opened");
    edits->count = 1;
}

void cd_edits_note_checks(cd_edits *edits, const cd_frame *frame) {
    edits->checks = 0;
    for (int i = 0; i < frame->check_count && i < CD_EDIT_CHECKS_MAX; i++) {
        const cd_check *check = &frame->checks[i];
        snprintf(edits->before[i].name, sizeof edits->before[i].name, "%s", check->name);
        edits->before[i].failed = check->first_failure >= 0;
        edits->checks++;
    }
}

void cd_edits_note_divergence(cd_edits *edits, int diverges) {
    if (edits->count < 2 || edits->current != edits->count - 1)
        return;
    edits->list[edits->current].diverges = diverges;
    edits->list[edits->current].was_compared = true;
}

void cd_edits_add(cd_edits *edits, const cd_version *before, const cd_version *after) {
    if (edits->count == 0)
        cd_edits_begin(edits, before);
    const int number = edits->list[edits->count - 1].number + 1;
    cd_edit edit = {.text = cd_version_texts(after), .number = number, .diverges = -1};
    describe(before, after, edit.what, sizeof edit.what);
    if (edits->count == CD_EDITS_MAX)
        forget_first(edits);
    edits->list[edits->count++] = edit;
    while (edits->count > 1 && size_of_texts(edits) > BYTES_MAX)
        forget_first(edits);
    edits->current = edits->count - 1;
}

void cd_edits_note_turned(cd_edits *edits, const cd_frame *frame) {
    if (edits->count == 0)
        return;
    cd_edit *edit = &edits->list[edits->count - 1];
    size_t used = 0;
    for (int i = 0; i < frame->check_count; i++) {
        const cd_check *check = &frame->checks[i];
        const bool fails = check->first_failure >= 0;
        for (int k = 0; k < edits->checks && used < sizeof edit->turned; k++) {
            const size_t length = sizeof edits->before[k].name - 1;
            if (strncmp(edits->before[k].name, check->name, length) == 0 &&
                edits->before[k].failed != fails)
                used += (size_t)snprintf(edit->turned + used, sizeof edit->turned - used,
                                         "%s%s now: %s", used > 0 ? "; " : "",
                                         fails ? "fails" : "passes", check->name);
        }
    }
}

void cd_edits_find(cd_edits *edits, const cd_version *shown) {
    edits->current = -1;
    for (int i = 0; i < edits->count; i++)
        if (edits->list[i].text != NULL && same_texts(edits->list[i].text, shown))
            edits->current = i;
}

void cd_edits_free(cd_edits *edits) {
    for (int i = 0; i < edits->count; i++)
        cd_version_free(edits->list[i].text);
    *edits = (cd_edits){0};
}
