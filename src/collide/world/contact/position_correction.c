// Two bodies that overlap move apart along the separating normal, each by the share of the other's
// mass, and never through a static body. Velocities stay as they are, so no energy is gained.
#include "collide/world/contact/position_correction.h"

#include "collide/set/set_distance.h"
#include "collide/world/body/body_tree.h"
#include "collide/world/motion/body_pair.h"
#include "collide/world/motion/static_query.h"

static cd_dynamic_body dynamic_along(const cd_world *w, int index, cd_vec d) {
    const cd_body_sphere *sphere = &cd_body_spheres(w)[index];
    return (cd_dynamic_body){.x = sphere->middle,
                             .v = d,
                             .inverse_mass = 1 / cd_stored_bodies(w)[index].body.mass,
                             .bounding_radius = sphere->bounding_radius,
                             .index = index,
                             .is_sphere = cd_body_is_sphere(w, index),
                             .has_passed = w->step.passed_count > 0};
}

static bool may_move(const cd_world *w, int index, cd_vec d) {
    return cd_may_move(w, index, cd_body_spheres(w)[index].middle, d);
}

// Moves a body by `d` to where it touches nothing, unless that is out of range.
static void move_out(cd_world *w, int index, cd_vec d) {
    if (!may_move(w, index, d))
        return;
    cd_shape_move(&cd_stored_bodies(w)[index].body.shape, d);
    cd_note_teleported(w, index);
    cd_body_update_bounds(w, index);
    cd_tree_of(w, index)->moved = true;
}

// Another overlap would come of it.
// Without it: tests/collide/world/step_device_test.c "corrections_end_at_walls"
static void move_as_far_as_free(cd_world *w, int index, cd_vec d) {
    cd_dynamic_body m = dynamic_along(w, index, d);
    cd_hit hit;
    if (!may_move(w, index, d)) // so far that it cannot even be looked for
        return;
    if (cd_world_first_static(w, &m, &cd_stored_bodies(w)[index].body.shape, 1, &hit) >= 0)
        d = cd_scale(d, hit.t);
    move_out(w, index, d);
}

static void correct_pair(cd_world *w, int a, int b) {
    const cd_body *p = &cd_stored_bodies(w)[a].body, *q = &cd_stored_bodies(w)[b].body;
    double ia = 1 / p->mass, ib = 1 / q->mass;
    cd_shape shape_a = p->shape, shape_b = q->shape;
    cd_add_skins(w, a, &shape_a, b, &shape_b);
    cd_separation s;
    if (!cd_side_separate(w, a, &shape_a, b, &shape_b, &s))
        s = cd_separate(&shape_a, &shape_b);
    if (!(s.distance < 0 && isfinite(s.distance)) || ia + ib == 0 || p->response == CD_PASS ||
        q->response == CD_PASS)
        return;
    if (ia > 0)
        move_as_far_as_free(w, a, cd_scale(s.normal, -s.distance * ia / (ia + ib)));
    if (ib > 0)
        move_as_far_as_free(w, b, cd_scale(s.normal, s.distance * ib / (ia + ib)));
}

void cd_correct_positions(cd_world *w) {
    const cd_slot_pair *overlaps = w->step.initial_overlaps.memory;
    for (int i = 0; i < w->step.initial_overlap_count; i++) {
        int a = cd_slots(w)[overlaps[i].a], b = cd_slots(w)[overlaps[i].b];
        if (a >= 0 && b >= 0)
            correct_pair(w, a, b);
    }
}

enum { MOST_BENEATH = 128 };

// A body that lies on others has sunk into its whole skin, but for rounding.
static const double WHOLE_SKIN = 1.125;

// Of the others that a body has sunk into and that are not thin, the least separation from each has
// a normal that may be that of the side of a seam: turns it to one that is outward for all of
// them.
// Without it: tests/collide/world/thin_spec.lua "does not fall through the seam"
static void turn_outwards(const cd_world *w, int index, const int *deep, int count, int with,
                          cd_separation *s) {
    cd_touch_union u; // not initialised as a whole: it is large
    const cd_shape *shape = &cd_stored_bodies(w)[index].body.shape;
    for (int i = -1; i < count; i++) {
        const int other = i < 0 ? with : deep[i];
        cd_shape a = *shape, b = cd_stored_bodies(w)[other].body.shape;
        if (i >= 0 && (other == with || cd_are_thin(w, index, other)))
            continue;
        cd_add_skins(w, index, &a, other, &b);
        if (i < 0) {
            double tolerance = WHOLE_SKIN * cd_skin_of_pair(w, index, other);
            if (cd_overlap_deeper(&a, &b, tolerance))
                return;
            cd_touch_union_start(&u, w->dim, (cd_vec){0, 0, 0}, tolerance, false);
        }
        cd_touch_union_add(&u, &a, &b, other);
    }
    if (u.touch_count > 1)
        s->normal = cd_touch_union_nearest(&u, s->normal)->normal;
}

/// What of a body is near what: each thin part of it each part of what is thin, too, else all of it
/// another body.
typedef struct {
    int other;
    cd_part part, other_part;
} beside_pair;

typedef struct {
    int other, count;
    beside_pair pairs[MOST_BENEATH];
} beside_pairs;

static void add_near(beside_pairs *near, cd_part part, cd_part other_part) {
    if (near->count < MOST_BENEATH)
        near->pairs[near->count++] = (beside_pair){near->other, part, other_part};
}

