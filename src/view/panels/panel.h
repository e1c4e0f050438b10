// The panels, and what every one gets: the screen to be shown, and the wish of the person to be
// filled in. The face of the panels' files, which are named as their functions.
#ifndef VIEW_PANELS_PANEL_H
#define VIEW_PANELS_PANEL_H

#include "view/inspect/inspect.h"
#include "view/kit/ui.h"
#include "view/panels/actions.h"
#include "view/panels/picker.h"
#include "view/play/edits.h"
#include "view/play/inputs.h"
#include "view/play/variants.h"
#include "view/play/version.h"
#include "view/scene/scene.h"
#include "view/system/notice.h"
#include "view/system/print_log.h"

#define CD_LINE_MAX 256 ///< bytes of a line in the console with its end

/// The part of the run that timeline and plots show, and the plot whose axis is shown. {0}: all of
/// it, and the first one.
typedef struct cd_time_view {
    int from, to; ///< frames; all where `to` is not greater
    char plot[sizeof((cd_plot *)0)->name];
    uint32_t dragged; ///< the widget on which the mouse chooses a part; 0: none
    double pressed_x; ///< where that began
} cd_time_view;

typedef struct cd_screen {
    const char *path;        ///< of the scenario
    const cd_loaded *loaded; ///< NULL: nothing is loaded
    const cd_recording *recording;
    const cd_recording *past; ///< of the version before the last edit; NULL: there is none
    cd_time_view *time;       ///< or NULL: all of the run
    const cd_inputs *inputs;  ///< in which params were set; NULL: in none
    double speed;
    int seeking;    ///< a frame that is being made again; -1: none
    int past_count; ///< frames of the version before the last edit; 0: none
    int diverges;   ///< the first frame that differs from it; -1: none
    bool playing;
    bool panels, help, trusted, console; ///< what is open; `trusted`: the script may do anything
    bool mouse_taken;                    ///< the scenario reads the mouse
    cd_scene scene;                      ///< of the frame on the screen, which the panels are about
    cd_scene way;              ///< drawn in its place if it has a frame: one of a version to come
    int made, make;            ///< frames that this version has made, and shall make
    cd_picker *picker;         ///< or NULL
    cd_previews *previews;     ///< of its scenarios, or NULL
    cd_inspector *inspector;   ///< or NULL: the side column has no page for it
    bool unrepeatable;         ///< the run does not come out the same, and no frame is made again
    const cd_plotted *plotted; ///< of the state; NULL: nothing can be plotted
    const cd_print_log *log;
    const char *lines;           ///< what a frame has executed, a row each; NULL: not known
    int lines_frame;             ///< which frame
    const cd_variants *variants; ///< other values of a param that are tried; or NULL
    const cd_edits *edits;       ///< or NULL
    bool can_hunt;               ///< there is a script to hunt in
    const char *found;           ///< what came of the last one; "" or NULL: nothing
    bool has_found;              ///< that is a case to be shown
    const char *hunting;         ///< how far a hunt is; NULL: none is on
    const cd_watch *files;       ///< of the script, or NULL
    const cd_print_log *answers; ///< to questions about the run, below the log; or NULL
    const cd_notice *notice;
    int banner;          ///< the height that cd_banner_height gives the notice
    const char *filming; ///< the length of the video that is being made; NULL: none
    uint32_t unfolded;   ///< the check that is shown whole: cd_ui_id of its name; 0: none
    const char *toast;   ///< a message that passes; NULL: none
    char *line;          ///< being typed in the console, CD_LINE_MAX bytes; NULL: none
    const char *script;  ///< its text, for completion there; NULL: not known
} cd_screen;

/// What the person has asked for in a pass.
typedef struct cd_wish {
    cd_action action;
    int seek;                     ///< a frame; -1: none
    int param;                    ///< the number of a param that gets `value`; -1: none
    char value[64];               ///< as text
    uint32_t unfold;              ///< a check to be shown whole, or no longer; 0: none
    bool open;                    ///< open what is selected in the picker
    bool entered;                 ///< run the line of the console
    char plot[CD_STATE_PATH_MAX]; ///< the path of a value to be plotted, or no longer; "": none
    int plot_dim;                 ///< how many numbers it has: 1, or 2 or 3 of a vector
    int vary;                     ///< try other values of this param, or no longer; -1: none
    int variant;                  ///< take this one of them; -1: none
    int edit;                     ///< show the texts after this edit of the log; -1: none
    bool show_found;              ///< open what a hunt has found
    bool hunt;                    ///< begin a hunt, or end it
    bool save_plots;              ///< write their numbers into a file
    char place[CD_PATH_MAX + 16]; ///< "file.lua:12", to be opened in the editor; "": none
    int recall;                   ///< -1, 1: bring back an older, a newer line; 0: neither
} cd_wish;

