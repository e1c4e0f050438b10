// What Lua cannot reach: closed forms against the generic path, exact predicates and hulls from
// inside, and numbers at the ends of the double range. Seeded; counts what it covered.
#include "collide/cast/cast_capsule.h"
#include "collide/cast/ray_cast.h"
#include "collide/cast/time_of_impact.h"
#include "collide/math/predicates.h"
#include "collide/narrow/box_box.h"
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/epa.h"
#include "collide/narrow/gjk_guess.h"
#include "collide/narrow/separate.h"
#include "random.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

static void check(bool ok, const char *what, int seed) {
    if (!ok && ++failures <= 20)
        printf("FAILED %s (seed %d)\n", what, seed);
}

static cd_vec grid(int dim) {
    cd_vec v = vector(dim, 2.5);
    return (cd_vec){round(v.x), round(v.y), round(v.z)};
}

// ------------------------------------------------------------------------------------- closed
// forms

enum { SPHERE, CAPSULE, LINE, AABB, BOX, ROUNDED_BOX, ROUNDED_AABB, TRIANGLE, PLANE, RAY_KINDS };

static cd_shape closed_shape(int kind, int dim, bool coarse) {
    cd_vec a = coarse ? grid(dim) : vector(dim, 2), b = coarse ? grid(dim) : vector(dim, 2);
    cd_vec c = coarse ? grid(dim) : vector(dim, 2), up = {1, 0, 0};
    cd_vec half = {1, 0.5, dim == 2 || coarse ? 0 : 1};
    double r = coarse ? 1 : range(0.1, 1);
    cd_shape shape;
    switch (kind) {
    case SPHERE:
        return cd_sphere(dim, a, r);
    case CAPSULE:
        return cd_capsule(dim, a, b, r);
    case LINE:
        return cd_line(dim, a, cd_is_zero(b) ? up : b, r);
    case AABB:
    case ROUNDED_AABB:
        shape = cd_aabb(dim, cd_sub(a, (cd_vec){1, 0.5, dim == 3}), cd_add(a, half));
        break;
    case TRIANGLE:
        return cd_triangle(dim, a, b, c, 0);
    case PLANE:
        return cd_plane_through(dim, cd_is_zero(b) ? up : b, a);
    default:
        shape = dim == 2 ? cd_box2(a, half, range(-3, 3), 0)
                         : cd_box(a, half, cd_quat_from_axis((cd_vec){1, 2, 3}, range(-3, 3)), 0);
    }
    if (kind == ROUNDED_BOX || kind == ROUNDED_AABB)
        shape.radius = r;
    return shape;
}

// Times may differ by rounding over the slope at which the surface is met; half the digits at most.
static bool same_time(double s, double t, cd_vec normal, cd_vec d, double size) {
    if (s == t || (isinf(s) && isinf(t)))
        return s == t;
    double slope = fabs(cd_dot(normal, d)) / cd_length(d);
    size += fabs(s) * cd_length(d); // nearly parallel lines meet far away
    double slack = fmin(1e-13 / fmax(slope, 1e-300), 1e-6);
    return fabs(s - t) * cd_length(d) <= slack * size;
}

static void rays_agree_with_the_generic_path(void) {
    int hits[RAY_KINDS] = {0}, apart[RAY_KINDS] = {0}, cases = 4000;
    for (int n = 0; n < RAY_KINDS * 2 * cases; n++) {
        int kind = n % RAY_KINDS, dim = 2 + (n / RAY_KINDS) % 2;
        seed(n);
        bool coarse = unit() < 0.3;
        cd_shape shape = closed_shape(kind, dim, coarse);
        cd_vec o = coarse ? grid(dim) : vector(dim, 4);
        cd_vec d = coarse ? grid(dim) : vector(dim, range(0.01, 3));
        if (cd_is_zero(d))
            continue;
        cd_shape ball = cd_sphere(dim, o, kind != TRIANGLE && unit() < 0.5 ? 0.5 : 0);
        cd_ray ray = {o, d, d, ball.radius, INFINITY, &shape, false, false};
        cd_interval own, generic;
        cd_verdict closed = cd_ray_cast(&ray, &own);
        if (closed == CD_UNKNOWN)
            continue;
        bool met = cd_touch_interval_generic(&ball, d, &shape, &generic, NULL);
        if (ray.starts_apart && !(own.enter <= 0 && own.exit >= 0)) {
            apart[kind]++;
            check(cd_separate_generic(&ball, &shape).distance > 0, "apart", n);
        }
        if ((closed == CD_MEETS) != met) { // only where the ray grazes
            double touch = met ? generic.exit - generic.enter : own.exit - own.enter;
            check(touch < 1e-6 || coarse, "the same verdict", n);
            continue;
        }
        if (!met)
            continue;
        hits[kind]++;
        if (isfinite(own.enter)) {
            check(fabs(cd_length(own.enter_normal) - 1) < 1e-14, "unit normal", n);
            check(cd_dot(own.enter_normal, d) <= 1e-6 * cd_length(d), "the normal at enter", n);
        }
        check(same_time(own.enter, generic.enter, own.enter_normal, d, 8), "enter", n);
        if (isfinite(own.exit)) {
            check(fabs(cd_length(own.exit_normal) - 1) < 1e-14, "unit normal", n);
            check(cd_dot(own.exit_normal, d) >= -1e-6 * cd_length(d), "the normal at exit", n);
        }
        check(same_time(own.exit, generic.exit, own.exit_normal, d, 8), "exit", n);
    }
    for (int kind = 0; kind < RAY_KINDS; kind++) {
        check(hits[kind] > cases / (kind == TRIANGLE ? 64 : 8), "enough hits for each shape",
              hits[kind]);
        check(apart[kind] > cases / 4, "enough starts apart", apart[kind]);
    }
}

