// The roots of a slope on a circle of directions.
#ifndef COLLIDE_NARROW_SLOPE_ROOTS_H
#define COLLIDE_NARROW_SLOPE_ROOTS_H

enum { CD_SLOPE_ROOTS_MAX = 16 };

/// The derivative of a function on the circle, in the direction (x, y), a unit vector, by the
/// angle.
typedef double cd_slope_function(const void *of, double x, double y);

/// Finds the directions at which a slope changes its sign, also where it jumps, and returns their
/// number. A root counts as found where the slope is at most `rounding`. A slope that is 0 to
/// rounding on a whole arc has roots anywhere on it.
int cd_find_slope_roots(cd_slope_function *slope_of, const void *of, double rounding,
                        double found[CD_SLOPE_ROOTS_MAX][2]);

#endif
