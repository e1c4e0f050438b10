// See inputs.h.
#include "view/play/inputs.h"

#include "record/allocate.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_mouse(const cd_mouse *a, const cd_mouse *b) {
    return a->known == b->known && a->inside == b->inside && cd_equal(a->at, b->at) &&
           a->wheel == b->wheel;
}

static bool same_pad(const cd_pad *a, const cd_pad *b) {
    bool equal = a->connected == b->connected;
    for (int i = 0; equal && i < CD_PAD_AXES; i++)
        equal = a->axes[i] == b->axes[i];
    return equal;
}

static bool same_held(const cd_held *a, const cd_held *b) {
    bool equal = a->count == b->count && same_mouse(&a->mouse, &b->mouse) &&
                 same_pad(&a->pad, &b->pad) && strcmp(a->text, b->text) == 0 &&
                 strcmp(a->grip.key, b->grip.key) == 0 &&
                 (a->grip.key[0] == '\0' || cd_equal(a->grip.to, b->grip.to));
    for (int i = 0; equal && i < a->count; i++)
        equal = strcmp(a->names[i], b->names[i]) == 0;
    return equal;
}

bool cd_held_is_momentary(const cd_held *held) {
    return held->mouse.wheel != 0 || held->text[0] != '\0';
}

/// What is still held in the frames after a change.
static cd_held held_after(const cd_held *change) {
    cd_held held = *change;
    held.mouse.wheel = 0;
    held.text[0] = '\0';
    return held;
}

static void truncate_held(cd_inputs *inputs, int frame) {
    while (inputs->change_count > 0 && inputs->changes[inputs->change_count - 1].frame >= frame)
        inputs->change_count--;
}

void cd_inputs_truncate(cd_inputs *inputs, int frame) {
    truncate_held(inputs, frame);
    while (inputs->event_count > 0 && inputs->events[inputs->event_count - 1].frame >= frame)
        inputs->event_count--;
}

void cd_inputs_hold(cd_inputs *inputs, int frame, const cd_held *held) {
    assert(frame >= 0 && held->count >= 0 && held->count <= CD_KEYS_MAX);
    truncate_held(inputs, frame);
    const int count = inputs->change_count;
    const cd_held before = count > 0 ? held_after(&inputs->changes[count - 1].held) : (cd_held){0};
    if (same_held(&before, held))
        return;
    cd_held_change *changes =
        cd_grow(inputs->changes, count, &inputs->change_capacity, sizeof *changes);
    if (changes == NULL)
        return;
    inputs->changes = changes;
    changes[inputs->change_count++] = (cd_held_change){frame, *held};
}

/// Inserts an event behind those of its frame and before those of later ones.
static void add_event(cd_inputs *inputs, int frame, const char *name, const char *value) {
    assert(frame >= 0);
    cd_input_event *events =
        cd_grow(inputs->events, inputs->event_count, &inputs->event_capacity, sizeof *events);
    if (events == NULL)
        return;
    inputs->events = events;
    int at = inputs->event_count++;
    for (; at > 0 && events[at - 1].frame > frame; at--)
        events[at] = events[at - 1];
    events[at].frame = frame;
    snprintf(events[at].name, sizeof events[at].name, "%s", name);
    snprintf(events[at].value, sizeof events[at].value, "%s", value);
}

void cd_inputs_set(cd_inputs *inputs, int frame, const char *name, const char *value) {
    int left = 0;
    for (int i = 0; i < inputs->event_count; i++)
        if (inputs->events[i].frame < frame || strcmp(inputs->events[i].name, name) != 0)
            inputs->events[left++] = inputs->events[i];
    inputs->event_count = left;
    add_event(inputs, frame, name, value);
}

void cd_inputs_add_line(cd_inputs *inputs, int frame, const char *line) {
    add_event(inputs, frame, "", line);
}

cd_held cd_inputs_at(const cd_inputs *inputs, int frame, int most, int *run) {
    int i = inputs->change_count;
    while (i > 0 && inputs->changes[i - 1].frame > frame)
        i--;
    *run = most;
    if (i < inputs->change_count && inputs->changes[i].frame - frame < *run)
        *run = inputs->changes[i].frame - frame;
    for (int e = inputs->event_count - 1; e >= 0 && inputs->events[e].frame > frame; e--)
        if (inputs->events[e].frame - frame < *run)
            *run = inputs->events[e].frame - frame;
    if (i == 0)
        return (cd_held){0};
    const cd_held_change *change = &inputs->changes[i - 1];
    if (change->frame < frame)
        return held_after(&change->held);
    if (cd_held_is_momentary(&change->held))
        *run = 1;
    return change->held;
}

