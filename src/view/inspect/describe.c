// See describe.h.
#include "view/inspect/describe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LISTED_MAX 64 ///< vertices, triangles and parts that are shown of a shape

#define NAMES_MAX 4
static const struct {
    const char *name, *arguments[NAMES_MAX], *results[NAMES_MAX];
} functions[] = {
    {"overlap", {"a", "b"}, {"overlap"}},
    {"distance", {"a", "b"}, {"distance"}},
    {"closest", {"a", "b"}, {"point_a", "point_b", "distance", "normal"}},
    {"contact", {"a", "b", "margin"}, {"contact"}},
    {"manifold", {"a", "b", "margin"}, {"manifold"}},
    {"contains", {"shape", "p"}, {"contains"}},
    {"raycast", {"origin", "direction", "shape", "tmax"}, {"hit"}},
    {"step", {"a", "b"}, {"met"}},
    {"shapecast", {"a", "motion", "b", "motion_b"}, {"hit"}},
};

static const char *name_of(const cd_query *q, int i, bool result) {
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        if (strcmp(functions[f].name, q->name) != 0 || i >= NAMES_MAX)
            continue;
        const char *name = result ? functions[f].results[i] : functions[f].arguments[i];
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

typedef struct words {
    char *out;
    size_t size, used;
} words;

__attribute__((format(printf, 2, 3))) static void add(words *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(w->out + w->used, w->size - w->used, format, arguments);
    va_end(arguments);
    w->used += n > 0 ? (size_t)n : 0;
    w->used = w->used < w->size ? w->used : w->size - 1;
}

static void add_short_vector(words *w, cd_vec v, int dim) {
    add(w, dim == 2 ? "(%.3g, %.3g)" : "(%.3g, %.3g, %.3g)", v.x, v.y, v.z);
}

static void add_short(words *w, const cd_frame *frame, const cd_value *v) {
    switch (v->kind) {
    case CD_VALUE_NIL:
        add(w, "nil");
        break;
    case CD_VALUE_BOOLEAN:
        add(w, v->as.boolean ? "true" : "false");
        break;
    case CD_VALUE_NUMBER:
        add(w, "%.5g", v->as.number);
        break;
    case CD_VALUE_STRING:
        add(w, "%s", v->as.string);
        break;
    case CD_VALUE_VECTOR:
        add_short_vector(w, v->as.vector, v->dim);
        break;
    case CD_VALUE_SHAPE:
        add(w, "%s",
            frame != NULL && v->which >= 0 ? frame->shapes[v->which].key
                                           : cd_kind_name(v->as.shape.kind));
        break;
    case CD_VALUE_HIT:
        add(w, "hit, t %.4g", v->as.hit.t);
        break;
    case CD_VALUE_MANIFOLD:
    case CD_VALUE_CONTACT:
        add(w, v->as.contact.distance < 0 ? "depth %.4g" : "gap %.4g",
            fabs(v->as.contact.distance));
        break;
    case CD_VALUE_KIND_COUNT:
        break;
    }
}

void cd_query_arguments(const cd_frame *frame, const cd_query *q, char *out, size_t size) {
    words w = {out, size, 0};
    out[0] = '\0';
    // Shapes first, as they tell one query from another where there is little room.
    for (int others = 0; others < 2; others++)
        for (int i = 0; i < q->argument_count; i++)
            if ((q->arguments[i].kind != CD_VALUE_SHAPE) == (others == 1)) {
                add(&w, "%s", w.used > 0 ? ", " : "");
                add_short(&w, frame, &q->arguments[i]);
            }
}

void cd_query_result(const cd_query *q, char *out, size_t size) {
    words w = {out, size, 0};
    out[0] = '\0';
    const int i = strcmp(q->name, "closest") == 0 && q->result_count > 2 ? 2 : 0; // the distance
    if (q->result_count > i)
        add_short(&w, NULL, &q->results[i]);
}

// ---------------------------------------------------------------------------------------- fields

typedef struct teller {
    cd_field_sink *sink;
    void *user;
    bool inner;
} teller;

static void tell_text(const teller *t, const char *name, const char *text) {
    t->sink(t->user, &(cd_field){.name = name, .text = text, .which = -1, .inner = t->inner});
}

static void tell_heading(const teller *t, const char *text, int which) {
    t->sink(t->user, &(cd_field){.name = text, .heading = true, .which = which});
}

static void tell_number(const teller *t, const char *name, double x) {
    t->sink(t->user,
            &(cd_field){.name = name, .numbers = {x}, .count = 1, .which = -1, .inner = t->inner});
}

static void tell_vector(const teller *t, const char *name, cd_vec v, int dim) {
    t->sink(t->user, &(cd_field){.name = name,
                                 .numbers = {v.x, v.y, v.z},
                                 .count = dim,
                                 .which = -1,
                                 .inner = t->inner});
}

static void tell_quat(const teller *t, const char *name, cd_quat q) {
    t->sink(t->user, &(cd_field){.name = name,
                                 .numbers = {q.x, q.y, q.z, q.w},
                                 .count = 4,
                                 .which = -1,
                                 .inner = t->inner});
}

static void tell_rest(const teller *t, int count) {
    char text[48];
    if (count <= LISTED_MAX)
        return;
    snprintf(text, sizeof text, "and %d more", count - LISTED_MAX);
    tell_text(t, "", text);
}

static void tell_vertices(const teller *t, const cd_shape *s) {
    char name[32];
    const int count = cd_shape_vertex_count(s);
    for (int i = 0; i < count && i < LISTED_MAX; i++) {
        snprintf(name, sizeof name, "vertices[%d]", i + 1);
        tell_vector(t, name, cd_shape_vertex(s, i), s->dim);
    }
    tell_rest(t, count);
}

static void tell_box(const teller *t, const cd_shape *s) {
    if (!s->as.box.rotated) {
        tell_vector(t, "min", s->as.box.min, s->dim);
        tell_vector(t, "max", s->as.box.max, s->dim);
    }
    tell_vector(t, "center", s->as.box.center, s->dim);
    tell_vector(t, "half", s->as.box.half, s->dim);
    if (s->as.box.rotated && s->dim == 2)
        tell_number(t, "rotation", s->as.box.angle);
    else if (s->as.box.rotated)
        tell_quat(t, "rotation", s->as.box.rotation);
}

static void describe_shape(const teller *t, const cd_shape *s);

static void tell_set(const teller *t, const cd_shape *s) {
    char name[32], text[96];
    const cd_set *set = s->as.set.core;
    if (s->kind == CD_MESH)
        tell_vertices(t, s);
    for (int i = 0; i < set->part_count && i < LISTED_MAX; i++) {
        if (s->kind == CD_MESH) {
            const int *k = set->triangles[i];
            snprintf(name, sizeof name, "triangles[%d]", i + 1);
            snprintf(text, sizeof text, "%d, %d, %d", k[0] + 1, k[1] + 1, k[2] + 1);
            tell_text(t, name, text);
            continue;
        }
        const cd_shape part = cd_shape_part(s, i);
        snprintf(name, sizeof name, "shapes[%d]", i + 1);
        tell_text(t, name, cd_kind_name(part.kind));
        describe_shape(t, &part);
    }
    tell_rest(t, set->part_count);
}

static void describe_shape(const teller *t, const cd_shape *s) {
    double radius = s->radius;
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        tell_vector(t, "center", s->as.center, s->dim);
        break;
    case CD_SEGMENT:
    case CD_CAPSULE:
        tell_vector(t, "a", s->as.segment.a, s->dim);
        tell_vector(t, "b", s->as.segment.b, s->dim);
        break;
    case CD_LINE:
        tell_vector(t, "point", s->as.line.point, s->dim);
        tell_vector(t, "direction", s->as.line.direction, s->dim);
        break;
    case CD_PLANE:
        tell_vector(t, "normal", s->as.plane.normal, s->dim);
        tell_number(t, "offset", s->as.plane.offset);
        break;
    case CD_BOX:
        tell_box(t, s);
        break;
    case CD_TRIANGLE:
        tell_vector(t, "a", s->as.triangle.v[0], s->dim);
        tell_vector(t, "b", s->as.triangle.v[1], s->dim);
        tell_vector(t, "c", s->as.triangle.v[2], s->dim);
        break;
    case CD_POLYGON:
    case CD_HULL:
        tell_vertices(t, s);
        break;
    case CD_CYLINDER:
    case CD_CONE:
        tell_vector(t, s->kind == CD_CONE ? "base" : "a", s->as.curved.a, 3);
        tell_vector(t, s->kind == CD_CONE ? "apex" : "b", s->as.curved.b, 3);
        radius = s->as.curved.radius;
        break;
    case CD_MESH:
    case CD_COMPOUND:
        tell_set(t, s);
        break;
    case CD_KIND_COUNT:
        break;
    }
    if (radius > 0 || s->kind == CD_SPHERE || s->kind == CD_CAPSULE || cd_is_curved(s))
        tell_number(t, "radius", radius);
}

