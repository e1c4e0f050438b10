// The log of queries: a frame that takes its queries from a log has the same bytes as one that
// holds the same queries itself; what is read back from a log are the values that were added, which
// refer to what they referred to; what is beyond its limit is only counted.
#include "check.h"
#include "faults.h"
#include "random.h"

#include "record/query_log.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 60, QUERIES = 400, SHAPES = 600, VALUES = 5 };

static cd_arena arena; // of all shapes

static int random_below(int limit) { return (int)range(0, limit); }

static cd_shape random_polytope(int dim) {
    cd_vec points[5];
    for (int i = 0; i < 5; i++)
        points[i] = vector(dim, 9);
    void *memory = cd_arena_alloc(&arena, cd_polytope_size(5));
    return cd_polytope_shape(cd_polytope_build(dim, points, 5, memory, NULL), 0);
}

static cd_shape random_mesh(int dim) {
    cd_vec points[4];
    for (int i = 0; i < 4; i++)
        points[i] = vector(dim, 9);
    const int triangles[][3] = {{0, 1, 2}, {1, 2, 3}};
    void *memory = cd_arena_alloc(&arena, cd_mesh_size(4, 2));
    return cd_set_shape(cd_mesh_build(dim, points, 4, triangles, 2, memory, NULL));
}

static cd_shape random_compound(int dim) {
    const cd_shape parts[] = {random_polytope(dim), cd_sphere(dim, vector(dim, 9), 1),
                              random_mesh(dim)};
    void *memory = cd_arena_alloc(&arena, cd_compound_size(parts, 3));
    return cd_set_shape(cd_compound_build(parts, 3, memory, NULL));
}

static cd_shape random_shape(void) {
    const int dim = 2 + random_below(2);
    switch (random_below(6)) {
    case 0:
        return random_mesh(dim);
    case 1:
        return random_compound(dim);
    case 2:
        return cd_capsule(dim, vector(dim, 9), vector(dim, 9), 1);
    case 3:
        return cd_plane(dim, (cd_vec){0, 1, 0}, range(-1, 1));
    default:
        return random_polytope(dim);
    }
}

static cd_hit random_hit(void) {
    return (cd_hit){.t = range(0, 1),
                    .point = vector(3, 9),
                    .enter = range(-9, 0),
                    .exit = INFINITY,
                    .inside = random_below(2) == 0,
                    .approach = -0.0};
}

/// A value of any kind that a query can have. `shapes`: those of the frame in its first `known`,
/// others behind them; the creation number of a shape is its index here, plus 1.
static cd_value random_value(const cd_shape *shapes, const int *place, int known) {
    cd_value value = {.dim = 2 + random_below(2)};
    const int which = random_below(SHAPES);
    switch (random_below(8)) {
    case 0:
        value.kind = CD_VALUE_NIL;
        break;
    case 1:
        value.kind = CD_VALUE_BOOLEAN;
        value.as.boolean = true;
        break;
    case 2:
        value.kind = CD_VALUE_NUMBER;
        value.as.number = -INFINITY;
        break;
    case 3:
        value.kind = CD_VALUE_VECTOR;
        value.as.vector = vector(value.dim, 9);
        break;
    case 4:
        value.kind = CD_VALUE_HIT;
        value.id = (uint64_t)random_below(3);
        value.as.hit = random_hit();
        break;
    case 5:
        value.kind = CD_VALUE_MANIFOLD;
        value.as.manifold = (cd_contact_points){.contact = {.distance = -1}, .count = 2};
        break;
    default:
        value.kind = CD_VALUE_SHAPE;
        value.as.shape = shapes[which];
        value.dim = value.as.shape.dim;
        value.id = (uint64_t)which + 1;
        value.which = which < known ? place[which] : -1;
        break;
    }
    return value;
}

static void encode(cd_bytes *out, const cd_frame *frame) {
    const cd_message message = {.type = CD_MSG_FRAME, .as.frame = *frame};
    cd_message_encode(out, &message);
}

/// What a value of a shape refers to.
static const void *core_of(const cd_shape *shape) {
    return cd_is_set(shape) ? (const void *)shape->as.set.core
                            : (const void *)shape->as.polytope.core;
}

static bool same_value(const cd_value *a, const cd_value *b) {
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case CD_VALUE_SHAPE:
        return a->id == b->id && a->as.shape.kind == b->as.shape.kind &&
               (a->as.shape.kind == CD_CAPSULE || a->as.shape.kind == CD_PLANE ||
                core_of(&a->as.shape) == core_of(&b->as.shape));
    case CD_VALUE_HIT:
        return a->id == b->id && a->as.hit.t == b->as.hit.t;
    case CD_VALUE_VECTOR:
        return a->dim == b->dim && memcmp(&a->as.vector, &b->as.vector, sizeof a->as.vector) == 0;
    case CD_VALUE_MANIFOLD:
        return a->as.manifold.count == b->as.manifold.count;
    default:
        return true;
    }
}

