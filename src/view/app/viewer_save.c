// See viewer.h.
#include "view/app/viewer.h"

#include "record/saved.h"
#include "view/inspect/plots_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STEM_MAX 200      ///< bytes of a scenario's name in the names of its files
#define NUMBER_MAX 100000 ///< of files of one scenario

/// The length of a file's name without its ending, at most STEM_MAX.
static int stem_of(const char *name) {
    const int length = (int)strcspn(name, ".");
    return length < STEM_MAX ? length : STEM_MAX;
}

void cd_viewer_new_name(const cd_viewer *viewer, const char *ending, char *out, size_t size) {
    const char *name = cd_base_name(viewer->player.path);
    char bare[STEM_MAX + 16];
    for (int n = 1; n < NUMBER_MAX; n++) {
        snprintf(bare, sizeof bare, "%.*s-%d", stem_of(name), name, n);
        snprintf(out, size, "%s%s", bare, ending);
        if (access(out, F_OK) != 0 && access(bare, F_OK) != 0)
            return;
    }
}

bool cd_viewer_load(cd_viewer *viewer, const char *path) {
    if (!cd_saved_is(path)) {
        cd_player_open(&viewer->player, &viewer->launch, path, viewer->now);
        return true;
    }
    cd_replay replay;
    char wrong[200];
    if (!cd_replay_read(&replay, path, wrong, sizeof wrong)) {
        cd_viewer_say(viewer, "%s %s", cd_base_name(path), wrong);
        return false;
    }
    cd_player_open_saved(&viewer->player, &viewer->launch, &replay, path, viewer->now);
    return true;
}

bool cd_viewer_save(cd_viewer *viewer, const char *path) {
    char name[STEM_MAX + 100];
    if (path == NULL) {
        cd_viewer_new_name(viewer, ".rec", name, sizeof name);
        path = name;
    }
    const char *why = cd_player_save(&viewer->player, path);
    if (why != NULL)
        cd_viewer_say(viewer, "%s could not be written: %s", path, why);
    else
        cd_viewer_say(viewer, "Kept frames 0 to %d in %s", cd_player_last(&viewer->player), path);
    return why == NULL;
}

void cd_viewer_save_plots(cd_viewer *viewer) {
    char name[STEM_MAX + 100];
    const cd_version *live = viewer->player.live;
    if (live == NULL || live->loaded == NULL)
        return;
    cd_viewer_new_name(viewer, ".csv", name, sizeof name);
    const char *why = cd_plots_save(&live->recording, live->loaded->dt, name);
    if (why != NULL)
        cd_viewer_say(viewer, "%s could not be written: %s", name, why);
    else
        cd_viewer_say(viewer, "Saved the plots in %s", name);
}

void cd_viewer_save_picture(cd_viewer *viewer, const char *ending) {
    char path[STEM_MAX + 100];
    const char *name = cd_base_name(viewer->player.path);
    snprintf(path, sizeof path, "%.*s-%04d%s", stem_of(name), name,
             viewer->player.frame < 0 ? 0 : viewer->player.frame, ending);
    cd_viewer_inspect(viewer); // a version may have taken over since the last drawing
    cd_screen screen = cd_viewer_screen(viewer);
    screen.toast = NULL;
    cd_text *text = cd_text_open(viewer->scale, NULL);
    const char *error =
        cd_screen_save(&screen, viewer->width, viewer->height, text, viewer->scale, path);
    cd_text_close(text);
    if (error != NULL)
        cd_viewer_say(viewer, "The picture could not be written: %s", error);
    else
        cd_viewer_say(viewer, "Saved %s in the current folder", path);
}
