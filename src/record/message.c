// The layout of every message, written down once for both directions (codec.h), behind a header:
// u32 length of type and payload, u8 type. A payload must be read to its last byte.
#include "record/message.h"

#include "record/codec.h"
#include "record/frame_layout.h"

#include <assert.h>
#include <math.h>

#define LENGTH_SIZE ((size_t)4)
#define HEADER_SIZE (LENGTH_SIZE + 1)

/// The most memory that a decoded message may take, so that a damaged one cannot exhaust it. A
/// shape of 50 bytes decodes to a struct of some 300, but no frame of a scenario comes near four
/// times the longest message.
#define DECODED_MAX (4 * CD_MESSAGE_MAX)

/// The fewest bytes of an element of an array, by which cd_code_array bounds its length.
enum {
    LEAST_SETTING = 2 * 4, ///< name, value
    LEAST_PARAM =
        4 + 1 + 4 * 8 + 1 + 4 + 4 + 4, ///< name, kind, numbers, boolean, choices, original
    LEAST_CONTROL = 3 * 4,             ///< keys, words
};

static void code_drag(cd_codec *c, cd_drag *drag) {
    bool held = drag->key != NULL;
    cd_code_bool(c, &held);
    if (!held) {
        drag->key = NULL;
        return;
    }
    cd_code_string(c, &drag->key);
    cd_code_finite_vec(c, &drag->to, 3);
}

static void code_settings(cd_codec *c, cd_setting **settings, int *count) {
    *settings = cd_code_array(c, *settings, count, sizeof **settings, LEAST_SETTING);
    for (int i = 0; i < *count; i++) {
        cd_code_string(c, &(*settings)[i].name);
        cd_code_string(c, &(*settings)[i].value);
    }
}

static void code_load(cd_codec *c, cd_load *load) {
    uint8_t version = CD_RECORD_VERSION;
    cd_code_u8(c, &version);
    cd_code_require(c, version == CD_RECORD_VERSION);
    cd_code_string(c, &load->name);
    cd_code_blob(c, &load->source, &load->source_size);
    code_settings(c, &load->settings, &load->setting_count);
    cd_code_bool(c, &load->has_seed);
    cd_code_i64(c, &load->seed);
    code_drag(c, &load->drag);
    cd_code_strings(c, &load->lines, &load->line_count);
    cd_code_strings(c, &load->plotted, &load->plotted_count);
    cd_code_bool(c, &load->trusted);
    cd_code_bool(c, &load->lenient);
    cd_code_detail(c, &load->detail);
}

static void code_module(cd_codec *c, cd_module *module) {
    cd_code_bool(c, &module->found);
    cd_code_string(c, &module->name);
    cd_code_blob(c, &module->source, &module->source_size);
}

static void code_mouse(cd_codec *c, cd_mouse *mouse) {
    cd_code_bool(c, &mouse->known);
    if (!mouse->known)
        return;
    cd_code_bool(c, &mouse->inside);
    cd_code_finite_vec(c, &mouse->at, 3);
    cd_code_double(c, &mouse->wheel);
    cd_code_require(c, isfinite(mouse->wheel));
}

static void code_pad(cd_codec *c, cd_pad *pad) {
    cd_code_bool(c, &pad->connected);
    for (int i = 0; i < CD_PAD_AXES && pad->connected; i++) {
        cd_code_float(c, &pad->axes[i]);
        cd_code_require(c, fabsf(pad->axes[i]) <= 1);
    }
}

static void code_step(cd_codec *c, cd_step *step) {
    cd_code_int(c, &step->count);
    cd_code_require(c, step->count >= 0);
    cd_code_detail(c, &step->detail);
    code_drag(c, &step->drag);
    cd_code_strings(c, &step->keys, &step->key_count);
    code_mouse(c, &step->mouse);
    code_pad(c, &step->pad);
    cd_code_string(c, &step->text);
    code_settings(c, &step->settings, &step->setting_count);
    cd_code_strings(c, &step->lines, &step->line_count);
    cd_code_strings(c, &step->plotted, &step->plotted_count);
}

static void code_param(cd_codec *c, cd_param *param) {
    cd_code_string(c, &param->name);
    param->kind = (cd_param_kind)cd_code_kind(c, (int)param->kind, CD_PARAM_CHOICE + 1);
    cd_code_double(c, &param->number);
    cd_code_double(c, &param->range.min);
    cd_code_double(c, &param->range.max);
    cd_code_double(c, &param->range.step);
    cd_code_require(c, param->range.min <= param->range.max && param->range.step >= 0 &&
                           isfinite(param->range.step));
    cd_code_bool(c, &param->boolean);
    cd_code_strings(c, &param->choices, &param->choice_count);
    cd_code_int(c, &param->choice);
    cd_code_string(c, &param->original);
    cd_code_require(c, param->kind != CD_PARAM_CHOICE ||
                           (param->choice >= 0 && param->choice < param->choice_count));
}

static void code_phrase(cd_codec *c, cd_phrase *phrase) {
    cd_code_string(c, &phrase->en);
    cd_code_string(c, &phrase->ja);
}

static void code_controls(cd_codec *c, cd_loaded *loaded) {
    loaded->controls = cd_code_array(c, loaded->controls, &loaded->control_count,
                                     sizeof *loaded->controls, LEAST_CONTROL);
    for (int i = 0; i < loaded->control_count; i++) {
        cd_code_string(c, &loaded->controls[i].keys);
        code_phrase(c, &loaded->controls[i].words);
    }
}

