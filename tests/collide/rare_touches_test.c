// Pairs that a search found at which rounding decides what hardly ever occurs: which end of an edge
// is nearer, whether a face is certain, whether a tiny number is 0. What holds of all holds there.
#include "collide/cast/convex_cast.h"
#include "collide/collide.h"
#include "collide/narrow/separate.h"

#include "check.h"

#include <math.h>

enum { MEMORY = 1 << 13 };

static bool is_unit(cd_vec v) { return fabs(cd_length(v) - 1) < 1e-14; }

// In both orders.
static void check_manifold(const cd_shape *a, const cd_shape *b, double margin) {
    for (int swapped = 0; swapped < 2; swapped++) {
        cd_contact_points m;
        const cd_shape *p = swapped ? b : a, *q = swapped ? a : b;
        const double distance = cd_distance(p, q), size = cd_max_abs(cd_shape_middle(a)) + 4;
        CHECK(cd_manifold(p, q, margin, &m) == (distance <= margin));
        if (distance > margin)
            continue;
        CHECK(m.count >= 1 && is_unit(m.contact.normal));
        CHECK(fabs(m.contact.distance - distance) <= 1e-15 * size);
        for (int i = 0; i < m.count; i++) {
            const cd_contact_point *at = &m.points[i];
            const cd_shape on_a = cd_point(a->dim, at->point_a),
                           on_b = cd_point(a->dim, at->point_b);
            CHECK(at->distance >= distance - 1e-13 * size && at->distance <= margin + 1e-13 * size);
            CHECK(fabs(cd_distance(&on_a, p)) <= 1e-7 * size);
            CHECK(fabs(cd_distance(&on_b, q)) <= 1e-7 * size);
        }
    }
}

// Nearly the same axes, far from the origin: which features touch is not certain.
static void test_boxes_nearly_aligned(void) {
    const cd_vec c = {-0x1.d81331755e82cp+14, -0x1.eaa02c443425ep+14, -0x1.f92d0d83fa96p+10},
                 half = {0x1p-2, 0x1.cp+0, 0x1p+1};
    const cd_shape a = cd_aabb(3, cd_sub(c, half), cd_add(c, half));
    const cd_shape b =
        cd_box((cd_vec){-0x1.d80d31755e82cp+14, -0x1.eaa12c443425ep+14, -0x1.f92d0d83fa96p+10},
               (cd_vec){0x1.0000000000003p+1, 0x1.bfffffffffffep+0, 0x1.ffffffffffffap-2},
               cd_quat_from_axis((cd_vec){0, 1, 0}, -0x1.87fb0fdd586adp-28), 0x1.0000000000002p-1);
    check_manifold(&a, &b, 0);
    check_manifold(&a, &b, 0.25);
}

// Of edges that face each other neither end is as deep as the contact's own point.
static void test_polygons(void) {
    static _Alignas(16) char memory[2][MEMORY];
    const cd_vec p[] = {{-0x1.bfffffffffff9p+0, 0x1.8000000000003p+0, 0},
                        {-0x1.4000000000004p+0, -0x1.7fffffffffffcp+0, 0},
                        {0x1.cp+0, -0x1.7fffffffffffdp+0, 0},
                        {0x1.c000000000002p+0, -0x1.4000000000004p+0, 0},
                        {0x1.ffffffffffffep-2, 0x1.4000000000002p+0, 0},
                        {0x1.ffffffffffffep-3, 0x1.bfffffffffffep+0, 0}};
    const cd_vec q[] = {{-0x1.f76ba6f6b1ea5p+0, 0x1.1b571742c3ad4p-4, 0},
                        {-0x1.001e533518191p+0, -0x1.8261ce5e91f1ap+0, 0},
                        {0x1.aacd9e310e9dap+0, -0x1.cd7d62932c1c7p+0, 0},
                        {0x1.8497bfd7e13a5p+0, 0x1.98135027e76b7p+0, 0},
                        {-0x1.87dee320cad9ap+0, 0x1.98f057f4e9f0bp+0, 0},
                        {-0x1.d984ebdab493ep+0, 0x1.0e1d4075dd8ap-1, 0}};
    const cd_shape a = cd_polytope_shape(cd_polytope_build(2, p, 6, memory[0], NULL), 0);
    const cd_shape b = cd_polytope_shape(cd_polytope_build(2, q, 6, memory[1], NULL), 0);
    check_manifold(&a, &b, 0);
    check_manifold(&a, &b, 0.5);
}

// Both ends of the nearest edge are as far from the nearest point.
static void test_boxes_apart(void) {
    const cd_shape a =
        cd_box((cd_vec){1, 1.25, -1.5}, (cd_vec){0.25, 1.5, 1}, (cd_quat){0, 0, 0, 1}, 0.25);
    const cd_shape b = cd_box((cd_vec){-1, 0.75, 1.25}, (cd_vec){1.25, 1, 1.5},
                              cd_quat_from_axis((cd_vec){0, 1, 0}, 0x1.921fb54442d18p-1), 0);
    for (int swapped = 0; swapped < 2; swapped++) {
        const cd_shape *p = swapped ? &b : &a, *q = swapped ? &a : &b;
        const cd_separation s = cd_separate(p, q), generic = cd_separate_generic(p, q);
        CHECK(s.distance > 0 && fabs(s.distance - generic.distance) < 1e-15);
        CHECK(cd_max_abs(cd_sub(s.normal, generic.normal)) < 1e-15);
    }
}

// A centre on a face, and beyond another one by the least number there is.
static void test_least_number(void) {
    for (int dim = 2; dim <= 3; dim++) {
        const cd_vec low = {-1, -1, dim == 3 ? -1 : 0}, high = {0, 0, 0}, at = {0x1p-1074, 0, 0};
        const cd_shape box = cd_aabb(dim, low, high);
        const cd_shape ball = cd_sphere(dim, at, CD_SMALLEST), point = cd_point(dim, at);
        CHECK(cd_overlap(&ball, &box) && cd_distance(&ball, &box) < 0);
        CHECK(!cd_overlap(&point, &box) && cd_distance(&point, &box) == 0x1p-1074);
        CHECK(is_unit(cd_separate(&point, &box).normal));
    }
}

// A disc that stands on a rounded box and slides along it, a little into it: where it may not be
// asked how deep it is later, as it would have no axis there, it counts as met.
static void test_disc_that_loses_its_axis(void) {
    const cd_shape box =
        cd_box((cd_vec){0, -2, 0}, (cd_vec){4, 0.5, 4}, (cd_quat){0, 0, 0, 1}, 0.5);
    for (int power = -40; power >= -90; power--) {
        const cd_shape disc = cd_cylinder((cd_vec){0, 0, 0}, (cd_vec){ldexp(1, power), 0, 0}, 1);
        const cd_vec motion = {1, -1e-9, 0};
        double start;
        cd_hit hit;
        CHECK(cd_convex_cast_begin(&disc, motion, &box, (cd_vec){0, 0, 0}, 1, true, &hit, &start));
        CHECK(start == 0 && hit.inside && hit.t == 0 && is_unit(hit.normal));
        CHECK(hit.normal.y == 1 && hit.approach == 1e-9);
    }
}

int main(void) {
    test_disc_that_loses_its_axis();
    test_boxes_nearly_aligned();
    test_polygons();
    test_boxes_apart();
    test_least_number();
    return failures > 0;
}
