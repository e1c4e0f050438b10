// What overlaps a shape and what is near a point: walks of the trees that test eight boxes at once,
// in single precision and with some slack; the queries of two shapes are asked about the rest.
#include "collide/shape/core.h"
#include "collide/world/sort.h"
#include "collide/world/wide_bvh.h"

#include <float.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- overlap

typedef struct {
    const cd_world *world;
    const cd_shape *shape;
    uint32_t mask;
    cd_body_sphere ball; ///< of the shape; reach < 0: it is none
    int *found, count, room;
} overlapper;

static void add_overlap(overlapper *o, int i, const cd_body_sphere *round) {
    const cd_world *w = o->world;
    int over = o->ball.reach >= 0 && round ? cd_body_spheres_overlap(&o->ball, round) : 0;
    if (over == 0)
        over = cd_overlap(o->shape, &cd_stored_bodies(w)[i].body.shape) ? 1 : -1;
    if (o->count < o->room) // without a branch on what is found
        o->found[o->count] = i;
    o->count += (over > 0) & cd_is_visible(w, i, o->mask);
}

// The children of a node whose boxes meet one of the tree.
static inline unsigned meeting(const cd_wide_node *node, cd_lanes low, cd_lanes high) {
    cd_lanes corner = cd_wide_corner(node), per_length = cd_wide_per_length(node);
    cd_lanes most = cd_lanes_all(UINT8_MAX);
    low = cd_lanes_min((low - corner) * per_length, most);
    high = cd_lanes_min((high - corner) * per_length, most);
    cd_bytes box = cd_bytes_of(cd_shorts_of(low, high) + 1); // low in bytes 0 to 2, high in 4 to 6
    cd_bytes least = cd_bytes_load(node->side[0]), mixed = cd_bytes_load(node->side[2]);
    cd_bytes largest = cd_bytes_load(node->side[4]);
    cd_bytes apart = cd_bytes_beyond(least, cd_bytes_spread(box, 4, 5)) |
                     cd_bytes_beyond(cd_bytes_spread(box, 1, 2), largest) |
                     cd_bytes_halves(cd_bytes_beyond(mixed, cd_bytes_spread(box, 6, 6)),
                                     cd_bytes_beyond(cd_bytes_spread(box, 0, 0), mixed));
    return cd_bytes_zeros(apart) & cd_wide_children(node);
}

// Nodes wait in a queue, so that many are on their way from memory at once; where they are many,
// the last is the next, so that they do not become more. Bodies, too, are on their way before they
// are asked about.
static inline void walk_box(overlapper *o, const cd_wide_bvh *tree, cd_bounds box) {
    enum { MANY = 256, MOST_BODIES = 64 };
    const cd_wide_node *nodes = cd_wide_nodes(tree);
    const cd_body_sphere *balls = cd_wide_spheres(tree);
    cd_vec a = cd_scale(cd_sub(box.min, tree->low), tree->scale);
    cd_vec b = cd_scale(cd_sub(box.max, tree->low), tree->scale);
    // Beyond the range all is alike.
    cd_lanes low = {(float)a.x, (float)a.y, (float)a.z},
             high = {(float)b.x, (float)b.y, (float)b.z};
    cd_lanes far = cd_lanes_all(8);
    low = cd_lanes_max(cd_lanes_min(low, far), -far) - (float)CD_WIDE_SLACK;
    high = cd_lanes_max(cd_lanes_min(high, far), -far) + (float)CD_WIDE_SLACK;
    int queue[MANY + CD_WIDE_STACK], first = 0, last = 0, bodies[MOST_BODIES + CD_WIDE_CHILDREN],
                                     count = 0;
    queue[last++] = 0;
    while (first < last) {
        int n = last < MANY ? queue[first++] : queue[--last];
        const cd_wide_node *node = &nodes[n];
        cd_wide_link link = cd_wide_links(tree)[n];
        unsigned hit = meeting(node, low, high);
        last = cd_wide_append_bits(queue, last, hit & cd_wide_inner(node), link.node);
        int was = count;
        count = cd_wide_append_bits(bodies, count, hit >> cd_wide_inner_count(node), link.body);
        __builtin_prefetch(&balls[bodies[was]]);
        __builtin_prefetch(&cd_wide_bodies(tree)[bodies[was]]);
        if (first < last && count <= MOST_BODIES)
            continue;
        for (int i = 0; i < count; i++) {
            const cd_body_sphere *ball = &balls[bodies[i]];
            add_overlap(o, cd_wide_bodies(tree)[bodies[i]], signbit(ball->reach) ? NULL : ball);
        }
        count = 0;
    }
}

static bool index_before(const void *a, const void *b) { return *(const int *)a < *(const int *)b; }

static void sort_indices(int *indices, int count) {
    if (count > 32) {
        cd_sort(indices, count, sizeof *indices, index_before);
        return;
    }
    for (int i = 1; i < count; i++) {
        int index = indices[i], k = i;
        for (; k > 0 && indices[k - 1] > index; k--)
            indices[k] = indices[k - 1];
        indices[k] = index;
    }
}

