// The hits of bodies that have skins, and of all others.
#include "collide/world/meeting.h"

bool cd_bodies_overlap(const cd_meeting *m) {
    if (!cd_are_thin(m->world, m->a, m->b))
        return cd_overlap_deeper(m->shape_a, m->shape_b, m->tolerance);
    cd_shape a = *m->shape_a, b = *m->shape_b;
    cd_add_skins(m->world, m->a, &a, m->b, &b);
    return cd_overlap_deeper(&a, &b, m->tolerance);
}

bool cd_bodies_hit(const cd_meeting *m, cd_hit *hit) {
    if (!cd_are_thin(m->world, m->a, m->b))
        return cd_first_hit(m->shape_a, m->motion, m->shape_b, m->motion_b, m->tmax, m->tolerance,
                            hit);
    cd_shape a = *m->shape_a, b = *m->shape_b;
    cd_separation crossed;
    cd_add_skins(m->world, m->a, &a, m->b, &b);
    if (cd_side_separate(m->world, m->a, &a, m->b, &b, &crossed))
        return cd_hit_of_overlap(&crossed, cd_sub(m->motion, m->motion_b), hit);
    return cd_first_hit(&a, m->motion, &b, m->motion_b, m->tmax, m->tolerance, hit);
}
