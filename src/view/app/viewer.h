// The viewer: what the window shows, and what its keys, buttons and mouse do. It knows no SDL.
//
// It holds the player, a camera for each view, and what is open. The window feeds it actions,
// events and time, and draws its screen when it is dirty. The face of viewer.c and the files
// viewer_*.c.
#ifndef VIEW_APP_VIEWER_H
#define VIEW_APP_VIEWER_H

#include "view/app/film.h"
#include "view/app/options.h"
#include "view/app/previewer.h"
#include "view/app/session_file.h"
#include "view/panels/screen.h"
#include "view/play/hunter.h"
#include "view/play/player.h"
#include "view/system/uses.h"

#define CD_RECALLED_MAX 32 ///< lines of the console that can be brought back

typedef struct cd_viewer {
    cd_player player;
    cd_launch launch; ///< of the scenario that is opened next
    const cd_case_language *cases;
    struct cd_asker *asker; ///< what has been asked of the run; NULL: nothing yet
    cd_print_log answers;   ///< the lines of the last answer
    cd_bytes lines;         ///< what `lines_frame` has executed, for the page of lines
    int lines_frame;
    char stop_when[CD_VALUE_MAX]; ///< the run pauses where this holds; "": nothing
    int stop_checked;             ///< up to this frame it has been looked for
    cd_hunter hunter;             ///< looks for a failure of the script
    char hunted[CD_PATH_MAX];     ///< which script; "": none
    char found[300];              ///< what came of it, in a sentence
    const char *problems;         ///< the file of --problems, or NULL
    cd_bytes told;                ///< what it says
    bool has_told;
    int width, height; ///< of the canvas
    double scale, now;
    cd_session session; ///< of the last time; forgotten when another scenario is opened
    bool forgets;       ///< it neither reads nor keeps watches
    int first_frame;    ///< to go to at the first opening (--frame); -1: play
    int first_page;     ///< at the next opening
    bool dirty;         ///< the picture is out of date
    bool quit;
    cd_view view;        ///< the present one
    cd_view wanted_view; ///< that of the command line; CD_VIEW_COUNT: none
    cd_camera cameras[CD_VIEW_COUNT];
    bool touched[CD_VIEW_COUNT]; ///< the person has moved this camera
    cd_extent brought_back;      ///< what the person wants to see besides what the run keeps (F)
    int brought_at;              ///< from this frame on
    int page;                    ///< of the script's drawings, from 1
    unsigned shown;              ///< CD_SHOW_*
    unsigned chosen;             ///< likewise, without the scenario's own wishes
    unsigned wishes[2];          ///< what the scenario wants shown, and all but what it hides
    int shown_of;                ///< the generation of the player that had these wishes

    // Panels.
    cd_ui ui;
    cd_point2 pointer;
    cd_picker picker;
    cd_previews previews; ///< of the picker's scenarios
    cd_previewer previewer;
    cd_inspector inspector;
    cd_label_memory names;                       ///< where they lie in the picture
    cd_time_view time;                           ///< what part of the run is shown
    int shown_frame;                             ///< that it has followed
    bool panels, help, console;                  ///< what is open
    uint32_t unfolded;                           ///< the check that is shown whole; 0: none
    int banner;                                  ///< its height; 0: nothing has gone wrong
    char line[CD_LINE_MAX];                      ///< being typed in the console
    char recalled[CD_RECALLED_MAX][CD_LINE_MAX]; ///< that were run, the newest first
    int recalled_count;
    int recall;      ///< how far back `line` is brought back from; 0: it is new
    char toast[400]; ///< a message that passes; "": none
    double toast_until;
    bool toast_waits; ///< it tells what is waited for, and goes when that has come
    char *copy;       ///< for the clipboard; the window takes and frees it; NULL: none
    bool wants_paste; ///< the window is to give the text of the clipboard to cd_viewer_paste

    // The mouse.
    cd_mouse mouse; ///< as the scenario has it
    unsigned uses;  ///< CD_USES_* of the version `uses_of`, as of so many of its files
    int uses_of, uses_files;
    char pressed[CD_DRAG_KEY_MAX]; ///< the key of the shape on which the button went down; "": none
    char grabbed[CD_DRAG_KEY_MAX]; ///< the key of the shape that is dragged; "": none
    cd_vec grab_offset;            ///< from the point under the mouse to its middle

    // A video.
    cd_film *film;      ///< in the making, or NULL
    bool film_lost;     ///< the last video could not be written
    bool film_panels;   ///< the panels were open when it was begun
    cd_film *finishing; ///< one that gets no more pictures and is not written yet, or NULL
    double film_step;   ///< seconds from picture to picture
    double film_time;   ///< seconds that it lasts
    char film_text[24]; ///< that, for the top bar
} cd_viewer;

