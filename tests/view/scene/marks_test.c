// An arrow at the edge points at each shape that has flown off, and its name is beside it; at no
// other shape, and at some of many.
#include "check.h"
#include "covers.h"
#include "random.h"
#include "view/scene/trails.h"

#include <math.h>

enum { ARROWS = 8 };

/// Draws a picture that is to show a square about the origin, and counts the labels.
static int labels_of(cd_pen *pen, cd_named_shape *shapes, int count, cd_labels *labels) {
    cd_arena scratch = {0};
    cd_stage stage = stage_of(pen, &scratch);
    const cd_frame frame = {.shape_count = count, .shapes = shapes};
    stage.extent = (cd_extent){.min = {-2, -2, -2}, .max = {2, 2, 2}, .some = true};
    cd_camera_frame(&stage.camera, &stage.extent, 20);
    *labels = (cd_labels){.within = stage.camera.viewport};
    cd_marks_away(&stage, &frame, labels);
    cd_arena_free(&scratch);
    return labels->count;
}

/// One shape out there has its name at the edge, on its side of the picture.
static void test_one(cd_pen *pen, int dim) {
    const double far = pow(10, range(1.5, 19)), angle = range(-3.1, 3.1);
    cd_named_shape ball =
        named("ball", cd_sphere(dim, (cd_vec){far * cos(angle), far * sin(angle), 0}, 0.5));
    cd_labels labels;
    CHECK(labels_of(pen, &ball, 1, &labels) == 1 && labels.labelled[0]);
    const cd_rect *v = &labels.within, *r = &labels.taken[0];
    const double x = (r->x + r->width / 2.0 - v->x - v->width / 2.0) * 2 / v->width,
                 y = (v->y + v->height / 2.0 - r->y - r->height / 2.0) * 2 / v->height;
    CHECK(fmax(fabs(x), fabs(y)) > 0.6);
    CHECK(x * cos(angle) * v->width + y * sin(angle) * v->height > 0);
    ball.style.hidden = true;
    CHECK(labels_of(pen, &ball, 1, &labels) == 0);
}

/// What is seen, or has no bounds, has no arrow.
static void test_none(cd_pen *pen) {
    cd_named_shape shapes[] = {named("a", cd_sphere(2, (cd_vec){0, 0, 0}, 1)),
                               named("b", cd_sphere(2, (cd_vec){2.4, 0, 0}, 0.5)),
                               named("c", cd_plane(2, (cd_vec){0, 1, 0}, -1e9)),
                               named("d", cd_line(2, (cd_vec){0, 1e9, 0}, (cd_vec){1, 0, 0}, 0))};
    cd_labels labels;
    CHECK(labels_of(pen, shapes, 4, &labels) == 0);
}

static void test_many(cd_pen *pen) {
    cd_named_shape shapes[100];
    for (int i = 0; i < 100; i++)
        shapes[i] = named("one", cd_sphere(2, (cd_vec){90 * cos(i), 90 * sin(i), 0}, 1));
    cd_labels labels;
    const int count = labels_of(pen, shapes, 100, &labels);
    CHECK(count > ARROWS / 2 && count <= ARROWS);
}

int main(void) {
    static uint32_t pixels[640 * 480];
    cd_pen pen = {cd_canvas_over(pixels, 640, 480, 640), cd_text_open(1, NULL), 1};
    seed(1);
    for (int i = 0; i < 200; i++)
        test_one(&pen, 2 + i % 2);
    test_none(&pen);
    test_many(&pen);
    cd_text_close(pen.text);
    return failures > 0;
}
