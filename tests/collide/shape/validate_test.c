// What is wrong with a shape whose fields were set without its constructor: one clause that names
// the field. Lua's constructors set no such shapes; whoever uses the library from C may.
#include "check.h"
#include "collide/collide.h"

#include <stdlib.h>
#include <string.h>

static const cd_vec zero = {0, 0, 0}, far = {1, 2, 3}, x_axis = {1, 0, 0};

static void check_error(const char *what, const cd_shape *s, const char *wanted) {
    const char *error = cd_shape_error(s);
    if (wanted == NULL ? error != NULL : error == NULL || strcmp(error, wanted) != 0) {
        failures++;
        fprintf(stderr, "%s: %s\n", what, error ? error : "no error");
    }
}

static void vectors(void) {
    cd_shape s = cd_sphere(3, far, 1);
    check_error("a sphere", &s, NULL);
    s.dim = 2;
    check_error("z in 2D", &s, "center must have z = 0 in 2D, got 3");
    s.dim = 4;
    check_error("four dimensions", &s, "dimension must be 2 or 3, got 4");
    s = cd_sphere(3, far, 1);
    s.kind = (cd_kind)99;
    check_error("no kind", &s, "kind must be one of the shapes, got 99");
    s = cd_plane(3, (cd_vec){0, 2, 0}, 0);
    check_error("a normalised normal", &s, NULL);
    s.as.plane.normal = (cd_vec){0, 2, 0};
    check_error("a long normal", &s, "normal must be a unit vector, got length 2");
    s = cd_line(3, far, x_axis, 0);
    s.as.line.direction = zero;
    check_error("no direction", &s, "direction must not be zero");
}

static void boxes(void) {
    cd_shape s = cd_aabb(3, zero, far);
    check_error("a box", &s, NULL);
    s.as.box.max.z = NAN;
    check_error("max", &s, "max must be finite, got (1, 2, nan)");
    s.as.box.min.y = INFINITY;
    check_error("min first", &s, "min must be finite, got (0, inf, 0)");
    for (int k = 0; k < 3; k++) {
        s = cd_aabb(3, zero, far);
        double *max[] = {&s.as.box.max.x, &s.as.box.max.y, &s.as.box.max.z};
        *max[k] = -1;
        check_error("crossed corners", &s, "min must be <= max in every component");
    }
    s = cd_box2(zero, x_axis, 1, 0);
    s.as.box.angle = INFINITY;
    check_error("an angle", &s, "rotation must be finite, got inf");
    s = cd_box(zero, far, (cd_quat){0, 0, 0.6, 0.8}, 0);
    s.as.box.axes[1] = far;
    check_error("a long axis", &s, "rotation must be a unit vector, got length 3.7416573867739");
}

static void curved(void) {
    cd_shape s = cd_cylinder(zero, far, 1);
    check_error("a cylinder", &s, NULL);
    s.dim = 2;
    check_error("a flat one", &s, "dimension must be 3, got 2");
    s = cd_cone(zero, far, 1);
    s.as.curved.b = zero;
    check_error("a cone without an axis", &s, "apex must not be equal to base: there is no axis");
}

static void polytopes(void) {
    static const char none[] = "points must be at least one of the shape's dimension";
    static const cd_vec corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    void *memory = malloc(cd_polytope_size(3));
    cd_polytope core = *cd_polytope_build(2, corners, 3, memory, NULL);
    cd_shape s = cd_polytope_shape(&core, 0);
    check_error("a polygon", &s, NULL);
    s.dim = 3;
    check_error("a polygon in space", &s, none);
    s.dim = 2;
    s.as.polytope.offset = (cd_vec){NAN, 0, 0};
    check_error("an offset", &s, "offset must be finite, got (nan, 0)");
    s.as.polytope.offset = zero;
    core.vertex_count = 0;
    check_error("no vertices", &s, none);
    s.as.polytope.core = NULL;
    check_error("no polytope", &s, none);
    free(memory);
}

static void check_set(const cd_set *set, const char *no_part, const char *not_finite) {
    cd_set core = *set;
    cd_shape s = cd_set_shape(&core);
    check_error("a set", &s, NULL);
    s.as.set.offset.x = NAN;
    check_error("an offset", &s, not_finite);
    s.as.set.offset.x = 0;
    s.dim = 2;
    check_error("another dimension", &s, no_part);
    s.dim = 3;
    s.kind = s.kind == CD_MESH ? CD_COMPOUND : CD_MESH;
    check_error("another kind", &s,
                s.kind == CD_MESH ? "triangles must be at least one of the shape's dimension"
                                  : "shapes must be at least one of the shape's dimension");
    s.kind = set->triangles ? CD_MESH : CD_COMPOUND;
    core.part_count = 0;
    check_error("no parts", &s, no_part);
    s.as.set.core = NULL;
    check_error("no set", &s, no_part);
}

static void sets(void) {
    static const cd_vec corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int triangle[1][3] = {{0, 1, 2}};
    const cd_shape balls[2] = {cd_sphere(3, zero, 1), cd_sphere(3, far, 1)};
    void *memory = malloc(cd_compound_size(balls, 2)), *of_mesh = malloc(cd_mesh_size(3, 1));
    check_set(cd_compound_build(balls, 2, memory, NULL),
              "shapes must be at least one of the shape's dimension", "shapes must be finite");
    check_set(cd_mesh_build(3, corners, 3, triangle, 1, of_mesh, NULL),
              "triangles must be at least one of the shape's dimension", "vertices must be finite");
    free(of_mesh);
    free(memory);
}

// The builders refuse counts and indices that would lead them beyond their arrays.
static void builders(void) {
    static const cd_vec corners[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const int wrong[3][1][3] = {{{0, 1, 3}}, {{0, -1, 2}}, {{1 << 30, 1, 2}}},
                     right[1][3] = {{0, 1, 2}};
    static const int counts[] = {0, -1, CD_COUNT_MAX + 1};
    void *memory = malloc(cd_mesh_size(3, 1) + cd_polytope_size(3));
    for (int i = 0; i < 3; i++) {
        const int n = counts[i];
        CHECK(!cd_mesh_build(3, corners, 3, wrong[i], 1, memory, NULL));
        CHECK(!cd_mesh_build(3, corners, n, right, 1, memory, NULL) && cd_mesh_size(n, 1) == 0);
        CHECK(!cd_mesh_build(3, corners, 3, right, n, memory, NULL) && cd_mesh_size(3, n) == 0);
        CHECK(!cd_polytope_build(3, corners, n, memory, NULL) && cd_polytope_size(n) == 0);
    }
    for (int dim = 1; dim < 6; dim++) {
        const bool valid = dim == 2 || dim == 3;
        CHECK(!cd_mesh_build(dim, corners, 3, right, 1, memory, NULL) == !valid);
        CHECK(!cd_polytope_build(dim, corners, 3, memory, NULL) == !valid);
    }
    free(memory);
}

int main(void) {
    builders();
    vectors();
    boxes();
    curved();
    polytopes();
    sets();
    return failures > 0;
}
