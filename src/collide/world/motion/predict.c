// The narrow phase of the step. Bodies with the same acceleration move straight relative to each
// other: two spheres touch at a root of a quadratic; other shapes ask cd_first_hit. The others are
// in flight (flight.h). A dynamic body keeps its earliest hit with another dynamic body and the
// version of that one: if its partner changes its path meanwhile, the dynamic body is predicted
// anew when the time comes.
#include "collide/world/motion/predict.h"

#include "collide/math/tolerance.h"
#include "collide/world/body/world_memory.h"
#include "collide/world/motion/flight.h"
#include "collide/world/motion/kept_path.h"
#include "collide/world/motion/moving_union.h"
#include "collide/world/motion/one_way.h"
#include "collide/world/motion/spin.h"
#include "collide/world/motion/static_query.h"
#include "collide/world/motion/step_hash.h"
#include "collide/world/motion/step_heap.h"
#include "collide/world/motion/touches.h"

#include <string.h>

enum { MOST_STATIC_OVERLAPS = 32 }; // of one dynamic body that are corrected

// ---------------------------------------------------------------------------- other dynamic bodies

// When two approaching spheres touch, from now on: the nearer root of |d + t dv| = r, in a form
// without cancellation; 0 where they overlap, unless they slide along each other, to the rounding
// of both velocities, whose difference dv may be much smaller.
// Without it: tests/collide/world/predict_spec.lua "slide along each other"
static double time_to_touch(const cd_dynamic_body *m, const cd_dynamic_body *o, cd_vec d, cd_vec dv,
                            double r) {
    double b = cd_dot(d, dv);
    if (!(b < 0))
        return INFINITY;
    double dd = cd_length2(d), c = dd - r * r;
    if (c <= 0) {
        double speed_squared = cd_max(cd_length2(m->v), cd_length2(o->v));
        return b * b > CD_SLIDING * CD_SLIDING * dd * speed_squared ? 0 : INFINITY;
    }
    double disc = b * b - cd_length2(dv) * c;
    return disc >= 0 ? c / (sqrt(disc) - b) : INFINITY;
}

// Overlaps count at the start of a step only: position correction takes them apart, not hits.
// Without it: tests/lua/step_spec.lua "pushes out what overlaps"
static void note_overlap(cd_world *w, int a, int b) {
    cd_step_state *s = &w->step;
    if (cd_have_one_way(w, a, b) && cd_one_way_lets_overlap(w, a, b, 0)) {
        cd_pass_pair(w, a, b);
        return;
    }
    const cd_stored_body *all = cd_stored_bodies(w);
    if (isfinite(all[a].body.mass) || isfinite(all[b].body.mass))
        cd_side_choose(w, a, b);
    cd_slot_pair *pair =
        cd_step_append(w, &s->initial_overlaps, &s->initial_overlap_count, sizeof *pair);
    if (pair)
        *pair = (cd_slot_pair){cd_slot_of(w)[a], cd_slot_of(w)[b]};
}

// The hit of a pair in straight relative motion, from a time on at which its first body has come
// ahead, within `left`: its time, INFINITY: none. Its point lies on the other body where that is
// now.
static double time_along_line(cd_world *w, cd_body_pair *pair, cd_vec velocity, double from,
                              cd_vec ahead, double left, cd_hit *hit) {
    const cd_dynamic_body *m = cd_dynamic_at(w, cd_dynamic_of(w)[pair->a]);
    pair->motion = cd_scale(velocity, left);
    pair->tmax = cd_min((m->dynamic_time - w->step.now - from) / left, 1);
    if (pair->tmax < 0) // another hit is sooner
        return INFINITY;
    bool is_hit = cd_bodies_hit(pair, hit);
    if ((!is_hit && !cd_bodies_graze(pair, hit)) ||
        (hit->inside && cd_lets_pass(w, pair->a, pair->b)) ||
        !cd_moving_hit_counts(w, pair, from, ahead, left, is_hit, hit))
        return INFINITY;
    return from + hit->t * left;
}

// The first time at which two bodies in flight can touch and close.
static double time_to_close(cd_world *w, const cd_body_pair *pair, const cd_flight *f, double until,
                            double moment) {
    const cd_dynamic_body *m = cd_dynamic_at(w, cd_dynamic_of(w)[pair->a]);
    cd_shape a = *pair->shape_a, b = *pair->shape_b;
    cd_separation crossed;
    cd_add_skins(w, pair->a, &a, pair->b, &b);
    double rounding = cd_flight_rounding(m);
    if (!cd_side_separate(w, pair->a, &a, pair->b, &b, &crossed))
        return cd_flight_to_shape(&a, &b, f, until, moment, m->bounding_radius, rounding);
    return cd_flight_to_plane(f, crossed.normal, crossed.distance, rounding);
}

