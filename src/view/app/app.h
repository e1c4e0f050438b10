// The viewer: reads the command line and shows a scenario, in a window or without one.
#ifndef VIEW_APP_APP_H
#define VIEW_APP_APP_H

/// Returns the exit status of the program.
int cd_view_main(int argc, char **argv);

#endif
