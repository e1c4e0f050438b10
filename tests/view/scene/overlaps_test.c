// The overlaps that the viewer marks are those that comparing every shape with every other finds,
// over random scenes of spheres, boxes and planes, some of them hidden. Between a fifth and four
// fifths of all shapes overlap, so that both verdicts are tested. What rests touches, and does not
// overlap.
#include "check.h"
#include "random.h"
#include "view/scene/overlaps.h"

#include <math.h>

static double side(const cd_shape *shape) {
    const cd_bounds b = cd_shape_bounds(shape);
    return cd_max_abs(cd_sub(b.max, b.min));
}

/// A ten-thousandth of the smaller shape.
static double unseen(const cd_shape *a, const cd_shape *b) {
    return 1e-4 * fmin(side(a), side(b)) + 1e-11;
}

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
    const bool *found = cd_overlaps_find(&frame, &unknown, NULL, &arena).found;
    int overlapping = 0;
    for (int i = 0; i < count; i++) {
        bool overlaps = false;
        for (int k = 0; k < count; k++) {
            const cd_shape *a = &frame.shapes[i].shape, *b = &frame.shapes[k].shape;
            const bool counts = k != i && !frame.shapes[i].style.hidden &&
                                !frame.shapes[k].style.hidden &&
                                !(a->kind == CD_PLANE && b->kind == CD_PLANE);
            overlaps = overlaps || (counts && cd_distance(a, b) < -unseen(a, b));
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
    CHECK(!cd_overlaps_find(&frame, &scenery, NULL, &arena).found[0]);
    shapes[1].key = "floor";
    CHECK(!cd_overlaps_find(&frame, &scenery, NULL, &arena).found[0]);
    shapes[1].shape = cd_box((cd_vec){1, 1, 0}, (cd_vec){1, 1, 1}, level, 0);
    CHECK(cd_overlaps_find(&frame, &scenery, NULL, &arena).found[0]);
    cd_scenery_free(&scenery);
    cd_arena_free(&arena);
}

/// What rests on a floor, to within what is not seen, touches it there; deeper, it overlaps, and
/// above it does neither.
static void test_resting(void) {
    static const struct {
        double gap; ///< in sizes of what rests
        int touches;
        bool overlaps;
    } cases_of_gaps[] = {{0, 1, false},    {1e-6, 1, false},  {-1e-6, 1, false},
                         {5e-5, 1, false}, {-5e-5, 1, false}, {-3e-4, 0, true},
                         {-0.1, 0, true},  {3e-4, 0, false},  {0.1, 0, false}};
    const cd_scenery unknown = {0};
    for (int i = 0; i < 900; i++) {
        const int dim = 2 + i % 2, kind = (int)range(0, 4);
        const double size = pow(10, range(-3, 3)), gap = cases_of_gaps[i % 9].gap * size;
        const cd_vec at = {range(-9, 9) * size, 0, 0},
                     half = {size / 2, size / 2, dim == 3 ? size / 2 : 0};
        const cd_shape floor = kind % 2 == 0
                                   ? cd_plane(dim, (cd_vec){0, 1, 0}, 0)
                                   : cd_aabb(dim, (cd_vec){-99 * size, -size, dim == 3 ? -size : 0},
                                             (cd_vec){99 * size, 0, dim == 3 ? size : 0});
        cd_shape rests = kind < 2 ? cd_sphere(dim, at, size / 2)
                                  : cd_aabb(dim, cd_sub(at, half), cd_add(at, half));
        cd_shape_move(&rests, (cd_vec){0, size / 2 + gap, 0});
        cd_named_shape shapes[] = {{.key = "floor", .shape = floor},
                                   {.key = "ball", .shape = rests}};
        const cd_frame frame = {.shapes = shapes, .shape_count = 2};
        cd_arena arena = {0};
        const cd_overlaps o = cd_overlaps_find(&frame, &unknown, NULL, &arena);
        CHECK(o.found[0] == cases_of_gaps[i % 9].overlaps && o.found[1] == o.found[0]);
        CHECK(o.touch_count == cases_of_gaps[i % 9].touches);
        if (o.touch_count > 0)
            CHECK(fabs(o.touches[0].point.y) <= 1e-4 * size && fabs(o.touches[0].normal.y) == 1);
        cd_arena_free(&arena);
    }
}

/// Of a heap that touches everywhere only some touches are noted.
static void test_many_touches(void) {
    enum { COUNT = 2000 };
    cd_arena arena = {0};
    cd_named_shape *shapes = cd_arena_alloc(&arena, COUNT * sizeof *shapes);
    for (int i = 0; i < COUNT; i++)
        shapes[i] = (cd_named_shape){.key = "ball", .shape = cd_sphere(2, (cd_vec){i, 0, 0}, 0.5)};
    const cd_frame frame = {.shapes = shapes, .shape_count = COUNT};
    const cd_scenery unknown = {0};
    CHECK(cd_overlaps_find(&frame, &unknown, NULL, &arena).touch_count == CD_TOUCHES_MAX);
    cd_arena_free(&arena);
}

int main(void) {
    seed(1);
    test_scenery();
    test_resting();
    test_many_touches();
    int overlapping = 0, shapes = 0;
    for (int i = 0; i < 60; i++) {
        const int count = i < 10 ? i : (int)range(0, 300);
        overlapping += test_overlaps(count, pow(10, range(-1.5, 0.3)));
        shapes += count;
    }
    CHECK(overlapping > shapes / 5 && overlapping < shapes * 4 / 5);
    return failures > 0;
}
