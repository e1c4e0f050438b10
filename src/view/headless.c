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
    cd_inputs none;         ///< the input of a script's run
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
        .path = job->path,
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
    if (h->job->save != NULL) {
        if (!cd_recording_put(&h->version->recording, &h->frame, data, size))
            return false;
        cd_recording_thin(&h->version->recording, h->job->memory, h->frame.frame);
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

static const cd_inputs *inputs_of(const headless *h) {
    return h->job->replay != NULL ? &h->job->replay->inputs : &h->none;
}

/// Runs to the end; the version's error says whether all went well.
static bool run(headless *h) {
    cd_version *version = h->version;
    while (version->received < h->job->steps) {
        const uint8_t *data;
        size_t size;
        int missing = h->job->steps - version->requested;
        int room = IN_FLIGHT - (version->requested - version->received);
        if (version->loaded != NULL && missing > 0 && room >= IN_FLIGHT / 2) {
            cd_ask ask;
            cd_inputs_ask(inputs_of(h), version->requested + 1, missing < room ? missing : room,
                          h->job->launch.detail, &ask);
            cd_version_request(version, &ask.step, now());
        }
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
        fprintf(stderr, "collide: %s: the runner sent a damaged frame\n", h->job->path);
        return 1;
    }
    bool usage = strcmp(error->phase, "param") == 0;
    cd_error_place(error, h->job->path, place, sizeof place);
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
    printf("%s: frame %d, time %.6g s, hash %016" PRIx64 ", ", h->job->path, h->frame.frame,
           h->frame.time, h->frame.hash);
    if (count == 0)
        printf("no checks\n");
    else if (failed > 0)
        printf("%d of %d checks failed\n", failed, count);
    else
        printf("%d checks pass\n", count);
    return (h->job->checks && failed > 0) || h->shot_failed;
}

/// Shows a kept run from its recording, as it was seen. False: not all that is needed is there.
static bool show_recorded(headless *h) {
    const cd_recording *kept = &h->job->replay->version->recording;
    for (int i = 0; i <= h->job->steps; i++)
        if (cd_recording_detail(kept, i) != CD_DETAIL_FULL)
            return false;
    for (int i = 0; i <= h->job->steps; i++)
        if (!take(h, kept->moments[i].bytes.data, kept->moments[i].bytes.size))
            return false;
    return true;
}

/// Returns whether that failed.
static bool save(const headless *h) {
    const cd_version *version = h->version;
    const char *path = h->job->save;
    const char *why = cd_replay_save(path, version, inputs_of(h), &h->job->launch);
    if (why != NULL)
        fprintf(stderr, "collide: cannot write %s: %s\n", path, why);
    else
        printf("%s: frames 0 to %d are kept\n", path, version->recording.count - 1);
    return why != NULL;
}

/// Runs, reports and saves; the exit status.
static int go(headless *h) {
    const cd_job *job = h->job;
    if (job->replay != NULL && job->save == NULL) {
        h->version = job->replay->version;
        const bool shown = show_recorded(h);
        const int status = shown ? report(h) : 0;
        h->version = NULL;
        if (shown)
            return status;
    }
    h->version = cd_version_start(&job->launch, job->replay ? job->replay->version : NULL, now());
    if (h->version == NULL)
        return 1;
    int status = run(h) ? report(h) : print_error(h);
    if (job->save != NULL && h->version->loaded != NULL && save(h))
        status = 1;
    return status;
}

int cd_headless_run(const cd_job *job) {
    headless *h = calloc(1, sizeof *h);
    int status = 1;
    if (h != NULL) {
        h->job = job;
        status = go(h);
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
