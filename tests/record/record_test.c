// The recording as bytes: every message is decoded as it was encoded, for every kind of shape, and
// no damaged message does harm: with each byte flipped and at each length it is refused or decodes
// to valid values, which can be encoded again. Both outcomes must occur. Also the recording that
// thins out old frames, the arena, the names of modules, and the ranges of params.
#include "check.h"
#include "faults.h"
#include "random.h"

#include "record/range.h"
#include "record/record.h"
#include "record/source.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// ---------------------------------------------------------------------------------------- messages

/// One shape of every kind and dimension there is.
static int every_shape(cd_shape *out, cd_arena *arena) {
    const cd_vec p = {1, 2, 3}, q = {-4, 5.5, 6e-300}, zero = {0, 0, 0};
    const cd_quat turn = cd_quat_from_axis(p, 1);
    int count = 0;
    for (int dim = 2; dim <= 3; dim++) {
        const double z = dim == 3 ? 1 : 0;
        const cd_vec a = {p.x, p.y, z * p.z}, b = {q.x, q.y, z * q.z};
        const cd_vec points[] = {zero, a, b, {-1, -7, z}, {0.5, 0.25, z * 9}};
        out[count++] = cd_point(dim, a);
        out[count++] = cd_sphere(dim, b, 0.1);
        out[count++] = cd_segment(dim, a, b);
        out[count++] = cd_capsule(dim, a, a, 2);
        out[count++] = cd_line(dim, a, b, 0.25);
        out[count++] = cd_plane(dim, a, -3);
        out[count++] = cd_aabb(dim, zero, a);
        out[count++] = dim == 3 ? cd_box(a, a, turn, 0.5) : cd_box2(a, a, 1.25, 0.5);
        out[count++] = cd_triangle(dim, zero, a, b, 0.125);
        void *memory = cd_arena_alloc(arena, cd_polytope_size(5));
        const cd_polytope *core = cd_polytope_build(dim, points, 5, memory, NULL);
        out[count++] = cd_polytope_shape(core, 0);
        out[count++] = cd_polytope_shape(core, 1.5); // shares the core of the first
        cd_shape_move(&out[count - 1], a);
        const int triangles[][3] = {{0, 1, 2}, {1, 2, 3}, {4, 4, 0}};
        memory = cd_arena_alloc(arena, cd_mesh_size(5, 3));
        const cd_set *mesh = cd_mesh_build(dim, points, 5, triangles, 3, memory, NULL);
        out[count++] = cd_set_shape(mesh);
        out[count++] = cd_set_shape(mesh); // shares the set of the first
        cd_shape_move(&out[count - 1], b);
        // A compound of all kinds of parts, flat and unbounded ones too, and of the mesh.
        const cd_shape parts[] = {out[count - 13], out[count - 12], out[count - 9], out[count - 8],
                                  out[count - 3],  out[count - 1],  out[count - 6]};
        memory = cd_arena_alloc(arena, cd_compound_size(parts, 7));
        out[count] = cd_set_shape(cd_compound_build(parts, 7, memory, NULL));
        cd_shape_move(&out[count++], a);
        // What no function of the core makes, but a message may have: polytopes that differ from
        // others only in their features, and boxes whose rotation and axes disagree.
        for (int fewer = 0; fewer < dim - 1; fewer++) { // a polygon has no faces
            cd_polytope *odd = cd_arena_alloc(arena, sizeof *odd);
            *odd = *core;
            *(fewer ? &odd->face_count : &odd->edge_count) -= 1;
            odd->edge_faces = NULL; // they would name the missing one
            out[count++] = cd_polytope_shape(odd, 0);
        }
        for (int odd = 0; odd < 3; odd++) {
            out[count] = cd_aabb(dim, zero, a);
            out[count].as.box.angle = odd == 0 ? 0.5 : odd == 1 ? -0.0 : 0;
            out[count++].as.box.rotation.w = odd == 2 ? -1 : 1;
        }
    }
    out[count++] = cd_cylinder(p, q, 0.5);
    out[count++] = cd_cone(p, q, 2);
    return count;
}

