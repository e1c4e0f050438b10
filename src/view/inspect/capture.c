// See capture.h. A test is worth its name only if the shapes that Lua builds from its text give the
// recorded result, bit for bit. So they are rebuilt here and queried, and both results must be the
// same text, which is exact.
#include "view/inspect/capture.h"

#include "collide/shape/print.h"
#include "view/inspect/describe.h"
#include "view/inspect/inspect.h"
#include "view/inspect/rebuild.h"

#include <assert.h>
#include <stdio.h>

enum {
    LINES_MAX = 20000, ///< of the shapes of a test
    VALUES_MAX = 4     ///< arguments or results of a query
};

// ------------------------------------------------------------------------------ which queries fit

/// The kinds of a query's arguments and results, in letters: s shape, v vector, n number, b
/// boolean, ? any. The arguments from required_count on may be nil or absent.
static const struct {
    const char *name, *arguments, *results;
    int required_count;
} signatures[] = {{"overlap", "ss", "b", 2},    {"distance", "ss", "n", 2},
                  {"closest", "ss", "vvnv", 2}, {"contact", "ssn", "?", 2},
                  {"manifold", "ssn", "?", 2},  {"contains", "sv", "b", 2},
                  {"raycast", "vvsn", "?", 3},  {"shapecast", "svsv", "?", 3}};

static bool has_kind(const cd_value *v, char letter) {
    return letter == '?' || (letter == 's' && v->kind == CD_VALUE_SHAPE) ||
           (letter == 'v' && v->kind == CD_VALUE_VECTOR) ||
           (letter == 'n' && v->kind == CD_VALUE_NUMBER) ||
           (letter == 'b' && v->kind == CD_VALUE_BOOLEAN);
}

/// NULL, or why the query cannot be called again.
static const char *signature_error(const cd_query *q) {
    for (size_t f = 0; f < sizeof signatures / sizeof signatures[0]; f++) {
        if (!cd_query_is(q, signatures[f].name))
            continue;
        const int required = signatures[f].required_count;
        bool fits = q->argument_count >= required &&
                    q->argument_count <= (int)strlen(signatures[f].arguments) &&
                    q->result_count == (int)strlen(signatures[f].results);
        for (int i = 0; fits && i < q->argument_count; i++)
            fits = has_kind(&q->arguments[i], signatures[f].arguments[i]) ||
                   (i >= required && q->arguments[i].kind == CD_VALUE_NIL);
        for (int i = 0; fits && i < q->result_count; i++)
            fits = has_kind(&q->results[i], signatures[f].results[i]);
        return fits ? NULL : "it was asked of many shapes at once, and none answered";
    }
    return "only queries of two shapes, a ray or a point can be asked again";
}

/// The number of lines of a shape's text, about.
static int line_count(const cd_shape *s) {
    if (s->kind == CD_POLYGON || s->kind == CD_HULL)
        return s->as.polytope.core->vertex_count;
    if (!cd_is_set(s))
        return 0;
    int count = s->as.set.core->part_count + s->as.set.core->vertex_count;
    for (int i = 0; s->kind == CD_COMPOUND && i < s->as.set.core->part_count; i++)
        count += line_count(&s->as.set.core->shapes[i]);
    return count;
}

// ----------------------------------------------------------------------------------- calling again

/// Argument i as a number or vector, or the default where it is nil or absent.
static double number_or(const cd_query *q, int i, double otherwise) {
    return i < q->argument_count && q->arguments[i].kind == CD_VALUE_NUMBER
               ? q->arguments[i].as.number
               : otherwise;
}

static cd_vec vector_or_zero(const cd_query *q, int i) {
    return i < q->argument_count && q->arguments[i].kind == CD_VALUE_VECTOR
               ? q->arguments[i].as.vector
               : (cd_vec){0, 0, 0};
}

/// Calls the query with `shapes` in the place of its own; out: VALUES_MAX results, nil at first.
static void call_again(const cd_query *q, const cd_shape *s, cd_value *out) {
    const cd_value *a = q->arguments;
    const double margin = number_or(q, 2, 0);
    bool found = true;
    for (int i = 0; i < q->result_count; i++)
        out[i] = (cd_value){.kind = q->results[i].kind, .dim = q->results[i].dim};
    if (cd_query_is(q, "overlap")) {
        out[0].as.boolean = cd_overlap(&s[0], &s[1]);
    } else if (cd_query_is(q, "distance")) {
        out[0].as.number = cd_distance(&s[0], &s[1]);
    } else if (cd_query_is(q, "contains")) {
        out[0].as.boolean = cd_contains(&s[0], a[1].as.vector);
    } else if (cd_query_is(q, "closest")) {
        const cd_separation c = cd_separate(&s[0], &s[1]);
        out[0].as.vector = c.point_a, out[1].as.vector = c.point_b;
        out[2].as.number = c.distance, out[3].as.vector = c.normal;
    } else if (cd_query_is(q, "contact")) {
        out[0].kind = CD_VALUE_CONTACT;
        found = cd_contact(&s[0], &s[1], margin, &out[0].as.contact);
    } else if (cd_query_is(q, "manifold")) {
        out[0].kind = CD_VALUE_MANIFOLD;
        found = cd_manifold(&s[0], &s[1], margin, &out[0].as.manifold);
    } else if (cd_query_is(q, "raycast")) {
        out[0].kind = CD_VALUE_HIT;
        found = cd_raycast(a[0].as.vector, a[1].as.vector, &s[2], number_or(q, 3, INFINITY),
                           &out[0].as.hit);
    } else {
        out[0].kind = CD_VALUE_HIT;
        found = cd_shapecast(&s[0], a[1].as.vector, &s[2], vector_or_zero(q, 3), &out[0].as.hit);
    }
    if (!found)
        out[0].kind = CD_VALUE_NIL;
}

