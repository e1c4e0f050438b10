// The exit statuses of the program, as --help lists them; 0 if all went well.
#ifndef VIEW_SYSTEM_EXIT_STATUS_H
#define VIEW_SYSTEM_EXIT_STATUS_H

enum {
    CD_EXIT_CHECKS = 1, ///< a check failed, or a kept run does not come out the same
    CD_EXIT_USAGE = 2,  ///< the command line, or a param that the scenario does not take
    CD_EXIT_SCRIPT = 3, ///< the script has an error, or used up its budget
    CD_EXIT_FILES = 4   ///< a file cannot be read or written, or the system fails
};

#endif
