// The help: all keys and what the mouse does, over everything else.
#ifndef VIEW_PANELS_HELP_H
#define VIEW_PANELS_HELP_H

#include "view/panels/panel.h"

void cd_help(cd_ui *ui, cd_wish *wish);

#endif
