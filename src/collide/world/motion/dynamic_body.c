// Movers: where they are, and what of that the bodies know.
#include "collide/world/motion/dynamic_body.h"
#include "collide/math/sort.h"
#include "collide/shape/validate.h"
#include "collide/world/body/turner.h"
#include "collide/world/body/world_memory.h"
#include "collide/world/motion/one_way.h"

#include <string.h>

// ----------------------------------------------------------------------------------------- motion

void cd_dynamic_bodies_gather(cd_world *w) {
    cd_step_state *s = &w->step;
    int count = 0;
    s->nonsphere_count = s->constrained_count = s->fixed_count = 0;
    for (int i = 0; i < w->count; i++) {
        cd_dynamic_of(w)[i] = -1;
        cd_set_trait(w, i, CD_TRAIT_AWAKE, false);
        if (cd_slot_of(w)[i] < 0 || cd_is_static_at(w, i))
            continue;
        const cd_body *body = &cd_stored_bodies(w)[i].body;
        cd_dynamic_body *m = cd_dynamic_at(w, count);
        *m = (cd_dynamic_body){.x = cd_body_spheres(w)[i].middle,
                               .v = body->velocity,
                               .t = s->now,
                               .bounding_radius = cd_body_spheres(w)[i].bounding_radius,
                               .inverse_mass = 1 / body->mass,
                               .since = s->now,
                               .index = i,
                               .previous_in_bucket = -1,
                               .bucket = -1,
                               .is_sphere = cd_body_is_sphere(w, i),
                               .has_passed = s->passed_count > 0};
        if (!cd_is_zero(body->spin) && cd_turner_take(w, i)) {
            m->spins = true;
            m->is_sphere = false;
            m->x = cd_body_pivot(body);
            m->bounding_radius = cd_reach_from(&body->shape, m->x);
        }
        s->nonsphere_count += !m->is_sphere;
        s->fixed_count += m->inverse_mass == 0;
        m->a = cd_dynamic_fall(w, m);
        s->constrained_count += !cd_equal(m->a, w->gravity);
        cd_dynamic_contacts(w)[count] = (cd_dynamic_contact){.rides = {0}};
        cd_set_trait(w, i, CD_TRAIT_AWAKE, true);
        ((int *)s->awake.memory)[count] = count;
        cd_dynamic_of(w)[i] = count++;
    }
    s->dynamic_count = s->awake_count = count;
    s->awake_sorted = true;
}

void cd_awake_sort(cd_world *w) {
    if (!w->step.awake_sorted)
        cd_sort_indices(w->step.awake.memory, w->step.awake_count);
    w->step.awake_sorted = true;
}

// What asks has contacts only where it has been asked, in each step.
static bool may_sleep(const cd_world *w, int dynamic_body) {
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    return cd_dynamic_is_still(m) && m->since < w->step.begun && !m->in_pile && !m->held &&
           m->static_time == INFINITY && m->dynamic_time == INFINITY &&
           !cd_rides_any(w, dynamic_body) && cd_stored_bodies(w)[m->index].body.response != CD_ASK;
}

void cd_fall_asleep(cd_world *w) {
    int *awake = w->step.awake.memory, kept = 0;
    cd_body_sphere *reaches = w->step.reaches.memory;
    for (int i = 0; i < w->step.awake_count; i++) {
        if (may_sleep(w, awake[i])) {
            cd_set_trait(w, cd_dynamic_at(w, awake[i])->index, CD_TRAIT_AWAKE, false);
            reaches[awake[i]].bounding_radius = INFINITY;
        } else {
            awake[kept++] = awake[i];
        }
    }
    w->step.awake_count = kept;
}

bool cd_may_move(const cd_world *w, int index, cd_vec middle, cd_vec v) {
    const cd_shape *shape = &cd_stored_bodies(w)[index].body.shape;
    const double bounding_radius = cd_body_spheres(w)[index].bounding_radius;
    if (cd_body_is_sphere(w, index)) // whose shape may lie where the step began
        return cd_is_in_range(cd_add(middle, v));
    if (!(cd_max_abs(middle) + bounding_radius + cd_max_abs(v) <= CD_LARGEST))
        return cd_is_valid_after(shape, v);
    return cd_has_axis_after(shape, v);
}

static void advance_turning(cd_world *w, cd_dynamic_body *m, double t) {
    cd_body *body = &cd_stored_bodies(w)[m->index].body;
    const cd_vec d = cd_dynamic_displacement(m, t);
    cd_turner_advance(w, m->index, m->x, t);
    body->pivot = cd_sub(m->x, cd_shape_middle(&body->shape));
    cd_shape_move(&body->shape, d);
    m->x = cd_add(m->x, d);
    cd_body_update_bounds(w, m->index);
}

