// What the picture of a run keeps: a lone shape, wherever it goes; of several that part as many as
// there is room for, and never none. The box never shrinks nor outgrows its limit, and what leaps
// draws it by no leap.
#include "check.h"
#include "random.h"
#include "run/state/framing.h"

#include <math.h>

static const double dt = 1.0 / 60;

static cd_bounds step(cd_framing *f, int frame, const cd_shape *shapes, int count) {
    cd_framing_begin(f);
    for (int i = 0; i < count; i++)
        cd_framing_add(f, &shapes[i]);
    cd_framing_end(f, frame, dt);
    return f->kept.box;
}

static bool holds(cd_bounds box, const cd_shape *shape) {
    const cd_bounds b = cd_shape_bounds(shape);
    const double rounding = 1e-9 * (1 + cd_max_abs(b.min));
    const cd_vec low = cd_sub(b.min, box.min), high = cd_sub(box.max, b.max);
    return fmin(fmin(low.x, low.y), fmin(low.z, fmin(high.x, fmin(high.y, high.z)))) >= -rounding;
}

static bool meets(cd_bounds box, const cd_shape *shape) {
    const cd_bounds b = cd_shape_bounds(shape);
    return b.max.x >= box.min.x && b.min.x <= box.max.x && b.max.y >= box.min.y &&
           b.min.y <= box.max.y && b.max.z >= box.min.z && b.min.z <= box.max.z;
}

static double longest(cd_bounds b) { return cd_max_abs(cd_sub(b.max, b.min)); }

/// A shape that flies for ever, with a floor or without one, is in the picture in every frame, and
/// not small in it.
static void test_lone(int dim, bool floor) {
    cd_framing f = {0};
    const cd_vec way = vector(dim, 0.2);
    const double radius = range(0.1, 2), height = range(0, 6) * radius;
    cd_shape shapes[] = {cd_sphere(dim, vector(dim, 5), radius),
                         cd_plane(dim, (cd_vec){0, 1, 0}, 0)};
    for (int i = 0; i < 2000; i++) {
        shapes[0].as.center = cd_add(shapes[0].as.center, way);
        if (floor) // it bounces
            shapes[0].as.center.y = radius + height * fabs(sin(0.05 * i));
        const cd_bounds box = step(&f, i, shapes, floor ? 2 : 1);
        CHECK(holds(box, &shapes[0]) && longest(box) <= 20 * 2 * radius * (1 + 1e-9));
        CHECK(!floor || (box.min.y <= 1e-9 && box.max.y <= radius * 20));
    }
}

/// Shapes that fly apart: the box never shrinks, keeps to its limit, moves by no leap, and holds
/// something. One that joins them is held, as long as all have room.
static void test_many(int dim) {
    enum { COUNT = 4 };
    cd_framing f = {0};
    cd_shape shapes[COUNT];
    cd_vec ways[COUNT];
    for (int i = 0; i < COUNT; i++) {
        shapes[i] = cd_sphere(dim, vector(dim, 5), range(0.2, 1));
        ways[i] = vector(dim, 0.03);
    }
    cd_bounds before = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < 1500; i++) {
        for (int k = 0; k < COUNT; k++)
            shapes[k].as.center = cd_add(shapes[k].as.center, ways[k]);
        const cd_bounds box = step(&f, i, shapes, i < 300 ? COUNT - 1 : COUNT);
        int met = 0;
        for (int k = 0; k < COUNT; k++)
            met += meets(box, &shapes[k]);
        if (i > 1) {
            const cd_vec low = cd_sub(box.min, before.min), high = cd_sub(box.max, before.max);
            CHECK(met > 0 && longest(box) <= f.longest * (1 + 1e-9));
            CHECK(high.x - low.x >= -1e-9 && high.y - low.y >= -1e-9 && high.z - low.z >= -1e-9);
            CHECK(fmax(cd_max_abs(low), cd_max_abs(high)) <= 2 * f.longest * dt * (1 + 1e-9));
        }
        before = box;
    }
}

/// What stays keeps the picture: a ball that leaves a room for good does not take it along. One
/// that comes back within reach is held.
static void test_room(void) {
    cd_framing f = {0};
    cd_shape shapes[] = {cd_box2((cd_vec){0, 0, 0}, (cd_vec){5, 0.5, 0}, 0, 0),
                         cd_sphere(2, (cd_vec){0, 2, 0}, 0.5)};
    for (int i = 0; i < 4000; i++) {
        shapes[1].as.center.x = i < 2000 ? 0.1 * i : fmax(400 - 0.1 * i, 2);
        const cd_bounds box = step(&f, i, shapes, 2);
        CHECK(holds(box, &shapes[0]));
        if (shapes[1].as.center.x < 14)
            CHECK(holds(box, &shapes[1]));
    }
    CHECK(f.kept.box.max.x < 20);
}

/// An empty state keeps nothing, and the first shapes to come are held at once. What has no bounds
/// is no shape to keep.
static void test_empty(void) {
    cd_framing f = {0};
    cd_shape shapes[] = {cd_plane(2, (cd_vec){0, 1, 0}, 0), cd_point(2, (cd_vec){0x1p64, 0, 0})};
    for (int i = 0; i < 5; i++)
        step(&f, i, shapes, 1);
    CHECK(!f.kept.some);
    CHECK(holds(step(&f, 5, shapes, 2), &shapes[1]));
    shapes[1].as.center.x = -0x1p64;
    step(&f, 6, shapes, 2);
    CHECK(isfinite(longest(f.kept.box)) && f.kept.some);
    step(&f, 7, shapes, 0);
    CHECK(f.kept.some);
}

int main(void) {
    seed(1);
    for (int i = 0; i < 40; i++) {
        test_lone(2 + i % 2, i % 4 < 2);
        test_many(2 + i % 2);
    }
    test_room();
    test_empty();
    return failures > 0;
}
