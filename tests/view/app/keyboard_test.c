// Keys of the window and of the scenario: those that a scenario takes leave the window's on Ctrl,
// in the keyboard and in the words of the help. And a gamepad that comes, plays and leaves, as a
// virtual device of SDL.
#include "check.h"
#include "view/app/gamepad.h"

#include <string.h>

static void test_taken_keys(void) {
    CHECK(cd_action_of_key(SDLK_SPACE, 0, false) == CD_ACTION_PLAY);
    CHECK(cd_action_of_key(SDLK_SPACE, 0, true) == CD_ACTION_NONE);
    CHECK(cd_action_of_key(SDLK_SPACE, KMOD_LCTRL, true) == CD_ACTION_PLAY);
    CHECK(cd_action_of_key(SDLK_SPACE, KMOD_LCTRL, false) == CD_ACTION_NONE);
    CHECK(cd_action_of_key(SDLK_PERIOD, KMOD_LSHIFT, true) == CD_ACTION_NONE);
    CHECK(cd_action_of_key(SDLK_PERIOD, KMOD_LSHIFT | KMOD_LCTRL, true) == CD_ACTION_STEP_MANY);
    CHECK(cd_action_of_key(SDLK_TAB, KMOD_LCTRL, true) == CD_ACTION_PANELS);
    CHECK(cd_action_of_key(SDLK_s, KMOD_LCTRL, true) == CD_ACTION_SAVE); // as ever
    CHECK(cd_action_of_key(SDLK_SPACE, KMOD_LALT, true) == CD_ACTION_NONE);
}

static void test_words(void) {
    const char *keys[] = {"space", ".", "escape", "f1", "pageup"};
    const cd_loaded loaded = {.key_count = 5, .keys = keys};
    static const char *const words[][3] = {
        {"Space P", "Space or P", "P"}, {"Shift+.", "Shift+.", "Ctrl+Shift+."},
        {"Esc", "Esc", "Ctrl+Esc"},     {"F1 ?", "F1 or ?", "?"},
        {"[ PgUp", "[ or PgUp", "["},   {"Ctrl+Q", "Ctrl+Q", "Ctrl+Q"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[64];
        cd_action_keys(words[i][0], NULL, text, sizeof text);
        CHECK(strcmp(text, words[i][1]) == 0);
        cd_action_keys(words[i][0], &loaded, text, sizeof text);
        CHECK(strcmp(text, words[i][2]) == 0);
    }
}

static void pump(cd_gamepad *pad, cd_keyboard *keyboard) {
    SDL_Event e;
    while (SDL_PollEvent(&e))
        cd_gamepad_event(pad, keyboard, &e, 0);
}

static void test_gamepad(void) {
    cd_gamepad pad = {0};
    cd_keyboard keyboard = {0};
    cd_gamepad_start(&pad);
    pump(&pad, &keyboard);
    if (pad.controller != NULL)
        return; // this machine has one of its own
    CHECK(!cd_gamepad_axes(&pad).connected);
    const int device = SDL_JoystickAttachVirtual(
        SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX, SDL_CONTROLLER_BUTTON_MAX, 0);
    CHECK(device >= 0);
    pump(&pad, &keyboard);
    CHECK(pad.controller != NULL);
    SDL_Joystick *stick = SDL_GameControllerGetJoystick(pad.controller);
    SDL_JoystickSetVirtualButton(stick, SDL_CONTROLLER_BUTTON_A, 1);
    SDL_JoystickSetVirtualAxis(stick, SDL_CONTROLLER_AXIS_LEFTX, -32768);
    SDL_JoystickUpdate();
    pump(&pad, &keyboard);
    cd_held held = cd_keyboard_held(&keyboard, 0);
    CHECK(held.count == 1 && strcmp(held.names[0], "pad a") == 0);
    CHECK(cd_gamepad_axes(&pad).connected && cd_gamepad_axes(&pad).axes[0] == -1);
    // It leaves with a button down.
    SDL_JoystickDetachVirtual(device);
    pump(&pad, &keyboard);
    held = cd_keyboard_held(&keyboard, 1);
    CHECK(pad.controller == NULL && held.count == 0 && !cd_gamepad_axes(&pad).connected);
    cd_gamepad_stop(&pad);
    SDL_Quit();
}

/// A key that is pressed again is held once, a tap is held for a moment, and of too many keys the
/// last ones are not.
static void test_held(void) {
    cd_keyboard keyboard = {0};
    for (int i = 0; i < 2; i++)
        cd_keyboard_press(&keyboard, "a", i);
    CHECK(cd_keyboard_held(&keyboard, 9).count == 1);
    cd_keyboard_release(&keyboard, "a");
    CHECK(cd_keyboard_held(&keyboard, 1).count == 1 && cd_keyboard_held(&keyboard, 9).count == 0);
    for (int i = 0; i < CD_KEYS_MAX + 3; i++) {
        const char name[2] = {(char)('a' + i), '\0'};
        cd_keyboard_press(&keyboard, name, 9);
    }
    CHECK(cd_keyboard_held(&keyboard, 9).count == CD_KEYS_MAX);
}

int main(void) {
    test_taken_keys();
    test_words();
    test_gamepad();
    test_held();
    return failures > 0;
}
