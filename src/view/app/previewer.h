// Makes the previews of the picker's scenarios, one after the other and behind everything else: a
// runner makes a run's first second, and the last frame that comes is drawn. No preview has more
// rights than a stranger's script.
#ifndef VIEW_APP_PREVIEWER_H
#define VIEW_APP_PREVIEWER_H

#include "view/panels/previews.h"
#include "view/play/version.h"
#include "view/scene/scene.h"

/// The preview in the making.
typedef struct cd_previewer {
    cd_version *version; ///< NULL: none
    int making;          ///< its number in the list
    double since;
    cd_scenery scenery;
    cd_extent extent; ///< of frames 0 and 1
    cd_kept kept;     ///< by the picture of the second of them
    cd_bytes last;    ///< the last frame that has come
} cd_previewer;

/// Goes on with what is wanted, for a few milliseconds; true where a preview has been made.
bool cd_previewer_tick(cd_previewer *previewer, cd_previews *previews, const char *program,
                       double now);
/// Ends what is being made.
void cd_previewer_stop(cd_previewer *previewer);

#endif
