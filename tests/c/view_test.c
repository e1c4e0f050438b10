// The viewer's parts that need no window: laws of the camera, the grid, the order of drawing and
// the overlaps, the recorded input, the command line, and what counts as a change of a file, saved
// the ways editors save.
#include "view/app/options.h"
#include "view/app/session_file.h"
#include "view/play/inputs.h"
#include "view/play/print_log.h"
#include "view/play/watch.h"
#include "view/scene/grid.h"
#include "view/scene/order.h"
#include "view/scene/overlaps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failures, checks;

static void check(bool ok, const char *what, int line) {
    checks++;
    if (!ok && ++failures <= 20)
        printf("FAILED line %d: %s\n", line, what);
}
#define CHECK(x) check(x, #x, __LINE__)

static double between(double low, double high) {
    return low + (high - low) * (rand() / (double)RAND_MAX);
}

static cd_vec somewhere(double size) {
    return (cd_vec){between(-size, size), between(-size, size), between(-size, size)};
}

static bool near(double a, double b, double size) { return fabs(a - b) <= 1e-9 * (size + 1); }

// ---------------------------------------------------------------------------------------- camera

static void test_camera(cd_view view) {
    cd_camera c = cd_camera_make(view, (cd_rect){10, 40, 900, 600});
    cd_camera_turn(&c, between(-7, 7), between(-4, 4));
    CHECK(fabs(c.pitch) <= 1.5707963267948967);
    CHECK(near(cd_length2(c.right), 1, 1) && near(cd_length2(c.up), 1, 1));
    cd_vec cross = cd_cross(c.right, c.up);
    CHECK(cd_norm(cd_sub(cross, c.toward)) < 1e-12);

    double size = pow(10, between(-3, 3));
    cd_extent extent = {0};
    cd_vec points[5];
    for (int i = 0; i < 5; i++)
        cd_extent_add(&extent, points[i] = somewhere(size));
    cd_extent_add(&extent, (cd_vec){INFINITY, 0, 0});
    CHECK(isfinite(cd_extent_size(&extent)));
    cd_camera_frame(&c, &extent, 30);
    for (int i = 0; i < 5; i++) {
        cd_point2 p = cd_camera_project(&c, points[i]);
        CHECK(p.x > 39.9 && p.x < 880.1 && p.y > 69.9 && p.y < 610.1);
    }

    // What lies under the mouse stays there; panning moves by pixels.
    cd_point2 at = {between(10, 910), between(40, 640)};
    cd_vec under = cd_camera_unproject(&c, at);
    cd_camera_zoom(&c, at, between(0.2, 5));
    cd_point2 after = cd_camera_project(&c, under);
    CHECK(near(after.x, at.x, 1000) && near(after.y, at.y, 1000));
    cd_camera_pan(&c, 12, -7);
    after = cd_camera_project(&c, under);
    CHECK(near(after.x, at.x + 12, 1000) && near(after.y, at.y - 7, 1000));
    CHECK(near(cd_camera_depth(&c, under), 0, size));
}

static void test_fixed_views(void) {
    cd_rect v = {0, 0, 100, 100};
    cd_camera top = cd_camera_make(CD_VIEW_TOP, v), front = cd_camera_make(CD_VIEW_FRONT, v),
              side = cd_camera_make(CD_VIEW_SIDE, v);
    CHECK(top.right.x == 1 && top.up.z == -1 && top.toward.y == 1);
    CHECK(front.right.x == 1 && front.up.y == 1 && front.toward.z == 1);
    CHECK(side.right.z == 1 && side.up.y == 1 && side.toward.x == -1);
    for (int view = 0; view < CD_VIEW_COUNT; view++)
        CHECK(cd_view_from_name(cd_view_name((cd_view)view)) == (cd_view)view);
    CHECK(cd_view_from_name("inside") == CD_VIEW_COUNT);
}

