// See version.h. The runner opens no files: it asks for each module that its script requires, and
// this file finds it, reads it and remembers it. Nothing that a runner sends is trusted. One that
// sends anything but what it owes, in order, or asks for too many modules, is killed, and so is one
// that stays silent for too long.
#include "view/play/version.h"

#include "record/allocate.h"
#include "record/source.h"
#include "view/system/folder.h"
#include "view/system/notice.h"
#include "view/system/terminal.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOAD_PATIENCE 2.5  ///< seconds of processor time: the start, and what load may take
#define EXTRA_PATIENCE 0.5 ///< beyond that by which the runner should have ended the script

static const char *copy_text(cd_version *version, const char *text) {
    const char *copy = cd_arena_string(&version->arena, text, strlen(text));
    return copy != NULL ? copy : "";
}

/// Copies a struct into the arena; what it points to lies there already. NULL without memory.
static void *keep(cd_version *version, const void *from, size_t size) {
    void *kept = cd_arena_alloc(&version->arena, size);
    return kept != NULL ? memcpy(kept, from, size) : NULL;
}

/// Stops the runner and ends the version with an error that did not come from it.
static void end_with(cd_version *version, cd_error error) {
    static const cd_error no_memory = {"memory", "the viewer is out of memory", "", 0, "", 0};
    cd_runner_stop(&version->runner, NULL, 0);
    error.message = copy_text(version, error.message);
    if (!cd_version_keep_error(version, &error))
        version->error = &no_memory;
}

/// Likewise, with an error of the next frame in words.
__attribute__((format(printf, 3, 4))) static void fail(cd_version *version, const char *phase,
                                                       const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    end_with(version, (cd_error){phase, text, version->path, 0, "", version->received + 1});
}

bool cd_is_plot_of(const char *plot, const char *path) {
    const char *const bare = path[0] == '=' ? plot : plot + 2; // "s.rock.spin"
    path += path[0] == '=';
    return strncmp(path, bare, strlen(bare)) == 0;
}

/// Lists the paths that are to be plotted now; returns their number.
static int list_plotted(const cd_version *version, const char *paths[CD_PLOTS_MAX]) {
    const int count = version->plotted != NULL ? version->plotted->count : 0;
    for (int i = 0; i < count; i++)
        paths[i] = version->plotted->paths[i];
    return count;
}

static void send_load(cd_version *version, const cd_launch *launch, const cd_bytes *source) {
    const char *paths[CD_PLOTS_MAX];
    cd_message message = {.type = CD_MSG_LOAD, .as.load = launch->load};
    message.as.load.plotted = paths;
    message.as.load.plotted_count = list_plotted(version, paths);
    message.as.load.name = version->path;
    message.as.load.source = (const char *)source->data;
    message.as.load.source_size = source->size;
    cd_runner_send(&version->runner, &message);
}

/// Takes the spare runner if it still runs, else starts one. Returns NULL, or why there is none.
static const char *take_runner(cd_runner *runner, const cd_launch *launch) {
    cd_runner *spare = launch->spare;
    if (spare != NULL && spare->child.pid > 0) {
        cd_runner_pump(spare);
        *runner = *spare;
        *spare = CD_NO_RUNNER;
        if (!runner->ended)
            return NULL;
        cd_runner_stop(runner, NULL, 0);
    }
    return cd_runner_start(runner, launch->program);
}

/// Appends the text of the script, of `other` or from its file. Returns NULL, or why there is none.
static const char *read_script(cd_version *version, const cd_version *other, cd_bytes *source) {
    const char *why = NULL;
    version->watch.former = other != NULL && other->watch.former;
    if (other != NULL && other->watch.count > 0 && (why = other->watch.files[0].why) == NULL)
        cd_bytes_append(source, other->watch.files[0].content, other->watch.files[0].size);
    else if (other == NULL)
        why = cd_source_read(version->path, source);
    cd_watch_add(&version->watch, version->path, NULL, why, source->data, source->size);
    return why;
}

/// A version without a runner; `other`: the one whose text it will run, or NULL.
static cd_version *new_version(const char *path, const cd_version *other) {
    cd_version *version = cd_allocate_zeroed(sizeof *version);
    if (version == NULL)
        return NULL;
    version->runner = CD_NO_RUNNER;
    version->saved = other != NULL && other->saved;
    version->path = copy_text(version, version->saved ? other->path : path);
    version->received = -1;
    version->source = other;
    return version;
}

/// Starts the runner and sends it the script.
static void run(cd_version *version, const cd_launch *launch, const cd_bytes *source, double now) {
    const char *why = take_runner(&version->runner, launch);
    version->plotted = launch->plotted;
    cd_patience_begin(&version->patience, now);
    if (why != NULL) {
        fail(version, "system", "cannot start the runner: %s", why);
        return;
    }
    send_load(version, launch, source);
    cd_runner_pump(&version->runner);
}

