// Penetration depth of polytopes with many features (epa.c).
#ifndef COLLIDE_NARROW_GJK_EPA_H
#define COLLIDE_NARROW_GJK_EPA_H

#include "collide/narrow/gjk/gjk.h"
#include "collide/narrow/gjk/sat.h"

/// cd_sat_penetration of two overlapping polytopes in 3D, found from the tetrahedron `around` the
/// origin in which GJK ended, and three support points of the face of a - b that realises it.
/// Returns false where rounding makes the result doubtful.
bool cd_epa(const cd_core *a, const cd_core *b, cd_vec shift, const cd_simplex *around,
            cd_penetration *penetration, cd_simplex *face);

#endif
