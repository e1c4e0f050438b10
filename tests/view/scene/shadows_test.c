// Shadows on the floor: a pixel of it is darkened exactly if the shape is met straight above it,
// for shapes of all kinds, turned. Lines straight up and the core's distances say so, not the
// drawing.
#include "check.h"
#include "random.h"
#include "view/scene/stage.h"
#include "view/scene/theme.h"

#include <math.h>

enum { WIDTH = 200, HEIGHT = 160 };

static cd_shape random_shape(int kind) {
    const cd_vec at = {range(-1, 1), range(3, 5), range(-1, 1)};
    const cd_vec up = {0, 1, 0}, axis = vector(3, 1), x = cd_normalized(vector(3, 1), up),
                 y = cd_normalized(cd_cross(x, vector(3, 1)), up);
    switch (kind) {
    case 0:
        return cd_sphere(3, at, range(0.3, 1));
    case 1:
        return cd_capsule(3, cd_sub(at, axis), cd_add(at, axis), range(0.2, 0.5));
    case 2:
        return cd_cylinder(cd_sub(at, axis), cd_add(at, axis), range(0.2, 1));
    default:
        return cd_box(at, (cd_vec){range(0.1, 1.5), range(0.1, 1), range(0, 0.2)},
                      cd_quat_from_axes(x, y, cd_cross(x, y)), 0);
    }
}

static int dark, bright;

static void test_shadow(cd_pen *pen, int kind) {
    const cd_rect viewport = {0, 0, WIDTH, HEIGHT};
    cd_arena scratch = {0};
    cd_stage stage = {
        .pen = pen, .camera = cd_camera_make(CD_VIEW_ORBIT, viewport), .scratch = &scratch};
    cd_camera_turn(&stage.camera, range(-3, 3), range(-0.1, 0.4));
    stage.camera.zoom = 25;
    cd_named_shape named = {.key = "shape", .style = CD_STYLE_DEFAULT, .shape = random_shape(kind)};
    const cd_frame frame = {.shape_count = 1, .shapes = &named};
    const double edge = 2 / stage.camera.zoom + 0.02;
    const cd_vec toward = stage.camera.toward;
    cd_clear(&pen->canvas, viewport, CD_GROUND);
    const uint32_t ground = pen->canvas.pixels[0];
    cd_shadows_draw(&stage, &frame);
    const double drop = cd_stage_project(&stage, cd_shape_middle(&named.shape)).x;
    for (int y = 0; y < HEIGHT; y += 3)
        for (int x = 0; x < WIDTH; x += 3) {
            const cd_vec seen = cd_camera_unproject(&stage.camera, (cd_point2){x + 0.5, y + 0.5});
            const cd_vec floor = cd_add_scaled(seen, -seen.y / toward.y, toward);
            const cd_shape up = cd_segment(3, floor, (cd_vec){floor.x, 100, floor.z});
            const double distance = cd_distance(&up, &named.shape);
            if (fabs(x + 0.5 - drop) < 2 || fabs(distance) < edge / toward.y)
                continue;
            const bool shaded = pen->canvas.pixels[y * WIDTH + x] != ground;
            CHECK(shaded == (distance < 0));
            dark += shaded;
            bright += !shaded;
        }
    cd_arena_free(&scratch);
}

int main(void) {
    static uint32_t pixels[WIDTH * HEIGHT];
    cd_pen pen = {.canvas = cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), .scale = 1};
    seed(8);
    for (int i = 0; i < 40; i++)
        test_shadow(&pen, i % 4);
    CHECK(dark > 1000 && bright > dark);
    return failures > 0;
}
