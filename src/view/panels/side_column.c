// See panel.h. Sections stand one below the other; the column scrolls if they do not fit. A new
// section is a function that draws at c->y and moves it down.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct side_layout {
    cd_ui *ui;
    double x, y; ///< the upper left corner of what comes next
    int width;
    cd_wish *wish;
} side_layout;

static cd_rect row(const side_layout *c, double height) {
    return cd_ui_rect(c->x, c->y, c->width, height);
}

/// A section's title, and at the right its state.
static void heading(side_layout *c, const char *text, const char *right, uint32_t color) {
    const double unit = c->ui->pen->scale, height = cd_ui_line_height(c->ui, cd_bold);
    const int used = cd_ui_text(c->ui, row(c, height), cd_bold, CD_TEXT_LEFT, CD_INK, text);
    const double left = used + 8 * unit;
    cd_ui_text(c->ui, cd_ui_rect(c->x + left, c->y, c->width - left, height), cd_plain,
               CD_TEXT_RIGHT, color, right);
    c->y += height + 6 * unit;
}

/// Lines of text, wrapped.
static void wrapped(side_layout *c, cd_text_style style, double indent, uint32_t color,
                    const char *text) {
    c->y += cd_text_draw_lines(c->ui->pen->text, &c->ui->pen->canvas, style, c->x + indent, c->y,
                               c->width - (int)indent, color, text);
}

/// A title that is too long for a line goes on in the next one after its slash: "Rays / レイ".
static void title(side_layout *c, const char *text) {
    const char *slash = strstr(text, " / ");
    char first[128];
    if (slash == NULL || cd_text_width(c->ui->pen->text, cd_bold, text) <= c->width ||
        slash + 2 - text >= (ptrdiff_t)sizeof first) {
        wrapped(c, cd_bold, 0, CD_INK, text);
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int)(slash + 2 - text), text);
    wrapped(c, cd_bold, 0, CD_INK, first);
    wrapped(c, cd_bold, 0, CD_INK, slash + 3);
}

/// The title, and what the scenario says of itself.
static void about(side_layout *c, const cd_loaded *loaded) {
    cd_pen *pen = c->ui->pen;
    const double unit = pen->scale;
    if (cd_about(pen, loaded, 0, 0, c->width, false) <= 0)
        return; // the title stands in the bar
    title(c, loaded->title);
    c->y += 4 * unit;
    c->y += cd_about(pen, loaded, c->x, c->y, c->width, true) + 10 * unit;
}

// ---------------------------------------------------------------------------------------- checks

/// Draws a tick or a cross, so that it looks the same with all fonts.
static void draw_mark(side_layout *c, bool good) {
    const double unit = c->ui->pen->scale, x = c->x + 6 * unit, y = c->y + 9 * unit;
    double r = 3.6 * unit;
    cd_canvas *canvas = &c->ui->pen->canvas;
    if (good) {
        cd_point2 tick[3] = {{x - r, y}, {x - 0.25 * r, y + 0.8 * r}, {x + r, y - 0.9 * r}};
        cd_stroke_polyline(canvas, tick, 3, 2 * unit, (cd_dash){0}, CD_GOOD);
    } else {
        r *= 0.85;
        for (int way = 1; way >= -1; way -= 2)
            cd_stroke_line(canvas, (cd_point2){x - r, y - way * r}, (cd_point2){x + r, y + way * r},
                           2 * unit, CD_BAD);
    }
}

static bool has_failed(const cd_check *check) {
    return check->first_failure >= 0 || !check->passed;
}

#define CHECK_BYTES 140 ///< of a check's name or message that are shown until it is unfolded

/// Copies a text, cut with an ellipsis where it is too long.
static void shorten(char out[CHECK_BYTES + 4], const char *text) {
    const size_t length = strlen(text), n = cd_cut_length(text, length, CHECK_BYTES);
    snprintf(out, CHECK_BYTES + 4, "%.*s%s", (int)n, text, n < length ? "\u2026" : "");
}