// The same on parabolas: where the two can first close, the path is straight for a moment.
static double time_along_parabola(cd_world *w, const cd_body_pair *pair, const cd_flight *flight,
                                  double until, cd_hit *hit) {
    cd_shape moved;
    cd_body_pair ahead = *pair;
    ahead.shape_a = &moved;
    cd_dynamic_body *m = cd_dynamic_at(w, cd_dynamic_of(w)[pair->a]);
    const double longest = cd_flight_longest(flight, cd_skin_of_pair(w, pair->a, pair->b));
    double t = 0, moment = cd_flight_moment(w, flight, pair->tolerance);
    for (int round = 0; round < CD_FLIGHT_ROUNDS; round++) {
        cd_flight f = *flight;
        f.v = cd_add_scaled(f.v, t, f.a);
        moved = *pair->shape_a;
        cd_shape_move(&moved, cd_flight_after(flight, t));
        double next = time_to_close(w, &ahead, &f, until - t, moment / 2);
        if (!(t + next < until))
            return INFINITY;
        t += next;
        moment = cd_min(moment, until - t);
        const cd_vec flown = cd_flight_after(flight, t);
        moved = *pair->shape_a;
        cd_shape_move(&moved, flown);
        cd_vec mean = cd_add_scaled(flight->v, t + moment / 2, flight->a);
        double time = time_along_line(w, &ahead, mean, t, flown, moment, hit);
        if (time < INFINITY)
            return time;
        t += moment;
        moment = cd_min(2 * moment, longest);
    }
    m->horizon = w->step.now + cd_max(t, 0);
    return INFINITY;
}

// When a dynamic body hits another, one of which at least is no sphere, from now on.
static double time_to_hit(cd_world *w, int dynamic_body, const cd_dynamic_body *o, bool at_start,
                          const cd_flight *flight, cd_hit *hit) {
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    // The other is predicted anew before its motion would leave the range.
    double left = cd_min(m->horizon - w->step.now, CD_LARGEST / cd_max_abs(flight->v));
    cd_shape a = cd_dynamic_shape(w, m), b = cd_dynamic_shape(w, o);
    double bounding_radius = cd_min(m->bounding_radius, o->bounding_radius);
    cd_body_pair pair = {.world = w,
                         .a = m->index,
                         .b = o->index,
                         .shape_a = &a,
                         .shape_b = &b,
                         .tolerance = cd_pair_tolerance(w, m->index, o->index, bounding_radius)};
    if (at_start && cd_bodies_overlap(&pair))
        note_overlap(w, m->index, o->index);
    if (!cd_dynamic_may_hit(w, m, o->index))
        return INFINITY;
    double time = cd_is_zero(flight->a) || left == 0
                      ? time_along_line(w, &pair, flight->v, 0, (cd_vec){0, 0, 0}, left, hit)
                      : time_along_parabola(w, &pair, flight, left, hit);
    if (time == INFINITY)
        cd_touches_note_near(w, m->index, o->index, m->horizon);
    else // it was found where the other is now
        hit->point =
            cd_add(hit->point, cd_sub(cd_dynamic_displacement(o, w->step.now + time - o->t),
                                      cd_dynamic_displacement(o, w->step.now - o->t)));
    return time;
}

// The skin at which two dynamic bodies meet.
static inline double skin_of(const cd_world *w, const cd_dynamic_body *m,
                             const cd_dynamic_body *o) {
    return cd_have_skin(w, m->index, o->index) ? cd_skin_of_pair(w, m->index, o->index) : 0;
}

// Whether two dynamic bodies whose bounding spheres are a gap apart may touch within a time.
static bool may_reach(const cd_flight *f, double gap, double time) {
    return gap <= cd_length(f->v) * time + cd_length(f->a) * (time * time / 2);
}

