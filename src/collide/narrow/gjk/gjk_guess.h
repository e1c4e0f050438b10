// A boolean GJK that guesses where the exact one ends, and stops at the sign where that is certain
// (gjk_guess.c).
#ifndef COLLIDE_NARROW_GJK_GJK_GUESS_H
#define COLLIDE_NARROW_GJK_GJK_GUESS_H

#include "collide/narrow/gjk/gjk.h"
#include "collide/narrow/gjk/separation.h"

/// Guesses the simplex of a - b nearest to the origin, for two polytopes of which at least one is a
/// hull, in 3D. With four support points in `guess` the cores overlap. Returns false where the
/// iteration did not end.
bool cd_gjk_guess(const cd_core *a, const cd_core *b, cd_vec shift, cd_simplex *guess);

/// Whether two polytopes in 3D overlap. CD_UNKNOWN where the gap or the depth may be less than
/// `clear`, or so small a part of the sizes that single precision hides it.
cd_verdict cd_gjk_overlap(const cd_core *a, const cd_core *b, double clear);

/// The radius of a ball around the origin that a tetrahedron certainly contains; else <= 0. size:
/// the largest coordinate that it was computed from.
double cd_tetrahedron_depth(const cd_vec corners[4], double size);

#endif
