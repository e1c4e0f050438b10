// What a person can do in the window, and the keys for it: the table behind keyboard and help.
#ifndef VIEW_PANELS_ACTIONS_H
#define VIEW_PANELS_ACTIONS_H

#include "record/message.h"

#include <stddef.h>

/// All actions: name, keys and words. The keys are one or two, named as on a keyboard; "Ctrl+Q" and
/// "Shift+." are chords. The words are for the help. Only few letters are keys of the sandbox, as
/// all other keys go to the scenario.
// clang-format off
#define CD_ACTIONS(X) \
    X(NONE, "", "") \
    X(PLAY, "Space P", "play or pause") \
    X(STEP, ".", "one frame forwards") \
    X(BACK, ",", "one frame back") \
    X(STEP_MANY, "Shift+.", "ten frames forwards") \
    X(BACK_MANY, "Shift+,", "ten frames back") \
    X(RESTART, "R", "restart from frame 0") \
    X(UNDO, "Ctrl+Z", "bring dropped frames back (undo)") \
    X(REDO, "Ctrl+Y", "take that back (redo)") \
    X(SLOWER, "-", "slower, down to 1/16") \
    X(FASTER, "= +", "faster, up to 8") \
    X(SPEED_ONE, "0", "normal speed") \
    X(NEXT_PAGE, "Right", "next page") \
    X(PAGE_BACK, "Left", "one page back") \
    X(VIEW_TOP, "1", "view from the top") \
    X(VIEW_FRONT, "2", "view from the front") \
    X(VIEW_SIDE, "3", "view from the side") \
    X(VIEW_ORBIT, "4", "orbit: drag to turn") \
    X(FRAME_ALL, "F Home", "show everything") \
    X(QUERIES, "F2", "queries on or off") \
    X(NORMALS, "F3", "normals on or off") \
    X(TRAILS, "F4", "trails on or off") \
    X(NAMES, "F5", "names on or off") \
    X(GRID, "F6", "grid on or off") \
    X(GHOST, "F7", "the version before, as a ghost") \
    X(BOUNDS, "F10", "bounds on or off") \
    X(VELOCITIES, "F11", "velocities on or off") \
    X(SHADOWS, "F12", "shadows in 3D on or off") \
    X(PANELS, "Tab", "panels on or off") \
    X(INSPECT, "Ctrl+I", "inspector: queries, the pick") \
    X(WHY, "W", "why: the steps of the pick") \
    X(LENS, "L", "lens: distance, normal, time, fragile") \
    X(TEST, "Ctrl+T", "make a test of the picked query") \
    X(OPEN, "Ctrl+O", "open a scenario") \
    X(PREVIOUS, "[ PgUp", "previous scenario") \
    X(NEXT, "] PgDn", "next scenario") \
    X(CONSOLE, "`", "console: Lua in this frame") \
    X(COPY, "Ctrl+C", "copy error, pick or checks") \
    X(EDIT, "Ctrl+E", "open error, pick or script in the editor") \
    X(COPY_CASE, "Ctrl+Shift+C", "copy the pick, or the run, as a case") \
    X(PASTE, "Ctrl+V", "open the case on the clipboard") \
    X(SAVE, "Ctrl+S", "keep the run in a file") \
    X(PICTURE, "F8", "save a picture") \
    X(PICTURE_SVG, "Shift+F8", "save it as vectors (SVG)") \
    X(FILM, "F9", "begin or end a video") \
    X(HELP, "F1 ?", "this help") \
    X(CLOSE, "Esc", "close what is open, drop the pick") \
    X(QUIT, "Ctrl+Q", "quit")

typedef enum cd_action {
#define CD_ACTION_NAME(name, keys, words) CD_ACTION_##name,
    CD_ACTIONS(CD_ACTION_NAME)
#undef CD_ACTION_NAME
    CD_ACTION_COUNT
} cd_action;
// clang-format on

typedef struct cd_action_entry {
    const char *keys, *words;
} cd_action_entry;

extern const cd_action_entry cd_actions[CD_ACTION_COUNT];

/// An action that shows or hides something in the scene.
typedef struct cd_toggle {
    cd_action action;
    unsigned bit;            ///< CD_SHOW_*
    const char *label, *tip; ///< of its button
    const char *name;        ///< in the message
} cd_toggle;

enum { CD_TOGGLE_COUNT = 9 };
extern const cd_toggle cd_toggles[CD_TOGGLE_COUNT];

/// Whether the scenario (NULL: none) takes a key, named as in cd_loaded, from the window.
bool cd_action_key_is_taken(const char *name, const cd_loaded *loaded);

/// Writes the keys of an action as a person presses them in a scenario (NULL: in none): "F1 or ?".
/// Those that the scenario takes are left out, or, where it takes all, are on Ctrl: "Ctrl+Space".
void cd_action_keys(const char *keys, const cd_loaded *loaded, char *out, size_t size);

/// Whether a toggle does anything in a scenario (NULL: none): there are no shadows in 2D.
bool cd_toggle_applies(const cd_toggle *toggle, const cd_loaded *loaded);

/// What is shown (CD_SHOW_*) where a person has chosen `shown` and the scenario has its own wishes.
unsigned cd_toggles_for(unsigned shown, const cd_loaded *loaded);

#endif
