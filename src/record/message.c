// The layout of every message, told once for both ways (codec.h), and the header before it:
// u32 length of type and payload, u8 type. A payload must be read to its last byte.
#include "record/codec.h"

#include <string.h>

#define HEADER ((size_t)5)
/// A decoded message is larger than its bytes, but no honest one so much.
#define DECODED_MAX (4 * CD_MESSAGE_MAX)

static void require_finite(cd_codec *c, cd_vec v) {
    cd_code_require(c, isfinite(v.x) && isfinite(v.y) && isfinite(v.z));
}

static void code_hit(cd_codec *c, cd_hit *hit, int dim) {
    cd_code_double(c, &hit->t);
    cd_code_vec(c, &hit->point, dim);
    cd_code_vec(c, &hit->normal, dim);
    cd_code_double(c, &hit->enter);
    cd_code_double(c, &hit->exit);
    cd_code_vec(c, &hit->exit_point, dim);
    cd_code_vec(c, &hit->exit_normal, dim);
    cd_code_bool(c, &hit->inside);
    cd_code_double(c, &hit->approach);
}

static void code_contact(cd_codec *c, cd_separation *contact, int dim) {
    cd_code_double(c, &contact->distance);
    cd_code_vec(c, &contact->normal, dim);
    cd_code_vec(c, &contact->point_a, dim);
    cd_code_vec(c, &contact->point_b, dim);
}

static void code_manifold(cd_codec *c, cd_contact_points *manifold, int dim) {
    code_contact(c, &manifold->contact, dim);
    cd_code_int(c, &manifold->count);
    cd_code_require(c, manifold->count >= 1 && manifold->count <= 4);
    for (int i = 0; i < manifold->count && !c->failed; i++) {
        cd_code_vec(c, &manifold->points[i].point_a, dim);
        cd_code_vec(c, &manifold->points[i].point_b, dim);
        cd_code_double(c, &manifold->points[i].distance);
    }
}

static void code_value(cd_codec *c, cd_value *value) {
    value->kind = (cd_value_kind)cd_code_kind(c, (int)value->kind, CD_VALUE_KIND_COUNT);
    if (value->kind == CD_VALUE_VECTOR || value->kind == CD_VALUE_CONTACT ||
        value->kind == CD_VALUE_HIT || value->kind == CD_VALUE_MANIFOLD)
        cd_code_dim(c, &value->dim);
    if (c->failed)
        return;
    switch (value->kind) {
    case CD_VALUE_BOOLEAN:
        cd_code_bool(c, &value->as.boolean);
        break;
    case CD_VALUE_NUMBER:
        cd_code_double(c, &value->as.number);
        break;
    case CD_VALUE_STRING:
        cd_code_string(c, &value->as.string);
        break;
    case CD_VALUE_VECTOR:
        cd_code_vec(c, &value->as.vector, value->dim);
        break;
    case CD_VALUE_SHAPE:
        cd_code_shape(c, &value->as.shape);
        cd_code_int(c, &value->which);
        cd_code_require(c, value->which >= -1 && value->which < c->shape_count);
        value->dim = value->as.shape.dim;
        break;
    case CD_VALUE_CONTACT:
        code_contact(c, &value->as.contact, value->dim);
        break;
    case CD_VALUE_HIT:
        code_hit(c, &value->as.hit, value->dim);
        break;
    case CD_VALUE_MANIFOLD:
        code_manifold(c, &value->as.manifold, value->dim);
        break;
    case CD_VALUE_NIL:
    case CD_VALUE_KIND_COUNT:
        break;
    }
}

static cd_value *code_values(cd_codec *c, cd_value *values, int *count) {
    values = cd_code_array(c, values, count, sizeof *values, 1);
    for (int i = 0; i < *count && !c->failed; i++)
        code_value(c, &values[i]);
    return values;
}

static void code_query(cd_codec *c, cd_query *query) {
    cd_code_string(c, &query->name);
    cd_code_string(c, &query->file);
    cd_code_int(c, &query->line);
    query->arguments = code_values(c, query->arguments, &query->argument_count);
    query->results = code_values(c, query->results, &query->result_count);
}

