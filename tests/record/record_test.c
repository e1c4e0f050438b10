// The recording as bytes: every message is decoded as it was encoded, for every kind of shape, and
// no damaged message does harm: with each byte flipped and at each length it is refused or decodes
// to valid values, which can be encoded again. Both outcomes must occur. Also the arena.
#include "check.h"
#include "faults.h"
#include "messages.h"
#include "random.h"

#include <stdio.h>
#include <wchar.h>

/// Decoding and encoding again gives the same bytes, so neither loses anything that the other has.
static void test_round_trip(const cd_message *message) {
    cd_bytes bytes = encoded(message), again;
    cd_arena arena = {0};
    cd_message decoded;
    CHECK(!bytes.failed && cd_message_size(bytes.data, bytes.size) == bytes.size);
    CHECK(decode(bytes, &arena, &decoded) && decoded.type == message->type);
    again = encoded(&decoded);
    CHECK(same_bytes(again, bytes));
    cd_bytes_free(&bytes);
    cd_bytes_free(&again);
    cd_arena_free(&arena);
}

/// Compares decoded fields with the originals: equal bytes cannot show what encoding itself loses.
static void test_fields(const cd_message *messages) {
    cd_bytes bytes = encoded(&messages[6]);
    cd_arena arena = {0};
    cd_message m;
    CHECK(decode(bytes, &arena, &m));
    const cd_frame *got = &m.as.frame, *sent = &messages[6].as.frame;
    CHECK(got->frame == 7 && got->time == 0.1 && got->hash == sent->hash && got->omitted == 3);
    CHECK(got->shape_count == sent->shape_count && got->drawing_count == CD_DRAW_KIND_COUNT);
    for (int i = 0; i < got->shape_count; i++) {
        const cd_shape *a = &sent->shapes[i].shape, *b = &got->shapes[i].shape;
        CHECK(strcmp(got->shapes[i].key, sent->shapes[i].key) == 0);
        CHECK(a->kind == b->kind && a->dim == b->dim && a->radius == b->radius);
        CHECK(memcmp(&got->shapes[i].style, &sent->shapes[i].style, 5 * sizeof(float)) == 0);
        CHECK(got->shapes[i].style.hidden == sent->shapes[i].style.hidden);
        if (a->kind == CD_BOX)
            CHECK(memcmp(&a->as.box, &b->as.box,
                         offsetof(cd_shape, as.box.rotated) - offsetof(cd_shape, as.box)) == 0);
        for (int v = 0; v < cd_shape_vertex_count(a); v++) {
            const cd_vec p = cd_shape_vertex(a, v), q = cd_shape_vertex(b, v);
            CHECK(memcmp(&p, &q, sizeof p) == 0);
        }
        const cd_separation s = cd_separate(a, a), t = cd_separate(b, b);
        CHECK(memcmp(&s, &t, sizeof s) == 0);
        if (a->kind == CD_POLYGON || a->kind == CD_HULL)
            CHECK(a->as.polytope.core->edge_count == b->as.polytope.core->edge_count &&
                  a->as.polytope.core->face_count == b->as.polytope.core->face_count);
    }
    // The two polytopes of each dimension share their core on both sides.
    CHECK(got->shapes[9].shape.as.polytope.core == got->shapes[10].shape.as.polytope.core);
    CHECK(got->shapes[11].shape.as.set.core == got->shapes[12].shape.as.set.core);
    CHECK(got->shapes[13].shape.as.set.core->shapes[5].as.set.core ==
          got->shapes[12].shape.as.set.core);
    CHECK(got->queries[0].arguments[7].as.hit.inside && got->queries[0].argument_count == 9);
    CHECK(signbit(got->queries[0].arguments[4].as.vector.y));
    CHECK(got->queries[0].arguments[5].which == 2);
    CHECK(got->checks[0].first_failure == 5 && !got->checks[0].passed && got->checks[1].passed &&
          got->checks[0].raised && !got->checks[1].raised);
    CHECK(got->drawings[CD_DRAW_PLOT].number == 4.5 &&
          got->drawings[CD_DRAW_ARROW].points[1].z == 5);
    cd_bytes_free(&bytes);
    cd_arena_free(&arena);
}

/// Decodes bytes that may be damaged, and encodes the result again. Returns whether it decoded.
static bool survive(const uint8_t *data, size_t size) {
    uint8_t *exact = malloc(size ? size : 1); // so that a sanitizer sees a read beyond the end
    memcpy(exact, data, size);
    cd_arena arena = {0};
    cd_message message;
    const bool decoded = cd_message_decode(exact, size, &arena, &message);
    if (decoded) {
        cd_bytes again = encoded(&message);
        CHECK(!again.failed);
        cd_bytes_free(&again);
        if (message.type == CD_MSG_FRAME)
            use_shapes(&message.as.frame);
    }
    cd_arena_free(&arena);
    free(exact);
    return decoded;
}

