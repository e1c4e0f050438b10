// The frames of a run in order. Thinning out halves what is left of the older messages, time and
// again: only those at multiples of a stride that doubles stay, but for the frames in use.
#include "record/recording.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Frames that are not thinned out: the last ones, and those about the one on the screen.
#define RECENT 512
#define AROUND 256

static cd_moment moment_of(const cd_frame *frame) {
    cd_moment moment = {.hash = frame->hash, .figure = frame->figure};
    for (int i = 0; i < frame->check_count; i++)
        moment.failed = moment.failed || !frame->checks[i].passed;
    return moment;
}

static bool make_room(cd_recording *recording) {
    if (recording->count < recording->capacity)
        return true;
    int capacity = recording->capacity ? recording->capacity * 2 : 256;
    cd_moment *moments = realloc(recording->moments, (size_t)capacity * sizeof *moments);
    if (!moments)
        return false;
    recording->moments = moments;
    for (int i = 0; i < recording->plot_count; i++) {
        cd_plot *plot = &recording->plots[i];
        float *values = realloc(plot->values, (size_t)capacity * sizeof *values);
        if (!values)
            return false;
        for (int k = recording->capacity; k < capacity; k++)
            values[k] = NAN;
        plot->values = values;
    }
    recording->capacity = capacity;
    return true;
}

/// The plot of a name, new ones as long as there is room; NULL beyond.
static cd_plot *find_plot(cd_recording *recording, const char *name) {
    for (int i = 0; i < recording->plot_count; i++)
        if (strncmp(recording->plots[i].name, name, sizeof recording->plots[i].name - 1) == 0)
            return &recording->plots[i];
    if (recording->plot_count == CD_PLOTS_MAX)
        return NULL;
    cd_plot *plot = &recording->plots[recording->plot_count];
    plot->values = malloc((size_t)recording->capacity * sizeof *plot->values);
    if (!plot->values)
        return NULL;
    for (int k = 0; k < recording->capacity; k++)
        plot->values[k] = NAN;
    snprintf(plot->name, sizeof plot->name, "%s", name);
    recording->plot_count++;
    return plot;
}

static void keep_plots(cd_recording *recording, const cd_frame *frame) {
    for (int i = 0; i < frame->drawing_count; i++) {
        if (frame->drawings[i].kind != CD_DRAW_PLOT)
            continue;
        cd_plot *plot = find_plot(recording, frame->drawings[i].text);
        if (plot)
            plot->values[frame->frame] = (float)frame->drawings[i].number;
    }
}

static void drop(cd_recording *recording, int frame) {
    cd_moment *moment = &recording->moments[frame];
    recording->memory -= moment->bytes.size;
    cd_bytes_free(&moment->bytes);
    moment->detail = CD_DETAIL_NONE;
}

bool cd_recording_put(cd_recording *recording, const cd_frame *frame, const uint8_t *data,
                      size_t size) {
    if (frame->frame < 0 || frame->frame > recording->count || !make_room(recording))
        return false;
    const bool again = frame->frame < recording->count;
    cd_moment *moment = &recording->moments[frame->frame];
    if (again && moment->hash != frame->hash)
        return false;
    if (again && moment->detail >= frame->detail)
        return true;
    const bool kept = data && frame->detail > CD_DETAIL_NONE;
    cd_bytes copy = {0};
    if (kept) {
        copy = (cd_bytes){.data = malloc(size), .size = size, .capacity = size};
        if (!copy.data)
            return false;
        memcpy(copy.data, data, size);
    }
    if (again)
        drop(recording, frame->frame);
    else
        recording->count++;
    *moment = moment_of(frame);
    moment->bytes = copy;
    moment->detail = kept ? frame->detail : CD_DETAIL_NONE;
    recording->memory += copy.size;
    keep_plots(recording, frame);
    return true;
}

cd_detail cd_recording_detail(const cd_recording *recording, int frame) {
    const bool there = frame >= 0 && frame < recording->count;
    return there ? recording->moments[frame].detail : CD_DETAIL_NONE;
}

bool cd_recording_frame(const cd_recording *recording, int frame, cd_arena *arena, cd_frame *out) {
    if (frame < 0 || frame >= recording->count || recording->moments[frame].bytes.size == 0)
        return false;
    const cd_bytes *bytes = &recording->moments[frame].bytes;
    cd_message message;
    if (!cd_message_decode(bytes->data, bytes->size, arena, &message) ||
        message.type != CD_MSG_FRAME)
        return false;
    *out = message.as.frame;
    return true;
}

/// Drops messages at other than multiples of the stride, outside of what is in use.
static void thin_once(cd_recording *recording, int recent, int low, int high) {
    for (int i = 2; i < recording->count - recent; i++)
        if (i % recording->stride != 0 && (i < low || i > high))
            drop(recording, i);
}

void cd_recording_thin(cd_recording *recording, size_t limit, int near) {
    int recent = RECENT, around = AROUND;
    while (recording->memory > limit && recent + around > 2) {
        recording->stride = recording->stride ? recording->stride : 2;
        thin_once(recording, recent, near - around, near + around);
        if (recording->memory <= limit)
            return;
        if (recording->stride <= recording->count) {
            recording->stride *= 2;
        } else { // single frames are huge: keep fewer of them
            recent /= 2;
            around /= 2;
        }
    }
}

void cd_recording_adopt(cd_recording *recording, cd_recording *from) {
    for (int i = 0; i < from->plot_count; i++) {
        cd_plot *plot = find_plot(recording, from->plots[i].name);
        for (int k = 0; plot && k < recording->count && k < from->count; k++)
            if (isnan(plot->values[k]) && recording->moments[k].hash == from->moments[k].hash)
                plot->values[k] = from->plots[i].values[k];
    }
    for (int i = 0; i < recording->count && i < from->count; i++) {
        cd_moment *to = &recording->moments[i], *other = &from->moments[i];
        if (to->hash != other->hash)
            continue;
        if (to->figure == 0)
            to->figure = other->figure;
        if (to->detail >= other->detail)
            continue;
        const cd_moment kept = *to;
        recording->memory += other->bytes.size - to->bytes.size;
        from->memory += to->bytes.size - other->bytes.size;
        *to = *other;
        *other = kept;
    }
}

void cd_recording_free(cd_recording *recording) {
    for (int i = 0; i < recording->count; i++)
        cd_bytes_free(&recording->moments[i].bytes);
    for (int i = 0; i < recording->plot_count; i++)
        free(recording->plots[i].values);
    free(recording->moments);
    *recording = (cd_recording){0};
}
