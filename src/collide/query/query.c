// The public queries of two shapes: closed forms for the hot pairs first, then sets, then the
// generic narrow phase. cd_raycast is in raycast.c.
#include "collide/cast/convex_cast.h"
#include "collide/math/trace.h"
#include "collide/narrow/box/box_box.h"
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/closed_steps.h"
#include "collide/narrow/separate.h"
#include "collide/set/separate_sets.h"
#include "collide/set/set_cast.h"
#include "collide/set/set_distance.h"
#include "collide/set/solids.h"

#include <assert.h>

#ifndef NDEBUG
// What the queries require of their shapes.
static bool are_valid(const cd_shape *a, const cd_shape *b) {
    return a->dim == b->dim && !cd_shape_error(a) && !cd_shape_error(b);
}
#endif

static bool has_inside(const cd_shape *a, const cd_shape *b) {
    return cd_has_inside(a) || cd_has_inside(b);
}

static cd_separation separate_sets(const cd_shape *a, const cd_shape *b, double limit) {
    return (has_inside(a, b) ? cd_solid_separate : cd_set_separate)(a, b, limit);
}

static bool has_set(const cd_shape *a, const cd_shape *b) { return cd_is_set(a) || cd_is_set(b); }

// Not inline, so that contact_within needs no stack frame for its tail call. A margin below 0 is no
// limit for sets: their depth is more than that of any two parts.
static __attribute__((noinline)) bool contact_any(const cd_shape *a, const cd_shape *b,
                                                  double margin, cd_separation *contact) {
    cd_verdict verdict = CD_UNKNOWN;
    if (cd_are_boxes(a, b))
        verdict = cd_separate_boxes(a, b, margin, contact);
    else if (cd_separate_closed(a, b, contact))
        verdict = CD_MEETS;
    if (CD_TRACES && verdict == CD_MEETS)
        cd_trace_closed(a, b, contact);
    if (verdict == CD_UNKNOWN)
        *contact =
            has_set(a, b) ? separate_sets(a, b, cd_max(margin, 0)) : cd_separate_generic(a, b);
    return verdict != CD_MISSES && contact->distance <= margin;
}

// cd_contact.
static inline bool contact_within(const cd_shape *a, const cd_shape *b, double margin,
                                  cd_separation *contact) {
    if (!CD_TRACES && cd_has_point_core(a) && cd_has_point_core(b))
        return cd_contact_point_cores(a, b, margin, contact, contact_any);
    return contact_any(a, b, margin, contact);
}

// explain asks about shapes that were moved out of range, which are not valid.
cd_separation cd_separate(const cd_shape *a, const cd_shape *b) {
    assert(a->dim == b->dim && a->radius >= 0 && b->radius >= 0);
    cd_separation s;
    contact_within(a, b, INFINITY, &s);
    return s;
}

double cd_distance(const cd_shape *a, const cd_shape *b) {
    cd_separation s;
    contact_within(a, b, INFINITY, &s);
    return s.distance;
}

bool cd_overlap(const cd_shape *a, const cd_shape *b) {
    assert(are_valid(a, b));
    if (!has_set(a, b))
        return cd_overlap_convex(a, b);
    return (has_inside(a, b) ? cd_solid_overlap : cd_set_overlap)(a, b);
}

bool cd_contact(const cd_shape *a, const cd_shape *b, double margin, cd_separation *contact) {
    assert(are_valid(a, b) && !isnan(margin));
    return contact_within(a, b, margin, contact);
}

bool cd_contains(const cd_shape *shape, cd_vec point) {
    assert(cd_is_in_range(point));
    cd_shape p = cd_point(shape->dim, point);
    return cd_overlap(&p, shape);
}

bool cd_shapecast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                  cd_hit *hit) {
    if (cd_is_still(cd_sub(motion, motion_b)))
        motion = motion_b;
    assert(are_valid(a, b) && cd_is_in_range(motion) && cd_is_in_range(motion_b));
    if (!has_set(a, b))
        return cd_convex_cast(a, motion, b, motion_b, 1, hit);
    return (has_inside(a, b) ? cd_solid_cast : cd_set_cast)(a, motion, b, motion_b, 1, hit);
}