static cd_message frame_message(cd_arena *arena) {
    cd_shape shapes[64];
    const int count = every_shape(shapes, arena);
    cd_message message = {.type = CD_MSG_FRAME,
                          .as.frame = {.frame = 7, .time = 0.1, .hash = 0x123456789ABCDEF0}};
    cd_frame *f = &message.as.frame;
    f->omitted = 3;
    f->shapes = cd_arena_alloc(arena, sizeof *f->shapes * (size_t)count);
    f->shape_count = count;
    for (int i = 0; i < count; i++)
        f->shapes[i] = (cd_named_shape){.key = i % 2 ? "ball" : "walls[2].皮",
                                        .shape = shapes[i],
                                        .style = {i % 4 == 1 ? 0.5f : -1, i % 6 == 2 ? 0.5f : -1,
                                                  i % 8 == 3 ? 0.5f : -1, i % 10 == 4 ? 0.5f : -1,
                                                  i % 3 ? -1.0f : 2.0f, i % 2 == 0, i % 3 == 0,
                                                  i % 5 == 0, i % 7 == 0, i % 11 == 0}};
    f->queries = cd_arena_alloc(arena, sizeof *f->queries);
    f->query_count = 1;
    f->queries[0] = (cd_query){.name = "raycast", .file = "x.lua", .line = 12};
    f->queries[0].arguments = cd_arena_alloc(arena, sizeof(cd_value) * 9);
    f->queries[0].argument_count = 9;
    cd_value *v = f->queries[0].arguments;
    v[1] = (cd_value){.kind = CD_VALUE_BOOLEAN, .as.boolean = true};
    v[2] = (cd_value){.kind = CD_VALUE_NUMBER, .as.number = -INFINITY};
    v[3] = (cd_value){.kind = CD_VALUE_STRING, .as.string = "text"};
    v[4] = (cd_value){.kind = CD_VALUE_VECTOR, .dim = 3, .as.vector = {1, -0.0, 5e-324}};
    v[5] =
        (cd_value){.kind = CD_VALUE_SHAPE, .dim = shapes[0].dim, .which = 2, .as.shape = shapes[0]};
    v[6] = (cd_value){.kind = CD_VALUE_CONTACT, .dim = 2, .as.contact = {.distance = -1}};
    v[7] = (cd_value){.kind = CD_VALUE_HIT, .dim = 3, .as.hit = {.exit = INFINITY, .inside = true}};
    v[8] = (cd_value){.kind = CD_VALUE_MANIFOLD, .dim = 3, .as.manifold = {.count = 4}};
    for (int i = 0; i < 4; i++)
        v[8].as.manifold.points[i] = (cd_contact_point){{i, 1, 2}, {i, -1, 2}, 2.0 + i};
    f->queries[0].results = v;
    f->queries[0].result_count = 2;
    static cd_check checks[] = {{"never sinks", false, 5, "too deep", true},
                                {"stays", true, -1, "", false}};
    f->checks = checks;
    f->check_count = 2;
    static cd_state_value values[CD_STATE_KIND_COUNT]; // each one deeper than the one before
    for (int kind = 0; kind < CD_STATE_KIND_COUNT; kind++)
        values[kind] = (cd_state_value){
            .key = ".k",
            .depth = kind,
            .kind = (cd_state_kind)kind,
            .dim = 3,
            .which = kind == CD_STATE_SHAPE ? 0 : -1,
            .number = {kind, NAN, INFINITY},
            .text = kind == CD_STATE_TEXT ? "text" : "",
        };
    f->detail = CD_DETAIL_STATE;
    f->values = values;
    f->value_count = CD_STATE_KIND_COUNT;
    f->values_cut = true;
    static const char *prints[] = {"one", "", "three"};
    f->prints = prints;
    f->print_count = 3;
    static cd_vec points[] = {{0, 1, 2}, {3, 4, 5}};
    f->drawings = cd_arena_alloc(arena, sizeof *f->drawings * CD_DRAW_KIND_COUNT);
    f->drawing_count = CD_DRAW_KIND_COUNT;
    for (int kind = 0; kind < CD_DRAW_KIND_COUNT; kind++) {
        const bool placed = kind == CD_DRAW_LINE || kind == CD_DRAW_ARROW || kind == CD_DRAW_POINTS;
        f->drawings[kind] =
            (cd_drawing){.kind = (cd_drawing_kind)kind,
                         .style = {1, 0.5f, 0, 0.25f, 3, true, false, true, false, true},
                         .text = kind >= CD_DRAW_PLOT && kind <= CD_DRAW_CHART ? "energy" : "",
                         .unit = kind >= CD_DRAW_PLOT && kind <= CD_DRAW_CHART ? "J" : "",
                         .x_title = kind == CD_DRAW_CHART ? "angle" : "",
                         .number = kind == CD_DRAW_PLOT ? 4.5 : 0,
                         .point_count = placed ? 2 : 0,
                         .points = points};
        if (kind == CD_DRAW_SHAPE)
            f->drawings[kind].shape = shapes[1];
        if (kind == CD_DRAW_CHART || kind == CD_DRAW_FIELD) { // whose points need not be finite
            static double curve[] = {0, 1, INFINITY, 2, 1, NAN};
            f->drawings[kind].curve = curve;
            f->drawings[kind].curve_count = 3;
        }
    }
    return message;
}

