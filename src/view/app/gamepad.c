// See gamepad.h. When the controller is unplugged, its buttons go up and its axes to 0, and the
// next one takes its place.
#include "view/app/gamepad.h"

#include <math.h>
#include <stdio.h>

#define AXIS_LARGEST 32767.0f

_Static_assert(CD_PAD_AXES == (int)SDL_CONTROLLER_AXIS_MAX, "a pad has SDL's axes, in SDL's order");

void cd_gamepad_start(cd_gamepad *pad) {
    if (!pad->started)
        SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER); // without it there is no pad, and no harm
    pad->started = true;
}

/// Opens the first controller that can be opened.
static void open_first(cd_gamepad *pad) {
    for (int i = 0; i < SDL_NumJoysticks() && pad->controller == NULL; i++)
        if (SDL_IsGameController(i))
            pad->controller = SDL_GameControllerOpen(i);
}

/// The joystick behind the controller; -1: none.
static SDL_JoystickID instance_of(const cd_gamepad *pad) {
    return pad->controller != NULL
               ? SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pad->controller))
               : -1;
}

static void button_name(int button, char out[CD_KEY_LENGTH]) {
    const char *name = SDL_GameControllerGetStringForButton((SDL_GameControllerButton)button);
    snprintf(out, CD_KEY_LENGTH, "pad %s", name != NULL ? name : "");
}

/// Closes the controller and releases all its buttons.
static void leave(cd_gamepad *pad, cd_keyboard *keyboard) {
    char name[CD_KEY_LENGTH];
    for (int button = 0; button < SDL_CONTROLLER_BUTTON_MAX; button++) {
        button_name(button, name);
        cd_keyboard_release(keyboard, name);
    }
    SDL_GameControllerClose(pad->controller);
    pad->controller = NULL;
}

void cd_gamepad_event(cd_gamepad *pad, cd_keyboard *keyboard, const SDL_Event *e, double now) {
    char name[CD_KEY_LENGTH];
    switch (e->type) {
    case SDL_CONTROLLERDEVICEADDED:
        open_first(pad);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        if (pad->controller == NULL || e->cdevice.which != instance_of(pad))
            break;
        leave(pad, keyboard);
        open_first(pad);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP:
        if (pad->controller == NULL || e->cbutton.which != instance_of(pad))
            break;
        button_name(e->cbutton.button, name);
        if (e->type == SDL_CONTROLLERBUTTONDOWN)
            cd_keyboard_press(keyboard, name, now);
        else
            cd_keyboard_release(keyboard, name);
        break;
    default:
        break;
    }
}

cd_pad cd_gamepad_axes(const cd_gamepad *pad) {
    cd_pad axes = {.connected = pad->controller != NULL};
    for (int i = 0; i < CD_PAD_AXES && axes.connected; i++) {
        const Sint16 value = SDL_GameControllerGetAxis(pad->controller, (SDL_GameControllerAxis)i);
        axes.axes[i] = fmaxf((float)value / AXIS_LARGEST, -1);
    }
    return axes;
}

void cd_gamepad_stop(cd_gamepad *pad) {
    if (pad->controller != NULL)
        SDL_GameControllerClose(pad->controller);
    *pad = (cd_gamepad){0};
}
