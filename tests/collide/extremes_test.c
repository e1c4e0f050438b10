// Separations and shape casts of shapes between 1e-320 and 5e307, mixed at random: no NaN, unit
// normals, times within the motion. Nothing here knows the right distance; laws_spec.lua does.
// Guarded by the number of overlaps and of hits.
#include "check.h"
#include "collide/collide.h"
#include "random.h"

#include <math.h>

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
            continue; // the direction has underflowed
        cd_separation ab = cd_separate(&a, &b);
        check_case(sane(ab), "separation", n);
        overlaps += ab.distance <= 0;
        cd_hit hit;
        cd_vec motion = cd_scale(vector(3, 1), unit() < 0.7 ? s : sizes[(int)range(0, count)]);
        if (cd_shapecast(&a, motion, &b, (cd_vec){0, 0, 0}, &hit)) {
            hits++;
            check_case(!isnan(hit.enter) && !isnan(hit.exit) && hit.t >= 0 && hit.t <= 1, "times",
                       n);
            check_case(fabs(cd_norm(hit.normal) - 1) < 1e-14, "normal", n);
            check_case(!isnan(hit.point.x + hit.point.y + hit.point.z), "point", n);
        }
    }
    check_case(overlaps > 2000 && hits > 2000, "enough overlaps and hits", hits);
}

int main(void) {
    extreme_numbers_stay_sane();
    return failures > 0;
}
