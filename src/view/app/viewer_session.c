// See viewer.h.
#define _XOPEN_SOURCE 700 // realpath
#include "view/app/viewer.h"

#include "view/scene/theme.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *cd_viewer_recall(cd_viewer *viewer, const cd_options *options, const char *path) {
    cd_session *session = &viewer->session;
    if (options->frame >= 0 || !cd_session_read(session))
        return path;
    if (options->theme == NULL)
        cd_theme_in_use = session->light ? &cd_light_theme : &cd_dark_theme;
    viewer->shown = viewer->chosen = session->shown & CD_SHOW_ALL;
    const bool there = session->scenario[0] != '\0' && access(session->scenario, R_OK) == 0;
    return options->path == NULL && there ? session->scenario : path;
}

/// The absolute path, without links; false where there is none.
static bool absolute_path(const char *path, char out[CD_PATH_MAX]) {
    char *absolute = realpath(path, NULL);
    const bool fits = absolute != NULL && strlen(absolute) < CD_PATH_MAX;
    if (fits)
        strcpy(out, absolute);
    free(absolute);
    return fits;
}

void cd_viewer_recall_cameras(cd_viewer *viewer) {
    const cd_session *session = &viewer->session;
    char path[CD_PATH_MAX];
    if (!absolute_path(viewer->player.path, path) || strcmp(path, session->scenario) != 0)
        return;
    for (int i = 0; i < CD_VIEW_COUNT; i++) {
        cd_camera *camera = &viewer->cameras[i];
        const cd_saved_camera *saved = &session->cameras[i];
        if (!saved->moved)
            continue;
        camera->target = saved->target;
        camera->zoom = camera->viewport.width / saved->across;
        cd_camera_turn(camera, saved->yaw - camera->yaw, saved->pitch - camera->pitch);
        viewer->touched[i] = true;
    }
    const cd_loaded *loaded = cd_viewer_loaded(viewer);
    if (viewer->wanted_view == CD_VIEW_COUNT && loaded != NULL && loaded->dim == 3)
        viewer->view = session->view;
}

void cd_viewer_recall_watches(cd_viewer *viewer) {
    char path[CD_PATH_MAX];
    cd_plotted kept;
    if (viewer->forgets || !absolute_path(viewer->player.path, path))
        return;
    cd_watches_read(path, &kept);
    for (int i = 0; i < kept.count; i++)
        (void)cd_player_plot(&viewer->player, kept.paths[i]);
}

void cd_viewer_keep_watches(const cd_viewer *viewer) {
    char path[CD_PATH_MAX];
    if (!viewer->forgets && absolute_path(viewer->player.path, path))
        cd_watches_write(path, &viewer->player.plotted);
}

void cd_viewer_remember(const cd_viewer *viewer) {
    cd_session session = {.view = viewer->view};
    if (!absolute_path(viewer->player.path, session.scenario))
        return;
    const bool unseen = viewer->player.frame < 0; // the cameras are not yet those of the scenario
    if (unseen && strcmp(session.scenario, viewer->session.scenario) == 0)
        session = viewer->session;
    for (int i = 0; !unseen && i < CD_VIEW_COUNT; i++) {
        const cd_camera *camera = &viewer->cameras[i];
        session.cameras[i] =
            (cd_saved_camera){viewer->touched[i], camera->target,
                              camera->viewport.width / camera->zoom, camera->yaw, camera->pitch};
    }
    session.shown = viewer->chosen;
    session.light = cd_theme_in_use->light;
    cd_session_write(&session);
}
