// The vertices that a core returns for a direction: of several equally high ones the first, or the
// vertex that the search starts from, so that results depend on no rounding and on no path. Over
// hulls, boxes and triangles on integer coordinates, where heights are exact and ties are frequent.
// Guarded by the number of ties, and of hulls of many vertices that are apart or overlap.
#include "check.h"
#include "closed_shapes.h"
#include "collide/shape/core.h"
#include "hull_points.h"

#include <stdlib.h>

static int ties, many, apart;

/// The first vertex of the greatest height along d, but `from` if that is as high.
static int highest(const cd_core *core, cd_vec d, int from) {
    double most = cd_dot(core->vertices[from], d);
    int best = from, equal = 0;
    for (int i = 0; i < core->vertex_count; i++)
        most = fmax(most, cd_dot(core->vertices[i], d));
    for (int i = core->vertex_count - 1; i >= 0; i--)
        if (cd_dot(core->vertices[i], d) == most) {
            best = i;
            equal++;
        }
    ties += equal > 1;
    return cd_dot(core->vertices[from], d) == most ? from : best;
}

static void check_core(const cd_core *core, int dim, int n) {
    for (int k = 0; k < 8; k++) {
        cd_vec d = grid(dim), down = cd_scale(d, -1);
        if (cd_is_zero(d))
            continue;
        int from = (int)range(0, core->vertex_count);
        check_case(cd_core_support(core, d) == highest(core, d, 0), "support", n);
        check_case(cd_core_support_from(core, d, from) == highest(core, d, from), "from", n);
        cd_projection p = cd_core_project(core, d);
        check_case(p.high == highest(core, d, 0) && p.low == highest(core, down, 0), "ends", n);
        cd_vec length = cd_sub(core->vertices[p.high], core->vertices[p.low]);
        check_case(p.max - p.min == cd_dot(length, d), "length", n);
    }
}

// A box around its centre, not turned, so that heights on integer coordinates are exact.
static cd_shape plain_box(int dim) {
    cd_vec half = {1 + rint(unit()), 2, dim == 2 ? 0 : 1 + rint(unit())};
    return dim == 2 ? cd_box2(grid(2), half, 0, 0)
                    : cd_box(grid(3), half, (cd_quat){0, 0, 0, 1}, 0);
}

static void size_is_that_of_vertices(int n) {
    static const int kinds[] = {CAPSULE, AABB, BOX, TRIANGLE};
    for (int i = 0; i < 4; i++) {
        cd_shape shape = closed_shape(kinds[i], 2 + n % 2, false);
        cd_shape_move(&shape, vector(shape.dim, exp2(range(-20, 20))));
        cd_core core;
        cd_core_of(&core, &shape);
        double most = 0;
        for (int k = 0; k < core.vertex_count; k++)
            most = fmax(most, cd_max_abs(cd_core_vertex(&core, k)));
        check_case(cd_core_size(&shape) == most, "size", n);
        check_case(cd_core_extent(&core) == most, "extent", n);
    }
}

// More than 64 vertices are searched in another way than fewer, those without lanes, or along a
// direction out of the range of floats, one by one.
static void many_vertices(int n) {
    enum { POINTS = 400 };
    const cd_vec beside = {100, 100, 100};
    static cd_vec p[POINTS];
    seed(n);
    int count = 100 + (int)range(0, POINTS - 100);
    for (int i = 0; i < count; i++)
        p[i] = cd_add(rounded(cd_scale(cd_normalized(vector(3, 1), p[0]), 40)), beside);
    void *memory = malloc(cd_polytope_size(count));
    cd_polytope plain = *cd_polytope_build(3, p, count, memory, NULL);
    many += plain.vertex_count > 64;
    cd_shape quick = cd_polytope_shape(&plain, 0);
    cd_core core;
    cd_core_of(&core, &quick);
    check_core(&core, 3, n);
    for (int k = 0; k < 8; k++) {
        cd_vec d = grid(3);
        int from = (int)range(0, core.vertex_count);
        int at = cd_core_support_from(&core, d, from);
        check_case(cd_core_support_from(&core, cd_scale(d, 0x1p-120), from) == at, "small", n);
        check_case(cd_core_support_from(&core, cd_scale(d, 0x1p120), from) == at, "large", n);
    }
    cd_polytope bare = plain;
    bare.lanes = NULL;
    cd_shape slow = cd_polytope_shape(&bare, 0), other = quick;
    cd_shape_move(&other, vector(3, 90));
    double gap = cd_distance(&quick, &other), same = cd_distance(&slow, &other);
    apart += gap > 0;
    check_case(fabs(gap - same) <= 1e-11, "without lanes", n);
    free(memory);
}

int main(void) {
    int cases = 3000;
    for (int n = 0; n < 300; n++)
        many_vertices(n);
    CHECK(many == 300 && apart > 60 && apart < 240);
    for (int n = 0; n < cases; n++) {
        seed(n);
        int dim = 2 + n % 2, count = 1 + (int)range(0, 30);
        cd_vec p[32];
        for (int i = 0; i < count; i++)
            p[i] = grid(dim);
        void *memory = malloc(cd_polytope_size(count));
        cd_shape shapes[] = {
            cd_polytope_shape(cd_polytope_build(dim, p, count, memory, NULL), 0),
            closed_shape(TRIANGLE, dim, true),
            closed_shape(AABB, dim, true),
            plain_box(dim),
        };
        size_is_that_of_vertices(n);
        for (int i = 0; i < 4; i++) {
            cd_core core;
            cd_core_of(&core, &shapes[i]);
            check_core(&core, dim, n);
        }
        free(memory);
    }
    CHECK(ties > 8 * cases);
    return failures > 0;
}
