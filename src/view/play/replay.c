// See replay.h. Reading trusts nothing: the file has a checksum, but whoever forges that is stopped
// here, message by message.
#include "view/play/replay.h"

#include "record/saved.h"
#include "record/source.h"
#include "view/play/drive.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- writing

/// Chooses of which frames the messages are saved: multiples of the result, besides the first two
/// and the last one. Their size is at most CD_REPLAY_MAX.
static int choose_stride(const cd_recording *recording) {
    size_t sum = SIZE_MAX;
    int stride = 1;
    for (; stride < recording->count && sum > CD_REPLAY_MAX;
         stride *= sum > CD_REPLAY_MAX ? 2 : 1) {
        sum = 0;
        for (int i = 0; i < recording->count; i += stride)
            sum += recording->moments[i].bytes.size;
    }
    return stride;
}

/// Writes frame n, or, where its message is left out or gone, one with its hash.
static void write_frame(cd_bytes *out, const cd_version *version, int n, int stride) {
    const cd_moment *moment = &version->recording.moments[n];
    const bool kept = n <= 1 || n % stride == 0 || n == version->recording.count - 1;
    if (kept && moment->bytes.size > 0) {
        cd_bytes_append(out, moment->bytes.data, moment->bytes.size);
        return;
    }
    cd_check failure = {.name = "", .first_failure = n, .message = ""};
    const cd_message message = {.type = CD_MSG_FRAME,
                                .as.frame = {.frame = n,
                                             .detail = CD_DETAIL_NONE,
                                             .time = n * version->loaded->dt,
                                             .hash = moment->hash,
                                             .figure = moment->figure,
                                             .check_count = moment->failed,
                                             .checks = &failure}};
    cd_message_encode(out, &message);
}

static void write_sources(cd_bytes *out, const cd_version *version, const cd_load *begin) {
    const cd_watched_file *files = version->watch.files;
    cd_message load = {.type = CD_MSG_LOAD, .as.load = *begin};
    load.as.load.name = version->path;
    load.as.load.source = files[0].content;
    load.as.load.source_size = files[0].size;
    cd_message_encode(out, &load);
    for (int i = 1; i < version->watch.count; i++) {
        if (files[i].why != NULL || files[i].module == NULL)
            continue;
        const cd_message question = {.type = CD_MSG_REQUIRE, .as.require.name = files[i].module};
        const cd_message answer = {
            .type = CD_MSG_MODULE,
            .as.module = {true, files[i].path, files[i].content, files[i].size}};
        cd_message_encode(out, &question);
        cd_message_encode(out, &answer);
    }
    const cd_message loaded = {.type = CD_MSG_LOADED, .as.loaded = *version->loaded};
    cd_message_encode(out, &loaded);
}

/// Writes the steps up to a frame, with frames (stride 0: without any).
static void write_steps(cd_bytes *out, const cd_version *version, const cd_inputs *inputs, int to,
                        int stride) {
    const int last = version->recording.count - 1;
    if (stride > 0)
        write_frame(out, version, 0, stride);
    for (int from = 1; from <= to;) {
        cd_input_step next;
        cd_inputs_step(inputs, from, to - from + 1, CD_DETAIL_FULL, &next);
        const cd_message step = {.type = CD_MSG_STEP, .as.step = next.step};
        cd_message_encode(out, &step);
        for (const int end = from + next.step.count; from < end; from++)
            if (from <= last && stride > 0)
                write_frame(out, version, from, stride);
    }
}

static void write_run(cd_bytes *out, const cd_version *version, const cd_inputs *inputs) {
    const cd_recording *recording = &version->recording;
    const int stride = choose_stride(recording), last = recording->count - 1;
    const cd_error *error = version->error;
    // The step that ended in the error is part of the run, without its frame.
    const int to = error != NULL && error->frame == last + 1 ? last + 1 : last;
    write_steps(out, version, inputs, to, stride);
    if (error != NULL) {
        const cd_message message = {.type = CD_MSG_ERROR, .as.error = *error};
        cd_message_encode(out, &message);
    }
}

