// How depth is seen without perspective, by pixels: the walls of a room end where they meet,
// however the room is turned; a plane alone ends beside the scene; of two equal balls the farther
// one is fainter, in both themes. What stands on a mesh is drawn over the triangles behind it, and
// a pixel of the floor is darkened exactly if a shape is met straight above it, by lines straight
// up.
#include "check.h"
#include "random.h"
#include "view/scene/order.h"
#include "view/scene/scene.h"
#include "view/scene/stage.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 400, GIZMO = 80, CELLS = 16 };

static uint32_t pixels[WIDTH * HEIGHT];
static int inside, outside; // of the pixels that were looked at

static cd_camera random_camera(void) {
    cd_camera camera = cd_camera_make(CD_VIEW_ORBIT, (cd_rect){0, 0, WIDTH, HEIGHT});
    cd_camera_turn(&camera, range(-3, 3), range(-1, 0.5));
    return camera;
}

/// extent: NULL: that of the frame
static void draw_within(const cd_frame *frame, const cd_camera *camera, const cd_extent *extent) {
    static const cd_scenery scenery;
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
    cd_scene scene = {.frame = frame, .scenery = &scenery, .camera = *camera};
    if (extent != NULL)
        scene.extent = *extent;
    else
        cd_scene_extent(frame, &scene.extent);
    cd_scene_draw(&pen, &scene);
}

static void draw(const cd_frame *frame, const cd_camera *camera) {
    draw_within(frame, camera, NULL);
}

/// What is seen at a pixel: all points of this segment.
static cd_shape line_of_sight(const cd_camera *camera, int x, int y) {
    const cd_vec at = cd_camera_unproject(camera, (cd_point2){x + 0.5, y + 0.5});
    return cd_segment(3, cd_add_scaled(at, 100, camera->toward),
                      cd_add_scaled(at, -100, camera->toward));
}

/// Whether the picture has something nowhere but where `shown` is seen, up to the ticks at edges,
/// and everywhere where `sure` is.
static void check_reach(const cd_camera *camera, const cd_shape *shown, const cd_shape *sure) {
    for (int y = 0; y < HEIGHT; y += 6)
        for (int x = 0; x < WIDTH; x += 6) {
            if (x < GIZMO && y > HEIGHT - GIZMO)
                continue;
            const cd_shape sight = line_of_sight(camera, x, y);
            const bool drawn = pixels[y * WIDTH + x] != CD_GROUND;
            const bool within = cd_overlap(&sight, sure);
            const bool beside = cd_distance(&sight, shown) > 11 / camera->zoom;
            CHECK(!within || drawn);
            CHECK(!beside || !drawn);
            inside += within;
            outside += beside;
        }
}

static void test_room(void) {
    const cd_vec up = {0, 1, 0}, a = cd_normalized(vector(3, 1), up),
                 b = cd_normalized(cd_cross(a, vector(3, 1)), up);
    const cd_vec axes[3] = {a, b, cd_cross(a, b)}, half = {range(2, 4), range(2, 4), range(2, 4)};
    const double halves[3] = {half.x, half.y, half.z};
    cd_named_shape shapes[7] = {{.key = "ball", .shape = cd_sphere(3, (cd_vec){0}, 0.5)}};
    for (int i = 0; i < 6; i++)
        shapes[i + 1] = (cd_named_shape){
            .key = "wall",
            .shape = cd_plane(3, cd_scale(axes[i / 2], i % 2 == 0 ? 1 : -1), -halves[i / 2])};
    for (int i = 0; i < 7; i++)
        shapes[i].style = CD_STYLE_DEFAULT;
    const cd_frame frame = {.shape_count = 7, .shapes = shapes};
    cd_camera camera = random_camera();
    camera.zoom = 22;
    draw(&frame, &camera);
    const cd_shape room = cd_box((cd_vec){0}, half, cd_quat_from_axes(a, b, axes[2]), 0);
    const cd_shape within = cd_box((cd_vec){0}, cd_scale(half, 0.9), room.as.box.rotation, 0);
    check_reach(&camera, &room, &within);
}

