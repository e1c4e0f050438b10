// The lines that a run has printed, each with its frame, in order.
#ifndef VIEW_PLAY_LOG_H
#define VIEW_PLAY_LOG_H

#define CD_LOG_LINES 2000 ///< the oldest ones are forgotten beyond it
#define CD_LOG_BYTES 4096 ///< of a line; what is beyond is not kept

typedef struct cd_log {
    struct {
        int frame;
        char *text;
    } lines[CD_LOG_LINES];
    int count, first; ///< a ring
} cd_log;

void cd_log_add(cd_log *log, int frame, const char *text);
/// How many lines there are up to a frame; line `i` of them, 0 the oldest.
int cd_log_count(const cd_log *log, int frame);
const char *cd_log_line(const cd_log *log, int i);
void cd_log_clear(cd_log *log);

#endif
