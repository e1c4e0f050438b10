// The strip chart of what the scenario plots, on the axis of the timeline.
#ifndef VIEW_PANELS_PLOTS_H
#define VIEW_PANELS_PLOTS_H

#include "view/panels/panel.h"

/// 0: there are no plots.
int cd_plots_height(const cd_screen *screen, double unit);
void cd_plots_panel(cd_ui *ui, const cd_screen *screen, cd_rect rect);

#endif
