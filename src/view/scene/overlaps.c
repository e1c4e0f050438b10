// See overlaps.h. Sweep and prune in strips. The strips divide the axis with the second largest
// variance of the bounds. In each strip the bounds are sorted along the axis with the largest
// variance, and compared with those that begin before they end. Unbounded shapes are few, and are
// compared with all.
#include "view/scene/overlaps.h"

#include "record/allocate.h"
#include "view/inspect/fnv.h"
#include "view/scene/order.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static uint64_t hash_shape(const cd_named_shape *named) {
    const cd_bounds bounds = cd_shape_bounds(&named->shape);
    const cd_vec middle = cd_shape_middle(&named->shape);
    uint64_t h = cd_fnv_add(cd_fnv_start, &named->shape.kind, sizeof named->shape.kind);
    h = cd_fnv_add(h, &named->shape.radius, sizeof named->shape.radius);
    h = cd_fnv_add(h, &middle, sizeof middle);
    return cd_fnv_add(h, &bounds, sizeof bounds);
}

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void cd_scenery_set(cd_scenery *scenery, const cd_frame *first) {
    cd_scenery_free(scenery);
    scenery->hashes = cd_allocate((size_t)(first->shape_count + 1) * sizeof *scenery->hashes);
    if (scenery->hashes == NULL)
        return;
    for (int i = 0; i < first->shape_count; i++)
        scenery->hashes[scenery->count++] = hash_shape(&first->shapes[i]);
    qsort(scenery->hashes, (size_t)scenery->count, sizeof *scenery->hashes, compare_hashes);
}

void cd_scenery_free(cd_scenery *scenery) {
    free(scenery->hashes);
    *scenery = (cd_scenery){0};
}

/// Whether a shape has not changed since frame 0. Points, spheres, segments and capsules are never
/// scenery: scenarios are about them, even where they do not move.
static bool is_scenery(const cd_scenery *scenery, const cd_named_shape *named) {
    if (named->shape.kind <= CD_CAPSULE || scenery->count == 0)
        return false;
    uint64_t key = hash_shape(named);
    return bsearch(&key, scenery->hashes, (size_t)scenery->count, sizeof key, compare_hashes) !=
           NULL;
}

// ---------------------------------------------------------------------------------------- sweep

/// The bounds of a shape.
typedef struct sweep_box {
    double min[3], max[3];
    double size, rounding; ///< its longest side; the rounding of its coordinates
    int index;
    bool scenery;
} sweep_box;

static bool are_apart(const sweep_box *a, const sweep_box *b) {
    return a->max[0] < b->min[0] || b->max[0] < a->min[0] || a->max[1] < b->min[1] ||
           b->max[1] < a->min[1] || a->max[2] < b->min[2] || b->max[2] < a->min[2];
}

/// Of the smaller shape, what cannot be seen of it; and of coordinates, their rounding.
static const double unseen_part = 1e-4, rounding_part = 1e-12;

/// Marks both of a pair that overlaps, or notes where it touches. Both marked, nothing is asked.
static void test_pair(const cd_frame *frame, cd_overlaps *o, const sweep_box *p,
                      const sweep_box *q) {
    const cd_shape *a = &frame->shapes[p->index].shape, *b = &frame->shapes[q->index].shape;
    const double size = fmin(p->size, q->size);
    const double unseen = unseen_part * size + fmax(p->rounding, q->rounding);
    bool *const found[] = {&o->found[p->index], &o->found[q->index]};
    cd_separation s;
    if ((*found[0] && *found[1]) || a->dim != b->dim || !cd_contact(a, b, unseen, &s))
        return;
    if (s.distance < -unseen)
        *found[0] = *found[1] = true;
    else if (o->touch_count < CD_TOUCHES_MAX) {
        o->touches[o->touch_count] =
            (cd_touch_mark){cd_lerp(s.point_a, s.point_b, 0.5), s.normal, size};
        o->touch_count++;
    }
}

/// The rounding of a height over a plane, relative to the numbers that it is computed from.
static const double height_rounding = 1e-12;

