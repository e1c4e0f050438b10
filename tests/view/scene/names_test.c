// Names of shapes: none covers its own shape, another name or a blocked point, and each is at the
// surface of what it names, for shapes of all kinds, turned and in all views; a long list has one.
// Texts of a script do not lie on one another, however many lie elsewhere. A text beside a point
// keeps off the shapes around it.
#include "check.h"
#include "covers.h"
#include "random.h"
#include "view/inspect/fnv.h"
#include "view/scene/stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static cd_vec random_point(int dim) {
    return (cd_vec){range(-8, 8), range(-4, 4), dim == 3 ? range(-8, 8) : 0};
}

static cd_shape random_shape(int dim) {
    const cd_vec at = random_point(dim),
                 size = {range(0.1, 1.5), range(0.1, 0.4), dim == 3 ? 0.3 : 0};
    const cd_vec to = cd_add(at, cd_scale(random_point(dim), 0.3));
    switch ((int)range(0, 4)) {
    case 0:
        return cd_sphere(dim, at, size.x);
    case 1:
        return cd_capsule(dim, at, to, size.y);
    case 2:
        return cd_segment(dim, at, to);
    default:
        return dim == 2 ? cd_box2(at, size, range(-3, 3), 0)
                        : cd_box(at, size,
                                 cd_quat_from_axes((cd_vec){0.6, 0.8, 0}, (cd_vec){-0.8, 0.6, 0},
                                                   (cd_vec){0, 0, 1}),
                                 0);
    }
}

static int placed, near_surface;

static void test_picture(cd_pen *pen, int dim, cd_view view) {
    enum { SHAPES = 4 };
    cd_arena scratch = {0};
    cd_stage stage = stage_of(pen, &scratch);
    stage.camera = cd_camera_make(view, stage.camera.viewport);
    cd_named_shape shapes[SHAPES];
    for (int i = 0; i < SHAPES; i++)
        shapes[i] = named("a name", random_shape(dim));
    const cd_frame frame = {.shape_count = SHAPES, .shapes = shapes};
    for (int i = 0; i < SHAPES; i++) {
        const cd_bounds b = cd_shape_bounds(&shapes[i].shape);
        cd_extent_add(&stage.extent, b.min);
        cd_extent_add(&stage.extent, b.max);
    }
    cd_camera_frame(&stage.camera, &stage.extent, 60);
    cd_labels labels = {.within = stage.camera.viewport};
    cd_labels_block(&labels, (cd_rect){200, 150, 40, 40});
    cd_labels_keep_off(&stage, &frame, &labels);
    cd_names_draw(&stage, &frame, &labels);
    CHECK(labels.count == SHAPES + 1); // there is room for all
    for (int i = 1; i < labels.count; i++) {
        const cd_rect rect = labels.taken[i];
        for (int k = 0; k < i; k++)
            CHECK(!overlaps(rect, labels.taken[k]));
        CHECK(!covers(&stage, rect, &shapes[i - 1].shape));
        placed++;
        const cd_rect wide = {rect.x - 10, rect.y - 10, rect.width + 20, rect.height + 20};
        near_surface += covers(&stage, wide, &shapes[i - 1].shape);
    }
    cd_arena_free(&scratch);
}

/// How many labels a list of so many circles has, of which `given` have a name of their own, each
/// two of them the same, beside another shape.
static int count_labels(cd_pen *pen, int count, int given) {
    static const char *const own[] = {"one", "one", "two", "two", "three", "three"};
    enum { MOST = 90 };
    static char keys[MOST + 1][16];
    static cd_named_shape shapes[MOST + 1];
    cd_arena scratch = {0};
    cd_stage stage = stage_of(pen, &scratch);
    for (int i = 0; i <= count; i++) {
        snprintf(keys[i], sizeof keys[i], i < count ? "list[%d]" : "other", i + 1);
        const cd_vec at = {(i % 10) * 1.5 - 7, (i / 10) * 1.2 - 5, 0};
        shapes[i] = (cd_named_shape){.key = keys[i],
                                     .style = CD_STYLE_DEFAULT,
                                     .name = i < given ? own[i] : NULL,
                                     .shape = cd_sphere(2, at, 0.1)};
    }
    const cd_frame frame = {.shape_count = count + 1, .shapes = shapes};
    cd_labels labels = {.within = stage.camera.viewport};
    cd_labels_keep_off(&stage, &frame, &labels);
    cd_names_draw(&stage, &frame, &labels);
    cd_arena_free(&scratch);
    return labels.count;
}

static void test_lists(cd_pen *pen) {
    CHECK(count_labels(pen, 12, 0) == 13 && count_labels(pen, 12, 4) == 13);
    CHECK(count_labels(pen, 13, 0) == 2);
    CHECK(count_labels(pen, 90, 0) == 2);
    CHECK(count_labels(pen, 90, 5) == 5); // equal names once
}

