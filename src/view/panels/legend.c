// See panel.h. The colours are those of the theme, so the legend is true in each.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

typedef enum mark_form { A_LINE, A_STROKE, A_DISC, DASHES } mark_form;

typedef struct legend_entry {
    unsigned shown; ///< the CD_SHOW_* that draws such marks; 0: always
    uint32_t color;
    mark_form form;
    const char *words;
} legend_entry;

static void draw_mark(cd_pen *pen, const legend_entry *entry, double x, double y) {
    const double u = pen->scale;
    const double inset = entry->form == A_STROKE ? 3 * u : 0; // shorter
    const cd_point2 ends[2] = {{x + inset, y}, {x + 12 * u - inset, y}};
    const cd_dash dash = entry->form == DASHES ? (cd_dash){3 * u, 3 * u, 0} : (cd_dash){0};
    if (entry->form == A_DISC)
        cd_fill_disc(&pen->canvas, (cd_point2){x + 6 * u, y}, 5 * u, entry->color);
    else
        cd_stroke_polyline(&pen->canvas, ends, 2, 2 * u, dash, entry->color);
}

double cd_legend(cd_pen *pen, unsigned shown, double x, double y, int width, bool drawn) {
    const legend_entry entries[] = {
        {0, CD_OVERLAP, A_DISC, "overlaps"},
        {0, CD_INK, A_STROKE, "touches"},
        {CD_SHOW_QUERIES, CD_QUERY, A_LINE, "query"},
        {CD_SHOW_QUERIES, CD_QUERY_EXIT, A_LINE, "exit"},
        {CD_SHOW_NORMALS, CD_NORMAL, A_LINE, "normal"},
        {CD_SHOW_GHOST, CD_PAST, A_LINE, "before the edit"},
        {CD_SHOW_BOUNDS, CD_BOUNDS, DASHES, "bounds"},
        {CD_SHOW_VELOCITIES, CD_VELOCITY, A_LINE, "velocity"},
    };
    const double u = pen->scale, left = x, top = y;
    const int height = cd_text_draw_lines(pen->text, NULL, cd_small, 0, 0, 0, 0, "x");
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const legend_entry *entry = &entries[i];
        if (entry->shown != 0 && !(shown & entry->shown))
            continue;
        const double wide = cd_text_width(pen->text, cd_small, entry->words) + 18 * u;
        if (x > left && x + wide > left + width)
            x = left, y += height + 3 * u;
        if (drawn) {
            draw_mark(pen, entry, x, y + height / 2.0);
            cd_text_draw(pen->text, &pen->canvas, cd_small, x + 18 * u, y, CD_TEXT_LEFT, CD_INK_DIM,
                         entry->words);
        }
        x += wide + 12 * u;
    }
    return y + height - top;
}
