// Elementary functions with the same bits everywhere, whatever the C library, compiler or
// processor. Results and special cases are those of the functions of <math.h> of these names (C17,
// annex F); the error is at most 0.5 ulp + 2^-40 ulp, of subnormal results 1 ulp.
#ifndef COLLIDE_MATH_ELEMENTARY_H
#define COLLIDE_MATH_ELEMENTARY_H

/// Angles are in radians; arguments of any size are reduced exactly.
double cd_sin(double x);
double cd_cos(double x);
double cd_tan(double x);

/// From -pi/2 to pi/2; NaN beyond [-1, 1].
double cd_asin(double x);
/// From 0 to pi; NaN beyond [-1, 1].
double cd_acos(double x);
double cd_atan(double x);
/// The angle of (x, y), from -pi to pi.
double cd_atan2(double y, double x);

double cd_exp(double x);
/// The natural logarithm; -INFINITY at 0, NaN below.
double cd_log(double x);
/// The logarithm of x to a base, rounded once: 3 for 8 and 2. Special cases are those of the
/// quotient of the two natural logarithms.
double cd_log_base(double x, double base);
/// x to the power y; NaN where x < 0 and y is no whole number.
double cd_pow(double x, double y);
double cd_cbrt(double x);

#endif
