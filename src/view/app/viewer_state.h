// The state of the viewer, which the files viewer_*.c share; viewer.h tells what it does.
#ifndef VIEW_APP_VIEWER_STATE_H
#define VIEW_APP_VIEWER_STATE_H

#include "view/app/film.h"
#include "view/app/options.h"
#include "view/app/session_file.h"
#include "view/panels/screen.h"
#include "view/play/player.h"

#define CD_RECALLED_MAX 32 ///< lines of the console that can be brought back

typedef struct cd_viewer {
    cd_player player;
    cd_launch launch;  ///< of the scenario that is opened next
    int width, height; ///< of the canvas
    double scale, now;
    cd_session session; ///< of the last time; forgotten when another scenario is opened
    int first_frame;    ///< to go to at the first opening (--frame); -1: play
    int arriving;       ///< that frame while it is on its way; -1: none
    bool dirty;         ///< the picture is out of date
    bool quit;
    cd_view view;        ///< the present one
    cd_view wanted_view; ///< that of the command line; CD_VIEW_COUNT: none
    cd_camera cameras[CD_VIEW_COUNT];
    bool touched[CD_VIEW_COUNT]; ///< the person has moved this camera
    cd_extent extent;            ///< of what the cameras frame
    unsigned shown;              ///< CD_SHOW_*

    // Panels.
    cd_ui ui;
    cd_point2 pointer;
    cd_picker picker;
    cd_inspector inspector;
    bool panels, help, console;                  ///< what is open
    char line[CD_LINE_MAX];                      ///< being typed in the console
    char recalled[CD_RECALLED_MAX][CD_LINE_MAX]; ///< that were run, the newest first
    int recalled_count;
    int recall;      ///< how far back `line` is brought back from; 0: it is new
    char toast[400]; ///< a message that passes; "": none
    double toast_until;
    char *copy; ///< for the clipboard; the window takes and frees it; NULL: none

    // The mouse.
    char grabbed[CD_DRAG_KEY_MAX]; ///< the key of the shape that is dragged; "": none
    cd_vec grab_offset;            ///< from the point under the mouse to its middle

    // A video.
    cd_film *film;      ///< in the making, or NULL
    cd_film *finishing; ///< one that gets no more pictures and is not written yet, or NULL
    double film_step;   ///< seconds from picture to picture
    double film_time;   ///< seconds that it lasts
    char film_text[24]; ///< that, for the top bar
} cd_viewer;

/// Shows a short message that passes.
__attribute__((format(printf, 2, 3))) void cd_viewer_say(cd_viewer *viewer, const char *format,
                                                         ...);
/// What there is to be drawn, except the picker and the line of the console.
cd_screen cd_viewer_screen(const cd_viewer *viewer);
/// Where the scene lies in the picture.
cd_rect cd_viewer_viewport(const cd_viewer *viewer);
/// The scenario of the live version as it was loaded, or NULL.
const cd_loaded *cd_viewer_loaded(const cd_viewer *viewer);

#endif
