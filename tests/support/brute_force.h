// The pairs and the queries of a world by brute force, body by body.
#ifndef TESTS_BRUTE_FORCE_H
#define TESTS_BRUTE_FORCE_H

#include "check.h"

#include "collide/collide.h"
#include "collide/shape/set.h"
#include "collide/world/body/state.h"
#include "collide/world/motion/touch_contact.h"

static inline bool collide(const cd_body *a, const cd_body *b) {
    return (a->group & b->mask) && (b->group & a->mask) && cd_overlap(&a->shape, &b->shape);
}

/// Whether the pairs are those of bodies that collide and overlap, in order, once each.
static inline bool are_all(const cd_world *w, const cd_pair *pairs, int count) {
    int at = 0;
    for (int a = cd_world_next(w, -1); a >= 0; a = cd_world_next(w, a))
        for (int b = cd_world_next(w, a); b >= 0; b = cd_world_next(w, b))
            if (collide(cd_world_body(w, a), cd_world_body(w, b))) {
                if (at == count || pairs[at].a != a || pairs[at].b != b)
                    return false;
                at++;
            }
    return at == count;
}

// ---------------------------------------------------------------------------------------- queries

/// Which bodies a query asks: those of a mask but one slot, or -1.
typedef struct {
    uint32_t mask;
    int except;
} filter;

static const filter all_bodies = {UINT32_MAX, -1};

static inline bool seen(const cd_world *w, int slot, filter f) {
    return slot != f.except && (cd_world_body(w, slot)->group & f.mask) != 0;
}

static inline bool same_hit(const cd_hit *a, const cd_hit *b) {
    return a->t == b->t && cd_equal(a->normal, b->normal) && cd_equal(a->point, b->point) &&
           a->enter == b->enter && a->exit == b->exit;
}

/// The rank of each slot in the order of bodies.
static int rank[1000];

static inline void see_order(const cd_world *w) {
    int count = 0;
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i))
        rank[i] = count++;
}

// Whether the first hit of a world is that of the body that is hit first. Where several touch then,
// it is one of theirs, and its normal is that of all of them together.
static inline bool is_first(const cd_world *w, const cd_shape *shape, cd_vec motion, filter f,
                            int found, const cd_hit *hit, int first, const cd_hit *first_hit) {
    if (found == first && (found < 0 || same_hit(hit, first_hit)))
        return true;
    if (found < 0 || first < 0 || hit->t != first_hit->t ||
        !(fabs(cd_length(hit->normal) - 1) <= 1e-15))
        return false;
    int touching = 0;
    bool found_touches = false;
    cd_shape there = *shape;
    cd_shape_move(&there, cd_scale(motion, hit->t));
    double near =
        1e-13 * cd_max(cd_set_largest_coordinate(shape), cd_set_largest_coordinate(&there));
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        bool touches = seen(w, i, f) && cd_distance(&there, &cd_world_body(w, i)->shape) <= near;
        touching += touches;
        found_touches |= touches && i == found;
    }
    return found_touches && touching > 1;
}

static inline int check_ray(const cd_world *w, cd_vec o, cd_vec d, double tmax, filter f, int n) {
    cd_hit hit, first_hit = {0};
    static cd_body_hit all[1000];
    int first = -1, count = 0;
    see_order(w);
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *body = cd_world_body(w, i);
        if (!seen(w, i, f) || !cd_raycast(o, d, &body->shape, tmax, &hit))
            continue;
        count++;
        if (first < 0 || hit.t < first_hit.t)
            first = i, first_hit = hit;
    }
    int found = cd_world_raycast(w, o, d, tmax, f.mask, &hit);
    cd_shape point = cd_point(w->dim, o);
    check_case(is_first(w, &point, d, f, found, &hit, first, &first_hit), "first hit", n);
    first_hit = hit;
    check_case(cd_world_raycast_all(w, o, d, tmax, f.mask, all, 1000) == count, "all hits", n);
    CHECK(count == 0 || (all[0].slot == found && same_hit(&all[0].hit, &first_hit)));
    for (int i = 1; i < count; i++) {
        const cd_body *body = cd_world_body(w, all[i].slot);
        check_case(cd_raycast(o, d, &body->shape, tmax, &hit) && same_hit(&hit, &all[i].hit), "hit",
                   n);
        CHECK(all[i - 1].hit.t < all[i].hit.t ||
              (all[i - 1].hit.t == all[i].hit.t &&
               (i == 1 || rank[all[i - 1].slot] < rank[all[i].slot])));
    }
    return count > 0;
}

static inline int check_cast(const cd_world *w, const cd_shape *shape, cd_vec motion, filter f,
                             int n) {
    cd_hit hit, first_hit = {0};
    const cd_vec rest = {0, 0, 0};
    int first = -1;
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *body = cd_world_body(w, i);
        if (seen(w, i, f) && cd_shapecast(shape, motion, &body->shape, rest, &hit) &&
            (first < 0 || hit.t < first_hit.t))
            first = i, first_hit = hit;
    }
    int found = cd_world_shapecast(w, shape, motion, f.mask, f.except, &hit);
    check_case(is_first(w, shape, motion, f, found, &hit, first, &first_hit), "first cast", n);
    return found >= 0;
}

static inline int check_overlap(const cd_world *w, const cd_shape *shape, filter f, int n) {
    static int slots[1000];
    int count = cd_world_overlap(w, shape, f.mask, f.except, slots, 1000), k = 0;
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        if (!seen(w, i, f) || !cd_overlap(shape, &cd_world_body(w, i)->shape))
            continue;
        check_case(k < count && slots[k] == i, "overlap", n);
        k++;
    }
    check_case(k == count, "overlaps", n);
    return count > 0;
}

static inline void check_nearest(const cd_world *w, cd_vec p, filter f, int n) {
    cd_near near[9];
    see_order(w);
    cd_shape point = cd_point(cd_world_dim(w), p);
    int count = cd_world_nearest(w, &point, 9, f.mask, f.except, near), all = 0;
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        if (!seen(w, i, f))
            continue;
        all++;
        double distance = cd_distance(&point, &cd_world_body(w, i)->shape);
        int at = 0;
        while (at < count && (near[at].distance < distance ||
                              (near[at].distance == distance && rank[near[at].slot] < rank[i])))
            at++;
        if (at < count)
            check_case(near[at].slot == i && near[at].distance == distance, "nearest", n);
    }
    check_case(count == (all < 9 ? all : 9), "as many as there are", n);
}

/// Asserts that what touches a body is all that it collides with and touches; returns how many.
static inline int check_touching(const cd_world *w, int slot, int n) {
    int found[300], count = cd_world_touching(w, slot, found, 300), k = 0;
    const cd_body *body = cd_world_body(w, slot);
    for (int i = cd_world_next(w, -1); i >= 0; i = cd_world_next(w, i)) {
        const cd_body *other = cd_world_body(w, i);
        if (i != slot && (body->group & other->mask) && (other->group & body->mask) &&
            cd_bodies_touch(w, cd_slots(w)[slot], cd_slots(w)[i])) {
            check_case(k < count && found[k] == i, "touching", n);
            k++;
        }
    }
    check_case(k == count, "all that touch", n);
    return count > 0;
}

#endif