void cd_describe_shape(const cd_shape *shape, cd_field_sink *sink, void *user) {
    describe_shape(&(teller){sink, user, false}, shape);
}

static void tell_contact(const teller *t, const cd_separation *c, int dim) {
    tell_number(t, "distance", c->distance);
    if (c->distance < 0)
        tell_number(t, "depth", -c->distance);
    tell_vector(t, "normal", c->normal, dim);
    tell_vector(t, "point_a", c->point_a, dim);
    tell_vector(t, "point_b", c->point_b, dim);
}

static void tell_manifold(const teller *t, const cd_contact_points *m, int dim) {
    tell_contact(t, &m->contact, dim);
    for (int i = 0; i < m->count; i++) {
        char name[32];
        snprintf(name, sizeof name, "points[%d]", i + 1);
        tell_heading(t, name, -1);
        tell_number(t, "distance", m->points[i].distance);
        tell_vector(t, "point_a", m->points[i].point_a, dim);
        tell_vector(t, "point_b", m->points[i].point_b, dim);
    }
}

static void tell_hit(const teller *t, const cd_hit *hit, int dim) {
    tell_number(t, "t", hit->t);
    tell_vector(t, "point", hit->point, dim);
    tell_vector(t, "normal", hit->normal, dim);
    tell_number(t, "enter", hit->enter);
    tell_number(t, "exit", hit->exit);
    if (isfinite(hit->exit)) {
        tell_vector(t, "exit_point", hit->exit_point, dim);
        tell_vector(t, "exit_normal", hit->exit_normal, dim);
    }
    tell_text(t, "inside", hit->inside ? "true" : "false");
    tell_number(t, "approach", hit->approach);
}

