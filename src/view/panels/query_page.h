// The inspector's page in the side column: the queries of the frame as a list, and below it what is
// picked with all its fields.
#ifndef VIEW_PANELS_QUERY_PAGE_H
#define VIEW_PANELS_QUERY_PAGE_H

#include "view/panels/panel.h"

/// screen->inspector must be there and have been given the frame on the screen.
void cd_query_page(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish);

#endif
