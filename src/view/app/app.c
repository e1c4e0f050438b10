// See app.h. If there is no display the scenario runs headless, so the program shows something
// wherever it is started.
#include "view/app/app.h"

#include "collide/version.h"
#include "record/saved.h"
#include "view/app/headless.h"
#include "view/app/window.h"
#include "view/panels/phrase.h"
#include "view/play/replay.h"
#include "view/scene/theme.h"
#include "view/system/exit_status.h"
#include "view/system/folder.h"
#include "view/system/interrupt.h"
#include "view/system/new_scenario.h"
#include "view/system/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NO_DISPLAY_FRAME 120 ///< of the picture without a display: a good moment of most scenarios

/// Where the picture without a display goes: into build/ if that is there, else here.
static const char *fallback_picture(void) {
    struct stat s;
    bool usable = stat("build", &s) == 0 && S_ISDIR(s.st_mode) && access("build", W_OK) == 0;
    return usable ? "build/sandbox.png" : "sandbox.png";
}

static int run_without_display(const cd_options *given, const cd_launch *launch, const char *path,
                               const cd_replay *replay, const char *why) {
    cd_options options = *given;
    options.headless = options.check = true;
    options.shot = fallback_picture();
    if (options.frame < 0 && replay == NULL)
        options.frame = NO_DISPLAY_FRAME;
    cd_terminal_print(stderr,
                      "collide: no display (%s); running %s headless, with a picture in %s\n", why,
                      path, options.shot);
    return cd_headless_run(&options, launch, path, replay);
}

/// Runs the case in a file: it has its own params and seed.
static int run_case(const cd_options *given, const cd_launch *base, const char *path) {
    cd_options options = *given;
    cd_launch launch = *base;
    char wrong[256];
    cd_case opened;
    int status;
    if (options.load.setting_count > 0 || options.load.has_seed) {
        cd_terminal_print(stderr, "collide: --param and --seed do not go with a case\n");
        return CD_EXIT_USAGE;
    }
    if (!cd_case_open(options.cases, path, true, &opened, wrong, sizeof wrong)) {
        cd_terminal_print(stderr, "collide: %s: %s\n", path, wrong);
        return CD_EXIT_FILES;
    }
    options.opened = &opened;
    if (options.headless) {
        launch.load.name = opened.script;
        launch.load.has_seed = opened.has_seed;
        launch.load.seed = opened.seed;
        status = cd_headless_run(&options, &launch, opened.script, NULL);
    } else if (!cd_window_run(&options, &launch, path, &status, wrong, sizeof wrong)) {
        launch.load.name = opened.script;
        launch.load.has_seed = opened.has_seed;
        launch.load.seed = opened.seed;
        status = run_without_display(&options, &launch, opened.script, NULL, wrong);
    }
    cd_case_free(&opened);
    return status;
}

/// Runs a script, or with `replay` (else NULL) a saved run; returns the exit status.
static int run_path(const cd_options *options, const char *program, const char *path,
                    const cd_replay *replay) {
    cd_launch launch = {.program = program, .load = options->load};
    launch.load.name = path;
    int status;
    char why[256];
    if (options->verify)
        return cd_verify_run(replay, program, path);
    if (cd_is_case_name(path) && replay == NULL)
        return run_case(options, &launch, path);
    if (options->headless)
        return cd_headless_run(options, &launch, path, replay);
    if (cd_window_run(options, &launch, path, &status, why, sizeof why))
        return status;
    return run_without_display(options, &launch, path, replay, why);
}

/// Runs a saved run. It has its own params and seed, and never more rights than any script.
static int run_saved(const cd_options *options, const char *program, const char *path) {
    const char *extra = options->load.trusted             ? "--trust"
                        : options->load.setting_count > 0 ? "--param"
                        : options->load.has_seed          ? "--seed"
                                                          : NULL;
    if (extra != NULL) {
        cd_terminal_print(stderr, "collide: %s does not go with a kept run\n", extra);
        return CD_EXIT_USAGE;
    }
    char wrong[256];
    cd_replay replay;
    if (!cd_replay_read(&replay, path, wrong, sizeof wrong)) {
        cd_terminal_print(stderr, "collide: %s: %s\n", path, wrong);
        return CD_EXIT_FILES;
    }
    const int status = run_path(options, program, path, &replay);
    cd_replay_free(&replay);
    return status;
}

