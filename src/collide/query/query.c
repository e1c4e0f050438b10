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

// cd_separate, with the result written to its place.
static void separate_to(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    bool done = cd_are_boxes(a, b) ? cd_separate_boxes(a, b, INFINITY, s) == CD_MEETS
                                   : cd_separate_closed(a, b, s);
    if (CD_TRACES && done)
        cd_trace_closed(a, b, s);
    if (!done)
        *s = has_set(a, b) ? separate_sets(a, b, INFINITY) : cd_separate_generic(a, b);
}

// explain asks about shapes that were moved out of range, which are not valid.
cd_separation cd_separate(const cd_shape *a, const cd_shape *b) {
    assert(a->dim == b->dim && a->radius >= 0 && b->radius >= 0);
    cd_separation s;
    separate_to(a, b, &s);
    return s;
}

bool cd_overlap(const cd_shape *a, const cd_shape *b) {
    assert(are_valid(a, b));
    if (!has_set(a, b))
        return cd_overlap_convex(a, b);
    return (has_inside(a, b) ? cd_solid_overlap : cd_set_overlap)(a, b);
}

// Not inline, so that cd_contact needs no stack frame for its tail calls.
static __attribute__((noinline)) bool contact_any(const cd_shape *a, const cd_shape *b,
                                                  double margin, cd_separation *contact) {
    if (cd_separate_closed(a, b, contact))
        return contact->distance <= margin;
    if (cd_are_boxes(a, b)) {
        cd_verdict verdict = cd_separate_boxes(a, b, margin, contact);
        if (verdict != CD_UNKNOWN)
            return verdict == CD_MEETS && contact->distance <= margin;
        separate_to(a, b, contact);
    } else if (has_set(a, b)) {
        // A margin below 0 is no limit: the depth of the sets is more than that of any two parts.
        *contact = separate_sets(a, b, cd_max(margin, 0));
    } else {
        *contact = cd_separate_generic(a, b);
    }
    return contact->distance <= margin;
}

bool cd_contact(const cd_shape *a, const cd_shape *b, double margin, cd_separation *contact) {
    assert(are_valid(a, b) && !isnan(margin));
    if (cd_has_point_core(a) && cd_has_point_core(b))
        return cd_contact_point_cores(a, b, margin, contact, contact_any);
    if (cd_has_point_core(a) && b->kind == CD_BOX)
        return cd_contact_point_core_box(a, b, margin, contact, contact_any);
    if (cd_has_segment_core(a) && cd_has_segment_core(b) && a->dim == 3)
        return cd_contact_segment_cores(a, b, margin, contact, contact_any);
    return contact_any(a, b, margin, contact);
}

// By the shortest way to a closed form, which records no steps.
double cd_distance(const cd_shape *a, const cd_shape *b) {
    cd_separation s;
    if (CD_TRACES)
        separate_to(a, b, &s);
    else
        cd_contact(a, b, INFINITY, &s);
    return s.distance;
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
