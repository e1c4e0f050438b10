// See viewer.h.
#include "record/new_file.h"
#include "view/app/viewer.h"
#include "view/system/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The path of a file of the scenario, of which messages may show the end of the path alone; NULL:
/// it has no such file.
static const char *path_of(const cd_viewer *viewer, const char *file) {
    const cd_version *live = viewer->player.live;
    const size_t length = strlen(file);
    for (int pass = 0; live != NULL && pass < 2; pass++)
        for (int i = 0; i < live->watch.count; i++) {
            const char *path = live->watch.files[i].path;
            const size_t size = strlen(path);
            if (pass == 0 ? strcmp(path, file) == 0
                          : size > length && strcmp(path + size - length, file) == 0)
                return path;
        }
    // It may be what has failed to load.
    return strcmp(viewer->player.path, file) == 0 ? viewer->player.path : NULL;
}

void cd_viewer_edit_place(cd_viewer *viewer, const char *place) {
    char file[CD_PATH_MAX], wrong[200];
    const char *colon = strrchr(place, ':');
    const int line = colon != NULL ? atoi(colon + 1) : 0;
    snprintf(file, sizeof file, "%.*s", line > 0 ? (int)(colon - place) : (int)strlen(place),
             place);
    const char *path = path_of(viewer, file);
    if (path == NULL)
        cd_viewer_say(viewer, "%s is no file of this scenario", file);
    else if (cd_editor_open(path, line, wrong, sizeof wrong))
        cd_viewer_say(viewer, "Line %d of %s", line > 0 ? line : 1, cd_base_name(path));
    else
        cd_viewer_say(viewer, "%s", wrong);
}

void cd_viewer_edit(cd_viewer *viewer) {
    char place[CD_PATH_MAX + 16];
    const cd_inspector *n = &viewer->inspector;
    if (viewer->player.notice.on)
        snprintf(place, sizeof place, "%s", viewer->player.notice.where);
    else if (n->kind == CD_PICK_QUERY)
        snprintf(place, sizeof place, "%s:%d", n->file, n->line);
    else
        snprintf(place, sizeof place, "%s", viewer->player.path);
    cd_viewer_edit_place(viewer, place);
}

bool cd_viewer_tell_problems(cd_viewer *viewer) {
    const cd_player *player = &viewer->player;
    const cd_notice *notice = &player->notice;
    cd_bytes text = {0};
    if (viewer->problems == NULL)
        return true;
    cd_problems_append(&text, player->path, notice->where, notice->on ? notice->message : NULL,
                       player->shown.checks, player->frame >= 0 ? player->shown.check_count : 0);
    if (viewer->has_told && text.size == viewer->told.size &&
        (text.size == 0 || memcmp(text.data, viewer->told.data, text.size) == 0)) {
        cd_bytes_free(&text);
        return true;
    }
    cd_bytes_free(&viewer->told);
    viewer->told = text;
    viewer->has_told = true;
    const char *why = cd_new_file_write(viewer->problems, &text);
    if (why != NULL)
        cd_viewer_say(viewer, "%s: %s", viewer->problems, why);
    return why == NULL;
}
