// The traversal of a set's tree along a ray that ends with the first part it meets. A set is hit
// where one of its parts is; so what a quick test leaves open is asked of that part alone.
#include "collide/set/set_occlusion.h"
#include "collide/cast/convex_cast.h"
#include "collide/cast/ray_occlusion.h"
#include "collide/math/trace.h"
#include "collide/set/traverse.h"
#include "collide/shape/set_tree.h"
#include "collide/shape/wide_ray.h"
#include "collide/simd/hot.h"

typedef struct {
    cd_vec4 from, along; ///< the same, in lanes
    cd_vec origin, direction;
    double tmax, slack;
    const cd_shape *set;
    cd_tree_place at;
    double limit; ///< tmax, or -INFINITY once something is met
} set_sight;

static void stop_if(set_sight *s, bool meets) { s->limit = meets ? -INFINITY : s->limit; }

static bool meets(const set_sight *s, const cd_shape *part) {
    cd_verdict verdict = cd_ray_occlusion(&s->origin, &s->direction, part, s->tmax);
    if (verdict != CD_UNKNOWN)
        return verdict == CD_MEETS;
    cd_shape point = cd_point(part->dim, s->origin);
    cd_hit hit;
    bool complete;
    return cd_convex_cast_times(&point, s->direction, part, (cd_vec){0, 0, 0}, s->tmax, &hit,
                                &complete);
}

static bool meets_part(const set_sight *s, int number) {
    const cd_shape part = cd_set_part_at(s->set, cd_part_at(&s->at, number));
    return meets(s, &part);
}

static void walk(set_sight *s);

// A part of a compound, a triangle in the plane, or one that the quick test leaves open.
static __attribute__((noinline)) void visit_part(set_sight *s, int number) {
    set_sight inner = *s;
    if (cd_enter_mesh(&inner.at, number)) {
        walk(&inner);
        s->limit = inner.limit;
    } else if (s->at.set->shapes && cd_is_zero(s->at.offset) && s->set->radius == 0) {
        stop_if(s, meets(s, &s->at.set->shapes[number]));
    } else {
        stop_if(s, meets_part(s, number));
    }
}

static inline cd_vec4 vertex(const set_sight *s, int i) {
    const cd_vec *v = &s->at.set->vertices[i];
    return (cd_vec4){v->x + s->at.offset.x, v->y + s->at.offset.y, v->z + s->at.offset.z, 0};
}

static inline cd_verdict triangle_verdict(const set_sight *s, int number) {
    const int *corners = s->at.set->triangles[number];
    const cd_vec4 p[3] = {vertex(s, corners[0]), vertex(s, corners[1]), vertex(s, corners[2])};
    return cd_ray_occluded_by_triangle(s->from, s->along, p, s->tmax);
}

static inline void visit(void *context, int item) {
    set_sight *s = context;
    if (CD_TRACES && item < 0) { // a node that is opened
        cd_trace_node(&s->at, ~item, false);
        return;
    }
    const int number = s->at.set->items[item];
    cd_verdict verdict = CD_UNKNOWN;
    if (s->limit < 0)
        return;
    if (s->at.set->triangles && s->at.set->dim == 3 && s->set->radius == 0)
        verdict = triangle_verdict(s, number);
    if (verdict == CD_UNKNOWN)
        visit_part(s, number);
    else
        stop_if(s, verdict == CD_MEETS);
    if (CD_TRACES)
        cd_trace_put(&(cd_trace_step){
            .kind = CD_STEP_PARTS, .part_a = -1, .part_b = number, .verdict = s->limit < 0});
}

CD_HOT static void walk_along(set_sight *s, const cd_wide_ray *ray) {
    cd_wide_walk_ray(ray, s->at.set->nodes, s->at.set->links, &s->limit, visit, s);
}

static void walk(set_sight *s) {
    const cd_wide_frame frame = cd_set_frame(s->at.set);
    if (!(frame.scale > 0)) {
        for (int i = 0; i < s->at.set->part_count - s->at.set->unbounded_count; i++)
            visit(s, i);
        return;
    }
    const cd_vec grown = {s->slack, s->slack, s->slack};
    cd_wide_ray ray;
    if (cd_wide_ray_enter(&ray, &frame, s->at.set->node_boxes, cd_sub(s->origin, s->at.offset),
                          grown, s->direction, 0, s->tmax))
        walk_along(s, &ray);
}

bool cd_set_occludes(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax) {
    const cd_set *core = set->as.set.core;
    const cd_shape point = cd_point(set->dim, origin);
    set_sight s = {.from = cd_vec4_of(origin),
                   .along = cd_vec4_of(direction),
                   .origin = origin,
                   .direction = direction,
                   .tmax = tmax,
                   .slack = 4 * cd_traversal_slack(&point, set, (cd_vec){0, 0, 0}),
                   .set = set,
                   .at = {core, set->as.set.offset, CD_WHOLE},
                   .limit = tmax};
    for (int i = 0; i < core->unbounded_count; i++)
        if (meets_part(&s, core->unbounded[i]))
            return true;
    if (core->node_count > 0)
        walk(&s);
    return s.limit < 0;
}
