// See actions.h.
#include "view/panels/actions.h"

#include "view/scene/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const cd_action_entry cd_actions[CD_ACTION_COUNT] = {
#define ENTRY(name, keys, words) {keys, words},
    CD_ACTIONS(ENTRY)};

const cd_toggle cd_toggles[CD_TOGGLE_COUNT] = {
    {CD_ACTION_QUERIES, CD_SHOW_QUERIES, "queries", "F2", "Queries"},
    {CD_ACTION_NORMALS, CD_SHOW_NORMALS, "normals", "F3", "Normals"},
    {CD_ACTION_TRAILS, CD_SHOW_TRAILS, "trails", "F4", "Trails"},
    {CD_ACTION_NAMES, CD_SHOW_NAMES, "names", "F5", "Names"},
    {CD_ACTION_GRID, CD_SHOW_GRID, "grid", "F6", "Grid"},
    {CD_ACTION_GHOST, CD_SHOW_GHOST, "ghost", "F7: the version before the last edit",
     "The version before the last edit"},
    {CD_ACTION_BOUNDS, CD_SHOW_BOUNDS, "bounds", "F10: along the axes", "Bounds"},
    {CD_ACTION_VELOCITIES, CD_SHOW_VELOCITIES, "velocities",
     "F11: the way of the next quarter of a second", "Velocities"},
    {CD_ACTION_SHADOWS, CD_SHOW_SHADOWS, "shadows", "F12: in 3D, straight below", "Shadows"},
};

/// The bits of toggles by their labels.
static unsigned bits_of(const char *const *labels, int count) {
    unsigned bits = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < CD_TOGGLE_COUNT; k++)
            if (strcmp(labels[i], cd_toggles[k].label) == 0)
                bits |= cd_toggles[k].bit;
    return bits;
}

bool cd_toggle_applies(const cd_toggle *toggle, const cd_loaded *loaded) {
    return toggle->bit != CD_SHOW_SHADOWS || loaded == NULL || loaded->dim == 3;
}

unsigned cd_toggles_for(unsigned shown, const cd_loaded *loaded) {
    return (shown & ~bits_of(loaded->hidden, loaded->hidden_count)) |
           bits_of(loaded->shown, loaded->shown_count);
}

bool cd_action_key_is_taken(const char *name, const cd_loaded *loaded) {
    for (int i = 0; loaded != NULL && i < loaded->key_count; i++)
        if (strcmp(loaded->keys[i], name) == 0)
            return true;
    return false;
}

/// Whether the scenario takes the key of a word of the table, "Space" or "Shift+.".
static bool is_taken(const char *word, size_t length, const cd_loaded *loaded) {
    static const char *const other[][2] = {
        {"esc", "escape"}, {"pgup", "pageup"}, {"pgdn", "pagedown"}, {"?", "/"}};
    char name[32];
    const char *key = name;
    if (length > 6 && strncmp(word, "Shift+", 6) == 0)
        word += 6, length -= 6;
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    for (char *c = name; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        if (strcmp(name, other[i][0]) == 0)
            key = other[i][1];
    return cd_action_key_is_taken(key, loaded);
}

void cd_action_keys(const char *keys, const cd_loaded *loaded, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (const char *word = keys; *word != '\0';) {
        const size_t length = strcspn(word, " ");
        if (!is_taken(word, length, loaded))
            used += (size_t)snprintf(out + used, size - used, "%s%.*s", used > 0 ? " or " : "",
                                     (int)length, word);
        word += length + (word[length] == ' ');
    }
    if (used == 0)
        snprintf(out, size, "Ctrl+%.*s", (int)strcspn(keys, " "), keys);
}
