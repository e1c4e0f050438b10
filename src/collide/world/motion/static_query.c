// The static bodies that a dynamic body hits, overlaps or touches: the traversal of the tree of
// static bodies by the box of the dynamic body (ray_query.h), and the tests of two shapes of
// first_hit.c.
#include "collide/world/motion/static_query.h"

#include "collide/world/body/body_tree.h"
#include "collide/world/broad/ray_query.h"
#include "collide/world/motion/body_pair.h"
#include "collide/world/motion/kept_path.h"
#include "collide/world/motion/touches.h"

/// A dynamic body among the static bodies, and what is asked about them.
typedef struct {
    cd_ray_query ray;
    const cd_dynamic_body *dynamic_body;
    const cd_shape *shape;
    int index; ///< of the body that is hit first, -1: none yet
    cd_hit hit;
    int *indices, count, room; ///< of the bodies that the dynamic body overlaps
    bool with_moving;          ///< also those that move, but are not moved
    double margin, own_skin;   ///< own_skin: of the dynamic body
    cd_world *changed;         ///< notes what is near
    double until;              ///< of the notes
    const cd_flight *flight;
    double first, moment; ///< first: when it can first close
    cd_found_static *found;
    void *context;
} static_query;

// A static body has no skin: that of the dynamic body, if it does, is the one of each pair.
static static_query query_of(const cd_world *w, const cd_dynamic_body *m, const cd_shape *shape,
                             double margin) {
    double own = cd_thin_skin(w, m->index);
    double half = m->bounding_radius + margin + own;
    return (static_query){.own_skin = own,
                          .ray = {.world = w,
                                  .origin = m->x,
                                  .half = {half, half, w->dim == 3 ? half : 0},
                                  .tmax = 1,
                                  .mask = UINT32_MAX},
                          .dynamic_body = m,
                          .shape = shape,
                          .index = -1,
                          .margin = margin};
}

static double tolerance_of(const static_query *q, int i) {
    return cd_pair_tolerance(q->ray.world, q->dynamic_body->index, i,
                             q->dynamic_body->bounding_radius);
}

// ------------------------------------------------------------------------------------ first hit

// Whether the dynamic body may hit a body that is asked for, and may be as near to it as `limit`.
static bool may_be_near(const static_query *q, int i, double limit) {
    const cd_world *w = q->ray.world;
    const cd_shape *s = &cd_stored_bodies(w)[i].body.shape;
    bool is_asked =
        q->with_moving ? isinf(cd_stored_bodies(w)[i].body.mass) : cd_is_static_at(w, i);
    if (!is_asked || !cd_dynamic_may_hit(w, q->dynamic_body, i))
        return false;
    return !q->dynamic_body->is_sphere || s->kind != CD_PLANE ||
           cd_dot(s->as.plane.normal, q->ray.origin) - s->as.plane.offset -
                   q->dynamic_body->bounding_radius <=
               limit + q->own_skin;
}

// ------------------------------------------------------------------------------------ inner edges

typedef struct {
    static_query query; // first
    const cd_body_pair *pair;
    const cd_hit *hit;
    cd_touch_union *touching;
} union_query;

static void visit_union(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    union_query *u = (union_query *)(static_query *)ray;
    const cd_world *w = ray->world;
    const cd_body *body = &cd_stored_bodies(w)[i].body;
    (void)sphere;
    if (i == u->pair->b || body->response == CD_PASS ||
        !may_be_near(&u->query, i, u->touching->tolerance))
        return;
    cd_body_pair pair = *u->pair;
    pair.b = i;
    pair.shape_b = &body->shape;
    cd_body_pair_union_add(&pair, u->hit, i, u->touching);
}

void cd_world_add_static(const cd_world *w, const cd_dynamic_body *m, const cd_body_pair *pair,
                         const cd_hit *hit, cd_touch_union *touching) {
    cd_dynamic_body moved = *m;
    moved.x = cd_add_scaled(moved.x, hit->t, cd_sub(pair->motion, pair->motion_b));
    union_query u = {query_of(w, &moved, pair->shape_a, touching->tolerance), pair, hit, touching};
    u.query.ray.visit = visit_union;
    cd_ray_traverse(&u.query.ray, 1);
}