static void capsule_casts_agree_with_the_generic_path(void) {
    int hits = 0, cases = 20000;
    for (int n = 0; n < cases; n++) {
        seed(n);
        int dim = 2 + n % 2;
        bool coarse = unit() < 0.4;
        cd_shape a = closed_shape(CAPSULE, dim, coarse), b = closed_shape(CAPSULE, dim, coarse);
        cd_vec d = coarse ? grid(dim) : vector(dim, 4);
        cd_interval closed, generic;
        if (cd_is_zero(d))
            continue;
        cd_verdict verdict = cd_cast_capsule(&a, d, &b, &closed);
        check(verdict != CD_UNKNOWN, "there is a closed form", n);
        bool met = cd_touch_interval_generic(&a, d, &b, &generic, NULL);
        if ((verdict == CD_MEETS) != met) {
            double touch = met ? generic.exit - generic.enter : closed.exit - closed.enter;
            check(touch < 1e-6 || coarse, "the same verdict", n);
            continue;
        }
        if (!met)
            continue;
        hits++;
        check(same_time(closed.enter, generic.enter, closed.enter_normal, d, 8), "enter", n);
        check(same_time(closed.exit, generic.exit, closed.exit_normal, d, 8), "exit", n);
        check(cd_dot(closed.enter_normal, d) <= 1e-6 * cd_length(d), "the normal at enter", n);
        check(fabs(cd_length(closed.enter_normal) - 1) < 1e-14, "unit normal", n);
    }
    check(hits > cases / 4, "enough hits", hits);
}

// An element of a closed separation: a ball, a segment, a box, or any against any of them.
static cd_shape closed_core(int kind, int dim, bool coarse) {
    if (kind == SPHERE)
        return cd_sphere(dim, coarse ? grid(dim) : vector(dim, 3), unit() < 0.5 ? 0 : 0.5);
    cd_shape shape = closed_shape(kind, dim, coarse);
    if (unit() < 0.5)
        shape.radius = 0;
    return shape;
}

