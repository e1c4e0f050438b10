// An error of a script in words for a person: what the banner shows and Ctrl+C copies.
#ifndef VIEW_SYSTEM_NOTICE_H
#define VIEW_SYSTEM_NOTICE_H

#include "record/record.h"

/// Texts that are too long are cut.
typedef struct cd_notice {
    bool on;       ///< there is an error, and the person has not put it away
    bool standing; ///< an older version of the script goes on meanwhile
    int frame;     ///< the frame that could not be made; 0: none
    char title[160], where[512], message[1024], source[512], traceback[2048];
} cd_notice;

/// `path`: of the scenario, for an error that names no file. `source`: the line of the script that
/// the error names, or "".
void cd_notice_set(cd_notice *notice, const cd_error *error, const char *path, const char *source,
                   bool standing);

/// Writes "file:line" of an error, or "file" where it has no line.
void cd_error_place(const cd_error *error, const char *path, char *out, size_t size);

/// Appends what is wrong, for an editor, a line "file:line: message" each: an error, whose message
/// is NULL where there is none, and the checks that have failed. path: of the scenario, where
/// nothing else is known of a check.
void cd_problems_append(cd_bytes *out, const char *path, const char *where, const char *message,
                        const cd_check *checks, int count);

/// Parses "file:line: " at the start of a text. Returns the line, and sets the length of the file's
/// name and what follows; 0 where the text has no such start.
int cd_split_place(const char *text, int *file, const char **rest);

#endif