// ---------------------------------------------------------------------------------------- the test

static void append_text(void *bytes, const char *text) {
    cd_bytes_append(bytes, text, strlen(text));
}

static void put(const cd_printer *w, const char *text) { w->write(w->to, text); }

static void put_value(const cd_printer *w, const cd_value *v) {
    if (v->kind == CD_VALUE_NUMBER)
        cd_print_number(w, v->as.number);
    else if (v->kind == CD_VALUE_VECTOR)
        cd_print_point(w, v->as.vector, v->dim);
    else
        put(w, v->kind != CD_VALUE_BOOLEAN ? "nil" : v->as.boolean ? "true" : "false");
}

/// Writes an assertion that `of`, or its field if that is not "", has a plain value.
static void expect_value(const cd_printer *w, const char *of, const char *field,
                         const cd_value *v) {
    const bool compared = v->kind == CD_VALUE_NUMBER || v->kind == CD_VALUE_VECTOR;
    put(w, compared ? "    assert.equal(" : "    assert.is_");
    put_value(w, v);
    put(w, compared ? ", " : "(");
    put(w, of);
    put(w, field[0] != '\0' ? "." : "");
    put(w, field);
    put(w, ")\n");
}

static void expect_number(const cd_printer *w, const char *of, const char *field, double x) {
    expect_value(w, of, field, &(cd_value){.kind = CD_VALUE_NUMBER, .as.number = x});
}

static void expect_vec(const cd_printer *w, const char *of, const char *field, cd_vec x, int dim) {
    expect_value(w, of, field, &(cd_value){.kind = CD_VALUE_VECTOR, .dim = dim, .as.vector = x});
}

static void expect_something(const cd_printer *w, const char *name) {
    put(w, "    assert.is_not_nil(");
    put(w, name);
    put(w, ")\n");
}

static void expect_contact(const cd_printer *w, const char *of, const cd_separation *c, int dim) {
    expect_something(w, of);
    expect_number(w, of, "distance", c->distance);
    expect_vec(w, of, "normal", c->normal, dim);
    expect_vec(w, of, "point_a", c->point_a, dim);
    expect_vec(w, of, "point_b", c->point_b, dim);
}

static void expect_manifold(const cd_printer *w, const cd_contact_points *m, int dim) {
    char of[32];
    expect_contact(w, "manifold", &m->contact, dim);
    expect_number(w, "#manifold", "points", m->count);
    for (int i = 0; i < m->count; i++) {
        snprintf(of, sizeof of, "manifold.points[%d]", i + 1);
        expect_number(w, of, "distance", m->points[i].distance);
        expect_vec(w, of, "point_a", m->points[i].point_a, dim);
        expect_vec(w, of, "point_b", m->points[i].point_b, dim);
    }
}

static void expect_hit(const cd_printer *w, const cd_hit *hit, int dim) {
    expect_something(w, "hit");
    expect_number(w, "hit", "t", hit->t);
    expect_vec(w, "hit", "point", hit->point, dim);
    expect_vec(w, "hit", "normal", hit->normal, dim);
    expect_number(w, "hit", "enter", hit->enter);
    expect_number(w, "hit", "exit", hit->exit);
    if (isfinite(hit->exit)) {
        expect_vec(w, "hit", "exit_point", hit->exit_point, dim);
        expect_vec(w, "hit", "exit_normal", hit->exit_normal, dim);
    }
    expect_value(w, "hit", "inside",
                 &(cd_value){.kind = CD_VALUE_BOOLEAN, .as.boolean = hit->inside});
    expect_number(w, "hit", "approach", hit->approach);
}

