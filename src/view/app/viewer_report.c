// See viewer.h.
#include "view/app/viewer.h"

#include "view/explain/lens.h"
#include "view/system/terminal.h"

#include <stdio.h>
#include <string.h>

void cd_viewer_report(const cd_viewer *viewer, char *out, size_t size) {
    const cd_player *p = &viewer->player;
    const cd_recording *recording = p->live != NULL ? &p->live->recording : NULL;
    int failing = -1;
    for (int i = 0; recording != NULL && i < recording->count && failing < 0; i++)
        if (recording->moments[i].failed)
            failing = i;
    const cd_inspector *n = &viewer->inspector;
    char pick[400] = "none";
    if (n->kind == CD_PICK_QUERY)
        snprintf(pick, sizeof pick, "%s:%s:%d#%d%s", n->name, cd_base_name(n->file), n->line,
                 n->ordinal, n->query >= 0 ? "" : "?");
    else if (n->kind == CD_PICK_SHAPE)
        snprintf(pick, sizeof pick, "%s%s", n->key, n->shape >= 0 ? "" : "?");
    for (char *c = pick; *c != '\0'; c++)
        *c = *c == ' ' ? '_' : *c;
    const char *open = viewer->picker.open ? "picker"
                       : viewer->help      ? "help"
                       : viewer->console   ? "console"
                       : n->why            ? "steps"
                                           : "none";
    snprintf(out, size,
             "version %d frame %d hash %016llx last %d playing %d speed %g past %d diverges %d "
             "failing %d dragging %d pick %s film %d open %s lens %s way %d error %s%s%s",
             p->generation, p->frame, p->frame >= 0 ? (unsigned long long)p->shown.hash : 0ull,
             cd_player_last(p), p->playing, p->speed, p->past.count, p->diverges, failing,
             p->grip.key[0] != '\0', pick, viewer->film != NULL, open,
             cd_lens_name((cd_lens_kind)n->lens), p->way.on ? p->way.shown.frame : -1,
             p->notice.on ? p->notice.where : "none", p->notice.on ? ": " : "",
             p->notice.on ? p->notice.message : "");
    for (char *c = out; *c != '\0'; c++)
        *c = (unsigned char)*c < ' ' ? ' ' : *c;
}

void cd_viewer_title(const cd_viewer *viewer, char *out, size_t size) {
    const cd_player *player = &viewer->player;
    const cd_loaded *loaded = cd_viewer_loaded(viewer);
    char named[256], file[256];
    cd_terminal_text(cd_base_name(player->path), file, sizeof file);
    cd_terminal_text(loaded != NULL ? loaded->title : "", named, sizeof named);
    if (strcmp(named, file) == 0) // the title of a scenario without one
        named[0] = '\0';
    // What the script may do comes first, where no title can push it out.
    const char *rights = player->launch.load.trusted ? "(trusted) "
                         : player->live != NULL && player->live->uncontained != NULL
                             ? "(not contained) "
                             : "";
    snprintf(out, size, "%s%s%s%s%s - collide", viewer->film != NULL ? "\u25cf " : "", rights,
             named, named[0] != '\0' ? " - " : "", file);
}
