// The inspector without pixels: queries are grouped by the line that makes them, a pick stays with
// its query in other frames, and lines of an edited text are found again, as counting by hand says.
#include "check.h"

#include "view/inspect/describe.h"
#include "view/inspect/inspect.h"
#include "view/inspect/located.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- picks

#define QUERIES 500

static cd_value yes = {.kind = CD_VALUE_BOOLEAN, .as.boolean = true}, no = {0};

/// A frame of queries at a few lines of the script, in random order.
static void make_frame(cd_frame *frame, cd_query *queries, int count) {
    static char far[500]; // a path may be long
    memset(far, 'x', sizeof far - 1);
    const char *const names[] = {"raycast", "overlap"}, *const files[] = {"a.lua", far};
    for (int i = 0; i < count; i++)
        queries[i] = (cd_query){.name = names[rand() % 2],
                                .file = files[rand() % 2],
                                .line = 1 + rand() % 3,
                                .result_count = 1,
                                .results = rand() % 2 ? &yes : &no};
    *frame = (cd_frame){.query_count = count, .queries = queries};
}

static bool same_site(const cd_query *a, const cd_query *b) {
    return strcmp(a->name, b->name) == 0 && strcmp(a->file, b->file) == 0 && a->line == b->line;
}

/// The index of a query among those of its line, counted one by one.
static int ordinal(const cd_frame *frame, int query) {
    int n = 0;
    for (int i = 0; i < query; i++)
        n += same_site(&frame->queries[i], &frame->queries[query]);
    return n;
}

static void test_sites(void) {
    static cd_query queries[QUERIES];
    cd_frame frame;
    cd_inspector n = {0};
    for (int round = 0; round < 50; round++) {
        make_frame(&frame, queries, rand() % QUERIES);
        cd_inspector_set_frame(&n, &frame);
        int count = 0, found = 0;
        for (int s = 0; s < n.site_count; s++) {
            const cd_call_site *site = &n.sites[s];
            CHECK(site->begin == count && site->count > 0);
            for (int k = count; k < count + site->count; k++) {
                const int q = n.order[k];
                CHECK(n.place[q] == k && same_site(&queries[q], &queries[n.order[count]]));
                CHECK(k == count || q > n.order[k - 1]);
            }
            count += site->count;
            found += n.sites[s].found;
        }
        int truly = 0;
        for (int i = 0; i < frame.query_count; i++)
            truly += queries[i].results == &yes;
        CHECK(count == frame.query_count && found == truly);
    }
    cd_inspector_free(&n);
}

/// A picked shape lists the queries about it, in their order, and what it touches: what overlaps
/// it, or is as near as rounding, and is not hidden.
static void test_shape(void) {
    enum { SHAPES = 40, COUNT = 200 };
    static cd_named_shape shapes[SHAPES];
    static cd_query queries[COUNT];
    static cd_value arguments[COUNT][2];
    static char keys[SHAPES][16];
    for (int i = 0; i < SHAPES; i++) {
        snprintf(keys[i], sizeof keys[i], "b[%d]", i);
        shapes[i] = (cd_named_shape){
            .key = keys[i], .shape = cd_sphere(2, (cd_vec){2 * i, 0, 0}, 1)}; // in a row, touching
    }
    shapes[5].style.hidden = true;
    cd_shape_move(&shapes[9].shape, (cd_vec){0, 1e-3, 0});
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < 2; k++)
            arguments[i][k] = (cd_value){.kind = CD_VALUE_SHAPE, .which = rand() % SHAPES};
        queries[i] = (cd_query){.name = "overlap",
                                .file = "a.lua",
                                .line = 1,
                                .argument_count = 2,
                                .arguments = arguments[i]};
    }
    cd_frame frame = {
        .shape_count = SHAPES, .shapes = shapes, .query_count = COUNT, .queries = queries};
    cd_inspector n = {0};
    for (int pick = 0; pick < SHAPES; pick++) {
        cd_inspector_set_frame(&n, &frame);
        cd_inspector_pick_shape(&n, pick);
        cd_inspector_set_frame(&n, &frame);
        int count = 0;
        for (int i = 0; i < COUNT; i++)
            if (arguments[i][0].which == pick || arguments[i][1].which == pick)
                CHECK(count < n.about_count && n.about[count++] == i);
        CHECK(count == n.about_count);
        const int left = pick - 1, right = pick + 1;
        const bool apart_left = left < 0 || left == 5 || left == 9 || pick == 9;
        const bool apart_right = right == SHAPES || right == 5 || right == 9 || pick == 9;
        CHECK(n.touched.count == !apart_left + !apart_right && !n.touched.more);
        CHECK(apart_left || n.touched.shapes[0] == left);
    }
    for (int i = 0; i < SHAPES; i++)
        shapes[i].shape = shapes[0].shape;
    frame.frame++;
    cd_inspector_set_frame(&n, &frame);
    CHECK(n.touched.count == CD_TOUCHED_MAX && n.touched.more);
    cd_inspector_free(&n);
}

