// A run in a file: the messages of the viewer and the runner, in order, behind a header with a
// version, their size and a checksum. docs/recording.md describes the layout.
#ifndef RECORD_SAVED_H
#define RECORD_SAVED_H

#include "record/bytes.h"

#define CD_SAVED_FORMAT 1              ///< version of the header
#define CD_SAVED_HEADER ((size_t)32)   ///< bytes of the header
#define CD_SAVED_MAX ((size_t)1 << 30) ///< the most bytes of messages: 1 GiB

/// Whether the file begins as a saved run, whatever its name. True also if it breaks off early.
bool cd_saved_is(const char *path);

/// Writes the messages to a file: first beside it, then renamed, so that the file is whole or
/// absent. Replaces only an empty file or a saved run. Returns NULL, or the reason why it failed:
/// one clause without the path, possibly from strerror.
const char *cd_saved_write(const char *path, const cd_bytes *messages);

/// Appends the messages of a file, not decoded. Returns NULL, or the reason why it failed as above.
const char *cd_saved_read(const char *path, cd_bytes *messages);

#endif
