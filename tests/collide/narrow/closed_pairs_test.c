// Separations in closed form against the generic path (GJK, SAT, EPA), for every pair of kinds that
// has a closed form, in both orders: the distance is the same, the witness points lie on the
// surfaces and obey the contact's equation, and the shapes just touch once they are moved by it.
// Guarded by the number of closed forms and of overlaps of each pair.
#include "check.h"
#include "closed_shapes.h"
#include "collide/narrow/box/box_box.h"
#include "collide/narrow/box/box_box_apart.h"
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/separate.h"

#include <math.h>
#include <string.h>

// A shape with a closed form, in half of the cases without a radius.
static cd_shape closed_core(int kind, int dim, bool coarse) {
    if (kind == SPHERE)
        return cd_sphere(dim, coarse ? grid(dim) : vector(dim, 3), unit() < 0.5 ? 0 : 0.5);
    cd_shape shape = closed_shape(kind, dim, coarse);
    if (unit() < 0.5)
        shape.radius = 0;
    return shape;
}

static void closed_separations_agree(void) {
    static const int pairs[][2] = {{SPHERE, SPHERE},   {SPHERE, CAPSULE},  {SPHERE, AABB},
                                   {SPHERE, BOX},      {AABB, BOX},        {BOX, ROUNDED_BOX},
                                   {CAPSULE, CAPSULE}, {BOX, BOX},         {TRIANGLE, BOX},
                                   {CAPSULE, AABB},    {TRIANGLE, SPHERE}, {TRIANGLE, CAPSULE},
                                   {TRIANGLE, AABB},   {CAPSULE, BOX},     {TRIANGLE, TRIANGLE}};
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    int closed[PAIRS] = {0}, overlapping[PAIRS] = {0}, decided[PAIRS] = {0}, cases = 6000;
    for (int n = 0; n < cases * PAIRS; n++) {
        seed(n);
        int dim = 2 + n / PAIRS % 2, pair = n % PAIRS;
        bool coarse = unit() < 0.4, swap = unit() < 0.5;
        cd_shape first = closed_core(pairs[pair][0], dim, coarse);
        cd_shape other = closed_core(pairs[pair][1], dim, coarse);
        const cd_shape *a = swap ? &other : &first, *b = swap ? &first : &other;
        cd_separation s, g = cd_separate_generic(a, b);
        check_case(cd_overlap(a, b) == (cd_distance(a, b) <= 0), "overlap", n);
        decided[pair] += cd_overlap_closed(a, b) != CD_UNKNOWN;
        if (cd_are_boxes(a, b)) {
            cd_verdict verdict = cd_separate_boxes(a, b, 0.1, &s);
            check_case(verdict != CD_MISSES || g.distance > 0.1, "apart by more than the margin",
                       n);
            if (verdict != CD_MEETS)
                continue;
        } else if (!cd_separate_closed(a, b, &s)) {
            continue;
        }
        closed[pair]++;
        overlapping[pair] += s.distance <= 0;
        check_case(fabs(s.distance - g.distance) <= 1e-14 * 8, "distance", n);
        check_case(cd_distance(a, b) == s.distance, "the distance alone", n);
        // Any normal will do where the least translation is not unique.
        cd_vec apart = cd_sub(cd_sub(s.point_a, s.point_b), cd_scale(s.normal, s.distance));
        check_case(cd_length(apart) <= 1e-14 * 8, "equation", n);
        check_case(fabs(cd_length(s.normal) - 1) < 1e-14, "unit normal", n);
        cd_shape moved = *a, point = cd_point(dim, s.point_a);
        cd_shape_move(&moved, cd_scale(s.normal, -s.distance));
        check_case(fabs(cd_separate_generic(&moved, b).distance) <= 1e-14 * 16, "just touch", n);
        check_case(fabs(cd_separate_generic(&point, a).distance) <= 1e-13, "point_a on a", n);
        point = cd_point(dim, s.point_b);
        check_case(fabs(cd_separate_generic(&point, b).distance) <= 1e-13, "point_b on b", n);
    }
    for (int i = 0; i < PAIRS; i++) {
        check_case(closed[i] > cases / 10, "enough closed forms", closed[i]);
        check_case(decided[i] > cases / 5, "enough overlaps in closed form", decided[i]);
        check_case(overlapping[i] > cases / 50, "enough overlaps", overlapping[i]);
    }
}

