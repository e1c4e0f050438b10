// The overlaps that the viewer marks are those that comparing every shape with every other finds,
// over random scenes of spheres, boxes and planes, some of them hidden. Between a fifth and four
// fifths of all shapes overlap, so that both verdicts are tested.
#include "check.h"
#include "random.h"
#include "view/scene/overlaps.h"

#include <math.h>

/// One random scene; returns how many of its shapes overlap another.
static int test_overlaps(int count, double size) {
    cd_arena arena = {0};
    cd_frame frame = {.shape_count = count};
    frame.shapes = cd_arena_alloc(&arena, (size_t)count * sizeof *frame.shapes);
    for (int i = 0; i < count; i++) {
        const cd_vec at = vector(3, 10), half = {size, size * range(0, 3), size};
        const int kind = (int)range(0, 40);
        frame.shapes[i].key = "shape";
        frame.shapes[i].style.hidden = (int)range(0, 20) == 0;
        frame.shapes[i].shape =
            kind == 0   ? cd_plane(3, cd_normalized(vector(3, 1), (cd_vec){1, 0, 0}), -9)
            : kind < 20 ? cd_sphere(3, at, range(0, 2) * size)
                        : cd_box(at, half, (cd_quat){0, 0, 0, 1}, 0);
    }
    const cd_scenery unknown = {0};
    const bool *found = cd_overlaps_find(&frame, &unknown, NULL, &arena);
    int overlapping = 0;
    for (int i = 0; i < count; i++) {
        bool overlaps = false;
        for (int k = 0; k < count; k++) {
            const cd_shape *a = &frame.shapes[i].shape, *b = &frame.shapes[k].shape;
            const bool counts = k != i && !frame.shapes[i].style.hidden &&
                                !frame.shapes[k].style.hidden &&
                                !(a->kind == CD_PLANE && b->kind == CD_PLANE);
            overlaps = overlaps || (counts && cd_overlap(a, b));
        }
        CHECK(found[i] == overlaps);
        overlapping += found[i];
    }
    cd_arena_free(&arena);
    return overlapping;
}

/// Two boxes of a room overlap from the start, which does not count as long as neither moves; also
/// where a script refers to one by another name, as to the floor on which somebody stands.
static void test_scenery(void) {
    cd_arena arena = {0};
    const cd_quat level = {0, 0, 0, 1};
    cd_named_shape shapes[] = {
        {.key = "land", .shape = cd_box((cd_vec){0, 0, 0}, (cd_vec){9, 1, 9}, level, 0)},
        {.key = "stairs[1]", .shape = cd_box((cd_vec){0, 1, 0}, (cd_vec){1, 1, 1}, level, 0)}};
    const cd_frame frame = {.shapes = shapes, .shape_count = 2};
    cd_scenery scenery = {0};
    cd_scenery_set(&scenery, &frame);
    CHECK(!cd_overlaps_find(&frame, &scenery, NULL, &arena)[0]);
    shapes[1].key = "floor";
    CHECK(!cd_overlaps_find(&frame, &scenery, NULL, &arena)[0]);
    shapes[1].shape = cd_box((cd_vec){1, 1, 0}, (cd_vec){1, 1, 1}, level, 0);
    CHECK(cd_overlaps_find(&frame, &scenery, NULL, &arena)[0]);
    cd_scenery_free(&scenery);
    cd_arena_free(&arena);
}

int main(void) {
    seed(1);
    test_scenery();
    int overlapping = 0, shapes = 0;
    for (int i = 0; i < 60; i++) {
        const int count = i < 10 ? i : (int)range(0, 300);
        overlapping += test_overlaps(count, pow(10, range(-1.5, 0.3)));
        shapes += count;
    }
    CHECK(overlapping > shapes / 5 && overlapping < shapes * 4 / 5);
    return failures > 0;
}
