// What of a run is kept in files from the window: the run itself (Ctrl+S), and a video (F9). Files
// get the name of the scenario and a number, and never overwrite another.
#include "view/app/viewer.h"

#include "record/saved.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// "name-3.ending", the first that is not there yet; with `folder` besides none without an ending.
static void new_name(const cd_viewer *viewer, const char *ending, char *out, size_t size) {
    const char *name = cd_base_name(viewer->player.path);
    const int stem = (int)strcspn(name, "."), length = stem < 200 ? stem : 200;
    char bare[256];
    for (int n = 1; n < 100000; n++) {
        snprintf(bare, sizeof bare, "%.*s-%d", length, name, n);
        snprintf(out, size, "%s%s", bare, ending);
        if (access(out, F_OK) != 0 && access(bare, F_OK) != 0)
            return;
    }
}

const char *cd_viewer_show(cd_viewer *viewer, const char *path, char *why, size_t size) {
    if (!cd_saved_is(path)) {
        cd_player_open(&viewer->player, &viewer->launch, path, viewer->now);
        return NULL;
    }
    cd_replay replay;
    char wrong[200];
    if (!cd_replay_read(&replay, path, wrong, sizeof wrong)) {
        snprintf(why, size, "%s %s", cd_base_name(path), wrong);
        return why;
    }
    cd_player_open_saved(&viewer->player, &viewer->launch, &replay, path, viewer->now);
    return NULL;
}

bool cd_viewer_save(cd_viewer *viewer, const char *path, char *said, size_t size) {
    char name[300];
    if (path == NULL) {
        new_name(viewer, ".rec", name, sizeof name);
        path = name;
    }
    const char *why = cd_player_save(&viewer->player, path);
    if (why != NULL)
        snprintf(said, size, "%s could not be written: %s", path, why);
    else
        snprintf(said, size, "Kept frames 0 to %d in %s", cd_player_last(&viewer->player), path);
    return why == NULL;
}

// ---------------------------------------------------------------------------------------- video

#define FILM_LEAST 15 ///< pictures a second, so that the mouse does not leap

void cd_viewer_film(cd_viewer *viewer, char *said, size_t size) {
    const cd_player *player = &viewer->player;
    const cd_loaded *loaded = player->live != NULL ? player->live->loaded : NULL;
    said[0] = '\0';
    if (viewer->film != NULL) {
        cd_film_end(viewer->film);
        viewer->filmed = viewer->film;
        viewer->film = NULL;
        snprintf(said, size, "Finishing the video");
        return;
    }
    if (viewer->filmed != NULL) {
        snprintf(said, size, "The video before is still being finished");
        return;
    }
    char path[300], told[400];
    new_name(viewer, ".mp4", path, sizeof path);
    // A picture for each frame at this speed, or for every second, third...; or several for one.
    const double frames = player->speed / (loaded != NULL ? loaded->dt : 1.0 / 60);
    double rate = cd_film_rate(path, frames);
    if (rate < FILM_LEAST)
        rate *= ceil(FILM_LEAST / rate);
    viewer->film = cd_film_start(path, viewer->width, viewer->height, rate, 0, told, sizeof told);
    viewer->film_step = 1 / rate;
    viewer->film_time = 0;
    if (viewer->film == NULL)
        snprintf(said, size, "%s could not be begun: %.200s", path, told);
    else if (told[0] != '\0')
        snprintf(said, size, "Recording; %s", told);
    else
        snprintf(said, size, "Recording %s; F9 ends it", path);
}

bool cd_viewer_film_ready(cd_viewer *viewer) { return cd_film_ready(viewer->film); }

void cd_viewer_film_add(cd_viewer *viewer, const cd_canvas *canvas) {
    if (viewer->film == NULL)
        return;
    if (cd_film_add(viewer->film, canvas)) {
        viewer->film_time += viewer->film_step;
        return;
    }
    cd_film_end(viewer->film); // the window has changed its size, or it has failed
    viewer->filmed = viewer->film;
    viewer->film = NULL;
    viewer->dirty = true;
}

bool cd_viewer_film_tend(cd_viewer *viewer, bool wait, char *said, size_t size) {
    if (wait && viewer->film != NULL) {
        viewer->filmed = viewer->film;
        viewer->film = NULL;
    }
    if (viewer->filmed == NULL || (!wait && !cd_film_done(viewer->filmed)))
        return false;
    char text[500];
    int pictures = 0;
    const bool good = cd_film_finish(viewer->filmed, text, sizeof text, &pictures);
    viewer->filmed = NULL;
    if (good)
        snprintf(said, size, "Saved %s, %.1f s", text, pictures * viewer->film_step);
    else
        snprintf(said, size, "The video was lost: %s", text);
    return true;
}
