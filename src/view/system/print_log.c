// See print_log.h.
#include "view/system/print_log.h"

#include "record/record.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int slot_of(const cd_print_log *log, int i) { return (log->first + i) % CD_LOG_LINES; }

void cd_log_add(cd_print_log *log, int frame, const char *text) {
    char *copy = strndup(text, cd_cut_length(text, strlen(text), CD_LOG_BYTES));
    if (copy == NULL)
        return;
    if (log->count == CD_LOG_LINES) {
        free(log->lines[log->first].text);
        log->first = slot_of(log, 1);
        log->count--;
    }
    log->lines[slot_of(log, log->count++)] = (cd_log_line){frame, copy};
}

int cd_log_count(const cd_print_log *log, int frame) {
    int count = log->count;
    while (count > 0 && log->lines[slot_of(log, count - 1)].frame > frame)
        count--;
    return count;
}

const char *cd_log_text(const cd_print_log *log, int i) {
    assert(i >= 0 && i < log->count);
    return log->lines[slot_of(log, i)].text;
}

void cd_log_clear(cd_print_log *log) {
    for (int i = 0; i < log->count; i++)
        free(log->lines[slot_of(log, i)].text);
    log->count = log->first = 0;
}