// Whether a touch of a static body counts among all that touches there; alone: whether it does by
// itself. The side of a seam is no edge.
// Without it: tests/collide/world/tiles_spec.lua "keeps its speed in "
static bool resolve(const static_query *q, const cd_body_pair *pair, bool alone, cd_hit *hit) {
    cd_touch_union touching;
    if (cd_hits_alone(pair, hit) || !cd_body_pair_union(pair, hit, &touching))
        return alone;
    cd_world_add_static(pair->world, q->dynamic_body, pair, hit, &touching);
    return touching.touch_count == 1 ? alone : cd_body_pair_resolve(pair, &touching, !alone, hit);
}

// ------------------------------------------------------------------------------------ first hit

// Whether a dynamic body hits a static body before all others so far.
static bool is_first(static_query *q, int i, const cd_body_sphere *sphere, cd_hit *hit) {
    cd_ray_query *ray = &q->ray;
    const cd_world *w = ray->world;
    cd_shape sphere_shape;
    const cd_shape *static_body = cd_tree_shape(w, i, sphere, &sphere_shape);
    const cd_body_pair pair = {.world = w,
                               .a = q->dynamic_body->index,
                               .b = i,
                               .shape_a = q->shape,
                               .shape_b = static_body,
                               .motion = ray->motion,
                               .tmax = ray->tmax,
                               .tolerance = tolerance_of(q, i)};
    bool is_hit = cd_bodies_hit(&pair, hit);
    if ((!is_hit && !cd_bodies_graze(&pair, hit)) ||
        (hit->inside && cd_lets_pass(w, pair.a, pair.b)))
        return false;
    if (hit->t > ray->tmax || (hit->t == ray->tmax && q->index >= 0 && i > q->index))
        return false;
    return resolve(q, &pair, is_hit, hit);
}

// Whether a dynamic body may come to touch a static body without a hit: a sphere does with a plane
// only where its way ends at it.
static bool may_slide(const static_query *q, int i) {
    const cd_shape *s = &cd_stored_bodies(q->ray.world)[i].body.shape;
    if (!q->dynamic_body->is_sphere || s->kind != CD_PLANE)
        return true;
    double radius = q->dynamic_body->bounding_radius + q->own_skin;
    cd_vec end = cd_add(q->ray.origin, q->ray.motion);
    double gap = cd_dot(s->as.plane.normal, end) - s->as.plane.offset - radius;
    return fabs(gap) <= 2 * tolerance_of(q, i);
}

static void visit_first(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    static_query *q = (static_query *)ray;
    const cd_world *w = ray->world;
    cd_hit hit;
    if (!cd_is_static_at(w, i) || cd_is_foreseen(w, q->dynamic_body, i) ||
        !cd_dynamic_may_hit(w, q->dynamic_body, i))
        return;
    int other = i;
    if (is_first(q, i, sphere, &hit)) {
        other = q->index;
        q->hit = hit;
        q->index = i;
        ray->tmax = hit.t;
    }
    if (other >= 0 && may_slide(q, other))
        cd_touches_note_near(q->changed, q->dynamic_body->index, other, q->until);
}

static int first_static(cd_world *w, const cd_dynamic_body *m, const cd_shape *shape, double time,
                        double until, cd_hit *hit) {
    static_query q = query_of(w, m, shape, cd_touch_tolerance(m->bounding_radius));
    q.ray.motion = cd_scale(m->v, time);
    q.ray.visit = visit_first;
    q.changed = w;
    q.until = until;
    if (cd_is_zero(q.ray.motion))
        return -1;
    cd_ray_traverse(&q.ray, 1);
    *hit = q.hit;
    hit->t = q.ray.tmax * time;
    return q.index;
}

int cd_world_first_static(cd_world *w, const cd_dynamic_body *m, const cd_shape *shape, double time,
                          cd_hit *hit) {
    return first_static(w, m, shape, time, w->step.now + time, hit);
}

// ----------------------------------------------------------------------------------------- flight

