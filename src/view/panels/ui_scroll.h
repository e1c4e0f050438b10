// Lists that may be higher than their place and scroll in it.
#ifndef VIEW_PANELS_UI_SCROLL_H
#define VIEW_PANELS_UI_SCROLL_H

#include "view/panels/ui.h"

/// Begins a list: handles the wheel, draws the scroll bar and returns how far it is scrolled. Up to
/// cd_ui_scroll_end only what lies inside `rect` can be touched.
double cd_ui_scroll(cd_ui *ui, cd_rect rect, const char *name);
/// In between: scrolls so that what lies at `top` in the list, before scrolling, is in sight.
void cd_ui_scroll_to(cd_ui *ui, const char *name, double top, double height);
/// height: of all that is in the list. sticky: a list that shows its end goes on showing it.
void cd_ui_scroll_end(cd_ui *ui, const char *name, double height, bool sticky);

#endif
