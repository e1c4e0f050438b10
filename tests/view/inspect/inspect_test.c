// The inspector without pixels: queries are grouped by the line that makes them, a pick stays with
// its query in other frames, and lines of an edited text are found again, as counting by hand says.
#include "check.h"

#include "view/inspect/describe.h"
#include "view/inspect/inspect.h"

#include <math.h>
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
    test_pick_stays();
    test_lines();
    test_numbers();
    return failures > 0;
}
