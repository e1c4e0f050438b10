// The session file: what the window remembers from one start to the next, the scenario, what is
// shown, and the cameras that the person has moved.
//
// A text of a few lines in $XDG_STATE_HOME/collide, by default ~/.local/state/collide. A file that
// is damaged in any way counts as none; failing to write it is not an error. If it is no
// regular file but, say, a FIFO, it is neither read nor replaced, and one line says so. Without a
// window it is neither read nor written.
#ifndef VIEW_APP_SESSION_FILE_H
#define VIEW_APP_SESSION_FILE_H

#include "view/play/version.h"
#include "view/scene/camera.h"
#include "view/system/folder.h"

typedef struct cd_saved_camera {
    bool moved;        ///< by the person; else nothing is remembered
    cd_vec target;     ///< in the middle of the viewport
    double across;     ///< units of length that the viewport is wide
    double yaw, pitch; ///< of the orbit
} cd_saved_camera;

typedef struct cd_session {
    char scenario[CD_PATH_MAX]; ///< absolute; "": none
    unsigned shown;             ///< CD_SHOW_*
    cd_view view;
    bool light; ///< the theme
    cd_saved_camera cameras[CD_VIEW_COUNT];
} cd_session;

/// False: there is no session, and *session is zero.
bool cd_session_read(cd_session *session);
void cd_session_write(const cd_session *session);

/// What a person watches of each scenario, in a file of its own beside that one: a line a watch,
/// the absolute path and the expression. Reads those of a scenario.
void cd_watches_read(const char *scenario, cd_plotted *out);
/// Replaces those of a scenario; those of the scenarios that were not written for longest are
/// forgotten.
void cd_watches_write(const char *scenario, const cd_plotted *plotted);

#endif
