// The steps of queries as a frame records them: every query of every pair of kinds has steps, which
// are told in words and drawn, whatever is on their way: what is unbounded, flat, a set, far away
// or huge.
#include "check.h"
#include "closed_shapes.h"

#include "view/explain/step_picture.h"
#include "view/scene/theme.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 150, HEIGHT = 130, CASES = 25, HULL = RAY_KINDS, CYLINDER, MESH, COMPOUND, KINDS };

static uint32_t pixels[WIDTH * HEIGHT];
static _Alignas(double) char memory[2][1 << 15];

static cd_shape shape_of(int kind, int dim, void *room) {
    cd_vec points[9];
    const int triangles[5][3] = {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {4, 5, 6}, {6, 7, 8}};
    for (int i = 0; i < 9; i++)
        points[i] = vector(dim, 2);
    const cd_shape parts[2] = {closed_shape(SPHERE, dim, false), closed_shape(BOX, dim, false)};
    switch (kind) {
    case HULL:
        return cd_polytope_shape(cd_polytope_build(dim, points, 9, room, NULL), 0);
    case CYLINDER:
        return dim == 2 ? closed_shape(CAPSULE, 2, false) : cd_cylinder(points[0], points[1], 0.7);
    case MESH:
        return cd_set_shape(cd_mesh_build(dim, points, 9, triangles, 5, room, NULL));
    case COMPOUND:
        return cd_set_shape(cd_compound_build(parts, 2, room, NULL));
    default:
        return closed_shape(kind, dim, false);
    }
}

static cd_value shape_value(const cd_shape *s) {
    return (cd_value){.kind = CD_VALUE_SHAPE, .dim = s->dim, .which = -1, .as.shape = *s};
}

static cd_value vector_value(cd_vec v, int dim) {
    return (cd_value){.kind = CD_VALUE_VECTOR, .dim = dim, .as.vector = v};
}

static int drawn(void) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count += pixels[i] != CD_PANEL;
    return count;
}

static void check_steps(const cd_query *query, int n) {
    static cd_steps steps;
    char said[600];
    if (!cd_steps_of(query, &steps)) {
        check_case(false, query->name, n);
        return;
    }
    const cd_trace *trace = &steps.how.trace;
    check_case(trace->count >= 2 && trace->steps[trace->count - 1].kind == CD_STEP_RESULT,
               "has steps", n);
    cd_steps_verdict(&steps, said, sizeof said);
    check_case(strlen(said) > 20 && strlen(said) < sizeof said - 1, "a verdict", n);
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
    for (int i = 0; i < trace->count; i++) {
        cd_step_words(&steps, i, said, sizeof said);
        check_case(strlen(said) > 8 && said[strlen(said) - 1] == '.', said, n);
        check_case(strstr(said, "nan") == NULL, said, n);
        cd_step_words(&steps, i, said, 9); // cut, with its end
        check_case(strlen(said) < 9, "cut", n);
        if (i % 7 != n % 7 && i + 1 < trace->count)
            continue;
        for (int k = 0; k < WIDTH * HEIGHT; k++)
            pixels[k] = CD_PANEL;
        cd_step_picture(&pen, &steps, i, (cd_rect){5, 5, WIDTH - 10, HEIGHT - 10});
        check_case(drawn() > 20, "a picture", n);
        for (int x = 0; x < WIDTH; x++) // within its rectangle
            check_case(pixels[x] == CD_PANEL && pixels[(HEIGHT - 1) * WIDTH + x] == CD_PANEL,
                       "the clip", n);
    }
}

static void check_pair(const cd_shape *a, const cd_shape *b, cd_vec motion, int n) {
    static const char *const pairs[] = {"overlap",  "distance",       "closest",       "contact",
                                        "manifold", "time_of_impact", "move_and_slide"};
    const int dim = a->dim;
    cd_value two[3] = {shape_value(a), shape_value(b), {.kind = CD_VALUE_NUMBER, .as.number = 0.5}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        check_steps(&(cd_query){.name = pairs[i],
                                .argument_count = i == 3 || i == 4 ? 3 : 2,
                                .arguments = two},
                    n);
    cd_value ray[4] = {vector_value(vector(dim, 4), dim),
                       vector_value(motion, dim),
                       shape_value(b),
                       {.kind = CD_VALUE_NUMBER, .as.number = 3}};
    check_steps(&(cd_query){.name = "raycast", .argument_count = 3, .arguments = ray}, n);
    check_steps(&(cd_query){.name = "raycast", .argument_count = 4, .arguments = ray}, n);
    check_steps(&(cd_query){.name = "occluded", .argument_count = 3, .arguments = ray}, n);
    cd_value cast[4] = {shape_value(a), vector_value(motion, dim), shape_value(b),
                        vector_value(cd_scale(motion, -0.5), dim)};
    check_steps(&(cd_query){.name = "shapecast", .argument_count = 3, .arguments = cast}, n);
    check_steps(&(cd_query){.name = "shapecast", .argument_count = 4, .arguments = cast}, n);
    cd_value inside[2] = {shape_value(b), vector_value(vector(dim, 1), dim)};
    check_steps(&(cd_query){.name = "contains", .argument_count = 2, .arguments = inside}, n);
}

static void test_all_pairs(void) {
    for (int n = 0; n < KINDS * KINDS * 2; n++) {
        seed(n);
        const int dim = 2 + n % 2;
        cd_shape a = shape_of(n / 2 % KINDS, dim, memory[0]);
        const cd_shape b = shape_of(n / 2 / KINDS, dim, memory[1]);
        cd_theme_in_use = n % 3 ? &cd_dark_theme : &cd_light_theme;
        check_pair(&a, &b, n % 5 == 0 ? (cd_vec){0, 0, 0} : vector(dim, 5), n);
        cd_shape_move(&a, (cd_vec){6, 0, 0});
        check_pair(&a, &b, (cd_vec){-6, 0.1, 0}, n);
    }
}

static void test_extremes(void) {
    for (int n = 0; n < CASES; n++) {
        seed(n);
        const double size = n % 2 ? 0x1p60 : 0x1p-60;
        cd_shape a = cd_sphere(3, cd_scale(vector(3, 1), size), 0.3 * size);
        const cd_shape b =
            cd_cone(cd_scale(vector(3, 1), size), cd_scale(vector(3, 1), size), size);
        check_pair(&a, &b, cd_scale(vector(3, 4), size), n);
        const cd_shape here = cd_point(2, (cd_vec){0, 0, 0});
        check_pair(&here, &here, (cd_vec){0, 0, 0}, n);
    }
}

/// A ray that met nothing of a list has no shape.
static void test_without_shapes(void) {
    static cd_steps steps;
    cd_value ray[3] = {vector_value((cd_vec){0, 0, 0}, 2),
                       vector_value((cd_vec){1, 0, 0}, 2),
                       {.kind = CD_VALUE_NIL}};
    const char *const names[] = {"raycast", "shapecast", "distance", "contains", "occluded"};
    for (int i = 0; i < 5; i++)
        CHECK(!cd_steps_of(&(cd_query){.name = names[i], .argument_count = 3, .arguments = ray},
                           &steps));
    CHECK(!cd_steps_of(&(cd_query){.name = "overlap"}, &steps));
}

int main(void) {
    test_all_pairs();
    test_extremes();
    test_without_shapes();
    return failures > 0;
}