/// The bar at the top of the picture.
void cd_top_bar(cd_ui *ui, const cd_screen *screen, cd_wish *wish);

/// The column at the right: what the scenario is about, checks, params, toggles and numbers of the
/// frame; or on its second page the inspector.
void cd_side_column(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

/// What the scenario says of itself, `about` and its controls, from a point of the canvas down;
/// returns the height, 0: it says nothing. drawn: else it is only measured. loaded: or NULL.
double cd_about(cd_pen *pen, const cd_loaded *loaded, double x, double y, int width, bool drawn);

/// The legend of the colours of what is shown (CD_SHOW_*); likewise.
double cd_legend(cd_pen *pen, unsigned shown, double x, double y, int width, bool drawn);

/// The inspector's page in it: the queries of the frame as a list, and below it what is picked with
/// all its fields. screen->inspector must be there and have been given the frame on the screen.
void cd_query_page(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

/// The state's page in it: its values as a tree, likewise.
void cd_state_page(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

/// The steps of the picked query, beside the scene: W. Its width; 0: it is closed, or has no room.
int cd_steps_width(const cd_screen *screen, int width, double unit);
void cd_steps_panel(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);
/// The page of lines in it: what the frame on the screen has executed, likewise.
void cd_lines_page(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

/// The timeline: all recorded frames on a track, to be clicked and dragged along.
void cd_timeline(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

/// The strip chart of what the scenario plots, on that axis, in a picture of some height. Height 0:
/// there are no plots, or there is no room for them.
int cd_plots_height(const cd_screen *screen, int height, double unit);
void cd_plots(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

/// The charts that the scenario draws of this frame, likewise. They keep their room in frames
/// without charts, so that the picture does not jump.
int cd_charts_height(const cd_screen *screen, int height, double unit);
void cd_charts(cd_ui *ui, const cd_screen *screen, cd_rect rect);

/// The console: what the scenario has printed, and a line of Lua to be run in the frame. Height 0:
/// nothing was printed, and no line is being typed.
int cd_console_height(const cd_screen *screen, int height, double unit);
void cd_console(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

/// The banner: what has gone wrong, the notice of the screen, below the scene. Its height takes
/// less than half of what the scene has without it, its viewport then; 0: nothing has gone wrong.
int cd_banner_height(cd_pen *pen, const cd_screen *screen, cd_rect viewport);
void cd_banner(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

/// The help: all keys and what the mouse does, over everything else. The keys that the
/// scenario takes from the window are listed with Ctrl.
void cd_help(cd_ui *ui, const cd_screen *screen, cd_wish *wish);

// ----------------------------------------------------------------------------------------- place.c

/// Finds the first "file.lua:12" in a text: the bytes from `begin` to `end`.
bool cd_find_place(const char *text, size_t *begin, size_t *end);
/// Draws a line of text; a click on it is the wish to open `place`, or, where that is the text
/// itself, the place that is in it, if any. name: of the widget. Returns the width.
int cd_place_text(cd_ui *ui, cd_rect rect, cd_text_style style, uint32_t color, const char *text,
                  const char *place, const char *name, cd_wish *wish);

// ------------------------------------------------------------------------------------- time_axis.c

/// The axis of frames of the timeline and the plots: frame `first` lies at x, frame `last` at x +
/// width, others `step` apart. total: the last frame of the run.
typedef struct cd_frame_axis {
    double x, width, step;
    int first, last, total;
} cd_frame_axis;
cd_frame_axis cd_frame_axis_of(const cd_screen *screen, cd_rect rect, double unit);
double cd_frame_axis_x(const cd_frame_axis *axis, int frame);
/// The frame in sight that is nearest to x.
int cd_frame_axis_at(const cd_frame_axis *axis, double x);
/// The frame on the screen; 0: none.
int cd_shown_frame(const cd_screen *screen);

bool cd_time_is_zoomed(const cd_screen *screen);
void cd_time_show_all(cd_time_view *time);
/// Moves the part that is shown on to a frame that has come on the screen.
void cd_time_follow(cd_time_view *time, int frame);
/// Lets the wheel and, where `by_drag`, a drag over `place` choose what part is shown, and a double
/// click all of it. Returns whether such a drag is under way, or ends.
bool cd_time_zoom(cd_ui *ui, const cd_screen *screen, const cd_frame_axis *axis,
                  const cd_ui_response *touch, cd_rect place, bool by_drag);

#endif