static void test_grid(void) {
    for (int i = 0; i < 2000; i++) {
        double zoom = pow(10, between(-8, 8)), step = cd_grid_step(zoom, 64);
        double digit = step / pow(10, floor(log10(step * (1 + 1e-12))));
        CHECK(near(digit, 1, 1) || near(digit, 2, 1) || near(digit, 5, 1));
        CHECK(step * zoom >= 64 * (1 - 1e-9) && step * zoom < 64 * 2.5 * (1 + 1e-9));
    }
}

// ---------------------------------------------------------------------------------------- inputs

static void test_inputs(void) {
    cd_inputs inputs = {0};
    cd_held none = {0}, left = {.count = 1, .names = {"left"}},
            both = {.count = 2, .names = {"left", "up"}}, pulled = none;
    int run;
    CHECK(cd_inputs_at(&inputs, 1, 50, &run).count == 0 && run == 50);
    cd_inputs_hold(&inputs, 1, &none);
    CHECK(inputs.change_count == 0);
    cd_inputs_hold(&inputs, 3, &left);
    cd_inputs_hold(&inputs, 4, &left);
    cd_inputs_hold(&inputs, 7, &both);
    CHECK(inputs.change_count == 2);
    CHECK(cd_inputs_at(&inputs, 1, 50, &run).count == 0 && run == 2);
    CHECK(cd_inputs_at(&inputs, 3, 50, &run).count == 1 && run == 4);
    CHECK(cd_inputs_at(&inputs, 6, 50, &run).count == 1 && run == 1);
    CHECK(cd_inputs_at(&inputs, 9, 50, &run).count == 2 && run == 50);
    cd_inputs_hold(&inputs, 5, &none); // the past is rewritten from there
    CHECK(cd_inputs_at(&inputs, 4, 50, &run).count == 1 && run == 1);
    CHECK(cd_inputs_at(&inputs, 9, 50, &run).count == 0);
    // A shape in the mouse is held like a key, at each place it is drawn to.
    pulled.dragging = true;
    strcpy(pulled.dragged, "ball");
    for (int i = 0; i < 4; i++) {
        pulled.to.x = i / 2;
        cd_inputs_hold(&inputs, 10 + i, &pulled);
    }
    cd_inputs_hold(&inputs, 20, &none);
    CHECK(cd_inputs_at(&inputs, 11, 50, &run).dragging && run == 1);
    CHECK(cd_inputs_at(&inputs, 12, 50, &run).to.x == 1 && run == 8);
    CHECK(!cd_inputs_at(&inputs, 20, 50, &run).dragging);

    // Settings are events: each ends a run of equal frames, the later one of a frame counts.
    const cd_param speed = {.name = "speed", .number = 1.5}, gravity = {.name = "gravity"};
    cd_input_step step;
    cd_inputs_set(&inputs, 15, "speed", "1");
    cd_inputs_set(&inputs, 13, "gravity", "9.8");
    cd_inputs_set(&inputs, 15, "speed", "2");
    cd_inputs_add_line(&inputs, 15, "print(s)");
    cd_inputs_add_line(&inputs, 15, "print(p)");
    CHECK(cd_inputs_at(&inputs, 12, 50, &run).dragging && run == 1);
    CHECK(cd_inputs_at(&inputs, 13, 50, &run).dragging && run == 2);
    cd_inputs_step(&inputs, 15, 50, CD_DETAIL_FULL, &step);
    CHECK(step.step.setting_count == 1 && strcmp(step.settings[0].value, "2") == 0);
    CHECK(step.step.line_count == 2 && strcmp(step.lines[1], "print(p)") == 0);
    cd_inputs_step(&inputs, 14, 50, CD_DETAIL_FULL, &step);
    CHECK(step.step.setting_count == 0 && step.step.line_count == 0);
    CHECK(cd_inputs_param(&inputs, 14, &gravity).number == 9.8);
    CHECK(cd_inputs_param(&inputs, 14, &speed).number == 1.5);
    CHECK(cd_inputs_param(&inputs, 15, &speed).number == 2);
    cd_inputs_truncate(&inputs, 15);
    CHECK(cd_inputs_param(&inputs, 99, &speed).number == 1.5 && inputs.event_count == 1);
    CHECK(cd_inputs_at(&inputs, 30, 50, &run).dragging); // the end of the holding is cut too
    cd_inputs_free(&inputs);
}