/// Writes how the run begins; false where a param was set to too long a text.
static bool write_beginning(cd_bytes *out, const cd_version *version, const cd_inputs *inputs,
                            const cd_launch *launch) {
    cd_input_step begin;
    cd_inputs all = {0}; // of frame 0, with the settings of the launch
    cd_launch launch_then = *launch;
    launch_then.load.setting_count = 0;
    cd_inputs_step(inputs, 0, 1, CD_DETAIL_FULL, &begin);
    const cd_step given = {.settings = launch->load.settings,
                           .setting_count = launch->load.setting_count};
    const bool good =
        cd_inputs_add_step(&all, 0, &given) && cd_inputs_add_step(&all, 0, &begin.step);
    if (good) {
        launch_then = cd_launch_with_input(&launch_then, &all, &begin);
        write_sources(out, version, &launch_then.load);
    }
    cd_inputs_free(&all);
    return good;
}

bool cd_replay_messages(cd_bytes *out, const cd_version *version, const cd_inputs *inputs,
                        const cd_launch *launch, int to) {
    if (version->loaded == NULL || version->watch.count == 0 ||
        !write_beginning(out, version, inputs, launch))
        return false;
    write_steps(out, version, inputs, to, 0);
    return !out->failed;
}

const char *cd_replay_save(const char *path, const cd_version *version, const cd_inputs *inputs,
                           const cd_launch *launch) {
    if (version->loaded == NULL || version->recording.count == 0 || version->watch.count == 0)
        return "there is no frame to be saved";
    cd_bytes out = {0};
    const bool good = write_beginning(&out, version, inputs, launch);
    if (good)
        write_run(&out, version, inputs);
    const char *why = good ? cd_saved_write(path, &out) : "a param was set to too long a text";
    cd_bytes_free(&out);
    return why;
}

// ---------------------------------------------------------------------------------------- reading

typedef struct replay_reader {
    cd_replay *replay;
    int announced;    ///< frames that the last step asked for and that have not come
    const char *name; ///< of the module that was required and has not come, or NULL
    cd_arena arena;   ///< of the message that is being read
} replay_reader;

/// Whether a text could be that of a file.
static bool is_text(const char *text, size_t size) {
    return size <= CD_SOURCE_MAX && (size == 0 || memchr(text, 0, size) == NULL);
}

static bool take_load(replay_reader *r, const cd_load *load) {
    cd_replay *replay = r->replay;
    const cd_step step = {.drag = load->drag,
                          .settings = load->settings,
                          .setting_count = load->setting_count,
                          .lines = load->lines,
                          .line_count = load->line_count};
    if (replay->version != NULL || load->name[0] == '\0' ||
        !is_text(load->source, load->source_size) || !cd_inputs_add_step(&replay->inputs, 0, &step))
        return false;
    replay->has_seed = load->has_seed;
    replay->seed = load->seed;
    replay->version = cd_version_saved(load->name);
    if (replay->version == NULL)
        return false;
    cd_watch_add(&replay->version->watch, load->name, NULL, NULL, load->source, load->source_size);
    return replay->version->watch.count == 1;
}

static bool take_module(replay_reader *r, const cd_module *module) {
    cd_version *version = r->replay->version;
    if (r->name == NULL || !module->found || !is_text(module->source, module->source_size))
        return false;
    cd_watch_add(&version->watch, module->name, r->name, NULL, module->source, module->source_size);
    r->name = NULL;
    return true;
}

