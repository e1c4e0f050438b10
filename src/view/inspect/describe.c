// See describe.h. The fields of a shape and of a result have the names that Lua gives them.
#include "view/inspect/describe.h"

#include "collide/shape/print.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LISTED_MAX = 64, ///< vertices, triangles and parts that are shown of a shape
    NAMES_MAX = 4    ///< arguments or results of a query
};

static const struct {
    const char *name, *arguments[NAMES_MAX], *results[NAMES_MAX];
} query_names[] = {
    {"overlap", {"a", "b"}, {"overlap"}},
    {"distance", {"a", "b"}, {"distance"}},
    {"closest", {"a", "b"}, {"point_a", "point_b", "distance", "normal"}},
    {"contact", {"a", "b", "margin"}, {"contact"}},
    {"manifold", {"a", "b", "margin"}, {"manifold"}},
    {"contains", {"shape", "p"}, {"contains"}},
    {"raycast", {"origin", "direction", "shape", "tmax"}, {"hit"}},
    {"step", {"a", "b"}, {"met"}},
    {"move_and_slide", {"a", "b"}, {"met"}},
    {"shapecast", {"a", "motion", "b", "motion_b"}, {"hit"}},
};

static const char *name_of(const cd_query *q, int i, bool result) {
    for (size_t f = 0; f < sizeof query_names / sizeof query_names[0]; f++) {
        if (strcmp(query_names[f].name, q->name) != 0 || i >= NAMES_MAX)
            continue;
        const char *name = result ? query_names[f].results[i] : query_names[f].arguments[i];
        return name != NULL ? name : "";
    }
    return "";
}

const char *cd_argument_name(const cd_query *q, int i) { return name_of(q, i, false); }
const char *cd_result_name(const cd_query *q, int i) { return name_of(q, i, true); }

void cd_number_text(double number, char out[32]) {
    for (int digits = 6; digits <= 17; digits += digits == 6 ? 9 : 1) { // 6, 15, 16, 17
        snprintf(out, 32, "%.*g", digits, number);
        if (strtod(out, NULL) == number)
            return;
    }
}

// ---------------------------------------------------------------------------------------- short

/// A caller's buffer that text is appended to, cut at its size.
typedef struct text_out {
    char *out;
    size_t size, used;
} text_out;

__attribute__((format(printf, 2, 3))) static void append(text_out *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(w->out + w->used, w->size - w->used, format, arguments);
    va_end(arguments);
    w->used += n > 0 ? (size_t)n : 0;
    w->used = w->used < w->size ? w->used : w->size - 1;
}

static void append_short_vector(text_out *w, cd_vec v, int dim) {
    append(w, dim == 2 ? "(%.3g, %.3g)" : "(%.3g, %.3g, %.3g)", v.x, v.y, v.z);
}

static void append_short(text_out *w, const cd_frame *frame, const cd_value *v) {
    switch (v->kind) {
    case CD_VALUE_NIL:
        append(w, "nil");
        break;
    case CD_VALUE_BOOLEAN:
        append(w, v->as.boolean ? "true" : "false");
        break;
    case CD_VALUE_NUMBER:
        append(w, "%.5g", v->as.number);
        break;
    case CD_VALUE_STRING:
        append(w, "%s", v->as.string);
        break;
    case CD_VALUE_VECTOR:
        append_short_vector(w, v->as.vector, v->dim);
        break;
    case CD_VALUE_SHAPE:
        append(w, "%s",
               frame != NULL && v->which >= 0 ? frame->shapes[v->which].key
                                              : cd_kind_name(v->as.shape.kind));
        break;
    case CD_VALUE_HIT:
        append(w, "hit, t %.4g", v->as.hit.t);
        break;
    case CD_VALUE_MANIFOLD:
    case CD_VALUE_CONTACT:
        append(w, v->as.contact.distance < 0 ? "depth %.4g" : "gap %.4g",
               fabs(v->as.contact.distance));
        break;
    case CD_VALUE_KIND_COUNT:
        break;
    }
}

void cd_query_arguments(const cd_frame *frame, const cd_query *q, char *out, size_t size) {
    text_out w = {out, size, 0};
    out[0] = '\0';
    // Shapes come first: where there is little room, they distinguish the queries.
    for (int others = 0; others < 2; others++)
        for (int i = 0; i < q->argument_count; i++)
            if ((q->arguments[i].kind != CD_VALUE_SHAPE) == (others == 1)) {
                append(&w, "%s", w.used > 0 ? ", " : "");
                append_short(&w, frame, &q->arguments[i]);
            }
}