static void closed_separations_agree(void) {
    static const int pairs[][2] = {{SPHERE, SPHERE},   {SPHERE, CAPSULE}, {SPHERE, AABB},
                                   {SPHERE, BOX},      {AABB, BOX},       {BOX, ROUNDED_BOX},
                                   {CAPSULE, CAPSULE}, {BOX, BOX}};
    enum { PAIRS = sizeof pairs / sizeof *pairs };
    int closed[PAIRS] = {0}, overlapping[PAIRS] = {0}, cases = 8000;
    for (int n = 0; n < cases * PAIRS; n++) {
        seed(n);
        int dim = 2 + n / PAIRS % 2, pair = n % PAIRS;
        bool coarse = unit() < 0.4, swap = unit() < 0.5;
        cd_shape first = closed_core(pairs[pair][0], dim, coarse);
        cd_shape other = closed_core(pairs[pair][1], dim, coarse);
        const cd_shape *a = swap ? &other : &first, *b = swap ? &first : &other;
        cd_separation s, g = cd_separate_generic(a, b);
        if (cd_are_boxes(a, b)) {
            cd_verdict verdict = cd_separate_boxes(a, b, 0.1, &s);
            check(verdict != CD_MISSES || g.distance > 0.1, "apart by more than the margin", n);
            check(cd_overlap(a, b) == (cd_distance(a, b) <= 0), "overlap", n);
            if (verdict != CD_MEETS)
                continue;
        } else if (!cd_separate_closed(a, b, &s)) {
            continue;
        }
        closed[pair]++;
        overlapping[pair] += s.distance <= 0;
        check(fabs(s.distance - g.distance) <= 1e-14 * 8, "distance", n);
        // Where the way out is not unique any of them will do.
        cd_vec apart = cd_sub(cd_sub(s.point_a, s.point_b), cd_scale(s.normal, s.distance));
        check(cd_norm(apart) <= 1e-14 * 8, "equation", n);
        check(fabs(cd_length(s.normal) - 1) < 1e-14, "unit normal", n);
        cd_shape moved = *a, point = cd_point(dim, s.point_a);
        cd_shape_move(&moved, cd_scale(s.normal, -s.distance));
        check(fabs(cd_separate_generic(&moved, b).distance) <= 1e-14 * 16, "just touch", n);
        check(fabs(cd_separate_generic(&point, a).distance) <= 1e-13, "point_a on a", n);
        point = cd_point(dim, s.point_b);
        check(fabs(cd_separate_generic(&point, b).distance) <= 1e-13, "point_b on b", n);
    }
    for (int i = 0; i < PAIRS; i++) {
        check(closed[i] > cases / 10, "enough closed forms", closed[i]);
        check(overlapping[i] > cases / 50, "enough overlaps", overlapping[i]);
    }
}

// -------------------------------------------------------------------------------------- predicates

// Exact in 128-bit integers, for points of a small grid moved by multiples of 2^-40.
static void predicates_are_exact(void) {
    int zero = 0;
    for (int n = 0; n < 100000; n++) {
        seed(n);
        long long p[4][3];
        cd_vec v[4];
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 3; k++)
                p[i][k] = (long long)range(-3, 3) * (1LL << 38) + (long long)range(-2, 2);
            v[i] = (cd_vec){(double)p[i][0] * 0x1p-40, (double)p[i][1] * 0x1p-40,
                            (double)p[i][2] * 0x1p-40};
        }
        __extension__ typedef __int128 wide;
        wide m[3][3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                m[i][k] = p[i + 1][k] - p[0][k];
        wide flat = m[0][0] * m[1][1] - m[0][1] * m[1][0];
        check(cd_orient2(v[0], v[1], v[2]) == (flat > 0) - (flat < 0), "orient2", n);
        // The determinant may need 130 bits: split the third row into high and low parts.
        wide minors[3] = {m[0][1] * m[1][2] - m[0][2] * m[1][1],
                          m[0][2] * m[1][0] - m[0][0] * m[1][2], flat};
        wide high = 0, low = 0;
        for (int k = 0; k < 3; k++) {
            wide top = minors[k] >> 40, rest = minors[k] - top * ((wide)1 << 40);
            high += top * m[2][k];
            low += rest * m[2][k];
        }
        high += low >> 40;
        low -= (low >> 40) * ((wide)1 << 40);
        int expected = high > 0 || (high == 0 && low > 0) ? 1 : high == 0 && low == 0 ? 0 : -1;
        zero += expected == 0;
        check(cd_orient3(v[0], v[1], v[2], v[3]) == expected, "orient3", n);
    }
    check(zero > 100, "coplanar points among the cases", zero);
}

// ------------------------------------------------------------------------------------------- hulls

static cd_vec hull_point(int style, int dim) {
    switch (style) {
    case 0:
        return vector(dim, 1);
    case 1:
        return grid(dim);
    case 2: // a plane that doubles hit exactly, or nearly
        return (cd_vec){round(range(-3, 3)), round(range(-3, 3)), 0.25};
    case 3: { // on one line
        double t = round(range(-5, 5));
        return (cd_vec){t, 2 * t, dim == 3 ? -t : 0};
    }
    case 4: {
        cd_vec p = vector(dim, 1);
        return (cd_vec){p.x, p.y, dim == 3 ? 0.3 * p.x + 0.7 * p.y : 0};
    }
    case 5: // far away, with small details
        return cd_add((cd_vec){1e9, -1e9, 0}, cd_scale(grid(dim), 0.0009765625));
    default:
        return cd_scale(cd_normalized(vector(dim, 1), (cd_vec){1, 0, 0}), 1e-200);
    }
}

