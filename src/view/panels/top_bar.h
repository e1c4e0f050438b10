// The bar at the top of the picture.
#ifndef VIEW_PANELS_TOP_BAR_H
#define VIEW_PANELS_TOP_BAR_H

#include "view/panels/panel.h"

void cd_top_bar(cd_ui *ui, const cd_screen *screen, cd_wish *wish);

#endif