/// Makes a message of every type; returns how many.
static int every_message(cd_message *out, cd_arena *arena) {
    static cd_setting settings[] = {{"restitution", "0.5"}, {"mode", "slide"}};
    static const char *keys[] = {"left", "space"};
    static const char *choices[] = {"bounce", "slide"};
    static const char *names[] = {"never sinks", "stays"};
    static cd_control control = {"← →", {"turn", "曲がる"}};
    static cd_param params[] = {
        {.name = "restitution", .kind = CD_PARAM_NUMBER, .number = 0.9, .range = {0, 1, 0.1}},
        {.name = "on",
         .kind = CD_PARAM_BOOLEAN,
         .boolean = true,
         .range = {-INFINITY, INFINITY, 0}},
        {.name = "mode",
         .kind = CD_PARAM_CHOICE,
         .choice_count = 2,
         .choice = 1,
         .choices = choices}};
    int count = 0;
    out[count++] = (cd_message){.type = CD_MSG_LOAD,
                                .as.load = {.name = "scripts/x.lua",
                                            .source = "return {}\0--",
                                            .source_size = 12,
                                            .settings = settings,
                                            .setting_count = 2,
                                            .has_seed = true,
                                            .seed = INT64_MIN,
                                            .trusted = false,
                                            .drag = {"walls[2]", {1, 2, 3}},
                                            .line_count = 1,
                                            .lines = keys,
                                            .plotted_count = 1,
                                            .plotted = keys,
                                            .lenient = true,
                                            .detail = CD_DETAIL_FULL}};
    out[count++] =
        (cd_message){.type = CD_MSG_MODULE, .as.module = {true, "lib/cloud.lua", "return 1", 8}};
    out[count++] = (cd_message){.type = CD_MSG_STEP,
                                .as.step = {.count = 600,
                                            .detail = CD_DETAIL_SHAPES,
                                            .key_count = 2,
                                            .keys = keys,
                                            .setting_count = 2,
                                            .settings = settings,
                                            .line_count = 2,
                                            .lines = keys,
                                            .plotted_count = 2,
                                            .plotted = keys}};
    out[count++] = (cd_message){.type = CD_MSG_QUIT};
    out[count++] = (cd_message){.type = CD_MSG_REQUIRE, .as.require.name = "lib.cloud"};
    out[count++] = (cd_message){.type = CD_MSG_LOADED,
                                .as.loaded = {.title = "平面",
                                              .dt = 1.0 / 60,
                                              .seed = 7,
                                              .dim = 3,
                                              .budget = 0.5,
                                              .view = "top",
                                              .about = {"one", "一"},
                                              .control_count = 1,
                                              .controls = &control,
                                              .param_count = 3,
                                              .params = params,
                                              .check_count = 2,
                                              .checks = names,
                                              .arithmetic = "2"}};
    out[count++] = frame_message(arena);
    out[count++] = (cd_message){.type = CD_MSG_ERROR,
                                .as.error = {"update", "attempt to index a nil value",
                                             "scripts/x.lua", 12, "traceback", 7}};
    out[count++] =
        (cd_message){.type = CD_MSG_UNCONTAINED, .as.uncontained.missing = "there is no filter"};
    out[count++] = (cd_message){.type = CD_MSG_JOB, .as.job = {"x.lua", "{}", 2, "run", 3}};
    out[count++] = (cd_message){.type = CD_MSG_ANSWER, .as.answer = {"{ frame = 1 }", 13}};
    return count;
}

// ------------------------------------------------------------------------------------------- tests

static cd_bytes encoded(const cd_message *message) {
    cd_bytes bytes = {0};
    cd_message_encode(&bytes, message);
    return bytes;
}

static bool decode(cd_bytes bytes, cd_arena *arena, cd_message *out) {
    return cd_message_decode(bytes.data, bytes.size, arena, out);
}

