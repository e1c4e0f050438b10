// Rays and shape casts among the bodies of a world: the traversal of a tree (shape/wide_ray.h)
// leaves few bodies, about which the queries of two shapes decide.
#include "collide/world/broad/ray_query.h"

#include "collide/math/sort.h"
#include "collide/set/touch_union.h"
#include "collide/shape/core.h"
#include "collide/shape/wide_ray.h"
#include "collide/world/body/body_tree.h"
#include "collide/world/body/thin.h"

#include <assert.h>
#include <float.h>
#include <string.h>

cd_ray_query cd_ray_query_around(const cd_world *w, int i, double margin) {
    const cd_body_sphere *sphere = &cd_body_spheres(w)[i];
    double half = sphere->bounding_radius + margin + cd_largest_skin(w, i);
    return (cd_ray_query){.world = w,
                          .origin = sphere->middle,
                          .half = {half, half, w->dim == 3 ? half : 0},
                          .mask = UINT32_MAX};
}

// Much more than any rounding, so that no body is missed that is touched to rounding.
static const double SPHERE_SLACK = 0x1p-36;

// Whether the line of motion misses the sphere around a body by more than rounding. A box is hit
// more often than its sphere.
// Without it: ./run bench "ray among 100,000" (1.12)
static inline bool misses_sphere(const cd_ray_query *q, const cd_body_sphere *sphere) {
    cd_vec m = cd_sub(sphere->middle, q->origin);
    double along = cd_dot(m, q->motion), square = cd_length2(m),
           radius = fabs(sphere->bounding_radius) + q->radius;
    return square * (1 - SPHERE_SLACK) - along * along * q->inverse_square > radius * radius;
}

static inline bool sees(const cd_ray_query *q, int i) {
    return i + 1 != q->left_out && cd_is_visible(q->world, i, q->mask);
}

// Visits the bodies of a node whose boxes are hit.
static inline void visit_bodies(cd_ray_query *q, const cd_body_tree *tree, int first,
                                unsigned hit) {
    const cd_body_sphere *spheres = cd_tree_spheres(tree) + first;
    for (; hit != 0; hit &= hit - 1) {
        const cd_body_sphere *sphere = &spheres[cd_lowest(hit)];
        if (misses_sphere(q, sphere))
            continue;
        int i = cd_tree_bodies(tree)[first + cd_lowest(hit)];
        if (sees(q, i))
            q->visit(q, i, sphere);
    }
}

// Takes the two nearest nodes that wait at a time, as a processor can test one while it loads the
// other.
// Without it: ./run bench "ray among 100,000, thin" (1.14)
CD_HOT static void traverse(cd_ray_query *q, const cd_body_tree *tree) {
    cd_wide_ray r;
    if (tree->count == 0 || !cd_wide_ray_enter(&r, &tree->frame, cd_tree_boxes(tree), q->origin,
                                               q->half, q->motion, 0, q->tmax + q->beyond))
        return;
    const cd_wide_node *nodes = cd_tree_nodes(tree);
    uint64_t stack[CD_WIDE_STACK];
    stack[0] = cd_wide_waiting(0, 0);
    float end = cd_wide_ray_time(&r, q->tmax + q->beyond);
    for (int depth = 1; depth > 0;) {
        float near[2][CD_WIDE_CHILDREN];
        uint64_t top = stack[--depth], next = stack[depth > 0 ? depth - 1 : 0];
        if (cd_wide_waiting_time(top) > end)
            continue;
        bool two = (depth > 0) & (cd_wide_waiting_time(next) <= end);
        depth -= depth > 0;
        int n = cd_wide_waiting_child(top), m = cd_wide_waiting_child(next);
        const cd_wide_node *node = &nodes[n], *other = &nodes[m];
        cd_wide_link link = cd_tree_links(tree)[n], other_link = cd_tree_links(tree)[m];
        unsigned hit = cd_wide_ray_test(&r, node, end, near[0]);
        unsigned other_hit = cd_wide_ray_test(&r, other, end, near[1]) & (two ? 255u : 0);
        unsigned bodies = hit >> cd_wide_inner_count(node),
                 other_bodies = other_hit >> cd_wide_inner_count(other);
        depth = cd_wide_push(stack, depth, other_hit & cd_wide_inner(other),
                             nodes + other_link.node, other_link.node, near[1]);
        depth = cd_wide_push(stack, depth, hit & cd_wide_inner(node), nodes + link.node, link.node,
                             near[0]);
        if ((bodies | other_bodies) == 0)
            continue;
        visit_bodies(q, tree, link.item, bodies);
        visit_bodies(q, tree, other_link.item, other_bodies);
        end = cd_wide_ray_time(&r, q->tmax + q->beyond);
    }
}

