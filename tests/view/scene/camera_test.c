// The camera, over random directions, sizes and viewports: its axes are orthonormal, what it frames
// is in the viewport, the point under the mouse stays there when zooming, and panning moves by
// pixels. The fixed views look along their axes. The grid has steps of 1, 2 or 5 times a power of
// ten, on the screen no smaller than what was wanted and less than 2.5 times as large.
#include "check.h"
#include "random.h"
#include "view/scene/camera.h"
#include "view/scene/stage.h"

static bool near(double a, double b, double size) { return fabs(a - b) <= 1e-9 * (size + 1); }

static void test_camera(cd_view view) {
    cd_camera c = cd_camera_make(view, (cd_rect){10, 40, 900, 600});
    cd_camera_turn(&c, range(-7, 7), range(-4, 4));
    CHECK(fabs(c.pitch) <= 1.5707963267948967);
    CHECK(near(cd_length2(c.right), 1, 1) && near(cd_length2(c.up), 1, 1));
    cd_vec cross = cd_cross(c.right, c.up);
    CHECK(cd_length(cd_sub(cross, c.toward)) < 1e-12);

    double size = pow(10, range(-3, 3));
    cd_extent extent = {0};
    cd_vec points[5];
    for (int i = 0; i < 5; i++)
        cd_extent_add(&extent, points[i] = vector(3, size));
    cd_extent_add(&extent, (cd_vec){INFINITY, 0, 0});
    CHECK(isfinite(cd_extent_size(&extent)));
    cd_camera_frame(&c, &extent, 30);
    for (int i = 0; i < 5; i++) {
        cd_point2 p = cd_camera_project(&c, points[i]);
        CHECK(p.x > 39.9 && p.x < 880.1 && p.y > 69.9 && p.y < 610.1);
    }

    // What lies under the mouse stays there; panning moves by pixels.
    cd_point2 at = {range(10, 910), range(40, 640)};
    cd_vec under = cd_camera_unproject(&c, at);
    cd_camera_zoom(&c, at, range(0.2, 5));
    cd_point2 after = cd_camera_project(&c, under);
    CHECK(near(after.x, at.x, 1000) && near(after.y, at.y, 1000));
    cd_camera_pan(&c, 12, -7);
    after = cd_camera_project(&c, under);
    CHECK(near(after.x, at.x + 12, 1000) && near(after.y, at.y - 7, 1000));
    CHECK(near(cd_camera_depth(&c, under), 0, size));
}

static void test_fixed_views(void) {
    cd_rect v = {0, 0, 100, 100};
    cd_camera top = cd_camera_make(CD_VIEW_TOP, v), front = cd_camera_make(CD_VIEW_FRONT, v),
              side = cd_camera_make(CD_VIEW_SIDE, v);
    CHECK(top.right.x == 1 && top.up.z == -1 && top.toward.y == 1);
    CHECK(front.right.x == 1 && front.up.y == 1 && front.toward.z == 1);
    CHECK(side.right.z == 1 && side.up.y == 1 && side.toward.x == -1);
    for (int view = 0; view < CD_VIEW_COUNT; view++)
        CHECK(cd_view_from_name(cd_view_name((cd_view)view)) == (cd_view)view);
    CHECK(cd_view_from_name("inside") == CD_VIEW_COUNT);
}

/// On the way to another picture each step leaves less of it, and it arrives.
static void test_approach(cd_view view) {
    cd_camera c = cd_camera_make(view, (cd_rect){0, 0, 400, 300}), to = c;
    c.target = vector(3, pow(10, range(-3, 3)));
    to.target = vector(3, pow(10, range(-3, 3)));
    c.zoom = pow(10, range(-2, 2));
    to.zoom = pow(10, range(-2, 2));
    int steps = 0;
    for (double left = INFINITY; !cd_camera_approach(&c, &to, 0.2) && steps < 200; steps++) {
        const double now = cd_length(cd_sub(to.target, c.target)) + fabs(log(to.zoom / c.zoom));
        CHECK(now < left);
        left = now;
    }
    CHECK(steps < 200 && cd_equal(c.target, to.target) && c.zoom == to.zoom);
}

static void test_grid(void) {
    for (int i = 0; i < 2000; i++) {
        double zoom = pow(10, range(-8, 8)), step = cd_grid_step(zoom, 64);
        double digit = step / pow(10, floor(log10(step * (1 + 1e-12))));
        CHECK(near(digit, 1, 1) || near(digit, 2, 1) || near(digit, 5, 1));
        CHECK(step * zoom >= 64 * (1 - 1e-9) && step * zoom < 64 * 2.5 * (1 + 1e-9));
    }
}

int main(void) {
    seed(1);
    for (int i = 0; i < 4000; i++)
        test_camera((cd_view)(i % CD_VIEW_COUNT));
    for (int i = 0; i < 400; i++)
        test_approach((cd_view)(i % CD_VIEW_COUNT));
    test_fixed_views();
    test_grid();
    return failures > 0;
}
