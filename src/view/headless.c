// See headless.h. Frames are looked at as they come and not kept: only what the picture needs of
// them (its own frame, the extent of the first two, the trails) and the checks of the last one.
#include "view/headless.h"

#include "view/picture.h"
#include "view/screen.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define IN_FLIGHT 128 ///< frames asked for and not yet come

typedef struct headless {
    const cd_job *job;
    cd_version *version;
    cd_arena arena; ///< of `frame`
    cd_frame frame; ///< the last that came
    cd_extent extent;
    cd_scenery scenery;
    cd_trails trails;
    cd_recording recording; ///< without messages, for the timeline
    bool shot_failed;
} headless;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void paint(const headless *h, cd_pen *pen) {
    const cd_job *job = h->job;
    cd_notice notice = {0};
    cd_inspector inspector = {.query = -1, .shape = -1};
    cd_screen screen = {
        .inspector = &inspector,
        .path = job->launch.path,
        .loaded = h->version->loaded,
        .speed = 1,
        .seeking = -1,
        .diverges = -1,
        .panels = job->panels,
        .trusted = job->launch.trusted,
        .log = &h->version->log,
        .recording = &h->recording,
        .notice = &notice,
    };
    cd_rect viewport = cd_screen_viewport(&screen, job->width, job->height, pen->scale);
    screen.scene = (cd_scene){
        .frame = &h->frame,
        .scenery = &h->scenery,
        .trails = &h->trails,
        .camera = cd_camera_make(cd_screen_view(screen.loaded, job->view), viewport),
        .extent = h->extent,
        .shown = CD_SHOW_USUAL,
    };
    cd_camera_frame(&screen.scene.camera, &h->extent, CD_FRAME_MARGIN * pen->scale);
    cd_screen_draw(pen, &screen);
}

/// Draws the present frame into the file; false where that fails, said on stderr.
static bool shoot(const headless *h) {
    const cd_job *job = h->job;
    uint32_t *pixels = malloc((size_t)job->width * (size_t)job->height * sizeof *pixels);
    const char *error = NULL;
    cd_pen pen = {.text = cd_text_open(1, &error), .scale = 1};
    if (pen.text == NULL)
        fprintf(stderr, "collide: the picture has no text: %s\n", error);
    error = "out of memory";
    if (pixels != NULL) {
        pen.canvas = cd_canvas_over(pixels, job->width, job->height, job->width);
        paint(h, &pen);
        error = cd_picture_save(&pen.canvas, job->shot);
    }
    if (error != NULL)
        fprintf(stderr, "collide: cannot write %s: %s\n", job->shot, error);
    cd_text_close(pen.text);
    free(pixels);
    return error == NULL;
}

/// Takes in one frame; false where it is damaged.
static bool take(headless *h, const uint8_t *data, size_t size) {
    cd_message message;
    cd_arena_free(&h->arena);
    if (!cd_message_decode(data, size, &h->arena, &message))
        return false;
    h->frame = message.as.frame;
    for (int i = 0; i < h->frame.print_count; i++) {
        printf("%s\n", h->frame.prints[i]);
        if (h->job->shot != NULL)
            cd_log_add(&h->version->log, h->frame.frame, h->frame.prints[i]);
    }
    if (h->job->shot == NULL)
        return true;
    cd_recording_put(&h->recording, &h->frame, NULL, 0);
    if (h->frame.frame == 0)
        cd_scenery_set(&h->scenery, &h->frame);
    if (h->frame.frame <= 1 || h->frame.frame == h->job->frame)
        cd_scene_extent(&h->frame, &h->extent);
    if (h->frame.frame > h->job->frame - CD_TRAIL_FRAMES)
        cd_trails_feed(&h->trails, &h->frame);
    if (h->frame.frame == h->job->frame)
        h->shot_failed = !shoot(h);
    return true;
}

/// Runs to the end; the version's error says whether all went well.
static bool run(headless *h) {
    cd_version *version = h->version;
    while (version->received < h->job->steps) {
        const uint8_t *data;
        size_t size;
        int missing = h->job->steps - version->requested;
        int room = IN_FLIGHT - (version->requested - version->received);
        if (version->loaded != NULL && missing > 0 && room >= IN_FLIGHT / 2)
            cd_version_request(version,
                               &(cd_step){.count = missing < room ? missing : room,
                                          .detail = h->job->launch.detail},
                               now());
        switch (cd_version_next(version, now(), &data, &size)) {
        case CD_EVENT_NONE:
            cd_client_wait(&version->client, 100);
            break;
        case CD_EVENT_FRAME:
            if (!take(h, data, size))
                return false;
            break;
        case CD_EVENT_ENDED:
            return false;
        default:
            break;
        }
    }
    return true;
}

/// Says what went wrong; returns the exit status: a param that the scenario cannot take is wrong
/// usage.
static int print_error(const headless *h) {
    const cd_error *error = h->version->error;
    char place[1024];
    if (error == NULL) {
        fprintf(stderr, "collide: %s: the runner sent a damaged frame\n", h->job->launch.path);
        return 1;
    }
    bool usage = strcmp(error->phase, "param") == 0;
    cd_error_place(error, h->job->launch.path, place, sizeof place);
    if (usage || strcmp(error->phase, "load") == 0)
        fprintf(stderr, "collide: %s: %s\n", place, error->message);
    else
        fprintf(stderr, "collide: %s: %s (%s, frame %d)\n", place, error->message, error->phase,
                error->frame);
    return usage ? 2 : 1;
}

/// Returns how many failed at any time.
static int count_failures(const cd_frame *frame, bool print) {
    int failed = 0;
    for (int i = 0; i < frame->check_count; i++) {
        const cd_check *check = &frame->checks[i];
        bool good = check->passed && check->first_failure < 0;
        failed += !good;
        if (print && good)
            printf("pass  %s\n", check->name);
        else if (print)
            printf("FAIL  %s (first in frame %d%s%s)\n", check->name, check->first_failure,
                   check->message[0] != '\0' ? ": " : "", check->message);
    }
    return failed;
}

static int report(const headless *h) {
    int failed = count_failures(&h->frame, h->job->checks), count = h->frame.check_count;
    printf("%s: frame %d, time %.6g s, hash %016" PRIx64 ", ", h->job->launch.path, h->frame.frame,
           h->frame.time, h->frame.hash);
    if (count == 0)
        printf("no checks\n");
    else if (failed > 0)
        printf("%d of %d checks failed\n", failed, count);
    else
        printf("%d checks pass\n", count);
    return (h->job->checks && failed > 0) || h->shot_failed;
}

int cd_headless_run(const cd_job *job) {
    headless *h = calloc(1, sizeof *h);
    int status = 1;
    if (h != NULL) {
        h->job = job;
        h->version = cd_version_start(&job->launch, NULL, now());
        if (h->version != NULL && run(h))
            status = report(h);
        else if (h->version != NULL)
            status = print_error(h);
        cd_version_free(h->version);
        cd_arena_free(&h->arena);
        cd_scenery_free(&h->scenery);
        cd_trails_free(&h->trails);
        cd_recording_free(&h->recording);
    } else {
        fprintf(stderr, "collide: out of memory\n");
    }
    free(h);
    return status;
}
