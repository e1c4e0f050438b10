// See panel.h and page.h. Only the rows in sight are laid out, so the list may have any length. A
// long list is folded by call sites, the lines of the script that make the queries, and shows the
// queries of one site at a time.
#include "view/panels/page.h"

#include "view/inspect/describe.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROW_HEIGHT 36
#define FOLDED_FROM 60  ///< queries; a longer list is folded
#define LIST_SHARE 0.42 ///< of the height, which the list has at most while something is picked

static const cd_text_style digits = {CD_TEXT_MONO, CD_TEXT_SMALL};

// ---------------------------------------------------------------------------------------- rows

/// Whether only the queries about the picked shape are listed.
static bool is_filtered(const cd_page *p) { return p->inspector->shape >= 0; }

static bool is_folded(const cd_page *p) {
    return p->inspector->site_count > 0 && p->frame->query_count > FOLDED_FROM && !is_filtered(p);
}

static bool is_unfolded(const cd_page *p, const cd_call_site *s) {
    return s->count > 1 && cd_is_site(s, p->inspector->unfolded_name, p->inspector->unfolded,
                                      p->inspector->unfolded_line);
}

static void unfold(const cd_page *p, const cd_call_site *s) {
    snprintf(p->inspector->unfolded, sizeof p->inspector->unfolded, "%s", s->file);
    snprintf(p->inspector->unfolded_name, sizeof p->inspector->unfolded_name, "%s", s->name);
    p->inspector->unfolded_line = s->line;
}

/// Rows of a site: its head, or the query itself where it has only one, and what is unfolded.
static int rows_of(const cd_page *p, const cd_call_site *s) {
    return 1 + (is_unfolded(p, s) ? s->count : 0);
}

/// Rows of the first `sites` sites of a folded list.
static int rows_before(const cd_page *p, int sites) {
    int count = 0;
    for (int i = 0; i < sites; i++)
        count += rows_of(p, &p->inspector->sites[i]);
    return count;
}

static int row_count(const cd_page *p) {
    if (is_filtered(p))
        return p->inspector->about_count;
    return is_folded(p) ? rows_before(p, p->inspector->site_count) : p->frame->query_count;
}

/// What stands in a row: a query and its site (NULL: the list is not folded), or -1 and the site
/// whose head it is.
static int row_at(const cd_page *p, int row, const cd_call_site **site) {
    *site = NULL;
    if (is_filtered(p))
        return p->inspector->about[row];
    if (!is_folded(p))
        return row;
    const cd_call_site *s = p->inspector->sites;
    for (; row >= rows_of(p, s); s++)
        row -= rows_of(p, s);
    *site = s;
    if (row == 0 && s->count > 1)
        return -1;
    return p->inspector->order[s->begin + (row > 0 ? row - 1 : 0)];
}

static int site_of(const cd_page *p, int query) {
    const cd_query *q = &p->frame->queries[query];
    return cd_inspector_site(p->inspector, q->name, q->file, q->line);
}

static int row_of(const cd_page *p, int query) {
    if (!is_folded(p))
        return query;
    const int number = site_of(p, query), row = rows_before(p, number);
    const cd_call_site *site = &p->inspector->sites[number];
    return site->count == 1 ? row : row + 1 + p->inspector->place[query] - site->begin;
}

#define PLACE_MAX 20 ///< bytes of a file's name that are shown; of a longer one the end

/// Writes "file.lua:12", if need be without the start of the name.
static void place_text(const char *file, int line, char out[64]) {
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    const size_t length = strlen(name);
    const bool cut = length > PLACE_MAX;
    name += cut ? length - PLACE_MAX + 2 : 0;
    while (((unsigned char)*name & 0xc0) == 0x80) // not in the middle of a code point
        name++;
    snprintf(out, 64, "%s%s:%d", cut ? "\u2026" : "", name, line);
}

