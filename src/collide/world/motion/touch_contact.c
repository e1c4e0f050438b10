// One that slides over the seam of two tiles comes to touch the next without a hit: the normal of
// their contact is turned to the nearest that is outward for all that touches the first.
#include "collide/world/motion/touch_contact.h"

#include "collide/narrow/gjk/separation.h"
#include "collide/set/touch_union.h"
#include "collide/world/body/body_tree.h"
#include "collide/world/broad/ray_query.h"
#include "collide/world/motion/body_pair.h"

// As in a step: against what is static, the size of the other body counts.
double cd_touch_margin(const cd_world *w, int a, int b) {
    double p = cd_body_spheres(w)[a].bounding_radius, q = cd_body_spheres(w)[b].bounding_radius;
    const bool static_a = cd_is_static_at(w, a), static_b = cd_is_static_at(w, b);
    double radius = static_a == static_b ? cd_min(p, q) : static_a ? q : p;
    return cd_contact_margin(w, a, b, radius);
}

// The shapes of two bodies, with skins.
static void shapes_of(const cd_world *w, int a, cd_shape *shape_a, int b, cd_shape *shape_b) {
    *shape_a = cd_stored_bodies(w)[a].body.shape;
    *shape_b = cd_stored_bodies(w)[b].body.shape;
    cd_add_skins(w, a, shape_a, b, shape_b);
}

bool cd_bodies_touch(const cd_world *w, int a, int b) {
    cd_shape shape_a, shape_b;
    shapes_of(w, a, &shape_a, b, &shape_b);
    return cd_are_within(&shape_a, &shape_b, cd_touch_margin(w, a, b));
}

bool cd_bodies_may_touch(const cd_world *w, int a, int b) {
    const cd_stored_body *all = cd_stored_bodies(w);
    return cd_may_collide(&all[a].body, &all[b].body);
}

/// What touches a body beside another one.
typedef struct {
    cd_ray_query ray; ///< of no length
    int a, b;         ///< indices
    cd_touch_union touching;
} company_query;

static void add_company(company_query *q, int i, int owner) {
    const cd_world *w = q->ray.world;
    cd_shape a, b;
    shapes_of(w, q->a, &a, i, &b);
    cd_touch_union_add(&q->touching, &a, &b, owner);
}

static void visit_company(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    company_query *q = (company_query *)ray;
    (void)sphere;
    if (i != q->a && i != q->b && cd_bodies_may_touch(ray->world, q->a, i) &&
        cd_stored_bodies(ray->world)[i].body.response != CD_PASS)
        add_company(q, i, 1);
}

// Turns the normal of their contact to the nearest that is outward for all that touches the first.
// Two meshes have no depth, so their contact no normal, but those of the parts that touch.
static void resolve_contact(cd_world *w, int a, int b, cd_separation *at) {
    cd_shape shape_a, shape_b;
    shapes_of(w, a, &shape_a, b, &shape_b);
    double tolerance =
        cd_bodies_union_tolerance(w, a, &shape_a, b, &shape_b, cd_touch_margin(w, a, b));
    const bool has_normal = at->distance > -INFINITY;
    const bool is_deep =
        has_normal ? at->distance < -tolerance : cd_overlap_deeper(&shape_a, &shape_b, tolerance);
    if (is_deep || !cd_step_update_trees(w, 2))
        return;
    company_query q; // not initialised as a whole: it is large
    q.ray = cd_ray_query_around(w, a, tolerance);
    q.ray.visit = visit_company;
    q.a = a;
    q.b = b;
    cd_touch_union_start(&q.touching, w->dim, (cd_vec){0, 0, 0}, tolerance, false);
    add_company(&q, b, 0);
    cd_ray_traverse(&q.ray, 2);
    if (q.touching.touch_count > (has_normal ? 1 : 0))
        at->normal = cd_touch_union_nearest(&q.touching, at->normal)->normal;
}

cd_separation cd_bodies_contact(cd_world *w, int a, int b) {
    cd_shape shape_a, shape_b;
    shapes_of(w, a, &shape_a, b, &shape_b);
    cd_separation at = cd_separate(&shape_a, &shape_b);
    if (!cd_is_static_at(w, a))
        resolve_contact(w, a, b, &at);
    at = cd_swapped(at);
    if (!cd_is_static_at(w, b))
        resolve_contact(w, b, a, &at);
    return cd_swapped(at);
}
