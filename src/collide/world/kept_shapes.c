// A list, in which each body knows its place.
#include "collide/world/kept_shapes.h"

#include "collide/shape/core.h"
#include "collide/world/thin.h"
#include "collide/world/world_memory.h"

void cd_keep_shape(cd_world *w, int i) {
    cd_step_state *s = &w->step;
    cd_stored_body *entry = &cd_stored_bodies(w)[i];
    if ((cd_traits(w)[i] & CD_TRAIT_THIN) == 0 || entry->kept != 0 ||
        cd_sphere_is_unbounded(&cd_body_spheres(w)[i]))
        return;
    if (!cd_reserve_array(w, &s->kept_shapes, (size_t)s->kept_count + 1, sizeof(cd_kept_shape))) {
        s->kept_failed = true;
        return;
    }
    ((cd_kept_shape *)s->kept_shapes.memory)[s->kept_count++] =
        (cd_kept_shape){cd_slot_of(w)[i], cd_body_spheres(w)[i], entry->body.shape};
    entry->kept = s->kept_count;
}

const cd_kept_shape *cd_kept_shape_of(const cd_world *w, int i) {
    const int place = cd_stored_bodies(w)[i].kept;
    if (place == 0)
        return NULL;
    const cd_kept_shape *kept = &cd_kept_shapes(w)[place - 1];
    const cd_body_sphere *sphere = &cd_body_spheres(w)[i];
    const double diameter = 2 * cd_max(sphere->reach, kept->sphere.reach);
    if (cd_sphere_is_unbounded(sphere))
        return NULL;
    return cd_length(cd_sub(sphere->middle, kept->sphere.middle)) <= diameter ? kept : NULL;
}

double cd_way_of_flat(const cd_shape *before, const cd_shape *now) {
    cd_core a, b;
    double way = 0;
    cd_core_of(&a, before);
    cd_core_of(&b, now);
    for (int i = 0; i < a.vertex_count && i < b.vertex_count; i++)
        way = cd_max(way, cd_length(cd_sub(cd_core_vertex(&a, i), cd_core_vertex(&b, i))));
    return way;
}

void cd_forget_shapes(cd_world *w) {
    for (int k = 0; k < w->step.kept_count; k++) {
        const int slot = cd_kept_shapes(w)[k].slot;
        if (cd_is_slot(w, slot))
            cd_stored_bodies(w)[cd_slots(w)[slot]].kept = 0;
    }
    w->step.kept_count = 0;
}

bool cd_world_keeps_shape(const cd_world *w, int slot) {
    assert(cd_is_slot(w, slot));
    return cd_stored_bodies(w)[cd_slots(w)[slot]].kept != 0;
}