/// The arguments of a query in short, without the picked shape: of a list about one shape, each row
/// names the other.
static void other_arguments(const cd_page *p, const cd_query *q, char *out, size_t size) {
    cd_value others[CD_QUERY_VALUES_MAX];
    cd_query rest = *q;
    rest.arguments = others;
    rest.argument_count = 0;
    for (int i = 0; i < q->argument_count && i < CD_QUERY_VALUES_MAX; i++) {
        const cd_value *v = &q->arguments[i];
        if (p->inspector->shape < 0 || v->kind != CD_VALUE_SHAPE || v->which != p->inspector->shape)
            others[rest.argument_count++] = *v;
    }
    cd_query_arguments(p->frame, &rest, out, size);
}

/// Draws a query, or the head of a site, in two lines.
static void draw_row(const cd_page *p, int row, double y, bool over) {
    cd_canvas *canvas = &p->ui->pen->canvas;
    const cd_call_site *site;
    const int query = row_at(p, row, &site);
    const double half = (ROW_HEIGHT - 4) / 2.0 * p->unit, pad = 8 * p->unit;
    const bool picked = query >= 0 && query == p->inspector->query;
    const cd_rect box = cd_ui_rect(p->x - pad, y, p->width + 2 * pad, (ROW_HEIGHT - 1) * p->unit);
    if (picked || over)
        cd_fill_rect(canvas, box.x, box.y, box.width, box.height, 4 * p->unit,
                     picked ? cd_color_mix(CD_PANEL, CD_ACCENT, CD_PICKED) : CD_PANEL_RAISED);
    if (picked)
        cd_fill_rect(canvas, box.x, box.y, 3 * p->unit, box.height, 0, CD_ACCENT);
    char words[200], end[64];
    y += p->unit;
    if (query < 0) {
        snprintf(words, sizeof words, "%s %s", is_unfolded(p, site) ? "\u25be" : "\u25b8",
                 site->name);
        snprintf(end, sizeof end, "\u00d7 %d", site->count);
        cd_page_words(p, y, half, cd_bold, CD_INK, words, cd_plain, CD_INK_DIM, end);
        snprintf(words, sizeof words, "%d found", site->found);
        place_text(site->file, site->line, end);
        cd_page_words(p, y + half, half, cd_small, CD_INK_DIM, words, cd_small, CD_INK_DIM, end);
        return;
    }
    const cd_query *q = &p->frame->queries[query];
    cd_query_result(q, end, sizeof end);
    cd_page_words(p, y, half, cd_plain, CD_INK, q->name, cd_plain,
                  cd_query_found(q) ? CD_QUERY : CD_INK_DIM, end);
    other_arguments(p, q, words, sizeof words);
    end[0] = '\0';
    if (site == NULL || site->count == 1) // else it is in the head of the site
        place_text(q->file, q->line, end);
    cd_page_words(p, y + half, half, cd_small, CD_INK_DIM, words, cd_small, CD_INK_DIM, end);
}

// ---------------------------------------------------------------------------------------- the list

/// The query that stands `by` places on in the list, were all sites unfolded, or at its end.
static int query_beyond(const cd_page *p, int query, int by) {
    const bool folded = is_folded(p);
    const int place = query < 0 ? -1 : folded ? p->inspector->place[query] : query;
    const int last = p->frame->query_count - 1;
    const int to = (int)fmin(fmax(place + by, 0), last);
    return folded ? p->inspector->order[to] : to;
}

/// Handles a key while the list has the focus. page: how many rows are in sight.
static void list_keys(const cd_page *p, const cd_ui_response *touch, int page) {
    const int count = p->frame->query_count;
    const int by = touch->key == CD_KEY_UP          ? -1
                   : touch->key == CD_KEY_DOWN      ? 1
                   : touch->key == CD_KEY_PAGE_UP   ? -page
                   : touch->key == CD_KEY_PAGE_DOWN ? page
                   : touch->key == CD_KEY_HOME      ? -count
                   : touch->key == CD_KEY_END       ? count
                                                    : 0;
    if (touch->key == CD_KEY_SPACE) {
        p->wish->action = CD_ACTION_PLAY; // the list does not use it
    } else if (touch->key == CD_KEY_ESCAPE) {
        p->wish->action = CD_ACTION_CLOSE;
        cd_ui_blur(p->ui);
    }
    if (by != 0 && is_filtered(p) && p->inspector->about_count > 0)
        cd_inspector_pick_query(p->inspector, p->inspector->about[0]);
    else if (by != 0 && count > 0 && !is_filtered(p))
        cd_inspector_pick_query(p->inspector, query_beyond(p, p->inspector->query, by));
    if (by != 0 || touch->key == CD_KEY_ESCAPE)
        cd_ui_use_key(p->ui);
}

