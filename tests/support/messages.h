// One message of every type, with shapes of every kind, for the tests of the recording; and what
// they do with its bytes.
#ifndef TESTS_MESSAGES_H
#define TESTS_MESSAGES_H

#include "record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One shape of every kind and dimension there is.
static inline int every_shape(cd_shape *out, cd_arena *arena) {
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

static inline cd_message frame_message(cd_arena *arena) {
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
static inline int every_message(cd_message *out, cd_arena *arena) {
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

static inline cd_bytes encoded(const cd_message *message) {
    cd_bytes bytes = {0};
    cd_message_encode(&bytes, message);
    return bytes;
}

static inline bool decode(cd_bytes bytes, cd_arena *arena, cd_message *out) {
    return cd_message_decode(bytes.data, bytes.size, arena, out);
}

static inline bool same_bytes(cd_bytes a, cd_bytes b) {
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/// A message of a frame that has these shapes alone.
static inline cd_bytes encoded_shapes(cd_named_shape *shapes, int count) {
    return encoded(&(cd_message){
        .type = CD_MSG_FRAME,
        .as.frame = {.detail = CD_DETAIL_FULL, .shape_count = count, .shapes = shapes}});
}

/// Uses every decoded shape in queries of the core.
static inline void use_shapes(const cd_frame *frame) {
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_shape *shape = &frame->shapes[i].shape;
        const cd_shape point = cd_point(shape->dim, (cd_vec){9, 9, 0});
        (void)cd_shape_bounds(shape);
        (void)cd_support(shape, (cd_vec){1, 2, 0});
        (void)cd_distance(&point, shape);
        (void)cd_distance(&frame->shapes[i].shape, shape);
    }
}

#endif