void cd_ray_traverse(cd_ray_query *q, int trees) {
    const cd_world *w = q->world;
    assert(trees >= 0 && trees <= 2);
    if (!cd_is_finite(q->origin) || !cd_is_finite(q->half)) { // a cast of a line or plane
        for (int i = 0; i < w->count; i++)
            if (cd_slot_of(w)[i] >= 0 && sees(q, i))
                q->visit(q, i, NULL);
        return;
    }
    q->radius = cd_is_zero(q->half) ? 0 : cd_length(q->half) * (1 + 1e-12); // of three roundings
    q->inverse_square = 1 / cd_length2(q->motion);
    const int *unbounded = w->unbounded.memory;
    for (int i = 0; i < w->unbounded_count; i++)
        if (sees(q, unbounded[i]))
            q->visit(q, unbounded[i], NULL);
    for (int which = 0; which < trees; which++)
        traverse(q, &w->trees[which]);
}

// ---------------------------------------------------------------------------------------- queries

enum { MET_MAX = 24 };

/// The first hit of a ray, or of a shape where `shape` is not NULL.
typedef struct {
    cd_ray_query ray;
    const cd_shape *shape;
    int index; ///< of the body, -1: none yet
    cd_hit hit;
    int met_count; ///< bodies that were cast at; so many are remembered
    struct {
        int index;
        cd_vec middle;
        double bounding_radius; ///< of its bounding sphere; infinite: it is unbounded
    } met[MET_MAX];
} closest_query;

static bool cast_at_body(const closest_query *q, const cd_shape *body, double tmax, cd_hit *hit) {
    return q->shape ? cd_shapecast(q->shape, q->ray.motion, body, (cd_vec){0, 0, 0}, hit)
                    : cd_raycast(q->ray.origin, q->ray.motion, body, tmax, hit);
}

static void remember(closest_query *q, int i, const cd_body_sphere *sphere) {
    int k = q->met_count++;
    if (k >= MET_MAX)
        return;
    q->met[k].index = i;
    q->met[k].middle = sphere ? sphere->middle : q->ray.origin;
    q->met[k].bounding_radius = sphere ? fabs(sphere->bounding_radius) : INFINITY;
}

// Of bodies that are hit at the same time the earlier counts.
static void visit_closest(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    closest_query *q = (closest_query *)ray;
    cd_shape sphere_shape;
    const cd_shape *body = cd_tree_shape(ray->world, i, sphere, &sphere_shape);
    cd_hit hit;
    remember(q, i, sphere);
    if (!cast_at_body(q, body, ray->tmax, &hit) || hit.t > ray->tmax ||
        (hit.t == ray->tmax && q->index >= 0 && i > q->index))
        return;
    q->hit = hit;
    q->index = i;
    ray->tmax = hit.t;
}

static const cd_shape *shape_of(const cd_ray_query *ray, int i) {
    return &cd_stored_bodies(ray->world)[i].body.shape;
}

/// What touches a shape, or the point of a ray, at the place of a hit.
typedef struct {
    cd_ray_query ray; ///< of no length
    cd_shape shape;
    cd_touch_union touched;
} touch_query;

// What is farther off than the slack does not touch. A line or plane is nowhere: its origin is no
// number, and it may touch everything.
static bool may_touch(const touch_query *t, cd_vec middle, double bounding_radius) {
    double far = (t->ray.radius + bounding_radius) * (1 + SPHERE_SLACK);
    far += SPHERE_SLACK * cd_max_abs(t->ray.origin);
    return !(cd_length2(cd_sub(middle, t->ray.origin)) > far * far);
}

// Of a body that was cast at. The walls of a room, of which every ray meets all, are seldom near.
static bool met_may_touch(const closest_query *q, const touch_query *t, int k) {
    const cd_shape *body;
    if (q->met[k].bounding_radius < INFINITY ||
        (body = shape_of(&q->ray, q->met[k].index))->kind != CD_PLANE)
        return may_touch(t, q->met[k].middle, q->met[k].bounding_radius);
    double far = t->ray.radius * (1 + SPHERE_SLACK) + SPHERE_SLACK * cd_max_abs(t->ray.origin);
    return !(cd_dot(body->as.plane.normal, t->ray.origin) - body->as.plane.offset > far);
}