static bool same_bytes(cd_bytes a, cd_bytes b) {
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/// A message of a frame that has these shapes alone.
static cd_bytes encoded_shapes(cd_named_shape *shapes, int count) {
    return encoded(&(cd_message){
        .type = CD_MSG_FRAME,
        .as.frame = {.detail = CD_DETAIL_FULL, .shape_count = count, .shapes = shapes}});
}

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

/// Shapes beyond the range are refused, and sizes that count as 0 and are not.
static void test_range(void) {
    const double beyond = nextafter(CD_LARGEST, INFINITY);
    static const int faces[][3] = {{0, 1, 2}};
    _Alignas(16) char memory[4][4096];
    const cd_vec zero = {0, 0, 0}, far = {beyond, 0, 0}, at = {CD_LARGEST, 0, 0};
    const cd_vec points[2][3] = {{zero, {1, 2, 0}, at}, {zero, {1, 2, 0}, far}};
    cd_shape thin = cd_sphere(2, zero, 1);
    thin.radius = CD_SMALLEST / 2;
    cd_shape shapes[] = {
        cd_sphere(2, at, CD_LARGEST),
        cd_polytope_shape(cd_polytope_build(3, points[0], 3, memory[0], NULL), 1),
        cd_set_shape(cd_mesh_build(2, points[0], 3, faces, 1, memory[1], NULL)),
        cd_sphere(2, far, 1),
        cd_sphere(2, at, beyond),
        thin,
        cd_polytope_shape(cd_polytope_build(3, points[1], 3, memory[2], NULL), 1),
        cd_set_shape(cd_mesh_build(2, points[1], 3, faces, 1, memory[3], NULL)),
    };
    for (int i = 0; i < (int)(sizeof shapes / sizeof *shapes); i++) {
        cd_named_shape kept = {.key = "s", .shape = shapes[i]};
        cd_message decoded,
            message = {.type = CD_MSG_FRAME, .as.frame = {.shapes = &kept, .shape_count = 1}};
        cd_bytes bytes = {0};
        cd_arena arena = {0};
        cd_message_encode(&bytes, &message);
        CHECK(cd_message_decode(bytes.data, bytes.size, &arena, &decoded) == (i < 3));
        cd_bytes_free(&bytes);
        cd_arena_free(&arena);
    }
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

/// Uses every decoded shape in queries of the core.
static void use_shapes(const cd_frame *frame) {
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_shape *shape = &frame->shapes[i].shape;
        const cd_shape point = cd_point(shape->dim, (cd_vec){9, 9, 0});
        (void)cd_shape_bounds(shape);
        (void)cd_support(shape, (cd_vec){1, 2, 0});
        (void)cd_distance(&point, shape);
        (void)cd_distance(&frame->shapes[i].shape, shape);
    }
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

/// Adds frame `number` of a run; the first of its two checks fails in every tenth frame.
static bool put(cd_recording *recording, int number, uint64_t hash, cd_detail detail, bool bytes) {
    static cd_check checks[] = {{.name = "c", .first_failure = -1, .message = ""},
                                {.name = "d", .first_failure = -1, .message = "", .passed = true}};
    static cd_drawing plot = {.kind = CD_DRAW_PLOT, .text = "height"};
    checks[0].passed = number % 10 != 0;
    plot.number = number;
    cd_message message = {.type = CD_MSG_FRAME};
    message.as.frame = (cd_frame){.frame = number,
                                  .detail = detail,
                                  .hash = hash,
                                  .figure = detail == CD_DETAIL_NONE ? 0 : hash + 1,
                                  .check_count = 2,
                                  .checks = checks,
                                  .drawing_count = detail == CD_DETAIL_FULL,
                                  .drawings = &plot};
    cd_bytes out = encoded(&message);
    const bool kept = !out.failed && cd_recording_put(recording, &message.as.frame,
                                                      bytes ? out.data : NULL, out.size);
    cd_bytes_free(&out);
    return kept;
}

static void test_recording(void) {
    cd_recording recording = {0};
    const int count = 5000;
    for (int i = 0; i < count; i++)
        CHECK(put(&recording, i, (uint64_t)i * 7, CD_DETAIL_FULL, true));
    const size_t whole = recording.memory;
    cd_arena arena = {0};
    cd_frame out;
    CHECK(recording.count == count && whole > 0 && recording.stride == 0);
    CHECK(cd_recording_frame(&recording, 4999, NULL, &arena, &out) && out.frame == 4999);
    CHECK(!cd_recording_frame(&recording, 5000, NULL, &arena, &out));
    CHECK(!cd_recording_frame(&recording, -1, NULL, &arena, &out));
    CHECK(!put(&recording, count + 1, 0, CD_DETAIL_FULL, true)); // leaves a gap
    CHECK(cd_recording_detail(&recording, -1) == CD_DETAIL_NONE &&
          cd_recording_detail(&recording, INT_MAX) == CD_DETAIL_NONE);
    CHECK(recording.plot_count == 1 && recording.plots[0].values[1234] == 1234);

    // After thinning out, pinned frames and the summary of every frame stay, which counts, too.
    const size_t kept = (size_t)recording.capacity * (sizeof(cd_moment) + sizeof(double));
    cd_recording_thin(&recording, whole + kept, 2000);
    CHECK(recording.memory == whole);
    cd_recording_thin(&recording, whole / 3 + kept, 2000);
    CHECK(recording.memory <= whole / 3 && recording.memory > whole / 8 && recording.stride > 1);
    int left = 0;
    for (int i = 0; i < count; i++) {
        left += recording.moments[i].detail == CD_DETAIL_FULL;
        CHECK(recording.moments[i].hash == (uint64_t)i * 7 &&
              recording.moments[i].failed == (i % 10 == 0));
        CHECK((recording.moments[i].bytes.size > 0) ==
              (cd_recording_detail(&recording, i) == CD_DETAIL_FULL));
        if (i < 2 || i >= count - 200 || (i > 1900 && i < 2100))
            CHECK(cd_recording_detail(&recording, i) == CD_DETAIL_FULL);
    }
    CHECK(left > 500 && left < count / 2);

    // A frame that is simulated again is taken if it is the same, and refused otherwise.
    int gone = 100;
    while (cd_recording_detail(&recording, gone) != CD_DETAIL_NONE)
        gone++;
    CHECK(!put(&recording, gone, 1, CD_DETAIL_FULL, true));
    CHECK(put(&recording, gone, (uint64_t)gone * 7, CD_DETAIL_NONE, true));
    CHECK(cd_recording_detail(&recording, gone) == CD_DETAIL_NONE);
    CHECK(!cd_recording_frame(&recording, gone, NULL, &arena, &out));
    CHECK(recording.moments[gone].figure == (uint64_t)gone * 7 + 1);
    CHECK(put(&recording, gone, (uint64_t)gone * 7, CD_DETAIL_FULL, true));
    CHECK(cd_recording_detail(&recording, gone) == CD_DETAIL_FULL);
    CHECK(put(&recording, 3, 21, CD_DETAIL_FULL, true));
    cd_recording_thin(&recording, 1, 3);
    CHECK(recording.memory < whole / 100 && cd_recording_detail(&recording, 3) == CD_DETAIL_FULL);

    // Another run of the same script takes over the frames that are equal.
    cd_recording other = {0};
    for (int i = 0; i < 10; i++)
        CHECK(put(&other, i, i < 4 ? (uint64_t)i * 7 : 99, CD_DETAIL_NONE, true));
    cd_recording_adopt(&other, &recording);
    CHECK(cd_recording_detail(&other, 3) == CD_DETAIL_FULL && other.moments[3].figure == 22);
    CHECK(cd_recording_detail(&other, 5) == CD_DETAIL_NONE && other.moments[5].figure == 0);
    CHECK(other.plot_count == 1 && other.plots[0].values[2] == 2 &&
          isnan(other.plots[0].values[5]));
    cd_recording longer = {0};
    for (int i = 0; i < 600; i++)
        CHECK(put(&longer, i, (uint64_t)i * 7, CD_DETAIL_NONE, true));
    longer.moments[2].figure = 5; // it is known already
    cd_recording_adopt(&longer, &other);
    CHECK(longer.moments[2].figure == 5 && longer.moments[3].figure == 22);
    CHECK(cd_recording_detail(&longer, 3) == CD_DETAIL_FULL);
    CHECK(longer.plot_count == 1 && longer.plots[0].values[2] == 2 &&
          isnan(longer.plots[0].values[12]));
    cd_recording_free(&longer);
    cd_recording_free(&other);
    cd_recording_free(&recording);
    cd_arena_free(&arena);
}

/// A plot knows the first frame whose number is not finite, whatever order its frames come in.
static void test_infinite_plots(void) {
    cd_recording recording = {0}, again = {0};
    cd_drawing drawing = {.kind = CD_DRAW_PLOT, .text = "energy", .unit = "J"};
    cd_frame frame = {.drawing_count = 1, .drawings = &drawing, .detail = CD_DETAIL_FULL};
    for (int i = 0; i < 9; i++) {
        drawing.number = i == 5 ? NAN : i == 7 ? INFINITY : i + 0.1;
        frame.frame = i;
        frame.drawing_count = i != 3;
        CHECK(cd_recording_put(&recording, &frame, NULL, 0));
        CHECK(cd_recording_put(&again, &(cd_frame){.frame = i}, NULL, 0));
    }
    const cd_plot *plot = cd_recording_plot(&recording, "energy", false);
    CHECK(plot != NULL && strcmp(plot->unit, "J") == 0 && plot->first_infinite == 5);
    CHECK(plot->values[8] == 8.1 && isnan(plot->values[3]) && plot->values[7] == INFINITY);
    CHECK(cd_recording_plot(&recording, "energ", false) == NULL && !recording.charted);
    cd_recording_adopt(&again, &recording);
    CHECK(again.plots[0].first_infinite == 5 && again.plots[0].values[8] == 8.1);
    drawing.kind = CD_DRAW_CHART;
    CHECK(cd_recording_put(&recording, &frame, NULL, 0) && recording.plot_count == 1);
    frame.frame = 9;
    CHECK(cd_recording_put(&recording, &frame, NULL, 0) && recording.charted);
    cd_recording_free(&again);
    cd_recording_free(&recording);
}

/// The first eight names get a plot each, which another recording takes over.
static void test_plots(void) {
    enum { NAMES = CD_PLOTS_MAX + 2 };
    static const char *const names[NAMES] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
    cd_recording recordings[2] = {{0}, {0}};
    for (int which = 0; which < 2; which++) {
        cd_drawing plots[NAMES];
        for (int i = 0; i < NAMES;
             i++) // the other begins with those that the first has no room for
            plots[i] = (cd_drawing){.kind = CD_DRAW_PLOT,
                                    .text = names[which ? NAMES - 1 - i : i],
                                    .number = which ? NAMES - 1 - i : i};
        const cd_frame frame = {.drawing_count = NAMES, .drawings = plots};
        CHECK(cd_recording_put(&recordings[which], &frame, NULL, 0));
        CHECK(recordings[which].plot_count == CD_PLOTS_MAX);
        for (int i = 0; i < CD_PLOTS_MAX; i++) {
            const int number = which ? NAMES - 1 - i : i;
            CHECK(strcmp(recordings[which].plots[i].name, names[number]) == 0);
            CHECK(recordings[which].plots[i].values[0] == number);
        }
    }
    cd_recording_adopt(&recordings[0], &recordings[1]);
    CHECK(recordings[0].plot_count == CD_PLOTS_MAX);
    CHECK(strcmp(recordings[0].plots[0].name, "a") == 0);
    for (int which = 0; which < 2; which++)
        cd_recording_free(&recordings[which]);
}

/// A shape is found by its key, the likely index right or wrong or beyond the end.
static void test_shape_by_key(void) {
    cd_named_shape shapes[] = {{.key = "a"}, {.key = "b"}, {.key = "c"}};
    const cd_frame frame = {.shape_count = 3, .shapes = shapes};
    for (int likely = 0; likely < 5; likely++) {
        CHECK(cd_frame_shape(&frame, "b", likely) == &shapes[1]);
        CHECK(cd_frame_shape(&frame, "d", likely) == NULL);
    }
}

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

/// Why a script in scripts/ cannot have a module or file.
static const char *why_not(const char *name) {
    static char why[600];
    cd_arena arena = {0};
    const cd_module module = cd_source_find("scripts/x.lua", name, &arena);
    CHECK(!module.found);
    snprintf(why, sizeof why, "%s", module.name);
    cd_arena_free(&arena);
    return why;
}

/// Names of modules and files that must not reach a file, whatever exists there.
static void test_names(void) {
    static const char *const refused[] = {"",   ".",    "..",   "../x", "/etc/passwd", "a..b",
                                          ".a", "a.",   "a/b",  "a\\b", "C:x",         "a b",
                                          "1a", "a.1b", "a\nb", "a-b",  "~root",       "é"};
    static const char *const refused_files[] = {"./",     "./.",    "./..",   "./../x", "./a/../x",
                                                "./a//b", "./a\nb", "./a\\b", "./C:x",  ".//x",
                                                "./.x",   "./a/.x", "./.a/x", "./...",  "./a/..b"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        CHECK(strstr(why_not(refused[i]), "is not a name") != NULL);
    for (size_t i = 0; i < sizeof refused_files / sizeof *refused_files; i++)
        CHECK(strstr(why_not(refused_files[i]), "must be a path down from the scenario") != NULL);
    // The longest names.
    char name[1100] = "";
    memset(name, 'a', 200);
    CHECK(strstr(why_not(name), "is not a name") != NULL);
    name[199] = '\0';
    CHECK(strstr(why_not(name), "not found beside") != NULL);
    CHECK(strstr(why_not("a1.b_2"), "not found beside") != NULL);
    // A path that is too long for its place, and the folder in which all others are.
    CHECK(cd_source_path("scripts/x.lua", "a.b", name, sizeof "scripts/a/b.lua") &&
          strcmp(name, "scripts/a/b.lua") == 0);
    CHECK(!cd_source_path("scripts/x.lua", "a.b", name, sizeof "scripts/a/b.lua" - 1));
    cd_arena arena = {0};
    CHECK(cd_source_find("/x.lua", "./etc/passwd", &arena).found);
    cd_arena_free(&arena);
    memset(name, '/', 1026);
    for (int i = 0; i < 1026; i += 2)
        name[i] = i == 0 ? '.' : 'a';
    CHECK(strstr(why_not(name), "must be a path down from the scenario") != NULL);
    name[1025] = '\0';
    CHECK(strstr(why_not(name), "not found beside") != NULL);
}

/// Equal polytopes in two places are sent once.
static void test_equal_polytopes(void) {
    const cd_vec points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 2, 2}};
    cd_arena arena = {0};
    cd_named_shape shapes[2];
    size_t sizes[2];
    for (int differ = 0; differ < 2; differ++) {
        for (int i = 0; i < 2; i++) {
            cd_vec moved[5];
            for (int k = 0; k < 5; k++)
                moved[k] = cd_scale(points[k], i * differ + 1);
            void *memory = cd_arena_alloc(&arena, cd_polytope_size(5));
            const cd_polytope *core = cd_polytope_build(3, moved, 5, memory, NULL);
            shapes[i] = (cd_named_shape){.key = i ? "b" : "a",
                                         .shape = cd_polytope_shape(core, 0),
                                         .style = CD_STYLE_DEFAULT};
        }
        cd_message decoded;
        cd_bytes out = encoded_shapes(shapes, 2);
        sizes[differ] = out.size;
        CHECK(decode(out, &arena, &decoded));
        const cd_named_shape *got = decoded.as.frame.shapes;
        CHECK((got[0].shape.as.polytope.core == got[1].shape.as.polytope.core) == !differ);
        cd_bytes_free(&out);
    }
    CHECK(sizes[0] + 5 * 3 * sizeof(double) <= sizes[1]);
    cd_arena_free(&arena);
}

/// A compound with a part that is one, too, is refused, as whatever else is no message.
static void test_nested_compound(void) {
    const cd_vec points[] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 0}};
    const int triangle[][3] = {{0, 1, 2}};
    cd_arena arena = {0};
    void *memory = cd_arena_alloc(&arena, cd_mesh_size(3, 1));
    const cd_set *mesh = cd_mesh_build(3, points, 3, triangle, 1, memory, NULL);
    const cd_shape parts[] = {cd_set_shape(mesh), cd_sphere(3, (cd_vec){4, 5, 6}, 7)};
    memory = cd_arena_alloc(&arena, cd_compound_size(parts, 2));
    cd_named_shape shape = {.key = "a",
                            .shape = cd_set_shape(cd_compound_build(parts, 2, memory, NULL)),
                            .style = CD_STYLE_DEFAULT};
    cd_message decoded;
    cd_bytes out = encoded_shapes(&shape, 1);
    int refused = 0;
    for (size_t i = 0; i < out.size; i++)
        for (int value = 0; value < 16; value++) {
            const uint8_t before = out.data[i];
            out.data[i] = (uint8_t)value;
            if (!decode(out, &arena, &decoded))
                refused++;
            else if (decoded.type == CD_MSG_FRAME)
                use_shapes(&decoded.as.frame);
            out.data[i] = before;
            cd_arena_free(&arena);
        }
    CHECK(refused > (int)out.size);
    cd_bytes_free(&out);
}