static void test_damage(const cd_message *message) {
    cd_bytes bytes = encoded(message);
    seed(42);
    for (size_t size = 0; size < bytes.size; size++)
        CHECK(!survive(bytes.data, size));
    // The same with a header that has the shorter length.
    for (size_t size = 5; size < bytes.size; size++) {
        uint8_t *cut = malloc(size);
        memcpy(cut, bytes.data, size);
        for (size_t i = 0; i < 4; i++)
            cut[i] = (uint8_t)((size - 4) >> (8 * i));
        CHECK(!survive(cut, size));
        free(cut);
    }
    int decoded = 0;
    const int rounds = 20000;
    for (int round = 0; round < rounds; round++) {
        cd_bytes copy = {0};
        cd_bytes_append(&copy, bytes.data, bytes.size);
        for (int flips = 1 + (int)range(0, 3); flips > 0; flips--) {
            uint8_t *at = &copy.data[(size_t)range(0, (double)copy.size)];
            *at = (uint8_t)(unit() < 0.25 ? 0xFF : *at ^ (1u << (int)range(0, 8)));
        }
        decoded += survive(copy.data, copy.size);
        cd_bytes_free(&copy);
    }
    // Both results must occur, or the test proves nothing.
    CHECK(decoded < rounds);
    CHECK(decoded > 0);
    cd_bytes_free(&bytes);
}

static void test_stream(const cd_message *messages, int count) {
    cd_bytes bytes = {0};
    for (int i = 0; i < count; i++)
        cd_message_encode(&bytes, &messages[i]);
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        const size_t size = cd_message_size(bytes.data + at, bytes.size - at);
        CHECK(size > 0 && size <= bytes.size - at);
        at += size;
    }
    CHECK(at == bytes.size);
    cd_bytes_free(&bytes);
    CHECK(cd_message_frame((const uint8_t *)"\6\0\0\0\x22\1\2\0\0", 9) == 0x201);
    CHECK(cd_message_frame((const uint8_t *)"\4\0\0\0\x22\1\2\0", 8) < 0);
}

/// A header announces a message if its length is none too small or large and its type is one.
static void test_headers(void) {
    static const char known[] = {CD_MSG_LOAD,        CD_MSG_MODULE, CD_MSG_STEP,  CD_MSG_QUIT,
                                 CD_MSG_REQUIRE,     CD_MSG_LOADED, CD_MSG_FRAME, CD_MSG_ERROR,
                                 CD_MSG_UNCONTAINED, CD_MSG_JOB,    CD_MSG_ANSWER};
    const size_t most = CD_MESSAGE_MAX - 4;
    const size_t lengths[] = {0, 1, 2, most - 1, most, most + 1, UINT32_MAX};
    for (int type = 0; type < 256; type++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            uint8_t header[5] = {[CD_MESSAGE_TYPE] = (uint8_t)type};
            cd_put_little_endian(header, lengths[i], 4);
            const bool good = memchr(known, type, sizeof known) && i > 0 && lengths[i] <= most;
            CHECK(cd_message_size(header, 5) == (good ? lengths[i] + 4 : SIZE_MAX));
            CHECK(cd_message_size(header, 4) == 0);
        }
}

enum { LINE = 0x12345678 };

/// Encodes a frame of one query, in LINE; returns where that is.
static size_t encode_query(cd_bytes *bytes, cd_query query) {
    size_t at = 0;
    query.line = LINE;
    const cd_frame frame = {.detail = CD_DETAIL_FULL, .query_count = 1, .queries = &query};
    *bytes = encoded(&(cd_message){.type = CD_MSG_FRAME, .as.frame = frame});
    while (at + 8 < bytes->size && cd_get_little_endian(bytes->data + at, 4) != LINE)
        at++;
    CHECK(at + 8 < bytes->size);
    return at;
}

/// A value without anything but its kind is only nil; no other kind is there, nor one beyond all.
static void test_value_kinds(void) {
    cd_value nil = {.kind = CD_VALUE_NIL};
    cd_bytes bytes;
    const size_t at = encode_query(
        &bytes, (cd_query){.name = "q", .file = "f", .argument_count = 1, .arguments = &nil});
    for (int kind = 0; kind < 256; kind++) {
        bytes.data[at + 8] = (uint8_t)kind; // behind the line and the number of arguments
        CHECK(survive(bytes.data, bytes.size) == (kind == CD_VALUE_NIL));
    }
    cd_bytes_free(&bytes);
}

/// A list of a damaged message whose elements are so much larger than their bytes that it would
/// take more memory than any message may: it is refused.
static void test_vast_list(void) {
    enum { COUNT = 8 << 20 };
    cd_bytes bytes;
    const size_t at = encode_query(&bytes, (cd_query){.name = "q", .file = "f"});
    memset(cd_bytes_extend(&bytes, COUNT), 0, COUNT);
    cd_put_little_endian(bytes.data + at + 4, COUNT, 4); // of the query's arguments
    cd_put_little_endian(bytes.data, bytes.size - 4, 4);
    cd_arena arena = {0};
    cd_message decoded;
    CHECK(COUNT * sizeof(cd_value) > 4 * CD_MESSAGE_MAX);
    CHECK(!decode(bytes, &arena, &decoded));
    CHECK(arena.used < COUNT);
    cd_arena_free(&arena);
    cd_bytes_free(&bytes);
}

