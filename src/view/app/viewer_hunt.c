// See viewer.h.
#include "view/app/viewer.h"

#include <stdio.h>
#include <string.h>

void cd_viewer_hunt(cd_viewer *viewer) {
    if (viewer->hunter.child.pid > 0) {
        cd_hunter_stop(&viewer->hunter);
        return;
    }
    if (!cd_viewer_can_hunt(viewer))
        return;
    const int error = cd_hunter_start(&viewer->hunter, viewer->launch.program, viewer->player.path);
    if (error != 0)
        cd_viewer_say(viewer, "No hunt can be started: %s", strerror(error));
    viewer->found[0] = '\0';
    snprintf(viewer->hunted, sizeof viewer->hunted, "%s", viewer->player.path);
    viewer->dirty = true;
}

/// Drops what was found of a script that is no longer on the screen.
static void forget_other(cd_viewer *viewer) {
    if (viewer->hunted[0] == '\0' || strcmp(viewer->hunted, viewer->player.path) == 0)
        return;
    cd_hunter_end(&viewer->hunter);
    viewer->hunted[0] = viewer->found[0] = '\0';
}

/// Takes in what a hunt has found: a sentence about it; its case waits to be opened.
static void take_result(cd_viewer *viewer) {
    cd_hunter *hunter = &viewer->hunter;
    const char *said = hunter->said.failed ? "" : (const char *)hunter->said.data;
    const char *line = said + strcspn(said, "\n");
    const bool found = cd_hunter_case(hunter) != NULL;
    line = found && *line == '\n' ? line + 1 : said;
    snprintf(viewer->found, sizeof viewer->found, "%.*s", (int)strcspn(line, "\n"), line);
    if (said[0] == '\0')
        snprintf(viewer->found, sizeof viewer->found, "Failed: %s", hunter->progress);
    if (!found)
        cd_bytes_free(&hunter->said);
}

void cd_viewer_hear_hunt(cd_viewer *viewer) {
    forget_other(viewer);
    const cd_hunter_news news = cd_hunter_look(&viewer->hunter);
    viewer->dirty = viewer->dirty || news != CD_HUNTER_NONE;
    if (news == CD_HUNTER_ENDED)
        take_result(viewer);
}

void cd_viewer_show_found(cd_viewer *viewer) {
    const char *found = cd_hunter_case(&viewer->hunter);
    if (found != NULL)
        cd_viewer_paste(viewer, found);
}
