// See panel.h and page.h. Only the rows in sight are laid out, so the state may have any number of
// values.
#include "view/panels/page.h"

#include "view/inspect/describe.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROW_HEIGHT 20
#define INDENT 12     ///< of a field from the table in which it lies
#define PLOT_WIDTH 34 ///< of the button at the right
#define LISTED_MAX 40 ///< fields of a table, and shapes that are touched, that are listed of a pick

/// Whether a value is a number, or is made of numbers, that can be plotted.
static bool is_plottable(const cd_state_value *v) {
    return v->kind == CD_STATE_NUMBER || v->kind == CD_STATE_BOOLEAN || v->kind == CD_STATE_VECTOR;
}

static bool is_plotted(const cd_screen *screen, const char *path, const cd_state_value *v) {
    char whole[CD_STATE_PATH_MAX + 2];
    snprintf(whole, sizeof whole, "%s%s", path, v->kind == CD_STATE_VECTOR ? ".x" : "");
    for (int i = 0; screen->plotted != NULL && i < screen->plotted->count; i++)
        if (strcmp(screen->plotted->paths[i], whole) == 0)
            return true;
    return false;
}

/// The button that plots a value over the run, or no longer.
static void plot_button(const cd_page *p, const cd_screen *screen, int value, double y,
                        double height) {
    const cd_state_value *v = &p->frame->values[value];
    char path[CD_STATE_PATH_MAX], id[CD_STATE_PATH_MAX + 16];
    if (!is_plottable(v) || screen->plotted == NULL)
        return;
    cd_state_path(p->frame, value, path);
    snprintf(id, sizeof id, "plot##%s", path);
    const cd_rect place = cd_ui_rect(p->x + p->width - PLOT_WIDTH * p->unit, y + p->unit,
                                     PLOT_WIDTH * p->unit, height - 2 * p->unit);
    const bool on = is_plotted(screen, path, v);
    const cd_ui_response touch =
        cd_ui_touch(p->ui, place, id, on ? "no longer in the chart" : "over time, in the chart");
    cd_ui_face(p->ui, place, &touch, on ? CD_FACE_ON : CD_FACE_QUIET);
    cd_ui_text(p->ui, place, cd_small, CD_TEXT_CENTER, on || touch.over ? CD_INK : CD_INK_DIM,
               "plot");
    if (touch.clicked) {
        snprintf(p->wish->plot, sizeof p->wish->plot, "%s", path);
        p->wish->plot_dim = v->kind == CD_STATE_VECTOR ? v->dim : 1;
    }
}

/// A value: a mark where it has changed, its name, its content, and the button.
static void value_line(const cd_page *p, const cd_screen *screen, int value, const char *name,
                       double y, double height, bool changed) {
    const cd_state_value *v = &p->frame->values[value];
    char text[CD_STATE_PATH_MAX];
    cd_state_text(p->frame, value, false, text, sizeof text);
    cd_page line = *p;
    if (is_plottable(v))
        line.width -= (int)((PLOT_WIDTH + 4) * p->unit);
    cd_page_words(&line, y, height, cd_small, CD_INK_DIM, name, cd_small,
                  changed ? CD_ACCENT : CD_INK, text);
    if (changed)
        cd_fill_disc(&p->ui->pen->canvas, (cd_point2){p->x - 5 * p->unit, y + height / 2},
                     2 * p->unit, CD_ACCENT);
    plot_button(p, screen, value, y, height);
}

/// The name of a value in its table: its key without the dot.
static const char *name_of(const cd_state_value *v) { return v->key + (v->key[0] == '.'); }

// ---------------------------------------------------------------------------------------- the page

/// Folds or unfolds what is clicked; a shape is picked, and so is that of a body.
static void click_value(const cd_page *p, int value) {
    if (p->frame->values[value].which >= 0)
        cd_inspector_pick_shape(p->inspector, p->frame->values[value].which);
    if (cd_state_has_fields(p->frame, value))
        cd_state_tree_fold(&p->inspector->tree, value);
}

