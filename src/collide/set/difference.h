// The differences D = B - A of pairs of convex parts, of which the search for the depth of sets
// (depth_of_sets.c) asks the same thing very often: how deep a translation lies in one, and where a
// direction leaves it. A difference of two polytopes with few features is prepared as planes and
// edges, four to a vector; of all others GJK and casts answer.
#ifndef COLLIDE_SET_DIFFERENCE_H
#define COLLIDE_SET_DIFFERENCE_H

#include "collide/set/polytope_difference.h"
#include "collide/set/traverse.h"

enum {
    CD_DIFFERENCES_MAX = 128, ///< the nearest ones; see cd_differences.complete
    CD_GENERAL_MAX = 48,
    CD_DIFFERENCE_POOL = 6144, ///< vectors of planes and edges
    CD_DIFFERENCE_BOUNDS = 16,
};

/// D lies where normal . t <= level.
typedef struct cd_outer_plane {
    cd_vec normal; ///< unit
    double level;
} cd_outer_plane;

/// A pair without such planes: its shapes, their cores, and planes found that bound it.
typedef struct cd_general_difference {
    cd_shape a, b;
    cd_core core_a, core_b;
    bool iterates;    ///< Newton's method finds its intervals
    int bounds_found; ///< of which the last ones are kept
    cd_outer_plane bounds[CD_DIFFERENCE_BOUNDS];
} cd_general_difference;

typedef enum { CD_NOT_PREPARED, CD_AS_PLANES, CD_GENERAL, CD_WITHOUT_ROOM } cd_difference_kind;

typedef struct cd_difference {
    cd_part a, b;
    cd_bounds box; ///< around it, where both are bounded
    cd_difference_kind kind;
    bool round;      ///< it is not bounded by flat faces alone
    bool holds_zero; ///< once it is prepared
    double radius;
    cd_polytope_difference polytope;
    cd_general_difference *general;
} cd_difference;

/// The differences of the pairs of parts of a and b that come within `reach` of 0.
///   complete  all of them; else there was no room for some
typedef struct cd_differences {
    const cd_shape *a, *b;
    double reach;
    bool complete;
    int count, general_count, used;
    cd_bounds box_a, box_b; ///< of those that are convex
    cd_core core_a, core_b;
    cd_difference all[CD_DIFFERENCES_MAX];
    cd_general_difference general[CD_GENERAL_MAX];
    cd_vec4 pool[CD_DIFFERENCE_POOL];
} cd_differences;

void cd_differences_collect(cd_differences *all, const cd_shape *a, const cd_shape *b,
                            double reach);

/// Adds that of one more pair; returns its number, -1 if there is no room.
int cd_differences_add(cd_differences *all, cd_part a, cd_part b);

/// Prepares difference i unless that was done; false where it has no room.
bool cd_difference_prepare(cd_differences *all, int i);

/// The signed distance of a translation from difference i, and the plane that touches it there.
cd_tangent cd_difference_tangent(cd_differences *all, int i, cd_vec t);

/// A difference as a translation meets it.
typedef struct cd_met_difference {
    int pair; ///< its number; -1: none, or there is no room for it
    cd_tangent at;
} cd_met_difference;

/// The difference that holds t deepest or is the nearest one, of those within `margin`; with `any`,
/// the first one found.
cd_met_difference cd_differences_meet(cd_differences *all, cd_vec t, double margin, bool any);

/// Whether t may be within `margin` of difference i, by their boxes alone.
static inline bool cd_difference_may_hold(const cd_difference *d, cd_vec t, double margin) {
    return !((t.x < d->box.min.x - margin) | (t.x > d->box.max.x + margin) |
             (t.y < d->box.min.y - margin) | (t.y > d->box.max.y + margin) |
             (t.z < d->box.min.z - margin) | (t.z > d->box.max.z + margin));
}

/// Where the ray from 0 along the unit vector d enters and leaves difference i; a difference that
/// holds 0 is entered at -INFINITY. False where it does not after 0, or only after `limit`; to
/// a small part of the limit.
bool cd_difference_interval(cd_differences *all, int i, cd_vec d, double limit, double *enter,
                            double *exit);

#endif
