// The gamepad: the first controller that SDL knows, for scenarios that read input.pad. Its buttons
// are held like keys, by SDL's names: "pad a".
#ifndef VIEW_APP_GAMEPAD_H
#define VIEW_APP_GAMEPAD_H

#include "view/app/keyboard.h"

typedef struct cd_gamepad {
    SDL_GameController *controller; ///< NULL: none is there
    bool started;                   ///< SDL looks for controllers
} cd_gamepad;

/// Begins to look for controllers, once. Those that are there come as events.
void cd_gamepad_start(cd_gamepad *pad);
/// Handles an event of a controller: it comes, leaves, or a button of it moves.
void cd_gamepad_event(cd_gamepad *pad, cd_keyboard *keyboard, const SDL_Event *e, double now);
/// The axes as they are now.
cd_pad cd_gamepad_axes(const cd_gamepad *pad);
void cd_gamepad_stop(cd_gamepad *pad);

#endif
