// Many shapes queried at once: a wide BVH (shape/wide_bvh.h) over the boxes of the shapes that have
// one; every query tests the others one by one. The tree leaves candidates, about which the query
// of two shapes decides. After shapes have changed, the next query refits the boxes of the tree; if
// that more than doubles the sum of their areas, it builds the tree anew.
#include "collide/collide.h"
#include "collide/math/sort.h"
#include "collide/shape/memory_block.h"
#include "collide/shape/wide_near.h"
#include "collide/shape/wide_ray.h"
#include "collide/simd/hot.h"

#include <assert.h>
#include <float.h>

// The sum of the areas of all boxes may grow by this before the tree is built anew.
static const double MOST_GROWTH = 2;

struct cd_batch {
    int count, dim;
    int item_count; // in the tree: the first of `items`; the others have no finite box
    bool stale, moved;
    double size, area; // the largest coordinate of all; the area when the tree was built
    cd_wide_frame frame;
    const cd_shape **shapes;
    cd_bounds *boxes; // of the shapes
    int *items;       // the shapes in the order of the tree
    int node_count;
    cd_wide_node *nodes;
    cd_wide_link *links;
    cd_wide_box *node_boxes;
    union { // scratch, of one call
        cd_bvh_leaf *leaves;
        uint64_t *found; // a bit for each shape
    } scratch;
};

// The bytes of a batch; with `b`, whose count is set, its arrays are laid out behind it.
static size_t lay_out(int count, cd_batch *b) {
    cd_batch none = {.count = count};
    b = b ? b : &none;
    char *begin = (char *)b, *at = begin + cd_block_share(sizeof *b);
    size_t n = (size_t)count, nodes = n > 0 ? (size_t)cd_wide_most_nodes(count) : 0;
    b->shapes = cd_block_take(&at, n * sizeof *b->shapes);
    b->boxes = cd_block_take(&at, n * sizeof *b->boxes);
    b->items = cd_block_take(&at, n * sizeof *b->items);
    b->nodes = cd_block_take(&at, nodes * sizeof *b->nodes);
    b->links = cd_block_take(&at, nodes * sizeof *b->links);
    b->node_boxes = cd_block_take(&at, nodes * sizeof *b->node_boxes);
    b->scratch.leaves = cd_block_take(&at, n * sizeof *b->scratch.leaves);
    return (size_t)(at - begin);
}

size_t cd_batch_size(int count) { return lay_out(count, NULL); }

// Takes the shape of an index as it is now.
static void read_shape(cd_batch *b, int index) {
    b->boxes[index] = cd_shape_bounds(b->shapes[index]);
    b->size = cd_max(b->size, cd_shape_largest_coordinate(b->shapes[index]));
}

cd_batch *cd_batch_build(const cd_shape *const *shapes, int count, void *memory) {
    assert(count >= 0 && memory);
    cd_batch *b = memory;
    *b = (cd_batch){.count = count, .dim = count > 0 ? shapes[0]->dim : 0, .stale = true};
    lay_out(count, b);
    for (int i = 0; i < count; i++) {
        b->shapes[i] = shapes[i];
        read_shape(b, i);
    }
    return b;
}

void cd_batch_update(cd_batch *b, int index, const cd_shape *shape) {
    assert(index >= 0 && index < b->count && shape->dim == b->dim && !cd_shape_error(shape));
    bool was_bounded = cd_bounds_are_finite(b->boxes[index]);
    b->shapes[index] = shape;
    read_shape(b, index);
    b->moved = true;
    b->stale |= cd_bounds_are_finite(b->boxes[index]) != was_bounded;
}

double cd_batch_largest_coordinate(const cd_batch *b) { return b->size; }

// -------------------------------------------------------------------------------------------- tree

static cd_wide_box item_box(void *context, int k) {
    const cd_batch *b = context;
    return cd_wide_box_of(&b->frame, b->boxes[b->items[k]]);
}

// Fits the boxes to the shapes; returns the sum of their areas.
static double fit(cd_batch *b) {
    return cd_wide_fit(b->nodes, b->links, b->node_boxes, b->node_count, item_box, b);
}