static void visit_near(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                       cd_part part_b) {
    (void)a, (void)b;
    add_near(t->context, part_a, part_b);
}

static void find_near(const cd_world *w, int index, const int *others, int count, double reach,
                      beside_pairs *near) {
    const cd_part whole = {CD_WHOLE, CD_WHOLE};
    near->count = 0;
    for (int i = 0; i < count; i++) {
        cd_shape a = cd_stored_bodies(w)[index].body.shape;
        cd_shape b = cd_stored_bodies(w)[others[i]].body.shape;
        near->other = others[i];
        cd_add_skins(w, index, &a, others[i], &b);
        if (cd_are_thin(w, index, others[i]))
            cd_set_each_part_pair(&a, &b, reach, visit_near, near);
        else
            add_near(near, whole, whole);
    }
}

/// How far a body has sunk into the skin of another, or is from it if negative, and the way out.
typedef struct {
    cd_vec normal;
    double depth;
} sunk_depth;

enum { MOST_SWEEPS = 256 };

// A way that leads out of all and into none, by projections onto each (Kaczmarz 1937); not out of
// what leaves no room.
static cd_vec way_out_of_all(const sunk_depth *sunk, int count, double tolerance) {
    cd_vec way = {0, 0, 0};
    bool more = true;
    for (int sweep = 0; sweep < MOST_SWEEPS && more; sweep++) {
        more = false;
        for (int i = 0; i < count; i++) {
            const double missing = sunk[i].depth - cd_dot(way, sunk[i].normal);
            if (!(missing > tolerance))
                continue;
            way = cd_add_scaled(way, missing, sunk[i].normal);
            more = true;
        }
    }
    return way;
}

// How far apart one of the pairs is.
static cd_separation separate_near(const cd_world *w, int index, const beside_pair *of,
                                   const int *others, int count) {
    const int other = of->other;
    cd_shape a = cd_set_part_at(&cd_stored_bodies(w)[index].body.shape, of->part);
    cd_shape b = cd_set_part_at(&cd_stored_bodies(w)[other].body.shape, of->other_part);
    cd_separation s;
    cd_add_skins(w, index, &a, other, &b);
    if (!cd_are_thin(w, index, other)) {
        s = cd_separate(&a, &b);
        turn_outwards(w, index, others, count, other, &s);
    } else if (!cd_side_separate_parts(w, index, of->part, &a, other, of->other_part, &b, &s)) {
        s = cd_separate(&a, &b);
    }
    return s;
}

// In an acute corner the way out of all is longer than that out of each, by so much at most.
static const double LONGEST_WAY_OUT = 16;

// What has sunk no deeper than its skin is thick. Of two that lie in each other to rounding that
// alone would say on which side: so the sides are chosen first, for all that touch.
static void leave_skins(cd_world *w, int index, bool with_moving) {
    const cd_shape *shape = &cd_stored_bodies(w)[index].body.shape;
    const double skin = cd_thin_skin(w, index), reach = LONGEST_WAY_OUT * skin;
    cd_dynamic_body m = dynamic_along(w, index, (cd_vec){0, 0, 0});
    int others[MOST_BENEATH], count = 0, depth_count = 0;
    int found = cd_world_near_fixed(w, &m, shape, reach, with_moving, others, MOST_BENEATH);
    for (int i = 0; i < found; i++)
        if (!cd_lets_pass(w, index, others[i]))
            others[count++] = others[i];
    for (int i = 0; i < count; i++)
        cd_side_choose(w, index, others[i]);
    beside_pairs near; // not initialised as a whole: it is large
    find_near(w, index, others, count, reach, &near);
    sunk_depth depths[MOST_BENEATH];
    for (int i = 0; i < near.count; i++) {
        const cd_separation s = separate_near(w, index, &near.pairs[i], others, count);
        if (-s.distance <= WHOLE_SKIN * cd_skin_of_pair(w, index, near.pairs[i].other))
            depths[depth_count++] = (sunk_depth){s.normal, -s.distance};
    }
    const cd_vec way = way_out_of_all(depths, depth_count, skin / 64);
    if (!cd_is_zero(way) && cd_length(way) <= reach)
        move_out(w, index, way);
}

// At the start of a step: at its end, what is fast is over the next tile.
// Without it: tests/collide/world/tiles_spec.lua "where it is fast"
void cd_leave_skins(cd_world *w, bool only_teleported) {
    bool has_moving = false, any = w->trees[0].count > 0 || w->unbounded_count > 0;
    // What nothing moves may move itself: what has been teleported onto it is in its skin, too.
    // Without it: tests/collide/world/thin_spec.lua "does not fall through the seam"
    for (int i = 0; i < w->count && w->has_teleported && !has_moving; i++)
        has_moving = !cd_is_static_at(w, i) && cd_slot_of(w)[i] >= 0 &&
                     isinf(cd_stored_bodies(w)[i].body.mass);
    if (has_moving && !cd_step_update_trees(w, 2))
        return;
    for (int i = 0; i < w->count && (any || has_moving); i++) {
        if (!cd_has_skin(w, i) || cd_slot_of(w)[i] < 0 ||
            cd_stored_bodies(w)[i].body.response == CD_PASS)
            continue;
        bool teleported = (cd_traits(w)[i] & CD_TRAIT_TELEPORTED) != 0;
        if (teleported || !only_teleported)
            leave_skins(w, i, has_moving && teleported);
    }
}
