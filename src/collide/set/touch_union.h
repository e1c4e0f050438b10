// What several shapes that touch at one place are together to a shape that moves: which of their
// normals are outward for all of them, so that no inner edge counts, as that between two tiles of a
// floor. The shapes are the convex parts of sets, or bodies of a world.
#ifndef COLLIDE_SET_TOUCH_UNION_H
#define COLLIDE_SET_TOUCH_UNION_H

#include "collide/collide.h"
#include "collide/math/tolerance.h"
#include "collide/narrow/touch/free_cone.h"
#include "collide/set/traverse.h"

/// The room for different normals; of more than fit, those found last are never the answer. The
/// room for flat parts that a comes upon from beyond their boundary, and for parts that a round
/// surface touches elsewhere than on a facet.
enum { CD_UNION_NORMALS = 48, CD_UNION_ENDS = 8, CD_UNION_ROUND = 8 };

/// One of the normals, and where it was found.
typedef struct cd_union_normal {
    cd_vec normal, point; ///< the touched point of b
    int owner;
} cd_union_normal;

/// All that touches a moving shape.
typedef struct cd_touch_union {
    double tolerance;
    double passing; ///< the angle within which a round normal passes into that of a facet
    bool arrives;
    int touch_count; ///< pairs of convex parts that touch
    int normal_count, end_count, round_count;
    cd_free_cone cone;
    cd_union_normal ends[CD_UNION_ENDS], rounds[CD_UNION_ROUND];
    cd_union_normal normals[CD_UNION_NORMALS];
} cd_touch_union;

/// Begins without shapes. motion: of a relative to all b. tolerance: the distance up to which a and
/// b touch, and planes of facets count that do not quite contain the touched point. arrives:
/// whether a touches only now, so that it is on the side of a part without thickness from which the
/// motion comes; else it is on the side to which that leads or, without a motion, that of the
/// distance's normal.
void cd_touch_union_start(cd_touch_union *u, int dim, cd_vec motion, double tolerance,
                          bool arrives);

/// Adds all pairs of convex parts of a and b that touch. owner: the caller's number of b; of
/// several b that have the result's normal it is the lowest.
void cd_touch_union_add(cd_touch_union *u, const cd_shape *a, const cd_shape *b, int owner);

/// Which normal a hit has, with at least one touching pair: where the motion is turned away, the
/// one of least approach of those on which the nearest free motion rests; else the outward one that
/// the motion approaches most, by no more than rounding. blocked: whether the motion is turned
/// away.
const cd_union_normal *cd_touch_union_hit(cd_touch_union *u, bool *blocked);

/// Sets normal, point and approach of a hit to those of the result; approach is exactly 0 where the
/// motion is not turned away and approaches by rounding only.
void cd_touch_union_write(const cd_touch_union *u, const cd_union_normal *normal, bool blocked,
                          cd_hit *hit);

/// The outward normal nearest to a given one, with at least one touching pair.
const cd_union_normal *cd_touch_union_nearest(cd_touch_union *u, cd_vec normal);

/// The parts of two shapes that touch where a has moved by hit->t * relative, the motion relative
/// to that of b: where they are several, sets the normal of the hit, with its point and approach,
/// to that of all of them together. gap: how far from touching the cast ended, which is rounding
/// but with curved parts. blocked (may be NULL): whether the motion is turned away, also where one
/// pair of parts alone does it; left alone where nothing touches. known: the parts of the hit, or
/// NULL; only without `blocked`. Returns whether anything touches.
bool cd_resolve_hit(const cd_shape *a, cd_vec relative, const cd_shape *b, cd_vec motion_b,
                    double gap, const cd_part known[2], cd_hit *hit, bool *blocked);

/// How near two shapes are that touch to within rounding: 32 ulps of their largest
/// coordinate.
double cd_union_tolerance(const cd_shape *a, const cd_shape *b);

#endif
