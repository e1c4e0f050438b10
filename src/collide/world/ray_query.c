// Rays and casts in a world: walks of its trees that test eight boxes at once, in single precision
// and with some slack, the nearest first, and ask the queries of two shapes about the bodies that
// are left. A cast is a ray against boxes grown by the shape's.
#include "collide/world/ray_query.h"

#include "collide/shape/core.h"
#include "collide/world/sort.h"
#include "collide/world/wide_bvh.h"

#include <float.h>
#include <string.h>

// ---------------------------------------------------------------------------------- rays and casts

typedef struct caster caster;

struct caster {
    const cd_world *world;
    cd_vec origin, motion; // of the middle
    cd_vec half;           // of the box that is cast
    double reach, inverse; // the ball around it; 1 / motion^2
    double tmax;           // what is later does not matter
    uint32_t mask;
    void (*meet)(caster *c, int index,
                 const cd_body_sphere *ball); // may lower tmax; NULL: in no tree
    const cd_shape *shape;                    // NULL: a ray
    int best, count, room;
    cd_hit hit;
    cd_body_hit *hits;
    const cd_mover *mover;
    int *indices;
    int number; // of the mover
    double margin;
    cd_found_still found;
    void *context;
};

/// The caster in the frame of a tree: its times are (t - start) / unit of those of the cast.
typedef struct {
    cd_lanes inverse;       // of the motion
    cd_lanes first, last;   // where the sides of boxes count from that it meets first and last
    int entry[3], leave[3]; // which side of a box that is
    double start, unit;
    double slack, end; // in its times: what rounding may lose; when it has left the range
} ray;

// Starts where the ray enters the tree's range, so that single precision suffices. False: it does
// not.
static bool enter(const caster *c, const cd_wide_bvh *tree, ray *r) {
    const cd_wide_box *all = cd_wide_boxes(tree);
    cd_vec o = cd_scale(cd_sub(c->origin, tree->low), tree->scale);
    cd_vec d = cd_scale(c->motion, tree->scale), h = cd_scale(c->half, tree->scale);
    const double origin[3] = {o.x, o.y, o.z}, motion[3] = {d.x, d.y, d.z};
    const double half[3] = {h.x, h.y, h.z};
    double start = 0, end = c->tmax, speed = cd_max_abs(d);
    for (int i = 0; i < 3; i++) {
        double low = (double)all->min[i] - half[i] - 1e-3;
        double high = (double)all->max[i] + half[i] + 1e-3;
        if (motion[i] == 0) {
            if (!(origin[i] >= low && origin[i] <= high))
                return false;
            continue;
        }
        double a = (low - origin[i]) / motion[i], b = (high - origin[i]) / motion[i];
        start = cd_max(start, cd_min(a, b));
        end = cd_min(end, cd_max(a, b));
    }
    if (!(start <= end) || !(start < INFINITY))
        return false;
    r->start = start;
    r->unit = speed > 0 && isfinite(1 / speed) ? 1 / speed : 1;
    double size = 1 + cd_max_abs(h), far = 4 * DBL_EPSILON * (cd_max_abs(o) + start * speed);
    r->slack = 0x1p-18 * size + 4 * far;
    r->end = 4 * size + 4 * far;
    r->inverse = r->first = r->last = cd_lanes_all(0);
    for (int i = 0; i < 3; i++) {
        double component = motion[i] * r->unit;
        // Slower than that, it stays where it is as far as the slack can tell.
        if (fabs(component) < 0x1p-30)
            component = copysign(0x1p-100, motion[i]);
        double at = origin[i] + start * motion[i];
        double grown = copysign(half[i] + 0x1p-19 * size + far, component);
        r->inverse[i] = (float)(1 / component);
        r->first[i] = (float)(at + grown);
        r->last[i] = (float)(at - grown);
        r->entry[i] = component > 0 ? i : 3 + i;
        r->leave[i] = component > 0 ? 3 + i : i;
    }
    return true;
}

