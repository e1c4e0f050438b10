// A picture's budget ends what would take for ever, and only that. What is drawn of a large hull
// takes as long as it has edges, and the overlaps of meshes that lie among each other end with the
// budget; each of these ran for minutes.
#include "check.h"
#include "random.h"
#include "view/scene/scene.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 160, HEIGHT = 120 };

static void never_end(void *context) {
    for (volatile int *n = context;;)
        *n = *n + 1;
}

static void count(void *context) { ++*(int *)context; }

static void ends_what_does_not_end(void) {
    for (int i = 0; i < 3; i++) {
        int n = 0, ran = 0;
        cd_draw_budget budget = cd_draw_budget_of(0.02);
        CHECK(cd_draw_budget_left(&budget, CD_FIND_OVERLAPS));
        cd_draw_budget_run(&budget, CD_FIND_OVERLAPS, count, &ran);
        CHECK(ran == 1 && !budget.cut[CD_FIND_OVERLAPS]);
        cd_draw_budget_run(&budget, CD_FIND_OVERLAPS, never_end, &n);
        CHECK(budget.cut[CD_FIND_OVERLAPS] && !budget.cut[CD_DRAW_SHAPES]);
        while (cd_draw_budget_left(&budget, CD_DRAW_SHAPES))
            n++;
        CHECK(budget.cut[CD_DRAW_SHAPES] && !cd_draw_budget_left(&budget, CD_DRAW_FACES));
        CHECK(!budget.cut[CD_DRAW_BOXES]);
    }
}

static void has_no_limit(void) {
    int ran = 0;
    cd_draw_budget budget = cd_draw_budget_of(0);
    cd_draw_budget_run(&budget, CD_FIND_OVERLAPS, count, &ran);
    cd_draw_budget_run(NULL, CD_FIND_OVERLAPS, count, &ran);
    CHECK(ran == 2 && cd_draw_budget_left(&budget, CD_DRAW_BOXES) && !budget.cut[CD_DRAW_BOXES]);
    CHECK(cd_draw_budget_left(NULL, CD_FIND_OVERLAPS));
}

/// Draws a frame; returns how many pixels have another colour than the corner.
static int draw(const cd_frame *frame, double seconds) {
    static uint32_t pixels[WIDTH * HEIGHT];
    static const cd_scenery scenery;
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
    cd_scene scene = {.frame = frame, .scenery = &scenery, .budget = seconds};
    scene.camera = cd_camera_make(CD_VIEW_ORBIT, pen.canvas.clip);
    cd_scene_extent(frame, &scene.extent);
    cd_camera_frame(&scene.camera, &scene.extent, 10);
    cd_scene_draw(&pen, &scene);
    int drawn = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        drawn += pixels[i] != pixels[0];
    return drawn;
}

static void draws_a_large_hull(void) {
    enum { VERTICES = 27000 };
    cd_vec *points = malloc(VERTICES * sizeof *points);
    void *memory = malloc(cd_polytope_size(VERTICES));
    for (int i = 0; i < VERTICES; i++)
        points[i] = cd_normalized(vector(3, 1), (cd_vec){1, 0, 0});
    cd_named_shape named = {.key = "hull", .style = CD_STYLE_DEFAULT};
    named.shape = cd_polytope_shape(cd_polytope_build(3, points, VERTICES, memory, NULL), 0);
    const cd_frame frame = {.shapes = &named, .shape_count = 1};
    CHECK(named.shape.as.polytope.core->vertex_count > VERTICES / 2);
    CHECK(draw(&frame, 0) > WIDTH * HEIGHT / 20);
    CHECK(draw(&frame, 0.02) > 0);
    free(memory);
    free(points);
}

/// A mesh of needles in layers across (1, 1, 1). Those of another place lie in layers between: none
/// touch, but all boxes overlap.
static cd_shape needles(int needle_count, int place, void **memory) {
    const cd_vec u = {sqrt(0.5), -sqrt(0.5), 0}, v = {sqrt(1 / 6.0), sqrt(1 / 6.0), -sqrt(2 / 3.0)};
    cd_vec *points = malloc(3 * (size_t)needle_count * sizeof *points);
    int(*triangles)[3] = malloc((size_t)needle_count * sizeof *triangles);
    for (int i = 0; i < needle_count; i++) {
        const double h = (2 * i + place) / (2.0 * needle_count);
        const cd_vec at = {h, h, h};
        const cd_vec along = cd_add_scaled(cd_scale(u, cos(2.4 * i)), sin(2.4 * i), v);
        points[3 * i] = cd_add(at, along);
        points[3 * i + 1] = cd_sub(at, along);
        points[3 * i + 2] = cd_add_scaled(points[3 * i + 1], 1e-3, u);
        for (int k = 0; k < 3; k++)
            triangles[i][k] = 3 * i + k;
    }
    *memory = malloc(cd_mesh_size(3 * needle_count, needle_count));
    const cd_set *set = cd_mesh_build(3, points, 3 * needle_count, (const int(*)[3])triangles,
                                      needle_count, *memory, NULL);
    free(points);
    free(triangles);
    return cd_set_shape(set);
}

static void leaves_tangled_meshes(void) {
    void *memory[2];
    cd_arena arena = {0};
    const cd_scenery unknown = {0};
    cd_named_shape named[4] = {{.key = "a"}, {.key = "b"}, {.key = "c"}, {.key = "d"}};
    for (int i = 0; i < 4; i++)
        named[i].style = CD_STYLE_DEFAULT;
    named[0].shape = needles(20000, 0, &memory[0]);
    named[1].shape = needles(20000, 1, &memory[1]);
    named[2].shape = named[3].shape = cd_sphere(3, (cd_vec){-50, 0, 0}, 1);
    const cd_frame frame = {.shapes = named, .shape_count = 4};
    cd_draw_budget budget = cd_draw_budget_of(0.1);
    const bool *found = cd_overlaps_find(&frame, &unknown, &budget, &arena).found;
    CHECK(found != NULL && !found[0] && !found[1]);
    CHECK(budget.cut[CD_FIND_OVERLAPS]);
    CHECK(draw(&frame, 0.1) > 0);
    cd_arena_free(&arena);
    free(memory[0]);
    free(memory[1]);
}

int main(void) {
    seed(1);
    ends_what_does_not_end();
    has_no_limit();
    draws_a_large_hull();
    leaves_tangled_meshes();
    return failures > 0;
}
