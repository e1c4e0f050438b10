// When a body is on its way through what blocks one way only.
#include "collide/world/motion/one_way.h"

#include "collide/world/motion/dynamic_body.h"

bool cd_is_passing(const cd_shape *shape, const cd_shape *body, cd_vec one_way, cd_vec motion,
                   double limit) {
    if (cd_distance(shape, body) >= -limit)
        return false;
    cd_shape before = *body;
    cd_hit hit;
    cd_shape_move(&before, cd_negate(motion));
    const bool has_come = !cd_is_zero(motion) && cd_distance(shape, &before) >= -limit &&
                          cd_shapecast(shape, (cd_vec){0, 0, 0}, &before, motion, &hit);
    return !has_come || !cd_faces_one_way(one_way, hit.normal, cd_negate(motion));
}

bool cd_one_way_lets_overlap(const cd_world *w, int a, int b, double limit) {
    const cd_body *p = &cd_stored_bodies(w)[a].body, *q = &cd_stored_bodies(w)[b].body;
    const cd_shape of_a = cd_shape_now(w, a), of_b = cd_shape_now(w, b);
    return (!cd_is_zero(p->one_way) &&
            cd_is_passing(&of_b, &of_a, p->one_way, cd_scale(p->velocity, w->step.dt), limit)) ||
           (!cd_is_zero(q->one_way) &&
            cd_is_passing(&of_a, &of_b, q->one_way, cd_scale(q->velocity, w->step.dt), limit));
}
