// Most pairs of a broad phase do not hit, and one distance shows it (see stay_apart), so that a
// cast is seldom needed.
#include "collide/world/body/first_hit.h"

#include "collide/cast/convex_cast.h"
#include "collide/cast/least_approach.h"
#include "collide/set/set_cast.h"
#include "collide/set/set_distance.h"
#include "collide/set/set_touch.h"
#include "collide/shape/core.h"

#include <assert.h>

static const cd_vec no_motion = {0, 0, 0};

// How far the normal of a unit gap between unit shapes may be off: the rounding of witness points
// (some 2^-50) with a large margin; that of curved shapes is found by iteration.
// Without it: tests/collide/world/step_device_test.c "small_gaps_have_inexact_normals"
static const double NORMAL_ERROR = 0x1p-40, NORMAL_ERROR_CURVED = 0x1p-20;

// A margin for the roundings of the comparison itself.
static const double GAP_MARGIN = 1e-9;

static bool has_sets(const cd_shape *a, const cd_shape *b) { return cd_is_set(a) || cd_is_set(b); }

bool cd_are_within(const cd_shape *a, const cd_shape *b, double limit) {
    cd_part_pair any;
    if (!has_sets(a, b))
        return cd_distance(a, b) <= limit;
    return cd_set_nearest(a, b, no_motion, limit, limit, &any);
}

bool cd_overlap_deeper(const cd_shape *a, const cd_shape *b, double tolerance) {
    return has_sets(a, b) ? cd_are_within(a, b, -tolerance) : cd_distance(a, b) < -tolerance;
}

static bool leads_in(const void *motion, const cd_hit *hit) {
    return !cd_is_sliding(hit, *(const cd_vec *)motion);
}

static double normal_error(const cd_shape *a, const cd_shape *b, double gap) {
    double size = cd_max(cd_max(cd_core_size(a), cd_core_size(b)), cd_max(a->radius, b->radius));
    bool curved = cd_is_curved(a) || cd_is_curved(b);
    return (curved ? NORMAL_ERROR_CURVED : NORMAL_ERROR) * size / gap;
}

// The distance of two convex shapes in linear motion is a convex function of time whose slope at
// the start is minus the speed along the first normal. It never falls faster, so two shapes whose
// gap is larger than that speed times tmax do not touch.
static bool stay_apart(const cd_shape *a, const cd_shape *b, const cd_separation *start,
                       cd_vec relative, double tmax) {
    double approach = 0 - cd_dot(relative, start->normal), gap = start->distance;
    return gap > cd_max(approach, 0) * tmax &&
           gap > (cd_max(approach, 0) + normal_error(a, b, gap) * cd_length(relative)) * tmax *
                     (1 + GAP_MARGIN);
}

bool cd_hit_of_overlap(const cd_separation *overlap, cd_vec relative, double size, cd_hit *hit) {
    double still = cd_still_speed(relative, true, cd_touch_rounding(size));
    double approach = cd_approach_along(relative, overlap->normal, still);
    *hit = (cd_hit){.normal = overlap->normal, .point = overlap->point_b, .approach = approach};
    hit->inside = true;
    return leads_in(&relative, hit);
}

static bool first_hit_convex(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                             double tmax, cd_hit *hit) {
    cd_vec relative = cd_sub(motion, motion_b);
    bool near = true; // so that no end is looked for of a touch at the start
    if (!cd_has_point_core(a) && !cd_has_point_core(b)) { // those have casts in closed form
        cd_separation start = cd_separate(a, b);
        if (start.distance > 0 && stay_apart(a, b, &start, relative, tmax))
            return false;
        double size = cd_pair_size(a, b);
        if (start.distance < -cd_touch_rounding(size)) // deeper than a touch
            return cd_hit_of_overlap(&start, relative, size, hit);
        near = start.distance <= 0;
    }
    double distance;
    return cd_convex_cast_begin(a, motion, b, motion_b, 1, near, hit, &distance) &&
           leads_in(&relative, hit);
}

bool cd_cast_entry(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                   cd_hit *hit) {
    return has_sets(a, b) ? cd_set_cast_entry(a, motion, b, motion_b, 1, hit)
                          : cd_shapecast(a, motion, b, motion_b, hit);
}

// While one part of a set is left or slid along, another may be in the way. Only where sets overlap
// deeply do all parts together give the normal.
bool cd_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b, double tmax,
                  double tolerance, double near, cd_hit *hit) {
    assert(tmax >= 0 && cd_is_in_range(motion) && cd_is_in_range(motion_b));
    cd_vec relative = cd_sub(motion, motion_b);
    if (!has_sets(a, b))
        return first_hit_convex(a, motion, b, motion_b, tmax, hit);
    if (cd_overlap_deeper(a, b, tolerance)) {
        cd_cast_entry(a, motion, b, motion_b, hit);
        assert(hit->inside);
        if (leads_in(&relative, hit))
            return true;
    }
    return cd_set_first_hit(a, motion, b, motion_b, tmax, near, leads_in, &relative, hit);
}

typedef struct {
    double limit;
    cd_found_contact *found;
    void *context;
} contact_visitor;

static bool visit_contact(void *context, const cd_shape *a, const cd_shape *b) {
    const contact_visitor *visitor = context;
    cd_separation contact = cd_separate(a, b);
    if (contact.distance <= visitor->limit)
        visitor->found(visitor->context, a, b, &contact);
    return true;
}

void cd_each_contact(const cd_shape *a, const cd_shape *b, double limit, cd_found_contact *found,
                     void *context) {
    contact_visitor visitor = {limit, found, context};
    if (has_sets(a, b))
        cd_set_each_pair(a, b, limit, visit_contact, &visitor);
    else
        visit_contact(&visitor, a, b);
}