static void build(cd_batch *b) {
    b->item_count = b->node_count = 0;
    b->size = 0;
    for (int i = 0, others = b->count; i < b->count; i++) {
        b->size = cd_max(b->size, cd_shape_largest_coordinate(b->shapes[i]));
        if (cd_bounds_are_finite(b->boxes[i]))
            b->scratch.leaves[b->item_count++] = (cd_bvh_leaf){b->boxes[i], i};
        else
            b->items[--others] = i;
    }
    if (b->item_count > 0) {
        b->frame = cd_wide_frame_of(cd_bvh_bounds(b->scratch.leaves, b->item_count));
        b->node_count =
            cd_wide_build(b->scratch.leaves, b->item_count, b->nodes, b->links, b->items);
        b->area = fit(b);
    }
    b->stale = false;
}

static void refresh(cd_batch *b) {
    if (b->moved && !b->stale)
        b->stale = b->item_count > 0 && !(fit(b) <= MOST_GROWTH * b->area);
    b->moved = false;
    if (b->stale)
        build(b);
    assert(!b->stale && b->item_count <= b->count);
}

// By how much boxes may be off for a query with coordinates up to `most`: more than the rounding of
// a frame, and than the tolerance of any query.
static double slack(const cd_batch *b, double most) { return 0x1p-44 * (b->size + most); }

// ------------------------------------------------------------------------------------------- casts

// A ray; with `a`, the cast of that shape by `direction` at shapes that move by motion_b.
typedef struct {
    cd_batch *b;
    cd_vec origin, direction;
    double tmax;
    cd_batch_hit *hits;
    int capacity, count;
    const cd_shape *a;
    cd_vec motion_b;
} batch_cast;

static bool find_hit(const batch_cast *c, const cd_shape *shape, cd_hit *hit) {
    return c->a ? cd_shapecast(c->a, c->direction, shape, c->motion_b, hit)
                : cd_raycast(c->origin, c->direction, shape, c->tmax, hit);
}

static void cast_at(void *context, int item) {
    batch_cast *r = context;
    int index = r->b->items[item];
    cd_hit beyond, *hit = r->count < r->capacity ? &r->hits[r->count].hit : &beyond;
    if (!find_hit(r, r->b->shapes[index], hit))
        return;
    if (hit != &beyond)
        r->hits[r->count].index = index;
    r->count++;
}

// Whether a box of these half extents that moves may meet the tree.
static inline bool enters_tree(const cd_batch *b, cd_vec origin, cd_vec half, cd_vec direction,
                               double tmax, cd_wide_ray *ray) {
    double off = slack(b, cd_max_abs(origin) + cd_max_abs(half));
    return b->node_count > 0 &&
           cd_wide_ray_enter(ray, &b->frame, b->node_boxes, origin,
                             cd_add(half, (cd_vec){off, off, off}), direction, 0, tmax);
}

CD_HOT static void walk_cast(batch_cast *r, const cd_wide_ray *ray) {
    cd_wide_walk_ray(ray, r->b->nodes, r->b->links, &r->tmax, cast_at, r);
}

static bool is_earlier(const void *a, const void *b) {
    const cd_batch_hit *p = a, *q = b;
    return p->hit.t < q->hit.t || (p->hit.t == q->hit.t && p->index < q->index);
}

// Orders the hits; returns how many there were.
static int finish(batch_cast *r) {
    const int count = r->count < r->capacity ? r->count : r->capacity;
    cd_sort(r->hits, count, sizeof *r->hits, is_earlier);
    return r->count;
}

int cd_raycast_all(cd_batch *b, cd_vec origin, cd_vec direction, double tmax, cd_batch_hit *hits,
                   int capacity) {
    assert(cd_is_in_range(origin) && cd_is_in_range(direction) && tmax >= 0 && capacity >= 0);
    refresh(b);
    batch_cast r = {b, origin, direction, tmax, hits, capacity, 0, NULL, {0, 0, 0}};
    cd_wide_ray ray;
    if (enters_tree(b, origin, (cd_vec){0, 0, 0}, direction, tmax, &ray))
        walk_cast(&r, &ray);
    for (int i = b->item_count; i < b->count; i++)
        cast_at(&r, i);
    return finish(&r);
}