// ---------------------------------------------------------------------------------------- options

static bool reads(cd_options *options, const char *line) {
    static char words[512];
    char *argv[16] = {"collide"}, wrong[512] = "";
    int argc = 1;
    cd_options_free(options);
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word != NULL && argc < 16; word = strtok(NULL, " "))
        argv[argc++] = word;
    bool good = cd_options_read(options, argc, argv, wrong, sizeof wrong);
    CHECK(good == (wrong[0] == '\0') && strchr(wrong, '\n') == NULL);
    return good;
}

static void test_options(void) {
    cd_options o = {0};
    CHECK(reads(&o, "") && o.path == NULL && o.steps == -1 && !o.headless);
    CHECK(reads(&o, "--headless --steps 60 --check --param a=1 --param b=x=y --seed -7 s.lua"));
    CHECK(o.headless && o.check && o.steps == 60 && o.has_seed && o.seed == -7);
    CHECK(o.setting_count == 2 && strcmp(o.settings[1].name, "b") == 0 &&
          strcmp(o.settings[1].value, "x=y") == 0 && strcmp(o.path, "s.lua") == 0);
    CHECK(reads(&o, "--size=800x500 --view side --frame=9") && o.width == 800 && o.height == 500);
    CHECK(o.view == CD_VIEW_SIDE && o.frame == 9);
    CHECK(reads(&o, "s.lua") && o.width == 1280 && o.height == 720 && o.scale == 0);
    CHECK(reads(&o, "--scale 1.5") && o.width == 1920 && o.height == 1080 && o.scale == 1.5);
    CHECK(reads(&o, "--scale 2 --size 800x500") && o.width == 800 && o.scale == 2);
    CHECK(reads(&o, "--help --steps 1") && o.help);
    const char *wrong[] = {"--no-such",
                           "--steps",
                           "--headless --steps -1",
                           "--steps 5",
                           "--seed 1.5",
                           "--headless --steps 9z",
                           "--size 0x0",
                           "--size 800",
                           "--size 800x500x2",
                           "--view inside",
                           "--param x",
                           "--param =1",
                           "--check",
                           "a.lua b.lua",
                           "--headless=yes",
                           "--size 99999x500",
                           "--seed",
                           "--scale 0",
                           "--scale 5",
                           "--scale nan",
                           "--scale 2x",
                           "--headless --steps 1 --frame 2",
                           "--shot x.png",
                           "--headless --shot",
                           "-x"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        check(!reads(&o, wrong[i]), wrong[i], __LINE__);
    cd_options_free(&o);
}

// ---------------------------------------------------------------------------------------- watch

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        exit(2);
}

/// A watch that has loaded the text and seen the file once.
static void load(cd_watch *watch, const char *path, const char *text) {
    cd_watch_free(watch);
    write_file(path, text);
    cd_watch_add(watch, path, NULL, NULL, text, strlen(text));
    CHECK(!cd_watch_changed(watch));
}