static cd_shape upright_box(double angle) {
    cd_vec half = {0.1 + unit(), 0.1 + unit(), 0.1 + unit()};
    return cd_box(vector(3, 1), half, (cd_quat){0, 0, sin(angle / 2), cos(angle / 2)}, 0);
}

// Boxes turned about one axis, from hardly to by any angle: their edges add no axis to those of
// their faces, and so every clear overlap has a closed form.
static void upright_boxes_have_a_closed_form(void) {
    int overlapping = 0, cases = 4000;
    for (int n = 0; n < cases; n++) {
        seed(n);
        double angle = 6 * unit(), turn = n % 2 ? 6 * unit() : exp2(-30 * unit());
        cd_shape a = upright_box(angle), b = upright_box(angle + turn);
        cd_separation s, g = cd_separate_generic(&a, &b);
        if (!(g.distance < -1e-12))
            continue;
        overlapping++;
        check_case(cd_separate_boxes(&a, &b, 0, &s) == CD_MEETS, "the closed form decides", n);
        check_case(fabs(s.distance - g.distance) <= 1e-14, "depth", n);
    }
    check_case(overlapping > cases / 4, "enough overlaps", overlapping);
}

static void set_coordinate(cd_vec *v, int i, double value) {
    *(i == 0 ? &v->x : i == 1 ? &v->y : &v->z) = value;
}

// A box turned about a coordinate axis lies on another one, or on a box that is given by its
// corners: they touch exactly, and a last bit lifts it off or lets it sink in.
static void stacked_boxes_touch_exactly(void) {
    for (int n = 0; n < 3000; n++) {
        seed(n);
        int up = n % 3, lift = n / 3 % 3 - 1;
        double of_a = range(0.1, 2), of_b = rint(range(1, 16)) / 8, level = rint(range(-9, 9)) / 4;
        cd_vec half_a = {1, 1.5, 2}, half_b = {1.5, 1, 3}, axis = {0, 0, 0}, p = vector(3, 0.5),
               q = vector(3, 0.5);
        of_a = rint(of_a * 64) / 64;
        set_coordinate(&half_a, up, of_a);
        set_coordinate(&half_b, up, of_b);
        set_coordinate(&axis, up, 1);
        double center = level + of_b + of_a;
        set_coordinate(&q, up, level);
        set_coordinate(&p, up, lift ? nextafter(center, lift * (double)INFINITY) : center);
        cd_shape a = cd_box(p, half_a, cd_quat_from_axis(axis, range(-3, 3)), 0), b;
        b = n % 2 ? cd_aabb(3, cd_sub(q, half_b), cd_add(q, half_b))
                  : cd_box(q, half_b, cd_quat_from_axis(axis, range(-3, 3)), 0);
        cd_separation s;
        double distance = cd_component(p, up) - center;
        cd_verdict verdict = cd_separate_boxes(&a, &b, INFINITY, &s);
        check_case(verdict == CD_MEETS && s.distance == distance, "exact distance", n);
        check_case(cd_component(s.normal, up) == 1, "normal", n);
        verdict = cd_separate_boxes(&b, &a, 0, &s);
        check_case(verdict == (lift > 0 ? CD_MISSES : CD_MEETS), "exact verdict", n);
        check_case(cd_overlap(&a, &b) == (lift <= 0), "exact overlap", n);
    }
}

// A box turned at random, about z, or by a quarter, or hardly at all; near, or far from the origin.
static cd_shape any_box(int kind, cd_vec place) {
    double angle = kind == 2 ? 1.5707963267948966 : kind == 3 ? exp2(-40 * unit()) : 6 * unit();
    cd_vec axis = kind == 0 ? vector(3, 1) : (cd_vec){0, 0, 1};
    cd_vec half = {range(0.2, 2), range(0.2, 2), range(0.2, 2)};
    cd_vec center = unit() < 0.3 ? grid(3) : vector(3, 4);
    return cd_box(cd_add(place, center), half, cd_quat_from_axis(axis, angle),
                  unit() < 0.7 ? 0 : 0.1);
}