cd_version *cd_version_start(const cd_launch *launch, const cd_version *other, double now) {
    assert(launch->program != NULL && (launch->load.name != NULL || other != NULL));
    cd_version *version = new_version(launch->load.name, other);
    if (version == NULL)
        return NULL;
    cd_bytes source = {0};
    const char *why = read_script(version, other, &source);
    if (version->watch.count == 0) { // without memory; an edit would never be seen
        cd_bytes_free(&source);
        cd_version_free(version);
        return NULL;
    }
    if (why != NULL)
        fail(version, "file", "%s", why);
    else
        run(version, launch, &source, now);
    cd_bytes_free(&source);
    // Also a module that is required late must be there when `other` has gone.
    for (int i = 1; version->saved && i < other->watch.count; i++) {
        const cd_watched_file *file = &other->watch.files[i];
        cd_watch_add(&version->watch, file->path, file->module, NULL, file->content, file->size);
    }
    return version;
}

cd_version *cd_version_saved(const char *path) {
    cd_version *version = new_version(path, NULL);
    if (version != NULL)
        version->saved = true;
    return version;
}

void cd_version_run(cd_version *version, const cd_launch *launch, double now) {
    const cd_watched_file *script = &version->watch.files[0];
    cd_bytes source = {.data = (uint8_t *)script->content, .size = script->size};
    version->error = NULL;
    run(version, launch, &source, now);
}

bool cd_version_keep_loaded(cd_version *version, const cd_loaded *loaded) {
    version->loaded = keep(version, loaded, sizeof *loaded);
    return version->loaded != NULL;
}

bool cd_version_keep_error(cd_version *version, const cd_error *error) {
    version->error = keep(version, error, sizeof *error);
    return version->error != NULL;
}

cd_version *cd_version_texts(const cd_version *version) {
    cd_version *texts = cd_allocate_zeroed(sizeof *texts);
    if (texts == NULL)
        return NULL;
    texts->runner = CD_NO_RUNNER;
    texts->saved = version->saved;
    texts->path = copy_text(texts, version->path);
    for (int i = 0; i < version->watch.count; i++) {
        const cd_watched_file *file = &version->watch.files[i];
        cd_watch_add(&texts->watch, file->path, file->module, file->why, file->content, file->size);
    }
    return texts;
}

void cd_version_retire(cd_version *version) {
    cd_runner_stop(&version->runner, NULL, 0);
    cd_recording_free(&version->recording);
    cd_log_clear(&version->log);
}

void cd_version_free(cd_version *version) {
    if (version == NULL)
        return;
    cd_version_retire(version);
    cd_watch_free(&version->watch);
    cd_arena_free(&version->arena);
    free(version);
}

bool cd_version_busy(const cd_version *version) {
    return version->error == NULL && version->received < version->requested;
}

void cd_version_request(cd_version *version, const cd_step *step, double now) {
    if (version->error != NULL || step->count < 1)
        return;
    if (!cd_version_busy(version))
        cd_patience_begin(&version->patience, now);
    const char *paths[CD_PLOTS_MAX];
    cd_message message = {.type = CD_MSG_STEP, .as.step = *step};
    message.as.step.plotted = paths;
    message.as.step.plotted_count = list_plotted(version, paths);
    cd_runner_send(&version->runner, &message);
    cd_runner_pump(&version->runner);
    version->requested += step->count;
}

void cd_version_fail_replay(cd_version *version, int frame) {
    fail(version, "replay", "frame %d does not come out as it was recorded", frame);
}

/// Ends a version as cd_version_fail_frame says; what: "frame".
static void fail_to_take(cd_version *version, const char *what, unsigned failed_before) {
    if (cd_allocations_failed() != failed_before)
        fail(version, "memory", "out of memory: a %s cannot be kept", what);
    else
        fail(version, "runner", "the runner sent a damaged %s", what);
}

void cd_version_fail_frame(cd_version *version, unsigned failed_before) {
    fail_to_take(version, "frame", failed_before);
}

void cd_version_fail_check(cd_version *version, const cd_check *check, int frame) {
    const char *message = check->message;
    char path[CD_PATH_MAX], text[512];
    int length = 0;
    const int line = cd_split_place(check->message, &length, &message);
    snprintf(path, sizeof path, "%.*s", length, check->message);
    snprintf(text, sizeof text, "%s: %s", check->name, message);
    const char *file = line > 0 ? copy_text(version, path) : version->path;
    end_with(version, (cd_error){"check", text, file, line, "", frame});
}

void cd_version_tell_uncontained(const cd_version *version, const char *path) {
    if (version->uncontained == NULL)
        return;
    cd_terminal_print(stderr, "collide: %s: the script is not contained: %s\n", path,
                      version->uncontained);
}

// ---------------------------------------------------------------------------------------- messages

