// The frames of a run (recording.h). Thinning out keeps, of the messages that are not in use, only
// those of frames at multiples of a stride, and doubles the stride until the rest fits.
#include "record/recording.h"

#include "record/allocate.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Frames in use, which are not thinned out: the last ones, where the run grows, and those before
/// and after the frame on the screen. At 60 frames a second, some 8 seconds of each.
enum { RECENT = 512, AROUND = 256 };

/// Frames that are always kept, from frame 0 on; and how few frames in use thinning out may leave.
enum { FIRST_FRAMES = 2, FEWEST_IN_USE = 2 };

static cd_moment moment_of(const cd_frame *frame) {
    cd_moment moment = {.hash = frame->hash, .figure = frame->figure};
    for (int i = 0; i < frame->check_count; i++)
        moment.failed = moment.failed || !frame->checks[i].passed;
    return moment;
}

/// Makes room for one more frame, also in the plots; false if memory ran out.
static bool make_room(cd_recording *recording) {
    if (recording->count < recording->capacity)
        return true;
    int capacity = recording->capacity ? recording->capacity * 2 : 256;
    cd_moment *moments = cd_reallocate(recording->moments, (size_t)capacity * sizeof *moments);
    if (!moments)
        return false;
    recording->moments = moments;
    for (int i = 0; i < recording->plot_count; i++) {
        cd_plot *plot = &recording->plots[i];
        double *values = cd_reallocate(plot->values, (size_t)capacity * sizeof *values);
        if (!values)
            return false;
        for (int k = recording->capacity; k < capacity; k++)
            values[k] = NAN;
        plot->values = values;
    }
    recording->capacity = capacity;
    return true;
}

/// Copies a text (NULL: ""), cut between code points at the size.
static void copy_name(char *out, size_t size, const char *text) {
    text = text ? text : "";
    snprintf(out, size, "%.*s", (int)cd_cut_length(text, strlen(text), size - 1), text);
}

const cd_plot *cd_recording_plot(const cd_recording *recording, const char *name, bool of_state) {
    char cut[sizeof recording->plots->name];
    copy_name(cut, sizeof cut, name);
    for (int i = 0; i < recording->plot_count; i++)
        if (recording->plots[i].of_state == of_state && strcmp(recording->plots[i].name, cut) == 0)
            return &recording->plots[i];
    return NULL;
}

/// The plot of that name, made the first time; NULL if there are too many already.
static cd_plot *find_plot(cd_recording *recording, const char *name, const char *unit,
                          bool of_state) {
    const cd_plot *known = cd_recording_plot(recording, name, of_state);
    if (known)
        return &recording->plots[known - recording->plots];
    if (recording->plot_count == CD_PLOTS_MAX)
        return NULL;
    cd_plot *plot = &recording->plots[recording->plot_count];
    plot->values = cd_allocate((size_t)recording->capacity * sizeof *plot->values);
    if (!plot->values)
        return NULL;
    for (int k = 0; k < recording->capacity; k++)
        plot->values[k] = NAN;
    copy_name(plot->name, sizeof plot->name, name);
    copy_name(plot->unit, sizeof plot->unit, unit);
    plot->of_state = of_state;
    plot->first_infinite = -1;
    recording->plot_count++;
    return plot;
}

static void note_infinite(cd_plot *plot, int frame) {
    if (frame >= 0 && (plot->first_infinite < 0 || frame < plot->first_infinite))
        plot->first_infinite = frame;
}

static void keep_plots(cd_recording *recording, const cd_frame *frame) {
    for (int i = 0; i < frame->drawing_count; i++) {
        const cd_drawing *drawing = &frame->drawings[i];
        recording->charted = recording->charted || drawing->kind == CD_DRAW_CHART;
        const bool of_state = drawing->kind == CD_DRAW_STATE_PLOT;
        if (drawing->kind != CD_DRAW_PLOT && !of_state)
            continue;
        cd_plot *plot = find_plot(recording, drawing->text, drawing->unit, of_state);
        if (!plot)
            continue;
        plot->values[frame->frame] = drawing->number;
        if (!isfinite(drawing->number))
            note_infinite(plot, frame->frame);
    }
}

