// A sheet may consist of many bodies. What lies on one of them and is turned by its owner may come
// to lie across another that it has never met: the side of the one is that of the other, where one
// goes on into the other. So it goes on from each body whose side is known to its neighbours, as
// far as the mover reaches.
#include "collide/world/side_spread.h"

#include "collide/shape/set.h"
#include "collide/world/body_pair.h"
#include "collide/world/body_tree.h"
#include "collide/world/position_correction.h"
#include "collide/world/ray_query.h"
#include "collide/world/sort.h"
#include "collide/world/world_memory.h"

/// The side of the mover of one of the bodies near it.
typedef struct {
    cd_vec normal; ///< of the mover, away from the body
    bool goes_on;  ///< the body into another one whose side is known
} near_side;

typedef struct {
    cd_ray_query ray; ///< of no length, around the mover
    cd_world *world;
    int mover, count, known;
    int *near;        ///< by index; the first `known` are those whose side is known
    near_side *sides; ///< of these
} spread;

static void visit_near(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    spread *s = (spread *)ray;
    cd_world *w = s->world;
    const cd_stored_body *all = cd_stored_bodies(w);
    (void)sphere;
    if (i == s->mover || !cd_are_thin(w, s->mover, i) ||
        !cd_may_collide(&all[s->mover].body, &all[i].body) || cd_lets_pass(w, s->mover, i))
        return;
    int *near = cd_step_append(w, &w->step.near_bodies, &s->count, sizeof *near);
    if (near)
        *near = i;
}

static void put_in_front(spread *s, int at, cd_vec normal) {
    int body = s->near[at];
    s->near[at] = s->near[s->known];
    s->near[s->known] = body;
    s->sides[s->known++] = (near_side){.normal = normal};
}

// False without memory.
static bool find_near(spread *s) {
    cd_step_state *step = &s->world->step;
    cd_vec normal;
    cd_ray_traverse(&s->ray, 2);
    if (step->failed ||
        !cd_step_reserve(s->world, &step->near_sides, (size_t)s->count, sizeof *s->sides))
        return false;
    s->near = step->near_bodies.memory;
    s->sides = step->near_sides.memory;
    cd_sort_indices(s->near, s->count);
    for (int i = 0; i < s->count; i++)
        if (cd_side_known(s->world, s->mover, s->near[i], &normal))
            put_in_front(s, i, normal);
    return true;
}

// The normal of a thin shape whose parts all lie in parallel planes; {0, 0, 0}: it has none.
static cd_vec sheet_normal(const cd_shape *shape) {
    if (!cd_is_set(shape))
        return cd_flat_normal(shape);
    cd_vec sheet = {0, 0, 0};
    for (int i = 0; i < cd_shape_part_count(shape); i++) {
        cd_shape part = cd_shape_part(shape, i);
        cd_vec normal = cd_flat_normal(&part);
        if (i > 0 && !cd_are_parallel(normal, sheet))
            return (cd_vec){0, 0, 0};
        sheet = normal;
    }
    return sheet;
}

// Where another convex shape lies, seen from the plane of a flat one.
typedef enum { IN_FRONT, BEHIND, WITHIN, ACROSS } place;

static place place_of(const cd_shape *shape, const cd_shape *flat, cd_vec normal,
                      double tolerance) {
    double height = cd_dot(cd_support(flat, normal), normal);
    bool above = cd_dot(cd_support(shape, normal), normal) - height > tolerance;
    bool below = height - cd_dot(cd_support(shape, cd_negate(normal)), normal) > tolerance;
    return above ? (below ? ACROSS : IN_FRONT) : (below ? BEHIND : WITHIN);
}

// The unit normal of a sheet on the side to which another one leads; {0, 0, 0}: it has none, or
// that leads along the sheet.
static cd_vec normal_towards(const cd_shape *sheet, cd_vec side) {
    cd_vec flat = sheet_normal(sheet);
    flat = cd_is_zero(flat) ? flat : cd_normalized(flat, flat);
    double along = cd_dot(flat, side);
    return fabs(along) < CD_LEAST_SINE ? (cd_vec){0, 0, 0} : along < 0 ? cd_negate(flat) : flat;
}

static bool are_far_apart(const cd_world *w, int a, int b, double tolerance) {
    cd_body_sphere p = cd_body_spheres(w)[a], q = cd_body_spheres(w)[b];
    double reach = p.reach + q.reach + cd_margin_of_pair(w, a, b) + tolerance;
    return cd_norm(cd_sub(p.middle, q.middle)) > reach;
}

