// A box is its centre and half extents. Its corners are rounded as its longest half extent is, and
// so is a distance that is measured from them. The middle of a face or edge is rounded only as the
// half extents that lead to it: a long, thin box is known better there.
#include "collide/narrow/box_middle.h"

#include "collide/narrow/exact_touch.h"

enum { POINTS_MAX = 8 };

// A length less than this part of another one: else both are rounded about equally.
static const double much_less = 0x1p-4;

static bool is_box(const cd_core *core) { return !cd_is_zero(core->half); }

// The points that stand for the feature of a core along n, as seen from its offset: the middle of
// that of a box, else its vertices. An edge of the box that is perpendicular to n to within
// rounding takes no part in its middle.
static int feature_points(const cd_core *core, cd_vec n, cd_vec points[POINTS_MAX]) {
    int count = 0;
    if (is_box(core)) {
        points[0] = (cd_vec){0, 0, 0};
        for (int i = 0; i < core->dim; i++) {
            double along = cd_dot(n, core->face[i]), half = cd_component(core->half, i);
            if (fabs(along) > CD_NORMAL_ROUNDING)
                points[0] = cd_add_scaled(points[0], copysign(half, along), core->face[i]);
        }
        return 1;
    }
    cd_support_vertices vertices =
        cd_support_vertices_of(core, n, cd_core_support(core, n), CD_NORMAL_ROUNDING);
    while (count < POINTS_MAX && cd_support_vertices_next(&vertices, &points[count]))
        count++;
    return count;
}

void cd_measure_at_middles(const cd_core *a, const cd_core *b, cd_vec shift, cd_gap *gap) {
    if ((!is_box(a) && !is_box(b)) || a->kind != CD_CORE_POLYTOPE || b->kind != CD_CORE_POLYTOPE)
        return;
    double corners = cd_max(cd_max_abs(a->half), cd_max_abs(b->half)),
           least = much_less * cd_max(corners, gap->rounding_scale);
    if (gap->distance > 2 * least)
        return;
    cd_vec p[POINTS_MAX], q[POINTS_MAX], n = gap->normal;
    int of_a = feature_points(a, cd_negate(n), p), of_b = feature_points(b, n, q);
    for (int i = 0; i < of_a * of_b; i++) {
        cd_vec on_a = p[i / of_b], on_b = q[i % of_b];
        cd_vec between = cd_add(cd_core_between(a, on_a, b, on_b), shift);
        double size = cd_max(cd_max_abs(between), cd_max(is_box(a) ? cd_max_abs(on_a) : 0,
                                                         is_box(b) ? cd_max_abs(on_b) : 0));
        if (size < least) {
            least = size;
            gap->distance = cd_dot(between, n);
        }
    }
}
