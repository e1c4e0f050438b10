#include "collide/world/motion/spin.h"

#include "collide/impact/turning_impact.h"
#include "collide/set/set_distance.h"
#include "collide/world/body/world_memory.h"

cd_vec cd_turning_at(const cd_world *w, int index, cd_vec p) {
    const cd_body *body = &cd_stored_bodies(w)[index].body;
    const int dynamic_body = cd_dynamic_of(w)[index];
    if (cd_is_zero(body->spin))
        return body->spin;
    const cd_vec pivot = dynamic_body >= 0 ? cd_dynamic_position(w, cd_dynamic_at(w, dynamic_body))
                                           : cd_body_pivot(body);
    return cd_cross(body->spin, cd_sub(p, pivot));
}

double cd_turning_push(const cd_world *w, const cd_dynamic_body *s, const cd_dynamic_body *o) {
    const double spin = cd_length(cd_stored_bodies(w)[s->index].body.spin);
    const cd_vec v = cd_sub(cd_dynamic_velocity(w, s), cd_dynamic_velocity(w, o));
    return spin * (spin * s->bounding_radius + 2 * cd_length(v)) + cd_length(o->a);
}

// The speed at which two bodies part that are nearest at a separation, of the first (a spinner) at
// its point_a; normal: out of the second.
static double parting_speed(const cd_world *w, const cd_dynamic_body *s, const cd_dynamic_body *o,
                            const cd_separation *at) {
    const cd_vec v = cd_add(s->v, cd_turning_at(w, s->index, at->point_b));
    return cd_dot(cd_sub(v, cd_dynamic_velocity(w, o)), at->normal);
}

static cd_turning path_of(const cd_world *w, const cd_dynamic_body *m, double left) {
    const cd_vec spin = cd_stored_bodies(w)[m->index].body.spin;
    const double speed = cd_length(spin);
    const cd_vec v = cd_dynamic_velocity(w, m), z = {0, 0, 1};
    return (cd_turning){
        .motion = cd_scale(v, left),
        .acceleration = cd_scale(m->a, left * left),
        .about = cd_dynamic_position(w, m),
        .axis = speed > 0 ? cd_scale(spin, 1 / speed) : z,
        .speed = speed * left,
    };
}

// The search for the first hit of two bodies, of which s turns: of pairs of their convex parts.
typedef struct {
    cd_world *world;
    const cd_dynamic_body *s, *o;
    cd_turning path_s, path_o;
    double left, margin, push;
    bool rides;   ///< what touches stays together
    double first; ///< INFINITY: none so far
    cd_hit *hit;
} turning_search;

static void keep_first(turning_search *p, double time, const cd_hit *hit) {
    if (!(time < p->first))
        return;
    p->first = time;
    *p->hit = *hit;
    p->hit->normal = cd_negate(hit->normal);
}

// Returns whether another pair may be earlier.
static bool visit_pair(void *context, const cd_shape *a, const cd_shape *b) {
    turning_search *p = context;
    cd_world *w = p->world;
    const cd_separation at = cd_separate(a, b);
    double from = 0;
    if (at.distance <= p->margin) {
        const double speed = parting_speed(w, p->s, p->o, &at);
        if (p->rides)
            return true;
        if (cd_turning_stays(speed, p->push, p->margin)) {
            keep_first(p, 0, &(cd_hit){.point = at.point_b, .normal = at.normal});
            return false;
        }
        from = speed / p->push; // until then they part
        if (!(from < p->left))
            return true;
    }
    cd_hit hit;
    if (!cd_step_reserve(w, &w->step.pose, cd_time_of_impact_size(a, b) + 1, 1))
        return false;
    if (cd_turning_impact(a, &p->path_s, b, &p->path_o, from / p->left, w->step.pose.memory, &hit))
        keep_first(p, hit.t * p->left, &hit);
    return true;
}

// How far apart two parts may be that touch within the time.
static double reach_of(const turning_search *p) {
    const cd_world *w = p->world;
    const double spin = cd_length(cd_stored_bodies(w)[p->s->index].body.spin);
    const cd_vec v = cd_sub(cd_dynamic_velocity(w, p->s), cd_dynamic_velocity(w, p->o)),
                 a = cd_sub(p->s->a, p->o->a);
    return p->margin +
           p->left * (cd_length(v) + p->left * cd_length(a) / 2 + spin * p->s->bounding_radius);
}

double cd_time_to_turning(cd_world *w, const cd_dynamic_body *s, const cd_dynamic_body *o,
                          double left, bool rides, cd_hit *hit) {
    cd_shape a = cd_dynamic_shape(w, s), b = cd_dynamic_shape(w, o);
    cd_add_skins(w, s->index, &a, o->index, &b);
    turning_search p = {.world = w,
                        .s = s,
                        .o = o,
                        .path_s = path_of(w, s, left),
                        .path_o = path_of(w, o, left),
                        .left = left,
                        .margin = cd_contact_margin(w, s->index, o->index, o->bounding_radius),
                        .push = cd_turning_push(w, s, o),
                        .rides = rides,
                        .first = INFINITY,
                        .hit = hit};
    if (cd_is_set(&a) || cd_is_set(&b))
        cd_set_each_pair(&a, &b, reach_of(&p), visit_pair, &p);
    else if (!rides)
        visit_pair(&p, &a, &b);
    return p.first;
}
