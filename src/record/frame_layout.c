// The layout of a frame (frame_layout.h): its shapes, queries, checks, prints and drawings.
#include "record/frame_layout.h"

#include "record/query_layout.h"
#include "record/query_log.h"
#include "record/shape_layout.h"

/// The fewest bytes of an element of each array, by which cd_code_array bounds its length.
enum {
    LEAST_SHAPE = 4 + 1 + 4 + 1 + 1 + 1 + 8, ///< key, named, id, style, kind, dimension, radius
    LEAST_QUERY = 5 * 4,                     ///< name, file, line, two counts
    LEAST_CHECK = 4 + 1 + 4 + 4 + 1,         ///< name, passed, first failure, message, raised
    LEAST_DRAWING = 1 + 1 + 1 + 4,           ///< kind, page, style, count
    LEAST_POINT = 3 * 8,
    LEAST_VALUE = 4 + 1 + 1 ///< key, depth, kind
};

/// A style: one byte of flags, then the colour and the width, each only if the theme does not
/// choose.
static void code_style(cd_codec *c, cd_style *style) {
    bool coloured = style->r >= 0 || style->g >= 0 || style->b >= 0 || style->a >= 0;
    bool wide = style->width >= 0, trailed = style->trail >= 0;
    enum {
        DASHED = 1,
        HIDDEN = 2,
        OUTLINE = 4,
        UNNAMED = 8,
        COLOURED = 16,
        WIDE = 32,
        TRAILED = 64,
        ALL = 127
    };
    uint8_t flags =
        (uint8_t)(style->dashed * DASHED | style->hidden * HIDDEN | style->outline * OUTLINE |
                  style->unnamed * UNNAMED | coloured * COLOURED | wide * WIDE | trailed * TRAILED);
    cd_code_u8(c, &flags);
    cd_code_require(c, flags <= ALL);
    if (!c->out) {
        *style = CD_STYLE_DEFAULT;
        style->dashed = flags & DASHED;
        style->hidden = flags & HIDDEN;
        style->outline = flags & OUTLINE;
        style->unnamed = flags & UNNAMED;
    }
    float *parts[] = {&style->r, &style->g, &style->b, &style->a, &style->width, &style->trail};
    for (int i = 0; i < 6; i++) {
        if (!(flags & (i < 4 ? COLOURED : i < 5 ? WIDE : TRAILED)))
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
    case CD_DRAW_STATE_PLOT:
    case CD_DRAW_CHART:
    case CD_DRAW_FIELD:
        return drawing->point_count == 0;
    default:
        return true;
    }
}

static void code_curve(cd_codec *c, cd_drawing *drawing) {
    enum { POINT = 2 * 8 };
    cd_code_string(c, &drawing->x_title);
    drawing->curve =
        cd_code_array(c, drawing->curve, &drawing->curve_count, 2 * sizeof(double), POINT);
    for (int i = 0; i < 2 * drawing->curve_count && !c->failed; i++)
        cd_code_double(c, &drawing->curve[i]);
}

static void code_drawing(cd_codec *c, cd_drawing *drawing) {
    drawing->kind = (cd_drawing_kind)cd_code_kind(c, (int)drawing->kind, CD_DRAW_KIND_COUNT);
    drawing->page = cd_code_kind(c, drawing->page, CD_PAGES_MAX + 1);
    code_style(c, &drawing->style);
    drawing->points =
        cd_code_array(c, drawing->points, &drawing->point_count, sizeof(cd_vec), LEAST_POINT);
    cd_code_require(c, is_point_count_valid(drawing));
    const bool plotted = drawing->kind == CD_DRAW_PLOT || drawing->kind == CD_DRAW_STATE_PLOT;
    const bool charted = drawing->kind == CD_DRAW_CHART;
    for (int i = 0; i < drawing->point_count && !c->failed; i++)
        cd_code_finite_vec(c, &drawing->points[i], 3);
    if (!c->out)
        drawing->text = drawing->unit = drawing->x_title = "";
    if (drawing->kind == CD_DRAW_TEXT || plotted || charted)
        cd_code_string(c, &drawing->text);
    if (plotted || charted)
        cd_code_string(c, &drawing->unit);
    if (charted || drawing->kind == CD_DRAW_FIELD)
        code_curve(c, drawing);
    if (plotted)
        cd_code_double(c, &drawing->number);
    if (drawing->kind == CD_DRAW_SHAPE)
        cd_code_shape(c, &drawing->shape);
}

static void code_named_shape(cd_codec *c, cd_named_shape *shape) {
    bool named = shape->name != NULL;
    cd_code_string(c, &shape->key);
    cd_code_bool(c, &named);
    if (named)
        cd_code_string(c, &shape->name);
    shape->id = cd_code_unsigned(c, shape->id, 4); // more than anything has, and half the bytes
    code_style(c, &shape->style);
    cd_code_shape(c, &shape->shape);
}

