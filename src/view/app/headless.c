// See headless.h. Frames are processed as they arrive and not kept, except for what pictures need:
// the extent of the first two, the trails, the plots, and the checks of the last one.
#include "view/app/headless.h"

#include "record/allocate.h"
#include "record/new_file.h"
#include "view/app/film.h"
#include "view/inspect/plots_file.h"
#include "view/panels/screen.h"
#include "view/play/drive.h"
#include "view/system/exit_status.h"
#include "view/system/interrupt.h"
#include "view/system/notice.h"
#include "view/system/terminal.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 600 ///< updates, where the command line names neither their number nor a frame

typedef struct headless {
    const cd_options *options;
    cd_launch launch;
    cd_input_step storage; ///< of `launch`
    const char *path;      ///< of what was opened
    const cd_replay *replay;
    int steps, frame_of_shot, first, last; ///< updates; the picture; the video
    int seen_from, seen_to; ///< the first and the last frame of which there are pictures
    cd_version *version;
    cd_arena arena;   ///< of `frame`
    cd_frame frame;   ///< the last that came
    cd_extent extent; ///< of the first two frames
    cd_kept kept;     ///< by the picture of the second of them
    cd_scenery scenery;
    cd_trails trails;
    cd_label_memory names;  ///< of the video's pictures
    cd_recording recording; ///< without messages, for the timeline
    cd_inputs none;         ///< the input of a script's run
    cd_inspector inspector; ///< of --why
    bool shot_failed, plots_failed, why_failed;
    bool aim_failed; ///< scenario.camera has raised, which has been said
    cd_text *text;
    cd_film *film;
    cd_canvas canvas; ///< of the film
    uint32_t *pixels;
    int stride;     ///< frames from picture to picture
    cd_bytes begun; ///< frame 0 of a video, until frame 1 shows how large the world is
} headless;

static double scale_of(const headless *h) { return h->options->scale > 0 ? h->options->scale : 1; }

// --------------------------------------------------------------------------------------- pictures

/// Says why a file could not be written, but for memory that ran out, of which cd_headless_run
/// tells.
static void say_unwritten(const char *path, const char *why) {
    if (cd_allocations_failed() == 0)
        cd_terminal_print(stderr, "collide: cannot write %s: %s\n", path, why);
}

/// The screen of the present frame; everything is shown as when a window opens.
static cd_screen screen_of(headless *h, bool panels) {
    static const cd_notice no_notice;
    static cd_time_view whole;
    const cd_options *o = h->options;
    cd_screen screen = {
        .inspector = &h->inspector,
        .time = &whole, // with the buttons that a window has
        .path = h->path,
        .loaded = h->version->loaded,
        .speed = 1,
        .seeking = -1,
        .diverges = -1,
        .panels = panels,
        .trusted = h->launch.load.trusted,
        .can_hunt = cd_version_has_files(h->version) && !h->launch.load.trusted,
        .log = &h->version->log,
        .recording = &h->recording,
        .notice = &no_notice,
    };
    h->inspector.lens = o->lens;
    if (o->lens != 0 && h->inspector.query < 0)
        cd_inspector_set_frame(&h->inspector, &h->frame);
    const double scale = scale_of(h);
    const cd_rect viewport = cd_screen_viewport(&screen, o->width, o->height, scale);
    const cd_extent extent = cd_scene_framed(&h->extent, &h->kept, &h->frame);
    screen.scene = (cd_scene){
        .frame = &h->frame,
        .scenery = &h->scenery,
        .trails = &h->trails,
        .camera = cd_camera_make(cd_screen_view(screen.loaded, o->view), viewport),
        .extent = extent,
        .kept = !h->frame.aim.set,
        .shown = cd_toggles_for(CD_SHOW_USUAL, screen.loaded),
        .pick = &h->inspector,
        .budget = CD_PICTURE_BUDGET,
        .page = o->page,
    };
    cd_scene_aim(&h->frame, &h->extent, &extent, scale, &screen.scene.camera);
    return screen;
}

/// Opens the fonts, once. A picture without text is better than none.
static void open_text(headless *h) {
    const char *error = NULL;
    if (h->text == NULL && (h->text = cd_text_open(scale_of(h), &error)) == NULL &&
        cd_allocations_failed() == 0)
        cd_terminal_print(stderr, "collide: the picture has no text: %s\n", error);
}

