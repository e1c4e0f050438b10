// The whole picture: the scene in its viewport, and the panels around it. The window and a headless
// picture are both drawn here, so they have the same bits.
#ifndef VIEW_PANELS_SCREEN_H
#define VIEW_PANELS_SCREEN_H

#include "view/inspect/inspect.h"
#include "view/panels/actions.h"
#include "view/panels/picker.h"
#include "view/panels/ui.h"
#include "view/play/folder.h"
#include "view/play/inputs.h"
#include "view/play/notice.h"
#include "view/play/print_log.h"
#include "view/play/version.h"
#include "view/scene/scene.h"

typedef struct cd_screen {
    const char *path;        ///< of the scenario
    const cd_loaded *loaded; ///< NULL: nothing is loaded
    const cd_recording *recording;
    const cd_inputs *inputs; ///< where params have been set; NULL: nowhere
    double speed;            ///< 0: not to be shown
    int seeking;             ///< a frame that is being made; -1: none
    int past_count;          ///< frames of the version before the last edit; 0: none
    int diverges;            ///< the first frame that differs from it; -1: none
    bool playing;
    bool panels, help, trusted, console;
    cd_scene scene;
    cd_picker *picker;       ///< or NULL
    cd_inspector *inspector; ///< or NULL: the panel has no page for it
    const cd_log *log;
    const cd_notice *notice;
    const char *filming; ///< how long the video is that is being made; NULL: none
    const char *toast;   ///< a short message that passes; NULL: none
    char *line;          ///< being written in the console, CD_LINE_MAX bytes; NULL: none
} cd_screen;

#define CD_LINE_MAX 256

/// What the person has asked for in a pass.
typedef struct cd_wish {
    cd_action action;
    int seek;       ///< a frame; -1: none
    int param;      ///< the param that gets `value`; -1: none
    char value[64]; ///< as a setting
    bool open;      ///< what the picker has chosen
    bool entered;   ///< the line of the console
    int recall;     ///< -1, 1: an older, a newer line
} cd_wish;

/// The view for a scenario: what was asked for, else what it asks for; in the plane the front.
cd_view cd_screen_view(const cd_loaded *loaded, cd_view wanted);
/// Free pixels around the things when everything is shown.
#define CD_FRAME_MARGIN 56

/// Where the scene lies in a picture of this size.
cd_rect cd_screen_viewport(const cd_screen *screen, int width, int height, double scale);
/// Draws everything and takes in what happened to it since the last pass.
cd_wish cd_screen_pass(cd_ui *ui, cd_pen *pen, const cd_ui_input *input, double now,
                       const cd_screen *screen);
/// The picture alone, as it is where nothing happens.
void cd_screen_draw(cd_pen *pen, const cd_screen *screen);
/// Whether a point lies on a panel rather than on the scene.
bool cd_screen_covers(const cd_screen *screen, cd_rect viewport, cd_point2 at);

// ---------------------------------------------------- bar.c, side.c, timeline.c, banner.c, for
// screen.c

void cd_panel_bar(cd_ui *ui, const cd_screen *screen, cd_wish *wish);
void cd_panel_side(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);
/// The page of the side panel for queries; screen->inspector is there and has met the frame.
void cd_panel_inspector(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);
/// Chart, timeline and console, from the top down; 0: it is not there.
int cd_panel_chart_height(const cd_screen *screen, double scale);
int cd_panel_console_height(const cd_screen *screen, double scale);
void cd_panel_chart(cd_ui *ui, const cd_screen *screen, cd_rect rect);
void cd_panel_timeline(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);
void cd_panel_console(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);
/// Returns how much of the viewport's height it covers.
double cd_panel_banner(cd_ui *ui, const cd_screen *screen, cd_rect viewport, cd_wish *wish);
void cd_panel_help(cd_ui *ui, cd_wish *wish);

#endif
