// The shapes of frames: those in the range are taken, equal ones are sent once, those of the frame
// before are copied, nested compounds and cameras that look from nowhere are refused.
#include "check.h"
#include "messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

int main(void) {
    test_range();
    test_equal_polytopes();
    test_nested_compound();
    test_meshes_that_are_nearly_the_same();
    test_mesh_of_the_frame_before();
    test_aims();
    return failures != 0;
}
