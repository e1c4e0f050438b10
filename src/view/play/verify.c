// See replay.h. A frame is the same when its state has the same hash and its checks pass or fail
// alike; its shapes are compared only to name those that differ.
#include "view/play/replay.h"

#include "view/play/drive.h"
#include "view/system/exit_status.h"
#include "view/system/interrupt.h"
#include "view/system/notice.h"
#include "view/system/terminal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// Encodes a shape, without its style, as a frame that has only this shape.
static void encode_shape(const cd_named_shape *shape, cd_bytes *out) {
    cd_named_shape plain = *shape;
    plain.style = CD_STYLE_DEFAULT;
    plain.name = NULL;
    plain.id = 0;
    const cd_message message = {
        .type = CD_MSG_FRAME,
        .as.frame = {.detail = CD_DETAIL_FULL, .shape_count = 1, .shapes = &plain}};
    cd_message_encode(out, &message);
}

static bool same_shape(const cd_named_shape *a, const cd_named_shape *b) {
    cd_bytes left = {0}, right = {0};
    encode_shape(a, &left);
    encode_shape(b, &right);
    const bool same = left.size == right.size && memcmp(left.data, right.data, left.size) == 0;
    cd_bytes_free(&left);
    cd_bytes_free(&right);
    return same;
}

/// Writes what of a frame differs, as a clause.
static void name_difference(const cd_frame *recorded, const cd_frame *made, char *out,
                            size_t size) {
    int count = 0;
    const char *first = "", *how = "";
    for (int i = 0; i < recorded->shape_count; i++) {
        const cd_named_shape *was = &recorded->shapes[i], *is = cd_frame_shape(made, was->key, i);
        if (is != NULL && same_shape(was, is))
            continue;
        if (count++ == 0) {
            first = was->key;
            how = is == NULL ? "is gone" : "differs";
        }
    }
    for (int i = 0; i < made->shape_count; i++) {
        if (cd_frame_shape(recorded, made->shapes[i].key, i) == NULL && count++ == 0) {
            first = made->shapes[i].key;
            how = "is new";
        }
    }
    if (count == 0)
        snprintf(out, size, "the state differs, but no shape of it");
    else if (count == 1)
        snprintf(out, size, "shape '%.200s' %s", first, how);
    else
        snprintf(out, size, "shape '%.200s' %s, and %d more", first, how, count - 1);
}

static bool same_checks(const cd_moment *recorded, const cd_frame *made) {
    bool failed = false;
    for (int i = 0; i < made->check_count; i++)
        failed = failed || !made->checks[i].passed;
    return failed == recorded->failed;
}

/// What else may be the cause: the recorded run was computed otherwise. To be printed behind a
/// difference.
static void print_arithmetic(const cd_replay *replay, const cd_version *version) {
    const char *then = replay->version->loaded->arithmetic;
    if (version->loaded != NULL && strcmp(then, version->loaded->arithmetic) != 0)
        printf("it was recorded with %s, and this is %s: answers may differ by a few bits\n", then,
               version->loaded->arithmetic);
}

typedef struct frame_comparison {
    const cd_replay *replay;
    const char *path;
    bool drawn; ///< the recorded run ended in an error of scenario.draw
} frame_comparison;

static cd_detail detail_of(const void *user, int frame) {
    (void)frame;
    return ((const frame_comparison *)user)->drawn ? CD_DETAIL_FULL : CD_DETAIL_SHAPES;
}

