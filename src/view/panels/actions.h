// What a person can do in the window, and the keys for it: the table behind keyboard and help.
#ifndef VIEW_PANELS_ACTIONS_H
#define VIEW_PANELS_ACTIONS_H

typedef enum cd_action {
    CD_ACTION_NONE,
    CD_ACTION_PLAY,
    CD_ACTION_STEP,
    CD_ACTION_BACK,
    CD_ACTION_STEP_MANY,
    CD_ACTION_BACK_MANY,
    CD_ACTION_RESTART,
    CD_ACTION_SLOWER,
    CD_ACTION_FASTER,
    CD_ACTION_SPEED_ONE,
    CD_ACTION_VIEW_TOP,
    CD_ACTION_VIEW_FRONT,
    CD_ACTION_VIEW_SIDE,
    CD_ACTION_VIEW_ORBIT,
    CD_ACTION_FRAME_ALL,
    CD_ACTION_QUERIES,
    CD_ACTION_NORMALS,
    CD_ACTION_TRAILS,
    CD_ACTION_NAMES,
    CD_ACTION_GRID,
    CD_ACTION_GHOST,
    CD_ACTION_BOUNDS,
    CD_ACTION_VELOCITIES,
    CD_ACTION_PANELS,
    CD_ACTION_INSPECT,
    CD_ACTION_TEST,
    CD_ACTION_OPEN,
    CD_ACTION_PREVIOUS,
    CD_ACTION_NEXT,
    CD_ACTION_CONSOLE,
    CD_ACTION_COPY,
    CD_ACTION_SAVE,
    CD_ACTION_PICTURE,
    CD_ACTION_FILM,
    CD_ACTION_HELP,
    CD_ACTION_CLOSE,
    CD_ACTION_QUIT,
    CD_ACTION_COUNT
} cd_action;

typedef struct cd_action_entry {
    const char *keys;  ///< "= +": one or two, named as on a keyboard; "Ctrl+Q", "Shift+.": chords
    const char *words; ///< for the help
} cd_action_entry;

extern const cd_action_entry cd_actions[CD_ACTION_COUNT];

/// An action that shows or hides something in the scene.
typedef struct cd_toggle {
    cd_action action;
    unsigned bit;            ///< CD_SHOW_*
    const char *label, *tip; ///< of its button
    const char *name;        ///< in the message
} cd_toggle;

enum { CD_TOGGLE_COUNT = 8 };
extern const cd_toggle cd_toggles[CD_TOGGLE_COUNT];

#endif