// Whether two bodies that touch in a pile, or one of which is held, close by no more in this step
// than what the solver leaves over.
static bool is_pressed(const cd_world *w, const cd_dynamic_body *m, const cd_dynamic_body *o,
                       cd_vec normal, cd_vec relative) {
    if (!cd_keeps_path(w, m) && !cd_keeps_path(w, o))
        return false;
    const double radius = cd_min(m->bounding_radius, o->bounding_radius);
    const double margin = cd_contact_margin(w, m->index, o->index, radius);
    return -cd_dot(relative, normal) <= cd_pressed_speed(w, margin) &&
           cd_dot(cd_sub(m->a, o->a), normal) >= 0;
}

static void note_if_overlap(cd_world *w, const cd_dynamic_body *m, const cd_dynamic_body *o) {
    const double radius = cd_min(m->bounding_radius, o->bounding_radius);
    const double r = m->bounding_radius + o->bounding_radius + skin_of(w, m, o);
    if (m->inverse_mass + o->inverse_mass == 0 || !cd_dynamic_may_hit(w, m, o->index) ||
        cd_length2(cd_sub(m->x, cd_dynamic_position(w, o))) > r * r)
        return;
    const cd_shape a = cd_dynamic_shape(w, m), b = cd_dynamic_shape(w, o);
    const cd_body_pair pair = {.world = w,
                               .a = m->index,
                               .b = o->index,
                               .shape_a = &a,
                               .shape_b = &b,
                               .tolerance = cd_pair_tolerance(w, m->index, o->index, radius)};
    if (cd_bodies_overlap(&pair))
        note_overlap(w, m->index, o->index);
}

// hit: where; NULL: of two spheres, which is known when the time comes.
static inline void keep_hit(cd_world *w, int dynamic_body, int other, double time,
                            const cd_hit *hit) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    m->dynamic_time = time;
    m->partner = other;
    m->partner_version = cd_dynamic_at(w, other)->version;
    if (!hit)
        return;
    cd_dynamic_contacts(w)[dynamic_body].dynamic_normal = hit->normal;
    cd_dynamic_contacts(w)[dynamic_body].dynamic_point = hit->point;
}

// The same of two of which one turns, until the step ends: it is predicted anew in each.
static void test_turning(cd_world *w, int dynamic_body, int other, bool at_start) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    const cd_dynamic_body *o = cd_dynamic_at(w, other);
    if (at_start)
        note_if_overlap(w, m, o);
    if (m->inverse_mass + o->inverse_mass == 0 || m->stalled || o->stalled ||
        cd_is_foreseen(w, m, o->index) || cd_is_foreseen(w, o, m->index) ||
        !cd_dynamic_may_hit(w, m, o->index))
        return;
    const double left = cd_min(cd_min(m->horizon, m->dynamic_time), w->step.end) - w->step.now;
    const double r = m->bounding_radius + o->bounding_radius + skin_of(w, m, o);
    const cd_flight flight = {cd_sub(cd_dynamic_velocity(w, m), cd_dynamic_velocity(w, o)),
                              cd_sub(m->a, o->a), 0, 0};
    if (!(left > 0) ||
        !may_reach(&flight, cd_length(cd_sub(m->x, cd_dynamic_position(w, o))) - r, left))
        return;
    cd_hit hit;
    const bool rides = cd_rides(w, dynamic_body, other) || cd_rides(w, other, dynamic_body);
    const double time =
        w->step.now + cd_time_to_turning(w, m->spins ? m : o, m->spins ? o : m, left, rides, &hit);
    if (!(time < m->dynamic_time)) {
        cd_touches_note_near(w, m->index, o->index, w->step.end);
        return;
    }
    hit.normal = m->spins ? cd_negate(hit.normal) : hit.normal;
    keep_hit(w, dynamic_body, other, time, &hit);
}

// Two dynamic bodies, as the first moves relative to the other: their middles are d apart, and
// their bounding spheres, with skins, touch at a distance of r.
typedef struct {
    const cd_dynamic_body *m, *o;
    bool spheres;
    cd_vec d;
    double square, r, until; ///< square: of the length of d; until: later hits do not matter
    cd_flight flight;
} approach;