/// A small button that shows the whole of what is cut of a check, or cuts it again.
static void unfold_button(side_layout *c, const cd_check *check, int index, bool unfolded) {
    const double unit = c->ui->pen->scale, indent = 20 * unit;
    char id[48];
    snprintf(id, sizeof id, "%s##unfold%d", unfolded ? "less" : "more", index);
    const cd_rect rect =
        cd_ui_rect(c->x + indent, c->y + 3 * unit, cd_ui_button_width(c->ui, id), 20 * unit);
    if (cd_ui_button(c->ui, rect, id, CD_FACE_PLAIN, "Ctrl+C copies all of it"))
        c->wish->unfold = cd_ui_id(check->name);
    c->y += 25 * unit;
}

/// The place that the message of a check names, if any.
static void check_place(side_layout *c, const cd_check *check, int index) {
    const double unit = c->ui->pen->scale, height = cd_ui_line_height(c->ui, cd_small);
    size_t begin, end;
    char place[CD_PATH_MAX + 16], id[32];
    if (!cd_find_place(check->message, &begin, &end) || end - begin >= sizeof place)
        return;
    snprintf(place, sizeof place, "%.*s", (int)(end - begin), check->message + begin);
    snprintf(id, sizeof id, "place##check%d", index);
    cd_place_text(c->ui, cd_ui_rect(c->x + 20 * unit, c->y, c->width - 20 * unit, height), cd_small,
                  CD_INK_DIM, place, place, id, c->wish);
    c->y += height;
}

/// The name of a check. Of one that has failed also when first and why; a click goes to that frame.
static void check_row(side_layout *c, const cd_check *check, int index, bool unfolded) {
    const double unit = c->ui->pen->scale, indent = 20 * unit, top = c->y;
    const bool good = !has_failed(check);
    char name[CHECK_BYTES + 4], message[CHECK_BYTES + 4], when[48], id[32];
    shorten(name, check->name);
    shorten(message, check->message);
    draw_mark(c, good);
    wrapped(c, cd_plain, indent, good ? CD_INK : CD_BAD, unfolded ? check->name : name);
    if (!good) {
        snprintf(when, sizeof when, "first failed in frame %d%s", check->first_failure,
                 message[0] != '\0' ? ":" : "");
        wrapped(c, cd_small, indent, CD_BAD, when);
        wrapped(c, cd_small, indent, CD_BAD, unfolded ? check->message : message);
        snprintf(id, sizeof id, "check##%d", index);
        const cd_rect rect = cd_ui_rect(c->x, top, c->width, c->y - top);
        cd_ui_response touch =
            cd_ui_touch(c->ui, rect, id, "go to the frame where it failed first");
        if (touch.clicked)
            c->wish->seek = check->first_failure;
        if (touch.focused || touch.over)
            cd_stroke_rect(&c->ui->pen->canvas, rect.x - 4 * unit, rect.y - 2 * unit,
                           rect.width + 8 * unit, rect.height + 4 * unit, 4 * unit,
                           touch.focused ? 2 * unit : unit,
                           touch.focused ? CD_ACCENT : CD_PANEL_EDGE);
        check_place(c, check, index);
    }
    if (strlen(check->name) > CHECK_BYTES || (!good && strlen(check->message) > CHECK_BYTES))
        unfold_button(c, check, index, unfolded);
    c->y += 4 * unit;
}