/// What a camera cannot look from is refused, and a box that is none.
static void test_aims(void) {
    static const struct {
        cd_aim aim;
        bool good;
    } aims[] = {{{.height = 1}, true},
                {{.width = 0x1p64}, true},
                {{.size = {0, 1, 0}}, true},
                {{.height = 1, .width = 1}, true},
                {{.height = 0}, false},
                {{.height = -1}, false},
                {{.height = NAN}, false},
                {{.height = INFINITY}, false},
                {{.height = 1, .width = -1}, false},
                {{.width = NAN}, false},
                {{.size = {-1, 1, 0}}, false},
                {{.height = 1, .angle = NAN}, false},
                {{.height = 1, .angle = INFINITY}, false},
                {{.height = 1, .elevation = NAN}, false},
                {{.height = 1, .tilt = INFINITY}, false}};
    for (size_t i = 0; i < sizeof aims / sizeof *aims + 2; i++) {
        cd_message message = {.type = CD_MSG_FRAME}, decoded;
        const size_t k = i - sizeof aims / sizeof *aims; // of a box
        const bool aimed = i < sizeof aims / sizeof *aims;
        if (aimed)
            message.as.frame.aim = aims[i].aim;
        message.as.frame.aim.set = aimed;
        message.as.frame.aim.problem = "";
        message.as.frame.kept = (cd_kept){!aimed, {{0, 0, 0}, {1, k == 0 ? 0 : -1, 0}}};
        cd_bytes out = encoded(&message);
        cd_arena arena = {0};
        CHECK(decode(out, &arena, &decoded) == (aimed ? aims[i].good : k == 0));
        cd_bytes_free(&out);
        cd_arena_free(&arena);
    }
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

/// A frame for which there is no memory is not kept, and is when it comes again; a plot may lack.
static void test_recording_without_memory(void) {
    int refused = 0;
    for (int at = 0; at < 24; at++) {
        cd_recording recording = {0}, from = {0};
        cd_arena arena = {0};
        cd_frame out;
        for (int i = 0; i < 600; i++) {
            if (i == (at < 12 ? 0 : 256)) // where the first is made, and there is no room for more
                let_fail(ALLOCATIONS, 1 + at % 12, ENOMEM);
            if (!put(&recording, i, (uint64_t)i, CD_DETAIL_FULL, true)) {
                CHECK(recording.count == i);
                refused++;
                CHECK(put(&recording, i, (uint64_t)i, CD_DETAIL_FULL, true));
            }
        }
        CHECK(has_failed());
        CHECK(recording.count == 600 && recording.plot_count == 1);
        for (int i = 0; i < 600; i++) {
            cd_arena_free(&arena);
            CHECK(cd_recording_frame(&recording, i, NULL, &arena, &out) && out.frame == i);
            CHECK(recording.plots[0].values[i] == i || i == 0);
            CHECK(put(&from, i, (uint64_t)i, CD_DETAIL_NONE, false));
        }
        cd_arena_free(&arena);
        let_fail(ALLOCATIONS, 1, ENOMEM);
        CHECK(!cd_recording_frame(&recording, at, NULL, &arena, &out) && has_failed());
        CHECK(cd_recording_frame(&recording, at, NULL, &arena, &out) && out.frame == at);
        let_fail(ALLOCATIONS, 1, ENOMEM);
        cd_recording_adopt(&from, &recording); // without the plot
        CHECK(has_failed() && from.plot_count == 0);
        CHECK(cd_recording_detail(&from, 599) == CD_DETAIL_FULL);
        cd_arena_free(&arena);
        cd_recording_free(&from);
        cd_recording_free(&recording);
    }
    CHECK(refused > 8);
}
#endif

/// A frame before that has no such mesh, but those that are nearly the same: one of other
/// triangles, with fewer of them, of one vertex more, and in the plane. Each is decoded as it is.
static void test_meshes_that_are_nearly_the_same(void) {
    const cd_vec corners[] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {4, 4, 0}, {9, 9, 0}};
    static const int one[2][3] = {{0, 1, 2}, {1, 3, 2}}, other[2][3] = {{0, 1, 3}, {0, 3, 2}};
    const struct {
        int dim, vertices, count;
        const int (*triangles)[3];
    } of[] = {{3, 4, 2, one}, {3, 4, 2, other}, {3, 4, 1, one}, {3, 5, 2, one}, {2, 4, 2, one}};
    enum { MESHES = sizeof of / sizeof *of };
    void *memory[MESHES];
    cd_shape shapes[MESHES];
    for (int i = 0; i < MESHES; i++) {
        memory[i] = malloc(cd_mesh_size(of[i].vertices, of[i].count));
        shapes[i] = cd_set_shape(cd_mesh_build(of[i].dim, corners, of[i].vertices, of[i].triangles,
                                               of[i].count, memory[i], NULL));
    }
    for (int i = 0; i < MESHES * MESHES; i++) {
        const cd_shape ball = cd_sphere(3, corners[0], 1), *wanted = &shapes[i % MESHES];
        cd_named_shape earlier[] = {{.key = "a", .shape = ball},
                                    {.key = "b", .shape = shapes[i / MESHES]}};
        cd_named_shape later[] = {{.key = "a", .shape = *wanted}, {.key = "b", .shape = ball}};
        cd_bytes before = encoded_shapes(earlier, 2), now = encoded_shapes(later, 2);
        cd_arena first = {0}, second = {0};
        cd_message a, b;
        CHECK(decode(before, &first, &a));
        CHECK(cd_message_decode_after(&a.as.frame, now.data, now.size, &second, &b));
        const cd_set *set = b.as.frame.shapes[0].shape.as.set.core, *as = wanted->as.set.core;
        CHECK(set->dim == as->dim && set->vertex_count == as->vertex_count &&
              set->part_count == as->part_count);
        CHECK(memcmp(set->triangles, as->triangles,
                     (size_t)as->part_count * sizeof *as->triangles) == 0);
        cd_arena_free(&first);
        cd_arena_free(&second);
        cd_bytes_free(&before);
        cd_bytes_free(&now);
    }
    for (int i = 0; i < MESHES; i++)
        free(memory[i]);
}