static void code_loaded(cd_codec *c, cd_loaded *loaded) {
    cd_code_string(c, &loaded->title);
    code_phrase(c, &loaded->about);
    code_controls(c, loaded);
    cd_code_double(c, &loaded->dt);
    cd_code_require(c, loaded->dt > 0 && loaded->dt <= 1);
    cd_code_i64(c, &loaded->seed);
    cd_code_dim(c, &loaded->dim);
    cd_code_double(c, &loaded->budget);
    cd_code_require(c, loaded->budget > 0 && isfinite(loaded->budget));
    cd_code_string(c, &loaded->view);
    loaded->params =
        cd_code_array(c, loaded->params, &loaded->param_count, sizeof *loaded->params, LEAST_PARAM);
    for (int i = 0; i < loaded->param_count && !c->failed; i++)
        code_param(c, &loaded->params[i]);
    cd_code_strings(c, &loaded->checks, &loaded->check_count);
    cd_code_strings(c, &loaded->keys, &loaded->key_count);
    cd_code_strings(c, &loaded->shown, &loaded->shown_count);
    cd_code_strings(c, &loaded->hidden, &loaded->hidden_count);
    cd_code_string(c, &loaded->arithmetic);
}

static void code_error(cd_codec *c, cd_error *error) {
    cd_code_string(c, &error->phase);
    cd_code_string(c, &error->message);
    cd_code_string(c, &error->file);
    cd_code_int(c, &error->line);
    cd_code_string(c, &error->traceback);
    cd_code_int(c, &error->frame);
    cd_code_require(c, error->line >= 0 && error->frame >= 0);
}

static void code_payload(cd_codec *c, cd_message *message) {
    switch (message->type) {
    case CD_MSG_LOAD:
        code_load(c, &message->as.load);
        break;
    case CD_MSG_MODULE:
        code_module(c, &message->as.module);
        break;
    case CD_MSG_STEP:
        code_step(c, &message->as.step);
        break;
    case CD_MSG_QUIT:
        break;
    case CD_MSG_REQUIRE:
        cd_code_string(c, &message->as.require.name);
        break;
    case CD_MSG_LOADED:
        code_loaded(c, &message->as.loaded);
        break;
    case CD_MSG_FRAME:
        cd_code_frame(c, &message->as.frame);
        break;
    case CD_MSG_ERROR:
        code_error(c, &message->as.error);
        break;
    case CD_MSG_UNCONTAINED:
        cd_code_string(c, &message->as.uncontained.missing);
        break;
    case CD_MSG_JOB:
        cd_code_string(c, &message->as.job.name);
        cd_code_blob(c, &message->as.job.text, &message->as.job.size);
        cd_code_blob(c, &message->as.job.run, &message->as.job.run_size);
        break;
    case CD_MSG_ANSWER:
        cd_code_blob(c, &message->as.answer.text, &message->as.answer.size);
        break;
    }
}

static bool is_known_type(uint8_t type) {
    return (type >= CD_MSG_LOAD && type <= CD_MSG_JOB) ||
           (type >= CD_MSG_REQUIRE && type <= CD_MSG_ANSWER);
}

void cd_message_encode(cd_bytes *out, const cd_message *message) {
    const size_t start = out->size;
    cd_codec codec = {.out = out};
    cd_message copy = *message; // the codec takes fields that it may change; writing changes none
    const uint8_t header[HEADER_SIZE] = {0, 0, 0, 0, (uint8_t)message->type};
    assert(is_known_type((uint8_t)message->type));
    cd_bytes_append(out, header, HEADER_SIZE);
    code_payload(&codec, &copy);
    if (out->failed)
        return;
    const size_t size = out->size - start;
    if (size > CD_MESSAGE_MAX)
        out->failed = true;
    else
        cd_put_little_endian(out->data + start, size - LENGTH_SIZE, LENGTH_SIZE);
}

size_t cd_message_size(const uint8_t *data, size_t size) {
    if (size < HEADER_SIZE)
        return 0;
    const size_t length = (size_t)cd_get_little_endian(data, LENGTH_SIZE);
    if (length < 1 || length > CD_MESSAGE_MAX - LENGTH_SIZE || !is_known_type(data[LENGTH_SIZE]))
        return SIZE_MAX;
    return length + LENGTH_SIZE;
}

int cd_message_frame(const uint8_t *data, size_t size) {
    int frame = -1;
    cd_codec codec = {.in = data + HEADER_SIZE, .end = data + size};
    cd_code_int(&codec, &frame); // the first of a frame's fields; stays if it is not there
    return frame;
}

bool cd_message_decode(const uint8_t *data, size_t size, cd_arena *arena, cd_message *message) {
    return cd_message_decode_after(NULL, data, size, arena, message);
}

bool cd_message_decode_after(const cd_frame *before, const uint8_t *data, size_t size,
                             cd_arena *arena, cd_message *message) {
    *message = (cd_message){0};
    if (size < HEADER_SIZE || cd_message_size(data, size) != size)
        return false;
    message->type = (cd_message_type)data[LENGTH_SIZE];
    cd_codec codec = {.in = data + HEADER_SIZE,
                      .end = data + size,
                      .before = before,
                      .arena = arena,
                      .arena_limit = arena->used + DECODED_MAX};
    code_payload(&codec, message);
    return !codec.failed && codec.in == codec.end;
}
