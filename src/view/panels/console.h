// The console: what the scenario has printed, and a line of Lua to be run in the frame.
#ifndef VIEW_PANELS_CONSOLE_H
#define VIEW_PANELS_CONSOLE_H

#include "view/panels/panel.h"

/// 0: nothing was printed, and no line is being typed.
int cd_console_height(const cd_screen *screen, double unit);
void cd_console(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

#endif
