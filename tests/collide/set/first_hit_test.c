// The first hit that turns the motion away, of sets whose parts touch at the same time: floors of
// boxes, segments, balls and cylinders side by side, and any parts, from a touch, near one or
// apart. It is that of all parts together, whichever order they have and whichever set moves.
#include "collide/collide.h"
#include "collide/world/body/first_hit.h"

#include "cases.h"
#include "check.h"
#include "random.h"

#include <math.h>

enum { PARTS = 5 };

static double coarse(void) { return round(range(-8, 8)) / 4; }

static cd_vec place(int dim) {
    const double x = coarse(), y = coarse();
    return (cd_vec){x, y, dim == 3 ? coarse() : 0};
}

// A tile of a floor at y = 0, from x to x + 1.
static cd_shape tile(int dim, double x) {
    const double z = dim == 3 ? 1 : 0;
    switch ((int)range(0, dim == 3 ? 5 : 3)) {
    case 0:
        return cd_aabb(dim, (cd_vec){x, -1, -z}, (cd_vec){x + 1, 0, z});
    case 1:
        return cd_segment(dim, (cd_vec){x, 0, 0}, (cd_vec){x + 1, 0, 0});
    case 2:
        return cd_sphere(dim, (cd_vec){x + 0.5, -0.5, 0}, 0.5);
    case 3:
        return cd_cylinder((cd_vec){x + 0.5, -1, 0}, (cd_vec){x + 0.5, 0, 0}, 0.5);
    default:
        return cd_cylinder((cd_vec){x, -0.5, 0}, (cd_vec){x + 1, -0.5, 0}, 0.5);
    }
}

static cd_shape any(int dim) {
    const cd_vec p = place(dim), q = place(dim), r = place(dim);
    const cd_vec half = {fabs(q.x), fabs(q.y), fabs(q.z)};
    switch ((int)range(0, 6)) {
    case 0:
        return cd_point(dim, p);
    case 1:
        return cd_sphere(dim, p, fabs(coarse()));
    case 2:
        return cd_segment(dim, p, q);
    case 3:
        return cd_aabb(dim, cd_sub(p, half), cd_add(p, half));
    case 4:
        return cd_triangle(dim, p, q, r, 0);
    default:
        return dim == 3 ? cd_cylinder(p, q, fabs(coarse())) : cd_capsule(dim, p, q, 0.25);
    }
}

typedef struct {
    cd_shape parts[PARTS];
    int count;
} part_list;

static part_list some_parts(int dim, double angle) {
    part_list list = {.count = 0};
    const int wanted = 1 + (int)range(0, PARTS);
    const bool floor = unit() < 0.6;
    while (list.count < wanted) {
        const cd_shape part = floor ? tile(dim, list.count - 2) : any(dim);
        if (cd_shape_error(&part) == NULL) // kinds that need no memory
            list.parts[list.count++] = cd_shape_rotated(
                &part, cd_quat_from_axis((cd_vec){0, 0, 1}, angle), angle, (cd_vec){0, 0, 0}, NULL);
    }
    return list;
}

// A compound of the parts, in their order or the other way.
static cd_shape compound(const part_list *list, bool backwards, void *memory) {
    cd_shape parts[PARTS];
    for (int i = 0; i < list->count; i++)
        parts[i] = list->parts[backwards ? list->count - 1 - i : i];
    return cd_set_shape(cd_compound_build(parts, list->count, memory, NULL));
}

static bool first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_hit *hit) {
    return cd_first_hit(a, motion, b, (cd_vec){0, 0, 0}, 1, 0x1p-44, 0, hit);
}

static void check_hit(const cd_hit *hit, cd_vec motion, int n) {
    check_case(fabs(cd_length(hit->normal) - 1) < 1e-14, "unit normal", n);
    check_case(hit->t >= 0 && hit->t <= 1, "time", n);
    check_case(cd_dot(hit->normal, motion) < 0, "turns the motion away", n);
}

int main(void) {
    static _Alignas(16) char memory[4][1 << 14];
    int hits = 0, misses = 0;
    for (int i = 0; i < cases(900); i++) {
        const int n = i > 0 ? i : 5667; // at which parts that touch at one time are off by two gaps
        seed(n);
        const int dim = 2 + n % 2;
        const double angle = unit() < 0.5 ? 0 : range(-3, 3);
        const part_list list_a = some_parts(dim, 0), list_b = some_parts(dim, angle);
        cd_shape a = unit() < 0.5 ? list_a.parts[0] : compound(&list_a, false, memory[0]);
        const cd_shape b = compound(&list_b, false, memory[1]);
        const cd_shape other = compound(&list_b, true, memory[2]);
        const cd_separation at = cd_separate(&a, &b);
        if (!isfinite(at.distance))
            continue;
        const double gap = n % 3 == 0 ? 0 : n % 3 == 1 ? range(-1e-9, 1e-9) : range(0, 0.5);
        cd_shape_move(&a, cd_scale(at.normal, gap - at.distance));
        const cd_vec way = place(dim), along = cd_slide(way, at.normal);
        const cd_vec motions[] = {along, cd_add_scaled(along, range(-1e-9, 1e-9), at.normal), way};
        const cd_vec motion = motions[(int)range(0, 3)];
        cd_hit hit, in_other, swapped;
        const bool is = first_hit(&a, motion, &b, &hit);
        if (is)
            check_hit(&hit, motion, n);
        if (is && gap >= 0 && hit.approach > 1e-9) { // else a normal's rounding may decide
            check_case(first_hit(&a, motion, &other, &in_other), "the other order", n);
            check_case(first_hit(&b, cd_negate(motion), &a, &swapped), "the other set", n);
            check_case(fabs(in_other.t - hit.t) < 1e-9, "time in the other order", n);
            check_case(fabs(swapped.t - hit.t) < 1e-9, "time of the other set", n);
        }
        *(is ? &hits : &misses) += 1;
    }
    CHECK(hits > cases(100) && misses > cases(100));
    return failures > 0;
}
