// See screen.h. The panels and the banner take their room from the viewport. The help and the toast
// lie over it, so the camera does not move when they appear.
#include "view/panels/screen.h"

#include "record/allocate.h"
#include "view/explain/field.h"
#include "view/explain/lens.h"
#include "view/raster/picture.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdlib.h>

cd_rect cd_screen_viewport(const cd_screen *screen, int width, int height, double scale) {
    if (!screen->panels)
        return (cd_rect){0, 0, width, height - screen->banner};
    int top = (int)(CD_BAR_HEIGHT * scale);
    int side = width < CD_NARROW_SIDE * scale ? 0 : (int)(CD_SIDE_WIDTH * scale);
    int bottom = cd_charts_height(screen, height, scale) + cd_plots_height(screen, height, scale) +
                 (int)(CD_TIMELINE_HEIGHT * scale) + cd_console_height(screen, height, scale) +
                 screen->banner;
    const int steps = cd_steps_width(screen, width - side, scale);
    return (cd_rect){0, top, width - side - steps, height - top - bottom};
}

cd_view cd_screen_view(const cd_loaded *loaded, cd_view wanted) {
    if (loaded->dim == 2)
        return CD_VIEW_FRONT;
    if (wanted == CD_VIEW_COUNT)
        wanted = cd_view_from_name(loaded->view);
    return wanted == CD_VIEW_COUNT ? CD_VIEW_ORBIT : wanted;
}

bool cd_screen_covers(const cd_screen *screen, cd_rect viewport, cd_point2 at) {
    return screen->help || (screen->picker != NULL && screen->picker->open) || at.x < viewport.x ||
           at.y < viewport.y || at.x >= viewport.x + viewport.width ||
           at.y >= viewport.y + viewport.height;
}

// ---------------------------------------------------------------------------------------- overlays

static void draw_toast(cd_ui *ui, const char *text, cd_rect viewport) {
    cd_pen *pen = ui->pen;
    const double unit = pen->scale;
    int width = cd_text_width(pen->text, cd_plain, text);
    const int most = viewport.width - (int)(60 * unit);
    width = width < most ? width : most;
    const double x = viewport.x + floor((viewport.width - width) / 2.0);
    const double y = viewport.y + viewport.height - 52 * unit;
    const cd_rect box = cd_ui_rect(x - 14 * unit, y, width + 28 * unit, 32 * unit);
    cd_ui_box(ui, box.x, box.y, box.width, box.height, 6, CD_PANEL_RAISED, CD_PANEL_EDGE);
    cd_ui_text(ui, cd_ui_rect(x, y, width + 1, 32 * unit), cd_plain, CD_TEXT_LEFT, CD_INK, text);
}

/// Says of an empty picture that it is meant to be empty.
static void draw_nothing(cd_ui *ui, const cd_screen *screen, cd_rect viewport) {
    const cd_frame *frame = screen->way.frame != NULL ? screen->way.frame : screen->scene.frame;
    if (frame != NULL && frame->shape_count == 0 && frame->drawing_count == 0) {
        viewport.height -= viewport.height / 3; // not on the axes, which cross in the middle
        cd_ui_text(ui, viewport, cd_plain, CD_TEXT_CENTER, CD_INK_DIM,
                   "No shapes in the state of this frame");
    }
}

// ------------------------------------------------------------------------------------------ ground

#define PLAYING_SECONDS 0.008 ///< that the lens may take of a frame that is played

typedef struct ground {
    const cd_inspector *inspector; ///< or NULL
    const cd_frame *frame;
    int page;
    double seconds;
    cd_lens_report report;
} ground;

static void draw_ground(cd_pen *pen, const cd_camera *camera, void *context) {
    ground *g = context;
    cd_fields_draw(pen, camera, g->frame, g->page);
    if (g->inspector != NULL)
        cd_lens_draw(pen, g->inspector, (cd_lens_kind)g->inspector->lens, camera, g->seconds,
                     &g->report);
}

/// What is shown, above the lower edge, right of the axes.
static void draw_lens_note(cd_ui *ui, const char *said, cd_rect viewport) {
    cd_pen *pen = ui->pen;
    const double unit = pen->scale;
    if (said[0] != '\0')
        cd_text_draw_over(pen->text, &pen->canvas, cd_small, viewport.x + 90 * unit,
                          viewport.y + viewport.height - 42 * unit, CD_TEXT_LEFT, CD_TEXT_GROUND,
                          CD_INK, said);
}

// ------------------------------------------------------------------------------------------ passes