static void code_check(cd_codec *c, cd_check *check) {
    cd_code_string(c, &check->name);
    cd_code_bool(c, &check->passed);
    cd_code_int(c, &check->first_failure);
    cd_code_require(c, check->first_failure >= -1);
    cd_code_string(c, &check->message);
    cd_code_bool(c, &check->raised);
}

static void code_aim(cd_codec *c, cd_aim *aim) {
    cd_code_bool(c, &aim->set);
    if (!c->out)
        aim->problem = "";
    if (!aim->set)
        return;
    cd_code_finite_vec(c, &aim->center, 3);
    cd_code_finite_vec(c, &aim->size, 3);
    double *const sizes[] = {&aim->width, &aim->height, &aim->size.x, &aim->size.y, &aim->size.z};
    double *const turns[] = {&aim->angle, &aim->elevation, &aim->tilt};
    cd_code_double(c, &aim->width);
    cd_code_double(c, &aim->height);
    bool some = false;
    for (int i = 0; i < 5; i++) {
        some = some || *sizes[i] > 0;
        cd_code_require(c, *sizes[i] >= 0 && isfinite(*sizes[i]));
    }
    cd_code_require(c, some);
    for (int i = 0; i < 3; i++) {
        cd_code_double(c, turns[i]);
        cd_code_require(c, isfinite(*turns[i]));
    }
    cd_code_string(c, &aim->problem);
}

static void code_kept(cd_codec *c, cd_kept *kept) {
    cd_code_bool(c, &kept->some);
    if (!kept->some)
        return;
    cd_code_finite_vec(c, &kept->box.min, 3);
    cd_code_finite_vec(c, &kept->box.max, 3);
    const cd_vec size = cd_sub(kept->box.max, kept->box.min);
    cd_code_require(c, size.x >= 0 && size.y >= 0 && size.z >= 0);
}

static void code_state_value(cd_codec *c, cd_state_value *value) {
    cd_code_string(c, &value->key);
    value->depth = (int)cd_code_unsigned(c, (uint64_t)value->depth, 1);
    value->kind = (cd_state_kind)cd_code_kind(c, (int)value->kind, CD_STATE_KIND_COUNT);
    if (!c->out)
        value->text = "", value->which = -1;
    switch (value->kind) {
    case CD_STATE_NUMBER:
    case CD_STATE_BOOLEAN:
    case CD_STATE_WORLD:
        cd_code_double(c, &value->number.x);
        break;
    case CD_STATE_VECTOR:
        cd_code_dim(c, &value->dim);
        cd_code_vec(c, &value->number, value->dim);
        break;
    case CD_STATE_TEXT:
        cd_code_string(c, &value->text);
        break;
    case CD_STATE_SHAPE:
    case CD_STATE_BODY:
        cd_code_int(c, &value->which);
        cd_code_require(c, value->which >= -1 && value->which < c->shape_count);
        break;
    default:
        break;
    }
}

/// The state's values, each at most one deeper than the one before it.
static void code_state_values(cd_codec *c, cd_frame *frame) {
    int deepest = 0;
    frame->values =
        cd_code_array(c, frame->values, &frame->value_count, sizeof *frame->values, LEAST_VALUE);
    for (int i = 0; i < frame->value_count && !c->failed; i++) {
        code_state_value(c, &frame->values[i]);
        cd_code_require(c, frame->values[i].depth <= deepest);
        deepest = frame->values[i].depth + 1;
    }
    cd_code_bool(c, &frame->values_cut);
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
    code_aim(c, &frame->aim);
    code_kept(c, &frame->kept);
    frame->shapes =
        cd_code_array(c, frame->shapes, &frame->shape_count, sizeof *frame->shapes, LEAST_SHAPE);
    c->shape_count = frame->shape_count;
    for (int i = 0; i < frame->shape_count && !c->failed; i++)
        code_named_shape(c, &frame->shapes[i]);
    if (c->out && frame->query_log) {
        cd_query_log_write(c, frame->query_log, frame);
    } else {
        frame->queries = cd_code_array(c, frame->queries, &frame->query_count,
                                       sizeof *frame->queries, LEAST_QUERY);
        for (int i = 0; i < frame->query_count && !c->failed; i++)
            cd_code_query(c, &frame->queries[i]);
    }
    frame->checks =
        cd_code_array(c, frame->checks, &frame->check_count, sizeof *frame->checks, LEAST_CHECK);
    for (int i = 0; i < frame->check_count && !c->failed; i++)
        code_check(c, &frame->checks[i]);
    cd_code_strings(c, &frame->prints, &frame->print_count);
    frame->drawings = cd_code_array(c, frame->drawings, &frame->drawing_count,
                                    sizeof *frame->drawings, LEAST_DRAWING);
    for (int i = 0; i < frame->drawing_count && !c->failed; i++)
        code_drawing(c, &frame->drawings[i]);
    if (frame->detail == CD_DETAIL_STATE)
        code_state_values(c, frame);
}

void cd_code_detail(cd_codec *c, cd_detail *detail) {
    *detail = (cd_detail)cd_code_kind(c, (int)*detail, CD_DETAIL_COUNT);
}