static bool lies_on(const cd_shape *shape, cd_vec p, double rounding) {
    cd_shape point = cd_point(3, p);
    return fabs(cd_distance(&point, shape)) <= rounding;
}

// Where the search for corners answers, GJK finds the same distance and normal, to rounding. Of
// parallel edges, which have many nearest points, it may find others.
static void boxes_apart_are_as_gjk_says(void) {
    enum { KINDS = 4 };
    int answered[KINDS] = {0}, apart[KINDS] = {0}, cases = 4000;
    for (int n = 0; n < cases * KINDS; n++) {
        seed(n);
        int kind = n % KINDS;
        cd_vec place = cd_scale(vector(3, 1), unit() < 0.5 ? 0 : exp2(30 * unit()));
        cd_shape a = any_box(kind, place), b = any_box(unit() < 0.7 ? kind : 1, place);
        if (n % 5 == 0) { // on one floor
            a.as.box.center.z = a.as.box.half.z;
            b.as.box.center.z = b.as.box.half.z;
        }
        cd_separation s, g = cd_separate_generic(&a, &b);
        cd_box_pair x;
        cd_box_pair_measure(&x, &a, &b);
        apart[kind] += g.distance > 0;
        if (!cd_box_pair_separate_apart(&x, &s))
            continue;
        answered[kind]++;
        double rounding = 8 * DBL_EPSILON * x.size;
        cd_vec off = cd_sub(s.point_a, cd_add_scaled(s.point_b, s.distance, s.normal));
        check_case(fabs(s.distance - g.distance) <= rounding && cd_max_abs(off) <= rounding &&
                       cd_max_abs(cd_sub(s.normal, g.normal)) * g.distance <= rounding &&
                       lies_on(&a, s.point_a, rounding) && lies_on(&b, s.point_b, rounding),
                   "as GJK says", n);
    }
    for (int i = 0; i < KINDS; i++)
        check_case(answered[i] > apart[i] / 8 && answered[i] > cases / 16, "enough answers",
                   answered[i]);
}

// Boxes that are not rotated, a few last bits from touching, given by centres or corners: they
// overlap where their distance, which is rounded once, is 0. Also at either end of the range.
static void aligned_boxes_overlap_at_distance_0(void) {
    static const double scales[] = {1, 1, 1, 1e-15, 1e18};
    int overlapping = 0, cases = 20000;
    for (int n = 0; n < cases; n++) {
        seed(n);
        double scale = scales[n % 5];
        cd_vec p = vector(3, scale), q = vector(3, scale), half_p = {0.7 * scale, scale, scale},
               half_q = {scale / 3 * unit(), scale, scale};
        p.x = q.x + (n & 1 ? 1 : -1) * (half_p.x + half_q.x);
        for (int ulps = n / 2 % 4; ulps > 0; ulps--)
            p.x = nextafter(p.x, n & 8 ? q.x : p.x + (p.x - q.x));
        bool given[2] = {unit() < 0.5, unit() < 0.5};
        cd_quat still = {0, 0, 0, 1};
        cd_shape a = given[0] ? cd_aabb(3, cd_sub(p, half_p), cd_add(p, half_p))
                              : cd_box(p, half_p, still, 0);
        cd_shape b = given[1] ? cd_aabb(3, cd_sub(q, half_q), cd_add(q, half_q))
                              : cd_box(q, half_q, still, 0);
        bool overlap = cd_overlap(&a, &b);
        overlapping += overlap;
        check_case(overlap == (cd_distance(&a, &b) <= 0), "overlap at distance 0", n);
    }
    check_case(overlapping > cases / 4 && overlapping < cases * 3 / 4, "some overlaps",
               overlapping);
}

int main(void) {
    aligned_boxes_overlap_at_distance_0();
    boxes_apart_are_as_gjk_says();
    stacked_boxes_touch_exactly();
    closed_separations_agree();
    upright_boxes_have_a_closed_form();
    return failures > 0;
}
