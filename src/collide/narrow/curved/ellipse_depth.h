// The least depths of an ellipse (ellipse_depth.c).
#ifndef COLLIDE_NARROW_CURVED_ELLIPSE_DEPTH_H
#define COLLIDE_NARROW_CURVED_ELLIPSE_DEPTH_H

#include <stdbool.h>

/// The ellipse around (x, y) with the half axes b and 1 along the axes, b <= 1. Its support height
/// along a unit vector n is x n_x + y n_y + sqrt((b n_x)^2 + n_y^2).
typedef struct {
    double x, y, b;
} cd_ellipse;

/// The direction of the least support height, of any length but 0.
void cd_least_of_ellipse(const cd_ellipse *e, double n[2]);

/// That of the only other local minimum, which is greater or the same; false: there is none.
bool cd_other_least_of_ellipse(const cd_ellipse *e, double n[2]);

#endif
