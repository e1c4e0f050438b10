// What the picker shows of scenarios that are not open: title, about, and a small picture. Who owns
// them fills in what was looked at (view/app/previewer.h); they are kept until the file changes.
#ifndef VIEW_PANELS_PREVIEWS_H
#define VIEW_PANELS_PREVIEWS_H

#include "record/arena.h"
#include "record/message.h"

#include <sys/stat.h>

enum { CD_PREVIEW_WIDTH = 96, CD_PREVIEW_HEIGHT = 54 }; ///< at scale 1

typedef struct cd_preview {
    char *path;
    struct stat file;  ///< as it was when this was made
    bool made;         ///< the rest is there
    unsigned asked;    ///< the pass in which it was last looked at
    cd_arena arena;    ///< of the texts
    const char *title; ///< "": unknown
    cd_phrase about;
    const char *problem; ///< why the scenario shows nothing, or NULL
    uint32_t *pixels;    ///< NULL: there is no picture
    int width, height;
} cd_preview;

typedef struct cd_previews {
    cd_preview *list; ///< it only grows, so a number stays that of its scenario
    int count, capacity;
    unsigned pass;
    double scale; ///< of the pictures
} cd_previews;

/// Begins a pass over what is seen at this scale.
void cd_previews_begin(cd_previews *previews, double scale);
/// That of a scenario, which is now wanted; NULL: nothing is known yet. Valid until the next call.
const cd_preview *cd_previews_look(cd_previews *previews, const char *path);
/// The number of the one that is wanted most: of those that were looked at last the first; -1: all
/// are made.
int cd_previews_wanted(const cd_previews *previews);
/// Forgets what has changed on the disk.
void cd_previews_refresh(cd_previews *previews);
void cd_previews_free(cd_previews *previews);

#endif