/// Compares a frame; false and a line on standard output where it differs.
static bool compare(void *user, const uint8_t *data, size_t size) {
    const frame_comparison *c = user;
    const char *path = c->path;
    const cd_recording *recording = &c->replay->version->recording;
    cd_arena arena = {0};
    cd_message message;
    if (!cd_message_decode(data, size, &arena, &message)) {
        cd_terminal_print(stdout, "%s: the runner sent a damaged frame\n", path);
        cd_arena_free(&arena);
        return false;
    }
    const cd_frame *made = &message.as.frame;
    const int n = made->frame;
    const cd_moment *moment = n < recording->count ? &recording->moments[n] : NULL;
    bool same = false;
    cd_frame recorded;
    char what[300] = "the state differs";
    if (moment == NULL)
        cd_terminal_print(stdout, "%s: frame %d is new: the recorded run ended before it\n", path,
                          n);
    else if (moment->hash != made->hash) {
        if (cd_recording_detail(recording, n) > CD_DETAIL_NONE &&
            cd_recording_frame(recording, n, NULL, &arena, &recorded))
            name_difference(&recorded, made, what, sizeof what);
        cd_terminal_print(stdout, "%s: frame %d differs: ", path, n);
        cd_terminal_line(stdout, what);
        printf(" (hash %016" PRIx64 ", recorded %016" PRIx64 ")\n", made->hash, moment->hash);
    } else if (!same_checks(moment, made))
        cd_terminal_print(
            stdout, "%s: frame %d differs: a check that %s when it was recorded now %s\n", path, n,
            moment->failed ? "failed" : "passed", moment->failed ? "passes" : "fails");
    else
        same = true;
    cd_arena_free(&arena);
    return same;
}

/// The error that the recorded run ended with, if every run must come to it; else NULL. Whether a
/// run exceeds its limits of time and memory depends on the machine.
static const cd_error *expected_error(const cd_replay *replay) {
    static const char *const phases[] = {"update", "draw", "param"};
    const cd_error *error = replay->version->error;
    for (size_t i = 0; error != NULL && i < sizeof phases / sizeof *phases; i++)
        if (strcmp(error->phase, phases[i]) == 0 &&
            error->frame == replay->version->recording.count)
            return error;
    return NULL;
}

/// Whether a run that has ended with an error did so where and as the recorded one did.
static bool ended_alike(const cd_replay *replay, const cd_version *version, const char *path) {
    const cd_error *expected = expected_error(replay), *error = version->error;
    const int next = version->received + 1;
    if (expected != NULL && next == expected->frame && strcmp(error->phase, expected->phase) == 0 &&
        strcmp(error->message, expected->message) == 0)
        return true;
    char place[1024];
    cd_error_place(error, version->path, place, sizeof place);
    cd_terminal_print(stdout, "%s: frame %d differs: it ends in an error: %s: ", path, next, place);
    cd_terminal_line(stdout, error->message);
    putchar('\n');
    return false;
}

static bool run(const cd_replay *replay, cd_version *version, const char *path) {
    const int last = replay->version->recording.count - 1;
    const cd_error *expected = expected_error(replay);
    const int to = expected != NULL ? last + 1 : last;
    const bool drawn = expected != NULL && strcmp(expected->phase, "draw") == 0;
    frame_comparison c = {replay, path, drawn};
    return cd_version_drive(version, &replay->inputs, to, detail_of, compare, &c) ||
           (version->error != NULL && ended_alike(replay, version, path));
}

int cd_verify_run(const cd_replay *replay, const char *program, const char *path) {
    const cd_recording *recording = &replay->version->recording;
    cd_input_step storage;
    cd_launch launch = cd_replay_launch(replay, program, &storage);
    launch.load.detail = CD_DETAIL_SHAPES;
    cd_version *version = cd_version_start(&launch, replay->version, cd_clock());
    if (version == NULL) {
        cd_terminal_print(stderr, "collide: out of memory\n");
        return CD_EXIT_FILES;
    }
    const bool same = run(replay, version, path);
    cd_version_tell_uncontained(version, path);
    if (cd_interrupt() != 0)
        cd_terminal_print(stderr, "collide: %s: ended by a signal in frame %d\n", path,
                          version->received);
    else if (!same)
        print_arithmetic(replay, version);
    else
        cd_terminal_print(stdout, "%s: frames 0 to %d come out the same, hash %016" PRIx64 "%s\n",
                          path, recording->count - 1, recording->moments[recording->count - 1].hash,
                          expected_error(replay) != NULL ? ", and so does the error that ends them"
                                                         : "");
    cd_version_free(version);
    return same ? 0 : CD_EXIT_CHECKS;
}