/// Finds what to run and runs it; returns the exit status.
static int show(const cd_options *options, const char *argv0) {
    char path[CD_PATH_MAX], wrong[2 * CD_PATH_MAX];
    const char *runner = cd_runner_program(argv0);
    if (!cd_folder_resolve(options->path, path, wrong, sizeof wrong)) {
        cd_terminal_print(stderr, "collide: %s\n", wrong);
        return CD_EXIT_FILES;
    }
    return options->verify || cd_saved_is(path) ? run_saved(options, runner, path)
                                                : run_path(options, runner, path, NULL);
}

/// `collide new NAME [options]`: writes NAME.lua and opens it with the options. Returns the exit
/// status.
static int make_and_show(int argc, char **argv, const cd_case_language *cases) {
    char path[CD_PATH_MAX], wrong[512];
    if (argc < 3 || argv[2][0] == '-') {
        cd_terminal_print(stderr, "collide: new needs a name, as in: collide new bounce\n");
        return CD_EXIT_USAGE;
    }
    if (!cd_new_scenario(argv[2], path, sizeof path, wrong, sizeof wrong)) {
        cd_terminal_print(stderr, "collide: %s\n", wrong);
        return CD_EXIT_FILES;
    }
    cd_terminal_print(stdout, "collide: %s is a first scenario; edit it while it runs\n", path);
    fflush(stdout);
    argv[1] = argv[0];
    argv[2] = path;
    return cd_view_main(argc - 1, argv + 1, cases);
}

/// Opens those of the standard descriptors that are closed, so that no file of ours takes their
/// numbers: standard output for reading, so that writing to it fails.
static void fill_standard_descriptors(void) {
    static const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", modes[fd]); // takes the lowest number that is free
}

/// Whether all that was printed has been written; says so if not.
static bool end_output(void) {
    const bool failed_before = ferror(stdout) != 0;
    if (fflush(stdout) == 0 && !failed_before)
        return true;
    cd_terminal_print(stderr, "collide: cannot write to standard output%s%s\n",
                      failed_before ? "" : ": ", failed_before ? "" : strerror(errno));
    return false;
}

const char *cd_view_prepare(const char *argv0) {
    fill_standard_descriptors();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); // writing beyond the limit of a file's size fails, and is said
    cd_interrupt_catch();
    return cd_runner_program(argv0);
}

void cd_view_end(void) { cd_interrupt_pass_on(); }

int cd_view_main(int argc, char **argv, const cd_case_language *cases) {
    char wrong[512];
    cd_options options;
    (void)cd_view_prepare(argv[0]);
    if (argc >= 2 && strcmp(argv[1], "new") == 0)
        return make_and_show(argc, argv, cases);
    int status = 0;
    if (!cd_options_read(&options, argc, argv, wrong, sizeof wrong)) {
        cd_terminal_print(stderr, "collide: %s\n", wrong);
        status = CD_EXIT_USAGE;
    } else if (options.help) {
        cd_options_print_help();
    } else if (options.version) {
        printf("collide %s\n", CD_VERSION);
    } else {
        if (options.theme != NULL && strcmp(options.theme, "light") == 0)
            cd_theme_in_use = &cd_light_theme;
        if (options.language == NULL ||
            !cd_language_from_name(options.language, &cd_language_in_use))
            cd_language_in_use = cd_language_of_environment();
        options.cases = cases;
        status = show(&options, argv[0]);
    }
    cd_options_free(&options);
    if (!end_output() && (status == 0 || status == CD_EXIT_CHECKS))
        status = CD_EXIT_FILES;
    cd_interrupt_pass_on();
    return status;
}