/// A row of the tree; of a search with the whole path.
static void tree_row(const cd_page *p, const cd_screen *screen, int row, double y) {
    const cd_state_tree *tree = &p->inspector->tree;
    const int value = tree->rows[row];
    const cd_state_value *v = &p->frame->values[value];
    const double height = ROW_HEIGHT * p->unit;
    const bool searched = tree->search[0] != '\0', folds = cd_state_has_fields(p->frame, value);
    const bool open = row + 1 < tree->row_count && tree->rows[row + 1] == value + 1 && folds;
    char path[CD_STATE_PATH_MAX], name[CD_STATE_PATH_MAX + 8], id[CD_STATE_PATH_MAX + 16];
    cd_state_path(p->frame, value, path);
    snprintf(name, sizeof name, "%s%s", folds && !searched ? (open ? "\u25be " : "\u25b8 ") : "",
             searched ? path : name_of(v));
    cd_page line = *p;
    const int indent = searched ? 0 : (int)(fmin(v->depth, 8) * INDENT * p->unit);
    line.x += indent, line.width -= indent;
    if (folds || v->which >= 0) {
        snprintf(id, sizeof id, "value##%s", path);
        const int taken = is_plottable(v) ? (int)((PLOT_WIDTH + 4) * p->unit) : 0;
        const cd_rect place = cd_ui_rect(line.x, y, line.width - taken, height - p->unit);
        const cd_ui_response touch =
            cd_ui_touch(p->ui, place, id, v->which >= 0 ? "pick this shape" : NULL);
        if (touch.over || touch.focused)
            cd_fill_rect(&p->ui->pen->canvas, place.x, place.y, place.width, place.height,
                         4 * p->unit, CD_PANEL_RAISED);
        if (touch.clicked)
            click_value(p, value);
    }
    value_line(&line, screen, value, name, y, height, tree->changed[value]);
}

static void tree_rows(const cd_page *p, const cd_screen *screen, cd_rect rect) {
    const cd_state_tree *tree = &p->inspector->tree;
    const double offset = cd_ui_scroll(p->ui, rect, "state"), high = ROW_HEIGHT * p->unit;
    const int count = tree->row_count;
    for (int row = (int)(offset / high); row < count && row * high < offset + rect.height; row++)
        tree_row(p, screen, row, rect.y + row * high - offset);
    cd_ui_scroll_end(p->ui, "state", count * high, false);
}

void cd_state_page(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale, row = CD_ROW * unit;
    cd_page p = {ui,   screen->inspector,  screen->scene.frame, wish,
                 unit, rect.x + 14 * unit, rect.y + 10 * unit,  rect.width - (int)(28 * unit)};
    cd_state_tree *tree = &p.inspector->tree;
    if (p.frame == NULL)
        return;
    char count[48] = "";
    if (tree->frame != NULL)
        snprintf(count, sizeof count, p.frame->values_cut ? "the first %d" : "%d",
                 p.frame->value_count);
    const double height = cd_ui_line_height(ui, cd_bold);
    cd_page_words(&p, p.y, height, cd_bold, CD_INK, "State", cd_plain, CD_INK_DIM, count);
    p.y += height + 6 * unit;
    cd_ui_field(ui, cd_ui_rect(p.x, p.y, p.width, row), "state search", tree->search,
                sizeof tree->search, "search");
    p.y += row + 6 * unit;
    const double room = rect.y + rect.height - p.y;
    if (tree->frame == NULL)
        cd_page_wrapped(&p, cd_small, CD_INK_DIM,
                        screen->plotted == NULL ? "The values are shown in a window."
                        : screen->unrepeatable
                            ? "The values of this frame were not recorded, and it cannot be made "
                              "again: the run does not come out the same."
                            : "The values of this frame are being read\u2026");
    else if (tree->row_count == 0)
        cd_page_wrapped(&p, cd_small, CD_INK_DIM,
                        tree->search[0] != '\0' ? "Nothing has such a name." : "It is empty.");
    else if (room > 0)
        tree_rows(&p, screen, cd_ui_rect(rect.x, p.y, rect.width, room));
}

