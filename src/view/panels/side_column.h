// The column at the right: checks, params, toggles and numbers of the frame; or on its second page
// the inspector.
#ifndef VIEW_PANELS_SIDE_COLUMN_H
#define VIEW_PANELS_SIDE_COLUMN_H

#include "view/panels/panel.h"

void cd_side_column(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

#endif