/// "b: plane floor", with its fields below.
static void tell_shape(const teller *t, const char *name, const cd_frame *frame,
                       const cd_value *v) {
    char heading[400];
    snprintf(heading, sizeof heading, "%s: %s%s%s", name, cd_kind_name(v->as.shape.kind),
             v->which >= 0 ? " " : "", v->which >= 0 ? frame->shapes[v->which].key : "");
    tell_heading(t, heading, v->which);
    describe_shape(&(teller){t->sink, t->user, true}, &v->as.shape);
}

static void tell_value(const teller *t, const char *name, const cd_frame *frame,
                       const cd_value *v) {
    const teller inside = {t->sink, t->user, true};
    switch (v->kind) {
    case CD_VALUE_NUMBER:
        tell_number(t, name, v->as.number);
        break;
    case CD_VALUE_STRING:
        tell_text(t, name, v->as.string);
        break;
    case CD_VALUE_VECTOR:
        tell_vector(t, name, v->as.vector, v->dim);
        break;
    case CD_VALUE_SHAPE:
        tell_shape(t, name, frame, v);
        break;
    case CD_VALUE_HIT:
        tell_heading(t, name, -1);
        tell_hit(&inside, &v->as.hit, v->dim);
        break;
    case CD_VALUE_CONTACT:
        tell_heading(t, name, -1);
        tell_contact(&inside, &v->as.contact, v->dim);
        break;
    case CD_VALUE_MANIFOLD:
        tell_heading(t, name, -1);
        tell_manifold(&inside, &v->as.manifold, v->dim);
        break;
    default:
        tell_text(t, name, v->kind != CD_VALUE_BOOLEAN ? "nil" : v->as.boolean ? "true" : "false");
    }
}

void cd_describe_query(const cd_frame *frame, const cd_query *q, cd_field_sink *sink, void *user) {
    const teller t = {sink, user, false};
    tell_heading(&t, "Result", -1);
    for (int i = 0; i < q->result_count; i++)
        tell_value(&t, cd_result_name(q, i), frame, &q->results[i]);
    tell_heading(&t, "Arguments", -1);
    for (int i = 0; i < q->argument_count; i++)
        tell_value(&t, cd_argument_name(q, i), frame, &q->arguments[i]);
}