static void test_round(int round, cd_query_log *log, int *renumbered) {
    seed(round);
    static cd_shape shapes[SHAPES];
    static cd_named_shape named[2 * SHAPES];
    static int place[SHAPES];
    static cd_query queries[QUERIES];
    static cd_value values[QUERIES][VALUES];
    const int known = round % 3 == 0 ? 0 : random_below(SHAPES);
    for (int i = 0; i < SHAPES; i++)
        shapes[i] = random_shape();
    // The frame has the shapes in the order of their creation, or in some other.
    const int turn = round % 2 == 0 ? 0 : random_below(SHAPES);
    for (int i = 0; i < known; i++) {
        place[i] = (i + turn) % known;
        named[place[i]] = (cd_named_shape){
            .key = "a", .shape = shapes[i], .style = CD_STYLE_DEFAULT, .id = (uint64_t)i + 1};
    }
    // Some are there twice: a query refers to the first.
    const int doubles = known / 4;
    for (int i = 0; i < doubles; i++)
        named[known + i] = named[random_below(known)];
    *renumbered += turn % (known > 0 ? known : 1) != 0;
    const int count = random_below(QUERIES) + 1;
    log->limit = QUERIES;
    cd_query_log_clear(log);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < VALUES; k++)
            values[i][k] = random_value(shapes, place, known);
        const int arguments = random_below(VALUES + 1);
        queries[i] = (cd_query){.name = i % 2 ? "raycast" : "overlap",
                                .file = i % 3 ? "x.lua" : "",
                                .line = i,
                                .argument_count = arguments,
                                .result_count = VALUES - arguments,
                                .arguments = values[i],
                                .results = values[i] + arguments};
        cd_query copy = queries[i];
        CHECK(cd_query_log_add(log, &copy));
    }
    cd_bytes held = {0}, logged = {0};
    const cd_frame frame = {
        .detail = CD_DETAIL_FULL, .shape_count = known + doubles, .shapes = named};
    cd_frame with_queries = frame, with_log = frame;
    with_queries.queries = queries;
    with_queries.query_count = count;
    with_log.query_log = log;
    encode(&held, &with_queries);
    encode(&logged, &with_log);
    check_case(held.size == logged.size && memcmp(held.data, logged.data, held.size) == 0,
               "a frame with a log has the bytes of one with queries", round);
    cd_bytes_free(&held);
    cd_bytes_free(&logged);

    cd_arena read_arena = {0};
    const cd_query *read = cd_query_log_read(log, &read_arena);
    CHECK(read != NULL);
    for (int i = 0; read != NULL && i < count; i++) {
        check_case(strcmp(read[i].name, queries[i].name) == 0 && read[i].line == i &&
                       read[i].argument_count == queries[i].argument_count &&
                       read[i].result_count == queries[i].result_count,
                   "a query is read as it was added", round);
        for (int k = 0; k < VALUES; k++) {
            const int arguments = queries[i].argument_count;
            const cd_value *value =
                k < arguments ? &read[i].arguments[k] : &read[i].results[k - arguments];
            check_case(same_value(value, &values[i][k]), "a value is read as it was added", round);
        }
    }
    cd_arena_free(&read_arena);
}

static void test_limit(void) {
    cd_query_log log = {.limit = 2};
    cd_value value = {.kind = CD_VALUE_BOOLEAN, .as.boolean = true};
    for (int i = 0; i < 5; i++) {
        cd_query query = {
            .name = "overlap", .file = "x.lua", .line = i, .result_count = 1, .results = &value};
        CHECK(cd_query_log_add(&log, &query));
    }
    CHECK(log.count == 2 && log.omitted == 3);
    cd_query_log_clear(&log);
    CHECK(log.count == 0 && log.omitted == 0 && log.limit == 2);
    const cd_query *none = cd_query_log_read(&log, &arena);
    CHECK(none != NULL);
    cd_query_log_free(&log);
}

#ifdef HAVE_FAULTS
/// The log of a frame with shapes and a polytope, whichever allocation fails: a query is added
/// whole or not at all, and what cannot be written or read is refused.
static void test_without_memory(void) {
    enum { COUNT = 200 };
    int refused = 0, unread = 0;
    bool fails_still = true;
    cd_named_shape named[3];
    seed(7);
    for (int i = 0; i < 3; i++) // not in the order of their numbers
        named[i] = (cd_named_shape){.key = "a",
                                    .shape = random_shape(),
                                    .style = CD_STYLE_DEFAULT,
                                    .id = (uint64_t)(3 - i)};
    for (int at = 1; fails_still; at++) {
        cd_query_log log = {.limit = COUNT};
        let_fail(ALLOCATIONS, at, ENOMEM);
        for (int i = 0; i < COUNT; i++) {
            cd_value value = {.kind = CD_VALUE_SHAPE, .dim = named[i % 3].shape.dim, .which = -1};
            value.as.shape = named[i % 3].shape;
            value.id = named[i % 3].id;
            cd_query query = {.name = "overlap",
                              .file = "x.lua",
                              .line = i,
                              .argument_count = 1,
                              .arguments = &value};
            const cd_query copy = query;
            if (cd_query_log_add(&log, &query))
                continue;
            refused++;
            CHECK(log.count == i);
            query = copy;
            CHECK(cd_query_log_add(&log, &query));
        }
        cd_bytes out = {0};
        const cd_frame frame = {
            .detail = CD_DETAIL_FULL, .shape_count = 3, .shapes = named, .query_log = &log};
        encode(&out, &frame);
        cd_arena kept = {0};
        const cd_query *read = cd_query_log_read(&log, &kept);
        fails_still = has_failed();
        CHECK(fails_still || (!out.failed && read != NULL));
        CHECK(log.count == COUNT);
        for (int i = 0; read != NULL && i < COUNT; i++)
            CHECK(read[i].line == i && read[i].arguments[0].id == named[i % 3].id);
        unread += out.failed || read == NULL;
        cd_arena_free(&kept);
        cd_bytes_free(&out);
        cd_query_log_free(&log);
    }
    CHECK(refused > 3 && unread > 3);
}
#endif

int main(void) {
    int renumbered = 0;
    cd_query_log log = {0};
    for (int round = 0; round < ROUNDS; round++) {
        test_round(round, &log, &renumbered);
        cd_arena_free(&arena);
    }
    CHECK(renumbered > ROUNDS / 5);
    cd_query_log_free(&log);
    test_limit();
#ifdef HAVE_FAULTS
    test_without_memory();
#endif
    cd_arena_free(&arena);
    return failures != 0;
}