/// What does not fit in a message, or in memory, is not written, nor is anything after it.
static void test_too_large(void) {
    char *source = calloc(1, CD_MESSAGE_MAX);
    const cd_message message = {
        .type = CD_MSG_MODULE,
        .as.module = {.name = "", .source = source, .source_size = CD_MESSAGE_MAX}};
    cd_bytes bytes = encoded(&message);
    CHECK(bytes.failed);
    cd_bytes_free(&bytes);
    free(source);

    cd_bytes_append(&bytes, "one", 3);
    cd_bytes_print(&bytes, "%lc", (wint_t)0x20ac); // no character of the C locale
    CHECK(bytes.size == 3 && bytes.failed);
    bytes.failed = false;
    CHECK(!cd_bytes_reserve(&bytes, SIZE_MAX) && bytes.failed);
    cd_bytes_append(&bytes, "two", 3);
    cd_message_encode(&bytes, &(cd_message){.type = CD_MSG_QUIT});
    CHECK(bytes.size == 3 && bytes.failed);
    cd_bytes_free(&bytes);
    CHECK(!cd_bytes_reserve(&bytes, SIZE_MAX));
    cd_message_encode(&bytes, &(cd_message){.type = CD_MSG_QUIT});
    CHECK(bytes.size == 0 && bytes.data == NULL);
}

#ifdef HAVE_FAULTS
/// Whichever allocation fails, a message is encoded and decoded whole or refused.
static void test_messages_without_memory(const cd_message *message) {
    cd_bytes whole = encoded(message);
    bool fails_still = true;
    for (int i = 1; fails_still; i++) {
        let_fail(ALLOCATIONS, i, ENOMEM);
        cd_bytes out = encoded(message);
        fails_still = has_failed();
        CHECK(out.failed == fails_still);
        CHECK(out.failed || same_bytes(out, whole));
        cd_bytes_free(&out);
    }
    fails_still = true;
    for (int i = 1; fails_still; i++) {
        cd_arena arena = {0};
        cd_bytes again = {0};
        cd_message decoded;
        let_fail(ALLOCATIONS, i, ENOMEM);
        const bool done = decode(whole, &arena, &decoded);
        fails_still = has_failed();
        CHECK(done == !fails_still);
        if (done)
            again = encoded(&decoded);
        CHECK(!done || same_bytes(again, whole));
        cd_bytes_free(&again);
        cd_arena_free(&arena);
    }
    for (size_t left = 16; left < 24 * whole.size; left += 16 + left / 16) {
        cd_arena arena = {0}; // a block with so much room, and no other
        cd_message decoded;
        CHECK(cd_arena_alloc(&arena, 4096 + left) && cd_arena_alloc(&arena, 4096));
        let_fail(ALLOCATIONS, 1, ENOMEM);
        const bool done = decode(whole, &arena, &decoded);
        CHECK(done == !has_failed());
        cd_arena_free(&arena);
    }
    cd_bytes_free(&whole);
}

#endif

static void test_arena(void) {
    cd_arena arena = {0};
    size_t total = 0;
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *memory = cd_arena_alloc(&arena, size);
        CHECK(memory != NULL && (uintptr_t)memory % sizeof(double) == 0);
        for (size_t i = 0; i < size; i++) {
            CHECK(memory[i] == 0);
            memory[i] = 0xAA;
        }
        total += size;
    }
    CHECK(arena.used >= total);
    CHECK(cd_arena_alloc(&arena, SIZE_MAX) == NULL);
    CHECK(cd_arena_alloc(&arena, SIZE_MAX - 2 * sizeof(double)) == NULL);
    CHECK(strcmp(cd_arena_string(&arena, "collide", 3), "col") == 0);
    cd_arena_free(&arena);
    CHECK(arena.used == 0);
    CHECK(cd_cut_length("\x80\x80\x80", 3, 2) == 0); // continues nothing
}

int main(void) {
    cd_arena arena = {0};
    cd_message messages[11];
    const int count = every_message(messages, &arena);
    for (int i = 0; i < count; i++)
        test_round_trip(&messages[i]);
    test_fields(messages);
    test_stream(messages, count);
    for (int i = 0; i < count; i++)
        if (messages[i].type != CD_MSG_QUIT)
            test_damage(&messages[i]);
    test_headers();
    test_value_kinds();
    test_vast_list();
    test_too_large();
    test_arena();
#ifdef HAVE_FAULTS
    for (int i = 0; i < count; i++)
        test_messages_without_memory(&messages[i]);
#endif
    cd_arena_free(&arena);
    return failures != 0;
}