// The side of a sheet that goes on from one flat body to another, which touches it: in a valley
// each lies in front of the other, over a ridge behind it. {0, 0, 0} where one stands on the other
// or crosses it.
static cd_vec next_side(const cd_shape *from, cd_vec from_side, const cd_shape *to,
                        double tolerance) {
    cd_vec flat = normal_towards(from, from_side), normal = sheet_normal(to);
    if (cd_is_zero(flat) || cd_is_zero(normal))
        return (cd_vec){0, 0, 0};
    normal = cd_normalized(normal, normal);
    place of_to = place_of(to, from, flat, tolerance);
    place of_from = place_of(from, to, normal, tolerance);
    if (of_to == ACROSS || of_from == ACROSS)
        return (cd_vec){0, 0, 0};
    bool level = of_to == WITHIN || of_from == WITHIN;
    bool same = level ? cd_dot(normal, flat) > 0 : of_to == of_from;
    return same ? normal : cd_negate(normal);
}

// Where one whose side is known goes on into another, that of the other is known, too.
static void go_on(spread *s, int from, int to) {
    const cd_world *w = s->world;
    int a = s->near[from], b = s->near[to];
    double reach = cd_min(cd_body_spheres(w)[a].reach, cd_body_spheres(w)[b].reach);
    cd_shape shape_a = cd_stored_bodies(w)[a].body.shape;
    cd_shape shape_b = cd_stored_bodies(w)[b].body.shape;
    double tolerance =
        cd_bodies_union_tolerance(w, a, &shape_a, b, &shape_b, cd_pair_tolerance(w, a, b, reach));
    if (are_far_apart(w, a, b, tolerance))
        return;
    cd_vec normal = next_side(&shape_a, s->sides[from].normal, &shape_b, tolerance);
    cd_add_margins(w, a, &shape_a, b, &shape_b);
    if (cd_is_zero(normal) || !cd_are_within(&shape_a, &shape_b, tolerance))
        return;
    if (to >= s->known) {
        put_in_front(s, to, normal);
        to = s->known - 1;
    }
    s->sides[from].goes_on = s->sides[to].goes_on = true;
}

static bool lie_in_each_other(const cd_world *w, int a, int b) {
    const cd_body_pair pair = {.world = w,
                               .a = a,
                               .b = b,
                               .shape_a = &cd_stored_bodies(w)[a].body.shape,
                               .shape_b = &cd_stored_bodies(w)[b].body.shape,
                               .tolerance = cd_pair_tolerance(w, a, b, 0)};
    return cd_bodies_overlap(&pair);
}

// How far the mover reaches behind another body, seen along a unit normal.
static double depth_behind(const spread *s, int body, cd_vec normal) {
    const cd_stored_body *all = cd_stored_bodies(s->world);
    cd_vec lowest = cd_support(&all[s->mover].body.shape, cd_negate(normal));
    cd_vec top = cd_support(&all[body].body.shape, normal);
    return cd_dot(cd_sub(top, lowest), normal);
}

// Of the first body that the mover lies in and whose side is not known: the nearer one.
static bool choose_side(spread *s) {
    const cd_world *w = s->world;
    for (int i = s->known; i < s->count; i++) {
        int body = s->near[i];
        cd_vec normal = sheet_normal(&cd_stored_bodies(w)[body].body.shape);
        if (cd_is_zero(normal) || !lie_in_each_other(w, s->mover, body))
            continue;
        normal = cd_normalized(normal, normal);
        bool front = depth_behind(s, body, normal) <= depth_behind(s, body, cd_negate(normal));
        put_in_front(s, i, front ? normal : cd_negate(normal));
        return true;
    }
    return false;
}

// Whether the mover reaches behind a part of a sheet, and no longer lies on it.
static bool is_behind(const spread *s) {
    const cd_world *w = s->world;
    for (int i = 0; i < s->known; i++)
        if (s->sides[i].goes_on && depth_behind(s, s->near[i], s->sides[i].normal) >
                                       cd_pair_tolerance(w, s->mover, s->near[i], 0))
            return true;
    return false;
}

static void spread_sides_of(cd_world *w, int mover) {
    spread s = {.ray = cd_ray_query_around(w, mover, 0), .world = w, .mover = mover};
    s.ray.visit = visit_near;
    if (!find_near(&s))
        return;
    int from = 0;
    do {
        for (; from < s.known; from++)
            for (int to = 0; to < s.count; to++)
                if (to != from)
                    go_on(&s, from, to);
    } while (choose_side(&s));
    bool behind = is_behind(&s);
    for (int i = 0; i < s.known && behind; i++)
        if (s.sides[i].goes_on) {
            cd_side_spread(w, mover, s.near[i], s.sides[i].normal);
            cd_note_initial_overlap(w, mover, s.near[i]);
        }
}

static void spread_sides(cd_world *w) {
    bool up_to_date = false;
    for (int i = 0; i < w->count && w->has_put; i++) {
        if ((cd_traits(w)[i] & CD_TRAIT_PUT) == 0 || !cd_keeps_margin(w, i) || cd_slot_of(w)[i] < 0)
            continue;
        if (!up_to_date && !cd_update_trees(w, 2)) {
            w->step.failed = true;
            return;
        }
        up_to_date = true;
        spread_sides_of(w, i);
    }
}

void cd_sides_begin_step(cd_world *w) {
    cd_sides_note_parted(w);
    spread_sides(w);
    cd_sides_forget_parted(w);
}