/// Writes the assertions of all results.
static void expect_results(const cd_printer *w, const cd_query *q, const cd_value *results) {
    for (int i = 0; i < q->result_count; i++) {
        const cd_value *v = &results[i];
        if (v->kind == CD_VALUE_HIT)
            expect_hit(w, &v->as.hit, v->dim);
        else if (v->kind == CD_VALUE_CONTACT)
            expect_contact(w, "contact", &v->as.contact, v->dim);
        else if (v->kind == CD_VALUE_MANIFOLD)
            expect_manifold(w, &v->as.manifold, v->dim);
        else
            expect_value(w, cd_result_name(q, i), "", v);
    }
}

/// "    local hit = collide.raycast(origin, direction, shape)", where the shapes are locals.
static void put_call(const cd_printer *w, const cd_query *q) {
    put(w, "    local ");
    for (int i = 0; i < q->result_count; i++) {
        put(w, i > 0 ? ", " : "");
        put(w, cd_result_name(q, i));
    }
    const bool method = cd_query_is(q, "contains");
    put(w, method ? " = shape:" : " = collide.");
    put(w, q->name);
    put(w, "(");
    for (int i = method; i < q->argument_count; i++) {
        put(w, i > method ? ", " : "");
        if (q->arguments[i].kind == CD_VALUE_SHAPE)
            put(w, cd_argument_name(q, i));
        else
            put_value(w, &q->arguments[i]);
    }
    put(w, ")\n");
}

/// A text as a Lua string: a file name may hold any byte.
static void put_string(const cd_printer *w, const char *text) {
    put(w, "\"");
    for (const char *c = text; *c != '\0'; c++) {
        char out[8];
        const bool plain = (unsigned char)*c >= 0x20 && *c != '"' && *c != '\\' && *c != 0x7f;
        snprintf(out, sizeof out, plain ? "%c" : "\\%03d", plain ? *c : (unsigned char)*c);
        put(w, out);
    }
    put(w, "\"");
}

static void put_test(const cd_printer *w, const cd_frame *frame, const cd_query *q, int ordinal) {
    char name[512], number[24] = "";
    if (ordinal > 0)
        snprintf(number, sizeof number, ", number %d", ordinal + 1);
    snprintf(name, sizeof name, "%s at %.400s:%d, frame %d%s", q->name, q->file, q->line,
             frame->frame, number);
    put(w, "\nit(");
    put_string(w, name);
    put(w, ", function()\n"
           "    local collide = require \"collide\"\n"
           "    local vec = collide.vec\n");
    for (int i = 0; i < q->argument_count; i++) {
        if (q->arguments[i].kind != CD_VALUE_SHAPE)
            continue;
        put(w, "    local ");
        put(w, cd_argument_name(q, i));
        put(w, " = ");
        cd_print_shape(w, &q->arguments[i].as.shape);
        put(w, "\n");
    }
    put_call(w, q);
    expect_results(w, q, q->results);
    put(w, "end)\n");
}

/// NULL if the rebuilt shapes give the recorded result, or why no test can be made.
static const char *check_rebuilt(const cd_query *q, cd_arena *arena) {
    cd_shape shapes[VALUES_MAX];
    cd_value again[VALUES_MAX];
    cd_bytes recorded = {0}, computed = {0};
    bool failed = false;
    for (int i = 0; i < q->argument_count; i++)
        if (q->arguments[i].kind == CD_VALUE_SHAPE)
            failed = failed || !cd_rebuild_shape(&q->arguments[i].as.shape, arena, &shapes[i]);
    if (!failed) {
        call_again(q, shapes, again);
        expect_results(&(cd_printer){CD_PRINT_EXACT, append_text, &recorded}, q, q->results);
        expect_results(&(cd_printer){CD_PRINT_EXACT, append_text, &computed}, q, again);
        failed = recorded.failed || computed.failed;
    }
    const bool same = !failed && recorded.size == computed.size &&
                      memcmp(recorded.data, computed.data, recorded.size) == 0;
    cd_bytes_free(&recorded);
    cd_bytes_free(&computed);
    return failed ? "out of memory"
           : same ? NULL
                  : "a box in it was moved so that no constructor gives it back to the last bit";
}

bool cd_capture(const cd_frame *frame, const cd_query *q, int ordinal, cd_bytes *out, char *why,
                size_t size) {
    assert(ordinal >= 0 && size > 0);
    const char *error = signature_error(q);
    for (int i = 0; error == NULL && i < q->argument_count; i++)
        if (q->arguments[i].kind == CD_VALUE_SHAPE &&
            line_count(&q->arguments[i].as.shape) > LINES_MAX)
            error = "a shape of it has too many vertices to be written out";
    cd_arena arena = {0};
    const size_t before = out->size;
    if (error == NULL)
        error = check_rebuilt(q, &arena);
    cd_arena_free(&arena);
    if (error == NULL) {
        put_test(&(cd_printer){CD_PRINT_EXACT, append_text, out}, frame, q, ordinal);
        error = out->failed ? "out of memory" : NULL;
    }
    if (error != NULL) {
        out->size = before;
        snprintf(why, size, "No test of this %s: %s", q->name, error);
    }
    return error == NULL;
}