// When a ball in flight can first touch a plane: most walls are one, and a third of the time of a
// room full of balls is theirs.
static double ball_to_plane(const static_query *q, const cd_shape *plane) {
    cd_vec n = plane->as.plane.normal;
    double radius = q->dynamic_body->bounding_radius + q->own_skin;
    double gap = cd_dot(n, q->ray.origin) - plane->as.plane.offset - radius;
    return cd_flight_to_plane(q->flight, n, gap, cd_flight_rounding(q->dynamic_body));
}

// The same of any two bodies.
static double shape_to_static(static_query *q, int i) {
    const cd_world *w = q->ray.world;
    const cd_dynamic_body *m = q->dynamic_body;
    cd_shape a = *q->shape, b = cd_stored_bodies(w)[i].body.shape;
    cd_separation crossed;
    cd_add_skins(w, m->index, &a, i, &b);
    // What passes it is seen again when the step has ended.
    if (cd_lets_pass(w, m->index, i) && cd_overlap(&a, &b)) {
        const cd_step_state *s = &w->step;
        q->until = cd_min(q->until, s->end > s->now ? s->end : s->now + s->dt);
        return INFINITY;
    }
    if (cd_side_separate(w, m->index, &a, i, &b, &crossed))
        return cd_flight_to_plane(q->flight, crossed.normal, crossed.distance,
                                  cd_flight_rounding(m));
    return cd_flight_to_shape(&a, &b, q->flight, q->first, q->moment, m->bounding_radius,
                              cd_flight_rounding(m));
}

static void visit_flight(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    static_query *q = (static_query *)ray;
    const cd_world *w = ray->world;
    (void)sphere;
    if (!cd_is_static_at(w, i) || cd_is_foreseen(w, q->dynamic_body, i) ||
        !cd_dynamic_may_hit(w, q->dynamic_body, i))
        return;
    const cd_shape *s = &cd_stored_bodies(w)[i].body.shape;
    const bool is_ball = q->dynamic_body->is_sphere && s->kind == CD_PLANE;
    double time = is_ball && !cd_lets_pass(w, q->dynamic_body->index, i) ? ball_to_plane(q, s)
                                                                         : shape_to_static(q, i);
    if (time <= q->first)
        q->first = time;
    else if (!is_ball || may_slide(q, i))
        cd_touches_note_near(q->changed, q->dynamic_body->index, i, q->dynamic_body->horizon);
}

// The box around the chord of the path holds the path where it is larger by the sagitta.
static double first_time_to_close(cd_world *w, const cd_dynamic_body *m, const cd_shape *shape,
                                  double left, double moment, double *until) {
    const double margin = cd_contact_margin(w, m->index, m->index, m->bounding_radius);
    const cd_flight flight = {m->v, m->a, cd_contact_still_speed(w, margin),
                              cd_contact_still_acceleration(w, margin)};
    const double sagitta = cd_length(m->a) * left * left / 8;
    static_query q = query_of(w, m, shape, cd_touch_tolerance(m->bounding_radius) + sagitta);
    q.ray.motion = cd_flight_after(&flight, left);
    q.ray.visit = visit_flight;
    q.changed = w;
    q.flight = &flight;
    q.first = left;
    q.moment = moment / 2;
    q.until = *until;
    cd_ray_traverse(&q.ray, 1);
    *until = q.until;
    return q.first;
}