void cd_query_result(const cd_query *q, char *out, size_t size) {
    text_out w = {out, size, 0};
    out[0] = '\0';
    const int i = strcmp(q->name, "closest") == 0 && q->result_count > 2 ? 2 : 0; // the distance
    if (q->result_count > i)
        append_short(&w, NULL, &q->results[i]);
}

// ---------------------------------------------------------------------------------------- fields

/// Where the fields go; inner: they belong to the heading before.
typedef struct field_writer {
    cd_field_sink *sink;
    void *user;
    bool inner;
} field_writer;

static void put_text(const field_writer *t, const char *name, const char *text) {
    t->sink(t->user, &(cd_field){.name = name, .text = text, .which = -1, .inner = t->inner});
}

static void put_heading(const field_writer *t, const char *text, int which) {
    t->sink(t->user, &(cd_field){.name = text, .heading = true, .which = which});
}

static void put_numbers(const field_writer *t, const char *name, const double *x, int count) {
    cd_field field = {.name = name, .count = count, .which = -1, .inner = t->inner};
    memcpy(field.numbers, x, (size_t)count * sizeof *x);
    t->sink(t->user, &field);
}

static void put_number(const field_writer *t, const char *name, double x) {
    put_numbers(t, name, &x, 1);
}

static void put_vector(const field_writer *t, const char *name, cd_vec v, int dim) {
    put_numbers(t, name, (double[]){v.x, v.y, v.z}, dim);
}

static void put_rest(const field_writer *t, int count) {
    char text[48];
    if (count <= LISTED_MAX)
        return;
    snprintf(text, sizeof text, "and %d more", count - LISTED_MAX);
    put_text(t, "", text);
}

static void put_vertices(const field_writer *t, const cd_shape *s) {
    char name[32];
    const int count = cd_shape_vertex_count(s);
    for (int i = 0; i < count && i < LISTED_MAX; i++) {
        snprintf(name, sizeof name, "vertices[%d]", i + 1);
        put_vector(t, name, cd_shape_vertex(s, i), s->dim);
    }
    put_rest(t, count);
}

static void put_box(const field_writer *t, const cd_shape *s) {
    const cd_quat q = s->as.box.rotation;
    if (!s->as.box.rotated) {
        put_vector(t, "min", s->as.box.min, s->dim);
        put_vector(t, "max", s->as.box.max, s->dim);
    }
    put_vector(t, "center", s->as.box.center, s->dim);
    put_vector(t, "half", s->as.box.half, s->dim);
    if (s->as.box.rotated && s->dim == 2)
        put_number(t, "rotation", s->as.box.angle);
    else if (s->as.box.rotated)
        put_numbers(t, "rotation", (double[]){q.x, q.y, q.z, q.w}, 4);
}

static void describe_shape(const field_writer *t, const cd_shape *s);

static void put_set(const field_writer *t, const cd_shape *s) {
    char name[32], text[96];
    const cd_set *set = s->as.set.core;
    if (s->kind == CD_MESH)
        put_vertices(t, s);
    for (int i = 0; i < set->part_count && i < LISTED_MAX; i++) {
        if (s->kind == CD_MESH) {
            const int *k = set->triangles[i];
            snprintf(name, sizeof name, "triangles[%d]", i + 1);
            snprintf(text, sizeof text, "%d, %d, %d", k[0] + 1, k[1] + 1, k[2] + 1);
            put_text(t, name, text);
            continue;
        }
        const cd_shape part = cd_shape_part(s, i);
        snprintf(name, sizeof name, "shapes[%d]", i + 1);
        put_text(t, name, cd_kind_name(part.kind));
        describe_shape(t, &part);
    }
    put_rest(t, set->part_count);
}

static void describe_shape(const field_writer *t, const cd_shape *s) {
    cd_shape_argument arguments[CD_SHAPE_ARGUMENTS_MAX];
    const int count = cd_shape_arguments(s, arguments);
    for (int i = 0; i < count; i++)
        put_vector(t, arguments[i].name, arguments[i].value, arguments[i].is_number ? 1 : s->dim);
    if (s->kind == CD_BOX)
        put_box(t, s);
    else if (s->kind == CD_POLYGON || s->kind == CD_HULL)
        put_vertices(t, s);
    else if (cd_is_set(s))
        put_set(t, s);
    double radius;
    if (cd_shape_prints_radius(s, &radius))
        put_number(t, "radius", radius);
}

