// See capture.h. The text of a case is data with exact numbers (record/text/print.h); what plays it
// is run/cases/case.lua.
#include "view/inspect/capture.h"

#include "record/text/print.h"
#include "view/inspect/describe.h"
#include "view/inspect/inspect.h"
#include "view/inspect/located.h"

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
    if (cd_is_polytope(s))
        return s->as.polytope.core->vertex_count;
    if (!cd_is_set(s))
        return 0;
    int count = s->as.set.core->part_count + s->as.set.core->vertex_count;
    for (int i = 0; s->kind == CD_COMPOUND && i < s->as.set.core->part_count; i++)
        count += line_count(&s->as.set.core->shapes[i]);
    return count;
}

// ---------------------------------------------------------------------------------------- the case

static void put_value(const cd_printer *w, const cd_value *v) {
    if (v->kind == CD_VALUE_NUMBER)
        cd_print_number(w, v->as.number);
    else if (v->kind == CD_VALUE_VECTOR)
        cd_print_point(w, v->as.vector, v->dim);
    else if (v->kind == CD_VALUE_SHAPE)
        cd_print_shape(w, &v->as.shape);
    else
        cd_print_append(w->to, v->kind != CD_VALUE_BOOLEAN ? "nil"
                               : v->as.boolean             ? "true"
                                                           : "false");
}

/// Where the fields of a result stand.
typedef struct field_list {
    const cd_printer *printer;
    bool any, in_point; ///< a field has come; so has the beginning of a manifold's point
    bool begins;        ///< a table has been opened just now
} field_list;

static void put_field(void *user, const char *name, const cd_value *v) {
    field_list *list = user;
    const cd_printer *w = list->printer;
    if (v == NULL) {
        cd_print_append(w->to, list->in_point ? " }, { " : ", points = { { ");
        list->in_point = list->begins = true;
    } else if (name[0] != '#') {
        cd_print_append(w->to, list->any && !list->begins ? ", " : "");
        cd_bytes_print(w->to, "%s = ", name);
        put_value(w, v);
        list->any = true;
        list->begins = false;
    }
}

/// parts_a = { 3, 12 }, feature_a = "face", feature_index_a = 1
static void put_located(const cd_printer *w, const cd_query *q) {
    cd_located_shape located[2];
    const int count = cd_query_located(q, located);
    for (int i = 0; i < count; i++) {
        const cd_location *at = &located[i].at;
        const char side = located[i].side;
        if (at->triangle >= 0)
            cd_bytes_print(w->to, ", parts_%c = { %d, %d }", side, at->part + 1, at->triangle + 1);
        else if (at->part >= 0)
            cd_bytes_print(w->to, ", parts_%c = { %d }", side, at->part + 1);
        if (at->feature != CD_ON_NONE)
            cd_bytes_print(w->to, ", feature_%c = \"%s\", feature_index_%c = %d", side,
                           cd_feature_name(at->feature), side, at->index + 1);
    }
}

static void put_answer(const cd_printer *w, const cd_query *q) {
    const cd_query_signature *names = cd_query_signature_of(q);
    const cd_value *first = &q->results[0];
    field_list list = {.printer = w};
    if (first->kind == CD_VALUE_NIL) {
        cd_print_append(w->to, "\"nothing\"");
        return;
    }
    if (q->result_count == 1 && first->kind < CD_VALUE_CONTACT) {
        put_value(w, first);
        return;
    }
    cd_print_append(w->to, "{ ");
    for (int i = 0; q->result_count > 1 && i < q->result_count; i++)
        put_field(&list, names->result_names[i], &q->results[i]);
    if (q->result_count == 1)
        cd_result_fields(first, put_field, &list);
    cd_print_append(w->to, list.in_point ? " } }" : "");
    put_located(w, q);
    cd_print_append(w->to, " }");
}

/// { query = ..., arguments = ..., answer = ... }
static void put_case(const cd_printer *w, const cd_query *q) {
    cd_bytes_print(w->to, "{ query = \"%s\", arguments = { ", q->name);
    for (int i = 0; i < q->argument_count; i++) {
        cd_print_append(w->to, i > 0 ? ", " : "");
        put_value(w, &q->arguments[i]);
    }
    cd_print_append(w->to, " }, answer = ");
    put_answer(w, q);
    cd_print_append(w->to, " }");
}

/// NULL, or why there can be no case of a query.
static const char *case_error(const cd_query *q) {
    const char *error = signature_error(q);
    for (int i = 0; error == NULL && i < q->argument_count; i++)
        if (q->arguments[i].kind == CD_VALUE_SHAPE &&
            line_count(&q->arguments[i].as.shape) > LINES_MAX)
            error = "a shape of it has too many vertices to be written out";
    return error;
}

// ---------------------------------------------------------------------------------------- the test

static void put_test(const cd_printer *w, const cd_frame *frame, const cd_query *q, int ordinal) {
    char name[512], number[24] = "";
    if (ordinal > 0)
        snprintf(number, sizeof number, ", number %d", ordinal + 1);
    snprintf(name, sizeof name, "%s at %.400s:%d, frame %d%s", q->name, q->file, q->line,
             frame->frame, number);
    cd_print_append(w->to, "\nit(");
    cd_print_string(w, name);
    cd_print_append(w->to, ", function()\n"
                           "    local played = require \"collide.scenario\".play ");
    put_case(w, q);
    cd_print_append(w->to, "\n    assert.is_true(played.same, played.difference)\nend)\n");
}

/// Ends what a case was printed to: false where it cannot be made; then `out` is as it was.
static bool finish(const cd_query *q, const char *error, const char *what, cd_bytes *out,
                   size_t before, char *why, size_t size) {
    if (error == NULL && out->failed)
        error = "out of memory";
    if (error == NULL)
        return true;
    out->size = before;
    snprintf(why, size, "No %s of this %s: %s", what, q->name, error);
    return false;
}

bool cd_capture_case(const cd_query *q, cd_bytes *out, char *why, size_t size) {
    const char *error = case_error(q);
    const size_t before = out->size;
    if (error == NULL) {
        cd_print_append(out, "case ");
        put_case(&(const cd_printer){CD_PRINT_DATA, cd_print_append, out}, q);
        cd_print_append(out, "\n");
    }
    return finish(q, error, "case", out, before, why, size);
}

bool cd_capture(const cd_frame *frame, const cd_query *q, int ordinal, cd_bytes *out, char *why,
                size_t size) {
    assert(ordinal >= 0 && size > 0);
    const char *error = case_error(q);
    const size_t before = out->size;
    if (error == NULL)
        put_test(&(const cd_printer){CD_PRINT_DATA, cd_print_append, out}, frame, q, ordinal);
    return finish(q, error, "test", out, before, why, size);
}
