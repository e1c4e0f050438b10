// See folds.h. Each ray has one key, its origin; each query about two shapes has two, its function
// with the one and the other. A hash table counts the keys; then a query goes to the larger of its
// groups, if that is large enough.
#include "view/scene/folds.h"

#include "view/inspect/fnv.h"

/// The groups of a frame while they are counted.
typedef struct fold_table {
    int *slots; ///< 1 + the number of the fold, or 0: a power of two of them, at most half taken
    size_t mask;
    cd_fold *folds;
    int count;
} fold_table;

bool cd_query_is_meant(const cd_inspector *pick, const cd_frame *frame, int query) {
    if (pick == NULL || (pick->query < 0 && pick->shape < 0))
        return true;
    return query == pick->query || cd_query_touches(&frame->queries[query], pick->shape);
}

/// The number of the group with a key, which may be new.
static int group_of(fold_table *table, uint64_t key) {
    size_t slot = (key ^ key >> 32) & table->mask;
    while (table->slots[slot] != 0 && table->folds[table->slots[slot] - 1].key != key)
        slot = (slot + 1) & table->mask;
    if (table->slots[slot] == 0) {
        table->folds[table->count] = (cd_fold){.key = key, .first = -1, .nearest = -1};
        table->slots[slot] = ++table->count;
    }
    return table->slots[slot] - 1;
}

/// What tells a shape from others: its number in the state, or where it is.
static uint64_t shape_key(uint64_t h, const cd_value *value) {
    if (value->which >= 0)
        return cd_fnv_add(h, &value->which, sizeof value->which);
    const cd_vec middle = cd_shape_middle(&value->as.shape);
    h = cd_fnv_add(h, &value->as.shape.kind, sizeof value->as.shape.kind);
    return cd_fnv_add(h, &middle, sizeof middle);
}

/// The groups to which a query may go, up to two; those that there are not have -1.
static void groups_of(fold_table *table, const cd_query *q, int groups[2]) {
    const uint64_t h = cd_fnv_add(cd_fnv_start, q->name, strlen(q->name));
    const cd_value *origin = cd_query_argument(q, 0, CD_VALUE_VECTOR);
    groups[0] = groups[1] = -1;
    if (cd_query_is_ray(q)) {
        if (origin != NULL)
            groups[0] = group_of(table, cd_fnv_add(h, &origin->as.vector, sizeof(cd_vec)));
        return;
    }
    if (cd_query_is(q, "shapecast") || cd_query_is(q, "step") || cd_query_is(q, "move_and_slide") ||
        cd_query_is(q, "time_of_impact"))
        return; // each has a place of its own
    for (int i = 0; i < 2; i++) {
        const cd_value *shape = cd_query_argument(q, i, CD_VALUE_SHAPE);
        if (shape != NULL)
            groups[i] = group_of(table, shape_key(h, shape));
    }
}

/// The distance that a query found; infinite where it is of another kind.
static double distance_of(const cd_query *q) {
    const cd_value *number = cd_query_answer(q, 0, CD_VALUE_NUMBER);
    const cd_value *contact = cd_query_answer(q, 0, CD_VALUE_CONTACT);
    const cd_value *third = cd_query_answer(q, 2, CD_VALUE_NUMBER); // of closest
    return contact != NULL  ? contact->as.contact.distance
           : number != NULL ? number->as.number
           : third != NULL  ? third->as.number
                            : INFINITY;
}

/// Puts a query into a group.
static void join(cd_fold *fold, const cd_frame *frame, int query, bool fan) {
    const cd_query *q = &frame->queries[query];
    if (fold->first < 0) {
        fold->name = q->name;
        fold->fan = fan;
        fold->first = query;
    }
    fold->count++;
    fold->found += cd_query_found(q);
    if (!fan && distance_of(q) <
                    (fold->nearest >= 0 ? distance_of(&frame->queries[fold->nearest]) : INFINITY))
        fold->nearest = query;
}

