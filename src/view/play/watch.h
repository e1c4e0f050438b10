// The files that a version of a script came from, and whether they still say the same.
//
// A look costs one stat a file; only when its time, size or inode has changed is it read and
// compared with what was loaded. So saving without a change, or by renaming, is seen for what it
// is.
#ifndef VIEW_PLAY_WATCH_H
#define VIEW_PLAY_WATCH_H

#include "record/record.h"

#include <sys/types.h>
#include <time.h>

typedef struct cd_watched {
    char *path;
    char *module;    ///< the name that it was required by; NULL: the script
    const char *why; ///< it could not be read, static; NULL: it could
    char *content;
    size_t size;
    dev_t device; // what stat said when it was last looked at
    ino_t inode;
    off_t length;
    struct timespec modified;
} cd_watched;

typedef struct cd_watch {
    cd_watched *files;
    int count;
} cd_watch;

/// Remembers a file with the content that was loaded, or why (of cd_source_read) it could not be.
void cd_watch_add(cd_watch *watch, const char *path, const char *module, const char *why,
                  const void *content, size_t size);
/// The file that was loaded for a module; NULL: none.
const cd_watched *cd_watch_module(const cd_watch *watch, const char *module);
/// Whether any file now differs from what was loaded.
bool cd_watch_changed(cd_watch *watch);
/// A line of a file as it was loaded, 1 the first, without its end; false where there is none.
bool cd_watch_line(const cd_watch *watch, const char *path, int line, char *out, size_t size);
void cd_watch_free(cd_watch *watch);

#endif
