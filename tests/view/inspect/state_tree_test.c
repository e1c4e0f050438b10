// The tree of a state's values: what is listed equals what a plain walk lists, whatever is folded
// or searched; marks are where values differ; and a large state is no slower than its size.
#include "check.h"

#include "view/inspect/state_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 400 };
static cd_state_value values[COUNT];
static char keys[COUNT][16];

/// A random tree.
static cd_frame random_frame(int number) {
    int depth = 0;
    for (int i = 0; i < COUNT; i++) {
        snprintf(keys[i], sizeof keys[i], "%sk%d", depth > 0 ? "." : "", i);
        values[i] = (cd_state_value){.key = keys[i],
                                     .depth = depth,
                                     .kind = CD_STATE_NUMBER,
                                     .which = -1,
                                     .number = {rand() % 3, 0, 0},
                                     .text = ""};
        depth = rand() % 3 == 0 ? depth + 1 : depth - rand() % 3;
        depth = depth < 0 ? 0 : depth;
    }
    return (cd_frame){
        .frame = number, .detail = CD_DETAIL_STATE, .value_count = COUNT, .values = values};
}

static bool unfolded[COUNT];

/// Whether nothing around a value is folded.
static bool is_open(const cd_frame *f, int value) {
    const int parent = cd_state_parent(f, value);
    return parent < 0 || (unfolded[parent] && is_open(f, parent));
}

static void test_rows(void) {
    cd_state_tree tree = {0};
    char path[CD_STATE_PATH_MAX];
    int listed = 0;
    for (int round = 0; round < 60; round++) {
        const cd_frame f = random_frame(round);
        cd_state_tree_free(&tree);
        memset(unfolded, 0, sizeof unfolded);
        cd_state_tree_set_frame(&tree, &f);
        for (int i = 0; i < 150; i++) {
            const int at = rand() % COUNT;
            unfolded[at] = !unfolded[at];
            cd_state_tree_fold(&tree, at);
        }
        cd_state_tree_set_frame(&tree, &f);
        int row = 0;
        for (int i = 0; i < COUNT; i++)
            if (is_open(&f, i))
                CHECK(row < tree.row_count && tree.rows[row++] == i);
        CHECK(row == tree.row_count);
        listed += row;
        snprintf(tree.search, sizeof tree.search, "K%d", rand() % 40);
        cd_state_tree_set_frame(&tree, &f);
        row = 0;
        for (int i = 0; i < COUNT; i++) {
            cd_state_path(&f, i, path);
            for (char *c = path; *c != '\0'; c++)
                *c = *c == 'k' ? 'K' : *c;
            if (strstr(path, tree.search) != NULL)
                CHECK(row < tree.row_count && tree.rows[row++] == i);
        }
        CHECK(row == tree.row_count);
    }
    CHECK(listed > 60 * 10);
    cd_state_tree_free(&tree);
}

/// A value is marked where it differs from the frame before, also when others have come or gone.
static void test_changes(void) {
    cd_state_tree tree = {0};
    cd_frame f = random_frame(0);
    for (int i = 0; i < COUNT; i++) // all in sight, so that only their own marks count
        values[i].depth = 0;
    cd_state_tree_set_frame(&tree, &f);
    for (int i = 0; i < COUNT; i++)
        CHECK(!tree.changed[i]);
    for (int round = 1; round < 50; round++) {
        bool changed[COUNT] = {false};
        for (int k = 0; k < 10; k++) {
            const int at = rand() % COUNT;
            changed[at] = true;
            values[at].number.x = values[at].number.x < 1000 ? 1000 + round : (double)NAN;
        }
        f.frame = round;
        cd_state_tree_set_frame(&tree, &f);
        for (int i = 0; i < COUNT; i++)
            CHECK(tree.changed[i] == changed[i]);
        for (int i = 0; i < COUNT; i++)
            values[i].number.x = 5;
        f.frame = 1000 + round;
        cd_state_tree_set_frame(&tree, &f);
        // The first three go: of the others none has changed.
        const cd_frame less = {.frame = 2000 + round,
                               .detail = CD_DETAIL_STATE,
                               .value_count = COUNT - 3,
                               .values = values + 3};
        cd_state_tree_set_frame(&tree, &less);
        for (int i = 0; i < COUNT - 3; i++)
            CHECK(!tree.changed[i]);
        f.frame = 3000 + round; // and come again
        cd_state_tree_set_frame(&tree, &f);
        for (int i = 0; i < COUNT; i++)
            CHECK(tree.changed[i] == (i < 3));
    }
    cd_state_tree_set_frame(&tree, &(cd_frame){.detail = CD_DETAIL_FULL});
    CHECK(tree.frame == NULL && tree.row_count == 0);
    cd_state_tree_set_frame(&tree, NULL);
    CHECK(tree.frame == NULL);
    cd_state_tree_free(&tree);
}

static void test_text(void) {
    static cd_state_value v[] = {{.kind = CD_STATE_NUMBER, .number = {4294967295.0, 0, 0}},
                                 {.kind = CD_STATE_NUMBER, .number = {1.0 / 3, 0, 0}},
                                 {.kind = CD_STATE_NUMBER, .number = {-INFINITY, 0, 0}},
                                 {.kind = CD_STATE_VECTOR, .dim = 2, .number = {0.5, -2, 9}},
                                 {.kind = CD_STATE_BOOLEAN, .number = {1, 0, 0}},
                                 {.kind = CD_STATE_TABLE},
                                 {.kind = CD_STATE_TEXT, .depth = 1, .text = "hello"}};
    static const char *const texts[] = {"4294967295", "0.333333",    "-inf", "(0.5, -2)",
                                        "true",       "{ 1 field }", "hello"};
    const cd_frame f = {.value_count = 7, .values = v};
    char text[64];
    for (int i = 0; i < 7; i++) {
        cd_state_text(&f, i, false, text, sizeof text);
        CHECK(strcmp(text, texts[i]) == 0);
    }
    cd_state_text(&f, 1, true, text, sizeof text);
    CHECK(strtod(text, NULL) == 1.0 / 3);
}

int main(void) {
    srand(1);
    test_rows();
    test_changes();
    test_text();
    return failures != 0;
}