void cd_describe_shape(const cd_shape *shape, cd_field_sink *sink, void *user) {
    assert(cd_shape_error(shape) == NULL);
    describe_shape(&(field_writer){sink, user, false}, shape);
}

static void put_contact(const field_writer *t, const cd_separation *c, int dim) {
    put_number(t, "distance", c->distance);
    if (c->distance < 0)
        put_number(t, "depth", -c->distance);
    put_vector(t, "normal", c->normal, dim);
    put_vector(t, "point_a", c->point_a, dim);
    put_vector(t, "point_b", c->point_b, dim);
}

static void put_manifold(const field_writer *t, const cd_contact_points *m, int dim) {
    put_contact(t, &m->contact, dim);
    for (int i = 0; i < m->count; i++) {
        char name[32];
        snprintf(name, sizeof name, "points[%d]", i + 1);
        put_heading(t, name, -1);
        put_number(t, "distance", m->points[i].distance);
        put_vector(t, "point_a", m->points[i].point_a, dim);
        put_vector(t, "point_b", m->points[i].point_b, dim);
    }
}

static void put_hit(const field_writer *t, const cd_hit *hit, int dim) {
    put_number(t, "t", hit->t);
    put_vector(t, "point", hit->point, dim);
    put_vector(t, "normal", hit->normal, dim);
    put_number(t, "enter", hit->enter);
    put_number(t, "exit", hit->exit);
    if (isfinite(hit->exit)) {
        put_vector(t, "exit_point", hit->exit_point, dim);
        put_vector(t, "exit_normal", hit->exit_normal, dim);
    }
    put_text(t, "inside", hit->inside ? "true" : "false");
    put_number(t, "approach", hit->approach);
}

/// A heading like "b: plane floor", with the shape's fields below.
static void put_shape(const field_writer *t, const char *name, const cd_frame *frame,
                      const cd_value *v) {
    char heading[400];
    snprintf(heading, sizeof heading, "%s: %s%s%s", name, cd_kind_name(v->as.shape.kind),
             v->which >= 0 ? " " : "", v->which >= 0 ? frame->shapes[v->which].key : "");
    put_heading(t, heading, v->which);
    describe_shape(&(field_writer){t->sink, t->user, true}, &v->as.shape);
}

static void put_value(const field_writer *t, const char *name, const cd_frame *frame,
                      const cd_value *v) {
    const field_writer inside = {t->sink, t->user, true};
    switch (v->kind) {
    case CD_VALUE_NUMBER:
        put_number(t, name, v->as.number);
        break;
    case CD_VALUE_STRING:
        put_text(t, name, v->as.string);
        break;
    case CD_VALUE_VECTOR:
        put_vector(t, name, v->as.vector, v->dim);
        break;
    case CD_VALUE_SHAPE:
        put_shape(t, name, frame, v);
        break;
    case CD_VALUE_HIT:
        put_heading(t, name, -1);
        put_hit(&inside, &v->as.hit, v->dim);
        break;
    case CD_VALUE_CONTACT:
        put_heading(t, name, -1);
        put_contact(&inside, &v->as.contact, v->dim);
        break;
    case CD_VALUE_MANIFOLD:
        put_heading(t, name, -1);
        put_manifold(&inside, &v->as.manifold, v->dim);
        break;
    default:
        put_text(t, name, v->kind != CD_VALUE_BOOLEAN ? "nil" : v->as.boolean ? "true" : "false");
    }
}

void cd_describe_query(const cd_frame *frame, const cd_query *q, cd_field_sink *sink, void *user) {
    const field_writer t = {sink, user, false};
    put_heading(&t, "Result", -1);
    for (int i = 0; i < q->result_count; i++)
        put_value(&t, cd_result_name(q, i), frame, &q->results[i]);
    put_heading(&t, "Arguments", -1);
    for (int i = 0; i < q->argument_count; i++)
        put_value(&t, cd_argument_name(q, i), frame, &q->arguments[i]);
}
