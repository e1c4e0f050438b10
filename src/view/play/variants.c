// See variants.h.
#include "view/play/variants.h"

#include "record/allocate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The value of a number of which variant i of `count` is to have, as text.
static void number_value(const cd_param *param, int i, char *out, size_t size) {
    const cd_range *range = &param->range;
    double low = range->min, high = range->max;
    if (!isfinite(low) || !isfinite(high)) {
        const double reach = param->number != 0 ? fabs(param->number) : 1;
        low = fmax(low, param->number - reach);
        high = fmin(high, param->number + reach);
    }
    double value = low + (high - low) * i / (CD_VARIANTS_MAX - 1);
    if (range->step > 0) {
        const double from = isfinite(range->min) ? range->min : 0;
        value = from + round((value - from) / range->step) * range->step;
        value = fmin(fmax(value, range->min), range->max);
    }
    snprintf(out, size, "%.12g", value);
}

/// Writes value i of a param; false: it has no such one.
static bool variant_value(const cd_param *param, int i, char *out, size_t size) {
    if (param->kind == CD_PARAM_NUMBER)
        number_value(param, i, out, size);
    else if (param->kind == CD_PARAM_BOOLEAN && i < 2)
        snprintf(out, size, "%s", i == 1 ? "true" : "false");
    else if (param->kind == CD_PARAM_CHOICE && i < param->choice_count)
        snprintf(out, size, "%s", param->choices[i]);
    else
        return false;
    return true;
}

void cd_variants_start(cd_variants *variants, const cd_launch *launch, const cd_version *text_of,
                       const cd_inputs *inputs, const cd_param *param, int generation, double now) {
    cd_variants_end(variants);
    snprintf(variants->param, sizeof variants->param, "%s", param->name);
    variants->generation = generation;
    for (int i = 0; i < CD_VARIANTS_MAX; i++) {
        cd_variant *v = &variants->list[variants->count];
        *v = (cd_variant){.shown_frame = -1};
        if (!variant_value(param, i, v->value, sizeof v->value) ||
            (i > 0 && variants->count > 0 && strcmp(v->value, v[-1].value) == 0) ||
            !cd_inputs_copy(inputs, &v->inputs))
            continue;
        cd_inputs_set(&v->inputs, 0, variants->param, v->value);
        cd_input_step storage;
        cd_launch begun = cd_launch_with_input(launch, &v->inputs, &storage);
        begun.spare = NULL;
        v->version = cd_version_start(&begun, text_of, now);
        variants->count++;
    }
}

/// Keeps a frame of a variant.
static bool keep(void *user, const uint8_t *data, size_t size) {
    cd_variant *v = user;
    cd_arena arena = {0};
    cd_message message;
    const unsigned failed = cd_allocations_failed();
    const bool good = cd_message_decode_after(&v->shown, data, size, &arena, &message) &&
                      cd_recording_put(&v->version->recording, &message.as.frame, data, size);
    if (!good)
        cd_version_fail_frame(v->version, failed);
    cd_arena_free(&arena);
    return good;
}

/// Decodes the frame on the screen; false where it is the one that is there, or not made yet.
static bool show(cd_variant *v, int frame) {
    const cd_recording *recording = &v->version->recording;
    if (frame == v->shown_frame && v->has_shown)
        return false;
    const bool had = v->has_shown;
    cd_arena old = v->arena;
    const cd_frame before = v->has_shown ? v->shown : (cd_frame){0};
    v->arena = (cd_arena){0};
    v->has_shown = frame >= 0 && frame < recording->count &&
                   cd_recording_frame(recording, frame, &before, &v->arena, &v->shown);
    if (!v->has_shown)
        v->shown = (cd_frame){0};
    v->shown_frame = frame;
    cd_arena_free(&old);
    return had || v->has_shown;
}

bool cd_variants_drive(cd_variants *variants, int shown, int to, size_t memory, double now) {
    bool news = false;
    for (int i = 0; i < variants->count; i++) {
        cd_variant *v = &variants->list[i];
        if (v->version == NULL)
            continue;
        const int count = v->version->recording.count;
        (void)cd_version_listen(v->version, now, keep, v);
        news = news || v->version->recording.count != count;
        while (v->version->loaded != NULL && v->version->error == NULL &&
               v->version->requested < to &&
               v->version->requested - v->version->received < 2 * CD_CHUNK) {
            const int missing = to - v->version->requested;
            cd_version_ask(v->version, &v->inputs, missing < CD_CHUNK ? missing : CD_CHUNK,
                           CD_DETAIL_FULL, now);
        }
        cd_recording_thin(&v->version->recording, memory, shown);
        news = show(v, shown) || news;
    }
    return news;
}

bool cd_variants_busy(const cd_variants *variants, int to) {
    bool busy = false;
    for (int i = 0; i < variants->count; i++) {
        const cd_version *version = variants->list[i].version;
        busy = busy || (version != NULL && version->error == NULL && version->received < to);
    }
    return busy;
}

void cd_variants_end(cd_variants *variants) {
    for (int i = 0; i < variants->count; i++) {
        cd_version_free(variants->list[i].version);
        cd_inputs_free(&variants->list[i].inputs);
        cd_arena_free(&variants->list[i].arena);
    }
    variants->count = 0;
}
