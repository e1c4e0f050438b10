// A viewer with a real runner, but without a window. To be included by one file of a test, whose
// program is its own runner.
#ifndef TESTS_VIEWER_DRIVER_H
#define TESTS_VIEWER_DRIVER_H

#include "own_runner.h"

#include "view/app/viewer.h"

enum { WIDTH = 1280, HEIGHT = 720 };

static const cd_held nothing;

/// Lets time pass until something holds, for so many seconds at most.
#define TICK_UNTIL(viewer, seconds, condition)                                                     \
    for (const double end_ = now() + (seconds); !(condition) && now() < end_; rest(1000))          \
    cd_viewer_tick(viewer, &nothing, now())

/// Lets time pass until the scenario on the screen has `count` params.
static inline bool reach(cd_viewer *viewer, int params) {
    const cd_player *player = &viewer->player;
    cd_viewer_tick(viewer, &nothing, now());
    bool there;
    TICK_UNTIL(viewer, 30,
               (there = player->live != NULL && player->live->loaded != NULL &&
                        player->next == NULL && player->frame >= 0 &&
                        player->live->loaded->param_count == params));
    return there;
}

/// Opens script.lua of the folder, which is the current one, with a pen for its pictures.
static inline cd_viewer *open_viewer(const char *folder, cd_pen *pen) {
    cd_viewer *viewer = calloc(1, sizeof *viewer);
    uint32_t *pixels = calloc(WIDTH * HEIGHT, sizeof *pixels);
    if (viewer == NULL || pixels == NULL)
        exit(1);
    setenv("XDG_STATE_HOME", folder, 1);
    setenv("VISUAL", "true", 1); // a click on a place in a script opens no editor
    const cd_launch launch = {.program = program};
    const cd_options options = {.frame = 0, .view = CD_VIEW_COUNT, .path = "script.lua"};
    *pen = (cd_pen){.canvas = cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH),
                    .text = cd_text_open(1, NULL),
                    .scale = 1};
    cd_viewer_start(viewer, &launch, &options, "script.lua", now());
    cd_viewer_resize(viewer, WIDTH, HEIGHT, 1);
    return viewer;
}

static inline void close_viewer(cd_viewer *viewer, cd_pen *pen) {
    cd_viewer_close(viewer);
    cd_text_close(pen->text);
    free(pen->canvas.pixels);
    free(viewer);
}

#endif
