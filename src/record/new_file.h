// A file that is replaced as a whole: it is written under another name, synced to the disk, and
// renamed. A reader finds the old file or the new one, also after a crash; on a full disk the old
// one stays.
#ifndef RECORD_NEW_FILE_H
#define RECORD_NEW_FILE_H

#include "record/bytes.h"

#include <limits.h>

typedef struct cd_new_file {
    char path[PATH_MAX];   ///< its place, without symbolic links
    char beside[PATH_MAX]; ///< where it is written
    int fd;                ///< to write to
} cd_new_file;

/// Begins a file for a path, whether there is one or not. Returns NULL, or why not.
const char *cd_new_file_begin(cd_new_file *file, const char *path);
/// Puts the file in its place; closes it in any case. Returns NULL, or why not; then there is
/// nothing new.
const char *cd_new_file_keep(cd_new_file *file);
/// Drops what was written.
void cd_new_file_drop(cd_new_file *file);

/// Writes a whole file. Returns NULL, or why not.
const char *cd_new_file_write(const char *path, const cd_bytes *content);
/// Puts a file that another program has written beside its place there. Returns NULL, or why not.
const char *cd_new_file_place(const char *beside, const char *path);

#endif
