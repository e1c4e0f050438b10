// See panel.h. The step on show is counted from the end where the person has not chosen one: so the
// answer stays in sight while frames go by.
#include "view/panels/page.h"

#include "view/explain/step_picture.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>

#define LEAST_WIDTH 150
#define USUAL_WIDTH 380

int cd_steps_width(const cd_screen *screen, int width, double unit) {
    if (!screen->panels || screen->inspector == NULL || !screen->inspector->why)
        return 0;
    const int most = width / 2, usual = (int)(USUAL_WIDTH * unit);
    const int given = usual < most ? usual : most;
    return given < LEAST_WIDTH * unit ? 0 : given;
}

/// Says what is missing; returns whether anything is.
static bool lacks(cd_page *p, const cd_steps *steps) {
    const char *why =
        p->inspector->kind != CD_PICK_QUERY
            ? "Pick a query in the inspector (Ctrl+I) or in the picture: here are the "
              "steps to its answer."
        : p->inspector->query < 0 ? "It is not asked in this frame."
        : steps == NULL           ? "It met none of its shapes: there are no steps to show."
                                  : NULL;
    if (why != NULL)
        cd_page_wrapped(p, cd_small, CD_INK_DIM, why);
    return why != NULL;
}

/// The slider of the steps; returns the number of the step that is shown.
static int choose_step(cd_page *p, const cd_trace *trace) {
    cd_inspector *n = p->inspector;
    const int last = trace->count;
    double value = n->step > 0 && n->step < last ? n->step : last;
    const cd_rect row = cd_ui_rect(p->x, p->y, p->width, 2 * CD_ROW * p->unit);
    if (cd_ui_slider(p->ui, row, "Step##steps", &value, (cd_range){1, fmax(last, 2), 1}, last))
        n->step = (int)value >= last ? 0 : (int)value;
    p->y += row.height + 4 * p->unit;
    const int step = (int)fmin(value, last);
    return step - 1;
}

void cd_steps_panel(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale;
    cd_page p = {ui,   screen->inspector,  screen->scene.frame, wish,
                 unit, rect.x + 12 * unit, rect.y + 10 * unit,  rect.width - (int)(24 * unit)};
    const cd_rect before = cd_canvas_clip(&ui->pen->canvas, rect);
    cd_fill_rect(&ui->pen->canvas, rect.x, rect.y, rect.width, rect.height, 0, CD_PANEL);
    cd_fill_rect(&ui->pen->canvas, rect.x, rect.y, unit, rect.height, 0, CD_PANEL_EDGE);
    const cd_steps *steps = p.frame != NULL ? cd_inspector_steps(p.inspector) : NULL;
    char said[600];
    const double height = cd_ui_line_height(ui, cd_bold);
    snprintf(said, sizeof said, "Why: %s",
             p.inspector->kind == CD_PICK_QUERY ? p.inspector->name : "no query");
    cd_page_words(&p, p.y, height, cd_bold, CD_INK, said, cd_plain, CD_INK_DIM,
                  steps != NULL ? steps->how.path : "");
    p.y += height + 6 * unit;
    if (!lacks(&p, steps)) {
        cd_steps_verdict(steps, said, sizeof said);
        cd_page_wrapped(&p, cd_small, CD_INK, said);
        p.y += 4 * unit;
        const int step = choose_step(&p, &steps->how.trace);
        cd_step_words(steps, step, said, sizeof said);
        const double top = p.y;
        cd_page_wrapped(&p, cd_plain, CD_INK, said);
        p.y = fmax(p.y, top + 3.2 * cd_ui_line_height(ui, cd_plain)); // the picture does not jump
        if (steps->how.trace.omitted > 0) {
            snprintf(said, sizeof said, "%d more steps before the last are left out.",
                     steps->how.trace.omitted);
            cd_page_wrapped(&p, cd_small, CD_INK_DIM, said);
        }
        if (steps->note != NULL)
            cd_page_wrapped(&p, cd_small, CD_INK_DIM, steps->note);
        const double room = rect.y + rect.height - p.y - 14 * unit;
        const cd_rect picture = cd_ui_rect(p.x, p.y + 4 * unit, p.width, fmin(room, p.width));
        if (picture.height > 60 * unit)
            cd_step_picture(ui->pen, steps, step, picture);
    }
    ui->pen->canvas.clip = before;
}
