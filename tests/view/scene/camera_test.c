// The camera, over random directions, sizes and viewports: its axes are orthonormal, what it frames
// is in the viewport, the point under the mouse stays there when zooming, and panning moves by
// pixels. What it is to keep it keeps by the least move, and what a scenario asks for is seen. The
// fixed views look along their axes. The grid has steps of 1, 2 or 5 times a power of ten, on the
// screen no smaller than what was wanted and less than 2.5 times as large.
#include "check.h"
#include "random.h"
#include "view/scene/camera.h"
#include "view/scene/scene.h"
#include "view/scene/stage.h"
#include "view/scene/theme.h"

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

/// Half the size of a box as seen along a direction.
static double seen_along(cd_vec d, cd_vec half) {
    return fabs(d.x) * half.x + fabs(d.y) * half.y + fabs(d.z) * half.z;
}

/// A camera keeps what it is to show, and moves and zooms out by no more than that takes.
static void test_keep(cd_view view) {
    const double margin = 20;
    cd_camera c = cd_camera_make(view, (cd_rect){5, 6, 400, 300});
    cd_extent start = {0}, all = {0};
    cd_camera_turn(&c, range(-7, 7), range(-4, 4));
    for (int i = 0; i < 3; i++)
        cd_extent_add(&start, vector(3, pow(10, range(-2, 2))));
    cd_camera_frame(&c, &start, margin);
    const cd_camera before = c;
    for (int i = 0; i < 2; i++)
        cd_extent_add(&all, cd_add(before.target, vector(3, range(0, 3) * cd_extent_size(&start))));
    cd_camera_keep(&c, &all, margin);
    const cd_vec half = cd_scale(cd_sub(all.max, all.min), 0.5), axes[] = {c.right, c.up};
    const double rooms[] = {200 - margin, 150 - margin};
    bool filled = false;
    for (int k = 0; k < 2; k++) {
        const double size = seen_along(axes[k], half) * c.zoom, room = rooms[k];
        const double at = cd_dot(cd_sub(cd_extent_middle(&all), c.target), axes[k]) * c.zoom;
        const double moved = cd_dot(cd_sub(c.target, before.target), axes[k]) * c.zoom;
        CHECK(fabs(at) + size <= room * (1 + 1e-9) + 1e-6);
        filled = filled || near(size, room, room);
        CHECK(fabs(moved) < 1e-6 || near(fabs(at) + size, room, 1e3));
        CHECK(moved * at >= -1e-6 * room || near(size, room, 1e3));
    }
    CHECK(c.zoom <= before.zoom && (c.zoom == before.zoom || filled));
    const cd_camera once = c;
    cd_camera_keep(&c, &all, margin);
    CHECK(near(c.zoom, once.zoom, once.zoom) && cd_equal(c.right, once.right));
}

/// All that a scenario's camera asks for is seen, and not much more; elevation and tilt turn the
/// orbit alone.
static void test_aim(cd_view view) {
    const cd_rect v = {5, 6, 400, 300};
    cd_camera c = cd_camera_make(view, v);
    cd_aim aim = {.set = true,
                  .center = vector(3, 10),
                  .angle = range(-7, 7),
                  .elevation = range(-1.5, 1.5),
                  .tilt = range(-7, 7)};
    const int given = 1 + (int)range(0, 7);
    aim.width = given & 1 ? pow(10, range(-2, 2)) : 0;
    aim.height = given & 2 ? pow(10, range(-2, 2)) : 0;
    aim.size = given & 4 ? (cd_vec){range(0, 5), range(0, 5), range(0, 5)} : (cd_vec){0, 0, 0};
    cd_camera_aim(&c, &aim);
    const cd_vec half = cd_scale(aim.size, 0.5);
    const double width = fmax(aim.width, 2 * seen_along(c.right, half)) * c.zoom,
                 height = fmax(aim.height, 2 * seen_along(c.up, half)) * c.zoom;
    CHECK(cd_equal(c.target, aim.center) && width <= 400 * (1 + 1e-9));
    CHECK(height <= 300 * (1 + 1e-9) && (near(width, 400, 400) || near(height, 300, 300)));
    CHECK(near(cd_dot(c.right, c.up), 0, 1) && near(cd_length2(c.right), 1, 1));
    if (view == CD_VIEW_ORBIT) {
        CHECK(near(c.toward.y, sin(aim.elevation), 1));
        CHECK(near(c.up.y, cos(aim.elevation) * cos(aim.tilt), 1));
    } else {
        CHECK(cd_equal(c.toward, cd_camera_make(view, v).toward));
    }
}