// When the ray enters each of eight boxes; the bits of those that it is in before `end`.
static inline unsigned slabs(const ray *r, const cd_wide_node *node, float end,
                             float entered[CD_WIDE_CHILDREN]) {
    cd_lanes unit = r->inverse * cd_wide_unit(node), corner = cd_wide_corner(node);
    cd_lanes enter = (corner - r->first) * r->inverse - unit;
    cd_lanes leave = (corner - r->last) * r->inverse - unit;
    cd_lanes near[2] = {cd_lanes_all(0), cd_lanes_all(0)};
    cd_lanes far[2] = {cd_lanes_all(end), cd_lanes_all(end)};
#define ALONG(i)                                                                                   \
    do {                                                                                           \
        cd_lanes side[2], other[2];                                                                \
        cd_lanes_of_eight(node->side[r->entry[i]], side);                                          \
        cd_lanes_of_eight(node->side[r->leave[i]], other);                                         \
        for (int half = 0; half < 2; half++) {                                                     \
            side[half] = side[half] * cd_lanes_spread(unit, i) + cd_lanes_spread(enter, i);        \
            other[half] = other[half] * cd_lanes_spread(unit, i) + cd_lanes_spread(leave, i);      \
            near[half] = cd_lanes_max(side[half], near[half]);                                     \
            far[half] = cd_lanes_min(other[half], far[half]);                                      \
        }                                                                                          \
    } while (0)
    ALONG(0);
    ALONG(1);
    ALONG(2);
#undef ALONG
    memcpy(entered, near, sizeof near);
    return (cd_lanes_bits(near[0] <= far[0] * 1.00001f) |
            cd_lanes_bits(near[1] <= far[1] * 1.00001f) << 4) &
           cd_wide_children(node);
}

static float end_of(const caster *c, const ray *r) {
    return (float)(cd_min((c->tmax - r->start) / r->unit, r->end) + r->slack);
}

// Whether the line of motion passes by the ball around a body; false where rounding could decide.
static inline bool passes_by(const caster *c, const cd_body_sphere *ball) {
    cd_vec m = cd_sub(ball->middle, c->origin);
    double along = cd_dot(m, c->motion), square = cd_length2(m),
           reach = fabs(ball->reach) + c->reach;
    return square * (1 - 16 * DBL_EPSILON) - along * along * c->inverse > reach * reach;
}

// A node to be visited: its place, below the bits of when the ray enters it, so that they are in
// the order of these.
static inline uint64_t visit(float t, int node) {
    uint32_t bits;
    memcpy(&bits, &t, sizeof bits);
    return (uint64_t)bits << 32 | (uint32_t)node;
}

static inline float time_of(uint64_t visit) {
    uint32_t bits = (uint32_t)(visit >> 32);
    float t;
    memcpy(&t, &bits, sizeof t);
    return t;
}

// The later of two visits goes first.
static inline void order(uint64_t *a, uint64_t *b) {
    uint64_t late = *a > *b ? *a : *b, early = *a > *b ? *b : *a;
    *a = late, *b = early;
}

// Puts the nodes that are hit on the stack, the nearest on the top. Few are, but how many none can
// foretell: up to four are sorted by a network without a branch.
static inline int push(uint64_t *stack, int depth, unsigned hit, const cd_wide_node *nodes,
                       int first, const float *near) {
    enum { FEW = 4 };
    int count = __builtin_popcount(hit);
    uint64_t places = cd_wide_bit_places[hit], v[FEW];
    uint64_t *top = stack + depth;
    for (int i = 0; i < FEW; i++) {
        int k = (int)(places >> 8 * i & 7);
        v[i] = i < count ? visit(near[k], first + k) : 0;
        __builtin_prefetch(&nodes[first + k]);
    }
    order(&v[0], &v[1]);
    order(&v[2], &v[3]);
    order(&v[0], &v[2]);
    order(&v[1], &v[3]);
    order(&v[1], &v[2]);
    memcpy(top, v, sizeof v);
    for (int i = FEW; i < count; i++) {
        int k = (int)(places >> 8 * i & 7), at = i;
        uint64_t one = visit(near[k], first + k);
        for (; at > 0 && top[at - 1] < one; at--)
            top[at] = top[at - 1];
        top[at] = one;
    }
    return depth + count;
}