// ---------------------------------------------------------------------------------------- the pick

static void heading(cd_page *p, const char *text) {
    const double height = cd_ui_line_height(p->ui, cd_bold);
    p->y += 8 * p->unit;
    cd_ui_text(p->ui, cd_ui_rect(p->x, p->y, p->width, height), cd_bold, CD_TEXT_LEFT, CD_INK,
               text);
    p->y += height + 2 * p->unit;
}

/// The fields of a value, one below the other, but for `but`.
static void fields_of(cd_page *p, const cd_screen *screen, int value, int but) {
    const cd_frame *frame = p->frame;
    const int depth = value < 0 ? 0 : frame->values[value].depth + 1;
    const double height = cd_ui_line_height(p->ui, cd_small) + 3 * p->unit;
    int count = 0;
    for (int i = value + 1; i < frame->value_count && frame->values[i].depth >= depth; i++) {
        if (frame->values[i].depth > depth || i == but || ++count > LISTED_MAX)
            continue;
        value_line(p, screen, i, name_of(&frame->values[i]), p->y, height,
                   p->inspector->tree.changed[i]);
        p->y += height;
    }
    if (count > LISTED_MAX) {
        char text[48];
        snprintf(text, sizeof text, "and %d more", count - LISTED_MAX);
        cd_page_wrapped(p, cd_small, CD_INK_DIM, text);
    }
}

/// What the picked shape touches; a click picks it.
static void touched(cd_page *p) {
    const cd_inspector *n = p->inspector;
    const double height = cd_ui_line_height(p->ui, cd_small) + 4 * p->unit;
    char text[64];
    heading(p, "Touches");
    for (int i = 0; i < n->touched.count; i++) {
        const cd_named_shape *other = &p->frame->shapes[n->touched.shapes[i]];
        snprintf(text, sizeof text, "touched##%d", i);
        const cd_rect rect = cd_ui_rect(p->x - 4 * p->unit, p->y, p->width + 8 * p->unit, height);
        const cd_ui_response touch = cd_ui_touch(p->ui, rect, text, "pick this shape");
        if (touch.over || touch.focused)
            cd_fill_rect(&p->ui->pen->canvas, rect.x, rect.y, rect.width, rect.height, 4 * p->unit,
                         CD_PANEL_RAISED);
        cd_page_words(p, p->y, height, cd_small, CD_ACCENT, other->key, cd_small, CD_INK_DIM,
                      cd_kind_name(other->shape.kind));
        p->y += height;
        if (touch.clicked)
            cd_inspector_pick_shape(p->inspector, n->touched.shapes[i]);
    }
    if (n->touched.more)
        cd_page_wrapped(p, cd_small, CD_INK_DIM, "and more");
    else if (n->touched.count == 0)
        cd_page_wrapped(p, cd_small, CD_INK_DIM, "nothing");
}

void cd_page_shape_values(cd_page *p, const cd_screen *screen) {
    const cd_state_tree *tree = &p->inspector->tree;
    const int value =
        tree->frame != NULL ? cd_state_value_of_shape(p->frame, p->inspector->shape) : -1;
    char text[CD_STATE_PATH_MAX];
    if (value >= 0 && cd_state_has_fields(p->frame, value)) {
        heading(p, "Body");
        fields_of(p, screen, value, -1);
    }
    const int parent = value >= 0 ? cd_state_parent(p->frame, value) : -1;
    if (parent >= 0 && p->frame->values[parent].kind == CD_STATE_TABLE) {
        heading(p, cd_state_path(p->frame, parent, text));
        fields_of(p, screen, parent, value);
    }
    touched(p);
}