/// Most things are drawn as the viewer likes, which takes one byte.
static void code_style(cd_codec *c, cd_style *style) {
    bool coloured = style->r >= 0 || style->g >= 0 || style->b >= 0 || style->a >= 0;
    bool wide = style->width >= 0;
    uint8_t flags = (uint8_t)(style->dashed | style->hidden << 1 | style->outline << 2 |
                              style->unnamed << 3 | coloured << 4 | wide << 5);
    cd_code_u8(c, &flags);
    cd_code_require(c, flags < 64);
    if (!c->out)
        *style = (cd_style){
            -1, -1, -1, -1, -1, flags & 1, flags >> 1 & 1, flags >> 2 & 1, flags >> 3 & 1};
    float *parts[] = {&style->r, &style->g, &style->b, &style->a, &style->width};
    for (int i = 0; i < 5; i++) {
        if (!(flags & (i < 4 ? 16 : 32)))
            continue;
        cd_code_float(c, parts[i]);
        cd_code_require(c, isfinite(*parts[i]));
    }
}

static bool right_point_count(const cd_drawing *drawing) {
    switch (drawing->kind) {
    case CD_DRAW_TEXT:
        return drawing->point_count <= 1;
    case CD_DRAW_ARROW:
        return drawing->point_count == 2;
    case CD_DRAW_SHAPE:
    case CD_DRAW_PLOT:
        return drawing->point_count == 0;
    default:
        return true;
    }
}

static void code_drawing(cd_codec *c, cd_drawing *drawing) {
    drawing->kind = (cd_drawing_kind)cd_code_kind(c, (int)drawing->kind, CD_DRAW_KIND_COUNT);
    code_style(c, &drawing->style);
    drawing->points =
        cd_code_array(c, drawing->points, &drawing->point_count, sizeof(cd_vec), 3 * 8);
    cd_code_require(c, right_point_count(drawing));
    for (int i = 0; i < drawing->point_count && !c->failed; i++) {
        cd_code_vec(c, &drawing->points[i], 3);
        require_finite(c, drawing->points[i]);
    }
    if (drawing->kind == CD_DRAW_TEXT || drawing->kind == CD_DRAW_PLOT)
        cd_code_string(c, &drawing->text);
    else if (!c->out)
        drawing->text = "";
    if (drawing->kind == CD_DRAW_PLOT)
        cd_code_double(c, &drawing->number);
    if (drawing->kind == CD_DRAW_SHAPE)
        cd_code_shape(c, &drawing->shape);
}

static void code_check(cd_codec *c, cd_check *check) {
    cd_code_string(c, &check->name);
    cd_code_bool(c, &check->passed);
    cd_code_int(c, &check->first_failure);
    cd_code_require(c, check->first_failure >= -1);
    cd_code_string(c, &check->message);
    cd_code_bool(c, &check->raised);
}

static void code_strings(cd_codec *c, const char ***strings, int *count) {
    *strings = cd_code_array(c, *strings, count, sizeof **strings, 4);
    for (int i = 0; i < *count; i++)
        cd_code_string(c, &(*strings)[i]);
}

static void code_detail(cd_codec *c, cd_detail *detail) {
    *detail = (cd_detail)cd_code_kind(c, (int)*detail, CD_DETAIL_COUNT);
}

static void code_frame(cd_codec *c, cd_frame *frame) {
    cd_code_int(c, &frame->frame);
    cd_code_require(c, frame->frame >= 0);
    code_detail(c, &frame->detail);
    cd_code_double(c, &frame->time);
    cd_code_u64(c, &frame->hash);
    cd_code_u64(c, &frame->figure);
    cd_code_int(c, &frame->omitted);
    cd_code_require(c, frame->omitted >= 0);
    frame->shapes = cd_code_array(c, frame->shapes, &frame->shape_count, sizeof *frame->shapes, 15);
    c->shape_count = frame->shape_count;
    for (int i = 0; i < frame->shape_count && !c->failed; i++) {
        cd_code_string(c, &frame->shapes[i].key);
        code_style(c, &frame->shapes[i].style);
        cd_code_shape(c, &frame->shapes[i].shape);
    }
    frame->queries =
        cd_code_array(c, frame->queries, &frame->query_count, sizeof *frame->queries, 20);
    for (int i = 0; i < frame->query_count && !c->failed; i++)
        code_query(c, &frame->queries[i]);
    frame->checks = cd_code_array(c, frame->checks, &frame->check_count, sizeof *frame->checks, 14);
    for (int i = 0; i < frame->check_count && !c->failed; i++)
        code_check(c, &frame->checks[i]);
    code_strings(c, &frame->prints, &frame->print_count);
    frame->drawings =
        cd_code_array(c, frame->drawings, &frame->drawing_count, sizeof *frame->drawings, 6);
    for (int i = 0; i < frame->drawing_count && !c->failed; i++)
        code_drawing(c, &frame->drawings[i]);
}

static void code_drag(cd_codec *c, cd_drag *drag) {
    bool held = drag->key != NULL;
    cd_code_bool(c, &held);
    if (!held) {
        drag->key = NULL;
        return;
    }
    cd_code_string(c, &drag->key);
    cd_code_vec(c, &drag->to, 3);
    require_finite(c, drag->to);
}

