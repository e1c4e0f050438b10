// See capture.h. The shapes are spelt in Lua; what that gives back is made here, too, and asked the
// same query: only where the answer is the recorded one, bit for bit, the test is worth its name.
#include "view/inspect/capture.h"

#include "view/inspect/describe.h"
#include "view/inspect/lua_text.h"

#include <stdio.h>
#include <string.h>

#define LINES_MAX 20000 ///< of the shapes of a test

static void put(const cd_speller *w, const char *text) { cd_spell(w, text); }

// ---------------------------------------------------------------------------------------- asking

static bool is(const cd_query *q, const char *name) { return strcmp(q->name, name) == 0; }

static bool same_hit(bool found, const cd_hit *a, const cd_value *v) {
    const cd_hit *b = &v->as.hit;
    if (!found || v->kind != CD_VALUE_HIT)
        return !found && v->kind == CD_VALUE_NIL;
    return a->t == b->t && cd_equal(a->point, b->point) && cd_equal(a->normal, b->normal) &&
           a->enter == b->enter && a->exit == b->exit && cd_equal(a->exit_point, b->exit_point) &&
           cd_equal(a->exit_normal, b->exit_normal) && a->inside == b->inside &&
           a->approach == b->approach;
}

static bool same_separation(const cd_separation *a, const cd_separation *b) {
    return a->distance == b->distance && cd_equal(a->normal, b->normal) &&
           cd_equal(a->point_a, b->point_a) && cd_equal(a->point_b, b->point_b);
}

static bool same_manifold(const cd_contact_points *a, const cd_contact_points *b) {
    bool same = same_separation(&a->contact, &b->contact) && a->count == b->count;
    for (int i = 0; same && i < a->count; i++)
        same = a->points[i].distance == b->points[i].distance &&
               cd_equal(a->points[i].point_a, b->points[i].point_a) &&
               cd_equal(a->points[i].point_b, b->points[i].point_b);
    return same;
}

/// Whether the query, asked of these shapes in the places of its own, has the recorded answer.
static bool answers_alike(const cd_query *q, const cd_shape *made) {
    const cd_value *a = q->arguments, *r = q->results;
    const bool more = q->argument_count > 2, last = q->argument_count > 3;
    const double margin = more && a[2].kind == CD_VALUE_NUMBER ? a[2].as.number : 0;
    cd_contact_points m;
    cd_hit hit;
    if (is(q, "overlap"))
        return cd_overlap(&made[0], &made[1]) == r[0].as.boolean;
    if (is(q, "distance"))
        return cd_distance(&made[0], &made[1]) == r[0].as.number;
    if (is(q, "contains"))
        return cd_contains(&made[0], a[1].as.vector) == r[0].as.boolean;
    if (is(q, "closest")) {
        const cd_separation s = cd_separate(&made[0], &made[1]);
        const cd_separation told = {r[2].as.number, r[3].as.vector, r[0].as.vector, r[1].as.vector};
        return same_separation(&s, &told);
    }
    if (is(q, "contact"))
        return cd_contact(&made[0], &made[1], margin, &m.contact)
                   ? r[0].kind == CD_VALUE_CONTACT && same_separation(&m.contact, &r[0].as.contact)
                   : r[0].kind == CD_VALUE_NIL;
    if (is(q, "manifold"))
        return cd_manifold(&made[0], &made[1], margin, &m)
                   ? r[0].kind == CD_VALUE_MANIFOLD && same_manifold(&m, &r[0].as.manifold)
                   : r[0].kind == CD_VALUE_NIL;
    if (is(q, "raycast"))
        return same_hit(cd_raycast(a[0].as.vector, a[1].as.vector, &made[2],
                                   last && a[3].kind == CD_VALUE_NUMBER ? a[3].as.number : INFINITY,
                                   &hit),
                        &hit, &r[0]);
    return same_hit(
        cd_shapecast(&made[0], a[1].as.vector, &made[2],
                     last && a[3].kind == CD_VALUE_VECTOR ? a[3].as.vector : (cd_vec){0}, &hit),
        &hit, &r[0]);
}

