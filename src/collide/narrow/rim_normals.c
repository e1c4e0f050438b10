// The nearest points of two rims lie where the line between them is perpendicular to both. The
// point of the larger rim that is nearest to a point x of the smaller one lies in the direction p
// of x from the larger one's centre, in its plane. The derivative of half their squared distance by
// the angle of x is 0 where the line is perpendicular to the smaller rim too. The farthest point,
// on the other side of the centre, is never nearest to x: no such line leads to the boundary of a
// difference.
#include "collide/narrow/rim_normals.h"

#include <assert.h>
#include <float.h>

typedef struct {
    cd_vec e, f;    // the smaller rim is x e + y f around the origin
    cd_vec between; // to the centre of the larger rim
    cd_vec axis;    // of the larger
    cd_vec across;  // perpendicular to it
    double radius;  // of the larger
} rim_distance;

static cd_vec point_on_rim(const rim_distance *g, double x, double y) {
    return cd_add(cd_scale(g->e, x), cd_scale(g->f, y));
}

static cd_vec direction_to_rim(const rim_distance *g, cd_vec point) {
    cd_vec p = cd_sub(point, g->between);
    p = cd_add_scaled(p, -cd_dot(p, g->axis), g->axis);
    return cd_normalized(p, g->across);
}

static double rim_slope(const void *of, double x, double y) {
    const rim_distance *g = of;
    cd_vec along = cd_sub(cd_scale(g->f, x), cd_scale(g->e, y));
    cd_vec p = direction_to_rim(g, point_on_rim(g, x, y));
    return -cd_dot(cd_add_scaled(g->between, g->radius, p), along);
}

// The arcs between the samples of a slope on which the rims may be no farther apart than `most`:
// from sample to sample the distance changes by no more than the way along the smaller rim.
static uint32_t arcs_within(const rim_distance *g, double small_radius, double most) {
    double distances[CD_SLOPE_SAMPLES], nearest = INFINITY, at[2] = {1, 0};
    for (int i = 0; i < CD_SLOPE_SAMPLES; i++, cd_next_slope_sample(at)) {
        cd_vec x = point_on_rim(g, at[0], at[1]);
        cd_vec on_large = cd_add_scaled(g->between, g->radius, direction_to_rim(g, x));
        distances[i] = cd_length(cd_sub(on_large, x));
        nearest = cd_min(nearest, distances[i]);
    }
    if (!(most > 0))
        most = nearest;
    uint32_t arcs = 0;
    for (int i = 0; i < CD_SLOPE_SAMPLES; i++) {
        double both = distances[i] + distances[(i + 1) % CD_SLOPE_SAMPLES];
        if (0.5 * both - cd_half_arc * small_radius <= most)
            arcs |= 1u << i;
    }
    return arcs;
}

int cd_rim_normals(const cd_rim *small, const cd_rim *large, cd_vec between, double most,
                   cd_vec normals[CD_RIM_NORMALS_MAX]) {
    assert(small->radius > 0 && small->radius <= large->radius);
    cd_vec e = cd_perpendicular(small->axis, 3), f = cd_cross(small->axis, e);
    rim_distance g = {cd_scale(e, small->radius),
                      cd_scale(f, small->radius),
                      between,
                      large->axis,
                      cd_perpendicular(large->axis, 3),
                      large->radius};
    uint32_t arcs = arcs_within(&g, small->radius, most);
    if (arcs == 0)
        return 0;
    double rounding = DBL_EPSILON * small->radius * (cd_max_abs(between) + large->radius);
    double roots[CD_SLOPE_ROOTS_MAX][2];
    int count = cd_find_slope_roots(rim_slope, &g, rounding, arcs, roots);
    for (int i = 0; i < count; i++) {
        cd_vec x = point_on_rim(&g, roots[i][0], roots[i][1]), p = direction_to_rim(&g, x);
        normals[i] = cd_cross(cd_cross(small->axis, x), cd_cross(large->axis, p)); // both tangents
    }
    return count;
}
