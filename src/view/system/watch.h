// The files that a version of a script came from, and whether they have changed since.
//
// A check costs one stat for each file. A file is read and compared with the text that was loaded
// only if its time, size or inode has changed, so saving without a change does not count as one.
#ifndef VIEW_SYSTEM_WATCH_H
#define VIEW_SYSTEM_WATCH_H

#include "record/record.h"

#include <sys/stat.h>

typedef struct cd_watched_file {
    char *path;
    char *module;          ///< the name by which it was required; NULL: it is the script
    const char *why;       ///< static: why it could not be read; NULL: it was read
    char *content;         ///< with a 0 after its `size` bytes
    size_t size;           ///< of `content`
    struct stat last_seen; ///< all zero while the file is missing
} cd_watched_file;

typedef struct cd_watch {
    cd_watched_file *files; ///< the script first
    int count;
    bool former; ///< of an earlier text: only what changes after it was added counts
} cd_watch;

/// Remembers a file with the content that was loaded, or why (of cd_source_read) it could not be.
/// A second time with the same path and module does nothing; nor does it without memory.
void cd_watch_add(cd_watch *watch, const char *path, const char *module, const char *why,
                  const void *content, size_t size);
/// The file that was loaded for a module; NULL: none.
const cd_watched_file *cd_watch_module(const cd_watch *watch, const char *module);
/// Whether some file now differs from what was loaded.
bool cd_watch_changed(cd_watch *watch);
/// Copies a line of a file as it was loaded, 1 the first, without its end; false: no such line.
bool cd_watch_line(const cd_watch *watch, const char *path, int line, char *out, size_t size);
void cd_watch_free(cd_watch *watch);

#endif
