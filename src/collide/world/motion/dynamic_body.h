// The bodies that move during a step. A dynamic body is at x at its own time t; its body in the
// world stays where it was until the step writes it back (cd_step_sync).
#ifndef COLLIDE_WORLD_MOTION_DYNAMIC_BODY_H
#define COLLIDE_WORLD_MOTION_DYNAMIC_BODY_H

#include "collide/world/body/body.h"
#include "collide/world/body/first_hit.h"
#include "collide/world/body/thin.h"
#include "collide/world/motion/flight.h"

static inline cd_dynamic_body *cd_dynamic_at(const cd_world *w, int dynamic_body) {
    char *first = w->step.dynamic_bodies.memory;
    return (cd_dynamic_body *)(void *)(first + (size_t)dynamic_body * CD_DYNAMIC_STRIDE);
}

static inline cd_dynamic_contact *cd_dynamic_contacts(const cd_world *w) {
    return w->step.dynamic_contacts.memory;
}

/// index -> dynamic body; -1 of a static body or a hole.
static inline int *cd_dynamic_of(const cd_world *w) { return w->step.dynamic_of.memory; }

/// How far a dynamic body comes within a time after its own. The velocity term comes first: without
/// acceleration, the path is one product.
static inline cd_vec cd_dynamic_displacement(const cd_dynamic_body *m, double time) {
    return cd_add_scaled(cd_scale(m->v, time), time * time / 2, m->a);
}

/// The center of a dynamic body's bounding sphere now, and its velocity.
static inline cd_vec cd_dynamic_position(const cd_world *w, const cd_dynamic_body *m) {
    return cd_add(m->x, cd_dynamic_displacement(m, w->step.now - m->t));
}
static inline cd_vec cd_dynamic_velocity(const cd_world *w, const cd_dynamic_body *m) {
    return cd_add_scaled(m->v, w->step.now - m->t, m->a);
}

/// Contacts with a margin hold up to such speeds and accelerations: the solver ends there, and a
/// step of them is a part of the margin.
static inline double cd_contact_still_speed(const cd_world *w, double margin) {
    const double dt = w->step.dt;
    return cd_is_zero(w->gravity)
               ? 0
               : cd_min(0x1p-20 * cd_length(w->gravity) * dt, margin / (64 * dt));
}
static inline double cd_contact_still_acceleration(const cd_world *w, double margin) {
    const double dt = w->step.dt;
    return cd_is_zero(w->gravity)
               ? 0
               : cd_min(0x1p-15 * cd_length(w->gravity), margin / (16 * dt * dt));
}

/// Whether nothing moves a dynamic body now.
static inline bool cd_dynamic_is_still(const cd_dynamic_body *m) {
    return cd_is_zero(m->v) && cd_is_zero(m->a) && !m->spins;
}

/// Whether a dynamic body is taken along by another that turns, or by any, until its path changes.
static inline bool cd_rides(const cd_world *w, int dynamic_body, int other) {
    const int *rides = cd_dynamic_contacts(w)[dynamic_body].rides;
    bool found = false;
    for (int i = 0; i < CD_MOST_RIDDEN && rides[i] != 0; i++)
        found |= rides[i] == other + 1;
    return found;
}
static inline bool cd_rides_any(const cd_world *w, int dynamic_body) {
    return cd_dynamic_contacts(w)[dynamic_body].rides[0] > 0;
}
static inline void cd_ride_nothing(const cd_world *w, int dynamic_body) {
    cd_dynamic_contacts(w)[dynamic_body].rides[0] = 0;
}

/// The dynamic bodies that may move in this step; what lies still, and nothing is about to hit,
/// sleeps: no step looks at it until its path changes.
static inline const int *cd_awake(const cd_world *w) { return w->step.awake.memory; }

static inline bool cd_is_awake(const cd_world *w, int index) {
    return (cd_traits(w)[index] & CD_TRAIT_AWAKE) != 0;
}

static inline void cd_wake(cd_world *w, int dynamic_body) {
    const int index = cd_dynamic_at(w, dynamic_body)->index;
    if (cd_is_awake(w, index))
        return;
    cd_set_trait(w, index, CD_TRAIT_AWAKE, true);
    ((int *)w->step.awake.memory)[w->step.awake_count++] = dynamic_body;
    w->step.awake_sorted = false;
}

/// Puts those that are awake in order.
void cd_awake_sort(cd_world *world);

/// At the end of a step: lets sleep what may.
void cd_fall_asleep(cd_world *world);

/// Says that the path of a dynamic body is another from now on.
static inline void cd_dynamic_change(cd_world *w, cd_dynamic_body *m) {
    const int dynamic_body = cd_dynamic_of(w)[m->index];
    m->version++;
    m->since = w->step.now;
    cd_ride_nothing(w, dynamic_body);
    cd_wake(w, dynamic_body);
}

/// Gives a dynamic body, which is in the present, another acceleration.
void cd_dynamic_accelerate(cd_world *world, cd_dynamic_body *dynamic_body, cd_vec a);

/// Moves a dynamic body, which is in the present, by a part of a margin.
void cd_dynamic_shift(cd_world *world, cd_dynamic_body *dynamic_body, cd_vec d);

/// The acceleration of a dynamic body that nothing supports.
static inline cd_vec cd_dynamic_fall(const cd_world *w, const cd_dynamic_body *m) {
    return m->inverse_mass > 0 && !m->stalled ? w->gravity : (cd_vec){0, 0, 0};
}

