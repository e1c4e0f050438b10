// The two forms in which a shape is written: as people write it, and with exact numbers, a line for
// each item of a list, as it stands in a captured test.
#include "check.h"
#include "collide/shape/print.h"

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
    return failures > 0;
}
