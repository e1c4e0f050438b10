// The viewer: what the window shows, and what its keys, buttons and mouse do. It knows no SDL.
//
// It holds the player, a camera for each view, and what is open. The window feeds it actions,
// events and time, and draws its screen when it is dirty.
#ifndef VIEW_APP_VIEWER_H
#define VIEW_APP_VIEWER_H

#include "view/app/viewer_actions.h"
#include "view/app/viewer_camera.h"
#include "view/app/viewer_film.h"
#include "view/app/viewer_grab.h"
#include "view/app/viewer_pick.h"
#include "view/app/viewer_save.h"
#include "view/app/viewer_state.h"

/// Starts in a zeroed viewer, with the scenario `path`, or with that of the last time where the
/// command line names none.
void cd_viewer_start(cd_viewer *viewer, const cd_launch *launch, const cd_options *options,
                     const char *path, double now);
void cd_viewer_close(cd_viewer *viewer);
void cd_viewer_resize(cd_viewer *viewer, int width, int height, double scale);

/// Lets time pass up to `now`. held: the keys of the scenario that are down.
void cd_viewer_tick(cd_viewer *viewer, const cd_held *held, double now);
/// Gives an event to the panels; `pen` measures their texts.
void cd_viewer_input(cd_viewer *viewer, cd_pen *pen, const cd_ui_input *input);
/// Notes where the mouse is.
void cd_viewer_point(cd_viewer *viewer, cd_point2 at);
/// Whether a point of the picture lies on the scene rather than on a panel.
bool cd_viewer_on_scene(const cd_viewer *viewer, cd_point2 at);
void cd_viewer_draw(cd_viewer *viewer, cd_pen *pen);

#endif
