// The layout of a frame (frame_layout.h): its shapes, queries, checks, prints and drawings.
#include "record/frame_layout.h"

#include "record/shape_layout.h"

/// The fewest bytes of an element of each array, by which cd_code_array bounds its length.
enum {
    LEAST_VALUE = 1,                 ///< kind
    LEAST_SHAPE = 4 + 1 + 1 + 1 + 8, ///< key, style, kind, dimension, radius
    LEAST_QUERY = 5 * 4,             ///< name, file, line, two counts
    LEAST_CHECK = 4 + 1 + 4 + 4 + 1, ///< name, passed, first failure, message, raised
    LEAST_DRAWING = 1 + 1 + 4,       ///< kind, style, count
    LEAST_POINT = 3 * 8
};

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
    values = cd_code_array(c, values, count, sizeof *values, LEAST_VALUE);
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

/// A style: one byte of flags, then the colour and the width, each only if the theme does not
/// choose.
static void code_style(cd_codec *c, cd_style *style) {
    bool coloured = style->r >= 0 || style->g >= 0 || style->b >= 0 || style->a >= 0;
    bool wide = style->width >= 0;
    enum { DASHED = 1, HIDDEN = 2, OUTLINE = 4, UNNAMED = 8, COLOURED = 16, WIDE = 32, ALL = 63 };
    uint8_t flags =
        (uint8_t)(style->dashed * DASHED | style->hidden * HIDDEN | style->outline * OUTLINE |
                  style->unnamed * UNNAMED | coloured * COLOURED | wide * WIDE);
    cd_code_u8(c, &flags);
    cd_code_require(c, flags <= ALL);
    if (!c->out) {
        *style = CD_STYLE_DEFAULT;
        style->dashed = flags & DASHED;
        style->hidden = flags & HIDDEN;
        style->outline = flags & OUTLINE;
        style->unnamed = flags & UNNAMED;
    }
    float *parts[] = {&style->r, &style->g, &style->b, &style->a, &style->width};
    for (int i = 0; i < 5; i++) {
        if (!(flags & (i < 4 ? COLOURED : WIDE)))
            continue;
        cd_code_float(c, parts[i]);
        cd_code_require(c, isfinite(*parts[i]));
    }
}

/// Whether a drawing has as many points as its kind needs.
static bool is_point_count_valid(const cd_drawing *drawing) {
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
        cd_code_array(c, drawing->points, &drawing->point_count, sizeof(cd_vec), LEAST_POINT);
    cd_code_require(c, is_point_count_valid(drawing));
    for (int i = 0; i < drawing->point_count && !c->failed; i++)
        cd_code_finite_vec(c, &drawing->points[i], 3);
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

void cd_code_frame(cd_codec *c, cd_frame *frame) {
    cd_code_int(c, &frame->frame);
    cd_code_require(c, frame->frame >= 0);
    cd_code_detail(c, &frame->detail);
    cd_code_double(c, &frame->time);
    cd_code_u64(c, &frame->hash);
    cd_code_u64(c, &frame->figure);
    cd_code_int(c, &frame->omitted);
    cd_code_require(c, frame->omitted >= 0);
    frame->shapes =
        cd_code_array(c, frame->shapes, &frame->shape_count, sizeof *frame->shapes, LEAST_SHAPE);
    c->shape_count = frame->shape_count;
    for (int i = 0; i < frame->shape_count && !c->failed; i++) {
        cd_code_string(c, &frame->shapes[i].key);
        code_style(c, &frame->shapes[i].style);
        cd_code_shape(c, &frame->shapes[i].shape);
    }
    frame->queries =
        cd_code_array(c, frame->queries, &frame->query_count, sizeof *frame->queries, LEAST_QUERY);
    for (int i = 0; i < frame->query_count && !c->failed; i++)
        code_query(c, &frame->queries[i]);
    frame->checks =
        cd_code_array(c, frame->checks, &frame->check_count, sizeof *frame->checks, LEAST_CHECK);
    for (int i = 0; i < frame->check_count && !c->failed; i++)
        code_check(c, &frame->checks[i]);
    cd_code_strings(c, &frame->prints, &frame->print_count);
    frame->drawings = cd_code_array(c, frame->drawings, &frame->drawing_count,
                                    sizeof *frame->drawings, LEAST_DRAWING);
    for (int i = 0; i < frame->drawing_count && !c->failed; i++)
        code_drawing(c, &frame->drawings[i]);
}

void cd_code_detail(cd_codec *c, cd_detail *detail) {
    *detail = (cd_detail)cd_code_kind(c, (int)*detail, CD_DETAIL_COUNT);
}
