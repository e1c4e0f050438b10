// The viewer as a program: reads the command line and shows a scenario, with or without a window.
#ifndef VIEW_APP_APP_H
#define VIEW_APP_APP_H

#include "view/play/case_file.h"

/// What the program does first in any role that faces a person: standard descriptors, signals.
/// Returns the file to start as a runner.
const char *cd_view_prepare(const char *argv0);
/// Ends the process by the signal that has come, if any.
void cd_view_end(void);
/// Returns the exit status of the program. cases: what knows their language.
int cd_view_main(int argc, char **argv, const cd_case_language *cases);

#endif
