// `collide test`: busted specs in this process, with the module linked in.
#ifndef RUN_SUITE_H
#define RUN_SUITE_H

/// Runs busted with the arguments behind "test": argv[0] is the program, argv[1] "test". Specs see
/// `require "collide"` and "collide.scenario" without any path. Returns busted's exit status, or 1
/// with a line on stderr where busted is not installed; busted may also exit the process itself.
int cd_suite_main(int argc, char **argv);

#endif
