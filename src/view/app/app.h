// The viewer as a program: reads the command line and shows a scenario, with or without a window.
#ifndef VIEW_APP_APP_H
#define VIEW_APP_APP_H

/// Returns the exit status of the program.
int cd_view_main(int argc, char **argv);

#endif
