// Sets that are apart are as far apart as their nearest parts. Where they overlap, the depth is
// that of the sets as a whole, which is more than that of any two parts. Where they merely touch,
// the normal is that of all touching parts together.
#include "collide/set/separate_sets.h"
#include "collide/math/trace.h"
#include "collide/narrow/gjk/separation.h"
#include "collide/narrow/separate.h"
#include "collide/narrow/touch/exact_fit.h"
#include "collide/set/depth_of_sets.h"
#include "collide/set/touch_union.h"
#include "collide/shape/thinness.h"

#include <assert.h>

static void find_touches(const cd_shape *a, const cd_shape *b, cd_touch_union *u) {
    cd_touch_union_start(u, a->dim, (cd_vec){0, 0, 0}, cd_union_tolerance(a, b), false);
    cd_touch_union_add(u, a, b, 0);
}

// Gives sets that merely touch, in several pairs of parts, a normal that is outward for all parts.
static cd_separation with_outward_normal(const cd_shape *a, const cd_shape *b, cd_separation s) {
    cd_touch_union u;
    find_touches(a, b, &u);
    if (u.touch_count < 2)
        return s;
    const cd_union_normal *n = cd_touch_union_nearest(&u, s.normal);
    if (cd_max_abs(cd_sub(n->normal, s.normal)) <= u.cone.rounding)
        return s;
    return (cd_separation){s.distance, n->normal, cd_add_scaled(n->point, s.distance, n->normal),
                           n->point};
}

static bool lies_in_gap(const cd_shape *a, const cd_shape *b) {
    cd_touch_union u;
    find_touches(a, b, &u);
    return cd_have_gap(u.cone.groups, u.cone.group_count, u.cone.rounding, u.cone.seam);
}

// Whether sets of which the deepest pair of parts overlaps by no more than rounding overlap as a
// whole by no more than that: also in a gap, of either, that is exactly as wide. Only what has no
// inside may lie in the seam between two parts of the other one.
static bool only_touch(const cd_shape *a, const cd_shape *b, const cd_part_pair *deepest) {
    if (deepest->separation.distance < -cd_union_tolerance(a, b))
        return false;
    const bool thin_a = cd_shape_is_thin(a), thin_b = cd_shape_is_thin(b);
    if ((!cd_is_set(a) && !thin_a) || (!cd_is_set(b) && !thin_b) || (!thin_a && !thin_b))
        return true;
    return lies_in_gap(a, b) || lies_in_gap(b, a);
}

cd_separation cd_set_separate_any(const cd_shape *a, const cd_shape *b, double limit) {
    cd_part_pair nearest;
    const double deepest = cd_are_surfaces(a, b) ? 0 : -INFINITY;
    if (!cd_set_nearest(a, b, (cd_vec){0, 0, 0}, limit, deepest, &nearest))
        return (cd_separation){INFINITY, {0, 1, 0}, {0, 0, 0}, {0, 0, 0}};
    cd_separation s = nearest.separation;
    if (CD_TRACES) { // how the parts that decide came to it
        const cd_shape part_a = cd_set_part_at(a, nearest.a), part_b = cd_set_part_at(b, nearest.b);
        cd_separate_convex(&part_a, &part_b);
    }
    if (s.distance > 0 || s.distance == -INFINITY)
        return s;
    if (cd_are_surfaces(a, b))
        return (cd_separation){-INFINITY, {0, 1, 0}, s.point_b, s.point_b};
    return only_touch(a, b, &nearest) ? s : cd_depth_of_sets(a, b, &nearest, INFINITY);
}

bool cd_set_is_deeper(const cd_shape *a, const cd_shape *b, double depth) {
    cd_part_pair deepest;
    if (!cd_set_nearest(a, b, (cd_vec){0, 0, 0}, 0, -INFINITY, &deepest))
        return false;
    assert(deepest.separation.distance <= 0);
    if (deepest.separation.distance < -depth)
        return true;
    if (!cd_are_surfaces(a, b) && only_touch(a, b, &deepest))
        return false;
    return cd_are_surfaces(a, b) || cd_depth_of_sets(a, b, &deepest, depth).distance < -depth;
}

cd_separation cd_set_separate(const cd_shape *a, const cd_shape *b, double limit) {
    cd_separation s = cd_set_separate_any(a, b, limit);
    return fabs(s.distance) <= cd_union_tolerance(a, b) ? with_outward_normal(a, b, s) : s;
}
