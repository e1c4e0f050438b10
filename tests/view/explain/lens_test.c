// The lens: the line of touch is where the exact distance says, to a pixel; sides, normals, times
// and verdicts are those of the query asked at each pixel; few pixels are asked; a query that takes
// long stays coarse, within its time, which it says.
#include "check.h"
#include "closed_shapes.h"

#include "view/explain/lens.h"
#include "view/scene/theme.h"

#include <string.h>
#include <time.h>

enum { WIDTH = 331, HEIGHT = 247, CASES = 40 };

static uint32_t pixels[WIDTH * HEIGHT];
static cd_value values[4];
static cd_query query;
static cd_frame frame;
static cd_camera camera;
static cd_lens_report report;

static cd_value shape_value(cd_shape s) {
    return (cd_value){.kind = CD_VALUE_SHAPE, .dim = s.dim, .which = -1, .as.shape = s};
}
static cd_value vector_value(cd_vec v, int dim) {
    return (cd_value){.kind = CD_VALUE_VECTOR, .dim = dim, .as.vector = v};
}

static void look(cd_lens_kind kind, const char *name, int count, double seconds) {
    cd_inspector n = {.query = -1, .shape = -1};
    query = (cd_query){
        .name = name, .file = "x.lua", .line = 7, .argument_count = count, .arguments = values};
    frame = (cd_frame){.query_count = 1, .queries = &query};
    n.frame = &frame;
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
    memset(pixels, 0, sizeof pixels);
    cd_lens_draw(&pen, &n, kind, &camera, seconds, &report);
}

static void aim(double zoom) {
    camera = cd_camera_make(CD_VIEW_FRONT, (cd_rect){0, 0, WIDTH, HEIGHT});
    camera.zoom = zoom;
}

static cd_shape moved_to(cd_shape a, int x, int y) {
    cd_vec at = cd_camera_unproject(&camera, (cd_point2){x + 0.5, y + 0.5});
    const cd_vec middle = cd_shape_middle(&a);
    at.z = middle.z;
    cd_shape_move(&a, cd_sub(at, middle));
    return a;
}

static void test_distance(void) {
    int asked = 0, pictures = 0, lines = 0;
    for (int n = 0; n < CASES; n++) {
        seed(n);
        const int dim = 2 + n % 2;
        const cd_shape a = closed_shape(n % 7, dim, false), b = closed_shape(n % 9, dim, false);
        if (a.kind == CD_LINE || a.kind == CD_PLANE)
            continue;
        aim(60);
        values[0] = shape_value(a);
        values[1] = shape_value(b);
        look(CD_LENS_DISTANCE, "distance", 2, 0);
        check_case(!report.coarse && strcmp(report.said, "Lens: distance of distance, line 7") == 0,
                   report.said, n);
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const cd_shape there = moved_to(a, i % WIDTH, i / WIDTH);
            const double off = fabs(cd_distance(&there, &b)) * camera.zoom; // in pixels
            check_case(pixels[i] == CD_INK ? off < 1.25 : off > 0.25, "the line of touch", n);
            lines += pixels[i] == CD_INK;
        }
        asked += report.asked;
        pictures++;
    }
    CHECK(pictures > 20 && lines > 5000);
    CHECK(asked < 0.35 * pictures * WIDTH * HEIGHT);
}

/// The share of pixels whose colour is not that of the query asked there.
static double share_wrong(const char *name, int count, cd_lens_kind kind, uint32_t no) {
    int wrong = 0, yes = 0;
    look(kind, name, count, 0);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const cd_shape there = moved_to(values[0].as.shape, i % WIDTH, i / WIDTH);
        const cd_value *b = &values[count == 2 ? 1 : 2];
        cd_hit hit;
        const bool says = count == 2 ? cd_overlap(&there, &b->as.shape)
                                     : cd_shapecast(&there, values[1].as.vector, &b->as.shape,
                                                    (cd_vec){0, 0, 0}, &hit);
        yes += says;
        wrong += pixels[i] != CD_BAD && (pixels[i] != no) != says;
    }
    CHECK(yes > 500 && yes < WIDTH * HEIGHT - 500);
    return wrong / (double)(WIDTH * HEIGHT);
}