static inline approach approach_of(const cd_world *w, const cd_dynamic_body *m,
                                   const cd_dynamic_body *o) {
    const cd_step_state *s = &w->step;
    const bool fall_alike = s->constrained_count == 0;
    const double since = s->now - o->t;
    const cd_vec a = fall_alike ? w->gravity : o->a;
    const cd_vec y = cd_add(o->x, cd_add_scaled(cd_scale(o->v, since), since * since / 2, a));
    approach p = {.m = m,
                  .o = o,
                  .spheres = m->is_sphere && o->is_sphere,
                  .d = cd_sub(m->x, y),
                  .r = m->bounding_radius + o->bounding_radius + skin_of(w, m, o),
                  .until = cd_min(m->horizon, m->dynamic_time) - s->now,
                  .flight = {.v = cd_sub(m->v, cd_add_scaled(o->v, since, a))}};
    p.square = cd_length2(p.d);
    if (!fall_alike)
        p.flight.a = cd_sub(m->a, a);
    return p;
}

// Whether bounding spheres that move straight pass by each other: of most, one branch says so.
static inline bool spheres_pass_by(const approach *p) {
    const double b = cd_dot(p->d, p->flight.v), far = p->r * p->r * (1 + CD_TOUCH_CURVED);
    return !((b < 0) & (b * b >= cd_length2(p->flight.v) * (p->square - far)));
}

// When two bodies touch whose bounding spheres do: spheres then, others not before. passes_by: two
// spheres touch without a hit. INFINITY: they do not, nor hide shapes that might.
static inline double time_of_spheres(const cd_world *w, approach *p, bool *passes_by) {
    const bool near = p->square <= p->r * p->r * (1 + CD_TOUCH_CURVED);
    double time;
    if (cd_is_zero(p->flight.a)) {
        time = time_to_touch(p->m, p->o, p->d, p->flight.v, p->r);
        *passes_by =
            p->spheres && time == INFINITY &&
            time_to_touch(p->m, p->o, p->d, p->flight.v, p->r * (1 + CD_TOUCH_CURVED)) < INFINITY;
        // Bounding spheres that overlap now may hide shapes that still come to touch.
        // Without it: tests/collide/world/step_test.c
        return time <= p->until ? time : !p->spheres && near ? 0 : INFINITY;
    }
    const double radius = cd_min(p->m->bounding_radius, p->o->bounding_radius);
    const double margin = cd_contact_margin(w, p->m->index, p->o->index, radius);
    p->flight.still_speed = cd_contact_still_speed(w, margin);
    p->flight.still_acceleration = cd_contact_still_acceleration(w, margin);
    if (!may_reach(&p->flight, sqrt(p->square) - p->r * (1 + CD_TOUCH_CURVED), p->until))
        return INFINITY;
    time = p->spheres ? cd_flight_to_ball(p->d, p->r, &p->flight, p->until) : 0;
    *passes_by = p->spheres && time == INFINITY && near;
    return time;
}

// Whether the solver has seen to it that the paths of two bodies lead into nothing.
static inline bool is_left_out(const cd_world *w, const cd_dynamic_body *m,
                               const cd_dynamic_body *o) {
    const bool go_on = !m->stalled && !o->stalled;
    return (m->in_pile && o->in_pile && go_on) || cd_is_foreseen(w, m, o->index) ||
           cd_is_foreseen(w, o, m->index);
}

// Keeps the hit of a dynamic body with another if it is the earliest so far, of equal times the one
// with the earlier body.
static inline void test_dynamic(cd_world *w, int dynamic_body, int other, bool at_start) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    const cd_dynamic_body *o = cd_dynamic_at(w, other);
    if (m->spins || o->spins) {
        test_turning(w, dynamic_body, other, at_start);
        return;
    }
    if ((m->stalled && o->inverse_mass == 0) || (o->stalled && m->inverse_mass == 0))
        return; // what nothing stops goes on through what is held
    if (is_left_out(w, m, o)) {
        if (at_start)
            note_if_overlap(w, m, o);
        return;
    }
    approach p = approach_of(w, m, o);
    if (w->step.constrained_count == 0 && w->step.nonsphere_count == 0 && !at_start &&
        spheres_pass_by(&p))
        return;
    const bool overlap = p.square < p.r * p.r * (1 - CD_TOUCH_CURVED);
    bool passes_by = false;
    double time = time_of_spheres(w, &p, &passes_by);
    if (!(time < INFINITY || passes_by || (overlap && at_start)) ||
        !cd_dynamic_may_hit(w, m, o->index))
        return;
    if (passes_by)
        cd_touches_note_near(w, m->index, o->index, m->horizon);
    cd_hit hit;
    if (!p.spheres) {
        time = time_to_hit(w, dynamic_body, o, at_start, &p.flight, &hit);
    } else if (overlap) {
        if (at_start)
            note_overlap(w, m->index, o->index);
        if (cd_lets_pass(w, m->index, o->index) || !cd_dynamic_may_hit(w, m, o->index))
            return;
    }
    const cd_vec normal = p.spheres ? cd_normalized(p.d, p.flight.v) : hit.normal;
    if (time == 0 && is_pressed(w, m, o, normal, p.flight.v))
        time = INFINITY;
    time += w->step.now;
    const bool first = time < m->dynamic_time || (time == m->dynamic_time && time < INFINITY &&
                                                  o->index < cd_dynamic_at(w, m->partner)->index);
    // Two at one time: the other is touched, too.
    if (cd_is_imminent(w, m, o, o->index, fabs(time - m->dynamic_time)))
        cd_touches_note_near(w, m->index, first ? cd_dynamic_at(w, m->partner)->index : o->index,
                             m->horizon);
    if (first)
        keep_hit(w, dynamic_body, other, time, p.spheres ? NULL : &hit);
}

