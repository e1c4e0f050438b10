// Whether two polytopes touch exactly. Along a normal each has a support feature: the vertices that
// lie as far as the farthest, to within rounding. A unit normal is rounded, and so are heights
// along it. But these vertices span a plane, a line or a point on each side, whose normal and
// distance are exact where the coordinates have few digits. So shapes on a lattice touch where they
// do on paper.
#ifndef COLLIDE_NARROW_GJK_EXACT_TOUCH_H
#define COLLIDE_NARROW_GJK_EXACT_TOUCH_H

#include "collide/math/tolerance.h"
#include "collide/shape/core.h"

#include <assert.h>

/// The support features of two cores, a moved by `shift`: vertex `low` of a lies lowest along the
/// unit normal and `high` of b highest.
typedef struct cd_support_features {
    const cd_core *a, *b;
    cd_vec shift, normal;
    int low, high;
} cd_support_features;

/// An iterator over the vertices of a core that lie as far along n as the highest, to within
/// rounding.
typedef struct cd_support_vertices {
    const cd_core *core;
    cd_vec n, highest;
    double rounding; ///< of heights, as a part of the distance between the vertices
    bool listed;   ///< whether `left` holds the candidates; else `next` is the next of all vertices
    uint64_t left; ///< bit i: vertex i
    int next;
} cd_support_vertices;

static inline cd_support_vertices cd_support_vertices_of(const cd_core *core, cd_vec n, int top,
                                                         double noise) {
    assert(noise < 0x1p-24); // else the candidates, in single precision, would not be all
    uint64_t may = cd_core_support_candidates(core, n);
    double rounding = noise * cd_length(n);
    return (cd_support_vertices){core, n, cd_core_inside(core, top), rounding, may != 0, may, 0};
}

static inline bool cd_support_vertices_next(cd_support_vertices *f, cd_vec *v) {
    while (f->listed ? f->left != 0 : f->next < f->core->vertex_count) {
        int i = f->listed ? __builtin_ctzll(f->left) : f->next++;
        f->left &= f->left - 1;
        *v = cd_core_inside(f->core, i);
        cd_vec below = cd_sub(f->highest, *v);
        if (cd_dot(below, f->n) <= f->rounding * cd_max_abs(below))
            return true;
    }
    return false;
}

/// The vector from a vertex of a's feature to one of b's: between the two that lie closest
/// together, so that nothing is lost where they touch.
static inline cd_vec cd_support_features_between(const cd_support_features *s) {
    cd_vec p, q, best = {0, 0, 0};
    double least = INFINITY;
    cd_support_vertices of_a =
        cd_support_vertices_of(s->a, cd_negate(s->normal), s->low, CD_NORMAL_ROUNDING);
    const cd_support_vertices of_b =
        cd_support_vertices_of(s->b, s->normal, s->high, CD_NORMAL_ROUNDING);
    while (cd_support_vertices_next(&of_a, &p))
        for (cd_support_vertices other = of_b; cd_support_vertices_next(&other, &q);) {
            cd_vec between = cd_add(cd_core_between(s->a, p, s->b, q), s->shift);
            double square = cd_length2(between);
            best = square < least ? between : best;
            least = cd_min(least, square);
        }
    return cd_negate(best);
}

/// The normal with all its digits, of either direction and any length: `axis`, unless that is unit
/// and so rounded; else the normal of what the vertices span, or the given normal where they span
/// nothing.
cd_vec cd_support_features_axis(const cd_support_features *features, cd_vec axis);

/// An axis of any length across which the features coincide when they touch, with all its digits,
/// for the time at which a motion leads there: across the plane that the vertices span, or where
/// they span a line or nothing, of the axes across that the one that is passed fastest.
cd_vec cd_support_features_passed_axis(const cd_support_features *features, cd_vec motion);

/// Whether both features lie in the same plane across the normal exactly; false where the
/// coordinates have too many digits to decide. between: the result of cd_support_features_between.
bool cd_support_features_touch(const cd_support_features *features, cd_vec axis, cd_vec between);

/// Whether the distance of two polytopes that are nearest along a unit normal is exactly
/// `distance`; false where the coordinates have too many digits to decide.
/// Without it: tests/collide/integers_spec.lua "balls and capsules touch what they lie on"
bool cd_are_exactly_apart(const cd_core *a, const cd_core *b, cd_vec normal, double distance);

/// Whether two polytopes in the plane have a point in common, exactly: no edge of either separates
/// them. Coordinates are about 1 or smaller. Heights along a rounded normal leave a gap of an ulp.
/// Without it: tests/collide/narrow/devices_spec.lua "tells exactly whether flat shapes in the
/// plane meet"
bool cd_meet_in_plane(const cd_core *a, const cd_core *b);

/// Sets the distance of rounded shapes to 0 where they touch exactly.
void cd_resolve_exact_touch(const cd_shape *a, const cd_shape *b, cd_separation *separation);

#endif