/// Texts of a script at random places: those with room stay, none lies on another.
static void test_texts(cd_pen *pen) {
    enum { TEXTS = 12 };
    cd_arena scratch = {0};
    cd_stage stage = stage_of(pen, &scratch);
    stage.camera.zoom = 20;
    int drawn = 0, moved = 0;
    for (int n = 0; n < 100; n++) {
        cd_drawing drawings[TEXTS];
        cd_vec points[TEXTS];
        for (int i = 0; i < TEXTS; i++) {
            points[i] = (cd_vec){range(-8, 8), range(-6, 6), 0};
            drawings[i] = (cd_drawing){.kind = CD_DRAW_TEXT,
                                       .style = CD_STYLE_DEFAULT,
                                       .points = &points[i],
                                       .point_count = 1,
                                       .text = i % 3 == 0 ? "two\nlines" : "one line"};
        }
        const cd_frame frame = {.drawing_count = TEXTS, .drawings = drawings};
        cd_labels labels = {.within = stage.camera.viewport},
                  alone = {.within = stage.camera.viewport};
        cd_drawings_text(&stage, &frame, &labels);
        const cd_frame last = {.drawing_count = 1, .drawings = &drawings[TEXTS - 1]};
        cd_drawings_text(&stage, &last, &alone);
        CHECK(alone.count == 1 && labels.count >= 1 && labels.count <= TEXTS);
        bool kept = false;
        for (int i = 0; i < labels.count; i++) {
            kept = kept || memcmp(&labels.taken[i], &alone.taken[0], sizeof(cd_rect)) == 0;
            for (int k = 0; k < i; k++)
                CHECK(!overlaps(labels.taken[i], labels.taken[k]));
        }
        drawn += labels.count;
        moved += !kept;
        cd_arena_free(&scratch);
    }
    CHECK(drawn > 70 * TEXTS && moved > 10 && moved < 80);
}

/// Of texts in a row along the line of sight only the nearest is drawn; from beside, all are.
static void test_row_of_texts(cd_pen *pen) {
    enum { TEXTS = 5 };
    static const struct {
        cd_view view;
        int seen;
    } cases[] = {{CD_VIEW_FRONT, TEXTS}, {CD_VIEW_TOP, TEXTS}, {CD_VIEW_SIDE, 1}};
    cd_arena scratch = {0};
    cd_stage stage = stage_of(pen, &scratch);
    cd_drawing drawings[TEXTS];
    cd_vec points[TEXTS];
    for (int i = 0; i < TEXTS; i++) {
        points[i] = (cd_vec){2.0 * i - 4, 0, 0};
        drawings[i] = (cd_drawing){.kind = CD_DRAW_TEXT,
                                   .style = CD_STYLE_DEFAULT,
                                   .points = &points[i],
                                   .point_count = 1,
                                   .text = "text"};
    }
    const cd_frame frame = {.drawing_count = TEXTS, .drawings = drawings};
    for (int i = 0; i < 3; i++) {
        cd_labels labels = {.within = stage.camera.viewport};
        const double zoom = stage.camera.zoom;
        stage.camera = cd_camera_make(cases[i].view, stage.camera.viewport);
        stage.camera.zoom = zoom;
        cd_drawings_text(&stage, &frame, &labels);
        CHECK(labels.count == cases[i].seen);
    }
    cd_arena_free(&scratch);
}

/// A name hangs from where no other shape lies: that of a capsule that ends within another one from
/// the left, at its left end, though there is no room beside that.
static void test_anchors(cd_pen *pen) {
    enum { ROUNDS = 200 };
    const cd_shape upright = cd_capsule(2, (cd_vec){0, -4, 0}, (cd_vec){0, 4, 0}, 0.4);
    int own = 0;
    for (int i = 0; i < ROUNDS; i++) {
        cd_arena scratch = {0};
        cd_stage stage = stage_of(pen, &scratch);
        const cd_vec from = {range(-5, -2), range(-3, 3), 0};
        const cd_vec to = {range(-0.3, -0.05), range(-2, 2), 0};
        cd_named_shape shapes[] = {named("a", upright), named("b", cd_capsule(2, from, to, 0.4))};
        const cd_frame frame = {.shape_count = 2, .shapes = shapes};
        cd_labels labels = {.within = stage.camera.viewport};
        cd_labels_block_dot(&stage, &labels, from, 60);
        cd_labels_keep_off(&stage, &frame, &labels);
        cd_names_draw(&stage, &frame, &labels);
        CHECK(labels.count == 3);
        own += labels.taken[2].x < pen->canvas.width / 2;
        cd_arena_free(&scratch);
    }
    CHECK(own == ROUNDS);
}

