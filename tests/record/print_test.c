// The two forms in which a shape is written: as people write it, and as data with exact numbers, as
// it stands in a case; and that the numbers of a box that no constructor makes are such a box.
#include "check.h"
#include "record/text/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char text[4096];

static void append(void *to, const char *more) {
    (void)to;
    strncat(text, more, sizeof text - strlen(text) - 1);
}

static const char *print(const cd_shape *s, cd_print_form form) {
    const cd_printer printer = {.write = append, .form = form};
    text[0] = 0;
    cd_print_shape(&printer, s);
    return text;
}

int main(void) {
    static const cd_vec corners[3] = {{0, 0, 0}, {0.5, 0, 0}, {0, 1, 0}};
    char *memory = malloc(cd_polytope_size(3));
    const cd_polytope *triangle = cd_polytope_build(2, corners, 3, memory, NULL);
    cd_shape polygon = cd_polytope_shape(triangle, 0.25);
    CHECK(strcmp(print(&polygon, CD_PRINT_SHORT),
                 "collide.polygon({{0, 0}, {0.5, 0}, {0, 1}}, 0.25)") == 0);
    CHECK(strcmp(print(&polygon, CD_PRINT_DATA),
                 "{ \"polygon\", { { 0, 0 }, { 0x1p-1, 0 }, { 0, 1 } }, 0x1p-2 }") == 0);
    free(memory);
    cd_shape ball = cd_sphere(2, (cd_vec){1e6, 999999, 0}, 1);
    CHECK(strcmp(print(&ball, CD_PRINT_DATA), "{ \"circle\", { 0x1.e848p+19, 999999 }, 1 }") == 0);
    static const int corner_indices[1][3] = {{0, 2, 1}};
    memory = malloc(cd_mesh_size(3, 1));
    cd_shape mesh = cd_set_shape(cd_mesh_build(2, corners, 3, corner_indices, 1, memory, NULL));
    CHECK(strcmp(print(&mesh, CD_PRINT_SHORT),
                 "collide.mesh({{0, 0}, {0.5, 0}, {0, 1}}, {{1, 3, 2}})") == 0);
    CHECK(strcmp(print(&mesh, CD_PRINT_DATA),
                 "{ \"mesh\", { { 0, 0 }, { 0x1p-1, 0 }, { 0, 1 } }, { { 1, 3, 2 } } }") == 0);
    cd_shape_move(&mesh, (cd_vec){1, 0, 0});
    CHECK(strstr(print(&mesh, CD_PRINT_DATA), "{ \"moved\", { \"mesh\", ") == text);
    free(memory);
    cd_shape box = cd_aabb(2, (cd_vec){0, 0, 0}, (cd_vec){1, 1, 0});
    box.radius = 0.5; // rounded, and given by its corners
    CHECK(strstr(print(&box, CD_PRINT_DATA), "{ \"exact\", \"box\", 2, 0x1p-1, { ") == text);
    double numbers[CD_EXACT_NUMBERS_MAX + 1]; // and one that is no number, where the text ends
    int count = 0;
    for (char *at = strrchr(text, '{') + 1; *at == ' ' || *at == ','; count++)
        numbers[count] = strtod(at + strspn(at, " ,}"), &at);
    cd_shape again;
    CHECK(cd_shape_of_numbers(CD_BOX, 2, 0.5, numbers, count - 1, &again));
    CHECK(memcmp(&again.as.box, &box.as.box, sizeof box.as.box) == 0 && again.radius == 0.5);
    CHECK(!cd_shape_of_numbers(CD_BOX, 2, 0.5, numbers, count - 2, &again));
    CHECK(!cd_shape_of_numbers(CD_SPHERE, 2, 0.5, numbers, count - 1, &again));
    numbers[2] = NAN;
    CHECK(!cd_shape_of_numbers(CD_BOX, 2, 0.5, numbers, count - 1, &again));
    return failures > 0;
}
