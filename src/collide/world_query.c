// Queries of a world: walks of its trees that test four boxes at once, in single precision and with
// some slack, and ask the queries of two shapes about the bodies that are left. Rays and casts take
// the nearest box first; a cast is a ray against boxes grown by the shape's.
#include "collide/lanes.h"
#include "collide/world_state.h"

#include <float.h>
#include <string.h>

enum { STACK = 160 }; // three siblings a level, as deep as cd_tree_build goes, and some

static int visible(const cd_world *w, int i, uint32_t mask) {
    return (cd_entries(w)[i].body.group & mask) != 0;
}

// ---------------------------------------------------------------------------------- rays and casts

typedef struct caster caster;

struct caster {
    const cd_world *world;
    cd_vec origin, motion; // of the middle
    cd_vec half;           // of the box that is cast
    double tmax;           // what is later does not matter
    uint32_t mask;
    void (*meet)(caster *c, int index); // may lower tmax
    const cd_shape *shape;              // NULL: a ray
    int best, count, room;
    cd_hit hit;
    cd_body_hit *hits;
};

typedef struct {
    int node;
    float t;
} visit;

/// The caster in the frame of a tree: its times are (t - start) / unit of those of the cast.
typedef struct {
    float inverse[3];        // of the motion
    float first[3], last[3]; // where the sides of boxes count from that it meets first and last
    double start, unit;
    double slack, end; // in its times: what rounding may lose; when it has left the range
} ray;