/// Whether the middle of a line on the canvas is drawn, or a pixel beside it.
static bool is_drawn(const cd_pen *pen, cd_point2 a, cd_point2 b) {
    const int x = (int)((a.x + b.x) / 2), y = (int)((a.y + b.y) / 2);
    for (int i = 0; i < 9; i++)
        if (pen->canvas.pixels[(y + i / 3 - 1) * pen->canvas.width + x + i % 3 - 1] != 0)
            return true;
    return false;
}

/// A name that has no room at its circle has a line to it; one that lies at it has none.
static void test_leader_lines(cd_pen *pen) {
    enum { SHAPES = 40 };
    static const int turns[] = {2, 0, 6, 4, 1, 7, 3, 5}; // eighths of a turn: as label_places.c
    static cd_label_memory memory;
    int far = 0, near = 0;
    for (int n = 0; n < 20; n++) {
        cd_arena scratch = {0};
        cd_stage stage = stage_of(pen, &scratch);
        cd_named_shape shapes[SHAPES];
        char keys[SHAPES][24];
        for (int i = 0; i < SHAPES; i++) {
            snprintf(keys[i], sizeof keys[i], "name %d", i);
            const cd_vec at = {range(-3, 3), range(-2, 2), 0};
            shapes[i] = named(keys[i], cd_sphere(2, at, 0.4));
        }
        const cd_frame frame = {.shape_count = SHAPES, .shapes = shapes};
        cd_labels labels = {.within = stage.camera.viewport};
        memory.now_count = 0;
        cd_labels_remember(&labels, &memory);
        memset(pen->canvas.pixels, 0,
               (size_t)pen->canvas.width * (size_t)pen->canvas.height * sizeof(uint32_t));
        cd_labels_keep_off(&stage, &frame, &labels);
        cd_names_draw(&stage, &frame, &labels);
        for (int i = 0, next = 0; i < SHAPES && labels.count == memory.now_count; i++) {
            const uint64_t text = cd_fnv_add(cd_fnv_start, keys[i], strlen(keys[i]));
            if (next == memory.now_count || memory.now[next].text != text)
                continue;
            const cd_label_side *side = &memory.now[next];
            const cd_rect r = labels.taken[next++];
            const double angle = turns[side->way] * 0.78539816339744830962;
            const cd_vec rim =
                cd_add(shapes[i].shape.as.center, (cd_vec){0.4 * cos(angle), 0.4 * sin(angle), 0});
            const cd_point2 at = cd_stage_project(&stage, rim);
            const cd_point2 end = {fmin(fmax(at.x, r.x), r.x + r.width),
                                   fmin(fmax(at.y, r.y), r.y + r.height)};
            const double length = hypot(end.x - at.x, end.y - at.y);
            CHECK(side->ring > 0 || length < 6);
            CHECK(side->ring == 0 || is_drawn(pen, at, end));
            far += side->ring > 0;
            near += side->ring == 0;
        }
        cd_arena_free(&scratch);
    }
    CHECK(far > 20 && near > 20);
}

/// How many names change their side while circles go around each other, of those that are in two
/// pictures that follow each other. *pairs: how many those are.
static int count_jumps(cd_pen *pen, bool remembering, int *pairs) {
    enum { SHAPES = 8, FRAMES = 120 };
    static cd_label_memory memory;
    int jumps = 0;
    memory.now_count = 0;
    for (int frame = 0; frame < FRAMES; frame++) {
        cd_arena scratch = {0};
        cd_stage stage = stage_of(pen, &scratch);
        cd_named_shape shapes[SHAPES];
        char keys[SHAPES][24];
        for (int i = 0; i < SHAPES; i++) {
            const double angle = frame * 0.02 * (1 + i % 3);
            const cd_vec at = {0.7 * i * cos(angle + i), 0.5 * i * sin(angle + i), 0};
            snprintf(keys[i], sizeof keys[i], "name %d", i);
            shapes[i] = named(keys[i], cd_sphere(2, at, 0.3));
        }
        const cd_frame one = {.shape_count = SHAPES, .shapes = shapes};
        cd_label_memory last = memory;
        if (!remembering)
            memory.now_count = 0;
        cd_labels labels = {.within = stage.camera.viewport};
        cd_labels_remember(&labels, &memory);
        cd_labels_keep_off(&stage, &one, &labels);
        cd_names_draw(&stage, &one, &labels);
        for (int i = 0; i < memory.now_count; i++)
            for (int k = 0; k < last.now_count; k++)
                if (memory.now[i].text == last.now[k].text) {
                    ++*pairs;
                    jumps += memory.now[i].way != last.now[k].way;
                }
        cd_arena_free(&scratch);
    }
    return jumps;
}