static void hulls_contain_their_points(void) {
    int solid = 0, flat = 0;
    for (int n = 0; n < 14000; n++) {
        seed(n);
        int style = n % 7, dim = style == 2 ? 3 : 2 + (n / 7) % 2, count = 1 + (int)range(0, 30);
        cd_vec p[32];
        for (int i = 0; i < count; i++)
            p[i] = i > 0 && unit() < 0.1 ? p[i - 1] : hull_point(style, dim);
        void *memory = malloc(cd_polytope_size(count));
        size_t used;
        const cd_polytope *hull = cd_polytope_build(dim, p, count, memory, &used);
        check(used == cd_polytope_used(hull) && used <= cd_polytope_size(count), "used", n);
        if (dim == 3 && hull->face_count > 1) {
            solid++;
            check(hull->vertex_count - hull->edge_count + hull->face_count == 2, "Euler", n);
        } else {
            flat++;
            check(hull->edge_count ==
                      (hull->vertex_count > 2 ? hull->vertex_count : hull->vertex_count - 1),
                  "a ring", n);
        }
        cd_shape shape = cd_polytope_shape(hull, 0);
        check(cd_shape_error(&shape) == NULL, "valid", n);
        for (int i = 0; i < count; i++) {
            cd_shape point = cd_point(dim, p[i]);
            check(cd_distance(&point, &shape) <= 1e-14 * hull->size, "points inside", n);
        }
        for (int i = 0; i < hull->vertex_count; i++) {
            bool found = false;
            for (int k = 0; k < count; k++)
                found = found || cd_equal(hull->vertices[i], p[k]);
            check(found, "vertices are points", n);
        }
        free(memory);
    }
    check(solid > 2000 && flat > 2000, "both solid and flat", solid);
}

// The depth over all axes, that without those that are pruned, and that of the expanding polytope.
static void depths_agree(void) {
    int overlaps = 0, expanded[2] = {0, 0}, apart = 0;
    for (int n = 0; n < 4000; n++) {
        seed(n);
        cd_polytope all[2];
        cd_core pruned[2], full[2];
        void *memory[2];
        for (int k = 0; k < 2; k++) {
            cd_vec p[24];
            int count = 4 + (int)range(0, 20);
            for (int i = 0; i < count; i++)
                p[i] = cd_add(hull_point(n % 2 ? 4 : 0, 3), (cd_vec){0.5 * k, 0, 0});
            memory[k] = malloc(cd_polytope_size(count));
            cd_shape hull = cd_polytope_shape(cd_polytope_build(3, p, count, memory[k], NULL), 0);
            cd_core_of(&pruned[k], &hull, 0);
            all[k] = *hull.as.polytope.core;
            all[k].edge_faces = NULL;
            hull.as.polytope.core = &all[k];
            cd_core_of(&full[k], &hull, 0);
        }
        cd_vec still = {0, 0, 0};
        double depth = cd_sat_penetration(&full[0], &full[1], still).depth;
        overlaps += depth > 0;
        double fewer = cd_sat_penetration(&pruned[0], &pruned[1], still).depth;
        check(depth > 0 ? fabs(depth - fewer) <= 1e-13 : fewer <= 0, "pruned depth", n);
        cd_gap gap = cd_gjk(&pruned[0], &pruned[1], still);
        cd_penetration way;
        cd_simplex face, guess;
        bool walked = cd_gjk_guess(&pruned[0], &pruned[1], still, &guess);
        for (int k = 0; k < 2; k++) {
            const cd_simplex *around = k == 0 ? &gap.around : &guess;
            if (around->count < 4 || (k == 1 && !walked) ||
                !cd_epa(&pruned[0], &pruned[1], still, around, &way, &face))
                continue;
            expanded[k]++;
            check(fabs(depth - way.depth) <= 1e-13, "expanded depth", n);
            double along = cd_penetration_along(&pruned[0], &pruned[1], still, way.normal).depth;
            check(fabs(along - way.depth) <= 1e-13, "a depth along its normal", n);
            cd_vec out_of = cd_scale(way.normal, way.depth + 1e-6);
            double rest = cd_gjk_face(&pruned[0], &pruned[1], out_of, &face).distance;
            check(fabs(rest - 1e-6) <= 1e-13, "expanded face", n);
        }
        if (walked && guess.count < 4) {
            apart++;
            double begun = cd_gjk_from(&pruned[0], &pruned[1], still, &guess).distance;
            check(fabs(begun - gap.distance) <= 1e-13, "a guess", n);
        }
        free(memory[0]);
        free(memory[1]);
    }
    check(overlaps > 500, "enough overlaps", overlaps);
    check(expanded[0] > overlaps * 3 / 4, "most overlaps are expanded", expanded[0]);
    check(expanded[1] > overlaps * 3 / 4, "and found in haste", expanded[1]);
    check(apart > 200, "enough guesses", apart);
}