static void visit_touched(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    touch_query *t = (touch_query *)ray;
    if (!sphere || may_touch(t, sphere->middle, fabs(sphere->bounding_radius)))
        cd_touch_union_add(&t->touched, &t->shape, shape_of(ray, i), i);
}

// Finds the bodies that touch among those that were cast at, in order, or, if there were more than
// are remembered, among those that a ray of no length meets.
static void find_touched(const closest_query *q, touch_query *t) {
    if (q->met_count > MET_MAX) {
        t->ray.visit = visit_touched;
        cd_ray_traverse(&t->ray, 2);
        return;
    }
    int near[MET_MAX], count = 0;
    for (int k = 0; k < q->met_count; k++)
        if (met_may_touch(q, t, k))
            near[count++] = q->met[k].index;
    cd_sort_indices(near, count);
    for (int k = 0; k < count; k++)
        cd_touch_union_add(&t->touched, &t->shape, shape_of(&q->ray, near[k]), near[k]);
}

// Whether some other body than the one that is hit may touch then.
static bool has_company(const closest_query *q, const touch_query *t) {
    int count = q->met_count > MET_MAX ? 2 : 0;
    for (int k = 0; k < q->met_count && count < 2; k++)
        count += met_may_touch(q, t, k);
    return count > 1;
}

// Where several bodies touch at the place of the hit: sets its normal to that of all of them
// together (touch_union.h), and the body to the one that has it.
static void resolve_hit(closest_query *q) {
    if (q->met_count < 2)
        return;
    touch_query t; // not initialised as a whole: it is large
    const cd_shape *body = shape_of(&q->ray, q->index);
    t.ray = q->ray;
    t.ray.origin = cd_add_scaled(q->ray.origin, q->hit.t, q->ray.motion);
    t.ray.motion = (cd_vec){0, 0, 0};
    t.ray.tmax = 0;
    if (!has_company(q, &t))
        return;
    t.shape = q->shape ? *q->shape : cd_point(q->ray.world->dim, q->ray.origin);
    double tolerance = cd_union_tolerance(&t.shape, body);
    cd_shape_move(&t.shape, cd_scale(q->ray.motion, q->hit.t));
    tolerance = cd_max(tolerance, cd_union_tolerance(&t.shape, body));
    double distance = cd_distance(&t.shape, body);
    if (q->hit.inside && distance < -tolerance)
        return;
    cd_touch_union_start(&t.touched, t.shape.dim, q->ray.motion,
                         cd_max(tolerance, 2 * fabs(distance)), !q->hit.inside);
    find_touched(q, &t);
    if (t.touched.touch_count < 2)
        return;
    bool blocked;
    const cd_union_normal *n = cd_touch_union_hit(&t.touched, &blocked);
    cd_hit of_owner;
    const double time = q->hit.t;
    const bool inside = q->hit.inside;
    if (n->owner != q->index && cast_at_body(q, shape_of(&q->ray, n->owner), INFINITY, &of_owner)) {
        q->hit = of_owner; // its interval, which holds the time but for rounding
        q->hit.t = time;
        q->hit.inside = inside;
        q->hit.enter = inside ? cd_min(of_owner.enter, time) : time;
        q->hit.exit = cd_max(of_owner.exit, time);
        q->index = n->owner;
    }
    cd_touch_union_write(&t.touched, n, blocked, &q->hit);
    if (!q->shape)
        q->hit.point = t.ray.origin;
}

static void start_closest(closest_query *q, const cd_shape *shape) {
    q->shape = shape;
    q->index = -1;
    q->met_count = 0;
}

// The time in which a touch is passed: what touches at the place of the first hit is met, whatever
// the order in which the trees are traversed.
static double touch_time(const cd_world *w, cd_vec motion) {
    return cd_is_zero(motion) ? 0
                              : SPHERE_SLACK * cd_world_largest_coordinate(w) / cd_max_abs(motion);
}

static int find_closest(closest_query *q, cd_hit *hit) {
    q->ray.visit = visit_closest;
    q->ray.beyond = touch_time(q->ray.world, q->ray.motion);
    cd_ray_traverse(&q->ray, 2);
    if (q->index < 0)
        return -1;
    resolve_hit(q);
    *hit = q->hit;
    return cd_slot_of(q->ray.world)[q->index];
}

static cd_ray_query ray_of(const cd_world *w, cd_vec origin, cd_vec direction, double tmax,
                           uint32_t mask) {
    assert(cd_is_in_range(origin) && cd_is_in_range(direction) && tmax >= 0);
    return (cd_ray_query){
        .world = w, .origin = origin, .motion = direction, .tmax = tmax, .mask = mask};
}

