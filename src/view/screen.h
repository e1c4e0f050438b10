// The whole picture: the scene in its viewport, and the panels around it. The window and a headless
// picture are both drawn here, so they have the same bits.
#ifndef VIEW_SCREEN_H
#define VIEW_SCREEN_H

#include "view/actions.h"
#include "view/folder.h"
#include "view/log.h"
#include "view/picker.h"
#include "view/scene.h"
#include "view/version.h"

/// What has gone wrong, for the banner. Texts are cut where they are too long.
typedef struct cd_notice {
    bool on;
    bool standing; ///< an older version goes on meanwhile
    char title[160], where[512], message[1024], source[512];
} cd_notice;

/// `source`: the line of the script that the error names, or "".
void cd_notice_set(cd_notice *notice, const cd_error *error, const char *path, const char *source,
                   bool standing);

typedef struct cd_screen {
    const char *path;        ///< of the scenario
    const cd_loaded *loaded; ///< NULL: nothing is loaded
    int last_frame;          ///< of the recording
    bool playing;
    bool panels, help, trusted;
    cd_scene scene;
    const cd_picker *picker; ///< or NULL
    const cd_log *log;
    const cd_notice *notice;
    const char *toast; ///< a short message that passes; NULL: none
    cd_point2 pointer; ///< the mouse, for what it is over; negative: elsewhere
} cd_screen;

/// The view for a scenario: what was asked for, else what it asks for; in the plane the front.
cd_view cd_screen_view(const cd_loaded *loaded, cd_view wanted);
/// Free pixels around the things when everything is shown.
#define CD_FRAME_MARGIN 56

/// A place that can be clicked.
typedef struct cd_hotspot {
    cd_rect rect;
    cd_action action;
} cd_hotspot;

#define CD_HOTSPOTS_MAX 32

typedef struct cd_hotspots {
    cd_hotspot spots[CD_HOTSPOTS_MAX];
    int count;
} cd_hotspots;

/// Where the scene lies in a picture of this size.
cd_rect cd_screen_viewport(const cd_screen *screen, int width, int height, double scale);
/// Draws everything; the places that can be clicked go to `hotspots` (may be NULL).
void cd_screen_draw(cd_pen *pen, const cd_screen *screen, cd_hotspots *hotspots);
cd_action cd_screen_action_at(const cd_hotspots *hotspots, cd_point2 at);
/// Whether a point lies on a panel rather than on the scene.
bool cd_screen_covers(const cd_screen *screen, cd_rect viewport, cd_point2 at);

// --------------------------------------------------------------------- panel.c, for screen.c

void cd_panel_bar(cd_pen *pen, const cd_screen *screen, cd_hotspots *hotspots);
void cd_panel_side(cd_pen *pen, const cd_screen *screen, cd_rect rect, cd_hotspots *hotspots);
void cd_panel_console(cd_pen *pen, const cd_screen *screen, cd_rect rect);

#endif