/// Draws the panels around the viewport.
static void draw_panels(cd_ui *ui, const cd_screen *screen, cd_rect viewport, cd_wish *wish) {
    const double unit = ui->pen->scale;
    const int width = ui->pen->canvas.width, height = ui->pen->canvas.height;
    cd_top_bar(ui, screen, wish);
    const int column = width < CD_NARROW_SIDE * unit ? 0 : (int)(CD_SIDE_WIDTH * unit);
    const cd_rect side = {width - column, viewport.y, column, height - viewport.y};
    if (side.width > 0)
        cd_side_column(ui, screen, side, wish);
    const cd_rect steps = {viewport.width, viewport.y, width - column - viewport.width,
                           viewport.height + screen->banner};
    if (steps.width > 0)
        cd_steps_panel(ui, screen, steps, wish);
    cd_rect below = {0, viewport.y + viewport.height + screen->banner, width - column, 0};
    if ((below.height = cd_charts_height(screen, height, unit)) > 0)
        cd_charts(ui, screen, below);
    below.y += below.height;
    if ((below.height = cd_plots_height(screen, height, unit)) > 0)
        cd_plots(ui, screen, below, wish);
    below.y += below.height;
    below.height = (int)(CD_TIMELINE_HEIGHT * unit);
    cd_timeline(ui, screen, below, wish);
    below.y += below.height;
    below.height = height - below.y;
    if (below.height > 0)
        cd_console(ui, screen, below, wish);
}

cd_wish cd_screen_pass(cd_ui *ui, cd_pen *pen, const cd_ui_input *input, double now,
                       const cd_screen *screen) {
    cd_wish wish = {.seek = -1, .param = -1, .edit = -1, .vary = -1, .variant = -1};
    cd_ui_begin(ui, pen, input, now);
    cd_rect viewport =
        cd_screen_viewport(screen, pen->canvas.width, pen->canvas.height, pen->scale);
    const bool picking = screen->picker != NULL && screen->picker->open;
    const bool on_way = screen->way.frame != NULL;
    cd_scene scene = on_way ? screen->way : screen->scene;
    scene.camera.viewport = viewport;
    const double spare = screen->playing ? PLAYING_SECONDS : scene.budget / 2;
    ground below = {
        on_way ? NULL : screen->inspector, scene.frame, scene.page, spare, {.said = ""}};
    scene.ground = draw_ground;
    scene.ground_context = &below;
    if (pen->canvas.clip.width > 0)
        cd_scene_draw(pen, &scene);
    draw_lens_note(ui, below.report.said, viewport);
    draw_nothing(ui, screen, viewport);
    ui->blocked = picking || screen->help;
    const cd_rect banner = {0, viewport.y + viewport.height, viewport.width, screen->banner};
    if (banner.height > 0)
        cd_banner(ui, screen, banner, &wish);
    if (screen->panels)
        draw_panels(ui, screen, viewport, &wish);
    if (screen->toast != NULL)
        draw_toast(ui, screen->toast, viewport);
    ui->blocked = screen->help;
    if (picking)
        wish.open = cd_picker_pass(screen->picker, ui, screen->previews);
    ui->blocked = false;
    if (screen->help)
        cd_help(ui, screen, &wish);
    cd_ui_end(ui);
    return wish;
}

void cd_screen_draw(cd_pen *pen, const cd_screen *screen) {
    cd_ui ui = {0};
    const cd_ui_input nothing = {.pointer = {-1, -1}};
    const cd_rect clip = cd_canvas_clip(&pen->canvas, (cd_rect){0});
    (void)cd_screen_pass(&ui, pen, &nothing, 0, screen); // without drawing: the heights of lists
    pen->canvas.clip = clip;
    (void)cd_screen_pass(&ui, pen, &nothing, 0, screen);
}

/// Draws the screen on a canvas and writes it to a file.
static const char *save_canvas(const cd_screen *screen, cd_canvas canvas, cd_text *text,
                               double scale, const char *path) {
    cd_pen pen = {canvas, text, scale};
    const unsigned failed = cd_allocations_failed();
    cd_screen_draw(&pen, screen);
    const bool whole = cd_allocations_failed() == failed;
    return whole ? cd_picture_save(&pen.canvas, path) : "out of memory";
}

const char *cd_screen_save(const cd_screen *screen, int width, int height, cd_text *text,
                           double scale, const char *path) {
    if (cd_picture_is_svg(path)) {
        cd_svg svg;
        const cd_canvas canvas = cd_svg_begin(&svg, width, height);
        const char *error = save_canvas(screen, canvas, text, scale, path);
        cd_svg_free(&svg);
        return error;
    }
    uint32_t *pixels = cd_allocate((size_t)width * (size_t)height * sizeof *pixels);
    if (pixels == NULL)
        return "out of memory";
    const char *error =
        save_canvas(screen, cd_canvas_over(pixels, width, height, width), text, scale, path);
    free(pixels);
    return error;
}