/// A name stays at its side of what it names while no other side is better.
static void test_steady(cd_pen *pen) {
    int pairs = 0, forgetful = 0;
    const int jumps = count_jumps(pen, true, &pairs);
    const int without = count_jumps(pen, false, &forgetful);
    printf("names: %d jumps of %d, %d of %d without memory\n", jumps, pairs, without, forgetful);
    CHECK(pairs > 800 && forgetful > 800 && without > 40 && jumps * 2 < without);
}

/// Texts that nobody sees take no room: of four at one place, three are drawn, though thousands lie
/// beside the view; nor do lines of head-up text below it.
static void test_many_texts(cd_pen *pen) {
    enum { UNSEEN = 20000, SEEN = 4 };
    static cd_drawing drawings[UNSEEN + SEEN];
    static const cd_vec places[2] = {{0, 0, 0}, {-900, 900, 0}};
    cd_arena scratch = {0};
    cd_stage stage = stage_of(pen, &scratch);
    cd_frame frame = {.drawing_count = UNSEEN + SEEN, .drawings = drawings};
    for (int i = 0; i < UNSEEN + SEEN; i++)
        drawings[i] = (cd_drawing){.kind = CD_DRAW_TEXT,
                                   .style = CD_STYLE_DEFAULT,
                                   .points = (cd_vec *)&places[i < UNSEEN],
                                   .point_count = 1,
                                   .text = "a label"};
    cd_labels labels = {.within = stage.camera.viewport};
    cd_drawings_text(&stage, &frame, &labels);
    CHECK(labels.count == 3);
    for (int i = 0; i < UNSEEN; i++)
        drawings[i].point_count = 0;
    CHECK(cd_drawings_head_up(&stage, &frame, true).height < stage.camera.viewport.height + 40);
    cd_arena_free(&scratch);
}

/// A text beside a circle, with circles around it.
static void test_beside(cd_pen *pen) {
    enum { SHAPES = 12, CASES = 200 };
    cd_arena scratch = {0};
    cd_stage stage = stage_of(pen, &scratch);
    int clear = 0;
    for (int n = 0; n < CASES; n++) {
        cd_named_shape shapes[SHAPES];
        for (int i = 0; i < SHAPES; i++) {
            const cd_vec at = {range(-7, 7), range(-3, 3), 0};
            shapes[i] = named("a", cd_sphere(2, at, 0.3));
        }
        const cd_frame frame = {.shape_count = SHAPES, .shapes = shapes};
        const cd_shape own = cd_sphere(2, (cd_vec){range(-4, 4), range(-3, 3), 0}, 0.4);
        cd_labels labels = {.within = stage.camera.viewport};
        cd_labels_keep_off(&stage, &frame, &labels);
        CHECK(cd_labels_attach(&stage, &labels, &own, 0, "666 x raycast, 568 found"));
        CHECK(labels.count == 1 && !covers(&stage, labels.taken[0], &own));
        bool covered = false;
        cd_shape parts[SHAPES];
        for (int i = 0; i < SHAPES; i++) {
            parts[i] = shapes[i].shape;
            covered = covered || covers(&stage, labels.taken[0], &parts[i]);
        }
        clear += !covered;
        // Where it covers none of them, it covers no compound of them.
        void *memory = cd_arena_alloc(&scratch, cd_compound_size(parts, SHAPES));
        cd_named_shape one =
            named("all", cd_set_shape(cd_compound_build(parts, SHAPES, memory, NULL)));
        const cd_frame whole = {.shape_count = 1, .shapes = &one};
        cd_labels beside = {.within = stage.camera.viewport};
        cd_labels_keep_off(&stage, &whole, &beside);
        CHECK(cd_labels_attach(&stage, &beside, &own, 0, "666 x raycast, 568 found"));
        CHECK(covered || memcmp(&beside.taken[0], &labels.taken[0], sizeof(cd_rect)) == 0);
    }
    CHECK(clear > 0.95 * CASES);
    cd_arena_free(&scratch);
}

int main(void) {
    const char *error = NULL;
    static uint32_t pixels[640 * 480];
    cd_pen pen = {cd_canvas_over(pixels, 640, 480, 640), cd_text_open(1, &error), 1};
    seed(5);
    for (int i = 0; i < 60; i++) {
        test_picture(&pen, 2, CD_VIEW_FRONT);
        test_picture(&pen, 3, (cd_view)(i % CD_VIEW_COUNT));
    }
    test_leader_lines(&pen);
    test_steady(&pen);
    test_lists(&pen);
    test_texts(&pen);
    test_many_texts(&pen);
    test_row_of_texts(&pen);
    test_anchors(&pen);
    test_beside(&pen);
    CHECK(placed > 400 && near_surface > 0.65 * placed); // the others have a line
    cd_text_close(pen.text);
    return failures > 0;
}
