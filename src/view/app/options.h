// The command line.
#ifndef VIEW_APP_OPTIONS_H
#define VIEW_APP_OPTIONS_H

#include "record/record.h"
#include "view/app/why.h"
#include "view/play/case_file.h"
#include "view/scene/camera.h"

#define CD_SIZE_MIN_WIDTH 320 ///< pixels; below, the panels have no room
#define CD_SIZE_MIN_HEIGHT 200
#define CD_SIZE_MAX 16384   ///< pixels, of width and height
#define CD_USUAL_WIDTH 1280 ///< at scale 1
#define CD_USUAL_HEIGHT 720
#define CD_SCALE_MIN 0.5
#define CD_SCALE_MAX 4.0

typedef struct cd_options {
    bool help, version;
    bool headless, check, no_panels, verify;
    bool panels;      ///< in a video without a window
    int steps, frame; ///< -1: not given
    const char *shot; ///< NULL: no picture
    int lens;         ///< cd_lens_kind
    bool asks_why;
    cd_why why;           ///< of which query the steps are told
    const char *plots;    ///< their numbers to this file; NULL: not
    const char *report;   ///< NULL: none
    const char *problems; ///< what is wrong, for an editor, to this file; NULL: not
    const char *record;   ///< a video to this file or folder; NULL: none
    int first, last;      ///< its frames; -1: not given
    const char *save;     ///< the run to this file; NULL: not
    size_t memory;        ///< 0: not given
    const char *theme;    ///< "dark" or "light"; NULL: not given
    const char *language; ///< of what scenarios say: "en" or "ja"; NULL: the environment's
    cd_view view;         ///< CD_VIEW_COUNT: the scenario's choice
    int page;             ///< of the script's drawings, from 1
    int width, height;
    double scale;                  ///< pixels of the picture for one of the design; 0: not given
    cd_load load;                  ///< settings, seed, and whether the script is trusted
    const char *path;              ///< scenario or folder; NULL: not given
    const cd_case_language *cases; ///< set by app.c
    const cd_case *opened;         ///< what runs is this case; or NULL
} cd_options;

/// Reads the arguments after the program's name. False: `wrong` says in one line what is wrong.
/// Strings point into argv, in which settings are cut at their equals sign.
bool cd_options_read(cd_options *options, int argc, char **argv, char *wrong, size_t size);
void cd_options_free(cd_options *options);

void cd_options_print_help(void);

#endif