// Movers to be tested against one: all are fetched from memory before the first is tested.
enum { BATCH = 64, BATCH_FULL = BATCH - CD_BUCKET_ROOM };
typedef struct {
    int dynamic_bodies[BATCH], count;
} dynamic_batch;

static void test_batch(cd_world *w, int dynamic_body, int from, dynamic_batch *batch,
                       bool at_start) {
    for (int i = 0; i < batch->count; i++)
        __builtin_prefetch(cd_dynamic_at(w, batch->dynamic_bodies[i]));
    for (int i = 0; i < batch->count; i++)
        if (batch->dynamic_bodies[i] >= from && batch->dynamic_bodies[i] != dynamic_body)
            test_dynamic(w, dynamic_body, batch->dynamic_bodies[i], at_start);
    batch->count = 0;
}

// Adds the dynamic bodies of a bucket, at an offset from that of a dynamic body, to a batch. As
// long as no bucket overflows, no branch depends on how many there are.
static inline void add_bucket(cd_world *w, int dynamic_body, int offset, int from, bool at_start,
                              dynamic_batch *batch) {
    const cd_step_state *s = &w->step;
    int b = cd_dynamic_at(w, dynamic_body)->bucket + offset;
    b -= b >= s->hash.M ? s->hash.M : 0;
    const cd_bucket *bucket = (const cd_bucket *)s->buckets.memory + b;
    memcpy(&batch->dynamic_bodies[batch->count], bucket->dynamic_bodies,
           sizeof bucket->dynamic_bodies);
    batch->count += bucket->count < CD_BUCKET_ROOM ? bucket->count : CD_BUCKET_ROOM;
    int more = bucket->count > CD_BUCKET_ROOM ? bucket->more : -1;
    for (; batch->count > BATCH_FULL || more >= 0;
         more = more < 0 ? -1 : cd_next_in_bucket(w)[more]) {
        if (batch->count > BATCH_FULL)
            test_batch(w, dynamic_body, from, batch, at_start);
        if (more >= 0)
            batch->dynamic_bodies[batch->count++] = more;
    }
}

// Where neighbour i of a cell lies along an axis: -1, 0 or 1.
static int side_of(int i, int axis) { return (axis == 0 ? i : axis == 1 ? i / 3 : i / 9) % 3 - 1; }

// Tests the dynamic bodies in the cells that a dynamic body has come next to by entering a cell.
static void test_new_neighbours(cd_world *w, int dynamic_body, int axis, int direction) {
    const cd_step_state *s = &w->step;
    dynamic_batch batch;
    batch.count = 0;
    for (int i = 0; i < s->neighbour_count; i++)
        if (side_of(i, axis) == direction)
            add_bucket(w, dynamic_body, s->neighbour_offsets[i], 0, false, &batch);
    test_batch(w, dynamic_body, 0, &batch, false);
}

