// See version.h. The runner opens no files: it asks for the modules that its script requires, and
// they are found, read and remembered here. A runner that keeps silent for too long is ended by
// force; its own budget should have struck before.
#include "view/play/version.h"

#include "record/source.h"
#include "view/play/folder.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START_PATIENCE 4.0 ///< seconds until the script is loaded
#define EXTRA_PATIENCE 2.0 ///< seconds beyond the script's own budget
#define STANDSTILL 10.0    ///< seconds without any of the processor's time: it is stuck

static const char *copy(cd_version *version, const char *text) {
    char *copied = cd_arena_string(&version->arena, text, strlen(text));
    return copied != NULL ? copied : "";
}

/// Ends the version with an error that did not come from the runner.
__attribute__((format(printf, 3, 4))) static void fail(cd_version *version, const char *phase,
                                                       const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    static const cd_error no_memory = {"memory", "the viewer is out of memory", "", 0, "", 0};
    version->error = &no_memory;
    cd_error *error = cd_arena_alloc(&version->arena, sizeof *error);
    if (error == NULL)
        return;
    *error = (cd_error){phase, copy(version, text), version->path, 0, "", version->received + 1};
    version->error = error;
}

static void stop_client(cd_version *version) {
    char fate[1];
    cd_client_stop(&version->client, fate, 0);
}

static void send_load(cd_version *version, const cd_launch *launch, const cd_bytes *source) {
    cd_message message = {.type = CD_MSG_LOAD};
    message.as.load = (cd_load){
        .name = version->path,
        .source = (const char *)source->data,
        .source_size = source->size,
        .setting_count = launch->setting_count,
        .settings = launch->settings,
        .has_seed = launch->has_seed,
        .seed = launch->seed,
        .drag = launch->drag,
        .line_count = launch->line_count,
        .lines = launch->lines,
        .trusted = launch->trusted,
        .lenient = launch->lenient,
        .detail = launch->detail,
    };
    cd_client_send(&version->client, &message);
}

/// Takes the spare runner if it is still there, else starts one.
static const char *take_runner(cd_client *client, const cd_launch *launch) {
    cd_client *spare = launch->spare;
    if (spare != NULL && spare->pid > 0) {
        cd_client_pump(spare);
        *client = *spare;
        *spare = (cd_client){.to = -1, .from = -1, .ended = true};
        if (!client->ended)
            return NULL;
        cd_client_stop(client, NULL, 0);
    }
    return cd_client_start(client, launch->program);
}

/// The text of the script: as it was loaded before, or from its file.
static const char *read_script(cd_version *version, const cd_version *like, cd_bytes *source) {
    const char *why = NULL;
    if (like != NULL && like->watch.count > 0 && (why = like->watch.files[0].why) == NULL)
        cd_bytes_append(source, like->watch.files[0].content, like->watch.files[0].size);
    else if (like == NULL)
        why = cd_source_read(version->path, source);
    cd_watch_add(&version->watch, version->path, NULL, why, source->data, source->size);
    return why;
}

static cd_version *new_version(const char *path, const cd_version *like) {
    cd_version *version = calloc(1, sizeof *version);
    if (version == NULL)
        return NULL;
    version->client = (cd_client){.to = -1, .from = -1, .ended = true};
    version->saved = like != NULL && like->saved;
    version->path = copy(version, version->saved ? like->path : path);
    version->received = -1;
    version->used = -1;
    version->like = like;
    return version;
}

static void run(cd_version *version, const cd_launch *launch, const cd_bytes *source, double now) {
    const char *why = take_runner(&version->client, launch);
    version->heard = now;
    if (why != NULL) {
        fail(version, "load", "cannot start the runner: %s", why);
        stop_client(version);
        return;
    }
    send_load(version, launch, source);
    cd_client_pump(&version->client);
}