static bool take_frame(replay_reader *r, const cd_frame *frame, const uint8_t *data, size_t size) {
    cd_version *version = r->replay->version;
    cd_recording *recording = &version->recording;
    if (version->loaded == NULL || frame->frame != recording->count ||
        (recording->count == 0 ? frame->detail < CD_DETAIL_FULL : r->announced < 1))
        return false;
    r->announced -= recording->count > 0;
    for (int i = 0; i < frame->print_count; i++)
        cd_log_add(&version->log, frame->frame, frame->prints[i]);
    return cd_recording_put(recording, frame, data, size);
}

static bool take_step(replay_reader *r, const cd_step *step) {
    const int count = r->replay->version->recording.count;
    if (count == 0 || r->announced > 0 || step->count < 1 || step->count > INT_MAX / 2 - count)
        return false;
    r->announced = step->count;
    return cd_inputs_add_step(&r->replay->inputs, count, step);
}

/// Reads a message; false where it cannot stand in this place.
static bool take(replay_reader *r, const uint8_t *data, size_t size) {
    cd_version *version = r->replay->version;
    cd_message message;
    const uint8_t type = data[CD_MESSAGE_TYPE];
    // What the version keeps goes into its own memory.
    const bool lasting = type == CD_MSG_LOADED || type == CD_MSG_ERROR || type == CD_MSG_REQUIRE;
    if (type != CD_MSG_LOAD && (version == NULL || version->error != NULL))
        return false;
    if (!cd_message_decode(data, size, lasting ? &version->arena : &r->arena, &message))
        return false;
    switch (message.type) {
    case CD_MSG_LOAD:
        return take_load(r, &message.as.load);
    case CD_MSG_REQUIRE:
        if (r->name != NULL || version->loaded != NULL)
            return false;
        r->name = message.as.require.name;
        return true;
    case CD_MSG_MODULE:
        return take_module(r, &message.as.module);
    case CD_MSG_LOADED:
        return r->name == NULL && version->loaded == NULL &&
               cd_version_keep_loaded(version, &message.as.loaded);
    case CD_MSG_FRAME:
        return take_frame(r, &message.as.frame, data, size);
    case CD_MSG_STEP:
        return version->loaded != NULL && take_step(r, &message.as.step);
    case CD_MSG_ERROR:
        return cd_version_keep_error(version, &message.as.error);
    default:
        return false;
    }
}

static bool take_all(replay_reader *r, const cd_bytes *messages) {
    size_t at = 0;
    while (at < messages->size) {
        const size_t left = messages->size - at;
        const size_t size = cd_message_size(messages->data + at, left);
        const bool good = size != 0 && size <= left && take(r, messages->data + at, size);
        cd_arena_free(&r->arena);
        if (!good)
            return false;
        at += size;
    }
    const cd_version *version = r->replay->version;
    return version != NULL && version->recording.count > 0 &&
           (r->announced == 0 || version->error != NULL);
}

bool cd_replay_take(cd_replay *replay, const cd_bytes *messages) {
    *replay = (cd_replay){0};
    replay_reader r = {.replay = replay};
    if (take_all(&r, messages))
        return true;
    cd_replay_free(replay);
    return false;
}

bool cd_replay_read(cd_replay *replay, const char *path, char *wrong, size_t size) {
    cd_bytes messages = {0};
    *replay = (cd_replay){0};
    const char *why = cd_saved_read(path, &messages);
    if (why == NULL && !cd_replay_take(replay, &messages))
        why = "is damaged: what it says makes no sense";
    cd_bytes_free(&messages);
    if (why != NULL)
        snprintf(wrong, size, "%s", why);
    return why == NULL;
}

void cd_replay_free(cd_replay *replay) {
    cd_version_free(replay->version);
    cd_inputs_free(&replay->inputs);
    *replay = (cd_replay){0};
}

cd_launch cd_replay_launch(const cd_replay *replay, const char *program, cd_input_step *storage) {
    const cd_launch base = {.program = program,
                            .load = {.name = replay->version->path,
                                     .has_seed = replay->has_seed,
                                     .seed = replay->seed}};
    return cd_launch_with_input(&base, &replay->inputs, storage);
}
