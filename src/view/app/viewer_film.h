// Making a video of the window (F9). While it is made, time goes from picture to picture.
#ifndef VIEW_APP_VIEWER_FILM_H
#define VIEW_APP_VIEWER_FILM_H

#include "view/app/viewer_state.h"

/// Begins a video, or ends it.
void cd_viewer_film(cd_viewer *viewer);
/// Adds a picture to the video, if there is one.
void cd_viewer_film_add(cd_viewer *viewer, const cd_canvas *canvas);
/// Looks whether a video that gets no more pictures is written, or has failed, and says so; false:
/// not yet, or there is none. wait: ends a video in the making, and waits.
bool cd_viewer_film_finish(cd_viewer *viewer, bool wait);

#endif