cd_version *cd_version_start(const cd_launch *launch, const cd_version *like, double now) {
    cd_version *version = new_version(launch->path, like);
    if (version == NULL)
        return NULL;
    cd_bytes source = {0};
    const char *why = read_script(version, like, &source);
    if (why != NULL)
        fail(version, "load", "%s", why);
    else
        run(version, launch, &source, now);
    cd_bytes_free(&source);
    // Also a module that is required late must be there when `like` has gone.
    for (int i = 1; version->saved && i < like->watch.count; i++) {
        const cd_watched *file = &like->watch.files[i];
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
    const cd_watched *script = &version->watch.files[0];
    cd_bytes source = {.data = (uint8_t *)script->content, .size = script->size};
    version->error = NULL;
    run(version, launch, &source, now);
}

/// A copy in the version's own memory of what points into it already; NULL without memory.
static void *keep(cd_version *version, const void *from, size_t size) {
    void *kept = cd_arena_alloc(&version->arena, size);
    return kept != NULL ? memcpy(kept, from, size) : NULL;
}

bool cd_version_keep_loaded(cd_version *version, const cd_loaded *loaded) {
    version->loaded = keep(version, loaded, sizeof *loaded);
    return version->loaded != NULL;
}

bool cd_version_keep_error(cd_version *version, const cd_error *error) {
    version->error = keep(version, error, sizeof *error);
    return version->error != NULL;
}

void cd_version_free(cd_version *version) {
    if (version == NULL)
        return;
    stop_client(version);
    cd_watch_free(&version->watch);
    cd_recording_free(&version->recording);
    cd_log_clear(&version->log);
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
        version->heard = now;
    version->used = -1;
    const cd_message message = {.type = CD_MSG_STEP, .as.step = *step};
    cd_client_send(&version->client, &message);
    cd_client_pump(&version->client);
    version->requested += step->count;
}

/// Finds "file:line: " at the start of a text: the line, the length of the file's name, and what
/// follows; 0 where there is no such thing.
static int split_place(const char *text, int *file, const char **rest) {
    for (const char *at = strchr(text, ':'); at != NULL; at = strchr(at + 1, ':')) {
        int line, length = 0;
        if (sscanf(at, ":%d: %n", &line, &length) == 1 && length > 0 && line > 0) {
            *file = (int)(at - text);
            *rest = at + length;
            return line;
        }
    }
    return 0;
}

void cd_version_fail_replay(cd_version *version, int frame) {
    fail(version, "replay", "frame %d does not come out as it was recorded", frame);
    stop_client(version);
}

void cd_version_fail_check(cd_version *version, const cd_check *check, int frame) {
    const char *message = check->message;
    char path[CD_PATH_MAX];
    int length = 0;
    const int line = split_place(check->message, &length, &message);
    fail(version, "check", "%s: %s", check->name, message);
    cd_error *error = cd_arena_alloc(&version->arena, sizeof *error);
    if (error != NULL) {
        snprintf(path, sizeof path, "%.*s", length, check->message);
        *error = *version->error;
        error->frame = frame;
        error->line = line;
        error->file = line > 0 ? copy(version, path) : error->file;
        version->error = error;
    }
    stop_client(version);
}

// ---------------------------------------------------------------------------------------- messages

/// Where a module that is not there would be looked for first; false for a name that none can have.
static bool expected_path(const char *scenario, const char *name, char *out, size_t size) {
    int folder = (int)(cd_base_name(scenario) - scenario);
    int length = snprintf(out, size, "%.*s%s", folder, scenario, name);
    if (length < 0 || (size_t)length + sizeof ".lua" > size)
        return false;
    for (char *at = out + folder; *at != '\0'; at++) {
        if (*at == '.')
            *at = '/';
        else if (!isalnum((unsigned char)*at) && *at != '_')
            return false;
    }
    strcat(out, ".lua");
    return true;
}

static void answer_require(cd_version *version, const char *name) {
    cd_arena arena = {0};
    cd_message message = {.type = CD_MSG_MODULE};
    cd_module *module = &message.as.module;
    const cd_watched *known = version->like != NULL ? cd_watch_module(&version->like->watch, name)
                              : version->saved      ? cd_watch_module(&version->watch, name)
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
    else if (!version->saved && expected_path(version->path, name, path, sizeof path))
        cd_watch_add(&version->watch, path, name, "no such file", NULL, 0); // it may come yet
    cd_client_send(&version->client, &message);
    cd_client_pump(&version->client);
    cd_arena_free(&arena);
}

static cd_version_event handle(cd_version *version, const cd_message *message) {
    switch (message->type) {
    case CD_MSG_REQUIRE:
        answer_require(version, message->as.require.name);
        return CD_EVENT_NONE;
    case CD_MSG_LOADED:
        version->loaded = &message->as.loaded;
        return CD_EVENT_LOADED;
    case CD_MSG_ERROR:
        version->error = &message->as.error;
        stop_client(version);
        return CD_EVENT_ENDED;
    default:
        fail(version, "runner", "the runner sent a message that makes no sense");
        stop_client(version);
        return CD_EVENT_ENDED;
    }
}

/// Everything but a frame is decoded at once, into the version's own memory.
static cd_version_event take(cd_version *version, const uint8_t *data, size_t size) {
    if (data[4] == CD_MSG_FRAME && version->loaded != NULL) {
        version->received++;
        return CD_EVENT_FRAME;
    }
    cd_message *message = cd_arena_alloc(&version->arena, sizeof *message);
    if (message == NULL || !cd_message_decode(data, size, &version->arena, message)) {
        fail(version, "runner", "the runner sent a damaged message");
        stop_client(version);
        return CD_EVENT_ENDED;
    }
    return handle(version, message);
}

/// Whether the runner keeps silent for too long. Its own budget is of the processor's time, and
/// knows the line; so on a busy machine patience, too, is of that, as long as it gets some.
static bool too_silent(cd_version *version, double now) {
    const double patience =
        version->loaded != NULL ? version->loaded->budget + EXTRA_PATIENCE : START_PATIENCE;
    if (!(cd_version_busy(version) || version->received < 0) || now - version->heard <= patience)
        return false;
    const double used = cd_client_used(&version->client);
    if (version->used < 0) {
        version->used = version->used_last = used;
        version->moved = now;
    }
    if (used > version->used_last) {
        version->used_last = used;
        version->moved = now;
    }
    return used < 0 || used - version->used > patience || now - version->moved > STANDSTILL;
}

static cd_version_event end_by_force(cd_version *version, double now) {
    char fate[128];
    bool alive = !version->client.ended;
    cd_client_stop(&version->client, fate, sizeof fate);
    if (alive)
        fail(version, "time", "no answer for %.1f s; the runner was ended", now - version->heard);
    else
        fail(version, "runner", "the runner %s", fate);
    return CD_EVENT_ENDED;
}

cd_version_event cd_version_next(cd_version *version, double now, const uint8_t **data,
                                 size_t *size) {
    while (version->error == NULL) {
        bool damaged;
        if (!cd_client_next(&version->client, data, size, &damaged)) {
            cd_client_pump(&version->client);
            if (!cd_client_next(&version->client, data, size, &damaged)) {
                if (damaged || version->client.ended || too_silent(version, now))
                    return end_by_force(version, now);
                return CD_EVENT_NONE;
            }
        }
        version->heard = now;
        version->used = -1;
        cd_version_event event = take(version, *data, *size);
        if (event != CD_EVENT_NONE)
            return event;
    }
    return CD_EVENT_ENDED;
}

void cd_error_place(const cd_error *error, const char *path, char *out, size_t size) {
    const char *file = error->file[0] != '\0' ? error->file : path;
    if (error->line > 0)
        snprintf(out, size, "%s:%d", file, error->line);
    else
        snprintf(out, size, "%s", file);
}
