// The planes and edges of a difference answer as the separation of the two shapes does: for random
// shapes, needles, flat ones and points, with radii and without, also where
// they touch far from the origin.
#include "collide/narrow/separate.h"
#include "collide/set/polytope_difference.h"

#include "cases.h"
#include "check.h"
#include "random.h"

enum { KINDS = 6, ROOM = 512 };

static cd_vec place(int n) {
    return n % 4 == 0 ? (cd_vec){floor(range(-2, 2)) / 2, 0.5, 0} : vector(3, 1);
}

static cd_shape shape(int kind, int n) {
    const double radius = unit() < 0.5 ? 0 : range(0.05, 0.5), thin = unit() < 0.3 ? 1e-9 : 1;
    const cd_vec p = place(n), q = cd_add_scaled(p, thin, vector(3, 1)), r = place(n + 1);
    switch (kind) {
    case 0:
        return cd_sphere(3, p, radius);
    case 1:
        return cd_capsule(3, p, r, radius);
    case 2:
        return cd_box(p, (cd_vec){range(0, 1), thin * range(0, 1), range(0, 1)},
                      (cd_quat){unit(), unit(), unit(), 0.5}, 0);
    case 3:
        return cd_triangle(3, p, q, r, radius);
    case 4:
        return cd_triangle(3, p, p, unit() < 0.5 ? p : r, radius);
    default:
        return cd_triangle(3, p, r, cd_lerp(p, r, unit()), 0);
    }
}

// Cores far from the origin that touch, so that the foot of the way out is 0, to rounding of the
// coordinates of the cores and not of its own.
static void check_foot_near_zero(int n, cd_vec4 *room) {
    seed(n);
    const cd_vec far = vector(3, 8);
    cd_shape a = cd_capsule(3, cd_add(far, vector(3, 1)), cd_add(far, vector(3, 1)), 0.4);
    const cd_shape b =
        cd_box(cd_add(far, vector(3, 1)), (cd_vec){range(0.1, 1), range(0.1, 1), range(0.1, 1)},
               (cd_quat){unit(), unit(), unit(), 0.5}, 0);
    const cd_separation apart = cd_separate_convex(&a, &b);
    cd_shape_move(&a, cd_scale(apart.normal, -apart.distance - a.radius));
    cd_core core_a, core_b;
    cd_core_of(&core_a, &a);
    cd_core_of(&core_b, &b);
    cd_polytope_difference d;
    int used = 0;
    if (!cd_polytope_difference_of(&d, &core_a, &core_b, a.radius, 4, room, ROOM, &used))
        return;
    const cd_vec t = cd_scale(apart.normal, range(0.3, 0.5));
    cd_shape_move(&a, t);
    check_case(fabs(cd_polytope_difference_tangent(&d, t).distance -
                    cd_separate_convex(&a, &b).distance) <= 1e-12,
               "foot near 0", n);
}

int main(void) {
    static cd_vec4 room[ROOM];
    int inside = 0, outside = 0, met = 0;
    for (int n = 0; n < cases(3000); n++) {
        seed(n);
        const cd_shape a = shape(n % KINDS, n), b = shape(n / KINDS % KINDS, n + 1);
        cd_core core_a, core_b;
        cd_core_of(&core_a, &a);
        cd_core_of(&core_b, &b);
        cd_polytope_difference d;
        int used = 0;
        if (!cd_polytope_difference_of(&d, &core_a, &core_b, a.radius + b.radius, 4, room, ROOM,
                                       &used))
            continue;
        const bool holds_zero = cd_polytope_difference_tangent(&d, (cd_vec){0, 0, 0}).distance <= 0;
        for (int i = 0; i < 8; i++) {
            const cd_vec t = vector(3, 1), v = cd_normalized(t, t);
            cd_shape moved = a;
            cd_shape_move(&moved, t);
            const double distance = cd_separate_convex(&moved, &b).distance;
            const cd_tangent found = cd_polytope_difference_tangent(&d, t);
            inside += distance < 0;
            outside += distance > 0;
            // Outside of a sharp one the planes give a lower bound.
            if (distance <= 0 || d.radius > 0)
                check_case(fabs(found.distance - distance) <= 1e-12, "distance", n);
            else
                check_case(found.distance <= distance + 1e-12, "bound", n);
            check_case(fabs(cd_length(found.normal) - 1) <= 1e-14, "unit", n);
            double enter, exit;
            if (!cd_polytope_difference_interval(&d, v, holds_zero, &enter, &exit))
                continue;
            met++;
            for (int k = holds_zero; k < 2; k++) {
                moved = a;
                cd_shape_move(&moved, cd_scale(v, k ? exit : enter));
                // Along the surface the place is known less well than the distance there.
                check_case(fabs(cd_separate_convex(&moved, &b).distance) <= 1e-9, "interval", n);
            }
        }
    }
    for (int n = 0; n < cases(3000); n++)
        check_foot_near_zero(n, room);
    const int least = cases(3000) / 3;
    CHECK(inside > least && outside > least && met > least);
    return failures > 0;
}