// Asks about the bodies of a node whose boxes are hit.
static inline void meet_bodies(caster *c, const cd_wide_bvh *tree, int first, unsigned hit) {
    const cd_body_sphere *balls = cd_wide_spheres(tree) + first;
    for (; hit != 0; hit &= hit - 1) {
        const cd_body_sphere *ball = &balls[cd_lowest(hit)];
        if (passes_by(c, ball))
            continue;
        int i = cd_wide_bodies(tree)[first + cd_lowest(hit)];
        if (cd_is_visible(c->world, i, c->mask))
            c->meet(c, i, ball);
    }
}

// Two nodes at a time, the nearest that wait, as a processor can test one while it waits for the
// other.
CD_HOT static void walk(caster *c, const cd_wide_bvh *tree) {
    ray r;
    if (tree->count == 0 || !enter(c, tree, &r))
        return;
    const cd_wide_node *nodes = cd_wide_nodes(tree);
    uint64_t stack[CD_WIDE_STACK];
    stack[0] = visit(0, 0);
    float end = end_of(c, &r);
    for (int depth = 1; depth > 0;) {
        float near[2][CD_WIDE_CHILDREN];
        uint64_t top = stack[--depth], next = stack[depth > 0 ? depth - 1 : 0];
        if (time_of(top) > end)
            continue;
        bool two = (depth > 0) & (time_of(next) <= end);
        depth -= depth > 0;
        int n = (int)(uint32_t)top, m = (int)(uint32_t)next;
        const cd_wide_node *node = &nodes[n], *other = &nodes[m];
        cd_wide_link link = cd_wide_links(tree)[n], beside = cd_wide_links(tree)[m];
        unsigned hit = slabs(&r, node, end, near[0]);
        unsigned also = slabs(&r, other, end, near[1]) & (two ? 255u : 0);
        unsigned bodies = hit >> cd_wide_inner_count(node),
                 others = also >> cd_wide_inner_count(other);
        depth = push(stack, depth, also & cd_wide_inner(other), nodes, beside.node, near[1]);
        depth = push(stack, depth, hit & cd_wide_inner(node), nodes, link.node, near[0]);
        if ((bodies | others) == 0)
            continue;
        meet_bodies(c, tree, link.body, bodies);
        meet_bodies(c, tree, beside.body, others);
        end = end_of(c, &r);
    }
}

static void walk_all(caster *c, int trees) {
    const cd_world *w = c->world;
    const int *unbounded = w->unbounded.memory;
    bool everywhere = !cd_is_finite(c->origin) || !cd_is_finite(c->half);
    c->reach = c->shape ? cd_norm(c->half) * (1 + 1e-12) : 0;
    c->inverse = 1 / cd_length2(c->motion);
    for (int i = 0; everywhere && i < w->count; i++)
        if (cd_slot_of(w)[i] >= 0 && cd_is_visible(w, i, c->mask))
            c->meet(c, i, NULL);
    if (everywhere)
        return;
    for (int i = 0; i < w->unbounded_count; i++)
        if (cd_is_visible(w, unbounded[i], c->mask))
            c->meet(c, unbounded[i], NULL);
    for (int which = 0; which < trees; which++)
        walk(c, &w->trees[which]);
}

static bool cast(const caster *c, int i, const cd_body_sphere *ball, cd_hit *hit) {
    cd_shape room;
    const cd_shape *body = cd_wide_shape(c->world, i, ball, &room);
    if (!c->shape)
        return cd_raycast(c->origin, c->motion, body, c->tmax, hit);
    return cd_shapecast(c->shape, c->motion, body, (cd_vec){0, 0, 0}, hit);
}

