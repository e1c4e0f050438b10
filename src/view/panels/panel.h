// What every panel gets, the screen to be shown, and what it gives back: the wish of the person.
#ifndef VIEW_PANELS_PANEL_H
#define VIEW_PANELS_PANEL_H

#include "view/inspect/inspect.h"
#include "view/panels/actions.h"
#include "view/panels/picker.h"
#include "view/panels/ui.h"
#include "view/play/inputs.h"
#include "view/play/notice.h"
#include "view/play/print_log.h"
#include "view/scene/scene.h"

#define CD_LINE_MAX 256 ///< bytes of a line in the console with its end

typedef struct cd_screen {
    const char *path;        ///< of the scenario
    const cd_loaded *loaded; ///< NULL: nothing is loaded
    const cd_recording *recording;
    const cd_inputs *inputs; ///< in which params were set; NULL: in none
    double speed;
    int seeking;    ///< a frame that is being made again; -1: none
    int past_count; ///< frames of the version before the last edit; 0: none
    int diverges;   ///< the first frame that differs from it; -1: none
    bool playing;
    bool panels, help, trusted, console; ///< what is open; `trusted`: the script may do anything
    cd_scene scene;
    cd_picker *picker;       ///< or NULL
    cd_inspector *inspector; ///< or NULL: the side column has no page for it
    const cd_print_log *log;
    const cd_notice *notice;
    const char *filming; ///< the length of the video that is being made; NULL: none
    const char *toast;   ///< a message that passes; NULL: none
    char *line;          ///< being typed in the console, CD_LINE_MAX bytes; NULL: none
} cd_screen;

/// What the person has asked for in a pass.
typedef struct cd_wish {
    cd_action action;
    int seek;       ///< a frame; -1: none
    int param;      ///< the number of a param that gets `value`; -1: none
    char value[64]; ///< as text
    bool open;      ///< open what is selected in the picker
    bool entered;   ///< run the line of the console
    int recall;     ///< -1, 1: bring back an older, a newer line; 0: neither
} cd_wish;

#endif
