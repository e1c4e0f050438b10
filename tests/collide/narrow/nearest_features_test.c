// The nearest points at curved cores: GJK that ends on the features of a simplex beside GJK that
// goes on to its end. Distances and normals agree, and the points that features tell lie along
// them. Guarded by the share of simplices early in the search that tell the features, and by the
// number of gaps.
#include "check.h"
#include "collide/narrow/gjk/nearest_features.h"
#include "random.h"

#include <math.h>

static cd_vec point_within(double reach) {
    return (cd_vec){range(-reach, reach), range(-reach, reach), range(-reach, reach)};
}

// Of one in four the axis leads along a coordinate axis.
static cd_vec half_axis(void) {
    cd_vec d = point_within(1);
    if (range(0, 4) < 1)
        d.x = d.y = 0;
    return cd_scale(cd_normalized(d, (cd_vec){0, 0, 1}), range(0.1, 1));
}

static cd_shape round_shape(void) {
    cd_vec at = point_within(2), half = half_axis();
    cd_vec from = cd_sub(at, half), to = cd_add(at, half);
    double radius = range(0.1, 1);
    return range(0, 2) < 1 ? cd_cylinder(from, to, radius) : cd_cone(from, to, radius);
}

static cd_shape other_shape(int n) {
    cd_vec at = point_within(2), half = half_axis();
    cd_quat turn = cd_quat_from_axis(half, range(0, 6));
    switch (n % 4) {
    case 0:
        return cd_box(at, (cd_vec){range(0.1, 1), range(0.1, 1), range(0.1, 1)}, turn, 0);
    case 1:
        return cd_segment(3, cd_sub(at, half), cd_add(at, half));
    default:
        return round_shape();
    }
}

// From the first simplex that shows the cores apart.
static bool is_found_early(const cd_core *a, const cd_core *b, const cd_trace *trace, cd_gap *gap) {
    int k = 0;
    while (k < trace->count - 1 && trace->steps[k].gain > 0.25 * trace->steps[k].distance)
        k++;
    const cd_trace_step *step = &trace->steps[k];
    cd_support_simplex simplex = {.count = step->count, .a = {-1, -1, -1}, .b = {-1, -1, -1}};
    for (int i = 0; i < step->count; i++) {
        simplex.p[i] = step->a[i];
        simplex.q[i] = step->b[i];
    }
    gap->size = 4;
    return cd_nearest_on_features(a, b, (cd_vec){0, 0, 0}, step->nearest, &simplex, gap);
}

static void expect_same(const cd_gap *gap, const cd_gap *whole, int n) {
    check_case(fabs(gap->distance - whole->distance) <= 1e-14, "the distance", n);
    check_case(cd_length(cd_sub(gap->normal, whole->normal)) <= 1e-5, "the normal", n);
}

static void expect_points_along_normal(const cd_gap *gap, int n) {
    cd_vec between = cd_sub(gap->point_a, gap->point_b);
    between = cd_sub(between, cd_scale(gap->normal, gap->distance));
    check_case(cd_length(between) <= 1e-14, "points along the normal", n);
}

int main(void) {
    int gaps = 0, pairs = 0, early = 0;
    for (int n = 0; n < 8000; n++) {
        seed(n);
        cd_shape s = round_shape(), r = other_shape(n);
        cd_core a, b;
        cd_core_of(&a, &s);
        cd_core_of(&b, &r);
        cd_trace trace = {.count = 0};
        cd_gap whole = cd_gjk_traced(&a, &b, (cd_vec){0, 0, 0}, &trace);
        if (!whole.apart || whole.distance < 0.01)
            continue;
        gaps++;
        cd_gap gap = cd_gjk(&a, &b, (cd_vec){0, 0, 0}), found = {.size = 0};
        expect_same(&gap, &whole, n);
        if (b.kind != CD_CORE_CURVED)
            continue;
        pairs++;
        if (is_found_early(&a, &b, &trace, &found)) {
            early++;
            expect_same(&found, &whole, n);
            expect_points_along_normal(&found, n);
        }
    }
    check_case(gaps > 4000, "enough gaps", gaps);
    check_case(early > pairs / 3, "features are told early", early);
    return failures > 0;
}
