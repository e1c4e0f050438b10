// How the inspector's pages lay out their lines. The face of page.c and
// state_page.c.
#ifndef VIEW_PANELS_PAGE_H
#define VIEW_PANELS_PAGE_H

#include "view/panels/panel.h"

typedef struct cd_page {
    cd_ui *ui;
    cd_inspector *inspector;
    const cd_frame *frame;
    cd_wish *wish;
    double unit, x, y; ///< x, y: the upper left corner of what comes next
    int width;
} cd_page;

/// A line with words at each end. Where they are too long, those at the left keep two fifths of it.
void cd_page_words(const cd_page *page, double y, double height, cd_text_style style, uint32_t left,
                   const char *words, cd_text_style right_style, uint32_t right, const char *end);
/// Lines of text, wrapped; moves y down.
void cd_page_wrapped(cd_page *page, cd_text_style style, uint32_t color, const char *text);

/// The fields of the picked shape beyond its geometry: those of its body, of the table in which it
/// lies, and what it touches. The frame has the shape.
void cd_page_shape_values(cd_page *page, const cd_screen *screen);

#endif