void cd_dynamic_advance(cd_world *w, cd_dynamic_body *m) {
    double t = w->step.now - m->t;
    m->t = w->step.now;
    if (t == 0 || cd_dynamic_is_still(m))
        return;
    if (m->spins) {
        advance_turning(w, m, t);
        return;
    }
    cd_vec d = cd_dynamic_displacement(m, t);
    m->x = cd_add(m->x, d);
    m->v = cd_add_scaled(m->v, t, m->a);
    if (m->is_sphere)
        return;
    cd_shape_move(&cd_stored_bodies(w)[m->index].body.shape, d);
    cd_body_update_bounds(w, m->index);
}

cd_shape cd_dynamic_shape(const cd_world *w, const cd_dynamic_body *m) {
    if (m->is_sphere)
        return cd_sphere(w->dim, cd_dynamic_position(w, m), m->bounding_radius);
    const cd_body *body = &cd_stored_bodies(w)[m->index].body;
    cd_shape shape = body->shape;
    if (m->spins)
        shape = cd_turner_shape(w, m->index, m->x, w->step.now - m->t, CD_POSE_NOW);
    cd_shape_move(&shape, cd_dynamic_displacement(m, w->step.now - m->t));
    return shape;
}

cd_shape cd_dynamic_turned(const cd_world *w, const cd_dynamic_body *m, const cd_shape *now,
                           double time) {
    const cd_vec spin = cd_stored_bodies(w)[m->index].body.spin;
    if (cd_shape_rotated_size(now) == 0)
        return cd_turned(now, spin, cd_dynamic_position(w, m), time);
    const double since = w->step.now - m->t;
    cd_shape shape = cd_turner_shape(w, m->index, m->x, since + time, CD_POSE_LATER);
    cd_shape_move(&shape, cd_dynamic_displacement(m, since));
    return shape;
}

cd_shape cd_shape_now(const cd_world *w, int index) {
    const int dynamic_body = cd_dynamic_of(w)[index];
    return dynamic_body >= 0 ? cd_dynamic_shape(w, cd_dynamic_at(w, dynamic_body))
                             : cd_stored_bodies(w)[index].body.shape;
}

void cd_dynamic_accelerate(cd_world *w, cd_dynamic_body *m, cd_vec a) {
    w->step.constrained_count += !cd_equal(a, w->gravity) - !cd_equal(m->a, w->gravity);
    m->a = a;
    cd_dynamic_change(w, m);
}

void cd_dynamic_shift(cd_world *w, cd_dynamic_body *m, cd_vec d) {
    m->x = cd_add(m->x, d);
    cd_dynamic_change(w, m);
    if (m->is_sphere)
        return;
    cd_shape_move(&cd_stored_bodies(w)[m->index].body.shape, d);
    cd_body_update_bounds(w, m->index);
}

void cd_dynamic_hold(cd_world *w, int dynamic_body, cd_vec velocity) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    cd_stored_bodies(w)[m->index].body.velocity = cd_clamp_to_range(velocity);
    if (m->held)
        return;
    int *held = cd_step_append(w, &w->step.held, &w->step.held_count, sizeof *held);
    if (!held)
        return;
    *held = dynamic_body;
    m->held = true;
}

void cd_dynamic_stall(cd_world *w, cd_dynamic_body *m) {
    cd_dynamic_advance(w, m);
    if (!m->held)
        cd_stored_bodies(w)[m->index].body.velocity = m->v;
    m->held = m->stalled = true;
    m->v = (cd_vec){0, 0, 0};
    cd_dynamic_accelerate(w, m, m->v);
    w->step.stalled_count++;
    cd_note_loose(w, cd_dynamic_of(w)[m->index]);
}

// What would leave the range stalls where it is.
// Without it: tests/lua/range_spec.lua "stalls what would leave the range"
void cd_dynamic_keep_in_range(cd_world *w, cd_dynamic_body *m) {
    cd_dynamic_advance(w, m);
    m->v = cd_clamp_to_range(m->v);
    if (!m->stalled &&
        !cd_may_move(w, m->index, m->x, cd_dynamic_displacement(m, w->step.end - w->step.now)))
        cd_dynamic_stall(w, m);
}

// ---------------------------------------------------------------------------------------- passing

// The pairs are sorted: each that may hit is looked for among all that pass.
static cd_slot_pair pair_of_slots(int a, int b) {
    return a < b ? (cd_slot_pair){a, b} : (cd_slot_pair){b, a};
}

// How many pairs are before this one.
static int place_among_passed(const cd_world *w, cd_slot_pair pair) {
    const cd_slot_pair *passed = w->step.passed_pairs.memory;
    int from = 0, to = w->step.passed_count;
    while (from < to) {
        int middle = from + (to - from) / 2;
        cd_slot_pair p = passed[middle];
        bool before = p.a != pair.a ? p.a < pair.a : p.b < pair.b;
        from = before ? middle + 1 : from;
        to = before ? to : middle;
    }
    return from;
}