/// Picks the query of a row, or folds or unfolds its site.
static void click_row(const cd_page *p, int row) {
    const cd_call_site *site;
    if (row < 0 || row >= row_count(p))
        return;
    const int query = row_at(p, row, &site);
    if (query >= 0)
        cd_inspector_pick_query(p->inspector, query);
    else if (is_unfolded(p, site))
        p->inspector->unfolded_line = 0;
    else
        unfold(p, site);
    p->inspector->reveal = false; // what was clicked is in sight
}

/// Draws the list and handles what the person does to it.
static void list(const cd_page *p, cd_rect rect) {
    cd_ui *ui = p->ui;
    const double high = ROW_HEIGHT * p->unit;
    if (p->inspector->reveal && p->inspector->query >= 0 && is_folded(p))
        unfold(p, &p->inspector->sites[site_of(p, p->inspector->query)]);
    const double offset = cd_ui_scroll(ui, rect, "queries");
    const cd_ui_response touch = cd_ui_touch(ui, rect, "query list", NULL);
    if (touch.pressed)
        ui->focus = touch.id;
    const int pointed =
        touch.over ? (int)floor((ui->input.pointer.y - rect.y + offset) / high) : -1;
    if (touch.clicked && touch.key == CD_KEY_NONE)
        click_row(p, pointed);
    if (touch.focused)
        list_keys(p, &touch, rect.height / (int)high > 1 ? rect.height / (int)high - 1 : 1);
    const int count = row_count(p), first = (int)(offset / high);
    for (int row = first; row < count && row * high < offset + rect.height; row++)
        draw_row(p, row, rect.y + row * high - offset, row == pointed);
    if (p->inspector->reveal && p->inspector->query >= 0) {
        cd_ui_scroll_to(ui, "queries", row_of(p, p->inspector->query) * high, high);
        p->inspector->reveal = false;
    }
    cd_ui_scroll_end(ui, "queries", count * high, false);
    if (ui->focus == touch.id)
        cd_stroke_rect(&ui->pen->canvas, rect.x + 4 * p->unit, rect.y - p->unit,
                       rect.width - 6 * p->unit, rect.height + 2 * p->unit, 5 * p->unit, p->unit,
                       CD_ACCENT);
}

// ---------------------------------------------------------------------------------------- fields

/// Makes a heading that stands for a shape a button that picks the shape.
static void pick_button(cd_page *p, double height, int which, const char *id) {
    const cd_rect rect =
        cd_ui_rect(p->x - 4 * p->unit, p->y, p->width + 8 * p->unit, height + 2 * p->unit);
    const cd_ui_response touch = cd_ui_touch(p->ui, rect, id, "pick this shape");
    if (touch.clicked)
        cd_inspector_pick_shape(p->inspector, which);
    if (touch.over || touch.focused)
        cd_stroke_rect(&p->ui->pen->canvas, rect.x, rect.y, rect.width, rect.height, 4 * p->unit,
                       p->unit, touch.focused ? CD_ACCENT : CD_PANEL_EDGE);
}

/// Whether a line of this height at p->y can be seen.
static bool in_sight(const cd_page *p, double height) {
    const cd_rect area = p->ui->area;
    return p->y + height >= area.y && p->y <= area.y + area.height;
}

