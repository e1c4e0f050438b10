// Sort and sweep: bounds sorted along the axis on which the shapes spread most; each is compared
// with those that begin before it ends. Unbounded shapes are few, and compared with all.
#include "view/overlaps.h"

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
    double begin, end; ///< along the axis of the sweep
    cd_bounds bounds;
    int index;
    bool scenery;
} entry;

static int compare_entries(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->index - y->index;
}

static bool apart(const cd_bounds *a, const cd_bounds *b) {
    return a->max.x < b->min.x || b->max.x < a->min.x || a->max.y < b->min.y ||
           b->max.y < a->min.y || a->max.z < b->min.z || b->max.z < a->min.z;
}

static void test(const cd_frame *frame, bool *found, int i, int k) {
    const cd_shape *a = &frame->shapes[i].shape, *b = &frame->shapes[k].shape;
    if ((!found[i] || !found[k]) && a->dim == b->dim && cd_overlap(a, b))
        found[i] = found[k] = true;
}

static double spread(const entry *entries, int count, int axis) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++) {
        const cd_vec *v = &entries[i].bounds.min;
        double x = axis == 0 ? v->x : axis == 1 ? v->y : v->z;
        sum += x, squares += x * x;
    }
    return squares - sum * sum / count;
}

/// More comparisons than a picture may cost; a heap that dense is a blot in any colour.
#define COMPARISONS_MAX 4000000

static void sweep(const cd_frame *frame, entry *entries, int count, bool *found) {
    int axis = 0;
    for (int k = 1; k < 3; k++)
        axis = spread(entries, count, k) > spread(entries, count, axis) ? k : axis;
    for (int i = 0; i < count; i++) {
        const cd_bounds *b = &entries[i].bounds;
        entries[i].begin = axis == 0 ? b->min.x : axis == 1 ? b->min.y : b->min.z;
        entries[i].end = axis == 0 ? b->max.x : axis == 1 ? b->max.y : b->max.z;
    }
    qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    long comparisons = 0;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count && entries[k].begin <= entries[i].end; k++) {
            if (++comparisons > COMPARISONS_MAX)
                return;
            if (!(entries[i].scenery && entries[k].scenery) &&
                !apart(&entries[i].bounds, &entries[k].bounds))
                test(frame, found, entries[i].index, entries[k].index);
        }
}

bool *cd_overlaps_find(const cd_frame *frame, const cd_scenery *scenery, cd_arena *arena) {
    size_t size = (size_t)frame->shape_count;
    bool *found = cd_arena_alloc(arena, size * sizeof *found);
    entry *entries = cd_arena_alloc(arena, size * sizeof *entries);
    if (found == NULL || entries == NULL)
        return NULL;
    int count = 0, unbounded_count = 0;
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        if (named->style.hidden)
            continue;
        entry e = {.index = i, .bounds = cd_shape_bounds(&named->shape)};
        e.scenery = is_scenery(scenery, named);
        if (!cd_is_finite(e.bounds.min) || !cd_is_finite(e.bounds.max))
            entries[frame->shape_count - ++unbounded_count] = e; // from the end of the array
        else
            entries[count++] = e;
    }
    for (int u = frame->shape_count - unbounded_count; u < frame->shape_count; u++)
        for (int i = 0; i < count; i++)
            if (!(entries[u].scenery && entries[i].scenery))
                test(frame, found, entries[i].index, entries[u].index);
    sweep(frame, entries, count, found);
    return found;
}