int cd_shapecast_all(const cd_shape *a, cd_vec motion, cd_batch *b, cd_vec motion_b,
                     cd_batch_hit *hits, int capacity) {
    assert(cd_is_in_range(motion) && cd_is_in_range(motion_b) && capacity >= 0);
    refresh(b);
    batch_cast r = {b, {0, 0, 0}, motion, 1, hits, capacity, 0, a, motion_b};
    const cd_bounds box = cd_shape_bounds(a);
    const bool bounded = cd_bounds_are_finite(box);
    const cd_vec half = cd_scale(cd_sub(box.max, box.min), 0.5);
    cd_wide_ray ray;
    if (bounded &&
        enters_tree(b, cd_lerp(box.min, box.max, 0.5), half, cd_sub(motion, motion_b), 1, &ray))
        walk_cast(&r, &ray);
    for (int i = bounded ? b->item_count : 0; i < b->count; i++)
        cast_at(&r, i);
    return finish(&r);
}

// limit: tmax, or -INFINITY once a shape is in the way.
typedef struct {
    const cd_batch *b;
    cd_vec origin, direction;
    double tmax, limit;
} batch_sight;

static void look_at(void *context, int item) {
    batch_sight *s = context;
    if (s->limit >= 0 &&
        cd_occluded(s->origin, s->direction, s->b->shapes[s->b->items[item]], s->tmax))
        s->limit = -INFINITY;
}

CD_HOT static void walk_sight(batch_sight *s, const cd_wide_ray *ray) {
    cd_wide_walk_ray(ray, s->b->nodes, s->b->links, &s->limit, look_at, s);
}

bool cd_occluded_by_any(cd_batch *b, cd_vec origin, cd_vec direction, double tmax) {
    assert(cd_is_in_range(origin) && cd_is_in_range(direction) && tmax >= 0);
    refresh(b);
    batch_sight s = {b, origin, direction, tmax, tmax};
    for (int i = b->item_count; i < b->count; i++)
        look_at(&s, i);
    cd_wide_ray ray;
    if (s.limit >= 0 && enters_tree(b, origin, (cd_vec){0, 0, 0}, direction, tmax, &ray))
        walk_sight(&s, &ray);
    return s.limit < 0;
}

// ----------------------------------------------------------------------------------------- overlap

typedef struct {
    cd_batch *b;
    const cd_shape *shape;
} batch_overlap;

static void overlap_at(void *context, int item) {
    const batch_overlap *o = context;
    int index = o->b->items[item];
    if (cd_overlap(o->shape, o->b->shapes[index]))
        o->b->scratch.found[index / 64] |= (uint64_t)1 << index % 64;
}

CD_HOT static void walk_box(batch_overlap *o, cd_bounds box) {
    const cd_batch *b = o->b;
    cd_wide_near near;
    double off = slack(b, cd_max(cd_max_abs(box.min), cd_max_abs(box.max)));
    if (b->node_count > 0 && cd_wide_near_of(&near, &b->frame, b->dim, box, 0, off))
        cd_wide_walk_meeting(&near, b->nodes, b->links, overlap_at, o);
}

int cd_overlap_all(const cd_shape *shape, cd_batch *b, int *indices) {
    assert(!cd_shape_error(shape) && (b->count == 0 || shape->dim == b->dim));
    refresh(b);
    const int words = (b->count + 63) / 64;
    uint64_t *found = b->scratch.found;
    for (int i = 0; i < words; i++)
        found[i] = 0;
    batch_overlap o = {b, shape};
    cd_bounds box = cd_shape_bounds(shape);
    bool bounded = cd_bounds_are_finite(box);
    if (bounded)
        walk_box(&o, box);
    for (int i = bounded ? b->item_count : 0; i < b->count; i++)
        overlap_at(&o, i);
    int count = 0;
    for (int i = 0; i < words; i++)
        for (uint64_t bits = found[i]; bits != 0; bits &= bits - 1)
            indices[count++] = 64 * i + __builtin_ctzll(bits);
    return count;
}
