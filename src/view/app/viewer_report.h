// The title of the window, and the line about it for programs.
#ifndef VIEW_APP_VIEWER_REPORT_H
#define VIEW_APP_VIEWER_REPORT_H

#include "view/app/viewer_state.h"

/// Writes one line about what is on the screen, for programs that watch the window (--report).
void cd_viewer_report(const cd_viewer *viewer, char *out, size_t size);
void cd_viewer_title(const cd_viewer *viewer, char *out, size_t size);

#endif