/// The button that begins a hunt for a run that fails, or ends it, and how far that is.
static void hunt_row(side_layout *c, const cd_screen *screen) {
    const double unit = c->ui->pen->scale, height = CD_ROW * unit;
    const char *name = screen->hunting != NULL ? "Stop##hunt" : "Hunt";
    const char *tip = screen->hunting != NULL
                          ? "keep what it has found so far"
                          : "play other seeds, params and keys until a run fails";
    if (!screen->can_hunt)
        return;
    const int width = cd_ui_button_width(c->ui, name);
    c->y += 4 * unit;
    if (cd_ui_button(c->ui, cd_ui_rect(c->x, c->y, width, height), name, CD_FACE_PLAIN, tip))
        c->wish->hunt = true;
    const char *progress = screen->hunting == NULL ? "for a run that fails" : screen->hunting;
    cd_ui_text(c->ui,
               cd_ui_rect(c->x + width + 8 * unit, c->y, c->width - width - 8 * unit, height),
               cd_small, CD_TEXT_LEFT, CD_INK_DIM, progress[0] == '\0' ? "begins\u2026" : progress);
    c->y += height;
    if (screen->found == NULL || screen->found[0] == '\0')
        return;
    c->y += 4 * unit;
    wrapped(c, cd_small, 0, screen->has_found ? CD_BAD : CD_INK_DIM, screen->found);
    if (!screen->has_found)
        return;
    c->y += 4 * unit;
    if (cd_ui_button(c->ui, cd_ui_rect(c->x, c->y, cd_ui_button_width(c->ui, "Show##hunt"), height),
                     "Show##hunt", CD_FACE_PLAIN, "open this run, in place of the one here"))
        c->wish->show_found = true;
    c->y += height;
}

/// All checks, those that have failed first; before the first update only their names.
static void checks(side_layout *c, const cd_screen *screen) {
    const cd_frame *frame = screen->scene.frame;
    const int count = frame != NULL ? frame->check_count : 0;
    const int announced = screen->loaded != NULL ? screen->loaded->check_count : 0;
    int failed = 0;
    for (int i = 0; i < count; i++)
        failed += has_failed(&frame->checks[i]);
    char state[48];
    if (failed > 0)
        snprintf(state, sizeof state, "%d of %d failed", failed, count);
    else
        snprintf(state, sizeof state, count == 1 ? "passes" : "all %d pass", count);
    heading(c, "Checks",
            count > 0       ? state
            : announced > 0 ? "not yet made"
                            : "none",
            count == 0   ? CD_INK_DIM
            : failed > 0 ? CD_BAD
                         : CD_GOOD);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++)
            if (has_failed(&frame->checks[i]) == (pass == 0))
                check_row(c, &frame->checks[i], i,
                          screen->unfolded == cd_ui_id(frame->checks[i].name));
    for (int i = 0; i < announced && count == 0; i++) {
        char shown[CHECK_BYTES + 4];
        shorten(shown, screen->loaded->checks[i]);
        wrapped(c, cd_plain, 20 * c->ui->pen->scale, CD_INK_DIM, shown);
        c->y += 4 * c->ui->pen->scale;
    }
    hunt_row(c, screen);
    c->y += 12 * c->ui->pen->scale;
}

// ---------------------------------------------------------------------------------------- params

/// The number that a param has in the script.
static double original_number(const cd_param *p) {
    double number = 0;
    return sscanf(p->original, "%lf", &number) == 1 ? number : p->number;
}

/// The widget of a param; what it is changed to becomes a wish.
static void param_row(side_layout *c, const cd_param *p, int index) {
    const double unit = c->ui->pen->scale, height = CD_ROW * unit;
    char id[160], text[sizeof c->wish->value];
    bool changed;
    snprintf(id, sizeof id, "%.120s##param%d", p->name, index);
    if (p->kind == CD_PARAM_NUMBER) {
        double value = p->number;
        changed = cd_ui_slider(c->ui, row(c, 2 * height), id, &value, p->range, original_number(p));
        snprintf(text, sizeof text, "%.17g", value);
        c->y += height + 22 * unit;
    } else if (p->kind == CD_PARAM_BOOLEAN) {
        bool value = p->boolean;
        changed = cd_ui_checkbox(c->ui, row(c, height), id, &value);
        snprintf(text, sizeof text, "%s", value ? "true" : "false");
        c->y += height + 4 * unit;
    } else {
        int choice = p->choice;
        const int rows = 1 + cd_ui_choice_is_wide(c->ui, c->width, id, p->choices, p->choice_count);
        changed =
            cd_ui_choice(c->ui, row(c, rows * height), id, p->choices, p->choice_count, &choice);
        snprintf(text, sizeof text, "%s", p->choices[choice]);
        c->y += rows * height + 6 * unit;
    }
    if (changed) {
        c->wish->param = index;
        strcpy(c->wish->value, text);
    }
}