/// Whether all of the box lies on the free side of a plane, also if its height was rounded up.
static bool is_above(const sweep_box *e, const cd_shape *plane) {
    const cd_vec n = plane->as.plane.normal;
    const double normal[3] = {n.x, n.y, n.z};
    double level = plane->as.plane.offset + plane->radius, nearest = 0, size = fabs(level);
    for (int k = 0; k < 3; k++) {
        nearest += normal[k] * (normal[k] > 0 ? e->min[k] : e->max[k]);
        size += fabs(e->min[k]) + fabs(e->max[k]);
    }
    return nearest - level > height_rounding * size;
}

static void test_unbounded(const cd_frame *frame, cd_overlaps *found, const sweep_box *boxes,
                           int count, const sweep_box *unbounded) {
    const cd_shape *shape = &frame->shapes[unbounded->index].shape;
    for (int i = 0; i < count; i++)
        if (!(unbounded->scenery && boxes[i].scenery) &&
            !(shape->kind == CD_PLANE && is_above(&boxes[i], shape)))
            test_pair(frame, found, &boxes[i], unbounded);
}

/// The axis with the largest variance of the boxes, and the one with the second largest.
static void choose_axes(const sweep_box *boxes, int count, int axes[2]) {
    double spread[3];
    for (int k = 0; k < 3; k++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < count; i++)
            sum += boxes[i].min[k], squares += boxes[i].min[k] * boxes[i].min[k];
        spread[k] = squares - sum * sum / count;
    }
    const int least = spread[2] <= spread[0] && spread[2] <= spread[1] ? 2
                      : spread[1] <= spread[0]                         ? 1
                                                                       : 0;
    const int a = (least + 1) % 3, b = (least + 2) % 3;
    axes[0] = spread[a] >= spread[b] ? a : b;
    axes[1] = axes[0] == a ? b : a;
}

/// Strips of equal width across an axis.
typedef struct sweep_strips {
    int axis, count;
    double low, per_width;
} sweep_strips;

static int strip_at(const sweep_strips *s, double v) {
    const double i = (v - s->low) * s->per_width;
    return !(i > 0) ? 0 : i >= s->count - 1 ? s->count - 1 : (int)i;
}

static sweep_strips make_strips(const sweep_box *boxes, int count, int axis) {
    double low = boxes[0].min[axis], high = low, widths = 0;
    for (int i = 0; i < count; i++) {
        low = fmin(low, boxes[i].min[axis]), high = fmax(high, boxes[i].max[axis]);
        widths += boxes[i].max[axis] - boxes[i].min[axis];
    }
    // A shape lies in two or three strips on average.
    const double most = count / 8.0, wanted = widths > 0 ? (high - low) * count / widths : most;
    sweep_strips s = {axis, 1, low, 0};
    s.count = (int)fmax(fmin(wanted, most), 1);
    s.per_width = high > low ? s.count / (high - low) : 0;
    return s;
}

/// After this many comparisons the rest are left out: they would cost more than a picture may, and
/// in a heap that dense no one can see which shapes overlap.
enum { COMPARISONS_MAX = 4000000 };

/// Compares the shapes of one strip, which are sorted by their minimum on the axis. A pair that
/// shares several strips is tested in the first of them.
static void sweep(const cd_frame *frame, const sweep_box *boxes, const int *list, int count,
                  int axis, const sweep_strips *s, int strip, cd_overlaps *found,
                  long *comparisons) {
    for (int i = 0; i < count; i++) {
        const sweep_box *a = &boxes[list[i]];
        const int first = strip_at(s, a->min[s->axis]);
        for (int k = i + 1; k < count; k++) {
            const sweep_box *b = &boxes[list[k]];
            if (b->min[axis] > a->max[axis] || ++*comparisons > COMPARISONS_MAX)
                break;
            const int begin = strip_at(s, b->min[s->axis]);
            if ((first > begin ? first : begin) == strip && !(a->scenery && b->scenery) &&
                !are_apart(a, b))
                test_pair(frame, found, a, b);
        }
    }
}

/// All that is to be compared; what compares it neither allocates nor locks.
typedef struct comparison {
    const cd_frame *frame;
    cd_overlaps *found;
    const sweep_box *boxes;
    int count, unbounded; ///< the bounded ones, and where the others begin
    sweep_strips strips;
    int axis;                ///< along which the lists are sorted
    const int *lists, *ends; ///< of the bounded ones in each strip, and where each list ends
} comparison;

