// A boolean GJK that guesses where the exact one ends (gjk_guess.c).
#ifndef COLLIDE_NARROW_GJK_GUESS_H
#define COLLIDE_NARROW_GJK_GUESS_H

#include "collide/narrow/gjk.h"

/// Guesses the simplex of a - b nearest to the origin, for two polytopes of which at least one is a
/// hull, in 3D. With four support points in `guess` the cores overlap. Returns false where the
/// iteration did not end.
bool cd_gjk_guess(const cd_core *a, const cd_core *b, cd_vec shift, cd_simplex *guess);

#endif
