// See page.h.
#include "view/panels/page.h"

void cd_page_words(const cd_page *p, double y, double height, cd_text_style style, uint32_t left,
                   const char *words, cd_text_style right_style, uint32_t right, const char *end) {
    cd_text *fonts = p->ui->pen->text;
    const int gap = (int)(8 * p->unit), least = p->width * 2 / 5;
    const int name = cd_text_width(fonts, style, words);
    const int most = p->width - gap - (name < least ? name : least);
    int used = cd_text_width(fonts, right_style, end);
    used = used < most ? used : most;
    cd_ui_text(p->ui, cd_ui_rect(p->x, y, p->width - used - gap, height), style, CD_TEXT_LEFT, left,
               words);
    cd_ui_text(p->ui, cd_ui_rect(p->x + p->width - used, y, used + 1, height), right_style,
               CD_TEXT_RIGHT, right, end);
}

void cd_page_wrapped(cd_page *p, cd_text_style style, uint32_t color, const char *text) {
    p->y += cd_text_draw_lines(p->ui->pen->text, &p->ui->pen->canvas, style, p->x, p->y, p->width,
                               color, text);
}
