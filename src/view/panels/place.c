// See panel.h: places in scripts, "file.lua:12", which a click opens in the editor.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <stdio.h>
#include <string.h>

#define FILE_ENDS ".lua:"

bool cd_find_place(const char *text, size_t *begin, size_t *end) {
    for (const char *at = text; (at = strstr(at, FILE_ENDS)) != NULL; at++) {
        const char *digits = at + sizeof FILE_ENDS - 1, *first = at;
        const size_t count = strspn(digits, "0123456789");
        while (first > text && strchr(" \t'\"(", first[-1]) == NULL)
            first--;
        if (count == 0 || first == at)
            continue;
        *begin = (size_t)(first - text);
        *end = (size_t)(digits + count - text);
        return true;
    }
    return false;
}

int cd_place_text(cd_ui *ui, cd_rect rect, cd_text_style style, uint32_t color, const char *text,
                  const char *place, const char *name, cd_wish *wish) {
    size_t begin = 0, end = strlen(place);
    const bool is_place =
        ui->pen->canvas.clip.width >= 0 && (place != text || cd_find_place(place, &begin, &end));
    int width = cd_text_width(ui->pen->text, style, text);
    width = width < rect.width ? width : rect.width;
    if (!is_place || end - begin >= sizeof wish->place)
        return cd_ui_text(ui, rect, style, CD_TEXT_LEFT, color, text);
    cd_rect touched = rect;
    touched.width = width;
    const cd_ui_response touch = cd_ui_touch(ui, touched, name, "open in the editor");
    cd_ui_text(ui, rect, style, CD_TEXT_LEFT, touch.over ? CD_ACCENT : color, text);
    if (touch.over)
        cd_fill_rect(&ui->pen->canvas, touched.x,
                     touched.y + (touched.height + cd_ui_line_height(ui, style)) / 2 -
                         2 * ui->pen->scale,
                     width, ui->pen->scale, 0, CD_ACCENT);
    if (touch.focused)
        cd_ui_ring(ui, touched);
    if (touch.clicked)
        snprintf(wish->place, sizeof wish->place, "%.*s", (int)(end - begin), place + begin);
    return width;
}
