// Two bodies that overlap move apart along the separating normal, each by the share of the other's
// mass, and never through a still body. Velocities stay as they are, so no energy is gained.
#include "collide/world/position_correction.h"

#include "collide/world/still_query.h"

static void move_as_far_as_free(cd_world *w, int index, cd_vec d) {
    cd_body_sphere *sphere = &cd_body_spheres(w)[index];
    cd_shape *shape = &cd_stored_bodies(w)[index].body.shape;
    cd_mover m = {.x = sphere->middle,
                  .v = d,
                  .reach = sphere->reach,
                  .index = index,
                  .is_sphere = cd_body_is_sphere(w, index)};
    cd_hit hit;
    if (cd_world_first_still(w, &m, shape, 1, &hit) >= 0)
        d = cd_scale(d, hit.t);
    cd_shape_move(shape, d);
    cd_body_update_bounds(w, index);
}

void cd_correct_positions(cd_world *w) {
    const cd_slot_pair *overlaps = w->step.initial_overlaps.memory;
    for (int i = 0; i < w->step.initial_overlap_count; i++) {
        int a = cd_slots(w)[overlaps[i].a], b = cd_slots(w)[overlaps[i].b];
        if (a < 0 || b < 0)
            continue;
        const cd_body *p = &cd_stored_bodies(w)[a].body, *q = &cd_stored_bodies(w)[b].body;
        double ia = 1 / p->mass, ib = 1 / q->mass;
        cd_separation s = cd_separate(&p->shape, &q->shape);
        if (!(s.distance < 0 && isfinite(s.distance)) || ia + ib == 0 || p->response == CD_PASS ||
            q->response == CD_PASS)
            continue;
        if (ia > 0)
            move_as_far_as_free(w, a, cd_scale(s.normal, -s.distance * ia / (ia + ib)));
        if (ib > 0)
            move_as_far_as_free(w, b, cd_scale(s.normal, s.distance * ib / (ia + ib)));
    }
}