// Tests the dynamic bodies around, from `from` on. The dynamic body is in the present. What is in a
// pile hits nothing that is in one: a settling pile of 1,000 takes a tenth less.
static void test_neighbours(cd_world *w, int dynamic_body, int from, bool at_start) {
    const cd_step_state *s = &w->step;
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    if (s->loose_count >= 0 && m->in_pile && !m->stalled && !at_start) {
        for (int i = 0; i < s->loose_count; i++)
            if (s->loose[i] >= from)
                test_dynamic(w, dynamic_body, s->loose[i], false);
        return;
    }
    const int *oversized = s->oversized.memory;
    for (int i = 0; i < s->oversized_count; i++)
        if (oversized[i] >= from && oversized[i] != dynamic_body)
            test_dynamic(w, dynamic_body, oversized[i], at_start);
    if (m->oversized) {
        for (int i = from; i < s->dynamic_count; i++)
            if (i != dynamic_body && !cd_dynamic_at(w, i)->oversized)
                test_dynamic(w, dynamic_body, i, at_start);
        return;
    }
    dynamic_batch batch;
    batch.count = 0;
    for (int i = 0; i < s->neighbour_count; i++)
        add_bucket(w, dynamic_body, s->neighbour_offsets[i], from, at_start, &batch);
    test_batch(w, dynamic_body, from, &batch, at_start);
}

// ----------------------------------------------------------------------------------- static bodies

static void predict_static(cd_world *w, int dynamic_body, bool at_start) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    m->static_time = INFINITY;
    if (w->trees[0].count == 0 && w->unbounded_count == 0)
        return;
    cd_shape shape = cd_dynamic_shape(w, m);
    int deep[MOST_STATIC_OVERLAPS];
    int count = at_start ? cd_world_deep_in_static(w, m, &shape, deep, MOST_STATIC_OVERLAPS) : 0;
    for (int i = 0; i < count; i++)
        note_overlap(w, m->index, deep[i]);
    cd_hit hit;
    int static_body = cd_world_first_static_of_flight(w, m, &shape, &hit);
    if (static_body < 0)
        return;
    m->static_time = w->step.now + hit.t;
    m->static_body = static_body;
    cd_dynamic_contacts(w)[dynamic_body].static_normal = hit.normal;
    cd_dynamic_contacts(w)[dynamic_body].static_point = hit.point;
}

// ------------------------------------------------------------------------------------- all of them

// A path that bends by more than this part of the size of the body is predicted anew: static bodies
// are looked for around its chord.
static const double MOST_BEND = 0.5;

// What ends with the step is predicted a little beyond it, so that it is not predicted once more.
static const double LITTLE_MORE = 0x1p-10;

// How far the predictions of a dynamic body reach. All motions are in range. What slides changes
// its path often: where it has lasted, it is likely to last once more as long. A cylinder that
// lands on a fine mesh would else be cast at a thousand triangles, in 120 ms.
static double span_of(const cd_world *w, const cd_dynamic_body *m) {
    double span = cd_min(w->step.prediction_span, CD_LARGEST / 2 / cd_max_abs(m->v));
    double a = cd_length(m->a), bend = MOST_BEND * m->bounding_radius;
    if (m->spins)
        return cd_min(span, w->step.end - w->step.now + LITTLE_MORE * w->step.dt);
    // What moves in a pile gets another path in the next step.
    if (cd_keeps_path(w, m))
        return cd_min(span, w->step.end - w->step.now + LITTLE_MORE * w->step.dt);
    if (a > 0)
        span = cd_min(span, sqrt(CD_LARGEST / a));
    if (a > 0 && (w->trees[0].count > 0 || w->unbounded_count > 0))
        span = cd_min(span, cd_max(sqrt(8 * bend / a), w->step.dt));
    if (cd_equal(m->a, w->gravity) || cd_dynamic_is_still(m))
        return span;
    return cd_min(span, cd_max(w->step.now - m->since, w->step.dt));
}

void cd_dynamic_predict(cd_world *w, int dynamic_body, int from, bool at_start) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    cd_dynamic_keep_in_range(w, m);
    const cd_step_state *s = &w->step;
    m->horizon = s->predicts_ahead ? s->now + span_of(w, m) : s->end;
    m->dynamic_time = INFINITY;
    if (!m->oversized && !cd_cell_fits(w, m))
        cd_cell_leave(w, dynamic_body);
    predict_static(w, dynamic_body, at_start);
    test_neighbours(w, dynamic_body, from, at_start);
    cd_cell_predict(w, m);
    cd_heap_update(w, dynamic_body);
}

void cd_dynamic_change_cell(cd_world *w, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    if (m->axis < 0) {
        cd_dynamic_predict(w, dynamic_body, 0, false);
        return;
    }
    cd_dynamic_advance(w, m);
    const int direction = cd_cell_cross(w, dynamic_body);
    test_new_neighbours(w, dynamic_body, m->axis, direction);
    cd_cell_predict(w, m);
    cd_heap_update(w, dynamic_body);
}
