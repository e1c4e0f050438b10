// `collide test`: runs busted specs in this process, which has the module linked in.
#ifndef RUN_SCENARIO_SUITE_H
#define RUN_SCENARIO_SUITE_H

/// Runs busted with the arguments after "test": argv[0] is the program, argv[1] "test". Specs find
/// the modules collide and collide.scenario without any path. Returns busted's exit status, or 1
/// with a line on stderr if busted is not installed; busted may also exit the process itself.
int cd_suite_main(int argc, char **argv);

#endif
