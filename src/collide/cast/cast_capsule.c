// A capsule that moves against a capsule is a ray against the rounded difference of their segments,
// a parallelogram; a sphere against a triangle one against the rounded triangle.
#include "collide/cast/cast_capsule.h"

#include "collide/cast/ray_flat.h"
#include "collide/shape/core.h"

#include <assert.h>

// Corner 0 is the one where the ends are nearest: beside a long segment the digits of a short one
// are lost anywhere else.
static void nearest_ends(const cd_vec *at, const cd_vec *on, int *i, int *j) {
    double least = INFINITY;
    for (int k = 0; k < 4; k++) {
        double square = cd_length2(cd_sub(at[k & 1], on[k >> 1]));
        *i = square < least || k == 0 ? k & 1 : *i;
        *j = square < least || k == 0 ? k >> 1 : *j;
        least = cd_min(least, square);
    }
}

cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b,
                           cd_interval *interval) {
    assert(cd_has_segment_core(a) && cd_has_segment_core(b) && !cd_is_zero(motion));
    const cd_vec at[2] = {a->as.segment.a, a->as.segment.b},
                 on[2] = {b->as.segment.a, b->as.segment.b};
    int i, j;
    *interval = (cd_interval){0};
    if (!(a->radius + b->radius > 0))
        return CD_UNKNOWN;
    nearest_ends(at, on, &i, &j);
    cd_vec e = cd_sub(on[1 - j], on[j]), f = cd_sub(at[1 - i], at[i]);
    cd_flat_polygon difference = {.dim = a->dim,
                                  .count = 4,
                                  .corner = {{0, 0, 0}, e, cd_sub(e, f), cd_negate(f)},
                                  .radius = a->radius + b->radius};
    return cd_ray_flat(&difference, cd_sub(at[i], on[j]), motion, interval);
}

cd_verdict cd_cast_at_triangle(cd_vec center, cd_vec motion, const cd_shape *triangle,
                               double radius, cd_interval *interval) {
    assert(triangle->kind == CD_TRIANGLE && !cd_is_zero(motion));
    const cd_vec *v = triangle->as.triangle.v;
    cd_vec e = cd_sub(v[1], v[0]), f = cd_sub(v[2], v[0]), o = cd_sub(center, v[0]);
    double size = cd_max(cd_max_abs(e), cd_max_abs(f));
    *interval = (cd_interval){0};
    // A needle's faces are known less well.
    if (!(radius > 0 && cd_max_abs(cd_cross(e, f)) > 0x1p-20 * size * size))
        return CD_UNKNOWN;
    cd_flat_polygon rounded = {triangle->dim, 3, {{0, 0, 0}, e, f}, radius};
    cd_verdict verdict = cd_ray_flat(&rounded, o, motion, interval);
    double far = cd_max_abs(center) + cd_max_abs(v[0]) + size + radius;
    double gap =
        verdict == CD_MEETS ? cd_gap_at_start(interval, motion) : cd_length(o) - 2 * size - radius;
    interval->starts_apart = gap > CD_CLEAR_GAP * far;
    return verdict;
}
