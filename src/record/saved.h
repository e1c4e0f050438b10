// A file that keeps a run: what the viewer and the runner said to one another, message by message,
// behind a header with a version, the size and a checksum. docs/recording.md tells the layout.
#ifndef RECORD_SAVED_H
#define RECORD_SAVED_H

#include "record/bytes.h"

#define CD_SAVED_FORMAT 1
#define CD_SAVED_HEADER ((size_t)32)
#define CD_SAVED_MAX ((size_t)1 << 30)

/// Whether the file begins as one of these. Its name says nothing.
bool cd_saved_is(const char *path);

/// Writes the messages to a file, all of it or nothing: beside it first, then renamed. NULL, or why
/// not, as one clause without the path (it may be what strerror gives).
const char *cd_saved_write(const char *path, const cd_bytes *messages);

/// Appends the messages of a file; NULL, or why not, likewise. What they say is not looked at.
const char *cd_saved_read(const char *path, cd_bytes *messages);

#endif