void cd_recording_drop_plot(cd_recording *recording, int plot) {
    assert(plot >= 0 && plot < recording->plot_count);
    cd_plot *at = &recording->plots[plot];
    const int rest = --recording->plot_count - plot;
    free(at->values);
    memmove(at, at + 1, (size_t)rest * sizeof *at);
}

/// Drops the message of a frame.
static void drop(cd_recording *recording, int frame) {
    cd_moment *moment = &recording->moments[frame];
    assert(recording->memory >= moment->bytes.size);
    recording->memory -= moment->bytes.size;
    cd_bytes_free(&moment->bytes);
    moment->detail = CD_DETAIL_NONE;
}

bool cd_recording_put(cd_recording *recording, const cd_frame *frame, const uint8_t *data,
                      size_t size) {
    assert(recording->count <= recording->capacity && (data == NULL || size > 0));
    assert(frame->frame >= 0);
    if (frame->frame > recording->count || !make_room(recording))
        return false;
    const bool repeated = frame->frame < recording->count;
    cd_moment *moment = &recording->moments[frame->frame];
    if (repeated && moment->hash != frame->hash)
        return false;
    if (repeated && moment->detail >= frame->detail) {
        keep_plots(recording, frame); // it may have more of them
        return true;
    }
    const bool kept = data && frame->detail > CD_DETAIL_NONE;
    cd_bytes copy = {0};
    if (kept) {
        copy = (cd_bytes){.data = cd_allocate(size), .size = size, .capacity = size};
        if (!copy.data)
            return false;
        memcpy(copy.data, data, size);
    }
    if (repeated)
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

bool cd_recording_frame(const cd_recording *recording, int frame, const cd_frame *before,
                        cd_arena *arena, cd_frame *out) {
    if (frame < 0 || frame >= recording->count || recording->moments[frame].bytes.size == 0)
        return false;
    const cd_bytes *bytes = &recording->moments[frame].bytes;
    cd_message message;
    if (!cd_message_decode_after(before, bytes->data, bytes->size, arena, &message))
        return false;
    assert(message.type == CD_MSG_FRAME);
    *out = message.as.frame;
    return true;
}

/// Drops the messages of frames that are neither in use nor multiples of the stride.
static void thin_once(cd_recording *recording, int recent, int low, int high) {
    for (int i = FIRST_FRAMES; i < recording->count - recent; i++)
        if (i % recording->stride != 0 && (i < low || i > high))
            drop(recording, i);
}

/// The bytes that are kept of every frame, whether its message is there or not.
static size_t kept_of_all(const cd_recording *recording) {
    const size_t each = sizeof(cd_moment) + (size_t)recording->plot_count * sizeof(double);
    return (size_t)recording->capacity * each;
}

void cd_recording_thin(cd_recording *recording, size_t limit, int near) {
    int recent = RECENT, around = AROUND;
    const size_t kept = kept_of_all(recording);
    limit = limit > kept ? limit - kept : 0;
    while (recording->memory > limit && recent + around > FEWEST_IN_USE) {
        recording->stride = recording->stride ? recording->stride : 2;
        thin_once(recording, recent, near - around, near + around);
        if (recording->memory <= limit)
            return;
        if (recording->stride <= recording->count) {
            recording->stride *= 2;
        } else { // each frame is huge: keep fewer of those in use
            recent /= 2;
            around /= 2;
        }
    }
}

void cd_recording_adopt(cd_recording *recording, cd_recording *from) {
    recording->charted = recording->charted || from->charted;
    for (int i = 0; i < from->plot_count; i++) {
        const cd_plot *other = &from->plots[i];
        cd_plot *plot = find_plot(recording, other->name, other->unit, other->of_state);
        for (int k = 0; plot && k < recording->count && k < from->count; k++)
            if (isnan(plot->values[k]) && recording->moments[k].hash == from->moments[k].hash) {
                plot->values[k] = other->values[k];
                if (k == other->first_infinite)
                    note_infinite(plot, k);
            }
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
