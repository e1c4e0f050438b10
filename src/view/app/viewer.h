// What the window shows and what its keys and buttons do; knows no SDL.
//
// It holds the player, one camera for each view, the toggles and what is open. The window feeds it
// actions, drags and time, and draws its screen when `dirty`.
#ifndef VIEW_APP_VIEWER_H
#define VIEW_APP_VIEWER_H

#include "view/app/film.h"
#include "view/app/memory_file.h"
#include "view/app/options.h"
#include "view/panels/screen.h"
#include "view/play/player.h"

#define CD_SAID_MAX 32

typedef struct cd_viewer {
    cd_player player;
    cd_launch launch;
    cd_view view, wanted_view; ///< the present one; the one of the command line
    cd_camera cameras[CD_VIEW_COUNT];
    bool touched[CD_VIEW_COUNT]; ///< moved by the person, so not framed anew by itself
    cd_extent extent;            ///< of what is framed
    cd_ui ui;
    cd_picker picker;
    cd_inspector inspector;
    cd_point2 pointer;
    char line[CD_LINE_MAX];              ///< being written in the console
    char said[CD_SAID_MAX][CD_LINE_MAX]; ///< what was, the latest first
    int said_count, recalled;
    char grabbed[CD_DRAG_KEY_MAX]; ///< the shape in the mouse; "": none
    cd_vec grab_offset;            ///< from the point under the mouse to its middle
    unsigned shown;
    cd_memory memory; ///< of the last time; its scenario is forgotten when another one is opened
    bool panels, help, console, quit, dirty;
    char *copy;             ///< for the clipboard, to be taken and freed by the window; or NULL
    int first_frame;        ///< of the command line: go there at the first opening; -1: play
    int arriving;           ///< the frame on the way to which the window opened; -1: none, or there
    cd_film *film, *filmed; ///< a video in the making; one that is being finished; or NULL
    double film_step;       ///< seconds from picture to picture
    double film_time;       ///< seconds that it lasts
    char film_text[24];     ///< that, for the bar
    char toast[300];
    double toast_until;
    int width, height; ///< of the canvas
    double scale, now;
} cd_viewer;

void cd_viewer_start(cd_viewer *viewer, const cd_launch *launch, const cd_options *options,
                     const char *path, double now);
void cd_viewer_close(cd_viewer *viewer);
void cd_viewer_resize(cd_viewer *viewer, int width, int height, double scale);

/// Lets time pass up to `now`.
void cd_viewer_tick(cd_viewer *viewer, const cd_held *held, double now);
void cd_viewer_do(cd_viewer *viewer, cd_action action);
void cd_viewer_open(cd_viewer *viewer, const char *path);
/// Lets the panels take in an event; `pen` measures their texts.
void cd_viewer_input(cd_viewer *viewer, cd_pen *pen, const cd_ui_input *input);
/// Takes hold of the shape under a point of the picture; false: there is none.
bool cd_viewer_grab(cd_viewer *viewer, cd_point2 at);
void cd_viewer_drag(cd_viewer *viewer, cd_point2 at);
void cd_viewer_drop(cd_viewer *viewer);
/// The shape of the state at a point of the picture, the nearest to the eye; NULL: none. Hidden
/// ones are passed over; so are those without end and those that fill the picture, a click on which
/// means the picture, but with `edges` near their edges.
const cd_named_shape *cd_viewer_shape_at(const cd_viewer *viewer, cd_point2 at, bool edges);
/// Picks the query or else the shape that is drawn at a point; nothing there: picks nothing.
void cd_viewer_pick(cd_viewer *viewer, cd_point2 at);
/// The mouse on the picture: moves it, turns the orbit, zooms at a point.
void cd_viewer_pan(cd_viewer *viewer, double dx, double dy);
void cd_viewer_turn(cd_viewer *viewer, double dx, double dy);
void cd_viewer_zoom(cd_viewer *viewer, cd_point2 at, double factor);
void cd_viewer_point(cd_viewer *viewer, cd_point2 at);
bool cd_viewer_on_scene(const cd_viewer *viewer, cd_point2 at);

void cd_viewer_draw(cd_viewer *viewer, cd_pen *pen);
/// What there is to be drawn, but for the picker and the line of the console.
cd_screen cd_viewer_screen(const cd_viewer *viewer);
/// A short message that passes.
__attribute__((format(printf, 2, 3))) void cd_viewer_say(cd_viewer *viewer, const char *format,
                                                         ...);
/// One line that tells what is on the screen, for programs that watch (--report).
void cd_viewer_report(const cd_viewer *viewer, char *out, size_t size);

// ------------------------------------------------------------------------- viewer_views.c, for
// viewer.c

cd_rect cd_viewer_viewport(const cd_viewer *viewer);
/// The panels or the window have changed: cameras nobody has moved show everything again.
void cd_viewer_fit(cd_viewer *viewer);
/// The scenario on the screen is another one: its view, its size.
void cd_viewer_settle(cd_viewer *viewer);
void cd_viewer_frame_untouched(cd_viewer *viewer);
void cd_viewer_frame_all(cd_viewer *viewer);
void cd_viewer_set_view(cd_viewer *viewer, cd_view view);

// ----------------------------------------------------------------------------------------
// viewer_save.c

/// Opens a script or a kept run by its path; NULL, or why not.
const char *cd_viewer_show(cd_viewer *viewer, const char *path, char *why, size_t size);
/// Keeps the run in a file: of this name, or NULL: of a new one in the current folder.
bool cd_viewer_save(cd_viewer *viewer, const char *path, char *said, size_t size);
/// Begins or ends a video; what there is to tell.
void cd_viewer_film(cd_viewer *viewer, char *said, size_t size);
/// While a video is made time goes from picture to picture: whether the next one can be made.
bool cd_viewer_film_ready(cd_viewer *viewer);
void cd_viewer_film_add(cd_viewer *viewer, const cd_canvas *canvas);
/// Looks after a video that is being finished; true: `said` tells of its end. `wait`: for that.
bool cd_viewer_film_tend(cd_viewer *viewer, bool wait, char *said, size_t size);

// ------------------------------------------------------------------------- viewer_pick.c, for
// viewer.c

/// Lets the inspector meet the frame on the screen; to be called before it is used.
void cd_viewer_inspect(cd_viewer *viewer);
/// The error, or else everything about the pick, for the clipboard. What it was; NULL: nothing.
const char *cd_viewer_copy(cd_viewer *viewer);
/// Makes a test of the picked query; `said` tells where, or why not.
void cd_viewer_keep_test(cd_viewer *viewer, char *said, size_t size);

/// The window's title.
void cd_viewer_title(const cd_viewer *viewer, char *out, size_t size);

// ------------------------------------------------------------------ viewer_remember.c, for
// viewer.c

/// Takes up what was remembered, and returns the scenario to open: `path`, or where the command
/// line names none the one of the last time. With --frame, the picture is as it is without a
/// window, and nothing is taken up.
const char *cd_viewer_recall(cd_viewer *viewer, const cd_options *options, const char *path);
/// The views of the scenario that has been opened, where it is the one of the last time.
void cd_viewer_recall_views(cd_viewer *viewer);
void cd_viewer_remember(const cd_viewer *viewer);

#endif