static void test_watch(void) {
    char folder[] = "/tmp/collide-view-test-XXXXXX", path[64], other[64], line[32];
    cd_watch watch = {0};
    if (mkdtemp(folder) == NULL)
        exit(2);
    snprintf(path, sizeof path, "%s/a.lua", folder);
    snprintf(other, sizeof other, "%s/b.lua", folder);

    load(&watch, path, "return 1");
    write_file(path, "return 2"); // in place, of the same length
    CHECK(cd_watch_changed(&watch));
    load(&watch, path, "return 1");
    write_file(path, "return 1"); // saved without a change
    CHECK(!cd_watch_changed(&watch));
    write_file(other, "return 3"); // renamed over it
    CHECK(rename(other, path) == 0 && cd_watch_changed(&watch));
    load(&watch, path, "return 1");
    unlink(path);
    CHECK(cd_watch_changed(&watch)); // deleted
    cd_watch_free(&watch);
    cd_watch_add(&watch, path, NULL, NULL, "return 1", 8);
    CHECK(cd_watch_changed(&watch)); // between reading and the first look
    cd_watch_free(&watch);
    cd_watch_add(&watch, path, NULL, "no such file", NULL, 0);
    CHECK(!cd_watch_changed(&watch));
    CHECK(mkdir(path, 0777) == 0 && cd_watch_changed(&watch)); // a folder in its place
    CHECK(rmdir(path) == 0);
    write_file(path, ""); // and made again
    CHECK(cd_watch_changed(&watch));

    load(&watch, path, "one\n\tthree\r\nlast");
    CHECK(cd_watch_line(&watch, path, 1, line, sizeof line) && strcmp(line, "one") == 0);
    CHECK(cd_watch_line(&watch, path, 2, line, sizeof line) && strcmp(line, "\tthree") == 0);
    CHECK(cd_watch_line(&watch, path, 3, line, 3) && strcmp(line, "la") == 0);
    CHECK(!cd_watch_line(&watch, path, 4, line, sizeof line));
    CHECK(!cd_watch_line(&watch, path, 0, line, sizeof line));
    cd_watch_free(&watch);
    unlink(path);
    rmdir(folder);
}

// ---------------------------------------------------------------------------------------- memory

static void test_memory(void) {
    char folder[] = "/tmp/collide_view_XXXXXX", path[64], text[4096];
    CHECK(mkdtemp(folder) != NULL);
    CHECK(setenv("XDG_STATE_HOME", folder, 1) == 0);
    cd_session memory, back;
    CHECK(!cd_session_read(&back) && back.scenario[0] == '\0');
    memory = (cd_session){.scenario = "/a b/\u7403.lua", .shown = 87, .view = CD_VIEW_SIDE};
    for (int i = 0; i < CD_VIEW_COUNT; i += 2) {
        memory.cameras[i].moved = true;
        memory.cameras[i].target = somewhere(1e9);
        memory.cameras[i].across = pow(10, between(-9, 9));
        memory.cameras[i].yaw = between(-4, 4), memory.cameras[i].pitch = between(-1, 1);
    }
    cd_session_write(&memory);
    CHECK(cd_session_read(&back) && strcmp(memory.scenario, back.scenario) == 0);
    CHECK(back.shown == 87 && back.view == CD_VIEW_SIDE);
    for (int i = 0; i < CD_VIEW_COUNT; i++) {
        CHECK(memory.cameras[i].moved == back.cameras[i].moved);
        CHECK(cd_equal(memory.cameras[i].target, back.cameras[i].target));
        CHECK(memory.cameras[i].across == back.cameras[i].across);
        CHECK(memory.cameras[i].yaw == back.cameras[i].yaw);
        CHECK(memory.cameras[i].pitch == back.cameras[i].pitch);
    }
    // Cut off anywhere, or with any byte changed: none, or a whole one; never a part of one.
    snprintf(path, sizeof path, "%s/collide/window", folder);
    FILE *file = fopen(path, "r");
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    for (size_t length = 0; length < size; length++) {
        text[length] ^= 0x55;
        for (int whole = 0; whole < 2; whole++) {
            file = fopen(path, "w");
            fwrite(text, 1, whole ? size : length, file);
            fclose(file);
            const bool good = cd_session_read(&back);
            CHECK(good || (back.scenario[0] == '\0' && back.shown == 0 && !back.cameras[0].moved));
            CHECK(!good || whole);
        }
        text[length] ^= 0x55;
    }
    unlink(path);
    snprintf(path, sizeof path, "%s/collide", folder);
    rmdir(path);
    rmdir(folder);
}

// ------------------------------------------------------------------------------ order and overlaps