/// Sends the module that the script requires, and watches its file.
static void answer_require(cd_version *version, const char *name) {
    cd_arena arena = {0};
    cd_message message = {.type = CD_MSG_MODULE};
    cd_module *module = &message.as.module;
    const cd_watched_file *known = version->source != NULL
                                       ? cd_watch_module(&version->source->watch, name)
                                   : version->saved ? cd_watch_module(&version->watch, name)
                                                    : NULL;
    if (known != NULL)
        *module = (cd_module){true, known->path, known->content, known->size};
    else if (version->saved)
        *module = cd_source_none(name, &arena);
    else
        *module = cd_source_find(version->path, name, &arena);
    char path[CD_PATH_MAX];
    if (module->found)
        cd_watch_add(&version->watch, module->name, name, NULL, module->source,
                     module->source_size);
    else if (!version->saved && cd_source_path(version->path, name, path, sizeof path))
        cd_watch_add(&version->watch, path, name, "no such file", NULL, 0); // it may be written yet
    cd_runner_send(&version->runner, &message);
    cd_runner_pump(&version->runner);
    cd_arena_free(&arena);
}

/// Answers a question for a module; false where the runner may not ask.
static bool take_question(cd_version *version, const uint8_t *data, size_t size) {
    cd_arena arena = {0};
    cd_message message;
    const bool owes = version->received < version->requested;
    const bool good = owes && ++version->modules <= CD_MODULES_MAX &&
                      cd_message_decode(data, size, &arena, &message);
    if (good)
        answer_require(version, message.as.require.name);
    cd_arena_free(&arena);
    return good;
}

/// Whether a message of this type is one that the runner may send now, but a frame or a question.
static bool is_in_order(const cd_version *version, uint8_t type) {
    return type == CD_MSG_ERROR || (type == CD_MSG_LOADED && !version->begun) ||
           (type == CD_MSG_UNCONTAINED && !version->begun && version->uncontained == NULL);
}

/// Handles any message but a frame. What is kept is decoded into the version's own memory.
static cd_version_event handle(cd_version *version, const uint8_t *data, size_t size) {
    const uint8_t type = data[CD_MESSAGE_TYPE];
    if (type == CD_MSG_REQUIRE && take_question(version, data, size))
        return CD_VERSION_IDLE;
    if (!is_in_order(version, type)) {
        fail(version, "runner", "the runner sent a message that makes no sense");
        return CD_VERSION_ENDED;
    }
    const unsigned failed = cd_allocations_failed();
    cd_message *message = cd_arena_alloc(&version->arena, sizeof *message);
    if (message == NULL || !cd_message_decode(data, size, &version->arena, message)) {
        fail_to_take(version, "message", failed);
        return CD_VERSION_ENDED;
    }
    switch (message->type) {
    case CD_MSG_UNCONTAINED:
        version->uncontained = message->as.uncontained.missing;
        return CD_VERSION_IDLE;
    case CD_MSG_LOADED:
        version->begun = true;
        version->loaded = &message->as.loaded;
        version->patience.begun = -1; // frame 0 has its own time
        return CD_VERSION_LOADED;
    default:
        version->error = &message->as.error;
        cd_runner_stop(&version->runner, NULL, 0);
        return CD_VERSION_ENDED;
    }
}

/// Whether the runner owes something and has been silent for too long. Making a frame and drawing
/// it may each take the budget of the script; frame 0 is made in the time of load.
static bool too_silent(cd_version *version, double now) {
    const double budget = version->begun ? version->loaded->budget : 0;
    const double making = version->received < 0 ? LOAD_PATIENCE : budget;
    return version->received < version->requested &&
           cd_patience_is_over(&version->patience, &version->runner,
                               making + budget + EXTRA_PATIENCE, now);
}

/// Ends the version whose runner has exited, was stopped, is silent, or sends nonsense.
static void end_by_force(cd_version *version, bool stopped, double now) {
    char fate[128];
    const bool exited = version->runner.ended;
    cd_runner_stop(&version->runner, fate, sizeof fate);
    if (exited)
        fail(version, "runner", "the runner %s", fate);
    else if (stopped)
        fail(version, "runner", "the runner was stopped by a signal");
    else
        fail(version, "time", "no answer for %.1f s; the runner was ended",
             now - version->patience.since);
}

/// Whether a frame is the one that comes next, and was asked for.
static bool is_next_frame(const cd_version *version, const uint8_t *data, size_t size) {
    return version->begun && version->received < version->requested &&
           cd_message_frame(data, size) == version->received + 1;
}

cd_version_event cd_version_next(cd_version *version, double now, const uint8_t **data,
                                 size_t *size) {
    while (version->error == NULL) {
        bool damaged;
        if (!cd_runner_next(&version->runner, data, size, &damaged)) {
            cd_runner_pump(&version->runner);
            if (!cd_runner_next(&version->runner, data, size, &damaged)) {
                const bool stopped = cd_runner_is_stopped(&version->runner, now);
                if (!damaged && !stopped && !version->runner.ended && !too_silent(version, now))
                    return CD_VERSION_IDLE;
                if (damaged)
                    fail(version, "runner", "the runner sent what is no message");
                else
                    end_by_force(version, stopped, now);
                break;
            }
        }
        if ((*data)[CD_MESSAGE_TYPE] == CD_MSG_FRAME && is_next_frame(version, *data, *size)) {
            cd_patience_begin(&version->patience, now);
            version->received++;
            return CD_VERSION_FRAME;
        }
        const cd_version_event event = handle(version, *data, *size);
        if (event != CD_VERSION_IDLE)
            return event;
    }
    return CD_VERSION_ENDED;
}
