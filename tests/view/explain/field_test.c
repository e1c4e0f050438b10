// What draw.field has sampled, as pixels: the line of 0 is where the values between the corners
// say, to a pixel; the sides have their colours; gaps, other pages and what is not seen stay as
// they were.
#include "check.h"
#include "random.h"

#include "view/explain/field.h"
#include "view/scene/theme.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 200, HEIGHT = 150, CELLS = 12 };

static uint32_t pixels[WIDTH * HEIGHT];
static double numbers[2 + 8 * CELLS * CELLS];
static cd_drawing drawing;
static cd_camera camera;

static double slope_x, slope_y, offset;

static double f(double x, double y) { return slope_x * x + slope_y * y - offset; }

/// Cells over the square from -3 to 3.
static void sample(void) {
    const double size = 6.0 / CELLS;
    int count = 2;
    for (int j = 0; j < CELLS; j++)
        for (int i = 0; i < CELLS; i++) {
            const double x = i * size - 3, y = j * size - 3;
            const double cell[8] = {
                x, y, size, size, f(x, y), f(x + size, y), f(x, y + size), f(x + size, y + size)};
            memcpy(&numbers[count], cell, sizeof cell);
            count += 8;
        }
    drawing = (cd_drawing){.kind = CD_DRAW_FIELD,
                           .style = CD_STYLE_DEFAULT,
                           .curve = numbers,
                           .curve_count = count / 2};
}

static void draw(cd_view view, int page) {
    const cd_frame frame = {.drawing_count = 1, .drawings = &drawing};
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
    memset(pixels, 0, sizeof pixels);
    camera = cd_camera_make(view, (cd_rect){0, 0, WIDTH, HEIGHT});
    camera.zoom = 20;
    cd_fields_draw(&pen, &camera, &frame, page);
}

static int painted(void) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count += pixels[i] != 0;
    return count;
}

static void test_pixels(void) {
    for (int n = 0; n < 60; n++) {
        seed(n);
        slope_x = range(-2, 2), slope_y = range(-2, 2), offset = range(-3, 3);
        sample();
        draw(CD_VIEW_FRONT, 1);
        int line = 0;
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            const cd_vec at =
                cd_camera_unproject(&camera, (cd_point2){i % WIDTH + 0.5, i / WIDTH + 0.5});
            const bool inside = fabs(at.x) < 2.97 && fabs(at.y) < 2.97;
            const double off = f(at.x, at.y) / hypot(slope_x, slope_y) * camera.zoom; // in pixels
            check_case(!inside || pixels[i] != 0, "covered", n);
            check_case(!inside || (pixels[i] == CD_INK) == (fabs(off) <= 0.75) ||
                           fabs(fabs(off) - 0.75) < 1e-6,
                       "the line of 0", n);
            check_case(fabs(at.x) < 3.03 && fabs(at.y) < 3.03 ? true : pixels[i] == 0, "beyond", n);
            line += pixels[i] == CD_INK;
        }
        check_case(line < 500, "a line", n);
    }
}

static void test_others(void) {
    slope_x = 1, slope_y = 0.5, offset = 0;
    sample();
    draw(CD_VIEW_FRONT, 1);
    const int all = painted();
    CHECK(all == 120 * 120);
    for (cd_view view = CD_VIEW_TOP; view < CD_VIEW_COUNT; view++) {
        draw(view, 1);
        CHECK(painted() <= all &&
              (painted() > 3000 || view == CD_VIEW_TOP || view == CD_VIEW_SIDE));
    }
    drawing.page = 2;
    draw(CD_VIEW_FRONT, 1);
    CHECK(painted() == 0);
    draw(CD_VIEW_FRONT, 2);
    CHECK(painted() == all);
    numbers[2 + 4] = NAN; // a gap of one cell, 10 pixels wide
    numbers[2 + 8 + 7] = INFINITY;
    draw(CD_VIEW_FRONT, 2);
    CHECK(painted() == all - 200);
    for (int i = 2; i < 2 * drawing.curve_count; i++)
        numbers[i] *= i % 8 < 6 && i % 8 > 1 ? 1e300 : 1; // x, y, sizes
    draw(CD_VIEW_FRONT, 2);
    drawing.curve_count = 3; // cut off
    draw(CD_VIEW_FRONT, 2);
    CHECK(painted() == 0);
    drawing.curve_count = 0;
    draw(CD_VIEW_ORBIT, 2);
    CHECK(painted() == 0);
}

int main(void) {
    test_pixels();
    test_others();
    return failures > 0;
}