/// Draws numbers beside their name where there is room, else one below the other.
static void numbers_row(cd_page *p, const cd_field *f, double height) {
    char text[4][32], line[150];
    size_t used = 0;
    for (int i = 0; i < f->count; i++) {
        cd_number_short(f->numbers[i], text[i]);
        used +=
            (size_t)snprintf(line + used, sizeof line - used, "%s%s", i > 0 ? ", " : "", text[i]);
    }
    cd_text *fonts = p->ui->pen->text;
    const int name = cd_text_width(fonts, cd_small, f->name) + (int)(10 * p->unit);
    if (f->count == 1 || name + cd_text_width(fonts, digits, line) <= p->width) {
        if (in_sight(p, height))
            cd_page_words(p, p->y, height, cd_small, CD_INK_DIM, f->name, digits, CD_INK, line);
        p->y += height;
        return;
    }
    if (in_sight(p, height))
        cd_ui_text(p->ui, cd_ui_rect(p->x, p->y, p->width, height), cd_small, CD_TEXT_LEFT,
                   CD_INK_DIM, f->name);
    for (int i = 0; i < f->count; i++) {
        p->y += i > 0 || name + cd_text_width(fonts, digits, text[0]) + 20 * p->unit > p->width
                    ? height
                    : 0;
        if (!in_sight(p, height))
            continue;
        const cd_rect room = cd_ui_rect(p->x, p->y, p->width, height);
        cd_ui_text(p->ui, room, digits, CD_TEXT_RIGHT, CD_INK, text[i]);
    }
    p->y += height;
}

/// Draws a heading, a text or numbers.
static void draw_field(cd_page *p, const cd_field *f) {
    const double small = cd_ui_line_height(p->ui, cd_small) + p->unit;
    if (f->heading) {
        const bool top = strcmp(f->name, "Result") == 0 || strcmp(f->name, "Arguments") == 0;
        const double height = cd_ui_line_height(p->ui, top ? cd_bold : cd_plain);
        p->y += (top ? 8 : 3) * p->unit;
        if (in_sight(p, height)) {
            cd_ui_text(p->ui, cd_ui_rect(p->x, p->y, p->width, height), top ? cd_bold : cd_plain,
                       CD_TEXT_LEFT, f->which >= 0 ? CD_ACCENT : CD_INK, f->name);
        }
        if (f->which >= 0)
            pick_button(p, height, f->which, f->name);
        p->y += height + 2 * p->unit;
    } else if (f->text != NULL) {
        if (in_sight(p, small))
            cd_page_words(p, p->y, small, cd_small, CD_INK_DIM, f->name, cd_small, CD_INK, f->text);
        p->y += small;
    } else {
        numbers_row(p, f, small);
    }
}

/// Draws a field for cd_describe_*, indented where it belongs to another one.
static void field(void *user, const cd_field *f) {
    cd_page *p = user;
    const int indent = f->inner && !f->heading ? (int)(8 * p->unit) : 0;
    p->x += indent, p->width -= indent;
    draw_field(p, f);
    p->x -= indent, p->width += indent;
}

// ---------------------------------------------------------------------------------------- the pick

/// Draws "folder/file.lua:12" in one line; of a path that is too long the last folders.
static void place_line(cd_page *p, const char *file, int line) {
    char place[CD_PATH_MAX + 32], whole[CD_PATH_MAX + 32];
    snprintf(place, sizeof place, "%s:%d", file, line);
    strcpy(whole, place);
    const char *from = file;
    while (cd_text_width(p->ui->pen->text, cd_small, place) > p->width &&
           (from = strchr(from + 1, '/')) != NULL)
        snprintf(place, sizeof place, "\u2026%s:%d", from, line);
    const double height = cd_ui_line_height(p->ui, cd_small);
    cd_place_text(p->ui, cd_ui_rect(p->x, p->y, p->width, height), cd_small, CD_INK_DIM, place,
                  whole, "place##pick", p->wish);
    p->y += height;
}

/// What is picked is a query: where it is made, and all its fields if it is made in this frame.
static void query_details(cd_page *p) {
    const cd_inspector *n = p->inspector;
    cd_page_wrapped(p, cd_bold, CD_INK, n->name);
    place_line(p, n->file, n->line);
    if (n->query < 0) {
        p->y += 4 * p->unit;
        cd_page_wrapped(p, cd_small, CD_INK_DIM, "is not asked here in this frame.");
        return;
    }
    const double height = CD_ROW * p->unit, gap = 6 * p->unit;
    const int copy = cd_ui_button_width(p->ui, "Copy");
    p->y += 4 * p->unit;
    if (cd_ui_button(p->ui, cd_ui_rect(p->x, p->y, p->width - copy - gap, height),
                     "Make this a test", CD_FACE_PLAIN, "Ctrl+T: into tests/captured_spec.lua"))
        p->wish->action = CD_ACTION_TEST;
    if (cd_ui_button(p->ui, cd_ui_rect(p->x + p->width - copy, p->y, copy, height), "Copy##pick",
                     CD_FACE_PLAIN, "Ctrl+C: everything about it"))
        p->wish->action = CD_ACTION_COPY;
    p->y += height + gap / 2;
    if (cd_ui_button(p->ui, cd_ui_rect(p->x, p->y, p->width, height), "Why: its steps",
                     n->why ? CD_FACE_ON : CD_FACE_PLAIN, "W: how it came to its answer"))
        p->wish->action = CD_ACTION_WHY;
    p->y += height;
    cd_describe_query(p->frame, &p->frame->queries[n->query], field, p);
}

