// The roots of a slope on a circle of directions.
#ifndef COLLIDE_NARROW_SLOPE_ROOTS_H
#define COLLIDE_NARROW_SLOPE_ROOTS_H

#include <stdint.h>

enum { CD_SLOPE_ROOTS_MAX = 16, CD_SLOPE_SAMPLES = 24 };

/// Half of the angle between two samples, and its cosine.
static const double cd_half_arc = 0.1308996938995747, cd_half_arc_cosine = 0.99144486137381038;

/// All arcs between two samples of a slope; bit i is that from sample i to the next one.
static const uint32_t cd_all_arcs = (1u << CD_SLOPE_SAMPLES) - 1;

/// Turns a unit vector from one sample of a slope to the next one. The first is (1, 0).
void cd_next_slope_sample(double at[2]);

/// The derivative of a function on the circle, in the direction (x, y), a unit vector, by the
/// angle.
typedef double cd_slope_function(const void *of, double x, double y);

/// Finds the directions at which a slope changes its sign, also where it jumps, on some of the arcs
/// between its samples, and returns their number. A root counts as found where the slope is at most
/// `rounding`. A slope that is 0 to rounding on a whole arc has roots anywhere on it.
int cd_find_slope_roots(cd_slope_function *slope_of, const void *of, double rounding, uint32_t arcs,
                        double found[CD_SLOPE_ROOTS_MAX][2]);

#endif