static void test_pick_stays(void) {
    static cd_query first[QUERIES], second[QUERIES];
    cd_frame a, b;
    cd_inspector n = {0};
    int there = 0, gone = 0;
    for (int round = 0; round < 200; round++) {
        make_frame(&a, first, 1 + rand() % 60);
        make_frame(&b, second, rand() % 60);
        cd_inspector_set_frame(&n, &a);
        const int picked = rand() % a.query_count, number = ordinal(&a, picked);
        cd_inspector_pick_query(&n, picked);
        CHECK(n.query == picked && n.ordinal == number);
        cd_inspector_set_frame(&n, &b);
        int expected = -1;
        for (int i = 0; i < b.query_count; i++)
            if (same_site(&second[i], &first[picked]) && ordinal(&b, i) == number)
                expected = i;
        CHECK(n.query == expected);
        there += expected >= 0, gone += expected < 0;
        cd_inspector_set_frame(&n, NULL);
        CHECK(n.query == -1 && n.kind == CD_PICK_QUERY);
        cd_inspector_set_frame(&n, &a);
        CHECK(n.query == picked);
        cd_inspector_unpick(&n);
        CHECK(n.query == -1 && n.kind == CD_PICK_NONE);
    }
    CHECK(there > 20 && gone > 20);

    cd_named_shape shapes[] = {{.key = "ball"}, {.key = "walls[1]"}};
    a.shapes = shapes, a.shape_count = 2;
    cd_inspector_set_frame(&n, &a);
    cd_inspector_pick_shape(&n, 1);
    CHECK(n.kind == CD_PICK_SHAPE && n.shape == 1 && n.query == -1);
    shapes[0].key = "walls[1]", shapes[1].key = "floor";
    cd_inspector_set_frame(&n, &a);
    CHECK(n.shape == 0);
    cd_inspector_pick_query(&n, a.query_count); // out of range: nothing changes
    CHECK(n.kind == CD_PICK_SHAPE);
    cd_inspector_free(&n);
}

// ---------------------------------------------------------------------------------------- edits

static int moved(const char *before, const char *after, int line) {
    return cd_line_moved(before, after, line);
}

static void test_lines(void) {
    const char *text = "one\ntwo\nthree\nfour\n";
    for (int line = 1; line <= 5; line++)
        CHECK(moved(text, text, line) == line);
    CHECK(moved(text, "zero\none\ntwo\nthree\nfour\n", 3) == 4);
    CHECK(moved(text, "one\nthree\nfour\n", 3) == 2);
    CHECK(moved(text, "one\nthree\nfour\n", 2) == 0);      // deleted
    CHECK(moved(text, "one\ntwo\nTHREE\nfour\n", 3) == 3); // changed in place
    CHECK(moved(text, "one\nthree\ntwo\nfour\n", 2) == 3); // moved
    CHECK(moved("a\nx\na\nx\nb", "a\nx\ny\na\nx\nb", 4) == 5);
    CHECK(moved(text, "", 2) == 0 && moved("", text, 1) >= 0 && moved(text, text, 99) == 0);
    // After any insertion and deletion, the remaining lines of a text of distinct lines are found.
    for (int round = 0; round < 300; round++) {
        char before[400] = "", after[400] = "", row[24];
        int at[30], count = 0;
        for (int i = 0; i < 30; i++) {
            at[i] = 0;
            snprintf(row, sizeof row, "line %d\n", i);
            strcat(before, row);
            if (round % 30 == i) {
                strcat(after, "new\n");
                count++;
            }
            if ((round / 3) % 30 == i)
                continue;
            strcat(after, row);
            at[i] = ++count;
        }
        for (int i = 0; i < 30; i++)
            if (at[i] > 0)
                CHECK(moved(before, after, i + 1) == at[i]);
    }
}

// ---------------------------------------------------------------------------------------- words

static void test_numbers(void) {
    const double numbers[] = {0, 1, -0.1, 1.0 / 3, 5e-324, 1e300, 123456789, 0.30000000000000004};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[32];
        cd_number_text(numbers[i], text);
        CHECK(strtod(text, NULL) == numbers[i]);
    }
    for (int i = 0; i < 1000; i++) {
        char text[32];
        const double x = ldexp(rand() / (double)RAND_MAX - 0.5, rand() % 200 - 100);
        cd_number_text(x, text);
        CHECK(strtod(text, NULL) == x);
    }
}

/// Collects the lines that describe a query.
static void add_line(void *user, const cd_field *field) {
    char *out = user;
    if (field->text != NULL)
        sprintf(out + strlen(out), "%s %s\n", field->name, field->text);
}

