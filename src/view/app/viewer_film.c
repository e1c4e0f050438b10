// See viewer.h.
#include "view/app/viewer.h"

#include <math.h>
#include <stdio.h>

#define FILM_LEAST 15 ///< pictures a second, so that the mouse does not leap

static void end_film(cd_viewer *viewer) {
    cd_film_end(viewer->film);
    viewer->finishing = viewer->film;
    viewer->film = NULL;
    viewer->panels = viewer->panels || viewer->film_panels;
    viewer->dirty = true;
}

/// Adds to the length of the video.
static void add_time(cd_viewer *viewer, double seconds) {
    viewer->film_time += seconds;
    snprintf(viewer->film_text, sizeof viewer->film_text, "%d:%04.1f",
             (int)(viewer->film_time / 60), fmod(viewer->film_time, 60));
}

static void begin_film(cd_viewer *viewer) {
    const cd_loaded *loaded = cd_viewer_loaded(viewer);
    char path[300], said[400];
    cd_viewer_new_name(viewer, ".mp4", path, sizeof path);
    // A picture of each frame at this speed, or of every second, third...; or several of one frame.
    const double frames = viewer->player.speed / (loaded != NULL ? loaded->dt : 1.0 / 60);
    double rate = cd_film_rate(path, frames);
    if (rate < FILM_LEAST)
        rate *= ceil(FILM_LEAST / rate);
    viewer->film = cd_film_start(path, viewer->width, viewer->height, rate, 0, said, sizeof said);
    viewer->film_step = 1 / rate;
    viewer->film_time = 0;
    viewer->film_panels = viewer->panels;
    viewer->panels = viewer->panels && viewer->film == NULL;
    add_time(viewer, 0);
    if (viewer->film == NULL)
        cd_viewer_say(viewer, "%s could not be begun: %.200s", path, said);
    else if (said[0] != '\0')
        cd_viewer_say(viewer, "Recording; %s", said);
    else
        cd_viewer_say(viewer, "Recording %s; F9 ends it", path);
}

void cd_viewer_film(cd_viewer *viewer) {
    if (viewer->film != NULL) {
        end_film(viewer);
        cd_viewer_say(viewer, "Finishing the video");
    } else if (viewer->finishing != NULL) {
        cd_viewer_say(viewer, "The video before is still being finished");
    } else {
        begin_film(viewer);
    }
}

void cd_viewer_film_add(cd_viewer *viewer, const cd_canvas *canvas) {
    if (viewer->film != NULL && cd_film_add(viewer->film, canvas))
        add_time(viewer, viewer->film_step);
    else if (viewer->film != NULL) // the window has changed its size, or the film has failed
        end_film(viewer);
}

bool cd_viewer_film_finish(cd_viewer *viewer, bool wait) {
    if (wait && viewer->film != NULL)
        end_film(viewer);
    if (viewer->finishing == NULL || (!wait && !cd_film_done(viewer->finishing)))
        return false;
    char text[500];
    int pictures = 0;
    const bool good = cd_film_finish(viewer->finishing, text, sizeof text, &pictures);
    viewer->finishing = NULL;
    viewer->film_lost = !good;
    if (good)
        cd_viewer_say(viewer, "Saved %s, %.1f s", text, pictures * viewer->film_step);
    else
        cd_viewer_say(viewer, "The video was lost: %s", text);
    return true;
}