/// A drawing counts as a whole, but what reaches far off only near the shapes.
static void test_drawings(void) {
    const int dim = unit() < 0.5 ? 2 : 3;
    const bool curve = unit() < 0.5;
    cd_vec points[] = {vector(dim, 1), vector(dim, 1), {0, 0, 0}};
    cd_named_shape shape = {.key = "ball", .shape = cd_sphere(dim, points[0], range(0.1, 2))};
    cd_drawing line = {.kind = CD_DRAW_LINE, .point_count = curve ? 3 : 2, .points = points};
    cd_frame frame = {.shape_count = 1, .shapes = &shape, .drawing_count = 1, .drawings = &line};
    const double size = cd_length((cd_vec){2, 2, dim == 2 ? 0 : 2}) * shape.shape.radius;
    const double far = range(0, curve ? 250 : 25), most = curve ? 100 : 10;
    points[1] = cd_add(points[0], (cd_vec){0, far * size, 0});
    points[2] = points[0];
    cd_extent extent = {0};
    cd_scene_extent(&frame, &extent);
    const double reach = extent.max.y - points[0].y;
    if (far < most)
        CHECK(near(reach, fmax(far * size, shape.shape.radius), 1));
    else if (far > most + 1)
        CHECK(near(reach, size + shape.shape.radius, 1));
}

/// In a small picture what is framed lies below the texts at the top left, or at their right, in
/// the place that shows it larger; in a large one it is framed as without them.
static void test_texts(void) {
    const cd_frame none = {0};
    cd_extent extent = {.letters = range(5, 30), .lines = (int)range(1, 8)};
    const bool small = unit() < 0.5;
    for (int i = 0; i < 4; i++)
        cd_extent_add(&extent, vector(2, pow(10, range(-1, 1))));
    const cd_rect viewport = {0, 40, small ? 400 : 1600, small ? 220 : 1400};
    cd_camera c = cd_camera_make(CD_VIEW_FRONT, viewport), without = c;
    cd_extent silent = extent;
    silent.letters = silent.lines = 0;
    cd_scene_aim(&none, &extent, &extent, 1, &c);
    cd_scene_aim(&none, &silent, &silent, 1, &without);
    const double size = CD_TEXT_SIZE * cd_text_share(viewport, 1);
    const double right = viewport.x + 12 + 0.6 * size * extent.letters;
    const double low = viewport.y + 10 + 1.25 * size * extent.lines;
    const cd_point2 a = cd_camera_project(&c, extent.min), b = cd_camera_project(&c, extent.max);
    CHECK(a.x >= viewport.x && b.x <= viewport.x + viewport.width && b.y >= viewport.y &&
          a.y <= viewport.y + viewport.height);
    CHECK(c.zoom <= without.zoom * (1 + 1e-9));
    if (low - viewport.y < 0.12 * viewport.height)
        CHECK(c.zoom == without.zoom && cd_equal(c.target, without.target));
    else if (small)
        CHECK(a.x >= right || b.y >= low || low > viewport.y + viewport.height / 2.0);
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
    for (int i = 0; i < 4000; i++)
        test_keep((cd_view)(i % CD_VIEW_COUNT));
    for (int i = 0; i < 400; i++)
        test_aim((cd_view)(i % CD_VIEW_COUNT));
    for (int i = 0; i < 400; i++) {
        test_drawings();
        test_texts();
    }
    test_fixed_views();
    test_grid();
    return failures > 0;
}
