// The timeline: all recorded frames on a track, to be clicked and dragged along.
#ifndef VIEW_PANELS_TIMELINE_H
#define VIEW_PANELS_TIMELINE_H

#include "view/panels/panel.h"

void cd_timeline(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

#endif
