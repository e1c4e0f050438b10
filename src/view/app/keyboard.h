// What SDL's keys mean: a key of the panels, an action by the table of actions.h, or, where neither
// wants it, a key of the scenario. Keys that are held go to the player with each tick, and from
// there to the script (play/player.h).
#ifndef VIEW_APP_KEYBOARD_H
#define VIEW_APP_KEYBOARD_H

#include "view/panels/actions.h"
#include "view/panels/ui.h"
#include "view/play/inputs.h"

#include <SDL.h>

typedef struct cd_held_key {
    SDL_Keycode key;
    bool down;
    double since; ///< when it went down
} cd_held_key;

/// The scenario's keys.
typedef struct cd_keyboard {
    cd_held_key held[CD_KEYS_MAX];
    int count;
} cd_keyboard;

cd_action cd_action_of_key(SDL_Keycode key, Uint16 modifiers);
cd_ui_key cd_ui_key_of(SDL_Keycode key, Uint16 modifiers);

void cd_keyboard_press(cd_keyboard *keyboard, SDL_Keycode key, double now);
/// Releases a key, or for SDLK_UNKNOWN all of them.
void cd_keyboard_release(cd_keyboard *keyboard, SDL_Keycode key);
/// The keys that are down.
cd_held cd_keyboard_held(cd_keyboard *keyboard, double now);

#endif
