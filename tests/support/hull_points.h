// Random points in the seven styles on which convex hulls break: what the tests of hulls and of
// bounding spheres share.
#ifndef TESTS_HULL_POINTS_H
#define TESTS_HULL_POINTS_H

#include "random.h"

#include <math.h>

static inline cd_vec rounded(cd_vec v) { return (cd_vec){round(v.x), round(v.y), round(v.z)}; }

enum { HULL_STYLES = 7 };

/// Style 2 is for 3D only.
static inline cd_vec hull_point(int style, int dim) {
    switch (style) {
    case 0:
        return vector(dim, 1);
    case 1:
        return rounded(vector(dim, 2.5));
    case 2: // in a plane that doubles represent exactly
        return (cd_vec){round(range(-3, 3)), round(range(-3, 3)), 0.25};
    case 3: { // collinear
        double t = round(range(-5, 5));
        return (cd_vec){t, 2 * t, dim == 3 ? -t : 0};
    }
    case 4: {
        cd_vec p = vector(dim, 1);
        return (cd_vec){p.x, p.y, dim == 3 ? 0.3 * p.x + 0.7 * p.y : 0};
    }
    case 5: // far away, with small differences
        return cd_add((cd_vec){1e9, -1e9, 0}, cd_scale(rounded(vector(dim, 2.5)), 0.0009765625));
    default:
        return cd_scale(cd_normalized(vector(dim, 1), (cd_vec){1, 0, 0}), 1e-15);
    }
}

#endif