int cd_world_first_static_of_flight(cd_world *w, cd_dynamic_body *m, const cd_shape *shape,
                                    cd_hit *hit) {
    double left = m->horizon - w->step.now, t = 0;
    if (cd_is_zero(m->a) || left == 0)
        return first_static(w, m, shape, left, m->horizon, hit);
    const cd_flight flight = {m->v, m->a, 0, 0};
    const double longest = cd_flight_longest(&flight, cd_thin_skin(w, m->index));
    double moment = cd_flight_moment(w, &flight, cd_touch_tolerance(m->bounding_radius));
    for (int round = 0; round < CD_FLIGHT_ROUNDS; round++) {
        cd_dynamic_body ahead = *m;
        cd_shape moved = *shape;
        ahead.x = cd_add(m->x, cd_flight_after(&flight, t));
        ahead.v = cd_add_scaled(m->v, t, m->a);
        cd_shape_move(&moved, cd_flight_after(&flight, t));
        double until = m->horizon,
               next = first_time_to_close(w, &ahead, &moved, left - t, moment, &until);
        m->horizon = until;
        t += next;
        if (!(t < left))
            return -1;
        moment = cd_min(moment, left - t);
        ahead.x = cd_add(m->x, cd_flight_after(&flight, t));
        ahead.v = cd_add_scaled(m->v, t + moment / 2, m->a);
        moved = *shape;
        cd_shape_move(&moved, cd_flight_after(&flight, t));
        int i = first_static(w, &ahead, &moved, moment, m->horizon, hit);
        hit->t += t;
        if (i >= 0)
            return i;
        t += moment;
        moment = cd_min(2 * moment, longest);
    }
    m->horizon = w->step.now + t;
    return -1;
}

// ----------------------------------------------------------------------------- overlap and touch

static void visit_deep(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    static_query *q = (static_query *)ray;
    (void)sphere;
    if (q->count == q->room || !may_be_near(q, i, 0))
        return;
    const cd_body_pair pair = {.world = ray->world,
                               .a = q->dynamic_body->index,
                               .b = i,
                               .shape_a = q->shape,
                               .shape_b = &cd_stored_bodies(ray->world)[i].body.shape,
                               .tolerance = tolerance_of(q, i)};
    if (cd_bodies_overlap(&pair))
        q->indices[q->count++] = i;
}

int cd_world_deep_in_static(const cd_world *w, const cd_dynamic_body *m, const cd_shape *shape,
                            int *indices, int room) {
    static_query q = query_of(w, m, shape, 0);
    q.ray.visit = visit_deep;
    q.indices = indices;
    q.room = room;
    cd_ray_traverse(&q.ray, 1);
    return q.count;
}

static void visit_near(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    static_query *q = (static_query *)ray;
    (void)sphere;
    if (q->count == q->room || !may_be_near(q, i, q->margin))
        return;
    cd_shape a = *q->shape, b = cd_stored_bodies(ray->world)[i].body.shape;
    cd_add_skins(ray->world, q->dynamic_body->index, &a, i, &b);
    if (cd_are_within(&a, &b, q->margin))
        q->indices[q->count++] = i;
}

int cd_world_near_fixed(const cd_world *w, const cd_dynamic_body *m, const cd_shape *shape,
                        double reach, bool with_moving, int *indices, int room) {
    static_query q = query_of(w, m, shape, reach);
    q.ray.visit = visit_near;
    q.indices = indices;
    q.room = room;
    q.with_moving = with_moving;
    cd_ray_traverse(&q.ray, with_moving ? 2 : 1);
    return q.count;
}

static void found_contact(void *context, const cd_shape *a, const cd_shape *b,
                          const cd_separation *contact) {
    const static_query *q = context;
    q->found(q->context, q->index, a, b, contact);
}

static void visit_touching(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    static_query *q = (static_query *)ray;
    (void)sphere;
    double limit = tolerance_of(q, i) + q->margin;
    if (!may_be_near(q, i, limit))
        return;
    q->index = i;
    const cd_shape *static_body = &cd_stored_bodies(ray->world)[i].body.shape;
    if (!cd_have_skin(ray->world, q->dynamic_body->index, i)) {
        cd_each_contact(q->shape, static_body, limit, found_contact, q);
        return;
    }
    cd_shape a = *q->shape, b = *static_body;
    cd_add_skins(ray->world, q->dynamic_body->index, &a, i, &b);
    cd_each_contact(&a, &b, limit, found_contact, q);
}

void cd_world_touching_static(const cd_world *w, const cd_dynamic_body *m, const cd_shape *shape,
                              double margin, cd_found_static *found, void *context) {
    static_query q = query_of(w, m, shape, margin);
    q.ray.visit = visit_touching;
    q.found = found;
    q.context = context;
    cd_ray_traverse(&q.ray, 1);
}
