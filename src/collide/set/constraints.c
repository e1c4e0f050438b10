// At most three planes (2D: two) are active in the nearest point. Whether one that was active
// remains so is found by trying all subsets, of which there are at most eight.
#include "collide/set/constraints.h"

#include "collide/simd/hot.h"

#include <assert.h>

// Planes at a smaller angle (radians) do not meet in a useful point: where a difference has such a
// sharp edge, another facet bounds it.
static const double least_angle = 1e-9;

static cd_vec intersect_two(const cd_constraint *v, const cd_constraint *w, double p, double q) {
    cd_vec m = cd_cross(v->normal, w->normal);
    cd_vec t = cd_add(cd_scale(cd_cross(w->normal, m), p), cd_scale(cd_cross(m, v->normal), q));
    return cd_scale(t, 1 / cd_length2(m));
}

static cd_vec intersect_three(const cd_constraint *const c[3], const double p[3]) {
    cd_vec m = cd_cross(c[1]->normal, c[2]->normal), t = cd_scale(m, p[0]);
    t = cd_add_scaled(t, p[1], cd_cross(c[2]->normal, c[0]->normal));
    t = cd_add_scaled(t, p[2], cd_cross(c[0]->normal, c[1]->normal));
    return cd_scale(t, 1 / cd_dot(c[0]->normal, m));
}

// Adds the point for the residues to the solution (iterative refinement).
// Without it: tests/collide/set/constraints_test.c "a plane"
bool cd_intersect_planes(const cd_constraint *const c[3], int count, double margin, cd_vec *t) {
    assert(count >= 1 && count <= 3);
    if (count >= 2 && cd_length2(cd_cross(c[0]->normal, c[1]->normal)) < least_angle * least_angle)
        return false;
    if (count == 3 &&
        fabs(cd_dot(c[0]->normal, cd_cross(c[1]->normal, c[2]->normal))) < least_angle)
        return false;
    *t = (cd_vec){0, 0, 0};
    for (int step = 0; step < 2; step++) {
        double p[3] = {0, 0, 0};
        for (int i = 0; i < count; i++)
            p[i] = c[i]->level + margin - cd_dot(c[i]->normal, *t);
        *t = cd_add(*t, count == 1   ? cd_scale(c[0]->normal, p[0])
                        : count == 2 ? intersect_two(c[0], c[1], p[0], p[1])
                                     : intersect_three(c, p));
    }
    return true;
}

CD_HOT bool cd_nearest_with(const cd_constrained_point *from, const cd_constraint *more,
                            double margin, int dim, cd_constrained_point *out) {
    const int others = from->count;
    assert(others >= 0 && others <= 3 && out != from);
    out->square = INFINITY;
    int nearest = -1; // with more constraints than that set no point is nearer
    for (int active = 0; active < 1 << others; active++) { // a set of the others, as bits
        if (nearest >= 0 && (active & nearest) == nearest)
            continue;
        const cd_constraint *c[4] = {more};
        int count = 1;
        for (int i = 0; i < others; i++)
            if (active >> i & 1)
                c[count++] = &from->constraints[i];
        cd_vec t;
        if (count > dim || !cd_intersect_planes(c, count, margin, &t))
            continue;
        bool meets = cd_length2(t) < out->square;
        for (int i = 0; i < others && meets; i++)
            meets = (active >> i & 1) || cd_meets_constraint(&from->constraints[i], t, margin);
        if (!meets)
            continue;
        nearest = active;
        *out = (cd_constrained_point){.t = t, .square = cd_length2(t), .count = count};
        for (int i = 0; i < count; i++)
            out->constraints[i] = *c[i];
    }
    return out->square < INFINITY;
}
