// See viewer.h.
#include "view/app/viewer.h"

#include "record/saved.h"
#include "view/inspect/capture.h"
#include "view/inspect/plots_file.h"

#include <stdio.h>
#include <stdlib.h>
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

/// Opens a case, which its last frame shows; false where that fails, which is said.
static bool open_case(cd_viewer *viewer, const char *given, bool is_path) {
    char wrong[256];
    cd_case opened;
    if (!cd_case_open(viewer->cases, given, is_path, &opened, wrong, sizeof wrong)) {
        cd_viewer_say(viewer, "%s: %s", is_path ? cd_base_name(given) : "The case", wrong);
        return false;
    }
    cd_player_open_case(&viewer->player, &viewer->launch, &opened, viewer->now);
    viewer->first_frame = opened.frames;
    cd_case_free(&opened);
    return true;
}

bool cd_viewer_load(cd_viewer *viewer, const char *path) {
    if (viewer->cases != NULL && cd_is_case_name(path))
        return open_case(viewer, path, true);
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

void cd_viewer_paste(cd_viewer *viewer, const char *text) {
    while (*text == ' ' || *text == '\n' || *text == '\r' || *text == '\t')
        text++;
    if (viewer->cases == NULL || strncmp(text, "case", 4) != 0)
        cd_viewer_say(viewer, "The clipboard has no case, which begins with: case {");
    else
        (void)open_case(viewer, text, false);
}

/// Appends the case of the run up to the frame on the screen; false: `wrong` says why not.
static bool write_case(const cd_viewer *viewer, cd_bytes *out, char *wrong, size_t size) {
    cd_bytes messages = {0};
    snprintf(wrong, size, "there is no run");
    const bool good = viewer->cases != NULL && viewer->player.frame >= 0 &&
                      cd_player_messages(&viewer->player, viewer->player.frame, &messages) &&
                      viewer->cases->write(&messages, out, wrong, size);
    cd_bytes_free(&messages);
    return good;
}

void cd_viewer_copy_case(cd_viewer *viewer) {
    const cd_inspector *n = &viewer->inspector;
    char wrong[300];
    cd_bytes out = {0};
    cd_viewer_inspect(viewer);
    const bool query = n->query >= 0;
    const bool good = query
                          ? cd_capture_case(&n->frame->queries[n->query], &out, wrong, sizeof wrong)
                          : write_case(viewer, &out, wrong, sizeof wrong);
    if (good)
        cd_bytes_append(&out, "", 1);
    if (!good || out.failed) {
        cd_viewer_say(viewer, "%s", good ? "Out of memory" : wrong);
        cd_bytes_free(&out);
        return;
    }
    free(viewer->copy);
    viewer->copy = (char *)out.data;
    cd_viewer_say(viewer, query ? "The picked query is on the clipboard as a case"
                                : "The run up to this frame is on the clipboard as a case");
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