/// Divides the bounded boxes among strips; false without memory.
static bool fill_strips(comparison *c, cd_arena *arena) {
    const sweep_box *boxes = c->boxes;
    const int count = c->count;
    int axes[2];
    choose_axes(boxes, count, axes);
    const sweep_strips s = make_strips(boxes, count, axes[1]);
    double *begins = cd_arena_alloc(arena, (size_t)count * sizeof *begins);
    int *ends = cd_arena_alloc(arena, ((size_t)s.count + 1) * sizeof *ends);
    if (begins == NULL || ends == NULL)
        return false;
    for (int i = 0; i < count; i++) {
        begins[i] = boxes[i].min[axes[0]];
        for (int k = strip_at(&s, boxes[i].min[s.axis]); k <= strip_at(&s, boxes[i].max[s.axis]);
             k++)
            ends[k + 1]++;
    }
    for (int k = 0; k < s.count; k++)
        ends[k + 1] += ends[k];
    const int *order = cd_order_of(begins, count, arena);
    int *lists = cd_arena_alloc(arena, (size_t)ends[s.count] * sizeof *lists);
    if (order == NULL || lists == NULL)
        return false;
    // ends[k] is where list k begins; filling moves it to where the list ends.
    for (int i = 0; i < count; i++) {
        const sweep_box *e = &boxes[order[i]];
        for (int k = strip_at(&s, e->min[s.axis]); k <= strip_at(&s, e->max[s.axis]); k++)
            lists[ends[k]++] = order[i];
    }
    c->strips = s, c->axis = axes[0], c->lists = lists, c->ends = ends;
    return true;
}

static void compare(void *context) {
    const comparison *c = context;
    long comparisons = 0;
    for (int u = c->unbounded; u < c->frame->shape_count; u++)
        test_unbounded(c->frame, c->found, c->boxes, c->count, &c->boxes[u]);
    for (int k = 0; c->lists != NULL && k < c->strips.count; k++) {
        const int from = k > 0 ? c->ends[k - 1] : 0;
        sweep(c->frame, c->boxes, c->lists + from, c->ends[k] - from, c->axis, &c->strips, k,
              c->found, &comparisons);
    }
}

static sweep_box box_of(const cd_frame *frame, const cd_scenery *scenery, int i) {
    const cd_named_shape *named = &frame->shapes[i];
    const cd_bounds b = cd_shape_bounds(&named->shape);
    const double size = cd_max_abs(cd_sub(b.max, b.min));
    const double far = fmax(cd_max_abs(b.min), cd_max_abs(b.max));
    const double rounding = isfinite(far) ? rounding_part * far : 0;
    const double e = unseen_part * size + rounding;
    return (sweep_box){{b.min.x - e, b.min.y - e, b.min.z - e},
                       {b.max.x + e, b.max.y + e, b.max.z + e},
                       size,
                       rounding,
                       i,
                       is_scenery(scenery, named)};
}

cd_overlaps cd_overlaps_find(const cd_frame *frame, const cd_scenery *scenery,
                             cd_draw_budget *budget, cd_arena *arena) {
    assert(frame != NULL && scenery != NULL);
    const int size = frame->shape_count;
    bool *found = cd_arena_alloc(arena, (size_t)size * sizeof *found);
    cd_overlaps o = {.touches = cd_arena_alloc(arena, CD_TOUCHES_MAX * sizeof(cd_touch_mark))};
    sweep_box *boxes = cd_arena_alloc(arena, (size_t)size * sizeof *boxes);
    if (found == NULL || o.touches == NULL || boxes == NULL)
        return o;
    o.found = found;
    int count = 0, unbounded_count = 0;
    for (int i = 0; i < size; i++) {
        if (frame->shapes[i].style.hidden)
            continue;
        const sweep_box e = box_of(frame, scenery, i);
        bool bounded = true;
        for (int k = 0; k < 3; k++)
            bounded = bounded && isfinite(e.min[k]) && isfinite(e.max[k]);
        if (bounded)
            boxes[count++] = e;
        else
            boxes[size - ++unbounded_count] = e; // from the end of the array
    }
    comparison c = {frame, &o, boxes, count, .unbounded = size - unbounded_count};
    if (count > 1 && !fill_strips(&c, arena))
        return o;
    cd_draw_budget_run(budget, CD_FIND_OVERLAPS, compare, &c);
    return o;
}
