// See ui.h. The height of a list is known only at its end, so a list that has changed is
// laid out again in the next pass.
#include "view/kit/ui.h"

#include "view/scene/theme.h"

#include <assert.h>
#include <math.h>

#define WHEEL_ROWS 2 ///< by which a notch of the wheel scrolls

static cd_ui_list *list_of(cd_ui *ui, const char *name) {
    const uint32_t id = cd_ui_id(name);
    int i = 0;
    while (i < ui->list_count && ui->lists[i].id != id)
        i++;
    assert(i < CD_UI_SCROLLS_MAX);
    if (i == ui->list_count)
        ui->lists[ui->list_count++].id = id;
    return &ui->lists[i];
}

double cd_ui_scroll(cd_ui *ui, cd_rect r, const char *name) {
    cd_ui_list *list = list_of(ui, name);
    const double height = list->height;
    double *offset = &list->offset;
    ui->area = r;
    ui->clip_before = cd_canvas_clip(&ui->pen->canvas, r);
    ui->reveal = 0;
    list->room = r.height;
    if (!ui->blocked && ui->input.wheel != 0 && cd_ui_inside(r, ui->input.pointer)) {
        *offset -= ui->input.wheel * WHEEL_ROWS * CD_ROW * ui->pen->scale;
        ui->input.wheel = 0;
    }
    *offset = floor(fmin(fmax(*offset, 0), fmax(height - r.height, 0)));
    if (height > r.height) {
        const double unit = ui->pen->scale;
        const double length = fmax(r.height / height * r.height, 20 * unit);
        const double y = r.y + *offset / (height - r.height) * (r.height - length);
        cd_fill_rect(&ui->pen->canvas, r.x + r.width - 6 * unit, y, 4 * unit, length, 2 * unit,
                     CD_FAINT);
    }
    return *offset;
}

void cd_ui_scroll_to(cd_ui *ui, const char *name, double top, double height) {
    cd_ui_list *list = list_of(ui, name);
    const double above = top - list->offset;
    if (above < 0)
        ui->reveal = above;
    else if (above + height > list->room)
        ui->reveal = above + height - list->room;
}

void cd_ui_scroll_end(cd_ui *ui, const char *name, double height, bool sticky) {
    cd_ui_list *list = list_of(ui, name);
    const double end = list->height - list->room;
    if (sticky && list->offset >= end - 1)
        list->offset = height; // the next pass cuts it to the end
    if (ui->reveal != 0 || height != list->height)
        ui->wake = ui->now; // lay it out again
    list->height = height;
    list->offset += ui->reveal;
    ui->reveal = 0;
    ui->area = (cd_rect){0, 0, ui->pen->canvas.width, ui->pen->canvas.height};
    ui->pen->canvas.clip = ui->clip_before;
}