/// Writes the picture of the present frame; false where that fails, which is said.
static bool shoot(headless *h) {
    const cd_options *o = h->options;
    open_text(h);
    const cd_screen screen = screen_of(h, !o->no_panels);
    const char *error = "out of memory";
    if (cd_allocations_failed() == 0)
        error = cd_screen_save(&screen, o->width, o->height, h->text, scale_of(h), o->shot);
    if (error != NULL)
        say_unwritten(o->shot, error);
    return error == NULL;
}

/// Begins the video; false where there will be none, which is said.
static bool begin_film(headless *h) {
    const cd_options *o = h->options;
    char said[400] = "out of memory";
    const double rate = 1 / h->version->loaded->dt;
    h->stride = cd_film_stride(o->record, rate);
    h->pixels = cd_allocate((size_t)o->width * (size_t)o->height * sizeof *h->pixels);
    open_text(h);
    if (cd_allocations_failed() == 0) {
        h->canvas = cd_canvas_over(h->pixels, o->width, o->height, o->width);
        h->film = cd_film_start(o->record, o->width, o->height, cd_film_rate(o->record, rate),
                                (h->last - h->first) / h->stride + 1, said, sizeof said);
    }
    if (h->film == NULL)
        say_unwritten(o->record, said);
    else if (said[0] != '\0')
        cd_terminal_print(stderr, "collide: %s\n", said);
    return h->film != NULL;
}

/// Adds the present frame to the video, if it is one of its frames.
static bool film(headless *h) {
    const int n = h->frame.frame;
    if (n < h->first || n > h->last || (n - h->first) % h->stride != 0)
        return true;
    cd_screen screen = screen_of(h, h->options->panels);
    screen.scene.names = &h->names;
    cd_pen pen = {h->canvas, h->text, scale_of(h)};
    cd_screen_draw(&pen, &screen);
    return cd_film_add(h->film, &h->canvas);
}

/// Ends the video and says how it went; true where it is whole.
static bool end_film(headless *h) {
    char said[500];
    int pictures = 0;
    const bool good = cd_film_finish(h->film, said, sizeof said, &pictures);
    h->film = NULL;
    if (good)
        cd_terminal_print(stdout, "%s: %d pictures, %.3g s\n", said, pictures,
                          pictures * h->stride * h->version->loaded->dt);
    else
        say_unwritten(h->options->record, said);
    return good;
}

// ----------------------------------------------------------------------------------------- frames

/// Takes how large the world is from one of the first two frames.
static void measure(headless *h) {
    cd_scene_extent(&h->frame, &h->extent);
    if (h->frame.frame == 1 || !h->kept.some)
        h->kept = h->frame.kept;
}

/// Takes what pictures need of the present frame, and makes its pictures.
static bool see(headless *h) {
    const cd_options *o = h->options;
    const int n = h->frame.frame;
    const bool filming = o->record != NULL;
    cd_recording_put(&h->recording, &h->frame, NULL, 0);
    if (n == 0)
        cd_scenery_set(&h->scenery, &h->frame);
    if (n <= 1)
        measure(h);
    if (n > h->seen_from - CD_TRAIL_FRAMES && h->frame.detail > CD_DETAIL_NONE)
        cd_trails_feed(&h->trails, &h->frame);
    if (o->asks_why && n == h->frame_of_shot) {
        h->why_failed = !cd_why_pick(&o->why, &h->frame, &h->inspector);
        if (!h->why_failed)
            cd_why_print(&h->inspector);
    }
    if (o->shot != NULL && n == h->frame_of_shot)
        h->shot_failed = !shoot(h);
    cd_inspector_set_frame(&h->inspector, NULL);
    return !filming || film(h);
}

static bool decode(headless *h, const uint8_t *data, size_t size) {
    cd_message message;
    cd_arena_free(&h->arena);
    if (!cd_message_decode(data, size, &h->arena, &message))
        return false;
    h->frame = message.as.frame;
    return true;
}

