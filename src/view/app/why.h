// --why: the steps of one query, without a window.
#ifndef VIEW_APP_WHY_H
#define VIEW_APP_WHY_H

#include "view/inspect/inspect.h"

/// A query as the command line names it, "raycast:pinball.lua:37#0/3": function, file, line, its
/// number among those of that line, and a step, from 1.
typedef struct cd_why {
    char name[32], file[CD_PATH_MAX];
    int line, ordinal;
    int step; ///< 0: the last
} cd_why;

/// Reads it; #0 and the step may be left out. False: it is none.
bool cd_why_read(const char *text, cd_why *why);

/// Picks the query in a frame; false where the frame does not ask it, which is said with what it
/// asks, or has no steps.
bool cd_why_pick(const cd_why *why, const cd_frame *frame, cd_inspector *inspector);

/// Prints the steps of what is picked.
void cd_why_print(cd_inspector *inspector);

#endif