/// The other values of a param that are tried: in what colour, where the run has ended, and a click
/// takes one.
static void variants(side_layout *c, const cd_variants *tried) {
    const double unit = c->ui->pen->scale, height = CD_ROW * unit, gap = 3 * unit;
    const double width = (c->width - (tried->count - 1) * gap) / tried->count;
    for (int i = 0; i < tried->count; i++) {
        const cd_variant *v = &tried->list[i];
        char name[sizeof v->value + 16], tip[200];
        snprintf(name, sizeof name, "%s##variant%d", v->value, i);
        const cd_rect rect = cd_ui_rect(c->x + i * (width + gap), c->y, width, height);
        const bool ended = v->version == NULL || v->version->error != NULL;
        if (ended)
            snprintf(tip, sizeof tip, "ends in frame %d: %.120s",
                     v->version != NULL ? v->version->recording.count : 0,
                     v->version != NULL ? v->version->error->message : "no memory");
        else
            snprintf(tip, sizeof tip, "take %.60s, from frame 0 on", v->value);
        if (cd_ui_button(c->ui, rect, name, CD_FACE_PLAIN, tip))
            c->wish->variant = i;
        cd_fill_rect(&c->ui->pen->canvas, rect.x + 2 * unit, rect.y + rect.height - 3 * unit,
                     rect.width - 4 * unit, 2 * unit, 0,
                     ended ? CD_BAD : cd_ghost_color(i, tried->count));
    }
    c->y += height + 6 * unit;
}

/// Whether the right button has gone down on what lies between `top` and the present height.
static bool is_asked(const side_layout *c, double top) {
    const cd_rect rect = cd_ui_rect(c->x, top, c->width, c->y - top);
    return c->ui->input.secondary && !c->ui->blocked && cd_ui_inside(rect, c->ui->input.pointer) &&
           cd_ui_inside(c->ui->area, c->ui->input.pointer);
}

static void params(side_layout *c, const cd_screen *screen) {
    const int count = screen->loaded != NULL ? screen->loaded->param_count : 0;
    if (count == 0)
        return;
    heading(c, "Parameters", "", CD_INK_DIM);
    for (int i = 0; i < count; i++) {
        cd_param param = screen->loaded->params[i];
        if (screen->inputs != NULL && screen->scene.frame != NULL)
            param = cd_inputs_param(screen->inputs, screen->scene.frame->frame, &param);
        const double top = c->y;
        param_row(c, &param, i);
        if (is_asked(c, top))
            c->wish->vary = i;
        if (screen->variants != NULL && strcmp(screen->variants->param, param.name) == 0)
            variants(c, screen->variants);
    }
    c->y += 12 * c->ui->pen->scale;
}

// ------------------------------------------------------------------------------------------ edits

/// The first frame in which an edit differs, or that none does; "": not known.
static void edit_shows(const cd_screen *screen, int i, char *out, size_t size) {
    const cd_edit *edit = &screen->edits->list[i];
    const bool is_new =
        i == screen->edits->count - 1 && i == screen->edits->current && screen->past_count > 0;
    const int diverges = is_new ? screen->diverges : edit->diverges;
    out[0] = '\0';
    if (edit->number > 0 && (is_new || edit->was_compared))
        snprintf(out, size, diverges >= 0 ? "shows from frame %d on" : "shows nowhere", diverges);
}