// --------------------------------------------------------------------------------- bounding sphere

// The smallest sphere holds all points and has no way to shrink: its centre lies in the hull of the
// points on its surface.
static void bounding_spheres_are_smallest(void) {
    for (int n = 0; n < 7000; n++) {
        seed(n);
        int style = n % 7, dim = style == 2 ? 3 : 2 + (n / 7) % 2, count = 1 + (int)range(0, 40);
        cd_vec p[48], on[48];
        int order[48], touching = 0;
        double size = 0;
        for (int i = 0; i < count; i++) {
            p[i] = hull_point(style, dim);
            size = fmax(size, cd_max_abs(p[i]));
        }
        cd_shape ball = cd_bounding_sphere(dim, p, count, order);
        double slack = 1e-12 * ball.radius + 8 * DBL_EPSILON * size;
        for (int i = 0; i < count; i++) {
            double d = cd_norm(cd_sub(p[i], ball.as.center));
            check(cd_contains(&ball, p[i]), "sphere contains", n);
            if (d >= ball.radius - slack)
                on[touching++] = p[i];
        }
        void *memory = malloc(cd_polytope_size(touching));
        cd_shape support = cd_polytope_shape(cd_polytope_build(dim, on, touching, memory, NULL), 0);
        cd_shape center = cd_point(dim, ball.as.center);
        check(cd_distance(&center, &support) <= 1e-6 * ball.radius + slack, "smallest", n);
        free(memory);
    }
}

// --------------------------------------------------------------------------------- ends of the
// range

static bool sane(cd_separation s) {
    return !isnan(s.distance) && fabs(cd_norm(s.normal) - 1) < 1e-14 && cd_is_finite(s.point_a) &&
           cd_is_finite(s.point_b);
}

static cd_shape extreme_shape(int kind, double s) {
    cd_vec a = cd_scale(vector(3, 1), s), b = cd_scale(vector(3, 1), s);
    cd_vec half = {fabs(b.x) / 2, fabs(b.y) / 2, fabs(b.z) / 2};
    switch (kind) {
    case 0:
        return cd_point(3, a);
    case 1:
        return cd_sphere(3, a, 0.1 * s);
    case 2:
        return cd_capsule(3, a, b, 0.1 * s);
    case 3:
        return cd_box(a, half, cd_quat_from_axis((cd_vec){1, 2, 3}, unit()), 0);
    case 4:
        return cd_triangle(3, a, b, cd_scale(vector(3, 1), s), 0);
    case 5:
        return cd_line(3, a, b, 0);
    default:
        return cd_plane_through(3, b, a);
    }
}

static void extreme_numbers_stay_sane(void) {
    static const double sizes[] = {1e-320, 1e-300, 1e-160, 1e-80, 1, 1e80, 1e160, 1e300, 5e307};
    const int count = sizeof sizes / sizeof *sizes;
    int overlaps = 0, hits = 0;
    for (int n = 0; n < 40000; n++) {
        seed(n);
        double s = sizes[n % count], t = unit() < 0.7 ? s : sizes[(int)range(0, count)];
        cd_shape a = extreme_shape((int)range(0, 7), s), b = extreme_shape((int)range(0, 7), t);
        if (cd_shape_error(&a) || cd_shape_error(&b))
            continue; // a direction that vanished
        cd_separation ab = cd_separate(&a, &b);
        check(sane(ab), "separation", n);
        overlaps += ab.distance <= 0;
        cd_hit hit;
        cd_vec motion = cd_scale(vector(3, 1), unit() < 0.7 ? s : sizes[(int)range(0, count)]);
        if (cd_shapecast(&a, motion, &b, (cd_vec){0, 0, 0}, &hit)) {
            hits++;
            check(!isnan(hit.enter) && !isnan(hit.exit) && hit.t >= 0 && hit.t <= 1, "times", n);
            check(fabs(cd_norm(hit.normal) - 1) < 1e-14, "normal", n);
            check(!isnan(hit.point.x + hit.point.y + hit.point.z), "point", n);
        }
    }
    check(overlaps > 2000 && hits > 2000, "enough overlaps and hits", hits);
}

int main(void) {
    rays_agree_with_the_generic_path();
    capsule_casts_agree_with_the_generic_path();
    closed_separations_agree();
    predicates_are_exact();
    hulls_contain_their_points();
    depths_agree();
    bounding_spheres_are_smallest();
    extreme_numbers_stay_sane();
    printf("%s: %d failures\n", failures ? "FAILED" : "passed", failures);
    return failures > 0;
}
