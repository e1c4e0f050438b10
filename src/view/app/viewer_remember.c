// What the window takes up from the last time, and what it keeps for the next one.
#define _XOPEN_SOURCE 700 // realpath
#include "view/app/viewer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *cd_viewer_recall(cd_viewer *viewer, const cd_options *options, const char *path) {
    cd_memory *memory = &viewer->memory;
    if (options->frame >= 0 || !cd_memory_read(memory))
        return path;
    viewer->shown = memory->shown & CD_SHOW_ALL;
    const bool there = memory->scenario[0] != '\0' && access(memory->scenario, R_OK) == 0;
    return options->path == NULL && there ? memory->scenario : path;
}

/// The path as it is remembered; false: it cannot be.
static bool whole_path(const char *path, char out[CD_PATH_MAX]) {
    char *whole = realpath(path, NULL);
    const bool fits = whole != NULL && strlen(whole) < CD_PATH_MAX;
    if (fits)
        strcpy(out, whole);
    free(whole);
    return fits;
}

void cd_viewer_recall_views(cd_viewer *viewer) {
    const cd_memory *memory = &viewer->memory;
    char path[CD_PATH_MAX];
    if (memory->scenario[0] == '\0' || !whole_path(viewer->player.path, path) ||
        strcmp(path, memory->scenario) != 0)
        return;
    for (int i = 0; i < CD_VIEW_COUNT; i++) {
        cd_camera *camera = &viewer->cameras[i];
        if (!memory->views[i].some)
            continue;
        camera->target = memory->views[i].target;
        camera->zoom = camera->viewport.width / memory->views[i].across;
        cd_camera_turn(camera, memory->views[i].yaw - camera->yaw,
                       memory->views[i].pitch - camera->pitch);
        viewer->touched[i] = true;
    }
    if (viewer->wanted_view == CD_VIEW_COUNT && viewer->player.live->loaded != NULL &&
        viewer->player.live->loaded->dim == 3)
        viewer->view = memory->view;
}

void cd_viewer_remember(const cd_viewer *viewer) {
    cd_memory memory = {.shown = viewer->shown, .view = viewer->view};
    if (!whole_path(viewer->player.path, memory.scenario))
        return;
    for (int i = 0; i < CD_VIEW_COUNT; i++) {
        const cd_camera *camera = &viewer->cameras[i];
        memory.views[i].some = viewer->touched[i];
        memory.views[i].target = camera->target;
        memory.views[i].across = camera->viewport.width / camera->zoom;
        memory.views[i].yaw = camera->yaw;
        memory.views[i].pitch = camera->pitch;
    }
    cd_memory_write(&memory);
}
