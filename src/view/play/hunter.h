// A hunt beside the window: `collide hunt` as a child process, its progress and what it found.
#ifndef VIEW_PLAY_HUNTER_H
#define VIEW_PLAY_HUNTER_H

#include "record/bytes.h"
#include "view/system/child_process.h"

typedef struct cd_hunter {
    cd_child_process child; ///< pid 0: no hunt is on
    cd_bytes said;          ///< to its standard output
    char progress[120];     ///< its last line of progress, or why it failed
    bool stopping;          ///< it was asked to stop, and still writes down what it has
} cd_hunter;

/// Starts a hunt for failures of a script, in a hunter that is zeroed or has ended; what it finds
/// it writes into the current folder. Returns 0 or an errno.
int cd_hunter_start(cd_hunter *hunter, const char *program, const char *script);
/// Asks it to stop, and keep the best so far.
void cd_hunter_stop(cd_hunter *hunter);
/// What has happened since the last look.
typedef enum cd_hunter_news { CD_HUNTER_NONE, CD_HUNTER_PROGRESS, CD_HUNTER_ENDED } cd_hunter_news;
cd_hunter_news cd_hunter_look(cd_hunter *hunter);
/// The case in what it said, which is cut behind it; NULL: it has found nothing.
const char *cd_hunter_case(cd_hunter *hunter);
/// Ends it at once, and frees what it said.
void cd_hunter_end(cd_hunter *hunter);

#endif
