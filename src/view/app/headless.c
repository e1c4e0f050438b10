// See headless.h. Frames are looked at as they come and not kept: only what the picture needs of
// them (its own frame, the extent of the first two, the trails) and the checks of the last one.
#include "view/app/headless.h"

#include "view/app/film.h"
#include "view/panels/screen.h"
#include "view/play/drive.h"
#include "view/raster/picture.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    cd_film *film;
    cd_pen pen; ///< of the film
    uint32_t *pixels;
    int stride;     ///< frames from picture to picture
    cd_bytes begun; ///< frame 0, until frame 1 has told how large the world is
} headless;

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
    cd_pen pen = {.text = cd_text_open(job->scale, &error), .scale = job->scale};
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

// ------------------------------------------------------------------------------------------ video

/// False where there will be no video, said on stderr.
static bool begin_film(headless *h) {
    const cd_job *job = h->job;
    char said[400];
    const char *error = NULL;
    const double rate = 1 / h->version->loaded->dt;
    h->stride = cd_film_stride(job->record, rate);
    h->pixels = malloc((size_t)job->width * (size_t)job->height * sizeof *h->pixels);
    h->pen = (cd_pen){.text = cd_text_open(job->scale, &error), .scale = job->scale};
    snprintf(said, sizeof said, "out of memory");
    if (h->pixels != NULL) {
        h->pen.canvas = cd_canvas_over(h->pixels, job->width, job->height, job->width);
        h->film =
            cd_film_start(job->record, job->width, job->height, cd_film_rate(job->record, rate),
                          (job->last - job->first) / h->stride + 1, said, sizeof said);
    }
    if (h->film == NULL)
        fprintf(stderr, "collide: cannot write %s: %s\n", job->record, said);
    else if (said[0] != '\0')
        fprintf(stderr, "collide: %s\n", said);
    return h->film != NULL;
}

/// Adds the present frame, where it is one of the video.
static bool film(headless *h) {
    const int n = h->frame.frame;
    if (n < h->job->first || n > h->job->last || (n - h->job->first) % h->stride != 0)
        return true;
    paint(h, &h->pen);
    return cd_film_add(h->film, &h->pen.canvas);
}

/// True where the video is whole; says so.
static bool end_film(headless *h) {
    char said[500];
    int pictures = 0;
    const bool good = cd_film_finish(h->film, said, sizeof said, &pictures);
    h->film = NULL;
    if (good)
        printf("%s: %d pictures, %.3g s\n", said, pictures,
               pictures * h->stride * h->version->loaded->dt);
    else
        fprintf(stderr, "collide: cannot write %s: %s\n", h->job->record, said);
    return good;
}

// ----------------------------------------------------------------------------------------- frames

/// What pictures need of a frame, and the pictures of it.
static bool see(headless *h) {
    const cd_job *job = h->job;
    const int n = h->frame.frame,
              from = job->record != NULL && job->first < job->frame ? job->first : job->frame;
    cd_recording_put(&h->recording, &h->frame, NULL, 0);
    if (n == 0)
        cd_scenery_set(&h->scenery, &h->frame);
    if (n <= 1 || (n == job->frame && job->record == NULL)) // a video's camera stands still
        cd_scene_extent(&h->frame, &h->extent);
    if (n > from - CD_TRAIL_FRAMES)
        cd_trails_feed(&h->trails, &h->frame);
    if (job->shot != NULL && n == job->frame)
        h->shot_failed = !shoot(h);
    return job->record == NULL || film(h);
}

static bool decode(headless *h, const uint8_t *data, size_t size) {
    cd_message message;
    cd_arena_free(&h->arena);
    if (!cd_message_decode(data, size, &h->arena, &message))
        return false;
    h->frame = message.as.frame;
    return true;
}

/// Takes in one frame; false where it is damaged, or there can be no video of it.
static bool take(void *user, const uint8_t *data, size_t size) {
    headless *h = user;
    const cd_job *job = h->job;
    if (!decode(h, data, size))
        return false;
    const bool seen = job->shot != NULL || job->record != NULL;
    for (int i = 0; i < h->frame.print_count; i++) {
        printf("%s\n", h->frame.prints[i]);
        if (seen)
            cd_log_add(&h->version->log, h->frame.frame, h->frame.prints[i]);
    }
    if (job->save != NULL) {
        if (!cd_recording_put(&h->version->recording, &h->frame, data, size))
            return false;
        cd_recording_thin(&h->version->recording, job->memory, h->frame.frame);
    }
    if (!seen)
        return true;
    if (job->record != NULL && h->film == NULL && !begin_film(h))
        return false;
    // Frame 1 tells how large the world is, so that a video does not leap there.
    if (h->frame.frame == 0 && job->record != NULL && job->steps > 0) {
        cd_bytes_append(&h->begun, data, size);
        return true;
    }
    if (h->frame.frame == 1 && h->begun.size > 0) {
        cd_scene_extent(&h->frame, &h->extent);
        if (!decode(h, h->begun.data, h->begun.size) || !see(h) || !decode(h, data, size))
            return false;
        cd_bytes_free(&h->begun);
    }
    return see(h);
}

static const cd_inputs *inputs_of(const headless *h) {
    return h->job->replay != NULL ? &h->job->replay->inputs : &h->none;
}

/// Runs to the end; the version's error says whether all went well.
static bool run(headless *h) {
    const cd_job *job = h->job;
    return cd_version_drive(h->version, inputs_of(h), job->steps, job->launch.detail, take, h);
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
        printf(count == 1 ? "%d check passes\n" : "%d checks pass\n", count);
    return (h->job->checks && failed > 0) || h->shot_failed;
}

/// Whether a kept run has all that is needed of it in its recording.
static bool is_whole(const headless *h) {
    for (int i = 0; i <= h->job->steps; i++)
        if (cd_recording_detail(&h->job->replay->version->recording, i) != CD_DETAIL_FULL)
            return false;
    return true;
}

/// Shows it as it was seen.
static bool show_recorded(headless *h) {
    const cd_recording *kept = &h->job->replay->version->recording;
    for (int i = 0; i <= h->job->steps; i++)
        if (!take(h, kept->moments[i].bytes.data, kept->moments[i].bytes.size))
            return false;
    return true;
}

/// Says how the run went, ends the video and returns the exit status.
static int tell(headless *h, bool good) {
    const bool filmed = h->film == NULL || end_film(h);
    if (!good && h->version->error == NULL && h->job->record != NULL)
        return 1; // there is no video, which has been said
    const int status = good ? report(h) : print_error(h);
    return filmed ? status : 1;
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
        const bool whole = is_whole(h);
        const int status = whole ? tell(h, show_recorded(h)) : 0;
        h->version = NULL;
        if (whole)
            return status;
    }
    h->version =
        cd_version_start(&job->launch, job->replay ? job->replay->version : NULL, cd_clock());
    if (h->version == NULL)
        return 1;
    int status = tell(h, run(h));
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
        cd_bytes_free(&h->begun);
        cd_text_close(h->pen.text);
        free(h->pixels);
    } else {
        fprintf(stderr, "collide: out of memory\n");
    }
    free(h);
    return status;
}