/// Keys of all sizes, with many that are equal, and both zeros.
static void test_order(int count) {
    cd_arena arena = {0};
    double *keys = cd_arena_alloc(&arena, (size_t)count * sizeof *keys);
    for (int i = 0; i < count; i++) {
        const int kind = rand() % 4;
        keys[i] = kind == 0   ? between(-1, 1) * pow(10, between(-300, 300))
                  : kind == 1 ? rand() % 5 - 2
                  : kind == 2 ? (rand() % 2 ? 0.0 : -0.0)
                              : (rand() % 9 ? between(-1, 1) : -INFINITY);
    }
    const int *order = cd_order_of(keys, count, &arena);
    bool *seen = cd_arena_alloc(&arena, (size_t)count * sizeof *seen);
    for (int i = 0; i < count; i++) {
        CHECK(order[i] >= 0 && order[i] < count && !seen[order[i]]);
        seen[order[i]] = true;
        const int before = i > 0 ? order[i - 1] : order[i];
        CHECK(keys[before] <= keys[order[i]]);
        CHECK(i == 0 || keys[before] < keys[order[i]] || before < order[i]);
    }
    cd_arena_free(&arena);
}

/// Spheres, boxes and planes of many sizes: as comparing all with all says. Returns how many
/// overlap.
static int test_overlaps(int count, double size) {
    cd_arena arena = {0};
    cd_frame frame = {.shape_count = count};
    frame.shapes = cd_arena_alloc(&arena, (size_t)count * sizeof *frame.shapes);
    for (int i = 0; i < count; i++) {
        const cd_vec at = somewhere(10), half = {size, size * between(0, 3), size};
        const int kind = rand() % 40;
        frame.shapes[i].key = "shape";
        frame.shapes[i].style.hidden = rand() % 20 == 0;
        frame.shapes[i].shape =
            kind == 0   ? cd_plane(3, cd_normalized(somewhere(1), (cd_vec){1, 0, 0}), -9)
            : kind < 20 ? cd_sphere(3, at, between(0, 2) * size)
                        : cd_box(at, half, (cd_quat){0, 0, 0, 1}, 0);
    }
    const cd_scenery unknown = {0};
    const bool *found = cd_overlaps_find(&frame, &unknown, &arena);
    int overlapping = 0;
    for (int i = 0; i < count; i++) {
        bool overlaps = false;
        for (int k = 0; k < count; k++) {
            const cd_shape *a = &frame.shapes[i].shape, *b = &frame.shapes[k].shape;
            const bool counts = k != i && !frame.shapes[i].style.hidden &&
                                !frame.shapes[k].style.hidden &&
                                !(a->kind == CD_PLANE && b->kind == CD_PLANE);
            overlaps = overlaps || (counts && cd_overlap(a, b));
        }
        CHECK(found[i] == overlaps);
        overlapping += found[i];
    }
    cd_arena_free(&arena);
    return overlapping;
}

/// The oldest lines are forgotten, and of a long one what is beyond the room, between code points.
static void test_log(void) {
    static cd_log log;
    char text[3 * CD_LOG_BYTES + 1] = "";
    for (size_t i = 0; i + 3 < sizeof text; i += 3)
        memcpy(text + i, "\xe5\xb9\xb3", 3);
    for (int i = 0; i < CD_LOG_LINES + 5; i++)
        cd_log_add(&log, i, i % 2 ? text : "short");
    CHECK(log.count == CD_LOG_LINES && cd_log_count(&log, 104) == 100);
    CHECK(strlen(cd_log_text(&log, 0)) == CD_LOG_BYTES / 3 * 3);
    CHECK(strcmp(cd_log_text(&log, 1), "short") == 0);
    cd_log_clear(&log);
}

int main(void) {
    srand(1);
    test_log();
    for (int i = 0; i < 60; i++)
        test_order(i < 20 ? i : rand() % 3000);
    int overlapping = 0, shapes = 0;
    for (int i = 0; i < 60; i++) {
        const int count = i < 10 ? i : rand() % 300;
        overlapping += test_overlaps(count, pow(10, between(-1.5, 0.3)));
        shapes += count;
    }
    CHECK(overlapping > shapes / 5 && overlapping < shapes * 4 / 5);
    for (int i = 0; i < 4000; i++)
        test_camera((cd_view)(i % CD_VIEW_COUNT));
    test_fixed_views();
    test_grid();
    test_inputs();
    test_options();
    test_watch();
    test_memory();
    printf("view: %d checks, %d failed\n", checks, failures);
    return failures != 0;
}
