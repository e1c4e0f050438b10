// The lines that a run has printed, in order, each with its frame.
#ifndef VIEW_SYSTEM_PRINT_LOG_H
#define VIEW_SYSTEM_PRINT_LOG_H

#define CD_LOG_LINES 2000 ///< the newest lines that are kept
#define CD_LOG_BYTES 4096 ///< of one line; the rest is cut off

typedef struct cd_log_line {
    int frame;
    char *text;
} cd_log_line;

/// A ring: line i (0 the oldest) is lines[(first + i) % CD_LOG_LINES].
typedef struct cd_print_log {
    cd_log_line lines[CD_LOG_LINES];
    int count, first;
} cd_print_log;

/// Adds a line. Without memory the line is lost.
void cd_log_add(cd_print_log *log, int frame, const char *text);
/// How many lines were printed up to a frame.
int cd_log_count(const cd_print_log *log, int frame);
/// The text of line i, 0 <= i < log->count, 0 the oldest.
const char *cd_log_text(const cd_print_log *log, int i);
void cd_log_clear(cd_print_log *log);

#endif
