// The two forms in which a shape is written: as people write it, and with exact numbers, a line for
// each item of a list, as it stands in a captured test.
#include "check.h"
#include "record/text/print.h"

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
    CHECK(strcmp(print(&polygon, CD_PRINT_EXACT), "collide.polygon({\n"
                                                  "        vec(0, 0),\n"
                                                  "        vec(0x1p-1, 0),\n"
                                                  "        vec(0, 1),\n"
                                                  "    }, 0x1p-2)") == 0);
    free(memory);
    cd_shape ball = cd_sphere(2, (cd_vec){1e6, 999999, 0}, 1);
    CHECK(strcmp(print(&ball, CD_PRINT_EXACT), "collide.sphere(vec(0x1.e848p+19, 999999), 1)") ==
          0);
    static const int corner_indices[1][3] = {{0, 2, 1}};
    memory = malloc(cd_mesh_size(3, 1));
    cd_shape mesh = cd_set_shape(cd_mesh_build(2, corners, 3, corner_indices, 1, memory, NULL));
    CHECK(strcmp(print(&mesh, CD_PRINT_SHORT),
                 "collide.mesh({{0, 0}, {0.5, 0}, {0, 1}}, {{1, 3, 2}})") == 0);
    CHECK(strcmp(print(&mesh, CD_PRINT_EXACT), "collide.mesh({\n"
                                               "        vec(0, 0),\n"
                                               "        vec(0x1p-1, 0),\n"
                                               "        vec(0, 1),\n"
                                               "    }, {\n"
                                               "        { 1, 3, 2 },\n"
                                               "    })") == 0);
    free(memory);
    return failures > 0;
}