/// Whether a dynamic body that will hit the body at an index (o: its dynamic body; NULL: it is
/// static) after a time touches it by then: their displacement towards each other is no longer than
/// a touch.
static inline bool cd_is_imminent(const cd_world *w, const cd_dynamic_body *m,
                                  const cd_dynamic_body *o, int index, double time) {
    const cd_vec at_rest = {0, 0, 0}, v = cd_dynamic_velocity(w, m);
    const double speed = cd_length(cd_sub(v, o ? cd_dynamic_velocity(w, o) : at_rest));
    return time * speed <= 2 * cd_contact_margin(w, m->index, index, m->bounding_radius);
}

/// A gap of a dynamic body in flight that is none.
static inline double cd_flight_rounding(const cd_dynamic_body *m) {
    return CD_TOUCH_OF_MANY * (m->bounding_radius + cd_max_abs(m->x));
}

/// How long a flight is straight, to a part of what counts as a touch. It goes on for as many
/// rounds after it can first close, each twice as long, until it is predicted anew.
enum { CD_FLIGHT_ROUNDS = 24 };
static inline double cd_flight_moment(const cd_world *w, const cd_flight *f, double touch) {
    return cd_max(sqrt(touch / cd_length(f->a)), 0x1p-24 * w->step.dt);
}

/// The longest of these rounds: what sinks into a skin is seen before it has come through.
/// Without it: tests/collide/world/thin_spec.lua "stays above the slope on which it slides"
static inline double cd_flight_longest(const cd_flight *f, double skin) {
    return skin > 0 ? sqrt(skin / 64 / cd_length(f->a)) : INFINITY;
}

/// Makes dynamic bodies of all bodies that are not static, at the present.
void cd_dynamic_bodies_gather(cd_world *world);

/// Whether the body at an index, the middle of whose bounds is `middle` now, may be moved by v: it
/// stays in range, and rounding leaves a cylinder or cone its axis.
bool cd_may_move(const cd_world *world, int index, cd_vec middle, cd_vec v);

/// Moves a dynamic body to the present.
void cd_dynamic_advance(cd_world *world, cd_dynamic_body *dynamic_body);

/// The shape of a dynamic body where it is now.
cd_shape cd_dynamic_shape(const cd_world *world, const cd_dynamic_body *dynamic_body);

/// The shape of a dynamic body that turns, as `now` is it, a time later, where it does not move.
cd_shape cd_dynamic_turned(const cd_world *world, const cd_dynamic_body *dynamic_body,
                           const cd_shape *now, double time);

/// The shape of the body at an index where it is now.
cd_shape cd_shape_now(const cd_world *world, int index);

/// Lets a dynamic body move otherwise than at its velocity until the step ends.
void cd_dynamic_hold(cd_world *world, int dynamic_body, cd_vec velocity);

/// Adds a dynamic body to those that are in no pile, or held where they are.
static inline void cd_note_loose(cd_world *w, int dynamic_body) {
    cd_step_state *s = &w->step;
    if (s->loose_count >= 0 && s->loose_count < CD_MOST_LOOSE)
        s->loose[s->loose_count++] = dynamic_body;
    else
        s->loose_count = -1;
}

/// Stops a dynamic body for the rest of the step; its body keeps the velocity.
void cd_dynamic_stall(cd_world *world, cd_dynamic_body *dynamic_body);

/// Stops a dynamic body that would not stay in range until the step ends. All that have new
/// velocities are to be looked at before one of them is predicted, since that looks at the paths of
/// others.
void cd_dynamic_keep_in_range(cd_world *world, cd_dynamic_body *dynamic_body);

/// The index of the other body of a collision.
static inline int cd_other_index(const cd_world *w, const cd_collision *c) {
    return c->other >= 0 ? cd_dynamic_at(w, c->other)->index : c->static_body;
}

/// Lets the bodies of a collision pass through each other for the rest of the step.
void cd_pass_through(cd_world *world, const cd_collision *collision);

/// Lets two bodies, by index, do so.
void cd_pass_pair(cd_world *world, int a, int b);

/// Lets them meet again.
void cd_end_pass(cd_world *world, int a, int b);

/// Whether the bodies in two slots pass through each other in this step.
bool cd_has_passed(const cd_world *world, int a, int b);

/// Whether a dynamic body passes through the body at an index now: what blocks one way only may
/// have let it through in this step, and they have parted.
bool cd_is_passing_now(const cd_world *world, const cd_dynamic_body *m, int index);

/// Whether a dynamic body may hit the body at an index: their groups and masks let them collide,
/// one of them has a finite mass or lets the other pass, and they do not pass through each other in
/// this step.
static inline bool cd_dynamic_may_hit(const cd_world *w, const cd_dynamic_body *m, int index) {
    const cd_stored_body *all = cd_stored_bodies(w);
    return (w->filtered_count == 0 || cd_may_collide(&all[m->index].body, &all[index].body)) &&
           (m->inverse_mass > 0 || !isinf(all[index].body.mass) ||
            cd_lets_pass(w, m->index, index)) &&
           !(m->has_passed && cd_is_passing_now(w, m, index));
}

/// Writes the present state of the dynamic body of the body at an index, or of all dynamic bodies,
/// to the bodies.
void cd_step_sync(cd_world *world, int index);
void cd_step_sync_all(cd_world *world);

/// Says that bodies are not where the last step left them, or move otherwise: the next step must
/// predict anew.
static inline void cd_step_forget(cd_world *w) { w->step.predictions_hold = false; }

/// To be called before bodies are added, removed or changed: writes all dynamic bodies back and
/// lets a step that is active gather them again.
void cd_step_disturb(cd_world *world);

#endif