/// What is picked is a shape: its kind, its fields and those around it.
static void shape_details(cd_page *p, const cd_screen *screen) {
    const cd_inspector *n = p->inspector;
    cd_page_wrapped(p, cd_bold, CD_INK, n->key);
    if (n->shape < 0) {
        cd_page_wrapped(p, cd_small, CD_INK_DIM, "is not in this frame.");
        return;
    }
    const cd_shape *shape = &p->frame->shapes[n->shape].shape;
    cd_page_wrapped(p, cd_small, CD_INK_DIM, cd_kind_name(shape->kind));
    cd_describe_shape(shape, field, p);
    cd_page_shape_values(p, screen);
}

/// What is picked.
static const char *what_to_click(const cd_page *p, bool mouse_taken) {
    if (p->frame->query_count > 0)
        return mouse_taken ? "Click a query in the list, or Ctrl+click a query or a shape in the "
                             "picture: the script has the mouse."
                           : "Click a query in the list, or a query or a shape in the picture.";
    return mouse_taken ? "No query was asked in this frame. Ctrl+click a shape in the picture to "
                         "see its fields: the script has the mouse."
                       : "No query was asked in this frame. Click a shape in the picture to see "
                         "its fields.";
}

static void details(cd_page *p, const cd_screen *screen, cd_rect rect) {
    const double top = rect.y + 8 * p->unit - cd_ui_scroll(p->ui, rect, "picked");
    p->y = top;
    if (p->inspector->kind == CD_PICK_QUERY)
        query_details(p);
    else if (p->inspector->kind == CD_PICK_SHAPE)
        shape_details(p, screen);
    else
        cd_page_wrapped(p, cd_small, CD_INK_DIM, what_to_click(p, screen->mouse_taken));
    cd_ui_scroll_end(p->ui, "picked", p->y - top + 16 * p->unit, false);
}

void cd_query_page(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale;
    cd_page p = {ui,   screen->inspector,  screen->scene.frame, wish,
                 unit, rect.x + 14 * unit, rect.y + 10 * unit,  rect.width - (int)(28 * unit)};
    if (p.frame == NULL)
        return;
    char count[64];
    const double height = cd_ui_line_height(ui, cd_bold), row = ROW_HEIGHT * unit;
    if (is_filtered(&p))
        snprintf(count, sizeof count, "%d of %d, about the pick", p.inspector->about_count,
                 p.frame->query_count);
    else
        snprintf(count, sizeof count, p.frame->omitted > 0 ? "%d, more not recorded" : "%d",
                 p.frame->query_count);
    cd_page_words(&p, p.y, height, cd_bold, CD_INK, "Queries", cd_plain, CD_INK_DIM, count);
    p.y += height + 6 * unit;
    const double room = rect.y + rect.height - p.y, wanted = row_count(&p) * row;
    const double most = p.inspector->kind == CD_PICK_NONE ? room - 60 * unit : room * LIST_SHARE;
    const double given = fmin(fmax(wanted, 1), fmax(most, row));
    list(&p, cd_ui_rect(rect.x, p.y, rect.width, given));
    const double below = p.y + given + 6 * unit;
    cd_fill_rect(&ui->pen->canvas, rect.x, below, rect.width, unit, 0, CD_PANEL_EDGE);
    details(&p, screen,
            cd_ui_rect(rect.x, below + unit, rect.width, rect.y + rect.height - below - unit));
}
