// See capture.h. A test is worth its name only if the shapes that Lua builds from its text give the
// recorded result, bit for bit. So they are rebuilt here and queried, and both results must be the
// same text, which is exact.
#include "view/inspect/capture.h"

#include "record/text/print.h"
#include "view/inspect/describe.h"
#include "view/inspect/inspect.h"

#include <assert.h>
#include <stdio.h>

enum { LINES_MAX = 20000 }; ///< of the shapes of a test

// ------------------------------------------------------------------------------ which queries fit

static bool has_kind(const cd_value *v, char letter) {
    return letter == '?' || (letter == 's' && v->kind == CD_VALUE_SHAPE) ||
           (letter == 'v' && v->kind == CD_VALUE_VECTOR) ||
           (letter == 'n' && v->kind == CD_VALUE_NUMBER) ||
           (letter == 'b' && v->kind == CD_VALUE_BOOLEAN);
}

/// NULL, or why the query cannot be called again.
static const char *signature_error(const cd_query *q) {
    const cd_query_signature *s = cd_query_signature_of(q);
    if (s->required == 0)
        return "only queries of two shapes, a ray or a point can be asked again";
    bool fits = q->argument_count >= s->required &&
                q->argument_count <= (int)strlen(s->arguments) &&
                q->result_count == (int)strlen(s->results);
    for (int i = 0; fits && i < q->argument_count; i++)
        fits = has_kind(&q->arguments[i], s->arguments[i]) ||
               (i >= s->required && q->arguments[i].kind == CD_VALUE_NIL);
    for (int i = 0; fits && i < q->result_count; i++)
        fits = has_kind(&q->results[i], s->results[i]);
    return fits ? NULL : "it was asked of many shapes at once, and none answered";
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

/// Calls the query with `shapes` in the place of its own; out: CD_QUERY_VALUES_MAX results, nil at
/// first.
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
    } else if (cd_query_is(q, "occluded")) {
        out[0].as.boolean =
            cd_occluded(a[0].as.vector, a[1].as.vector, &s[2], number_or(q, 3, INFINITY));
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

static void put_value(const cd_printer *w, const cd_value *v) {
    if (v->kind == CD_VALUE_NUMBER)
        cd_print_number(w, v->as.number);
    else if (v->kind == CD_VALUE_VECTOR)
        cd_print_point(w, v->as.vector, v->dim);
    else
        append_text(w->to, v->kind != CD_VALUE_BOOLEAN ? "nil" : v->as.boolean ? "true" : "false");
}

/// An assertion about a value that Lua calls `of`, or `of.field` where that is not "".
static void expect_plain(const cd_printer *w, const char *of, const char *field,
                         const cd_value *v) {
    const bool compared = v->kind == CD_VALUE_NUMBER || v->kind == CD_VALUE_VECTOR;
    const bool counted = field[0] == '#';
    cd_bytes_print(w->to, "    assert.%s", compared ? "equal(" : "is_");
    put_value(w, v);
    cd_bytes_print(w->to, "%s%s%s%s%s)\n", compared ? ", " : "(", counted ? "#" : "", of,
                   field[0] != '\0' ? "." : "", field + counted);
}

/// What the assertions about the fields of a result begin with.
typedef struct expectation {
    const cd_printer *printer;
    const char *of;
    char point[32]; ///< of a manifold: the field whose fields come; "": those of the result
} expectation;

static void expect_field(void *user, const char *name, const cd_value *v) {
    expectation *e = user;
    if (v == NULL)
        snprintf(e->point, sizeof e->point, "%s.%s", e->of, name);
    else
        expect_plain(e->printer, e->point[0] != '\0' ? e->point : e->of, name, v);
}

/// Writes the assertions of all results.
static void expect_results(const cd_printer *w, const cd_query *q, const cd_value *results) {
    const cd_query_signature *names = cd_query_signature_of(q);
    for (int i = 0; i < q->result_count; i++) {
        expectation e = {.printer = w, .of = names->result_names[i]};
        if (results[i].kind < CD_VALUE_CONTACT) {
            expect_plain(w, e.of, "", &results[i]);
            continue;
        }
        cd_bytes_print(w->to, "    assert.is_not_nil(%s)\n", e.of);
        cd_result_fields(&results[i], expect_field, &e);
    }
}

/// "    local hit = collide.raycast(origin, direction, shape)", where the shapes are locals.
static void put_call(const cd_printer *w, const cd_query *q) {
    const cd_query_signature *names = cd_query_signature_of(q);
    const bool method = cd_query_is(q, "contains");
    cd_bytes_print(w->to, "    local ");
    for (int i = 0; i < q->result_count; i++)
        cd_bytes_print(w->to, "%s%s", i > 0 ? ", " : "", names->result_names[i]);
    cd_bytes_print(w->to, " = %s%s(", method ? "shape:" : "collide.", q->name);
    for (int i = method; i < q->argument_count; i++) {
        append_text(w->to, i > method ? ", " : "");
        if (q->arguments[i].kind == CD_VALUE_SHAPE)
            append_text(w->to, names->argument_names[i]);
        else
            put_value(w, &q->arguments[i]);
    }
    append_text(w->to, ")\n");
}

/// A text as a Lua string: a file name may hold any byte.
static void put_string(cd_bytes *out, const char *text) {
    append_text(out, "\"");
    for (const char *c = text; *c != '\0'; c++) {
        const bool plain = (unsigned char)*c >= 0x20 && *c != '"' && *c != '\\' && *c != 0x7f;
        cd_bytes_print(out, plain ? "%c" : "\\%03d", plain ? *c : (unsigned char)*c);
    }
    append_text(out, "\"");
}

static void put_test(const cd_printer *w, const cd_frame *frame, const cd_query *q, int ordinal) {
    char name[512], number[24] = "";
    if (ordinal > 0)
        snprintf(number, sizeof number, ", number %d", ordinal + 1);
    snprintf(name, sizeof name, "%s at %.400s:%d, frame %d%s", q->name, q->file, q->line,
             frame->frame, number);
    append_text(w->to, "\nit(");
    put_string(w->to, name);
    append_text(w->to, ", function()\n"
                       "    local collide = require \"collide\"\n"
                       "    local vec = collide.vec\n");
    for (int i = 0; i < q->argument_count; i++) {
        if (q->arguments[i].kind != CD_VALUE_SHAPE)
            continue;
        cd_bytes_print(w->to, "    local %s = ", cd_query_signature_of(q)->argument_names[i]);
        cd_print_shape(w, &q->arguments[i].as.shape);
        append_text(w->to, "\n");
    }
    put_call(w, q);
    expect_results(w, q, q->results);
    append_text(w->to, "end)\n");
}

/// NULL if the rebuilt shapes give the recorded result, or why no test can be made.
static const char *check_rebuilt(const cd_query *q, cd_arena *arena) {
    cd_shape shapes[CD_QUERY_VALUES_MAX];
    cd_value again[CD_QUERY_VALUES_MAX];
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
    const bool same =
        !failed && recorded.size == computed.size &&
        (recorded.size == 0 || memcmp(recorded.data, computed.data, recorded.size) == 0);
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
