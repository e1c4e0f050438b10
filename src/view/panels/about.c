// See panel.h.
#include "view/panels/panel.h"

#include "view/panels/phrase.h"
#include "view/scene/theme.h"

#include <math.h>

/// The width of the column of keys: that of the longest, at most half of the place.
static int keys_width(cd_pen *pen, const cd_loaded *loaded, int width) {
    int widest = 0;
    for (int i = 0; i < loaded->control_count; i++) {
        const int wide = cd_text_width(pen->text, cd_small_bold, loaded->controls[i].keys);
        widest = wide > widest ? wide : widest;
    }
    return widest < width / 2 ? widest : width / 2;
}

double cd_about(cd_pen *pen, const cd_loaded *loaded, double x, double y, int width, bool drawn) {
    cd_canvas *canvas = drawn ? &pen->canvas : NULL;
    const double top = y, unit = pen->scale;
    const char *about = loaded != NULL ? cd_phrase_text(loaded->about) : "";
    if (about[0] != '\0')
        y += cd_text_draw_lines(pen->text, canvas, cd_small, x, y, width, CD_INK, about) + 6 * unit;
    if (loaded == NULL || loaded->control_count == 0)
        return y - top;
    const int keys = keys_width(pen, loaded, width), gap = (int)(10 * unit);
    for (int i = 0; i < loaded->control_count; i++) {
        const cd_control *c = &loaded->controls[i];
        const int left = cd_text_draw_lines(pen->text, canvas, cd_small_bold, x, y, keys + 1,
                                            CD_ACCENT, c->keys);
        const int right = cd_text_draw_lines(pen->text, canvas, cd_small, x + keys + gap, y,
                                             width - keys - gap, CD_INK, cd_phrase_text(c->words));
        y += (left > right ? left : right) + 2 * unit;
    }
    return y + 4 * unit - top;
}