int cd_world_raycast(const cd_world *w, cd_vec origin, cd_vec direction, double tmax, uint32_t mask,
                     cd_hit *hit) {
    closest_query q; // not initialised as a whole: it is large
    q.ray = ray_of(w, origin, direction, tmax, mask);
    start_closest(&q, NULL);
    return find_closest(&q, hit);
}

static void visit_occluding(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    cd_shape sphere_shape;
    if (ray->tmax >= 0 &&
        cd_occluded(ray->origin, ray->motion, cd_tree_shape(ray->world, i, sphere, &sphere_shape),
                    ray->tmax))
        ray->tmax = -INFINITY; // nothing is visited any more
}

bool cd_world_occluded(const cd_world *w, cd_vec origin, cd_vec direction, double tmax,
                       uint32_t mask) {
    cd_ray_query q = ray_of(w, origin, direction, tmax, mask);
    q.visit = visit_occluding;
    cd_ray_traverse(&q, 2);
    return q.tmax < 0;
}

int cd_world_shapecast(const cd_world *w, const cd_shape *shape, cd_vec motion, uint32_t mask,
                       int except, cd_hit *hit) {
    assert(cd_shape_error(shape) == NULL && shape->dim == w->dim && cd_is_in_range(motion));
    cd_bounds box = cd_shape_bounds(shape);
    closest_query q;
    q.ray = (cd_ray_query){.world = w, .motion = motion, .tmax = 1, .mask = mask};
    q.ray.left_out = 1 + cd_index_except(w, except);
    start_closest(&q, shape);
    cd_vec half = cd_sub(cd_scale(box.max, 0.5), cd_scale(box.min, 0.5));
    q.ray.origin = cd_add(box.min, half);
    double slack = 4 * DBL_EPSILON * (cd_max_abs(q.ray.origin) + cd_max_abs(half));
    q.ray.half = cd_add(half, (cd_vec){slack, slack, slack});
    return find_closest(&q, hit);
}

/// All hits of a ray, and the first of them.
typedef struct {
    closest_query closest;
    cd_body_hit *hits; ///< their slots are indices until the end
    int count, room;
} all_hits_query;

static bool hit_before(const void *a, const void *b) {
    const cd_body_hit *p = a, *q = b;
    return p->hit.t != q->hit.t ? p->hit.t < q->hit.t : p->slot < q->slot;
}

static void visit_all(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    closest_query *first = (closest_query *)ray;
    all_hits_query *q = (all_hits_query *)first;
    cd_shape sphere_shape;
    cd_body_hit found = {.slot = i};
    remember(first, i, sphere);
    if (!cast_at_body(first, cd_tree_shape(ray->world, i, sphere, &sphere_shape), ray->tmax,
                      &found.hit))
        return;
    if (q->count < q->room)
        q->hits[q->count] = found;
    q->count++;
    const cd_body_hit so_far = {first->index, first->hit};
    if (first->index < 0 || hit_before(&found, &so_far)) {
        first->index = i;
        first->hit = found.hit;
    }
}

// Puts the first hit, which is resolved, before the others; where its body is hit later by
// rounding only, and so is not among them, in place of the first.
static void put_first(cd_body_hit *hits, int count, const closest_query *q) {
    int at = count - 1;
    while (at > 0 && hits[at].slot != q->index)
        at--;
    memmove(hits + 1, hits, (size_t)at * sizeof *hits);
    hits[0] = (cd_body_hit){q->index, q->hit};
}

int cd_world_raycast_all(const cd_world *w, cd_vec origin, cd_vec direction, double tmax,
                         uint32_t mask, cd_body_hit *hits, int room) {
    all_hits_query q; // not initialised as a whole: it is large
    start_closest(&q.closest, NULL);
    q.closest.ray = ray_of(w, origin, direction, tmax, mask);
    q.closest.ray.visit = visit_all;
    q.hits = hits;
    q.count = 0;
    q.room = room;
    cd_ray_traverse(&q.closest.ray, 2);
    if (q.count == 0 || q.count > room)
        return q.count;
    cd_sort(hits, q.count, sizeof *hits, hit_before);
    resolve_hit(&q.closest);
    put_first(hits, q.count, &q.closest);
    for (int i = 0; i < q.count; i++)
        hits[i].slot = cd_slot_of(w)[hits[i].slot];
    return q.count;
}
