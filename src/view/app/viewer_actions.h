// What each action of actions.h does; keys, buttons and menus all come here.
#ifndef VIEW_APP_VIEWER_ACTIONS_H
#define VIEW_APP_VIEWER_ACTIONS_H

#include "view/app/viewer_state.h"

void cd_viewer_do(cd_viewer *viewer, cd_action action);
/// Opens a scenario, a folder or a saved run.
void cd_viewer_open(cd_viewer *viewer, const char *path);
/// Opens what is selected in the picker, and closes that.
void cd_viewer_open_picked(cd_viewer *viewer);

#endif