static void meet_first(caster *c, int i, const cd_body_sphere *ball) {
    cd_hit hit;
    if (!cast(c, i, ball, &hit) || hit.t > c->tmax ||
        (hit.t == c->tmax && c->best >= 0 && i > c->best))
        return;
    c->hit = hit;
    c->best = i;
    c->tmax = hit.t;
}

static void meet_all(caster *c, int i, const cd_body_sphere *ball) {
    cd_hit hit;
    if (!cast(c, i, ball, &hit))
        return;
    if (c->count < c->room)
        c->hits[c->count] = (cd_body_hit){i, hit};
    c->count++;
}

static int first(caster *c, cd_hit *hit) {
    c->best = -1;
    c->meet = meet_first;
    walk_all(c, 2);
    if (c->best < 0)
        return -1;
    *hit = c->hit;
    return cd_slot_of(c->world)[c->best];
}

int cd_world_raycast(const cd_world *w, cd_vec origin, cd_vec direction, double tmax, uint32_t mask,
                     cd_hit *hit) {
    caster c = {.world = w, .origin = origin, .motion = direction, .tmax = tmax, .mask = mask};
    return first(&c, hit);
}

int cd_world_shapecast(const cd_world *w, const cd_shape *shape, cd_vec motion, uint32_t mask,
                       cd_hit *hit) {
    cd_bounds box = cd_shape_bounds(shape);
    caster c = {.world = w, .motion = motion, .tmax = 1, .mask = mask, .shape = shape};
    c.half = cd_sub(cd_scale(box.max, 0.5), cd_scale(box.min, 0.5));
    c.origin = cd_add(box.min, c.half);
    double slack = 4 * DBL_EPSILON * (cd_max_abs(c.origin) + cd_max_abs(c.half));
    c.half = cd_add(c.half, (cd_vec){slack, slack, slack});
    return first(&c, hit);
}

// ----------------------------------------------------------------------------------- still bodies

// A ball and a half-space: when they touch. Most walls are.
static bool cast_at_plane(const caster *c, const cd_shape *plane, cd_hit *hit) {
    cd_vec n = plane->as.plane.normal;
    double reach = c->mover->reach, approach = -cd_dot(n, c->motion);
    double gap = cd_dot(n, c->origin) - plane->as.plane.offset - reach;
    if (!(approach > 0) || gap > approach * c->tmax)
        return false;
    *hit = (cd_hit){.t = gap > 0 ? gap / approach : 0, .normal = n, .approach = approach};
    hit->inside = gap <= 0;
    cd_vec middle = cd_add_scaled(c->origin, hit->t, c->motion);
    hit->point = cd_add_scaled(middle, -reach - cd_min(gap, 0), n);
    return true;
}

static void meet_still(caster *c, int i, const cd_body_sphere *ball) {
    const cd_world *w = c->world;
    const cd_body *body = &cd_stored_bodies(w)[i].body,
                  *own = &cd_stored_bodies(w)[c->mover->index].body;
    cd_hit hit;
    if (!cd_is_still_at(w, i) || !cd_mover_may_hit(w, c->mover, i))
        return;
    bool plane = c->mover->is_sphere && body->shape.kind == CD_PLANE;
    cd_shape room;
    const cd_shape *still = cd_wide_shape(w, i, ball, &room);
    bool met = plane ? cast_at_plane(c, still, &hit) && !cd_is_sliding(&hit, c->motion)
                     : cd_first_hit(c->shape, c->motion, still, (cd_vec){0, 0, 0}, c->tmax,
                                    cd_touch_tolerance(c->mover->reach), &hit);
    if (!met)
        return;
    if (hit.inside && (body->response == CD_PASS || own->response == CD_PASS))
        return;
    if (hit.t > c->tmax || (hit.t == c->tmax && c->best >= 0 && i > c->best))
        return;
    c->hit = hit;
    c->best = i;
    c->tmax = hit.t;
}

