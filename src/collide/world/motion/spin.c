#include "collide/world/motion/spin.h"

#include "collide/impact/turning_impact.h"
#include "collide/world/body/world_memory.h"

cd_vec cd_turning_at(const cd_world *w, int index, cd_vec p) {
    const cd_body *body = &cd_stored_bodies(w)[index].body;
    const int dynamic_body = cd_dynamic_of(w)[index];
    if (cd_is_zero(body->spin))
        return body->spin;
    const cd_vec pivot = dynamic_body >= 0 ? cd_dynamic_position(w, cd_dynamic_at(w, dynamic_body))
                                           : cd_pivot_of(body);
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

static cd_turning path_of(const cd_world *w, const cd_dynamic_body *m, double from, double left) {
    const cd_vec spin = cd_stored_bodies(w)[m->index].body.spin;
    const double speed = cd_length(spin);
    const cd_vec v = cd_add_scaled(cd_dynamic_velocity(w, m), from, m->a), z = {0, 0, 1};
    return (cd_turning){
        .motion = cd_scale(v, left),
        .acceleration = cd_scale(m->a, left * left),
        .about = cd_add(m->x, cd_dynamic_displacement(m, w->step.now + from - m->t)),
        .axis = speed > 0 ? cd_scale(spin, 1 / speed) : z,
        .speed = speed * left,
    };
}

// The shape of a dynamic body after a time.
static cd_shape shape_after(const cd_world *w, const cd_dynamic_body *m, double time) {
    const cd_vec spin = cd_stored_bodies(w)[m->index].body.spin;
    cd_shape shape = cd_dynamic_shape(w, m);
    if (!cd_is_zero(spin) && time > 0)
        shape = cd_turned(&shape, spin, cd_dynamic_position(w, m), time);
    cd_shape_move(&shape, cd_sub(cd_dynamic_displacement(m, w->step.now + time - m->t),
                                 cd_dynamic_displacement(m, w->step.now - m->t)));
    return shape;
}

double cd_time_to_turning(cd_world *w, const cd_dynamic_body *s, const cd_dynamic_body *o,
                          double left, cd_hit *hit) {
    cd_shape a = cd_dynamic_shape(w, s), b = cd_dynamic_shape(w, o);
    cd_add_skins(w, s->index, &a, o->index, &b);
    const double margin = cd_contact_margin(w, s->index, o->index, o->bounding_radius);
    const cd_separation at = cd_separate(&a, &b);
    double from = 0;
    if (at.distance <= margin) {
        const double speed = parting_speed(w, s, o, &at), push = cd_turning_push(w, s, o);
        *hit = (cd_hit){.point = at.point_b, .normal = cd_negate(at.normal)};
        if (cd_turning_stays(speed, push, margin))
            return 0;
        from = speed / push; // until then they part
        if (!(from < left))
            return INFINITY;
    }
    const size_t size = cd_time_of_impact_size(&a, &b);
    if (!cd_step_reserve(w, &w->step.pose, size + 1, 1))
        return INFINITY;
    a = shape_after(w, s, from);
    b = shape_after(w, o, from);
    cd_add_skins(w, s->index, &a, o->index, &b);
    const cd_turning path_a = path_of(w, s, from, left - from),
                     path_b = path_of(w, o, from, left - from);
    if (!cd_turning_impact(&a, &path_a, &b, &path_b, w->step.pose.memory, hit))
        return INFINITY;
    hit->normal = cd_negate(hit->normal);
    return from + hit->t * (left - from);
}
