// Half-space constraints on a translation, and the point nearest to the origin that meets some of
// them: what the nodes of the search in depth_of_sets.c are made of.
#ifndef COLLIDE_SET_CONSTRAINTS_H
#define COLLIDE_SET_CONSTRAINTS_H

#include "collide/vec.h"

/// normal . t >= level: a translation t that holds it separates this pair of parts.
typedef struct cd_constraint {
    cd_vec normal; ///< unit
    double level;
    int pair;   ///< the number of the difference that it bounds
    bool round; ///< which is not flat here: elsewhere the plane is another
} cd_constraint;

/// The point t nearest to 0 that meets `count` constraints, on the plane of each of them, every
/// plane moved outwards by a margin.
typedef struct cd_constrained_point {
    cd_vec t;
    double square; ///< |t|^2; INFINITY: there is no such point
    int count;
    cd_constraint constraints[3];
} cd_constrained_point;

/// Finds the point nearest to 0 on the planes of 1 to 3 constraints, moved outwards by the margin;
/// false where the planes are nearly parallel.
bool cd_intersect_planes(const cd_constraint *const constraints[3], int count, double margin,
                         cd_vec *t);

/// Sets `out` to the point nearest to 0 that meets the constraints of `from` and one more, which
/// from->t violates and which is therefore active in the new point; false where there is none. dim:
/// at most that many constraints are active.
bool cd_nearest_with(const cd_constrained_point *from, const cd_constraint *more, double margin,
                     int dim, cd_constrained_point *out);

/// Whether t meets a constraint with the margin, but for what rounding may take off it.
static inline bool cd_meets_constraint(const cd_constraint *c, cd_vec t, double margin) {
    return cd_dot(c->normal, t) >= c->level + margin * (1 - 0x1p-6);
}

#endif
