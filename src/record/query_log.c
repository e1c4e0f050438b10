// See query_log.h.
#include "record/query_log.h"

#include "record/allocate.h"
#include "record/query_layout.h"
#include "record/shape_layout.h"

#include <assert.h>
#include <stdlib.h>

bool cd_query_log_add(cd_query_log *log, cd_query *query) {
    if (log->count == log->limit) {
        log->omitted++;
        return true;
    }
    // Of the many fields of a codec only these are used here.
    cd_codec codec;
    codec.out = &log->bytes;
    codec.failed = false;
    codec.references = &log->references;
    const size_t size = log->bytes.size;
    const int references = log->references.count;
    cd_code_query(&codec, query);
    if (!log->bytes.failed) {
        log->count++;
        return true;
    }
    log->bytes.failed = false;
    log->bytes.size = size;
    log->references.count = references;
    return false;
}

cd_query *cd_query_log_read(const cd_query_log *log, cd_arena *arena) {
    cd_references references = log->references;
    references.next = 0;
    cd_codec codec = {.in = log->bytes.data,
                      .end = log->bytes.data + log->bytes.size,
                      .arena = arena,
                      .arena_limit = SIZE_MAX,
                      .references = &references};
    cd_query *queries = cd_arena_alloc(arena, sizeof *queries * (size_t)log->count);
    for (int i = 0; queries && i < log->count && !codec.failed; i++)
        cd_code_query(&codec, &queries[i]);
    assert(!queries || codec.failed ||
           (codec.in == codec.end && references.next == references.count));
    return codec.failed ? NULL : queries;
}

// ----------------------------------------------------------------------------------------- writing

/// A shape of a frame and its creation number, by which a list of these is sorted.
typedef struct numbered_shape {
    uint64_t id;
    int which;
} numbered_shape;

static int compare_ids(const void *a, const void *b) {
    const numbered_shape *x = a, *y = b;
    return x->id != y->id ? (x->id > y->id) - (x->id < y->id) : x->which - y->which;
}

/// The shapes of a frame by their creation numbers. NULL if memory ran out.
static numbered_shape *sort_shapes(const cd_frame *frame) {
    const size_t count = (size_t)frame->shape_count;
    numbered_shape *list = cd_allocate((count + 1) * sizeof *list);
    bool sorted = true; // as they are where a script made them in the order of its state
    for (size_t i = 0; list && i < count; i++) {
        list[i] = (numbered_shape){frame->shapes[i].id, (int)i};
        sorted = sorted && (i == 0 || list[i - 1].id <= list[i].id);
    }
    if (list && !sorted)
        qsort(list, count, sizeof *list, compare_ids);
    return list;
}

/// The index in the frame of the first shape with a creation number; -1 if there is none.
static int index_of(const numbered_shape *list, int count, uint64_t id) {
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (list[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && list[low].id == id ? list[low].which : -1;
}

static void write_reference(cd_codec *c, const cd_reference *reference,
                            const numbered_shape *shapes, int shape_count) {
    if (reference->kind == CD_REFERENCE_SHAPE) {
        int which = index_of(shapes, shape_count, reference->value);
        cd_code_int(c, &which);
    } else if (reference->kind == CD_REFERENCE_POLYTOPE) {
        const cd_polytope *core = (const cd_polytope *)(uintptr_t)reference->value;
        cd_code_polytope(c, &core, core->dim);
    } else if (reference->kind == CD_REFERENCE_SET) {
        const cd_set *core = (const cd_set *)(uintptr_t)reference->value;
        cd_code_set(c, &core, core->dim, core->shapes != NULL);
    }
}

void cd_query_log_write(cd_codec *c, const cd_query_log *log, const cd_frame *frame) {
    assert(c->out && !c->references);
    int count = log->count;
    cd_code_int(c, &count);
    numbered_shape *shapes = sort_shapes(frame);
    size_t at = 0;
    if (!shapes)
        c->out->failed = true;
    for (int i = 0; i < log->references.count && !c->out->failed; i++) {
        const cd_reference *reference = &log->references.list[i];
        cd_bytes_append(c->out, log->bytes.data + at, reference->at - at);
        at = reference->at;
        write_reference(c, reference, shapes, frame->shape_count);
    }
    if (at < log->bytes.size)
        cd_bytes_append(c->out, log->bytes.data + at, log->bytes.size - at);
    free(shapes);
}

void cd_query_log_clear(cd_query_log *log) {
    log->bytes.size = 0;
    log->references.count = 0;
    log->count = log->omitted = 0;
}

void cd_query_log_free(cd_query_log *log) {
    cd_bytes_free(&log->bytes);
    free(log->references.list);
    *log = (cd_query_log){0};
}
