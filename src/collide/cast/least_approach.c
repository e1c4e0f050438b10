// Where two shapes touch with an edge or a corner, several normals separate them. A motion that
// does not approach along one of them leads past, so the hit has the normal of least approach. A
// velocity along the normal within rounding counts as zero. A flat b has two outward normals, one
// for each side, and a cast arrives on one of the sides. The same holds for a b that is as thin as
// rounding: planes of its far side pass through the touched point, too, but normals between those
// of the two sides are none there.
#include "collide/cast/least_approach.h"

#include "collide/narrow/touch/touch_normals.h"

enum { SIDES_MAX = 6 };

typedef struct {
    cd_vec normal;
    double approach;
} approach_along;

typedef struct {
    const cd_touching_motion *touching;
    double equal; // approaches that differ by less are equal
    double same;  // and so are normals, to the rounding of that of a rounded touch
    bool found, finds_ahead;
    approach_along least, nearest; // nearest: to the normal of the touch
    approach_along ahead;          // the least that is not below 0
    cd_vec sides[SIDES_MAX];
    int side_count;
} approach_search;

static void visit_normal(void *context, cd_vec n) {
    approach_search *s = context;
    if (s->side_count < SIDES_MAX)
        s->sides[s->side_count++] = n;
    cd_vec known = s->touching->touch->normal;
    const approach_along here = {n, cd_approach_along(s->touching->motion, n, s->touching->still)};
    double less = s->least.approach - here.approach;
    bool nearer = cd_dot(n, known) > cd_dot(s->least.normal, known);
    if (!s->found || less > s->equal || (less >= -s->equal && nearer))
        s->least = here;
    if (here.approach >= 0 && (!s->finds_ahead || here.approach < s->ahead.approach)) {
        s->ahead = here;
        s->finds_ahead = true;
    }
    // A product would hide angles below 1e-8.
    // Without it: tests/collide/cast/rounding_spec.lua "has the normal of an end beside that of the
    // side"
    double off = cd_max_abs(cd_sub(n, known));
    if (!s->found || off < cd_max_abs(cd_sub(s->nearest.normal, known)) - s->same)
        s->nearest = here;
    s->found = true;
}

// Of all normals across a flat difference, the one along the motion, or against it.
static cd_vec normal_of_flat(const approach_search *s, double *approach) {
    const cd_touching_motion *t = s->touching;
    cd_vec along = {0, 0, 0};
    for (int i = 0; i < s->side_count; i += 2) // they come in pairs, n and -n
        along = cd_add_scaled(along, cd_dot(t->motion, s->sides[i]), s->sides[i]);
    cd_vec known = t->touch->normal;
    if (cd_length(along) <= t->still) {
        *approach = 0;
        return cd_dot(known, s->sides[0]) < 0 ? s->sides[1] : s->sides[0];
    }
    cd_vec n = cd_normalized(t->arrives ? cd_negate(along) : along, known);
    *approach = 0 - cd_dot(t->motion, n);
    return n;
}

// Whether a normal along which the motion leads out and one along which it leads in belong to one
// point: then so does that between them along which it does neither.
// Without it: tests/collide/cast/approach_spec.lua "is across what is as thin as rounding"
static bool meet_in_point(const cd_touching_motion *t, const approach_along *out,
                          const approach_along *in) {
    double share = 1 / (1 - out->approach / in->approach);
    cd_vec between = cd_lerp(in->normal, out->normal, share);
    return !cd_is_zero(between) &&
           cd_separates_along(t->cores, cd_normalized(between, between), t->tolerance);
}

cd_vec cd_least_approach(const cd_touching_motion *t, double *approach) {
    double radius = t->cores->radius_a + t->cores->radius_b;
    approach_search s = {.touching = t,
                         .equal = 4 * DBL_EPSILON * cd_max_abs(t->motion),
                         .same = 0.25 * t->tolerance / cd_max(radius, t->tolerance)};
    bool flat =
        cd_each_touch_normal(t->cores, t->touch, &t->motion, t->tolerance, visit_normal, &s);
    if (flat)
        return normal_of_flat(&s, approach);
    if (t->arrives && s.least.approach < 0 && s.finds_ahead &&
        !meet_in_point(t, &s.least, &s.ahead))
        s.least = s.ahead;
    // A rounded surface has one normal. Where another one is within rounding, it grazes.
    bool rounded = radius > t->tolerance, grazes = s.least.approach <= 0;
    *approach = !rounded ? s.least.approach : cd_min(s.nearest.approach, grazes ? 0 : INFINITY);
    return rounded ? s.nearest.normal : s.least.normal;
}
