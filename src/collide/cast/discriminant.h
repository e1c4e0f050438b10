// The discriminants of a line o + t d and a sphere or cylinder around 0, for where rounding could
// give them either sign: a line is tangent where they are 0, whatever the length of d.
#ifndef COLLIDE_CAST_DISCRIMINANT_H
#define COLLIDE_CAST_DISCRIMINANT_H

#include "collide/vec.h"

/// r^2 d.d - |o x d|^2 for a sphere of radius r; exactly 0 where it is less than 2^-96 of its
/// terms.
double cd_sphere_discriminant(cd_vec o, cd_vec d, double r);

/// r^2 m.m - (o . m)^2, m = d x e, for the infinite cylinder of radius r along e; likewise.
double cd_cylinder_discriminant(cd_vec o, cd_vec d, cd_vec e, double r);

#endif
