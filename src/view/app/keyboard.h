// What SDL's keys mean: a key of the panels, an action by the table of actions.h, or, if neither
// wants it, a key of the scenario. The scenario comes first for the keys that it lists in `keys`.
// Held keys go to the player with each tick, and from there to the script (play/player.h).
#ifndef VIEW_APP_KEYBOARD_H
#define VIEW_APP_KEYBOARD_H

#include "view/kit/ui.h"
#include "view/panels/actions.h"
#include "view/play/inputs.h"

#include <SDL.h>

typedef struct cd_held_key {
    char name[CD_KEY_LENGTH];
    bool down;
    double since; ///< when it went down
} cd_held_key;

/// The scenario's keys, and the buttons of mouse and gamepad.
typedef struct cd_keyboard {
    cd_held_key held[CD_KEYS_MAX];
    int count;
} cd_keyboard;

/// The name by which scripts know a key: SDL's in lower case.
void cd_key_name(SDL_Keycode key, char out[CD_KEY_LENGTH]);

/// The action of a key. taken: the scenario takes this key from the window, so the action is on
/// Ctrl and the key.
cd_action cd_action_of_key(SDL_Keycode key, Uint16 modifiers, bool taken);
cd_ui_key cd_ui_key_of(SDL_Keycode key, Uint16 modifiers);

void cd_keyboard_press(cd_keyboard *keyboard, const char *name, double now);
/// Releases a key, or for NULL all of them.
void cd_keyboard_release(cd_keyboard *keyboard, const char *name);
/// The keys that are down.
cd_held cd_keyboard_held(cd_keyboard *keyboard, double now);

#endif