enum { ROW = 12 };

/// A message of a frame with a hilly mesh of ROW * ROW vertices, one of which is `high`.
static cd_bytes mesh_message(double high) {
    cd_vec vertices[ROW * ROW];
    int triangles[(ROW - 1) * (ROW - 1)][3];
    for (int i = 0; i < ROW * ROW; i++)
        vertices[i] = (cd_vec){i % ROW, i == 30 ? high : i * 7 % 5, i / ROW};
    for (int i = 0; i < (ROW - 1) * (ROW - 1); i++) {
        const int corner = i / (ROW - 1) * ROW + i % (ROW - 1);
        memcpy(triangles[i], (int[]){corner, corner + 1, corner + ROW}, sizeof triangles[i]);
    }
    const int count = (ROW - 1) * (ROW - 1);
    void *memory = malloc(cd_mesh_size(ROW * ROW, count));
    const cd_set *mesh =
        cd_mesh_build(3, vertices, ROW * ROW, (const int(*)[3])triangles, count, memory, NULL);
    cd_named_shape hills = {.key = "hills", .name = "hills", .shape = cd_set_shape(mesh)};
    const cd_bytes out = encoded_shapes(&hills, 1);
    free(memory);
    return out;
}

/// A mesh that the frame before had is copied from it, which needs no scratch memory; one of which
/// a vertex has moved is built. Both answer as those that are built.
static void test_mesh_of_the_frame_before(void) {
    cd_bytes bytes[2] = {mesh_message(1), mesh_message(9)};
    cd_arena first = {0};
    cd_message before, built, after;
    CHECK(decode(bytes[0], &first, &before));
    for (int moved = 0; moved < 2; moved++) {
        const cd_bytes *b = &bytes[moved];
        cd_arena alone = {0}, beside = {0};
        CHECK(decode(*b, &alone, &built));
        CHECK(cd_message_decode_after(&before.as.frame, b->data, b->size, &beside, &after));
        CHECK(moved ? beside.used == alone.used : beside.used < alone.used);
        const cd_shape *x = &built.as.frame.shapes[0].shape, *y = &after.as.frame.shapes[0].shape;
        for (int i = 0; i < ROW * ROW; i++) {
            const cd_shape point = cd_point(3, (cd_vec){i % ROW + 0.3, 7, i / ROW + 0.4});
            CHECK(cd_distance(&point, x) == cd_distance(&point, y));
        }
        cd_arena_free(&alone);
        cd_arena_free(&beside);
        cd_bytes_free(&bytes[moved]);
    }
    cd_arena_free(&first);
}