static inline cd_bounds box_of(const cd_body_sphere *ball) {
    cd_vec reach = {ball->reach, ball->reach, ball->reach};
    return (cd_bounds){cd_sub(ball->middle, reach), cd_add(ball->middle, reach)};
}

CD_HOT int cd_world_overlap(const cd_world *w, const cd_shape *shape, uint32_t mask, int *slots,
                            int room) {
    overlapper o = {.world = w, .shape = shape, .mask = mask, .found = slots, .room = room};
    bool round = shape->kind == CD_SPHERE || shape->kind == CD_POINT;
    o.ball = (cd_body_sphere){shape->as.center, round ? shape->radius : -1};
    cd_bounds box = round ? box_of(&o.ball) : cd_shape_bounds(shape);
    double slack = 4 * DBL_EPSILON * cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    cd_vec s = {slack, slack, slack};
    box = (cd_bounds){cd_sub(box.min, s), cd_add(box.max, s)};
    for (int i = 0; i < w->unbounded_count; i++)
        add_overlap(&o, ((const int *)w->unbounded.memory)[i], NULL);
    for (int which = 0; which < 2; which++) {
        if (w->trees[which].count > 0)
            walk_box(&o, &w->trees[which], box);
    }
    if (o.count > room)
        return o.count;
    sort_indices(slots, o.count);
    for (int i = 0; w->reordered && i < o.count; i++)
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

static void add_near(finder *f, int i, const cd_body_sphere *ball) {
    cd_shape room;
    if (!cd_is_visible(f->world, i, f->mask))
        return;
    double distance = cd_distance(&f->point, cd_wide_shape(f->world, i, ball, &room));
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
static float reach_of(const finder *f, const cd_wide_bvh *tree) {
    if (f->count < f->room)
        return INFINITY;
    double reach = cd_max(f->near[f->room - 1].distance * tree->scale, 0) * (1 + 0x1p-20);
    reach += CD_WIDE_SLACK;
    return (float)(reach * reach);
}

// The squares of the distances of eight boxes from a point; the bits of those up to `most`.
static inline unsigned squares(const cd_wide_node *node, cd_lanes point, float most,
                               float square[CD_WIDE_CHILDREN]) {
    unsigned near = 0;
    cd_lanes p = (point - cd_wide_corner(node)) * cd_wide_per_length(node) + 1,
             zero = cd_lanes_all(0);
    cd_lanes unit = cd_wide_unit(node) * 0.99999f, sum[2] = {zero, zero};
    for (int i = 0; i < 3; i++) {
        cd_lanes least[2], largest[2];
        cd_lanes_of_eight(node->side[i], least);
        cd_lanes_of_eight(node->side[3 + i], largest);
        for (int half = 0; half < 2; half++) {
            cd_lanes d = cd_lanes_max(least[half] - p[i], p[i] - largest[half]);
            d = cd_lanes_max(d, zero) * unit; // before the square, which may be too large
            sum[half] += d * d;
        }
    }
    memcpy(square, sum, sizeof sum);
    for (int half = 0; half < 2; half++)
        near |= cd_lanes_bits(sum[half] <= most) << 4 * half;
    return near & cd_wide_children(node);
}

CD_HOT static void walk_near(finder *f, const cd_wide_bvh *tree) {
    const cd_wide_node *nodes = cd_wide_nodes(tree);
    cd_vec p = cd_scale(cd_sub(f->point.as.center, tree->low), tree->scale);
    cd_lanes point = {(float)p.x, (float)p.y, (float)p.z, 0};
    cd_wide_visit stack[CD_WIDE_STACK];
    int depth = 0;
    if (tree->count > 0)
        stack[depth++] = (cd_wide_visit){0, 0};
    while (depth > 0) {
        cd_wide_visit top = stack[--depth];
        if (top.t > reach_of(f, tree))
            continue;
        if (top.node < 0) {
            add_near(f, cd_wide_bodies(tree)[~top.node], &cd_wide_spheres(tree)[~top.node]);
            continue;
        }
        const cd_wide_node *node = &nodes[top.node];
        cd_wide_link link = cd_wide_links(tree)[top.node];
        int inner = cd_wide_inner_count(node);
        float square[CD_WIDE_CHILDREN];
        unsigned near = squares(node, point, reach_of(f, tree), square);
        for (int bottom = depth; near != 0; near &= near - 1) {
            int k = cd_lowest(near), i = depth++;
            for (; i > bottom && stack[i - 1].t < square[k]; i--)
                stack[i] = stack[i - 1];
            int child = k < inner ? link.node + k : ~(link.body + k - inner);
            stack[i] = (cd_wide_visit){child, square[k]};
        }
    }
}

int cd_world_nearest(const cd_world *w, cd_vec point, int count, uint32_t mask, cd_near *near) {
    finder f = {.world = w, .point = cd_point(w->dim, point), .mask = mask, .near = near};
    f.room = count;
    if (count <= 0)
        return 0;
    for (int i = 0; i < w->unbounded_count; i++)
        add_near(&f, ((const int *)w->unbounded.memory)[i], NULL);
    for (int which = 0; which < 2; which++)
        walk_near(&f, &w->trees[which]);
    for (int i = 0; i < f.count; i++)
        near[i].slot = cd_slot_of(w)[near[i].slot];
    return f.count;
}