static void test_floor(void) {
    cd_named_shape shapes[2] = {{.key = "floor", .shape = cd_plane(3, (cd_vec){0, 1, 0}, 0)},
                                {.key = "ball"}};
    shapes[0].style = shapes[1].style = CD_STYLE_DEFAULT;
    const double r = range(1, 2);
    shapes[1].shape = cd_sphere(3, (cd_vec){range(-3, 3), r, range(-3, 3)}, r);
    const cd_frame frame = {.shape_count = 2, .shapes = shapes};
    cd_camera camera = random_camera();
    camera.target = cd_shape_middle(&shapes[1].shape);
    cd_camera_turn(&camera, 0, 0.4);
    camera.zoom = 13; // five units, a step of the grid, are 65 pixels
    draw(&frame, &camera);
    // The scene is the ball, smaller than a step of the grid: the patch has two on each side of
    // its middle, which lies on the grid.
    const double most = 2.5 * cd_grid_step(camera.zoom, 64);
    const cd_vec middle = {camera.target.x, 0, camera.target.z};
    cd_vec half = {most, 0, most};
    cd_shape parts[2] = {shapes[1].shape, cd_box(middle, half, (cd_quat){0, 0, 0, 1}, 0)};
    static double memory[1000];
    CHECK(cd_compound_size(parts, 2) <= sizeof memory);
    const cd_shape shown = cd_set_shape(cd_compound_build(parts, 2, memory, NULL));
    half = (cd_vec){0.9 * r, 0, 0.9 * r};
    const cd_shape sure = cd_box(middle, half, (cd_quat){0, 0, 0, 1}, 0);
    check_reach(&camera, &shown, &sure);
}

/// How far a colour is from the ground's, of 3 * 255.
static int contrast(uint32_t color) {
    int sum = 0;
    for (int shift = 0; shift < 24; shift += 8)
        sum += abs((int)(color >> shift & 255) - (int)(CD_GROUND >> shift & 255));
    return sum;
}

static void test_far(void) {
    cd_named_shape shapes[2] = {{.key = "ball"}, {.key = "ball"}};
    const cd_frame frame = {.shape_count = 2, .shapes = shapes};
    cd_camera camera = random_camera();
    camera.zoom = 20;
    const double depth = range(1, 6);
    int contrasts[2];
    for (int i = 0; i < 2; i++) {
        const cd_vec at = cd_add_scaled(cd_scale(camera.right, i == 0 ? -2 : 2),
                                        i == 0 ? depth : -depth, camera.toward);
        shapes[i].style = CD_STYLE_DEFAULT;
        shapes[i].style.a = 1;
        shapes[i].shape = cd_sphere(3, at, 0.8);
    }
    draw(&frame, &camera);
    for (int i = 0; i < 2; i++) {
        const cd_point2 p = cd_camera_project(&camera, cd_shape_middle(&shapes[i].shape));
        contrasts[i] = contrast(pixels[(int)p.y * WIDTH + (int)p.x]);
    }
    CHECK(contrasts[1] > 20 && contrasts[1] < 0.95 * contrasts[0]);
}

/// A level square of CELLS x CELLS squares of a side of 1 about the origin.
static const cd_set *build_floor(cd_arena *arena) {
    static cd_vec vertices[(CELLS + 1) * (CELLS + 1)];
    static int triangles[2 * CELLS * CELLS][3];
    const int row = CELLS + 1;
    int count = 0;
    for (int i = 0; i < row * row; i++)
        vertices[i] = (cd_vec){i % row - CELLS / 2.0, 0, i / row - CELLS / 2.0};
    for (int i = 0; i < CELLS * CELLS; i++) {
        const int corner = i % CELLS + i / CELLS * row;
        const int squares[2][3] = {{corner, corner + 1, corner + row},
                                   {corner + 1, corner + row, corner + row + 1}};
        for (int k = 0; k < 6; k++)
            triangles[count + k / 3][k % 3] = squares[k / 3][k % 3];
        count += 2;
    }
    void *memory = cd_arena_alloc(arena, cd_mesh_size(row * row, count));
    return cd_mesh_build(3, vertices, row * row, (const int(*)[3])triangles, count, memory, NULL);
}