/// The edits since the scenario was opened, the latest first; a click shows the run with those
/// texts.
static void edits(side_layout *c, const cd_screen *screen) {
    const double unit = c->ui->pen->scale;
    const cd_edits *log = screen->edits;
    if (log == NULL || log->count < 2)
        return;
    heading(c, "Edits", "", CD_INK_DIM);
    for (int i = log->count - 1; i >= 0; i--) {
        const cd_edit *edit = &log->list[i];
        const double top = c->y, indent = 20 * unit;
        char number[16], id[40], shows[48];
        snprintf(number, sizeof number, "%d", edit->number);
        snprintf(id, sizeof id, "edit##%d", i);
        edit_shows(screen, i, shows, sizeof shows);
        const double height = cd_ui_line_height(c->ui, cd_small);
        const bool is_current = i == log->current;
        cd_ui_text(c->ui, cd_ui_rect(c->x, c->y, indent - 4 * unit, height), cd_small, CD_TEXT_LEFT,
                   is_current ? CD_ACCENT : CD_INK_DIM, number);
        wrapped(c, cd_small, indent, is_current ? CD_ACCENT : CD_INK, edit->what);
        if (shows[0] != '\0')
            wrapped(c, cd_small, indent, CD_INK_DIM, shows);
        if (edit->turned[0] != '\0')
            wrapped(c, cd_small, indent, strstr(edit->turned, "fails") != NULL ? CD_BAD : CD_GOOD,
                    edit->turned);
        const cd_rect rect = cd_ui_rect(c->x, top, c->width, c->y - top);
        const cd_ui_response touch =
            cd_ui_touch(c->ui, rect, id, is_current ? "is on the screen" : "show this version");
        if (touch.over || touch.focused)
            cd_stroke_rect(&c->ui->pen->canvas, rect.x - 4 * unit, rect.y - 2 * unit,
                           rect.width + 8 * unit, rect.height + 4 * unit, 4 * unit,
                           touch.focused ? 2 * unit : unit,
                           touch.focused ? CD_ACCENT : CD_PANEL_EDGE);
        if (touch.clicked && !is_current)
            c->wish->edit = i;
        c->y += 6 * unit;
    }
    c->y += 8 * unit;
}

// --------------------------------------------------------------------------------------- the frame

/// A name at the left, dim, and its value at the right. The name has at least a third of the row.
__attribute__((format(printf, 3, 4))) static void value_row(side_layout *c, const char *name,
                                                            const char *format, ...) {
    const double height = cd_ui_line_height(c->ui, cd_plain);
    const int gap = (int)(10 * c->ui->pen->scale);
    char value[48];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    int room = c->width - cd_text_width(c->ui->pen->text, cd_plain, value) - gap;
    room = room < c->width / 3 ? c->width / 3 : room;
    const int used = cd_ui_text(c->ui, cd_ui_rect(c->x, c->y, room, height), cd_plain, CD_TEXT_LEFT,
                                CD_INK_DIM, name);
    cd_ui_text(c->ui, cd_ui_rect(c->x + used + gap, c->y, c->width - used - gap, height), cd_plain,
               CD_TEXT_RIGHT, CD_INK, value);
    c->y += height + 3 * c->ui->pen->scale;
}

/// Numbers of the frame on the screen.
static void counts(side_layout *c, const cd_screen *screen) {
    const cd_frame *frame = screen->scene.frame;
    if (frame == NULL)
        return;
    heading(c, "This frame", "", CD_INK_DIM);
    value_row(c, "shapes", "%d", frame->shape_count);
    value_row(c, "queries", "%d", frame->query_count);
    if (frame->omitted > 0)
        value_row(c, "not recorded", "%d", frame->omitted);
    value_row(c, "state", "%016llx", (unsigned long long)frame->hash);
    if (screen->past_count > 0 && screen->diverges >= 0)
        value_row(c, "edit shows from", "frame %d", screen->diverges);
    else if (screen->past_count > 0)
        value_row(c, "edit shows from", "nowhere yet");
    c->y += 12 * c->ui->pen->scale;
}

