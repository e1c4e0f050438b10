// Drawing a frame that came from bytes, with all that a window can show, in every view.
#ifndef TESTS_FUZZ_DRAW_FRAME_H
#define TESTS_FUZZ_DRAW_FRAME_H

#include "view/panels/screen.h"
#include "view/system/notice.h"
#include "view/system/print_log.h"

enum { FUZZ_WIDTH = 400, FUZZ_HEIGHT = 240 };

/// The pages of the inspector, in a picture that has room for them.
static inline void draw_inspector(const cd_frame *frame, const cd_screen *shown) {
    enum { WIDTH = 600, HEIGHT = 360 };
    static uint32_t pixels[WIDTH * HEIGHT];
    static const cd_plotted plotted = {.count = 1, .paths = {"spin"}};
    cd_inspector inspector = {.open = true, .query = -1, .shape = -1};
    cd_screen screen = *shown;
    screen.inspector = &inspector;
    screen.plotted = &plotted;
    for (int page = 0; page < 2; page++) {
        cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), NULL, 1};
        inspector.shows_state = page == 1;
        cd_inspector_set_frame(&inspector, frame);
        cd_inspector_pick_shape(&inspector, 0);
        cd_inspector_set_frame(&inspector, frame);
        screen.scene.camera.viewport = cd_screen_viewport(&screen, WIDTH, HEIGHT, 1);
        cd_screen_draw(&pen, &screen);
    }
    cd_inspector_free(&inspector);
}

/// loaded, recording: of the run, or NULL and an empty one.
static inline void draw_frame(const cd_frame *frame, const cd_loaded *loaded,
                              const cd_recording *recording) {
    static uint32_t pixels[FUZZ_WIDTH * FUZZ_HEIGHT];
    static const cd_notice no_notice;
    static const cd_print_log no_prints;
    cd_inspector inspector = {.query = frame->query_count > 0 ? 0 : -1, .shape = -1};
    cd_scenery scenery = {0};
    cd_trails trails = {0};
    cd_extent extent = {0};
    cd_scenery_set(&scenery, frame);
    cd_trails_feed(&trails, frame);
    cd_scene_extent(frame, &extent);
    cd_screen screen = {.inspector = &inspector,
                        .path = "scripts/fuzz.lua",
                        .loaded = loaded,
                        .speed = 1,
                        .seeking = -1,
                        .diverges = -1,
                        .panels = true,
                        .log = &no_prints,
                        .recording = recording,
                        .notice = &no_notice};
    for (int view = 0; view < CD_VIEW_COUNT; view++) {
        cd_pen pen = {cd_canvas_over(pixels, FUZZ_WIDTH, FUZZ_HEIGHT, FUZZ_WIDTH), NULL, 1};
        const cd_rect viewport = cd_screen_viewport(&screen, FUZZ_WIDTH, FUZZ_HEIGHT, 1);
        screen.scene = (cd_scene){.frame = frame,
                                  .scenery = &scenery,
                                  .trails = &trails,
                                  .past = frame,
                                  .past_trails = &trails,
                                  .camera = cd_camera_make((cd_view)view, viewport),
                                  .extent = extent,
                                  .shown = CD_SHOW_ALL};
        cd_scene_aim(frame, &extent, &extent, 1, &screen.scene.camera);
        cd_screen_draw(&pen, &screen);
    }
    draw_inspector(frame, &screen);
    cd_trails_free(&trails);
    cd_scenery_free(&scenery);
}

#endif
