// See previewer.h.
#include "view/app/previewer.h"

#include "record/allocate.h"
#include "view/panels/screen.h"
#include "view/scene/theme.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>

#define SECONDS_SHOWN 1.0 ///< of the run, after which the picture is taken
#define FRAMES_MAX 240    ///< until then
#define PATIENCE 2.0      ///< seconds for it; what has come by then is shown
#define PATIENCE_MOST 5.0 ///< and where nothing has come, it is given up
#define MESSAGES_MAX 64   ///< that are taken in a tick
#define LINE_SCALE 0.6    ///< of lines and marks in so small a picture
#define NICE 10           ///< of a runner: the window's own come first

// ------------------------------------------------------------------------------------- the picture

/// Draws the frame as a picture without a window would, without texts and grid.
static void draw(cd_previewer *previewer, double scale, cd_preview *preview,
                 const cd_frame *frame) {
    const cd_loaded *loaded = previewer->version->loaded;
    const int width = (int)(CD_PREVIEW_WIDTH * scale);
    const int height = (int)(CD_PREVIEW_HEIGHT * scale);
    uint32_t *pixels = cd_allocate((size_t)width * (size_t)height * sizeof *pixels);
    if (pixels == NULL)
        return;
    cd_pen pen = {cd_canvas_over(pixels, width, height, width), NULL, LINE_SCALE * scale};
    const cd_rect viewport = {0, 0, width, height};
    const unsigned shown = CD_SHOW_USUAL & ~(unsigned)(CD_SHOW_NAMES | CD_SHOW_GRID);
    const cd_extent extent = cd_scene_framed(&previewer->extent, &previewer->kept, frame);
    cd_scene scene = {.frame = frame,
                      .scenery = &previewer->scenery,
                      .camera = cd_camera_make(cd_screen_view(loaded, CD_VIEW_COUNT), viewport),
                      .extent = extent,
                      .shown = cd_toggles_for(shown, loaded) & shown,
                      .budget = CD_WINDOW_BUDGET};
    previewer->extent.lines = 0; // a preview has no text
    cd_scene_aim(frame, &previewer->extent, &extent, pen.scale, &scene.camera);
    cd_scene_draw(&pen, &scene);
    preview->pixels = pixels;
    preview->width = width;
    preview->height = height;
}

/// Draws the last frame that has come; false: it is damaged.
static bool draw_last(cd_previewer *previewer, double scale, cd_preview *preview) {
    cd_arena arena = {0};
    cd_message message;
    const bool good =
        cd_message_decode(previewer->last.data, previewer->last.size, &arena, &message);
    if (good)
        draw(previewer, scale, preview, &message.as.frame);
    cd_arena_free(&arena);
    return good;
}

// ---------------------------------------------------------------------------------------- the run

/// The frame of which the picture is.
static int frame_shown(const cd_version *version) {
    const double frames = round(SECONDS_SHOWN / version->loaded->dt);
    return frames < 1 ? 1 : frames < FRAMES_MAX ? (int)frames : FRAMES_MAX;
}

/// Takes a frame: the first two say how large the world is. False: it is damaged.
static bool take(cd_previewer *previewer, const uint8_t *data, size_t size) {
    const int n = cd_message_frame(data, size);
    cd_arena arena = {0};
    cd_message message;
    bool good = true;
    if (n == 0 || n == 1) {
        good = cd_message_decode(data, size, &arena, &message);
        if (good) {
            cd_scene_extent(&message.as.frame, &previewer->extent);
            previewer->kept = message.as.frame.kept;
        }
        if (good && n == 0)
            cd_scenery_set(&previewer->scenery, &message.as.frame);
    }
    cd_arena_free(&arena);
    previewer->last.size = 0;
    cd_bytes_append(&previewer->last, data, size);
    return good && !previewer->last.failed;
}

static void ask_for_frames(cd_version *version, double now) {
    const int last = frame_shown(version);
    if (last > 1)
        cd_version_request(
            version, &(cd_step){.count = last - 1, .detail = CD_DETAIL_SHAPES, .text = ""}, now);
    cd_version_request(version, &(cd_step){.count = 1, .detail = CD_DETAIL_FULL, .text = ""}, now);
}

static const char *keep(cd_preview *preview, const char *text) {
    return cd_arena_string(&preview->arena, text, strlen(text));
}

/// Keeps what has come of the scenario, and ends its run. why: what went wrong, or NULL.
static void finish(cd_previewer *previewer, cd_previews *previews, const char *why) {
    const cd_version *version = previewer->version;
    cd_preview *preview = &previews->list[previewer->making];
    preview->title = "";
    if (version->loaded != NULL) {
        preview->title = keep(preview, version->loaded->title);
        preview->about = (cd_phrase){keep(preview, version->loaded->about.en),
                                     keep(preview, version->loaded->about.ja)};
    }
    if (previewer->last.size > 0 && draw_last(previewer, previews->scale, preview))
        why = NULL;
    preview->problem = why != NULL ? keep(preview, why) : NULL;
    preview->title = preview->title != NULL ? preview->title : "";
    preview->made = true;
    cd_previewer_stop(previewer);
}

/// Starts with the one that is wanted most.
static void start(cd_previewer *previewer, cd_previews *previews, const char *program, double now) {
    const int wanted = cd_previews_wanted(previews);
    if (wanted < 0)
        return;
    cd_preview *preview = &previews->list[wanted];
    const cd_launch launch = {
        .program = program,
        .load = {.name = preview->path, .lenient = true, .detail = CD_DETAIL_SHAPES}};
    (void)stat(preview->path, &preview->file);
    previewer->version = cd_version_start(&launch, NULL, now);
    previewer->making = wanted;
    previewer->since = now;
    if (previewer->version != NULL && previewer->version->runner.child.pid > 0)
        (void)setpriority(PRIO_PROCESS, (id_t)previewer->version->runner.child.pid, NICE);
}

bool cd_previewer_tick(cd_previewer *previewer, cd_previews *previews, const char *program,
                       double now) {
    if (previewer->version == NULL) {
        start(previewer, previews, program, now);
        return false;
    }
    cd_version *version = previewer->version;
    const double waited = now - previewer->since;
    for (int n = 0; n < MESSAGES_MAX; n++) {
        const uint8_t *data;
        size_t size;
        const cd_version_event event = cd_version_next(version, now, &data, &size);
        const char *why = NULL;
        if (event == CD_VERSION_IDLE)
            break;
        if (event == CD_VERSION_LOADED)
            ask_for_frames(version, now);
        else if (event == CD_VERSION_ENDED)
            why = version->error->message;
        else if (!take(previewer, data, size))
            why = "the runner sent a damaged frame";
        if (why == NULL && (version->loaded == NULL || version->received < frame_shown(version)))
            continue;
        finish(previewer, previews, why);
        return true;
    }
    if (waited < PATIENCE || (previewer->last.size == 0 && waited < PATIENCE_MOST))
        return false;
    finish(previewer, previews, "takes too long to show");
    return true;
}

void cd_previewer_stop(cd_previewer *previewer) {
    cd_version_free(previewer->version);
    cd_scenery_free(&previewer->scenery);
    cd_bytes_free(&previewer->last);
    *previewer = (cd_previewer){0};
}