/// Wherever on a mesh a ball stands, its middle has the same pixel as without the mesh, since it is
/// opaque. A mesh in a compound is drawn as the mesh is.
static void test_mesh(void) {
    static const cd_extent extent = {.min = {-8, 0, -8}, .max = {8, 1, 8}, .some = true};
    static uint32_t with[WIDTH * HEIGHT];
    cd_arena arena = {0};
    cd_camera camera = cd_camera_make(CD_VIEW_ORBIT, (cd_rect){0, 0, WIDTH, HEIGHT});
    camera.zoom = 12;
    cd_named_shape shapes[3] = {{.key = "floor", .shape = cd_set_shape(build_floor(&arena))},
                                {.key = "near", .shape = cd_sphere(3, (cd_vec){0}, 0.1)},
                                {.key = "ball"}};
    shapes[1].shape = cd_sphere(3, cd_scale(camera.toward, 12), 0.1); // it sets what is far
    for (int i = 0; i < 3; i++)
        shapes[i].style = CD_STYLE_DEFAULT;
    shapes[2].style.a = 1;
    const cd_frame frame = {.shape_count = 3, .shapes = shapes};
    int on = 0;
    for (int i = 0; i < 60; i++) {
        const cd_vec at = {range(-7, 7), 0.7, range(-7, 7)};
        shapes[2].shape = cd_sphere(3, at, 0.6);
        shapes[0].style.hidden = false;
        draw_within(&frame, &camera, &extent);
        memcpy(with, pixels, sizeof with);
        shapes[0].style.hidden = true;
        draw_within(&frame, &camera, &extent);
        const cd_point2 p = cd_camera_project(&camera, at);
        const int pixel = (int)p.y * WIDTH + (int)p.x;
        CHECK(with[pixel] == pixels[pixel]);
        on += with[0] == pixels[0] && with[pixel] != with[0];
    }
    CHECK(on == 60);
    shapes[0].style.hidden = false;
    draw_within(&frame, &camera, &extent);
    memcpy(with, pixels, sizeof with);
    void *memory = cd_arena_alloc(&arena, cd_compound_size(&shapes[0].shape, 1));
    shapes[0].shape = cd_set_shape(cd_compound_build(&shapes[0].shape, 1, memory, NULL));
    draw_within(&frame, &camera, &extent);
    CHECK(memcmp(with, pixels, sizeof with) == 0);
    cd_arena_free(&arena);
}

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

static void test_shadow(int kind) {
    const cd_rect viewport = {0, 0, WIDTH, HEIGHT};
    cd_arena scratch = {0};
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
    cd_stage stage = {
        .pen = &pen, .camera = cd_camera_make(CD_VIEW_ORBIT, viewport), .scratch = &scratch};
    cd_camera_turn(&stage.camera, range(-3, 3), range(-0.1, 0.4));
    stage.camera.zoom = 25;
    cd_named_shape named = {.key = "shape", .style = CD_STYLE_DEFAULT, .shape = random_shape(kind)};
    const cd_frame frame = {.shape_count = 1, .shapes = &named};
    const double edge = 2 / stage.camera.zoom + 0.02;
    const cd_vec toward = stage.camera.toward;
    cd_clear(&pen.canvas, viewport, CD_GROUND);
    const uint32_t ground = pixels[0];
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
            const bool shaded = pixels[y * WIDTH + x] != ground;
            CHECK(shaded == (distance < 0));
            dark += shaded;
            bright += !shaded;
        }
    cd_arena_free(&scratch);
}

/// The order of drawing is a permutation, ascending and stable, for keys of all magnitudes, many of
/// them equal, with both zeros. The keys themselves say so; no other sort is trusted.
static void test_order(int count) {
    cd_arena arena = {0};
    double *keys = cd_arena_alloc(&arena, (size_t)count * sizeof *keys);
    for (int i = 0; i < count; i++) {
        const int kind = (int)range(0, 4);
        keys[i] = kind == 0   ? range(-1, 1) * pow(10, range(-300, 300))
                  : kind == 1 ? (int)range(0, 5) - 2
                  : kind == 2 ? ((int)range(0, 2) ? 0.0 : -0.0)
                              : ((int)range(0, 9) ? range(-1, 1) : -INFINITY);
    }
    const int *order = cd_order_of(keys, count, &arena);
    bool *seen = cd_arena_alloc(&arena, (size_t)count * sizeof *seen);
    for (int i = 0; i < count; i++) {
        CHECK(order[i] >= 0 && order[i] < count && !seen[order[i]]);
        seen[order[i]] = true;
        const int before = i > 0 ? order[i - 1] : order[i];
        CHECK(keys[before] <= keys[order[i]]);
        CHECK(i == 0 || keys[before] < keys[order[i]] || before < order[i]);
    }
    cd_arena_free(&arena);
}

int main(void) {
    seed(4);
    for (int i = 0; i < 60; i++)
        test_order(i < 20 ? i : (int)range(0, 3000));
    for (int i = 0; i < 20; i++) {
        test_room();
        test_floor();
        cd_theme_in_use = i % 2 == 0 ? &cd_dark_theme : &cd_light_theme;
        test_far();
        cd_theme_in_use = &cd_dark_theme;
    }
    CHECK(inside > 10000 && outside > inside);
    test_mesh();
    for (int i = 0; i < 80; i++)
        test_shadow(i % 4);
    CHECK(dark > 1000 && bright > dark);
    return failures > 0;
}
