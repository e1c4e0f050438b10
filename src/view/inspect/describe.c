// See describe.h. The fields of a shape and of a result have the names that Lua gives them.
#include "view/inspect/describe.h"

#include "record/text/print.h"
#include "record/text/shape_label.h"
#include "view/inspect/located.h"
#include "view/inspect/text_out.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char miss[] = "miss"; ///< the result of a query that has found nothing

enum { LISTED_MAX = 64 }; ///< vertices, triangles and parts that are shown of a shape

static const cd_query_signature signatures[] = {
    {"overlap", "ss", "b", 2, {"a", "b"}, {"overlap"}},
    {"distance", "ss", "n", 2, {"a", "b"}, {"distance"}},
    {"closest", "ss", "vvnv", 2, {"a", "b"}, {"point_a", "point_b", "distance", "normal"}},
    {"contact", "ssn", "?", 2, {"a", "b", "margin"}, {"contact"}},
    {"manifold", "ssn", "?", 2, {"a", "b", "margin"}, {"manifold"}},
    {"contains", "sv", "b", 2, {"shape", "p"}, {"contains"}},
    {"raycast", "vvsn", "?", 3, {"origin", "direction", "shape", "tmax"}, {"hit"}},
    {"occluded", "vvsn", "b", 3, {"origin", "direction", "shape", "tmax"}, {"occluded"}},
    {"shapecast", "svsv", "?", 3, {"a", "motion", "b", "motion_b"}, {"hit"}},
    // What was met, which cannot be asked again.
    {"step", "", "", 0, {"a", "b"}, {"met"}},
    {"move_and_slide", "", "", 0, {"a", "b"}, {"met"}},
    {"time_of_impact", "", "", 0, {"a", "b"}, {"hit"}},
    {"", "", "", 0, {""}, {""}},
};

const cd_query_signature *cd_query_signature_of(const cd_query *q) {
    const cd_query_signature *s = signatures;
    while (s->name[0] != '\0' && strcmp(s->name, q->name) != 0)
        s++;
    return s;
}

void cd_number_short(double number, char out[32]) { snprintf(out, 32, "%.6g", number); }

void cd_number_text(double number, char out[32]) {
    for (int digits = 6; digits <= 17; digits += digits == 6 ? 9 : 1) { // 6, 15, 16, 17
        snprintf(out, 32, "%.*g", digits, number);
        if (strtod(out, NULL) == number)
            return;
    }
}

// ---------------------------------------------------------------------------------------- short

/// What a value is called that is neither a number nor made of numbers; of a shape its kind.
static const char *word_of(const cd_value *v) {
    return v->kind == CD_VALUE_SHAPE     ? cd_kind_name(v->as.shape.kind)
           : v->kind == CD_VALUE_STRING  ? v->as.string
           : v->kind != CD_VALUE_BOOLEAN ? "nil"
           : v->as.boolean               ? "true"
                                         : "false";
}

static void append_label(cd_text_out *w, const cd_named_shape *named) {
    char label[CD_SHAPE_LABEL_MAX];
    cd_shape_label(NULL, named->key, label);
    cd_append(w, "%s", named->name != NULL ? named->name : label);
}

static void append_short(cd_text_out *w, const cd_frame *frame, const cd_value *v) {
    if (v->kind == CD_VALUE_NUMBER)
        cd_append(w, "%.6g", v->as.number);
    else if (v->kind == CD_VALUE_VECTOR)
        cd_append(w, v->dim == 2 ? "(%.6g, %.6g)" : "(%.6g, %.6g, %.6g)", v->as.vector.x,
                  v->as.vector.y, v->as.vector.z);
    else if (v->kind == CD_VALUE_SHAPE && frame != NULL && v->which >= 0)
        append_label(w, &frame->shapes[v->which]);
    else if (v->kind == CD_VALUE_HIT)
        cd_append(w, "hit, t %.6g", v->as.hit.t);
    else if (v->kind == CD_VALUE_CONTACT || v->kind == CD_VALUE_MANIFOLD) // which begins with one
        cd_append(w, v->as.contact.distance < 0 ? "depth %.6g" : "gap %.6g",
                  fabs(v->as.contact.distance));
    else
        cd_append(w, "%s", word_of(v));
}

