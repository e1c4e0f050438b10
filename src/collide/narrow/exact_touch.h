// Where two polytopes are nearest along a normal: on either side the vertices that lie as far as
// the farthest, to rounding. A unit normal is rounded, and so are heights along it. But those
// vertices span a plane, a line or a point on each side, and where coordinates have few digits,
// what they span has all of its own: so it is told exactly whether two shapes touch.
#ifndef COLLIDE_NARROW_EXACT_TOUCH_H
#define COLLIDE_NARROW_EXACT_TOUCH_H

#include "collide/shape/core.h"

#include <float.h>

/// a is moved by `shift`; vertex `low` of a lies lowest along the unit normal and `high` of b
/// highest.
typedef struct cd_support_features {
    const cd_core *a, *b;
    cd_vec shift, normal;
    int low, high;
} cd_support_features;

/// The vertices of a core that lie as far along n as one of them, to rounding, one by one.
typedef struct cd_farthest_vertices {
    const cd_core *core;
    cd_vec n, highest;
    double rounding; ///< of heights, in parts of their distances
    bool listed;     ///< `left` tells which they may be, else `next` which is next
    uint64_t left;
    int next;
} cd_farthest_vertices;

/// How far a unit normal may be turned by rounding.
static const double CD_NORMAL_ROUNDING = 4 * DBL_EPSILON;

static inline cd_farthest_vertices cd_farthest_vertices_of(const cd_core *core, cd_vec n, int top,
                                                           double noise) {
    uint64_t may = noise < 0x1p-24 ? cd_core_support_candidates(core, n) : 0;
    double rounding = noise * cd_length(n);
    return (cd_farthest_vertices){core, n, cd_core_inside(core, top), rounding, may != 0, may, 0};
}

static inline bool cd_farthest_vertices_next(cd_farthest_vertices *f, cd_vec *v) {
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

/// From a vertex of a to a vertex of b, of equally far ones between those that lie closest
/// together: where they touch nothing is lost.
static inline cd_vec cd_support_features_between(const cd_support_features *s) {
    cd_vec p, q, best = {0, 0, 0};
    double least = INFINITY;
    cd_farthest_vertices of_a =
        cd_farthest_vertices_of(s->a, cd_negate(s->normal), s->low, CD_NORMAL_ROUNDING);
    const cd_farthest_vertices of_b =
        cd_farthest_vertices_of(s->b, s->normal, s->high, CD_NORMAL_ROUNDING);
    while (cd_farthest_vertices_next(&of_a, &p))
        for (cd_farthest_vertices other = of_b; cd_farthest_vertices_next(&other, &q);) {
            cd_vec between = cd_add(cd_core_between(s->a, p, s->b, q), s->shift);
            double square = cd_length2(between);
            best = square < least ? between : best;
            least = cd_min(least, square);
        }
    return cd_negate(best);
}

/// The normal with all its digits, of either direction and any length: `axis`, where that is not
/// unit, or what the vertices span; where they span none, the normal.
cd_vec cd_support_features_axis(const cd_support_features *seam, cd_vec axis);

/// Whether the planes across the normal are the same, not to rounding, but by all digits; false
/// where those do not fit. between: what cd_support_features_between says.
bool cd_support_features_touch(const cd_support_features *seam, cd_vec axis, cd_vec between);

/// Whether two polytopes that are nearest along a unit normal lie just so far from each other, in
/// the same way.
bool cd_are_exactly_apart(const cd_core *a, const cd_core *b, cd_vec normal, double distance);

/// Makes the distance of rounded shapes that touch exactly 0.
void cd_resolve_exact_touch(const cd_shape *a, const cd_shape *b, cd_separation *separation);

#endif