/// Takes a frame; false where it is damaged, there can be no video of it, nobody takes what is
/// printed, or a signal asks the program to end.
static bool take(void *user, const uint8_t *data, size_t size) {
    headless *h = user;
    const cd_options *o = h->options;
    if (!decode(h, data, size))
        return false;
    const bool seen = o->shot != NULL || o->record != NULL || o->plots != NULL || o->asks_why;
    for (int i = 0; i < h->frame.print_count; i++) {
        cd_terminal_lines(stdout, h->frame.prints[i]);
        putchar('\n');
        if (seen)
            cd_log_add(&h->version->log, h->frame.frame, h->frame.prints[i]);
    }
    if (ferror(stdout) || cd_interrupt() != 0)
        return false;
    if (o->save != NULL) {
        cd_recording *recording = &h->version->recording;
        if (!cd_recording_put(recording, &h->frame, data, size))
            return false;
        cd_recording_thin(recording, o->memory > 0 ? o->memory : CD_RECORDING_MAX, h->frame.frame);
    }
    if (!h->aim_failed && h->frame.aim.set && h->frame.aim.problem[0] != '\0') {
        h->aim_failed = true;
        cd_terminal_print(stderr, "collide: %s (camera, frame %d; the picture stays as it was)\n",
                          h->frame.aim.problem, h->frame.frame);
    }
    if (!seen)
        return true;
    if (o->record != NULL && h->film == NULL && !begin_film(h))
        return false;
    // A video begins when frame 1 has shown how large the world is, so that it does not leap there.
    if (h->frame.frame == 0 && o->record != NULL && h->steps > 0) {
        cd_bytes_append(&h->begun, data, size);
        return true;
    }
    if (h->frame.frame == 1 && h->begun.size > 0) {
        measure(h);
        if (!decode(h, h->begun.data, h->begun.size) || !see(h) || !decode(h, data, size))
            return false;
        cd_bytes_free(&h->begun);
    }
    return see(h);
}

// ------------------------------------------------------------------------------------------- runs

/// Whether a text of the script has the word plot: then a picture's chart needs all frames before.
static bool may_plot(const headless *h) {
    const cd_watch *watch = h->version != NULL ? &h->version->watch : NULL;
    for (int i = 0; watch != NULL && i < watch->count; i++)
        if (watch->files[i].content != NULL && strstr(watch->files[i].content, "plot") != NULL)
            return true;
    return false;
}

/// The detail that a frame is needed in. Only full detail calls scenario.draw: for pictures, for
/// what is kept, and for --check, which is to find its errors too. The trails of a picture need
/// shapes.
static cd_detail detail_of(const void *user, int n) {
    const headless *h = user;
    const cd_options *o = h->options;
    if (o->check || o->save != NULL || o->plots != NULL)
        return CD_DETAIL_FULL;
    if ((o->shot == NULL && o->record == NULL && !o->asks_why) || n > h->seen_to)
        return CD_DETAIL_NONE;
    if (n <= 1 || ((o->shot != NULL || o->asks_why) && n == h->frame_of_shot) ||
        (o->record != NULL && n >= h->first && n <= h->last) || may_plot(h))
        return CD_DETAIL_FULL;
    return n > h->seen_from - CD_TRAIL_FRAMES ? CD_DETAIL_SHAPES : CD_DETAIL_NONE;
}

static const cd_inputs *inputs_of(const headless *h) {
    return h->replay != NULL            ? &h->replay->inputs
           : h->options->opened != NULL ? &h->options->opened->inputs
                                        : &h->none;
}

/// Says what ended the run early and returns the exit status: a param that the scenario cannot take
/// counts as wrong usage. Of memory that ran out cd_headless_run tells.
static int print_error(const headless *h) {
    const cd_error *error = h->version->error;
    char place[1024];
    if (cd_allocations_failed() > 0) // which may look like any other error
        return CD_EXIT_FILES;
    if (ferror(stdout))
        return CD_EXIT_FILES; // which app.c says
    if (cd_interrupt() != 0) {
        cd_terminal_print(stderr, "collide: %s: ended by a signal in frame %d\n", h->path,
                          h->frame.frame);
        return 0;
    }
    if (error == NULL) {
        cd_terminal_print(stderr, "collide: %s: the runner sent a damaged frame\n", h->path);
        return CD_EXIT_SCRIPT;
    }
    const char *phase = error->phase;
    const bool usage = strcmp(phase, "param") == 0, file = strcmp(phase, "file") == 0;
    cd_error_place(error, h->path, place, sizeof place);
    cd_terminal_print(stderr, "collide: %s: ", place);
    cd_terminal_line(stderr, error->message);
    if (!usage && !file && strcmp(phase, "load") != 0)
        cd_terminal_print(stderr, " (%s, frame %d)", phase, error->frame);
    fputc('\n', stderr);
    return usage                                  ? CD_EXIT_USAGE
           : file || strcmp(phase, "system") == 0 ? CD_EXIT_FILES
                                                  : CD_EXIT_SCRIPT;
}

