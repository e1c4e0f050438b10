// See log.h.
#include "view/play/log.h"

#include "record/record.h"

#include <stdlib.h>
#include <string.h>

void cd_log_add(cd_log *log, int frame, const char *text) {
    int slot = (log->first + log->count) % CD_LOG_LINES;
    const size_t length = cd_cut_length(text, strlen(text), CD_LOG_BYTES);
    char *copy = malloc(length + 1);
    if (copy == NULL)
        return;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (log->count == CD_LOG_LINES) {
        free(log->lines[slot].text);
        log->first = (log->first + 1) % CD_LOG_LINES;
        log->count--;
    }
    log->lines[slot].text = copy;
    log->lines[slot].frame = frame;
    log->count++;
}

int cd_log_count(const cd_log *log, int frame) {
    int count = log->count;
    while (count > 0 && log->lines[(log->first + count - 1) % CD_LOG_LINES].frame > frame)
        count--;
    return count;
}

const char *cd_log_line(const cd_log *log, int i) {
    return log->lines[(log->first + i) % CD_LOG_LINES].text;
}

void cd_log_clear(cd_log *log) {
    for (int i = 0; i < log->count; i++)
        free(log->lines[(log->first + i) % CD_LOG_LINES].text);
    log->count = log->first = 0;
}