// Starts where the ray enters the tree's range, so that single precision suffices. False: it does
// not.
static bool enter(const caster *c, const cd_index *tree, ray *r) {
    const cd_wide *root = tree->nodes.memory;
    cd_vec o = cd_scale(cd_sub(c->origin, tree->low), tree->scale);
    cd_vec d = cd_scale(c->motion, tree->scale), h = cd_scale(c->half, tree->scale);
    const double origin[3] = {o.x, o.y, o.z}, motion[3] = {d.x, d.y, d.z};
    const double half[3] = {h.x, h.y, h.z};
    double start = 0, end = c->tmax, speed = cd_max_abs(d);
    for (int i = 0; i < 3; i++) {
        double low = (double)fminf(fminf(root->min[i][0], root->min[i][1]),
                                   fminf(root->min[i][2], root->min[i][3])) -
                     half[i] - 1e-3;
        double high = (double)fmaxf(fmaxf(root->max[i][0], root->max[i][1]),
                                    fmaxf(root->max[i][2], root->max[i][3])) +
                      half[i] + 1e-3;
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
    for (int i = 0; i < 3; i++) {
        double component = motion[i] * r->unit;
        // Slower than that, it stays where it is as far as the slack can tell.
        if (fabs(component) < 0x1p-30)
            component = copysign(0x1p-100, motion[i]);
        double at = origin[i] + start * motion[i];
        double grown = copysign(half[i] + 0x1p-20 * size + far, component);
        r->inverse[i] = (float)(1 / component);
        r->first[i] = (float)(at + grown);
        r->last[i] = (float)(at - grown);
    }
    return true;
}

// When the ray enters each of four boxes; the bits of those that it is in before `end`.
static inline unsigned slabs(const ray *r, const cd_wide *node, float end, float entered[4]) {
    cd_lanes near = cd_lanes_all(0), far = cd_lanes_all(end);
    for (int i = 0; i < 3; i++) {
        bool up = r->inverse[i] > 0;
        cd_lanes first = cd_lanes_load(up ? node->min[i] : node->max[i]) - r->first[i];
        cd_lanes last = cd_lanes_load(up ? node->max[i] : node->min[i]) - r->last[i];
        near = cd_lanes_max(first * r->inverse[i], near); // of NaN and a number, the number
        far = cd_lanes_min(last * r->inverse[i], far);
    }
    memcpy(entered, &near, sizeof near);
    return cd_lanes_bits(near <= far * 1.00001f);
}

static float end_of(const caster *c, const ray *r) {
    return (float)(cd_min((c->tmax - r->start) / r->unit, r->end) + r->slack);
}

static void walk(caster *c, const cd_index *tree) {
    ray r;
    if (tree->count == 0 || !enter(c, tree, &r))
        return;
    const cd_wide *nodes = tree->nodes.memory;
    visit stack[STACK];
    int depth = 0, at = 0;
    float end = end_of(c, &r);
    for (;;) {
        float near[4];
        const cd_wide *node = &nodes[at];
        unsigned hit = slabs(&r, node, end, near);
        int bottom = depth;
        for (int k = 0; k < 4; k++) { // by insertion, the nearest on the top
            if (!(hit >> k & 1))
                continue;
            int i = depth++;
            for (; i > bottom && stack[i - 1].t < near[k]; i--)
                stack[i] = stack[i - 1];
            stack[i] = (visit){node->child[k], near[k]};
        }
        for (;;) {
            if (depth == 0)
                return;
            visit top = stack[--depth];
            if (top.t > end)
                continue;
            at = top.node;
            if (at >= 0)
                break;
            if (visible(c->world, ~at, c->mask)) {
                c->meet(c, ~at);
                end = end_of(c, &r);
            }
        }
    }
}

static void walk_all(caster *c) {
    const cd_world *w = c->world;
    const int *unbounded = w->unbounded.memory;
    bool everywhere = !cd_is_finite(c->origin) || !cd_is_finite(c->half);
    for (int i = 0; everywhere && i < w->count; i++)
        if (cd_slot_of(w)[i] >= 0 && visible(w, i, c->mask))
            c->meet(c, i);
    if (everywhere)
        return;
    for (int i = 0; i < w->unbounded_count; i++)
        if (visible(w, unbounded[i], c->mask))
            c->meet(c, unbounded[i]);
    for (int which = 0; which < 2; which++)
        walk(c, &w->trees[which]);
}

static bool cast(const caster *c, int i, cd_hit *hit) {
    const cd_shape *body = &cd_entries(c->world)[i].body.shape;
    if (!c->shape)
        return cd_raycast(c->origin, c->motion, body, c->tmax, hit);
    return cd_shapecast(c->shape, c->motion, body, (cd_vec){0, 0, 0}, hit);
}

static void meet_first(caster *c, int i) {
    cd_hit hit;
    if (!cast(c, i, &hit) || hit.t > c->tmax || (hit.t == c->tmax && c->best >= 0 && i > c->best))
        return;
    c->hit = hit;
    c->best = i;
    c->tmax = hit.t;
}

static void meet_all(caster *c, int i) {
    cd_hit hit;
    if (!cast(c, i, &hit))
        return;
    if (c->count < c->room)
        c->hits[c->count] = (cd_body_hit){i, hit};
    c->count++;
}

static int first(caster *c, cd_hit *hit) {
    c->best = -1;
    c->meet = meet_first;
    walk_all(c);
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

// Heap sort, which needs no memory: by `before`, a total order.
static void sort(void *array, int count, size_t size, bool (*before)(const void *, const void *)) {
    char *items = array, swap[sizeof(cd_body_hit)];
    for (int step = 0; step < count / 2 + count - 1; step++) {
        int end = step < count / 2 ? count : count - 1 - (step - count / 2);
        int parent = step < count / 2 ? count / 2 - 1 - step : 0;
        if (step >= count / 2) { // the last of what is left goes behind
            memcpy(swap, items, size);
            memcpy(items, items + (size_t)end * size, size);
            memcpy(items + (size_t)end * size, swap, size);
        }
        for (int child; (child = 2 * parent + 1) < end; parent = child) {
            char *c = items + (size_t)child * size, *p = items + (size_t)parent * size;
            if (child + 1 < end && before(c, c + size))
                c += size, child++;
            if (!before(p, c))
                break;
            memcpy(swap, p, size);
            memcpy(p, c, size);
            memcpy(c, swap, size);
        }
    }
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
    walk_all(&c);
    if (c.count > room)
        return c.count;
    sort(hits, c.count, sizeof *hits, hit_before);
    for (int i = 0; i < c.count; i++)
        hits[i].slot = cd_slot_of(w)[hits[i].slot];
    return c.count;
}

// ------------------------------------------------------------------------------------------
// overlap

typedef struct {
    const cd_world *world;
    const cd_shape *shape;
    uint32_t mask;
    int *found, count, room;
} overlapper;

static void add_overlap(overlapper *o, int i) {
    if (!visible(o->world, i, o->mask) ||
        !cd_overlap(o->shape, &cd_entries(o->world)[i].body.shape))
        return;
    if (o->count < o->room)
        o->found[o->count] = i;
    o->count++;
}

static void walk_box(overlapper *o, const cd_index *tree, cd_bounds box) {
    const cd_wide *nodes = tree->nodes.memory;
    cd_vec a = cd_scale(cd_sub(box.min, tree->low), tree->scale);
    cd_vec b = cd_scale(cd_sub(box.max, tree->low), tree->scale);
    const double low[3] = {a.x, a.y, a.z}, high[3] = {b.x, b.y, b.z};
    float min[3], max[3];
    for (int i = 0; i < 3; i++) { // beyond the range all is alike
        min[i] = (float)(cd_clamp(low[i], -8, 8) - CD_WIDE_SLACK);
        max[i] = (float)(cd_clamp(high[i], -8, 8) + CD_WIDE_SLACK);
    }
    int stack[STACK], depth = 0;
    if (tree->count > 0)
        stack[depth++] = 0;
    while (depth > 0) {
        int at = stack[--depth];
        if (at < 0) {
            add_overlap(o, ~at);
            continue;
        }
        const cd_wide *node = &nodes[at];
        cd_lanes_int meet = {-1, -1, -1, -1};
        for (int i = 0; i < 3; i++)
            meet &=
                (cd_lanes_load(node->min[i]) <= max[i]) & (cd_lanes_load(node->max[i]) >= min[i]);
        unsigned hit = cd_lanes_bits(meet);
        for (int k = 0; k < 4; k++) {
            stack[depth] = node->child[k];
            depth += (int)(hit >> k & 1);
        }
    }
}

static bool index_before(const void *a, const void *b) { return *(const int *)a < *(const int *)b; }

int cd_world_overlap(const cd_world *w, const cd_shape *shape, uint32_t mask, int *slots,
                     int room) {
    overlapper o = {.world = w, .shape = shape, .mask = mask, .found = slots, .room = room};
    cd_bounds box = cd_shape_bounds(shape);
    double slack = 4 * DBL_EPSILON * cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    cd_vec s = {slack, slack, slack};
    box = (cd_bounds){cd_sub(box.min, s), cd_add(box.max, s)};
    for (int i = 0; i < w->unbounded_count; i++)
        add_overlap(&o, ((const int *)w->unbounded.memory)[i]);
    for (int which = 0; which < 2; which++)
        walk_box(&o, &w->trees[which], box);
    if (o.count > room)
        return o.count;
    sort(slots, o.count, sizeof *slots, index_before);
    for (int i = 0; i < o.count; i++)
        slots[i] = cd_slot_of(w)[slots[i]];
    return o.count;
}

// ------------------------------------------------------------------------------------------
// nearest

typedef struct {
    const cd_world *world;
    cd_shape point;
    uint32_t mask;
    cd_near *near; // the nearest so far, in order; slots are indices
    int count, room;
} finder;

static void add_near(finder *f, int i) {
    if (!visible(f->world, i, f->mask))
        return;
    double distance = cd_distance(&f->point, &cd_entries(f->world)[i].body.shape);
    int at = f->count < f->room ? f->count++ : f->room;
    for (; at > 0; at--) {
        cd_near other = f->near[at - 1];
        if (other.distance < distance || (other.distance == distance && other.slot < i))
            break;
        if (at < f->room)
            f->near[at] = other;
    }
    if (at < f->room)
        f->near[at] = (cd_near){i, distance};
}

// The square of the least distance in the tree that can no longer matter.
static float reach_of(const finder *f, const cd_index *tree) {
    if (f->count < f->room)
        return INFINITY;
    double reach = cd_max(f->near[f->room - 1].distance * tree->scale, 0) * (1 + 0x1p-20);
    reach += CD_WIDE_SLACK;
    return (float)(reach * reach);
}

static void walk_near(finder *f, const cd_index *tree) {
    const cd_wide *nodes = tree->nodes.memory;
    cd_vec point = cd_scale(cd_sub(f->point.as.center, tree->low), tree->scale);
    const float p[3] = {(float)point.x, (float)point.y, (float)point.z};
    visit stack[STACK];
    int depth = 0;
    if (tree->count > 0)
        stack[depth++] = (visit){0, 0};
    while (depth > 0) {
        visit top = stack[--depth];
        if (top.t > reach_of(f, tree))
            continue;
        if (top.node < 0) {
            add_near(f, ~top.node);
            continue;
        }
        const cd_wide *node = &nodes[top.node];
        cd_lanes sum = cd_lanes_all(0);
        for (int i = 0; i < 3; i++) {
            cd_lanes below = cd_lanes_load(node->min[i]) - p[i];
            cd_lanes d = cd_lanes_max(below, p[i] - cd_lanes_load(node->max[i]));
            d = cd_lanes_max(d, cd_lanes_all(0));
            sum += d * d;
        }
        sum *= 0.99999f;
        float square[4];
        memcpy(square, &sum, sizeof sum);
        int bottom = depth;
        for (int k = 0; k < 4; k++) {
            if (node->child[k] == CD_NO_CHILD)
                continue;
            int i = depth++;
            for (; i > bottom && stack[i - 1].t < square[k]; i--)
                stack[i] = stack[i - 1];
            stack[i] = (visit){node->child[k], square[k]};
        }
    }
}

int cd_world_nearest(const cd_world *w, cd_vec point, int count, uint32_t mask, cd_near *near) {
    finder f = {.world = w, .point = cd_point(w->dim, point), .mask = mask, .near = near};
    f.room = count;
    if (count <= 0)
        return 0;
    for (int i = 0; i < w->unbounded_count; i++)
        add_near(&f, ((const int *)w->unbounded.memory)[i]);
    for (int which = 0; which < 2; which++)
        walk_near(&f, &w->trees[which]);
    for (int i = 0; i < f.count; i++)
        near[i].slot = cd_slot_of(w)[near[i].slot];
    return f.count;
}