/// Returns how many checks have failed in any frame, and prints them all if `print`.
static int count_failures(const cd_frame *frame, bool print) {
    int failed = 0;
    for (int i = 0; i < frame->check_count; i++) {
        const cd_check *check = &frame->checks[i];
        bool good = check->passed && check->first_failure < 0;
        failed += !good;
        if (!print)
            continue;
        fputs(good ? "pass  " : "FAIL  ", stdout);
        cd_terminal_line(stdout, check->name);
        if (!good) {
            printf(" (first in frame %d%s", check->first_failure,
                   check->message[0] != '\0' ? ": " : "");
            cd_terminal_line(stdout, check->message);
            putchar(')');
        }
        putchar('\n');
    }
    return failed;
}

/// Prints the result of the run; returns the exit status.
static int report(const headless *h) {
    int failed = count_failures(&h->frame, h->options->check), count = h->frame.check_count;
    cd_terminal_print(stdout, "%s: frame %d, time %.6g s, hash %016" PRIx64 ", ", h->path,
                      h->frame.frame, h->frame.time, h->frame.hash);
    if (count == 0)
        printf("no checks\n");
    else if (failed > 0)
        printf("%d of %d checks failed\n", failed, count);
    else
        printf(count == 1 ? "%d check passes\n" : "%d checks pass\n", count);
    if (h->shot_failed || h->plots_failed)
        return CD_EXIT_FILES;
    if (h->why_failed)
        return CD_EXIT_USAGE;
    return h->aim_failed ? CD_EXIT_SCRIPT : h->options->check && failed > 0 ? CD_EXIT_CHECKS : 0;
}

/// Whether a saved run has all frames in full that are wanted of it.
static bool is_whole(const headless *h) {
    for (int i = 0; i <= h->steps; i++)
        if (cd_recording_detail(&h->replay->version->recording, i) < CD_DETAIL_FULL)
            return false;
    return true;
}

/// Shows a saved run as it was seen, without running it.
static bool show_recorded(headless *h) {
    const cd_recording *kept = &h->replay->version->recording;
    for (int i = 0; i <= h->steps; i++)
        if (!take(h, kept->moments[i].bytes.data, kept->moments[i].bytes.size))
            return false;
    return true;
}

/// The exit status of a run of which a file could not be written: an error of the script comes
/// first.
static int without_file(int status) {
    return status == 0 || status == CD_EXIT_CHECKS ? CD_EXIT_FILES : status;
}

/// Writes the plots.
static void save_plots(headless *h) {
    const char *path = h->options->plots;
    const char *why = cd_plots_save(&h->recording, h->version->loaded->dt, path);
    h->plots_failed = why != NULL;
    if (why != NULL)
        say_unwritten(path, why);
}

/// Writes what is wrong, for an editor; false where that fails, which is said.
static bool tell_problems(const headless *h) {
    const cd_error *error = h->version->error;
    cd_bytes text = {0};
    char where[CD_PATH_MAX + 16] = "";
    if (h->options->problems == NULL)
        return true;
    if (error != NULL)
        cd_error_place(error, h->path, where, sizeof where);
    cd_problems_append(&text, h->path, where, error != NULL ? error->message : NULL,
                       h->frame.checks, error == NULL ? h->frame.check_count : 0);
    const char *why = cd_new_file_write(h->options->problems, &text);
    cd_bytes_free(&text);
    if (why != NULL)
        say_unwritten(h->options->problems, why);
    return why == NULL;
}

