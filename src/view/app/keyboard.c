// See keyboard.h.
#include "view/app/keyboard.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define TAP_SECONDS 0.045 ///< that a key counts as held at least, so that no frame misses a tap

// ---------------------------------------------------------------------------------------- actions

/// Whether a word of the table, without its Shift+ or Ctrl+, names a key.
static bool is_key(const char *word, size_t length, SDL_Keycode key, bool shift) {
    static const struct {
        const char *word;
        SDL_Keycode key;
    } special[] = {{"Esc", SDLK_ESCAPE}, {"PgUp", SDLK_PAGEUP}, {"PgDn", SDLK_PAGEDOWN}};
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
        if (strcmp(name, special[i].word) == 0)
            return key == special[i].key;
    if (strcmp(name, "?") == 0) // on most keyboards this is Shift and another key
        return key == SDLK_QUESTION || (key == SDLK_SLASH && shift);
    return key == SDL_GetKeyFromName(name);
}

/// Finds the action of a key; chord: "", "Shift+", "Ctrl+" or "Ctrl+Shift+".
static cd_action find_action(const char *chord, SDL_Keycode key, bool shift) {
    size_t skip = strlen(chord);
    for (int action = 1; action < CD_ACTION_COUNT; action++)
        for (const char *word = cd_actions[action].keys; *word != '\0';) {
            size_t length = strcspn(word, " ");
            bool fits = length > skip && strncmp(word, chord, skip) == 0;
            if (fits && is_key(word + skip, length - skip, key, shift))
                return (cd_action)action;
            word += length + (word[length] == ' ');
        }
    return CD_ACTION_NONE;
}

/// The action of a key without Ctrl.
static cd_action plain_action(SDL_Keycode key, bool shift) {
    cd_action action = shift ? find_action("Shift+", key, shift) : CD_ACTION_NONE;
    return action != CD_ACTION_NONE ? action : find_action("", key, shift);
}

cd_action cd_action_of_key(SDL_Keycode key, Uint16 modifiers, bool taken) {
    bool shift = modifiers & KMOD_SHIFT;
    if (modifiers & (KMOD_ALT | KMOD_GUI))
        return CD_ACTION_NONE;
    if (!(modifiers & KMOD_CTRL))
        return taken ? CD_ACTION_NONE : plain_action(key, shift);
    cd_action action = shift ? find_action("Ctrl+Shift+", key, shift) : CD_ACTION_NONE;
    if (action == CD_ACTION_NONE)
        action = find_action("Ctrl+", key, shift);
    return action == CD_ACTION_NONE && taken ? plain_action(key, shift) : action;
}

cd_ui_key cd_ui_key_of(SDL_Keycode key, Uint16 modifiers) {
    static const struct {
        SDL_Keycode key;
        cd_ui_key to;
    } keys[] = {{SDLK_LEFT, CD_KEY_LEFT},
                {SDLK_RIGHT, CD_KEY_RIGHT},
                {SDLK_UP, CD_KEY_UP},
                {SDLK_DOWN, CD_KEY_DOWN},
                {SDLK_HOME, CD_KEY_HOME},
                {SDLK_END, CD_KEY_END},
                {SDLK_PAGEUP, CD_KEY_PAGE_UP},
                {SDLK_PAGEDOWN, CD_KEY_PAGE_DOWN},
                {SDLK_RETURN, CD_KEY_ENTER},
                {SDLK_KP_ENTER, CD_KEY_ENTER},
                {SDLK_SPACE, CD_KEY_SPACE},
                {SDLK_ESCAPE, CD_KEY_ESCAPE},
                {SDLK_BACKSPACE, CD_KEY_BACKSPACE},
                {SDLK_DELETE, CD_KEY_DELETE},
                {SDLK_TAB, CD_KEY_COMPLETE}};
    if (key == SDLK_TAB && modifiers & KMOD_CTRL)
        return modifiers & KMOD_SHIFT ? CD_KEY_PREVIOUS : CD_KEY_NEXT;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0] && !(modifiers & KMOD_CTRL); i++)
        if (keys[i].key == key)
            return keys[i].to;
    return CD_KEY_NONE;
}

// ---------------------------------------------------------------------------------------- scenario

void cd_key_name(SDL_Keycode key, char out[CD_KEY_LENGTH]) {
    snprintf(out, CD_KEY_LENGTH, "%s", SDL_GetKeyName(key));
    for (; *out != '\0'; out++)
        *out = (char)tolower((unsigned char)*out);
}

void cd_keyboard_press(cd_keyboard *keyboard, const char *name, double now) {
    cd_held_key *key = NULL;
    for (int i = 0; i < keyboard->count; i++)
        if (strcmp(keyboard->held[i].name, name) == 0)
            key = &keyboard->held[i];
    if (key == NULL && keyboard->count < CD_KEYS_MAX)
        key = &keyboard->held[keyboard->count++];
    if (key == NULL)
        return;
    snprintf(key->name, sizeof key->name, "%s", name);
    key->down = true;
    key->since = now;
}

void cd_keyboard_release(cd_keyboard *keyboard, const char *name) {
    for (int i = 0; i < keyboard->count; i++)
        if (name == NULL || strcmp(keyboard->held[i].name, name) == 0)
            keyboard->held[i].down = false;
}

cd_held cd_keyboard_held(cd_keyboard *keyboard, double now) {
    cd_held keys = {0};
    int left = 0;
    for (int i = 0; i < keyboard->count; i++) {
        if (!keyboard->held[i].down && now - keyboard->held[i].since > TAP_SECONDS)
            continue;
        keyboard->held[left++] = keyboard->held[i];
        strcpy(keys.names[keys.count++], keyboard->held[left - 1].name);
    }
    keyboard->count = left;
    return keys;
}