/// What a query's arguments and results are, in letters: s shape, v vector, n number, ? any.
static const struct {
    const char *name, *arguments, *results;
    int least; ///< arguments
} forms[] = {{"overlap", "ss", "b", 2},    {"distance", "ss", "n", 2},
             {"closest", "ss", "vvnv", 2}, {"contact", "ssn", "?", 2},
             {"manifold", "ssn", "?", 2},  {"contains", "sv", "b", 2},
             {"raycast", "vvsn", "?", 3},  {"shapecast", "svsv", "?", 3}};

static bool fits(char letter, const cd_value *v) {
    return letter == '?' || (letter == 's' && v->kind == CD_VALUE_SHAPE) ||
           (letter == 'v' && v->kind == CD_VALUE_VECTOR) ||
           (letter == 'n' && v->kind == CD_VALUE_NUMBER) ||
           (letter == 'b' && v->kind == CD_VALUE_BOOLEAN);
}

/// NULL, or why the query is none that can be asked again.
static const char *form_error(const cd_query *q) {
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        if (!is(q, forms[f].name))
            continue;
        const int most = (int)strlen(forms[f].arguments);
        bool fit = q->argument_count >= forms[f].least && q->argument_count <= most &&
                   q->result_count == (int)strlen(forms[f].results);
        for (int i = 0; fit && i < q->argument_count; i++)
            fit = fits(forms[f].arguments[i], &q->arguments[i]) ||
                  (i >= forms[f].least && q->arguments[i].kind == CD_VALUE_NIL);
        for (int i = 0; fit && i < q->result_count; i++)
            fit = fits(forms[f].results[i], &q->results[i]);
        return fit ? NULL : "it was asked of many shapes at once, and none answered";
    }
    return "only queries of two shapes, a ray or a point can be asked again";
}

// ---------------------------------------------------------------------------------------- the test

static void put_equal(const cd_speller *w, const char *name, const cd_value *v);

static void expect_number(const cd_speller *w, const char *name, double x) {
    put_equal(w, name, &(cd_value){.kind = CD_VALUE_NUMBER, .as.number = x});
}

static void expect_vec(const cd_speller *w, const char *name, cd_vec x, int dim) {
    put_equal(w, name, &(cd_value){.kind = CD_VALUE_VECTOR, .dim = dim, .as.vector = x});
}

/// One assertion of a plain value.
static void put_equal(const cd_speller *w, const char *name, const cd_value *v) {
    const char *is_what = v->kind != CD_VALUE_BOOLEAN ? "nil" : v->as.boolean ? "true" : "false";
    if (v->kind == CD_VALUE_NUMBER || v->kind == CD_VALUE_VECTOR) {
        put(w, "    assert.equal(");
        if (v->kind == CD_VALUE_NUMBER)
            cd_spell_number(w, v->as.number);
        else
            cd_spell_vec(w, v->as.vector, v->dim);
        put(w, ", ");
    } else {
        put(w, "    assert.is_");
        put(w, is_what);
        put(w, "(");
    }
    put(w, name);
    put(w, ")\n");
}

static void expect_contact(const cd_speller *w, const cd_separation *c, int dim, const char *of) {
    char name[3][32];
    static const char *const fields[] = {"normal", "point_a", "point_b"};
    for (int i = 0; i < 3; i++)
        snprintf(name[i], sizeof name[i], "%s.%s", of, fields[i]);
    put(w, "    assert.is_not_nil(");
    put(w, of);
    put(w, ")\n");
    char distance[32];
    snprintf(distance, sizeof distance, "%s.distance", of);
    expect_number(w, distance, c->distance);
    expect_vec(w, name[0], c->normal, dim);
    expect_vec(w, name[1], c->point_a, dim);
    expect_vec(w, name[2], c->point_b, dim);
}

static void expect_manifold(const cd_speller *w, const cd_contact_points *m, int dim) {
    expect_contact(w, &m->contact, dim, "manifold");
    expect_number(w, "#manifold.points", m->count);
    for (int i = 0; i < m->count; i++) {
        char name[48];
        snprintf(name, sizeof name, "manifold.points[%d].distance", i + 1);
        expect_number(w, name, m->points[i].distance);
        snprintf(name, sizeof name, "manifold.points[%d].point_a", i + 1);
        expect_vec(w, name, m->points[i].point_a, dim);
        snprintf(name, sizeof name, "manifold.points[%d].point_b", i + 1);
        expect_vec(w, name, m->points[i].point_b, dim);
    }
}