/// Shows a short message that passes.
void cd_viewer_say(cd_viewer *viewer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/// The frame in the picture, that on the screen or one of the next version, with what is known of
/// the first two of its run. NULL: there is none.
const cd_frame *cd_viewer_pictured(const cd_viewer *viewer);
const cd_survey *cd_viewer_survey(const cd_viewer *viewer);
/// What the picture of the frame keeps.
cd_extent cd_viewer_extent(const cd_viewer *viewer);
/// What there is to be drawn, except the picker and the line of the console.
cd_screen cd_viewer_screen(const cd_viewer *viewer);
/// Where the scene lies in the picture.
cd_rect cd_viewer_viewport(const cd_viewer *viewer);
/// How many pages the script's drawings have; 0: none.
int cd_viewer_pages(const cd_viewer *viewer);
/// Whether there is a script in which to hunt for failures: no kept run, nor a trusted one.
bool cd_viewer_can_hunt(const cd_viewer *viewer);
/// The scenario of the live version as it was loaded, or NULL.
const cd_loaded *cd_viewer_loaded(const cd_viewer *viewer);

// --------------------------------------------------------------------------------------- viewer.c

/// Starts in a zeroed viewer, with the scenario `path`, or with that of the last time where the
/// command line names none.
void cd_viewer_start(cd_viewer *viewer, const cd_launch *launch, const cd_options *options,
                     const char *path, double now);
void cd_viewer_close(cd_viewer *viewer);
void cd_viewer_resize(cd_viewer *viewer, int width, int height, double scale);

/// Lets time pass up to `now`. held: the keys of the scenario that are down.
void cd_viewer_tick(cd_viewer *viewer, const cd_held *held, double now);
/// Gives an event to the panels; `pen` measures their texts.
void cd_viewer_input(cd_viewer *viewer, cd_pen *pen, const cd_ui_input *input);
/// What the scenario reads of mouse, typed text and gamepad: CD_USES_*.
unsigned cd_viewer_uses(const cd_viewer *viewer);
/// Whether the scenario takes a key from the window.
bool cd_viewer_takes_key(const cd_viewer *viewer, const char *name);
/// Notes where the mouse is.
void cd_viewer_point(cd_viewer *viewer, cd_point2 at);
/// Whether a point of the picture lies on the scene rather than on a panel.
bool cd_viewer_on_scene(const cd_viewer *viewer, cd_point2 at);
void cd_viewer_draw(cd_viewer *viewer, cd_pen *pen);

// ------------------------------------------------------------------------------- viewer_actions.c
//
// What each action of actions.h does; keys, buttons and menus all come here.

/// Whether an action does anything now: pages are turned only where the script has some.
bool cd_viewer_can(const cd_viewer *viewer, cd_action action);
void cd_viewer_do(cd_viewer *viewer, cd_action action);
/// Opens a scenario, a folder or a saved run.
void cd_viewer_open(cd_viewer *viewer, const char *path);
/// Opens what is selected in the picker, and closes that.
void cd_viewer_open_picked(cd_viewer *viewer);

// -------------------------------------------------------------------------------- viewer_camera.c
//
// The cameras of the viewer: one for each view, in the room that the panels leave. A camera shows
// what a picture without a window does, until the person moves it; then it stays until F frames
// everything again.

/// Fits the cameras to the viewport: one that nobody has moved shows everything again.
void cd_viewer_fit(cd_viewer *viewer);
/// Chooses view and cameras for a scenario that is new on the screen, and plays it.
void cd_viewer_show_scenario(cd_viewer *viewer);
/// Points the cameras that nobody has moved at what the picture of the frame keeps.
void cd_viewer_frame_untouched(cd_viewer *viewer);
/// Does so, and brings back what the person wants to see, where another frame is on the screen.
void cd_viewer_follow(cd_viewer *viewer);
/// Lets the present camera show everything, also what has flown off, from this frame on.
void cd_viewer_frame_all(cd_viewer *viewer);
void cd_viewer_set_view(cd_viewer *viewer, cd_view view);

/// The mouse moves the picture, turns the orbit, zooms at a point; dx and dy are pixels.
void cd_viewer_pan(cd_viewer *viewer, double dx, double dy);
void cd_viewer_turn(cd_viewer *viewer, double dx, double dy);
void cd_viewer_zoom(cd_viewer *viewer, cd_point2 at, double factor);

// ------------------------------------------------------------------------------- viewer_session.c
//
// What the window takes from the last session, and keeps for the next one.

/// Reads the last session. Returns the scenario to open: `path`, or that of the last session where
/// the command line names none. With --frame the last session is ignored, so that the picture is
/// the same as without a window.
const char *cd_viewer_recall(cd_viewer *viewer, const cd_options *options, const char *path);
/// Restores the cameras, if the scenario on the screen is that of the last session.
void cd_viewer_recall_cameras(cd_viewer *viewer);
/// Plots again what was plotted of the scenario the last time; keeps what is plotted now. Windows
/// that open at a --frame do neither.
void cd_viewer_recall_watches(cd_viewer *viewer);
void cd_viewer_keep_watches(const cd_viewer *viewer);
/// Writes the session. Of a scenario that has shown no frame it keeps view and cameras as they were
/// read.
void cd_viewer_remember(const cd_viewer *viewer);

// ---------------------------------------------------------------------------------- viewer_save.c
//
// Files of the window: scenarios and saved runs in, runs and pictures out. What it writes is named
// by the scenario and a number.

/// Opens a script or a saved run; false: it cannot be read, which is said.
bool cd_viewer_load(cd_viewer *viewer, const char *path);
/// Saves the run in a file, for NULL a new one in the current folder, and says so; false: it
/// failed.
bool cd_viewer_save(cd_viewer *viewer, const char *path);
/// Opens the case that a text is, or says that it is none.
void cd_viewer_paste(cd_viewer *viewer, const char *text);
/// Copies the picked query, or else the run up to the frame on the screen, as a case for the
/// clipboard.
void cd_viewer_copy_case(cd_viewer *viewer);
/// Saves the numbers of all plots in a new file in the current folder, and says so.
void cd_viewer_save_plots(cd_viewer *viewer);
/// Saves a picture of the window in the current folder, as PNG or as SVG.
void cd_viewer_save_picture(cd_viewer *viewer, const char *ending);
/// Finds a name "scenario-3.ending" that no file has yet, nor a folder without the ending.
void cd_viewer_new_name(const cd_viewer *viewer, const char *ending, char *out, size_t size);

// ---------------------------------------------------------------------------------- viewer_film.c
//
// Making a video of the window (F9). While it is made, time goes from picture to picture, messages
// are not drawn, and the panels are hidden unless the person shows them.

/// Begins a video, or ends it.
void cd_viewer_film(cd_viewer *viewer);
/// Adds a picture to the video, if there is one.
void cd_viewer_film_add(cd_viewer *viewer, const cd_canvas *canvas);
/// Looks whether a video that gets no more pictures is written, or has failed, and says so; false:
/// not yet, or there is none. wait: ends a video in the making, and waits.
bool cd_viewer_film_finish(cd_viewer *viewer, bool wait);

// ---------------------------------------------------------------------------------- viewer_pick.c
//
// Picking queries and shapes with the mouse, and what is done with the pick.

/// Gives the inspector the frame on the screen, before it is used.
void cd_viewer_inspect(cd_viewer *viewer);
/// Picks what is drawn at a point: the shape on which the button went down, wherever it has moved
/// since, then with each further click the queries there, and the shape again. Without such a shape
/// a query, or else a shape with an edge there. Drops the pick where there is nothing.
void cd_viewer_pick(cd_viewer *viewer, cd_point2 at);
/// Copies the error, or else all fields of the pick, or else the checks that have failed, for the
/// clipboard.
void cd_viewer_copy(cd_viewer *viewer);
/// Plots a value of the state over the run, or no longer. dim: how many numbers it has.
void cd_viewer_plot(cd_viewer *viewer, const char *path, int dim);
/// Writes a test of the picked query into tests/captured_spec.lua.
void cd_viewer_capture_test(cd_viewer *viewer);

// ---------------------------------------------------------------------------------- viewer_grab.c
//
// Dragging shapes with the mouse: the window's drag becomes a drag of the player, which records it
// as input (play/player.h).

/// The shape of the state at a point of the picture, the nearest to the eye; NULL: none. Hidden
/// shapes do not count. A click on an unbounded shape, or one that fills the picture, means the
/// picture; with `edges` such a shape counts near its edges.
const cd_named_shape *cd_viewer_shape_at(const cd_viewer *viewer, cd_point2 at, bool edges);

/// Grabs the shape at a point of the picture; false: there is none.
bool cd_viewer_grab(cd_viewer *viewer, cd_point2 at);
/// Moves the grabbed shape with the mouse.
void cd_viewer_drag(cd_viewer *viewer, cd_point2 at);
void cd_viewer_drop(cd_viewer *viewer);

// ----------------------------------------------------------------------------------- viewer_ask.c
//
// Questions of the console about the whole run: watch, find, find!, find?, who, stop when. A worker
// answers them, so that nothing waits and the run on the screen stays as it is.

/// Whether a line of the console is such a question; then it has been asked.
bool cd_viewer_ask(cd_viewer *viewer, const char *line);
/// Takes in an answer that has come; asks for the lines of the frame where their page is open.
void cd_viewer_hear(cd_viewer *viewer);
/// Whether an answer is waited for.
bool cd_viewer_is_asking(const cd_viewer *viewer);
void cd_viewer_stop_asking(cd_viewer *viewer);

// ---------------------------------------------------------------------------------- viewer_hunt.c
//
// Hunting for a run that fails, from the window: a child process plays cases, and what it finds
// opens.

/// Begins a hunt, or ends the one that is on, which keeps its best so far.
void cd_viewer_hunt(cd_viewer *viewer);
/// Opens the case that it has found.
void cd_viewer_show_found(cd_viewer *viewer);
/// Takes in what the hunt says.
void cd_viewer_hear_hunt(cd_viewer *viewer);

// ---------------------------------------------------------------------------------- viewer_edit.c
//
// Opening places of the script in the person's editor, and telling an editor what is wrong.

/// Opens "file.lua:12" in the editor, or says why not.
void cd_viewer_edit_place(cd_viewer *viewer, const char *place);
/// Opens where the error is, or else the picked query, or else the script.
void cd_viewer_edit(cd_viewer *viewer);
/// Writes what is wrong with the script and its run into the file of --problems, where that is
/// given and says something new; false: that fails, which is said.
bool cd_viewer_tell_problems(cd_viewer *viewer);

// -------------------------------------------------------------------------------- viewer_report.c
//
// The title of the window, and the line about it for programs.

/// Writes one line about what is on the screen, for programs that watch the window (--report).
void cd_viewer_report(const cd_viewer *viewer, char *out, size_t size);
void cd_viewer_title(const cd_viewer *viewer, char *out, size_t size);

#endif
