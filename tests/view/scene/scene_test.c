// What stands on a mesh is drawn over the triangles behind it, wherever on the mesh it stands: its
// middle has the same pixel as without the mesh, since it is opaque. A mesh in a compound is drawn
// as the mesh is.
#include "check.h"
#include "random.h"
#include "view/scene/scene.h"

#include <string.h>

enum { CELLS = 16, WIDTH = 320, HEIGHT = 240 };

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

static void draw(uint32_t *pixels, const cd_frame *frame, const cd_camera *camera) {
    static const cd_scenery scenery;
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
    cd_scene scene = {.frame = frame, .scenery = &scenery, .camera = *camera};
    cd_extent_add(&scene.extent, (cd_vec){-8, 0, -8});
    cd_extent_add(&scene.extent, (cd_vec){8, 1, 8});
    cd_scene_draw(&pen, &scene);
}

int main(void) {
    static uint32_t with[WIDTH * HEIGHT], without[WIDTH * HEIGHT];
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
    seed(3);
    for (int i = 0; i < 60; i++) {
        const cd_vec at = {range(-7, 7), 0.7, range(-7, 7)};
        shapes[2].shape = cd_sphere(3, at, 0.6);
        shapes[0].style.hidden = false;
        draw(with, &frame, &camera);
        shapes[0].style.hidden = true;
        draw(without, &frame, &camera);
        const cd_point2 p = cd_camera_project(&camera, at);
        const int pixel = (int)p.y * WIDTH + (int)p.x;
        CHECK(with[pixel] == without[pixel]);
        on += with[0] == without[0] && with[pixel] != with[0];
    }
    CHECK(on == 60);
    shapes[0].style.hidden = false;
    draw(with, &frame, &camera);
    void *memory = cd_arena_alloc(&arena, cd_compound_size(&shapes[0].shape, 1));
    shapes[0].shape = cd_set_shape(cd_compound_build(&shapes[0].shape, 1, memory, NULL));
    draw(without, &frame, &camera);
    CHECK(memcmp(with, without, sizeof with) == 0);
    cd_arena_free(&arena);
    return failures > 0;
}