static void note_pass(cd_world *w, int index) {
    if (cd_dynamic_of(w)[index] >= 0)
        cd_dynamic_at(w, cd_dynamic_of(w)[index])->has_passed = true;
}

// Two that pass have no other hit until they part.
// Without it: tests/collide/world/step_device_test.c "a_pass_is_one_event"
void cd_pass_pair(cd_world *w, int a, int b) {
    cd_step_state *s = &w->step;
    cd_slot_pair pair = pair_of_slots(cd_slot_of(w)[a], cd_slot_of(w)[b]);
    if (cd_has_passed(w, pair.a, pair.b))
        return;
    int place = place_among_passed(w, pair), after = s->passed_count - place;
    if (!cd_step_append(w, &s->passed_pairs, &s->passed_count, sizeof pair))
        return;
    cd_slot_pair *at = (cd_slot_pair *)s->passed_pairs.memory + place;
    memmove(at + 1, at, (size_t)after * sizeof pair);
    *at = pair;
    note_pass(w, a);
    note_pass(w, b);
}

void cd_pass_through(cd_world *w, const cd_collision *c) {
    cd_pass_pair(w, cd_dynamic_at(w, c->dynamic_body)->index, cd_other_index(w, c));
}

void cd_end_pass(cd_world *w, int a, int b) {
    cd_slot_pair pair = pair_of_slots(cd_slot_of(w)[a], cd_slot_of(w)[b]);
    if (w->step.passed_count == 0 || !cd_has_passed(w, pair.a, pair.b))
        return;
    cd_slot_pair *at = (cd_slot_pair *)w->step.passed_pairs.memory + place_among_passed(w, pair);
    const cd_slot_pair *end = (cd_slot_pair *)w->step.passed_pairs.memory + w->step.passed_count--;
    memmove(at, at + 1, (size_t)(end - (at + 1)) * sizeof pair);
}

bool cd_is_passing_now(const cd_world *w, const cd_dynamic_body *m, int index) {
    if (!cd_has_passed(w, cd_slot_of(w)[m->index], cd_slot_of(w)[index]))
        return false;
    if (!cd_have_one_way(w, m->index, index))
        return true;
    cd_shape a = cd_shape_now(w, m->index), b = cd_shape_now(w, index);
    cd_add_skins(w, m->index, &a, index, &b);
    return cd_are_within(&a, &b, cd_contact_margin(w, m->index, index, m->bounding_radius));
}

bool cd_has_passed(const cd_world *w, int a, int b) {
    const cd_slot_pair *passed = w->step.passed_pairs.memory, pair = pair_of_slots(a, b);
    int place = place_among_passed(w, pair);
    return place < w->step.passed_count && passed[place].a == pair.a && passed[place].b == pair.b;
}

// --------------------------------------------------------------------------------- writing back

// The x, v and t of a sphere stay as they are: it moves on one parabola from hit to hit, so that
// its path does not depend on how time is cut into steps. Without it:
// tests/collide/world/step_device_test.c "a_path_is_one_product"
static void write_back(cd_world *w, cd_dynamic_body *m) {
    cd_body *body = &cd_stored_bodies(w)[m->index].body;
    if (!m->held)
        body->velocity = cd_clamp_to_range(cd_dynamic_velocity(w, m));
    if (m->is_sphere)
        body->shape.as.center = cd_body_spheres(w)[m->index].middle = cd_dynamic_position(w, m);
    else
        cd_dynamic_advance(w, m);
}

void cd_step_sync(cd_world *w, int index) {
    assert(w->step.active);
    int dynamic_body = !w->step.restart ? cd_dynamic_of(w)[index] : -1;
    if (dynamic_body >= 0)
        write_back(w, cd_dynamic_at(w, dynamic_body));
}

void cd_step_sync_all(cd_world *w) {
    for (int i = 0; i < w->step.awake_count && !w->step.restart; i++)
        write_back(w, cd_dynamic_at(w, cd_awake(w)[i]));
    if (w->step.awake_count > 0)
        w->trees[1].moved = true;
}

void cd_step_disturb(cd_world *w) {
    cd_step_forget(w);
    if (!w->step.active || w->step.restart)
        return;
    cd_step_sync_all(w);
    // What moves straight in a pile has the velocity of the end of the step.
    for (int k = 0; k < w->step.awake_count; k++) {
        const int i = cd_awake(w)[k];
        const cd_dynamic_body *m = cd_dynamic_at(w, i);
        cd_body *body = &cd_stored_bodies(w)[m->index].body;
        if (!m->stalled && (m->held || m->in_pile || cd_rides_any(w, i)))
            body->velocity =
                cd_add_scaled(body->velocity, w->step.now - w->step.end, cd_dynamic_fall(w, m));
    }
    w->step.restart = true;
}
