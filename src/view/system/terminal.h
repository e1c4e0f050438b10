// Escapes texts for a terminal or a title: what a stranger prints, raises or names, also a file,
// must neither command a terminal nor look like a line of the program's own. Control characters
// (C0, DEL and C1) become the escapes of a Lua string.
#ifndef VIEW_SYSTEM_TERMINAL_H
#define VIEW_SYSTEM_TERMINAL_H

#include <stdio.h>

/// Writes a text of one line: a line end is a control character, too.
void cd_terminal_line(FILE *out, const char *text);

/// Writes a text of several lines: tabs and line ends stay.
void cd_terminal_lines(FILE *out, const char *text);

/// printf of one line: what its arguments bring is escaped, and cut at CD_PRINTED_MAX bytes. A line
/// end at the end of the format stays.
enum { CD_PRINTED_MAX = 16384 };
void cd_terminal_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// A text of one line, cut at `size`, for the title of a window.
void cd_terminal_text(const char *text, char *out, size_t size);

#endif