/// Ends the video, writes the plots, prints how the run went and returns the exit status.
static int finish(headless *h, bool good) {
    const bool filmed = h->film == NULL || end_film(h);
    if (h->options->plots != NULL && h->version->loaded != NULL)
        save_plots(h);
    cd_version_tell_uncontained(h->version, h->path);
    const bool interrupted = cd_interrupt() != 0 || ferror(stdout);
    if (!good && !interrupted && h->version->error == NULL && h->options->record != NULL)
        return CD_EXIT_FILES; // there can be no video, which has been said
    const int status = good ? report(h) : print_error(h);
    if (!tell_problems(h))
        return without_file(status);
    return filmed ? status : without_file(status);
}

/// Saves the run; false where that fails, which is said.
static bool save(const headless *h) {
    const char *path = h->options->save;
    const char *why = cd_replay_save(path, h->version, inputs_of(h), &h->launch);
    if (why != NULL)
        say_unwritten(path, why);
    else
        cd_terminal_print(stdout, "%s: frames 0 to %d are kept\n", path,
                          h->version->recording.count - 1);
    return why == NULL;
}

/// Runs, reports and saves; returns the exit status.
static int run(headless *h) {
    cd_version *recorded = h->replay != NULL ? h->replay->version : NULL;
    if (recorded != NULL && h->options->save == NULL && is_whole(h)) {
        h->version = recorded;
        return finish(h, show_recorded(h));
    }
    h->version = cd_version_start(&h->launch, recorded, cd_clock());
    if (h->version == NULL)
        return CD_EXIT_FILES; // cd_headless_run says why
    int status =
        finish(h, cd_version_drive(h->version, inputs_of(h), h->steps, detail_of, take, h));
    if (h->options->save != NULL && h->version->loaded != NULL && !save(h))
        status = without_file(status);
    return status;
}

/// Completes what the command line leaves open.
static void plan(headless *h, const cd_launch *launch) {
    const cd_options *o = h->options;
    h->steps = o->steps >= 0                         ? o->steps
               : o->last >= 0 && o->last >= o->frame ? o->last
               : o->frame >= 0                       ? o->frame
               : h->replay != NULL                   ? h->replay->version->recording.count - 1
               : o->opened != NULL                   ? o->opened->frames
                                                     : STEPS;
    h->frame_of_shot = o->frame >= 0 ? o->frame : h->steps;
    h->first = o->first >= 0 ? o->first : 0;
    h->last = o->last >= 0 ? o->last : h->steps;
    h->launch =
        h->replay != NULL ? cd_replay_launch(h->replay, launch->program, &h->storage) : *launch;
    if (o->opened != NULL) {
        h->launch = cd_launch_with_input(launch, &o->opened->inputs, &h->storage);
        h->launch.load.lenient = false;
    }
    const bool shot = o->shot != NULL || o->asks_why, filmed = o->record != NULL;
    h->seen_from = filmed && (!shot || h->first < h->frame_of_shot) ? h->first : h->frame_of_shot;
    h->seen_to = filmed && (!shot || h->last > h->frame_of_shot) ? h->last : h->frame_of_shot;
    h->launch.load.detail = detail_of(h, 0);
}

int cd_headless_run(const cd_options *options, const cd_launch *launch, const char *path,
                    const cd_replay *replay) {
    headless *h = cd_allocate_zeroed(sizeof *h);
    if (h == NULL) {
        cd_terminal_print(stderr, "collide: out of memory\n");
        return CD_EXIT_FILES;
    }
    assert(options->width > 0 && options->height > 0);
    h->options = options;
    h->path = path;
    h->replay = replay;
    h->inspector = (cd_inspector){.query = -1, .shape = -1};
    plan(h, launch);
    int status = run(h);
    if (cd_allocations_failed() > 0) {
        cd_terminal_print(stderr, "collide: %s: out of memory\n", path);
        status = CD_EXIT_FILES;
    }
    if (replay == NULL || h->version != replay->version)
        cd_version_free(h->version);
    cd_arena_free(&h->arena);
    cd_scenery_free(&h->scenery);
    cd_trails_free(&h->trails);
    cd_recording_free(&h->recording);
    cd_bytes_free(&h->begun);
    cd_inspector_free(&h->inspector);
    cd_text_close(h->text);
    free(h->pixels);
    free(h);
    return status;
}
