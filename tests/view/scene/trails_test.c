// Trails: each follows its object through lists from which others are taken, also where a script
// puts a new shape in place of the old one; what jumps begins a new trail; frames may come in any
// order.
#include "check.h"
#include "view/scene/trails.h"

#include <stdio.h>

enum { FRAMES = 40, SHAPES = 6 };

static double radius = 0.1;

typedef struct test_thing {
    uint64_t id;
    double x;
} test_thing;

/// Feeds a frame with the list "list[1]", "list[2]", ...
static cd_frame feed(cd_trails *trails, int number, const test_thing *things, int count) {
    static char keys[SHAPES][24];
    static cd_named_shape shapes[SHAPES];
    for (int i = 0; i < count; i++) {
        snprintf(keys[i], sizeof keys[i], "list[%d]", i + 1);
        shapes[i] = (cd_named_shape){.key = keys[i],
                                     .id = things[i].id,
                                     .style = CD_STYLE_DEFAULT,
                                     .shape = cd_sphere(2, (cd_vec){things[i].x, 0, 0}, radius)};
    }
    cd_frame frame = {.frame = number, .time = number, .shape_count = count, .shapes = shapes};
    cd_trails_feed(trails, &frame);
    return frame;
}

static bool came_from(const cd_trails *trails, const cd_frame *frame, int index, double x) {
    cd_vec at;
    return cd_trails_before(trails, frame, index, &at) && at.x == x;
}

static bool is_new(const cd_trails *trails, const cd_frame *frame, int index) {
    cd_vec at;
    return !cd_trails_before(trails, frame, index, &at);
}

/// The first of three is taken away and a new one is added behind them.
static void test_lists(void) {
    cd_trails trails = {0};
    feed(&trails, 0, (test_thing[]){{1, 0}, {2, 1}, {3, 2}}, 3);
    cd_frame frame = feed(&trails, 1, (test_thing[]){{2, 1.05}, {3, 2.05}, {9, 7}}, 3);
    CHECK(came_from(&trails, &frame, 0, 1) && came_from(&trails, &frame, 1, 2));
    CHECK(is_new(&trails, &frame, 2)); // list[3] was there, as another object that lives on
    // All are new objects in the old places; of a list that has grown the last is new.
    frame = feed(&trails, 2, (test_thing[]){{11, 1.1}, {12, 2.1}, {13, 7.1}, {14, 8}}, 4);
    CHECK(came_from(&trails, &frame, 0, 1.05) && came_from(&trails, &frame, 2, 7));
    CHECK(is_new(&trails, &frame, 3));
    cd_trails_free(&trails);
}

/// A thing at speed 1, small or larger than its jump, that bounces, stops, starts and, in one
/// frame, jumps.
static void test_jumps(void) {
    cd_trails trails = {0};
    double x = 0, before[FRAMES];
    int jumps = 0;
    for (int n = 0; n < FRAMES; n++) {
        before[n] = x;
        x += n == 30 ? -20 : n < 10 ? 1 : n < 15 ? -1 : n < 20 ? 0 : 1;
    }
    for (int n = 0; n < FRAMES; n++) // one frame in two comes later
        if (n % 2 == 0)
            feed(&trails, n, (test_thing[]){{1, before[n]}}, 1);
    for (int n = 1; n < FRAMES; n += 2)
        feed(&trails, n, (test_thing[]){{1, before[n]}}, 1);
    for (int n = 1; n < FRAMES; n++) {
        const cd_frame frame = feed(&trails, n, (test_thing[]){{1, before[n]}}, 1);
        const bool jumped = is_new(&trails, &frame, 0);
        CHECK(jumped == (n == 31));
        CHECK(jumped || came_from(&trails, &frame, 0, before[n - 1]));
        jumps += jumped;
    }
    CHECK(jumps == 1);
    cd_trails_free(&trails);
}

int main(void) {
    test_lists();
    for (radius = 0.1; radius < 20; radius *= 10)
        test_jumps();
    return failures > 0;
}
