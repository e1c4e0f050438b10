// The banner: what has gone wrong, over the lower edge of the scene.
#ifndef VIEW_PANELS_BANNER_H
#define VIEW_PANELS_BANNER_H

#include "view/panels/panel.h"

/// Draws the notice of the screen. Returns how much of the viewport's height it covers.
double cd_banner(cd_ui *ui, const cd_screen *screen, cd_rect viewport, cd_wish *wish);

#endif