// What looks for still bodies around a mover, as far as `margin`.
static caster of_mover(const cd_world *w, const cd_mover *m, const cd_shape *shape, double margin) {
    double half = m->reach + margin;
    return (caster){.world = w,
                    .origin = m->x,
                    .half = {half, half, w->dim == 3 ? half : 0},
                    .tmax = 1,
                    .mask = UINT32_MAX,
                    .shape = shape,
                    .mover = m,
                    .margin = margin};
}

int cd_world_first_still(const cd_world *w, const cd_mover *m, const cd_shape *shape, double time,
                         cd_hit *hit) {
    caster c = of_mover(w, m, shape, 0);
    c.motion = cd_scale(m->v, time);
    c.meet = meet_still;
    c.best = -1;
    if (cd_is_zero(c.motion))
        return -1;
    walk_all(&c, 1);
    *hit = c.hit;
    hit->t = c.tmax * time;
    return c.best;
}

// Whether the mover meets a still body that may be as near as `limit`.
static bool may_be_near(const caster *c, int i, double limit) {
    const cd_world *w = c->world;
    const cd_shape *s = &cd_stored_bodies(w)[i].body.shape;
    if (!cd_is_still_at(w, i) || !cd_mover_may_hit(w, c->mover, i))
        return false;
    return !c->mover->is_sphere || s->kind != CD_PLANE ||
           cd_dot(s->as.plane.normal, c->origin) - s->as.plane.offset - c->mover->reach <= limit;
}

// Notes a still body that the mover overlaps by more than rounding.
static void note_deep(caster *c, int i, const cd_body_sphere *ball) {
    (void)ball;
    if (c->count < c->room && may_be_near(c, i, 0) &&
        cd_overlap_deeper(c->shape, &cd_stored_bodies(c->world)[i].body.shape,
                          cd_touch_tolerance(c->mover->reach)))
        c->indices[c->count++] = i;
}

int cd_world_deep_in_still(const cd_world *w, const cd_mover *m, const cd_shape *shape,
                           int *indices, int room) {
    caster c = of_mover(w, m, shape, 0);
    c.meet = note_deep;
    c.indices = indices;
    c.room = room;
    walk_all(&c, 1);
    return c.count;
}

typedef struct {
    const caster *caster;
    int still;
} touched;

static void tell_contact(void *context, const cd_separation *contact) {
    const touched *t = context;
    t->caster->found(t->caster->context, t->caster->number, t->still, contact);
}

static void tell_touching(caster *c, int i, const cd_body_sphere *ball) {
    (void)ball;
    touched t = {c, i};
    double limit = cd_touch_tolerance(c->mover->reach) + c->margin;
    if (may_be_near(c, i, limit))
        cd_each_contact(c->shape, &cd_stored_bodies(c->world)[i].body.shape, limit, tell_contact,
                        &t);
}

void cd_world_touching_still(const cd_world *w, const cd_mover *m, int mover, const cd_shape *shape,
                             double margin, cd_found_still found, void *context) {
    caster c = of_mover(w, m, shape, margin);
    c.meet = tell_touching;
    c.number = mover;
    c.found = found;
    c.context = context;
    walk_all(&c, 1);
}

static bool hit_before(const void *a, const void *b) {
    const cd_body_hit *p = a, *q = b;
    return p->hit.t != q->hit.t ? p->hit.t < q->hit.t : p->slot < q->slot;
}

int cd_world_raycast_all(const cd_world *w, cd_vec origin, cd_vec direction, double tmax,
                         uint32_t mask, cd_body_hit *hits, int room) {
    caster c = {.world = w,
                .origin = origin,
                .motion = direction,
                .tmax = tmax,
                .mask = mask,
                .meet = meet_all,
                .hits = hits,
                .room = room};
    walk_all(&c, 2);
    if (c.count > room)
        return c.count;
    cd_sort(hits, c.count, sizeof *hits, hit_before);
    for (int i = 0; i < c.count; i++)
        hits[i].slot = cd_slot_of(w)[hits[i].slot];
    return c.count;
}
