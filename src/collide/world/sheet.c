// A sheet may consist of many bodies, or of the parts of a mesh.
#include "collide/world/sheet.h"

#include "collide/set/set_distance.h"
#include "collide/shape/set.h"
#include "collide/world/body_pair.h"
#include "collide/world/side.h"
#include "collide/world/sort.h"
#include "collide/world/world_memory.h"

static void visit_near(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    cd_sheet *s = (cd_sheet *)ray;
    cd_world *w = s->world;
    const cd_stored_body *all = cd_stored_bodies(w);
    (void)sphere;
    if (i == s->mover || !cd_may_collide(&all[s->mover].body, &all[i].body) ||
        cd_lets_pass(w, s->mover, i))
        return;
    int *body = cd_step_append(w, &w->step.near_bodies, &s->body_count, sizeof *body);
    if (body)
        *body = i;
}

// A part of a body as it was before its owner turned or moved it; false where the body then had
// another shape.
static bool part_before(const cd_world *w, int body, cd_part name, cd_shape *part) {
    const cd_kept_shape *kept = cd_kept_shape_of(w, body);
    if (!kept || kept->shape.kind != cd_stored_bodies(w)[body].body.shape.kind ||
        name.part >= cd_shape_part_count(&kept->shape))
        return false;
    const bool nested = name.part >= 0 && name.node >= 0;
    if (nested) {
        const cd_shape mesh = cd_shape_part(&kept->shape, name.part);
        if (mesh.kind != CD_MESH || name.node >= cd_shape_part_count(&mesh))
            return false;
    }
    *part = cd_set_part_at(&kept->shape, name);
    return !cd_is_zero(cd_flat_normal(part));
}

cd_shape cd_sheet_shape_before(const cd_sheet *s, const cd_sheet_part *part) {
    cd_shape shape = part->shape;
    if (part->way > 0)
        part_before(s->world, part->body, part->part, &shape);
    return shape;
}

static bool add_part(void *context, const cd_shape *shape, cd_part name) {
    cd_sheet *s = context;
    cd_world *w = s->world;
    if (cd_is_zero(cd_flat_normal(shape)))
        return true;
    cd_shape before;
    cd_sheet_part *part = cd_step_append(w, &w->step.sheet_parts, &s->part_count, sizeof *part);
    int *order = cd_step_append(w, &w->step.sheet_order, &s->placed, sizeof *order);
    if (!part || !order)
        return false;
    *order = s->placed - 1;
    *part = (cd_sheet_part){.shape = *shape, .body = s->at, .part = name};
    if (part_before(w, s->at, name, &before))
        part->way = cd_way_of_flat(&before, shape);
    return true;
}

/// How far any part of a body has gone.
typedef struct {
    const cd_world *world;
    int body;
    double way;
} way_search;

static bool measure_part(void *context, const cd_shape *shape, cd_part name) {
    way_search *s = context;
    cd_shape before;
    if (!cd_is_zero(cd_flat_normal(shape)) && part_before(s->world, s->body, name, &before))
        s->way = cd_max(s->way, cd_way_of_flat(&before, shape));
    return true;
}

double cd_sheet_way(const cd_world *w, int body) {
    way_search s = {.world = w, .body = body};
    const cd_shape *shape = &cd_stored_bodies(w)[body].body.shape;
    const cd_bounds box = cd_shape_bounds(shape);
    const cd_vec corners[] = {box.min, box.max};
    const cd_shape all = cd_bounding_box(w->dim, corners, 2);
    cd_set_each_part(&all, shape, 0, measure_part, &s);
    return s.way;
}

bool cd_sheet_gather(cd_sheet *s, cd_world *w, int mover, double half) {
    *s = (cd_sheet){.ray = cd_ray_query_around(w, mover, half), .world = w, .mover = mover};
    s->ray.visit = visit_near;
    cd_vec corners[] = {cd_sub(s->ray.origin, s->ray.half), cd_add(s->ray.origin, s->ray.half)};
    s->region = cd_bounding_box(w->dim, corners, 2);
    cd_ray_traverse(&s->ray, 2);
    cd_sort_indices(w->step.near_bodies.memory, s->body_count);
    for (int i = 0; i < s->body_count && !w->step.failed; i++) {
        s->at = cd_sheet_bodies(s)[i];
        if (cd_are_thin(w, mover, s->at))
            cd_set_each_part(&s->region, &cd_stored_bodies(w)[s->at].body.shape, 0, add_part, s);
    }
    return !w->step.failed;
}