static void test_verdicts(void) {
    aim(40);
    values[0] = shape_value(cd_sphere(2, (cd_vec){0, 0, 0}, 0.4));
    values[1] = shape_value(cd_box2((cd_vec){1, 0, 0}, (cd_vec){1, 0.7, 0}, 0.4, 0.1));
    CHECK(share_wrong("overlap", 2, CD_LENS_FRAGILE, CD_GROUND) < 1e-4);
    int red = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const cd_shape there = moved_to(values[0].as.shape, i % WIDTH, i / WIDTH);
        const double off = fabs(cd_distance(&there, &values[1].as.shape)) * camera.zoom;
        CHECK(pixels[i] != CD_BAD || off < 1.5);
        red += pixels[i] == CD_BAD;
    }
    CHECK(red > 200);
    values[2] = values[1];
    values[1] = vector_value((cd_vec){2, 0.5, 0}, 2);
    CHECK(share_wrong("shapecast", 3, CD_LENS_FRAGILE, CD_GROUND) < 0.005);
    CHECK(share_wrong("shapecast", 3, CD_LENS_TIME, CD_GROUND) < 0.005);
    CHECK(share_wrong("shapecast", 3, CD_LENS_NORMAL, CD_GROUND) < 0.005);
    CHECK(report.asked < WIDTH * HEIGHT / 2);
}

/// What cannot be shown is said, and draws nothing.
static void test_refusals(void) {
    aim(40);
    values[0] = shape_value(cd_sphere(2, (cd_vec){0, 0, 0}, 1));
    values[1] = values[0];
    look(CD_LENS_TIME, "overlap", 2, 0);
    CHECK(strcmp(report.said, "Lens: overlap has no time; a cast has") == 0 && pixels[0] == 0);
    values[1] = (cd_value){.kind = CD_VALUE_NIL};
    look(CD_LENS_DISTANCE, "distance", 2, 0);
    CHECK(strcmp(report.said, "Lens: distance met none of its shapes") == 0 && pixels[0] == 0);
    look(CD_LENS_OFF, "distance", 2, 0);
    CHECK(report.said[0] == '\0' && pixels[0] == 0);
    cd_inspector none = {.frame = &frame, .query = -1};
    frame.query_count = 0;
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
    cd_lens_draw(&pen, &none, CD_LENS_NORMAL, &camera, 0, &report);
    CHECK(strcmp(report.said, "Lens: no query was asked in this frame") == 0);
    for (int i = CD_LENS_DISTANCE; i < CD_LENS_COUNT; i++)
        CHECK(cd_lens_from_name(cd_lens_name((cd_lens_kind)i)) == (cd_lens_kind)i);
    CHECK(cd_lens_from_name("off") == CD_LENS_COUNT && cd_lens_from_name("") == CD_LENS_COUNT);
}

/// A query that takes long: it is painted all the same, coarsely.
static void test_slow_query(void) {
    aim(40);
    const cd_vec way = {2, 1, 0};
    values[0] = shape_value(cd_cylinder((cd_vec){0, 0, 0}, (cd_vec){1, 0.4, 0.3}, 0.5));
    values[1] = vector_value(way, 3);
    values[2] = shape_value(cd_cone((cd_vec){0, 0, 0}, (cd_vec){0.2, 1.2, 0.3}, 0.8));
    look(CD_LENS_TIME, "shapecast", 3, 0.01);
    CHECK(report.coarse && strstr(report.said, "(coarse: there is no time for more)") != NULL);
    int ground = 0, blank = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        ground += pixels[i] == CD_GROUND;
        blank += pixels[i] == 0;
    }
    CHECK(blank == 0 && ground < WIDTH * HEIGHT);
}

int main(void) {
    test_distance();
    test_verdicts();
    test_refusals();
    test_slow_query();
    return failures > 0;
}