/// A query without an answer is a miss, and numbers that are looked at have six digits at most.
static void test_words(void) {
    char text[128], lines[256] = "", number[32];
    cd_value numbers[] = {{.kind = CD_VALUE_NUMBER, .as.number = 1.23456789},
                          {.kind = CD_VALUE_VECTOR, .dim = 2, .as.vector = {0.1 + 0.2, -4, 0}}};
    cd_query query = {.name = "raycast",
                      .file = "",
                      .argument_count = 2,
                      .arguments = numbers,
                      .result_count = 1,
                      .results = &no};
    const cd_frame frame = {.query_count = 1, .queries = &query};
    cd_query_result(&query, text, sizeof text);
    CHECK(strcmp(text, "miss") == 0);
    cd_describe_query(&frame, &query, add_line, lines);
    CHECK(strcmp(lines, "hit miss\n") == 0);
    query.results = &yes;
    cd_query_result(&query, text, sizeof text);
    CHECK(strcmp(text, "true") == 0);
    cd_query_arguments(&frame, &query, text, sizeof text);
    CHECK(strcmp(text, "1.23457, (0.3, -4)") == 0);
    cd_number_short(0.1 + 0.2, number);
    CHECK(strcmp(number, "0.3") == 0);
    cd_number_text(0.1 + 0.2, number); // for the clipboard
    CHECK(strtod(number, NULL) == 0.1 + 0.2);
}

/// The answer of a query at a set says which part it was.
static void test_parts(void) {
    const cd_shape parts[] = {
        cd_sphere(2, (cd_vec){0, 9, 0}, 1),
        cd_triangle(2, (cd_vec){0, 0, 0}, (cd_vec){1, 0, 0}, (cd_vec){0, 1, 0}, 0)};
    void *memory = malloc(cd_compound_size(parts, 2));
    cd_value arguments[] = {{.kind = CD_VALUE_VECTOR, .dim = 2, .as.vector = {0.25, -1, 0}},
                            {.kind = CD_VALUE_VECTOR, .dim = 2, .as.vector = {0, 1, 0}},
                            {.kind = CD_VALUE_SHAPE,
                             .dim = 2,
                             .which = -1,
                             .as.shape = cd_set_shape(cd_compound_build(parts, 2, memory, NULL))}};
    cd_value hit = {.kind = CD_VALUE_HIT, .dim = 2};
    CHECK(cd_raycast(arguments[0].as.vector, arguments[1].as.vector, &arguments[2].as.shape,
                     INFINITY, &hit.as.hit));
    const cd_query query = {.name = "raycast",
                            .file = "",
                            .argument_count = 3,
                            .arguments = arguments,
                            .result_count = 1,
                            .results = &hit};
    const cd_frame frame = {.query_count = 1, .queries = (cd_query *)&query};
    char lines[2048] = "";
    cd_describe_query(&frame, &query, add_line, lines);
    CHECK(strstr(lines, "part 2\n") != NULL && strstr(lines, "feature edge 1\n") != NULL);
    cd_located_shape located[2];
    CHECK(cd_query_located(&query, located) == 1 && located[0].side == 'b');
    CHECK(cd_located_part(&query, &located[0]).kind == CD_TRIANGLE);
    hit.as.hit.point.x = INFINITY; // of a damaged recording
    CHECK(cd_query_located(&query, located) == 0);
    free(memory);
}

/// A list calls shapes as the picture does: by their names, or what their paths say.
static void test_labels(void) {
    char text[128];
    const cd_named_shape shapes[] = {{.key = "balls[5].shape", .name = "ball E"},
                                     {.key = "walls[2]"}};
    cd_value values[] = {{.kind = CD_VALUE_SHAPE, .which = 0},
                         {.kind = CD_VALUE_SHAPE, .which = 1}};
    const cd_query query = {.name = "overlap", .argument_count = 2, .arguments = values};
    const cd_frame frame = {.shape_count = 2, .shapes = (cd_named_shape *)shapes};
    cd_query_arguments(&frame, &query, text, sizeof text);
    CHECK(strcmp(text, "ball E, wall 2") == 0);
}

static void take_field(void *user, const cd_field *field) {
    if (strcmp(field->name, "the hull of") == 0)
        snprintf(user, 64, "%s", field->text);
}

/// A polygon or hull tells of how many points it has left some out.
static void test_points_inside(void) {
    const cd_vec points[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 1, 0}, {0, 4, 0}, {4, 4, 0}};
    for (int count = 3; count <= 6; count++) {
        char told[64] = "", expected[64] = "";
        void *memory = malloc(cd_polytope_size(count));
        const cd_polytope *core = cd_polytope_build(2, points, count, memory, NULL);
        const cd_shape shape = cd_polytope_shape(core, 0);
        cd_describe_shape(&shape, take_field, told);
        if (core->vertex_count < count)
            snprintf(expected, sizeof expected, "%d of %d points", core->vertex_count, count);
        CHECK(strcmp(told, expected) == 0 && (told[0] != '\0') == (count > 3));
        free(memory);
    }
}

int main(void) {
    srand(7);
    test_points_inside();
    test_sites();
    test_words();
    test_parts();
    test_labels();
    test_pick_stays();
    test_shape();
    test_lines();
    test_numbers();
    return failures > 0;
}
