// See inputs.h. Both lists are in order of their frames.
#include "view/play/inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same(const cd_held *a, const cd_held *b) {
    bool equal = a->count == b->count && a->dragging == b->dragging;
    for (int i = 0; equal && i < a->count; i++)
        equal = strcmp(a->names[i], b->names[i]) == 0;
    if (equal && a->dragging)
        equal = strcmp(a->dragged, b->dragged) == 0 && cd_equal(a->to, b->to);
    return equal;
}

/// The list with room for one more; NULL without memory.
static void *grow(void *list, int count, int *capacity, size_t size) {
    if (count < *capacity)
        return list;
    const int room = *capacity > 0 ? 2 * *capacity : 64;
    void *grown = realloc(list, (size_t)room * size);
    if (grown != NULL)
        *capacity = room;
    return grown;
}

static void cut_entries(cd_inputs *inputs, int frame) {
    while (inputs->count > 0 && inputs->entries[inputs->count - 1].frame >= frame)
        inputs->count--;
}

void cd_inputs_cut(cd_inputs *inputs, int frame) {
    cut_entries(inputs, frame);
    while (inputs->setting_count > 0 && inputs->settings[inputs->setting_count - 1].frame >= frame)
        inputs->setting_count--;
}

void cd_inputs_hold(cd_inputs *inputs, int frame, const cd_held *held) {
    cut_entries(inputs, frame);
    const cd_held none = {0};
    const cd_held *before = inputs->count > 0 ? &inputs->entries[inputs->count - 1].held : &none;
    if (same(before, held))
        return;
    struct cd_input *entries =
        grow(inputs->entries, inputs->count, &inputs->capacity, sizeof *entries);
    if (entries == NULL)
        return;
    inputs->entries = entries;
    inputs->entries[inputs->count++] = (struct cd_input){frame, *held};
}

static void add_event(cd_inputs *inputs, int frame, const char *name, const char *value) {
    struct cd_input_setting *settings =
        grow(inputs->settings, inputs->setting_count, &inputs->setting_capacity, sizeof *settings);
    if (settings == NULL)
        return;
    inputs->settings = settings;
    int at = inputs->setting_count++;
    for (; at > 0 && settings[at - 1].frame > frame; at--)
        settings[at] = settings[at - 1];
    settings[at].frame = frame;
    snprintf(settings[at].name, sizeof settings[at].name, "%s", name);
    snprintf(settings[at].value, sizeof settings[at].value, "%s", value);
}

void cd_inputs_set(cd_inputs *inputs, int frame, const char *name, const char *value) {
    int left = 0;
    for (int i = 0; i < inputs->setting_count; i++)
        if (inputs->settings[i].frame < frame || strcmp(inputs->settings[i].name, name) != 0)
            inputs->settings[left++] = inputs->settings[i];
    inputs->setting_count = left;
    add_event(inputs, frame, name, value);
}

void cd_inputs_say(cd_inputs *inputs, int frame, const char *line) {
    add_event(inputs, frame, "", line);
}

cd_held cd_inputs_at(const cd_inputs *inputs, int frame, int most, int *run) {
    int i = inputs->count;
    while (i > 0 && inputs->entries[i - 1].frame > frame)
        i--;
    *run = most;
    if (i < inputs->count && inputs->entries[i].frame - frame < *run)
        *run = inputs->entries[i].frame - frame;
    for (int s = inputs->setting_count - 1; s >= 0 && inputs->settings[s].frame > frame; s--)
        if (inputs->settings[s].frame - frame < *run)
            *run = inputs->settings[s].frame - frame;
    return i > 0 ? inputs->entries[i - 1].held : (cd_held){0};
}

int cd_inputs_settings(const cd_inputs *inputs, int frame, cd_setting *out, int most) {
    int count = 0;
    for (int i = 0; i < inputs->setting_count && count < most; i++)
        if (inputs->settings[i].frame == frame && inputs->settings[i].name[0] != '\0')
            out[count++] = (cd_setting){inputs->settings[i].name, inputs->settings[i].value};
    return count;
}

int cd_inputs_lines(const cd_inputs *inputs, int frame, const char **out, int most) {
    int count = 0;
    for (int i = 0; i < inputs->setting_count && count < most; i++)
        if (inputs->settings[i].frame == frame && inputs->settings[i].name[0] == '\0')
            out[count++] = inputs->settings[i].value;
    return count;
}

void cd_inputs_ask(const cd_inputs *inputs, int from, int most, cd_detail detail, cd_ask *out) {
    cd_step *step = &out->step;
    *step = (cd_step){
        .detail = detail, .keys = out->keys, .settings = out->settings, .lines = out->lines};
    out->held = cd_inputs_at(inputs, from, most, &step->count);
    for (; step->key_count < out->held.count; step->key_count++)
        out->keys[step->key_count] = out->held.names[step->key_count];
    if (out->held.dragging)
        step->drag = (cd_drag){out->held.dragged, out->held.to};
    step->setting_count = cd_inputs_settings(inputs, from, out->settings, CD_SETTINGS_MAX);
    step->line_count = cd_inputs_lines(inputs, from, out->lines, CD_SETTINGS_MAX);
}

static bool fits(const cd_step *step) {
    bool good = step->key_count <= CD_KEYS_MAX && step->setting_count <= CD_SETTINGS_MAX &&
                step->line_count <= CD_SETTINGS_MAX &&
                (step->drag.key == NULL || strlen(step->drag.key) < CD_DRAG_KEY_MAX);
    for (int i = 0; good && i < step->key_count; i++)
        good = strlen(step->keys[i]) < CD_KEY_LENGTH;
    for (int i = 0; good && i < step->line_count; i++)
        good = strlen(step->lines[i]) < CD_VALUE_MAX;
    for (int i = 0; good && i < step->setting_count; i++) {
        const size_t length = strlen(step->settings[i].name);
        good = length > 0 && length < sizeof(((struct cd_input_setting *)0)->name) &&
               strlen(step->settings[i].value) < CD_VALUE_MAX;
    }
    return good;
}

bool cd_inputs_take(cd_inputs *inputs, int from, const cd_step *step) {
    if (!fits(step))
        return false;
    cd_held held = {.count = step->key_count, .dragging = step->drag.key != NULL};
    for (int i = 0; i < step->key_count; i++)
        strcpy(held.names[i], step->keys[i]);
    if (held.dragging) {
        strcpy(held.dragged, step->drag.key);
        held.to = step->drag.to;
    }
    cd_inputs_hold(inputs, from, &held);
    for (int i = 0; i < step->setting_count; i++)
        cd_inputs_set(inputs, from, step->settings[i].name, step->settings[i].value);
    for (int i = 0; i < step->line_count; i++)
        cd_inputs_say(inputs, from, step->lines[i]);
    return true;
}

const char *cd_inputs_value(const cd_inputs *inputs, int frame, const char *name) {
    const char *value = NULL;
    for (int i = 0; i < inputs->setting_count && inputs->settings[i].frame <= frame; i++)
        if (strcmp(inputs->settings[i].name, name) == 0)
            value = inputs->settings[i].value;
    return value;
}

void cd_inputs_free(cd_inputs *inputs) {
    free(inputs->entries);
    free(inputs->settings);
    *inputs = (cd_inputs){.revision = inputs->revision};
}
