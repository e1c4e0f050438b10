// What a window remembers from one start to the next: the scenario, what is shown, and the views as
// a person has moved them. A file of a few lines in $XDG_STATE_HOME/collide, by default
// ~/.local/state/collide. A file that is damaged in any way counts as none; one that cannot be
// written is not missed. Nothing without a window reads or writes it.
#ifndef VIEW_APP_MEMORY_FILE_H
#define VIEW_APP_MEMORY_FILE_H

#include "view/play/folder.h"
#include "view/scene/camera.h"

typedef struct cd_memory {
    char scenario[CD_PATH_MAX]; ///< absolute; "": none
    unsigned shown;             ///< CD_SHOW_*
    cd_view view;
    struct {
        bool some;         ///< a person has moved it
        cd_vec target;     ///< in the middle
        double across;     ///< how many units are as wide as the viewport
        double yaw, pitch; ///< of the orbit
    } views[CD_VIEW_COUNT];
} cd_memory;

/// false: there is nothing to remember.
bool cd_memory_read(cd_memory *memory);
void cd_memory_write(const cd_memory *memory);

#endif