static void code_settings(cd_codec *c, cd_setting **settings, int *count) {
    *settings = cd_code_array(c, *settings, count, sizeof **settings, 8);
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
    code_strings(c, &load->lines, &load->line_count);
    cd_code_bool(c, &load->trusted);
    cd_code_bool(c, &load->lenient);
    code_detail(c, &load->detail);
}

static void code_module(cd_codec *c, cd_module *module) {
    cd_code_bool(c, &module->found);
    cd_code_string(c, &module->name);
    cd_code_blob(c, &module->source, &module->source_size);
}

static void code_step(cd_codec *c, cd_step *step) {
    cd_code_int(c, &step->count);
    cd_code_require(c, step->count >= 0);
    code_detail(c, &step->detail);
    code_drag(c, &step->drag);
    code_strings(c, &step->keys, &step->key_count);
    code_settings(c, &step->settings, &step->setting_count);
    code_strings(c, &step->lines, &step->line_count);
}

static void code_param(cd_codec *c, cd_param *param) {
    cd_code_string(c, &param->name);
    param->kind = (cd_param_kind)cd_code_kind(c, (int)param->kind, CD_PARAM_CHOICE + 1);
    cd_code_double(c, &param->number);
    cd_code_double(c, &param->min);
    cd_code_double(c, &param->max);
    cd_code_require(c, param->min <= param->max);
    cd_code_bool(c, &param->boolean);
    code_strings(c, &param->choices, &param->choice_count);
    cd_code_int(c, &param->choice);
    cd_code_string(c, &param->original);
    cd_code_require(c, param->kind != CD_PARAM_CHOICE ||
                           (param->choice >= 0 && param->choice < param->choice_count));
}

static void code_loaded(cd_codec *c, cd_loaded *loaded) {
    cd_code_string(c, &loaded->title);
    cd_code_double(c, &loaded->dt);
    cd_code_require(c, loaded->dt > 0 && isfinite(loaded->dt));
    cd_code_i64(c, &loaded->seed);
    cd_code_dim(c, &loaded->dim);
    cd_code_double(c, &loaded->budget);
    cd_code_require(c, loaded->budget > 0 && isfinite(loaded->budget));
    cd_code_string(c, &loaded->view);
    loaded->params =
        cd_code_array(c, loaded->params, &loaded->param_count, sizeof *loaded->params, 42);
    for (int i = 0; i < loaded->param_count && !c->failed; i++)
        code_param(c, &loaded->params[i]);
    code_strings(c, &loaded->checks, &loaded->check_count);
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
        code_frame(c, &message->as.frame);
        break;
    case CD_MSG_ERROR:
        code_error(c, &message->as.error);
        break;
    }
}

static bool known_type(uint8_t type) {
    return (type >= CD_MSG_LOAD && type <= CD_MSG_QUIT) ||
           (type >= CD_MSG_REQUIRE && type <= CD_MSG_ERROR);
}

void cd_message_encode(cd_bytes *out, const cd_message *message) {
    const size_t start = out->size;
    cd_codec codec = {.out = out};
    cd_message copy = *message; // the codec's fields are not const; where writing it changes none
    const uint8_t header[HEADER] = {0, 0, 0, 0, (uint8_t)message->type};
    cd_bytes_append(out, header, HEADER);
    code_payload(&codec, &copy);
    if (out->failed)
        return;
    const size_t length = out->size - start - 4;
    if (length + 4 > CD_MESSAGE_MAX) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < 4; i++)
        out->data[start + i] = (uint8_t)(length >> (8 * i));
}

size_t cd_message_size(const uint8_t *data, size_t size) {
    if (size < HEADER)
        return 0;
    size_t length = 0;
    for (size_t i = 0; i < 4; i++)
        length |= (size_t)data[i] << (8 * i);
    if (length < 1 || length > CD_MESSAGE_MAX - 4 || !known_type(data[4]))
        return SIZE_MAX;
    return length + 4;
}

bool cd_message_decode(const uint8_t *data, size_t size, cd_arena *arena, cd_message *message) {
    *message = (cd_message){0};
    if (size < HEADER || cd_message_size(data, size) != size)
        return false;
    message->type = (cd_message_type)data[4];
    cd_codec codec = {.in = data + HEADER,
                      .end = data + size,
                      .arena = arena,
                      .arena_limit = arena->used + DECODED_MAX};
    code_payload(&codec, message);
    return !codec.failed && codec.in == codec.end;
}
