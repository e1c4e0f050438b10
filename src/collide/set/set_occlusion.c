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

// The tree at hand, `core`, is that of the set or, with `mesh` a part of the compound, of that
// mesh.
typedef struct {
    cd_vec4 from, along; ///< the same, in lanes
    cd_vec origin, direction;
    double tmax, slack;
    const cd_shape *set;
    const cd_set *core;
    cd_vec offset; ///< of the parts in the tree
    int mesh;
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
    cd_part name = s->mesh == CD_WHOLE ? (cd_part){number, CD_WHOLE} : (cd_part){s->mesh, number};
    cd_shape part = cd_set_part_at(s->set, name);
    return meets(s, &part);
}

static void walk(set_sight *s);

// A part of a compound, a triangle in the plane, or one that the quick test leaves open.
static __attribute__((noinline)) void visit_part(set_sight *s, int number) {
    const cd_shape *shape = s->core->shapes ? &s->core->shapes[number] : NULL;
    if (shape && cd_is_mesh(shape)) {
        set_sight inner = *s;
        inner.core = shape->as.set.core;
        inner.offset = cd_add(s->offset, shape->as.set.offset);
        inner.mesh = number;
        walk(&inner);
        s->limit = inner.limit;
    } else if (shape && cd_is_zero(s->offset) && s->set->radius == 0) {
        stop_if(s, meets(s, shape));
    } else {
        stop_if(s, meets_part(s, number));
    }
}

static inline cd_vec4 vertex(const set_sight *s, int i) {
    const cd_vec *v = &s->core->vertices[i];
    return (cd_vec4){v->x + s->offset.x, v->y + s->offset.y, v->z + s->offset.z, 0};
}

static inline cd_verdict triangle_verdict(const set_sight *s, int number) {
    const int *corners = s->core->triangles[number];
    const cd_vec4 p[3] = {vertex(s, corners[0]), vertex(s, corners[1]), vertex(s, corners[2])};
    return cd_ray_occluded_by_triangle(s->from, s->along, p, s->tmax);
}

static inline void visit(void *context, int item) {
    set_sight *s = context;
    if (CD_TRACES && item < 0) { // a node that is opened
        const cd_bounds box = cd_set_node_box(s->core, ~item);
        cd_trace_put(
            &(cd_trace_step){.kind = CD_STEP_NODE,
                             .part_a = -1,
                             .part_b = ~item,
                             .a = {cd_add(box.min, s->offset), cd_add(box.max, s->offset)}});
        return;
    }
    const int number = s->core->items[item];
    cd_verdict verdict = CD_UNKNOWN;
    if (s->limit < 0)
        return;
    if (s->core->triangles && s->core->dim == 3 && s->set->radius == 0)
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
    cd_wide_walk_ray(ray, s->core->nodes, s->core->links, &s->limit, visit, s);
}

static void walk(set_sight *s) {
    const cd_wide_frame frame = cd_set_frame(s->core);
    if (!(frame.scale > 0)) {
        for (int i = 0; i < s->core->part_count - s->core->unbounded_count; i++)
            visit(s, i);
        return;
    }
    const cd_vec grown = {s->slack, s->slack, s->slack};
    cd_wide_ray ray;
    if (cd_wide_ray_enter(&ray, &frame, s->core->node_boxes, cd_sub(s->origin, s->offset), grown,
                          s->direction, 0, s->tmax))
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
                   .core = core,
                   .offset = set->as.set.offset,
                   .mesh = CD_WHOLE,
                   .limit = tmax};
    for (int i = 0; i < core->unbounded_count; i++)
        if (meets_part(&s, core->unbounded[i]))
            return true;
    if (core->node_count > 0)
        walk(&s);
    return s.limit < 0;
}
