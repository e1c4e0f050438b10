// Sort and sweep in strips: across the axis on which the shapes spread second most lie strips; in
// each, bounds are sorted along the axis on which they spread most, and compared with those that
// begin before they end. Unbounded shapes are few, and compared with all.
#include "view/scene/overlaps.h"

#include "view/scene/order.h"

#include <math.h>
#include <stdlib.h>

static uint64_t mix(uint64_t h, const void *data, size_t size) {
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * 1099511628211u; // FNV-1a
    return h;
}

static uint64_t hash(const cd_named_shape *named) {
    const char *end = named->key;
    while (*end != '\0')
        end++;
    uint64_t h = mix(14695981039346656037u, named->key, (size_t)(end - named->key));
    cd_bounds bounds = cd_shape_bounds(&named->shape);
    cd_vec middle = cd_shape_middle(&named->shape);
    h = mix(h, &named->shape.kind, sizeof named->shape.kind);
    h = mix(h, &named->shape.radius, sizeof named->shape.radius);
    h = mix(h, &middle, sizeof middle);
    return mix(h, &bounds, sizeof bounds);
}

static int compare_hashes(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void cd_scenery_set(cd_scenery *scenery, const cd_frame *first) {
    cd_scenery_free(scenery);
    scenery->hashes = malloc((size_t)(first->shape_count + 1) * sizeof *scenery->hashes);
    if (scenery->hashes == NULL)
        return;
    for (int i = 0; i < first->shape_count; i++)
        scenery->hashes[scenery->count++] = hash(&first->shapes[i]);
    qsort(scenery->hashes, (size_t)scenery->count, sizeof *scenery->hashes, compare_hashes);
}

void cd_scenery_free(cd_scenery *scenery) {
    free(scenery->hashes);
    *scenery = (cd_scenery){0};
}

/// Round things are what scenarios are about; they count even where they stand still.
static bool is_scenery(const cd_scenery *scenery, const cd_named_shape *named) {
    if (named->shape.kind <= CD_CAPSULE || scenery->count == 0)
        return false;
    uint64_t key = hash(named);
    return bsearch(&key, scenery->hashes, (size_t)scenery->count, sizeof key, compare_hashes) !=
           NULL;
}

// ---------------------------------------------------------------------------------------- sweep

typedef struct entry {
    double min[3], max[3];
    int index;
    bool scenery;
} entry;

static bool apart(const entry *a, const entry *b) {
    return a->max[0] < b->min[0] || b->max[0] < a->min[0] || a->max[1] < b->min[1] ||
           b->max[1] < a->min[1] || a->max[2] < b->min[2] || b->max[2] < a->min[2];
}

static void test(const cd_frame *frame, bool *found, int i, int k) {
    const cd_shape *a = &frame->shapes[i].shape, *b = &frame->shapes[k].shape;
    if ((!found[i] || !found[k]) && a->dim == b->dim && cd_overlap(a, b))
        found[i] = found[k] = true;
}

/// Whether all of the bounds clearly lie on the free side of a plane.
static bool above(const entry *e, const cd_shape *plane) {
    const cd_vec n = plane->as.plane.normal;
    const double normal[3] = {n.x, n.y, n.z};
    double level = plane->as.plane.offset + plane->radius, nearest = 0, size = fabs(level);
    for (int k = 0; k < 3; k++) {
        nearest += normal[k] * (normal[k] > 0 ? e->min[k] : e->max[k]);
        size += fabs(e->min[k]) + fabs(e->max[k]);
    }
    return nearest - level > 1e-12 * size;
}

static void test_unbounded(const cd_frame *frame, bool *found, const entry *entries, int count,
                           const entry *unbounded) {
    const cd_shape *shape = &frame->shapes[unbounded->index].shape;
    for (int i = 0; i < count; i++)
        if (!(unbounded->scenery && entries[i].scenery) &&
            !(shape->kind == CD_PLANE && above(&entries[i], shape)))
            test(frame, found, entries[i].index, unbounded->index);
}

/// The two axes along which the shapes spread most.
static void choose_axes(const entry *entries, int count, int axes[2]) {
    double spread[3];
    for (int k = 0; k < 3; k++) {
        double sum = 0, squares = 0;
        for (int i = 0; i < count; i++)
            sum += entries[i].min[k], squares += entries[i].min[k] * entries[i].min[k];
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
typedef struct strips {
    int axis, count;
    double low, per_width;
} strips;

static int strip_at(const strips *s, double v) {
    const double i = (v - s->low) * s->per_width;
    return !(i > 0) ? 0 : i >= s->count - 1 ? s->count - 1 : (int)i;
}

static strips make_strips(const entry *entries, int count, int axis) {
    double low = entries[0].min[axis], high = low, widths = 0;
    for (int i = 0; i < count; i++) {
        low = fmin(low, entries[i].min[axis]), high = fmax(high, entries[i].max[axis]);
        widths += entries[i].max[axis] - entries[i].min[axis];
    }
    // So wide that a shape lies in two or three on average.
    const double most = count / 8.0, wanted = widths > 0 ? (high - low) * count / widths : most;
    strips s = {axis, 1, low, 0};
    s.count = (int)fmax(fmin(wanted, most), 1);
    s.per_width = high > low ? s.count / (high - low) : 0;
    return s;
}

/// More comparisons than a picture may cost; a heap that dense is a blot in any colour.
#define COMPARISONS_MAX 4000000

/// Compares the shapes of one strip, which are ordered by where they begin. A pair that shares
/// several strips is tested in the first of them.
static void sweep(const cd_frame *frame, const entry *entries, const int *list, int count, int axis,
                  const strips *s, int strip, bool *found, long *comparisons) {
    for (int i = 0; i < count; i++) {
        const entry *a = &entries[list[i]];
        const int first = strip_at(s, a->min[s->axis]);
        for (int k = i + 1; k < count; k++) {
            const entry *b = &entries[list[k]];
            if (b->min[axis] > a->max[axis] || ++*comparisons > COMPARISONS_MAX)
                break;
            const int begin = strip_at(s, b->min[s->axis]);
            if ((first > begin ? first : begin) == strip && !(a->scenery && b->scenery) &&
                !apart(a, b))
                test(frame, found, a->index, b->index);
        }
    }
}

static void test_bounded(const cd_frame *frame, bool *found, const entry *entries, int count,
                         cd_arena *arena) {
    int axes[2];
    choose_axes(entries, count, axes);
    const strips s = make_strips(entries, count, axes[1]);
    double *begins = cd_arena_alloc(arena, (size_t)count * sizeof *begins);
    int *ends = cd_arena_alloc(arena, ((size_t)s.count + 1) * sizeof *ends);
    if (begins == NULL || ends == NULL)
        return;
    for (int i = 0; i < count; i++) {
        begins[i] = entries[i].min[axes[0]];
        for (int k = strip_at(&s, entries[i].min[s.axis]);
             k <= strip_at(&s, entries[i].max[s.axis]); k++)
            ends[k + 1]++;
    }
    for (int k = 0; k < s.count; k++)
        ends[k + 1] += ends[k];
    const int *order = cd_order_of(begins, count, arena);
    int *lists = cd_arena_alloc(arena, (size_t)ends[s.count] * sizeof *lists);
    if (order == NULL || lists == NULL)
        return;
    // Filling moves the end of each list from where it begins to where it ends.
    for (int i = 0; i < count; i++) {
        const entry *e = &entries[order[i]];
        for (int k = strip_at(&s, e->min[s.axis]); k <= strip_at(&s, e->max[s.axis]); k++)
            lists[ends[k]++] = order[i];
    }
    long comparisons = 0;
    for (int k = 0; k < s.count; k++) {
        const int from = k > 0 ? ends[k - 1] : 0;
        sweep(frame, entries, lists + from, ends[k] - from, axes[0], &s, k, found, &comparisons);
    }
}

static entry entry_of(const cd_frame *frame, const cd_scenery *scenery, int i) {
    const cd_named_shape *named = &frame->shapes[i];
    const cd_bounds b = cd_shape_bounds(&named->shape);
    return (entry){
        {b.min.x, b.min.y, b.min.z}, {b.max.x, b.max.y, b.max.z}, i, is_scenery(scenery, named)};
}

bool *cd_overlaps_find(const cd_frame *frame, const cd_scenery *scenery, cd_arena *arena) {
    const int size = frame->shape_count;
    bool *found = cd_arena_alloc(arena, (size_t)size * sizeof *found);
    entry *entries = cd_arena_alloc(arena, (size_t)size * sizeof *entries);
    if (found == NULL || entries == NULL)
        return NULL;
    int count = 0, unbounded_count = 0;
    for (int i = 0; i < size; i++) {
        if (frame->shapes[i].style.hidden)
            continue;
        const entry e = entry_of(frame, scenery, i);
        bool bounded = true;
        for (int k = 0; k < 3; k++)
            bounded = bounded && isfinite(e.min[k]) && isfinite(e.max[k]);
        if (bounded)
            entries[count++] = e;
        else
            entries[size - ++unbounded_count] = e; // from the end of the array
    }
    for (int u = size - unbounded_count; u < size; u++)
        test_unbounded(frame, found, entries, count, &entries[u]);
    if (count > 1)
        test_bounded(frame, found, entries, count, arena);
    return found;
}
