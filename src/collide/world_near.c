// What overlaps a shape and what is near a point: walks of the trees that test four boxes at once,
// in single precision and with some slack, and ask the queries of two shapes about the rest.
#include "collide/lanes.h"
#include "collide/world_state.h"

#include <float.h>
#include <string.h>

void cd_sort(void *array, int count, size_t size, bool (*before)(const void *, const void *)) {
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

// ---------------------------------------------------------------------------------------- overlap

typedef struct {
    const cd_world *world;
    const cd_shape *shape;
    uint32_t mask;
    cd_ball ball; ///< of the shape; reach < 0: it is none
    int *found, count, room;
} overlapper;

static bool overlaps(const overlapper *o, int i) {
    const cd_world *w = o->world;
    if (!cd_is_visible(w, i, o->mask))
        return false;
    if (o->ball.reach >= 0 && cd_has_ball(w, i)) {
        int over = cd_balls_overlap(&o->ball, &cd_balls(w)[i]);
        if (over != 0)
            return over > 0;
    }
    return cd_overlap(o->shape, &cd_entries(w)[i].body.shape);
}

static void add_overlap(overlapper *o, int i) {
    if (!overlaps(o, i))
        return;
    if (o->count < o->room)
        o->found[o->count] = i;
    o->count++;
}

static void walk_box(overlapper *o, const cd_index *tree, cd_bounds box) {
    enum { MOST = 64 };
    const cd_wide *nodes = cd_nodes(tree);
    cd_vec a = cd_scale(cd_sub(box.min, tree->low), tree->scale);
    cd_vec b = cd_scale(cd_sub(box.max, tree->low), tree->scale);
    const double low[3] = {a.x, a.y, a.z}, high[3] = {b.x, b.y, b.z};
    float min[3], max[3];
    for (int i = 0; i < 3; i++) { // beyond the range all is alike
        min[i] = (float)(cd_clamp(low[i], -8, 8) - CD_WIDE_SLACK);
        max[i] = (float)(cd_clamp(high[i], -8, 8) + CD_WIDE_SLACK);
    }
    int stack[CD_WALK_STACK], depth = 0, bodies[MOST + 1], count = 0;
    if (tree->count > 0)
        stack[depth++] = 0;
    while (depth > 0) {
        const cd_wide *node = &nodes[stack[--depth]];
        cd_lanes_int meet = {-1, -1, -1, -1};
        for (int i = 0; i < 3; i++)
            meet &=
                (cd_lanes_load(node->min[i]) <= max[i]) & (cd_lanes_load(node->max[i]) >= min[i]);
        unsigned hit = cd_lanes_bits(meet);
        for (int k = 0; k < 4; k++) { // without a branch on what lies where
            stack[depth] = node->child[k];
            depth += (int)((hit & node->nodes) >> k & 1);
            bodies[count] = ~node->child[k];
            count += (int)((hit & node->bodies) >> k & 1);
        }
        if (depth > 0 && count <= MOST - 4)
            continue;
        for (int i = 0; i < count; i++)
            add_overlap(o, bodies[i]);
        count = 0;
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
    bool round = shape->kind == CD_SPHERE || shape->kind == CD_POINT;
    o.ball = (cd_ball){shape->as.center, round ? shape->radius : -1};
    for (int i = 0; i < w->unbounded_count; i++)
        add_overlap(&o, ((const int *)w->unbounded.memory)[i]);
    for (int which = 0; which < 2; which++)
        walk_box(&o, &w->trees[which], box);
    if (o.count > room)
        return o.count;
    cd_sort(slots, o.count, sizeof *slots, index_before);
    for (int i = 0; i < o.count; i++)
        slots[i] = cd_slot_of(w)[slots[i]];
    return o.count;
}

// ---------------------------------------------------------------------------------------- nearest

typedef struct {
    const cd_world *world;
    cd_shape point;
    uint32_t mask;
    cd_near *near; // the nearest so far, in order; slots are indices
    int count, room;
} finder;

static void add_near(finder *f, int i) {
    if (!cd_is_visible(f->world, i, f->mask))
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
    const cd_wide *nodes = cd_nodes(tree);
    cd_vec point = cd_scale(cd_sub(f->point.as.center, tree->low), tree->scale);
    const float p[3] = {(float)point.x, (float)point.y, (float)point.z};
    cd_visit stack[CD_WALK_STACK];
    int depth = 0;
    if (tree->count > 0)
        stack[depth++] = (cd_visit){0, 0};
    while (depth > 0) {
        cd_visit top = stack[--depth];
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
            stack[i] = (cd_visit){node->child[k], square[k]};
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