/// Whether a pick means so many queries that they are folded with the others.
static bool means_many(const cd_frame *frame, const cd_inspector *pick) {
    int meant = 0;
    for (int i = 0; i < frame->query_count; i++)
        meant += cd_query_is_meant(pick, frame, i);
    return meant > CD_UNFOLDED_MAX;
}

/// The folded queries, fold by fold; NULL without memory.
static int *order_by_fold(const cd_frame *frame, fold_table *table, const int *of,
                          cd_arena *scratch) {
    int *order = cd_arena_alloc(scratch, (size_t)frame->query_count * sizeof *order);
    int *next = cd_arena_alloc(scratch, (size_t)table->count * sizeof *next), sum = 0;
    if (order == NULL || next == NULL)
        return NULL;
    for (int i = 0; i < table->count; i++) {
        table->folds[i].begin = next[i] = sum;
        sum += table->folds[i].count;
    }
    for (int i = 0; i < frame->query_count; i++)
        if (of[i] >= 0)
            order[next[of[i]]++] = i;
    return order;
}

/// Marks the largest folds; of equal ones the first.
static void name_largest(fold_table *table) {
    for (int k = 0; k < CD_FOLDS_NAMED; k++) {
        int largest = -1;
        for (int i = 0; i < table->count; i++)
            if (!table->folds[i].named &&
                table->folds[i].count > (largest >= 0 ? table->folds[largest].count : 0))
                largest = i;
        if (largest >= 0)
            table->folds[largest].named = true;
    }
}

cd_folds cd_folds_find(const cd_frame *frame, const cd_inspector *pick, cd_arena *scratch) {
    const size_t n = (size_t)frame->query_count;
    if (frame->query_count <= CD_UNFOLDED_MAX)
        return (cd_folds){0};
    size_t slots = 1;
    while (slots < 4 * n)
        slots *= 2;
    fold_table table = {cd_arena_alloc(scratch, slots * sizeof *table.slots), slots - 1,
                        cd_arena_alloc(scratch, 2 * n * sizeof *table.folds), 0};
    int *of = cd_arena_alloc(scratch, n * sizeof *of);
    bool *seconds = cd_arena_alloc(scratch, n * sizeof *seconds);
    int(*groups)[2] = cd_arena_alloc(scratch, n * sizeof *groups);
    if (table.slots == NULL || table.folds == NULL || of == NULL || groups == NULL ||
        seconds == NULL)
        return (cd_folds){0};
    for (size_t i = 0; i < n; i++) {
        groups_of(&table, &frame->queries[i], groups[i]);
        for (int k = 0; k < 2; k++)
            if (groups[i][k] >= 0 && (k == 0 || groups[i][0] != groups[i][1]))
                table.folds[groups[i][k]].count++;
    }
    const bool all = means_many(frame, pick);
    int *sizes = cd_arena_alloc(scratch, (size_t)table.count * sizeof *sizes);
    if (sizes == NULL)
        return (cd_folds){0};
    for (int i = 0; i < table.count; i++) {
        sizes[i] = table.folds[i].count;
        table.folds[i].count = 0;
    }
    for (size_t i = 0; i < n; i++) {
        const int a = groups[i][0], b = groups[i][1];
        const bool second = b >= 0 && (a < 0 || sizes[b] > sizes[a]);
        const int group = second ? b : a;
        const bool fan = cd_query_is_ray(&frame->queries[i]);
        const bool large = group >= 0 && sizes[group] >= (fan ? CD_FAN_MIN : CD_HUB_MIN);
        of[i] = large && (all || !cd_query_is_meant(pick, frame, (int)i)) ? group : -1;
        if (of[i] >= 0)
            join(&table.folds[group], frame, (int)i, fan);
        seconds[i] = second;
    }
    name_largest(&table);
    int *order = order_by_fold(frame, &table, of, scratch);
    if (order == NULL)
        return (cd_folds){0};
    return (cd_folds){of, seconds, order, table.folds, table.count, 0, 0};
}
