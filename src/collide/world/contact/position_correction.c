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

/// What of a body has sunk into the skin of what: each thin part of it into each part of what is
/// thin, too, else all of it into another body.
typedef struct {
    int other;
    cd_part part, other_part;
} sunk_pair;

typedef struct {
    const cd_world *world;
    int index, other, count;
    sunk_pair pairs[MOST_BENEATH];
} sunk_pairs;

static void add_sunk(sunk_pairs *sunk, cd_part part, cd_part other_part) {
    if (sunk->count < MOST_BENEATH)
        sunk->pairs[sunk->count++] = (sunk_pair){sunk->other, part, other_part};
}

static void visit_sunk(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                       cd_part part_b) {
    sunk_pairs *sunk = t->context;
    if (cd_separate(a, b).distance < -cd_pair_tolerance(sunk->world, sunk->index, sunk->other, 0))
        add_sunk(sunk, part_a, part_b);
}

static void find_sunk(const cd_world *w, int index, const int *deep, int count, sunk_pairs *sunk) {
    sunk->world = w;
    sunk->index = index;
    sunk->count = 0;
    for (int i = 0; i < count; i++) {
        cd_shape a = cd_stored_bodies(w)[index].body.shape;
        cd_shape b = cd_stored_bodies(w)[deep[i]].body.shape;
        sunk->other = deep[i];
        cd_add_skins(w, index, &a, deep[i], &b);
        if (cd_are_thin(w, index, deep[i]))
            cd_set_each_part_pair(&a, &b, 0, visit_sunk, sunk);
        else
            add_sunk(sunk, (cd_part){CD_WHOLE, CD_WHOLE}, (cd_part){CD_WHOLE, CD_WHOLE});
    }
}

// What has sunk no deeper than its skin is thick. Of two that lie in each other to rounding that
// alone would say on which side: so the sides are chosen first, for all that touch.
static void leave_skins(cd_world *w, int index, bool with_moving) {
    cd_shape *shape = &cd_stored_bodies(w)[index].body.shape;
    cd_dynamic_body m = dynamic_along(w, index, (cd_vec){0, 0, 0});
    int deep[MOST_BENEATH], count = 0;
    int found = with_moving ? cd_world_deep_in_fixed(w, &m, shape, deep, MOST_BENEATH)
                            : cd_world_deep_in_static(w, &m, shape, deep, MOST_BENEATH);
    for (int i = 0; i < found; i++)
        if (!cd_lets_pass(w, index, deep[i]))
            deep[count++] = deep[i];
    for (int i = 0; i < count; i++)
        cd_side_choose(w, index, deep[i]);
    sunk_pairs sunk; // not initialised as a whole: it is large
    find_sunk(w, index, deep, count, &sunk);
    for (int i = 0; i < sunk.count; i++) {
        const sunk_pair *of = &sunk.pairs[i];
        const int other = of->other;
        cd_shape a = cd_set_part_at(shape, of->part);
        cd_shape b = cd_set_part_at(&cd_stored_bodies(w)[other].body.shape, of->other_part);
        cd_separation s;
        cd_add_skins(w, index, &a, other, &b);
        const bool thin = cd_are_thin(w, index, other);
        if (!thin || !cd_side_separate_parts(w, index, of->part, &a, other, of->other_part, &b, &s))
            s = cd_separate(&a, &b);
        if (!thin)
            turn_outwards(w, index, deep, count, other, &s);
        if (!(s.distance < 0 && -s.distance <= WHOLE_SKIN * cd_skin_of_pair(w, index, other)))
            continue;
        // Out of all solids there, a part of one of which may seem to be in the way of another's.
        if (thin)
            move_as_far_as_free(w, index, cd_scale(s.normal, -s.distance));
        else
            move_out(w, index, cd_scale(s.normal, -s.distance));
    }
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
    if (has_moving && !cd_update_trees(w, 2)) {
        w->step.failed = true;
        return;
    }
    for (int i = 0; i < w->count && (any || has_moving); i++) {
        if (!cd_has_skin(w, i) || cd_slot_of(w)[i] < 0 ||
            cd_stored_bodies(w)[i].body.response == CD_PASS)
            continue;
        bool teleported = (cd_traits(w)[i] & CD_TRAIT_TELEPORTED) != 0;
        if (teleported || !only_teleported)
            leave_skins(w, i, has_moving && teleported);
    }
}