static void expect_hit(const cd_speller *w, const cd_hit *hit, int dim) {
    put(w, "    assert.is_not_nil(hit)\n");
    expect_number(w, "hit.t", hit->t);
    expect_vec(w, "hit.point", hit->point, dim);
    expect_vec(w, "hit.normal", hit->normal, dim);
    expect_number(w, "hit.enter", hit->enter);
    expect_number(w, "hit.exit", hit->exit);
    if (isfinite(hit->exit)) {
        expect_vec(w, "hit.exit_point", hit->exit_point, dim);
        expect_vec(w, "hit.exit_normal", hit->exit_normal, dim);
    }
    put(w, hit->inside ? "    assert.is_true(hit.inside)\n" : "    assert.is_false(hit.inside)\n");
    expect_number(w, "hit.approach", hit->approach);
}

/// "    local hit = collide.raycast(origin, direction, shape)", the shapes being locals.
static void put_call(const cd_speller *w, const cd_query *q) {
    put(w, "    local ");
    for (int i = 0; i < q->result_count; i++) {
        put(w, i > 0 ? ", " : "");
        put(w, cd_result_name(q, i));
    }
    const bool method = is(q, "contains");
    put(w, method ? " = shape:" : " = collide.");
    put(w, q->name);
    put(w, "(");
    for (int i = method; i < q->argument_count; i++) {
        const cd_value *v = &q->arguments[i];
        put(w, i > method ? ", " : "");
        if (v->kind == CD_VALUE_SHAPE)
            put(w, cd_argument_name(q, i));
        else if (v->kind == CD_VALUE_VECTOR)
            cd_spell_vec(w, v->as.vector, v->dim);
        else if (v->kind == CD_VALUE_NUMBER)
            cd_spell_number(w, v->as.number);
        else
            put(w, "nil");
    }
    put(w, ")\n");
}

/// A text as a Lua string: file names may hold anything.
static void put_string(const cd_speller *w, const char *text) {
    put(w, "\"");
    for (const char *c = text; *c != '\0'; c++) {
        char out[8];
        const bool plain = (unsigned char)*c >= 0x20 && *c != '"' && *c != '\\' && *c != 0x7f;
        snprintf(out, sizeof out, plain ? "%c" : "\\%03d", plain ? *c : (unsigned char)*c);
        put(w, out);
    }
    put(w, "\"");
}

static bool put_test(const cd_speller *w, const cd_frame *frame, const cd_query *q, int ordinal,
                     cd_shape made[]) {
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
        if (!cd_spell_shape(w, &q->arguments[i].as.shape, &made[i]))
            return false;
        put(w, "\n");
    }
    put_call(w, q);
    for (int i = 0; i < q->result_count; i++) {
        const cd_value *v = &q->results[i];
        if (v->kind == CD_VALUE_HIT)
            expect_hit(w, &v->as.hit, v->dim);
        else if (v->kind == CD_VALUE_CONTACT)
            expect_contact(w, &v->as.contact, v->dim, "contact");
        else if (v->kind == CD_VALUE_MANIFOLD)
            expect_manifold(w, &v->as.manifold, v->dim);
        else
            put_equal(w, cd_result_name(q, i), v);
    }
    put(w, "end)\n");
    return !w->out->failed;
}

bool cd_capture(const cd_frame *frame, const cd_query *q, int ordinal, cd_bytes *out, char *why,
                size_t size) {
    const char *error = form_error(q);
    for (int i = 0; error == NULL && i < q->argument_count; i++)
        if (q->arguments[i].kind == CD_VALUE_SHAPE &&
            cd_spell_lines(&q->arguments[i].as.shape) > LINES_MAX)
            error = "a shape of it has too many vertices to be written out";
    cd_arena arena = {0};
    cd_shape made[4];
    const size_t before = out->size;
    const cd_speller w = {out, &arena};
    if (error == NULL && !put_test(&w, frame, q, ordinal, made))
        error = "out of memory";
    if (error == NULL && !answers_alike(q, made))
        error = "a box in it was moved so that no constructor gives it back to the last bit";
    cd_arena_free(&arena);
    if (error != NULL) {
        out->size = before;
        snprintf(why, size, "No test of this %s: %s", q->name, error);
    }
    return error == NULL;
}