void cd_query_arguments(const cd_frame *frame, const cd_query *q, char *out, size_t size) {
    cd_text_out w = {out, size, 0};
    out[0] = '\0';
    // Shapes come first: where there is little room, they distinguish the queries.
    for (int others = 0; others < 2; others++)
        for (int i = 0; i < q->argument_count; i++)
            if ((q->arguments[i].kind != CD_VALUE_SHAPE) == (others == 1)) {
                cd_append(&w, "%s", w.used > 0 ? ", " : "");
                append_short(&w, frame, &q->arguments[i]);
            }
}

void cd_query_result(const cd_query *q, char *out, size_t size) {
    cd_text_out w = {out, size, 0};
    out[0] = '\0';
    const int i = strcmp(q->name, "closest") == 0 && q->result_count > 2 ? 2 : 0; // the distance
    if (q->result_count > i && q->results[i].kind == CD_VALUE_NIL)
        cd_append(&w, "%s", miss);
    else if (q->result_count > i)
        append_short(&w, NULL, &q->results[i]);
}

// ---------------------------------------------------------------------------------------- fields

/// Where the fields go; inner: they belong to the heading before.
typedef struct field_writer {
    cd_field_sink *sink;
    void *user;
    bool inner;
    bool in_point; ///< of a manifold
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

/// Of how many points a polygon or hull has not all for vertices: those of a concave polygon.
static void put_points_inside(const field_writer *t, const cd_shape *s) {
    const cd_polytope *core = s->as.polytope.core;
    char text[64];
    snprintf(text, sizeof text, "%d of %d points", core->vertex_count, core->point_count);
    if (core->point_count > core->vertex_count)
        put_text(t, "the hull of", text);
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
    if (cd_is_mesh(s))
        put_vertices(t, s);
    for (int i = 0; i < set->part_count && i < LISTED_MAX; i++) {
        if (cd_is_mesh(s)) {
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
    else if (cd_is_polytope(s)) {
        put_points_inside(t, s);
        put_vertices(t, s);
    } else if (cd_is_set(s))
        put_set(t, s);
    double radius;
    if (cd_shape_prints_radius(s, &radius))
        put_number(t, "radius", radius);
}

void cd_describe_shape(const cd_shape *shape, cd_field_sink *sink, void *user) {
    assert(cd_shape_error(shape) == NULL);
    describe_shape(&(field_writer){sink, user, .inner = false}, shape);
}

/// Where the fields of a result of this dimension go.
typedef struct result_writer {
    cd_result_sink *sink;
    void *user;
    int dim;
} result_writer;

static void give_number(const result_writer *w, const char *name, double x) {
    w->sink(w->user, name, &(cd_value){.kind = CD_VALUE_NUMBER, .as.number = x});
}

static void give_vector(const result_writer *w, const char *name, cd_vec v) {
    w->sink(w->user, name, &(cd_value){.kind = CD_VALUE_VECTOR, .dim = w->dim, .as.vector = v});
}

static void give_contact(const result_writer *w, const cd_separation *c) {
    give_number(w, "distance", c->distance);
    give_vector(w, "normal", c->normal);
    give_vector(w, "point_a", c->point_a);
    give_vector(w, "point_b", c->point_b);
}

static void give_manifold(const result_writer *w, const cd_contact_points *m) {
    give_contact(w, &m->contact);
    give_number(w, "#points", m->count);
    for (int i = 0; i < m->count; i++) {
        char name[32];
        snprintf(name, sizeof name, "points[%d]", i + 1);
        w->sink(w->user, name, NULL);
        give_number(w, "distance", m->points[i].distance);
        give_vector(w, "point_a", m->points[i].point_a);
        give_vector(w, "point_b", m->points[i].point_b);
    }
}

static void give_hit(const result_writer *w, const cd_hit *hit) {
    give_number(w, "t", hit->t);
    give_vector(w, "point", hit->point);
    give_vector(w, "normal", hit->normal);
    give_number(w, "enter", hit->enter);
    give_number(w, "exit", hit->exit);
    if (isfinite(hit->exit)) {
        give_vector(w, "exit_point", hit->exit_point);
        give_vector(w, "exit_normal", hit->exit_normal);
    }
    w->sink(w->user, "inside", &(cd_value){.kind = CD_VALUE_BOOLEAN, .as.boolean = hit->inside});
    give_number(w, "approach", hit->approach);
}

void cd_result_fields(const cd_value *result, cd_result_sink *sink, void *user) {
    const result_writer w = {sink, user, result->dim};
    if (result->kind == CD_VALUE_CONTACT)
        give_contact(&w, &result->as.contact);
    else if (result->kind == CD_VALUE_MANIFOLD)
        give_manifold(&w, &result->as.manifold);
    else if (result->kind == CD_VALUE_HIT)
        give_hit(&w, &result->as.hit);
}

/// A heading like "b: plane floor", with the shape's fields below.
static void put_shape(const field_writer *t, const char *name, const cd_frame *frame,
                      const cd_value *v) {
    char heading[400];
    snprintf(heading, sizeof heading, "%s: %s%s%s", name, cd_kind_name(v->as.shape.kind),
             v->which >= 0 ? " " : "", v->which >= 0 ? frame->shapes[v->which].key : "");
    put_heading(t, heading, v->which);
    describe_shape(&(field_writer){t->sink, t->user, .inner = true}, &v->as.shape);
}

static void put_plain(const field_writer *t, const char *name, const cd_value *v) {
    if (v->kind == CD_VALUE_NUMBER)
        put_number(t, name, v->as.number);
    else if (v->kind == CD_VALUE_VECTOR)
        put_vector(t, name, v->as.vector, v->dim);
    else
        put_text(t, name, word_of(v));
}

/// Puts a field of a result; beside the distance of a contact its depth.
static void put_result_field(void *user, const char *name, const cd_value *v) {
    field_writer *t = user;
    if (v == NULL) {
        put_heading(t, name, -1);
        t->in_point = true;
    } else if (name[0] != '#') {
        put_plain(t, name, v);
        if (strcmp(name, "distance") == 0 && v->as.number < 0 && !t->in_point)
            put_number(t, "depth", -v->as.number);
    }
}

static void put_value(const field_writer *t, const char *name, const cd_frame *frame,
                      const cd_value *v) {
    field_writer inside = {t->sink, t->user, .inner = true};
    if (v->kind == CD_VALUE_SHAPE) {
        put_shape(t, name, frame, v);
    } else if (v->kind >= CD_VALUE_CONTACT) {
        put_heading(t, name, -1);
        cd_result_fields(v, put_result_field, &inside);
    } else {
        put_plain(t, name, v);
    }
}

/// Which parts the answer is about: "part 3, 12", "feature_b edge 2", of a triangle the weights.
static void put_located(const field_writer *t, const cd_query *q) {
    cd_located_shape located[2];
    const int count = cd_query_located(q, located);
    for (int i = 0; i < count; i++) {
        const cd_location *at = &located[i].at;
        const char *suffix = count == 1 ? "" : located[i].side == 'a' ? "_a" : "_b";
        char part[32], feature[32], name[32];
        cd_located_words(at, part, feature);
        snprintf(name, sizeof name, at->triangle < 0 ? "part%s" : "parts%s", suffix);
        if (part[0] != '\0')
            put_text(t, name, part);
        snprintf(name, sizeof name, "feature%s", suffix);
        if (feature[0] != '\0')
            put_text(t, name, feature);
        snprintf(name, sizeof name, "barycentric%s", suffix);
        if (at->is_triangle)
            put_vector(t, name,
                       (cd_vec){at->barycentric[0], at->barycentric[1], at->barycentric[2]}, 3);
    }
}

/// The name of argument or result i; "" where it has none.
static const char *name_at(const char *const names[CD_QUERY_VALUES_MAX], int i) {
    return i < CD_QUERY_VALUES_MAX && names[i] != NULL ? names[i] : "";
}

void cd_describe_query(const cd_frame *frame, const cd_query *q, cd_field_sink *sink, void *user) {
    const field_writer t = {sink, user, .inner = false};
    const cd_query_signature *names = cd_query_signature_of(q);
    put_heading(&t, "Result", -1);
    for (int i = 0; i < q->result_count; i++)
        if (q->results[i].kind == CD_VALUE_NIL)
            put_text(&t, name_at(names->result_names, i), miss);
        else
            put_value(&t, name_at(names->result_names, i), frame, &q->results[i]);
    put_located(&(field_writer){t.sink, t.user, .inner = true}, q);
    put_heading(&t, "Arguments", -1);
    for (int i = 0; i < q->argument_count; i++)
        put_value(&t, name_at(names->argument_names, i), frame, &q->arguments[i]);
}