/// What of the scene is shown, as small buttons that wrap.
static void toggles(side_layout *c, const cd_screen *screen) {
    const double unit = c->ui->pen->scale, height = CD_ROW * unit;
    double x = c->x;
    heading(c, "Show", "", CD_INK_DIM);
    for (int i = 0; i < CD_TOGGLE_COUNT; i++) {
        const cd_toggle *toggle = &cd_toggles[i];
        if (!cd_toggle_applies(toggle, screen->loaded))
            continue;
        const int width = cd_ui_button_width(c->ui, toggle->label);
        if (x + width > c->x + c->width) {
            x = c->x;
            c->y += height + 4 * unit;
        }
        const bool on = screen->scene.shown & toggle->bit;
        if (cd_ui_button(c->ui, cd_ui_rect(x, c->y, width, height), toggle->label,
                         on ? CD_FACE_ON : CD_FACE_PLAIN, toggle->tip))
            c->wish->action = toggle->action;
        x += width + 4 * unit;
    }
    c->y += height + 8 * unit;
    const bool edited = screen->past_count > 0; // else nothing has the ghost's colour
    const unsigned shown = screen->scene.shown & (edited ? ~0u : ~(unsigned)CD_SHOW_GHOST);
    c->y += cd_legend(c->ui->pen, shown, c->x, c->y, c->width, true) + 16 * unit;
}

/// The tabs of the pages; returns their height.
static int tabs(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale, gap = 2 * unit;
    static const char *const names[] = {"Scenario", "Inspector", "State", "Lines"};
    static const char *const tips[] = {"checks, parameters, toggles", "Ctrl+I: the frame's queries",
                                       "the state's values",
                                       "what this frame has executed, in order"};
    enum { PAGES = sizeof names / sizeof names[0] };
    int widths[PAGES], words = 0;
    for (int i = 0; i < PAGES; i++)
        words += widths[i] = cd_text_width(ui->pen->text, cd_plain, names[i]);
    const double spare = (rect.width - 28 * unit - (PAGES - 1) * gap - words) / PAGES;
    const double y = rect.y + 10 * unit, height = CD_ROW * unit;
    double x = rect.x + 14 * unit;
    cd_inspector *n = screen->inspector;
    const int page = !n->open ? 0 : n->shows_lines ? 3 : 1 + n->shows_state;
    for (int i = 0; i < PAGES; i++) {
        const cd_rect place = cd_ui_rect(x, y, widths[i] + spare, height);
        x += widths[i] + spare + gap;
        if (!cd_ui_button(ui, place, names[i], i == page ? CD_FACE_ON : CD_FACE_PLAIN, tips[i]))
            continue;
        n->shows_state = i == 0 ? n->shows_state : i == 2;
        n->shows_lines = i == 0 ? n->shows_lines : i == 3;
        if ((i > 0) != n->open)
            wish->action = CD_ACTION_INSPECT;
    }
    return (int)(10 * unit + height + 4 * unit);
}

void cd_side_column(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double unit = ui->pen->scale;
    const cd_rect before = cd_canvas_clip(canvas, rect);
    cd_fill_rect(canvas, rect.x, rect.y, rect.width, rect.height, 0, CD_PANEL);
    cd_fill_rect(canvas, rect.x, rect.y, unit, rect.height, 0, CD_PANEL_EDGE);
    if (screen->inspector != NULL) {
        const int taken = tabs(ui, screen, rect, wish);
        rect.y += taken, rect.height -= taken;
        if (screen->inspector->open) {
            if (screen->inspector->shows_lines)
                cd_lines_page(ui, screen, rect, wish);
            else if (screen->inspector->shows_state)
                cd_state_page(ui, screen, rect, wish);
            else
                cd_query_page(ui, screen, rect, wish);
            canvas->clip = before;
            return;
        }
    }
    const double offset = cd_ui_scroll(ui, rect, "side");
    const double top = rect.y + 12 * unit - offset;
    side_layout c = {ui, rect.x + 14 * unit, top, rect.width - (int)(28 * unit), wish};
    about(&c, screen->loaded);
    checks(&c, screen);
    params(&c, screen);
    edits(&c, screen);
    toggles(&c, screen);
    counts(&c, screen);
    cd_ui_scroll_end(ui, "side", c.y - top + 12 * unit, false);
    canvas->clip = before;
}