// ------------------------------------------------------------------------------------- the range

static const double odd[] = {0,      1,         -1,       0.1, 0.3,  -7.25,
                             1e-300, -INFINITY, INFINITY, 3,   1e15, -1e300};
enum { ODD = sizeof odd / sizeof *odd };

static int stepped;

static void test_one(cd_range r, double value) {
    const double x = cd_range_nearest(r, value), clamped = fmin(fmax(value, r.min), r.max);
    CHECK(x >= r.min && x <= r.max && cd_range_nearest(r, x) == x);
    if (r.step == 0)
        CHECK(x == clamped);
    const double first = isfinite(r.min) ? r.min : 0, k = (x - first) / r.step;
    const double size = fabs(x) + fabs(first);
    if (!(r.step > 1e-9 * size) || x == r.min || x == r.max)
        return;
    stepped++;
    CHECK(fabs(k - round(k)) * r.step <= 1e-14 * size);
    for (int way = -1; way <= 1; way += 2) {
        const double beside = x + way * r.step;
        if (beside >= r.min && beside <= r.max)
            CHECK(fabs(x - clamped) <= fabs(beside - clamped) * (1 + 1e-9) + 1e-14 * size);
    }
}

/// The range of a param, over bounds, steps and values of all magnitudes: the nearest number lies
/// in it, is its own nearest number, and is a whole number of steps from the first; no number of
/// the range that is a step beside it is nearer. Decimal steps give decimal numbers.
static void test_ranges(void) {
    for (int a = 0; a < ODD; a++)
        for (int b = 0; b < ODD; b++)
            for (int s = 0; s < ODD; s++)
                for (int v = 0; v < ODD; v++)
                    if (odd[a] <= odd[b] && odd[a] < INFINITY && odd[b] > -INFINITY &&
                        isfinite(odd[s]) && isfinite(odd[v]))
                        test_one((cd_range){odd[a], odd[b], fabs(odd[s])}, odd[v]);
    CHECK(stepped > 300);
    const cd_range tenths = {0, 1, 0.1};
    CHECK(cd_range_nearest(tenths, 0.31) == 0.3 && cd_range_nearest(tenths, 0.68) == 0.7);
    CHECK(cd_range_nearest((cd_range){3, 20, 5}, 20) == 18);
    CHECK(cd_range_nearest((cd_range){-INFINITY, 7, 2}, 7) == 6);
    const cd_range below = {0.1234567890123453, 5, 2}; // its decimal is less
    CHECK(cd_range_nearest(below, 0) == below.min);
}

int main(void) {
    cd_arena arena = {0};
    cd_message messages[11];
    const int count = every_message(messages, &arena);
    for (int i = 0; i < count; i++)
        test_round_trip(&messages[i]);
    test_range();
    test_fields(messages);
    test_stream(messages, count);
    for (int i = 0; i < count; i++)
        if (messages[i].type != CD_MSG_QUIT)
            test_damage(&messages[i]);
    test_recording();
    test_headers();
    test_value_kinds();
    test_vast_list();
    test_too_large();
    test_plots();
    test_infinite_plots();
    test_shape_by_key();
    test_arena();
    test_names();
    test_equal_polytopes();
    test_nested_compound();
    test_meshes_that_are_nearly_the_same();
    test_mesh_of_the_frame_before();
    test_aims();
    test_ranges();
#ifdef HAVE_FAULTS
    for (int i = 0; i < count; i++)
        test_messages_without_memory(&messages[i]);
    test_recording_without_memory();
#endif
    cd_arena_free(&arena);
    return failures != 0;
}