cd_param cd_inputs_param(const cd_inputs *inputs, int frame, const cd_param *declared) {
    cd_param param = *declared;
    const char *value = NULL;
    for (int i = 0; i < inputs->event_count && inputs->events[i].frame <= frame; i++)
        if (strcmp(inputs->events[i].name, param.name) == 0)
            value = inputs->events[i].value;
    if (value == NULL)
        return param;
    if (param.kind == CD_PARAM_NUMBER)
        param.number = strtod(value, NULL);
    else if (param.kind == CD_PARAM_BOOLEAN)
        param.boolean = strcmp(value, "true") == 0;
    for (int i = 0; i < param.choice_count; i++)
        if (strcmp(param.choices[i], value) == 0)
            param.choice = i;
    return param;
}

void cd_inputs_step(const cd_inputs *inputs, int from, int most, cd_detail detail,
                    cd_input_step *out) {
    cd_step *step = &out->step;
    *step = (cd_step){
        .detail = detail, .keys = out->keys, .settings = out->settings, .lines = out->lines};
    out->held = cd_inputs_at(inputs, from, most, &step->count);
    step->mouse = out->held.mouse;
    step->pad = out->held.pad;
    step->text = out->held.text;
    for (; step->key_count < out->held.count; step->key_count++)
        out->keys[step->key_count] = out->held.names[step->key_count];
    if (out->held.grip.key[0] != '\0')
        step->drag = (cd_drag){out->held.grip.key, out->held.grip.to};
    for (int i = 0; i < inputs->event_count; i++) {
        const cd_input_event *event = &inputs->events[i];
        if (event->frame == from && event->name[0] == '\0' && step->line_count < CD_SETTINGS_MAX)
            out->lines[step->line_count++] = event->value;
        else if (event->frame == from && event->name[0] != '\0' &&
                 step->setting_count < CD_SETTINGS_MAX)
            out->settings[step->setting_count++] = (cd_setting){event->name, event->value};
    }
}

/// Whether all texts of a step have room in cd_held and cd_input_event.
static bool has_room(const cd_step *step) {
    bool good = step->key_count <= CD_KEYS_MAX && step->setting_count <= CD_SETTINGS_MAX &&
                step->line_count <= CD_SETTINGS_MAX &&
                (step->drag.key == NULL || strlen(step->drag.key) < CD_DRAG_KEY_MAX) &&
                (step->text == NULL || strlen(step->text) < CD_TYPED_MAX);
    for (int i = 0; good && i < step->key_count; i++)
        good = strlen(step->keys[i]) < CD_KEY_LENGTH;
    for (int i = 0; good && i < step->line_count; i++)
        good = strlen(step->lines[i]) < CD_VALUE_MAX;
    for (int i = 0; good && i < step->setting_count; i++)
        good = step->settings[i].name[0] != '\0' && strlen(step->settings[i].name) < CD_VALUE_MAX &&
               strlen(step->settings[i].value) < CD_VALUE_MAX;
    return good;
}

bool cd_inputs_add_step(cd_inputs *inputs, int from, const cd_step *step) {
    if (!has_room(step))
        return false;
    cd_held held = {
        .count = step->key_count, .mouse = step->mouse, .pad = step->pad, .grip.to = step->drag.to};
    if (step->text != NULL)
        strcpy(held.text, step->text);
    for (int i = 0; i < step->key_count; i++)
        strcpy(held.names[i], step->keys[i]);
    if (step->drag.key != NULL)
        strcpy(held.grip.key, step->drag.key);
    cd_inputs_hold(inputs, from, &held);
    for (int i = 0; i < step->setting_count; i++)
        cd_inputs_set(inputs, from, step->settings[i].name, step->settings[i].value);
    for (int i = 0; i < step->line_count; i++)
        cd_inputs_add_line(inputs, from, step->lines[i]);
    return true;
}

bool cd_inputs_copy(const cd_inputs *inputs, cd_inputs *out) {
    const size_t changes = (size_t)inputs->change_count, events = (size_t)inputs->event_count;
    *out = (cd_inputs){.changes = cd_allocate(changes * sizeof *out->changes + 1),
                       .events = cd_allocate(events * sizeof *out->events + 1)};
    if (out->changes == NULL || out->events == NULL) {
        cd_inputs_free(out);
        return false;
    }
    if (changes > 0)
        memcpy(out->changes, inputs->changes, changes * sizeof *out->changes);
    if (events > 0)
        memcpy(out->events, inputs->events, events * sizeof *out->events);
    out->change_count = out->change_capacity = inputs->change_count;
    out->event_count = out->event_capacity = inputs->event_count;
    return true;
}

void cd_inputs_free(cd_inputs *inputs) {
    free(inputs->changes);
    free(inputs->events);
    *inputs = (cd_inputs){.revision = inputs->revision};
}
