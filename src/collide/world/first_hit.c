// What moving bodies meet: no more of a touch than a world asks for, neither its end nor, of sets,
// the parts that it goes on to.
#include "collide/set/set_distance.h"
#include "collide/set/set_touch.h"
#include "collide/shape/core.h"
#include "collide/world/state.h"

static const cd_vec nowhere = {0, 0, 0};

static bool has_sets(const cd_shape *a, const cd_shape *b) { return cd_is_set(a) || cd_is_set(b); }

bool cd_overlap_deeply(const cd_shape *a, const cd_shape *b, double rounding) {
    cd_part_pair any;
    return has_sets(a, b) ? cd_set_nearest(a, b, nowhere, -rounding, INFINITY, &any)
                          : cd_distance(a, b) < -rounding;
}

static bool leads_in(const void *motion, const cd_hit *hit) {
    return !cd_is_sliding(hit, *(const cd_vec *)motion);
}

// How far a normal may be off: by the roundings of the size in parts of the gap.
static double doubt(const cd_shape *a, const cd_shape *b, double gap) {
    double size = cd_max(cd_max(cd_core_size(a), cd_core_size(b)), cd_max(a->radius, b->radius));
    return (cd_is_curved(a) || cd_is_curved(b) ? 0x1p-20 : 0x1p-40) * size / gap;
}

// Whether the first distance tells that two shapes do not meet: it is convex in t, so that it falls
// nowhere as fast as along the first normal.
static bool stay_apart(const cd_shape *a, const cd_shape *b, const cd_separation *start,
                       cd_vec relative, double tmax) {
    double approach = 0 - cd_dot(relative, start->normal), gap = start->distance;
    return gap > cd_max(approach, 0) * tmax &&
           gap > (cd_max(approach, 0) + doubt(a, b, gap) * cd_norm(relative)) * tmax * (1 + 1e-9);
}

static bool convex_meet(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                        double tmax, cd_hit *hit) {
    cd_vec relative = cd_sub(motion, motion_b);
    if (!cd_has_point_core(a) && !cd_has_point_core(b)) { // those have closed forms
        cd_separation start = cd_separate(a, b);
        if (start.distance > 0 && stay_apart(a, b, &start, relative, tmax))
            return false;
        if (start.distance <= 0) {
            double approach = 0 - cd_dot(relative, start.normal);
            *hit = (cd_hit){.normal = start.normal, .point = start.point_b, .approach = approach};
            hit->inside = true;
            return leads_in(&relative, hit);
        }
    }
    return cd_shapecast(a, motion, b, motion_b, hit) && leads_in(&relative, hit);
}

// Some parts of a set may be left, or slid along, while another is in the way. Deep inside, all
// together tell the way out.
bool cd_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b, double tmax,
                  double rounding, cd_hit *hit) {
    cd_vec relative = cd_sub(motion, motion_b);
    if (!has_sets(a, b))
        return convex_meet(a, motion, b, motion_b, tmax, hit);
    return (cd_overlap_deeply(a, b, rounding) && cd_shapecast(a, motion, b, motion_b, hit) &&
            leads_in(&relative, hit)) ||
           cd_set_first_hit(a, motion, b, motion_b, tmax, leads_in, &relative, hit);
}

typedef struct {
    double limit;
    cd_found_contact found;
    void *context;
} contacts;

static bool tell(void *of, const cd_shape *a, const cd_shape *b) {
    const contacts *c = of;
    cd_separation contact = cd_separate(a, b);
    if (contact.distance <= c->limit)
        c->found(c->context, &contact);
    return true;
}

void cd_each_contact(const cd_shape *a, const cd_shape *b, double limit, cd_found_contact found,
                     void *context) {
    contacts c = {limit, found, context};
    if (has_sets(a, b))
        cd_set_each_pair(a, b, limit, tell, &c);
    else
        tell(&c, a, b);
}
