// Saved runs: what was saved comes back bit for bit, and no damaged, cut, extended or forged file
// does harm: each is refused, or what it holds can be saved again. A run that is too large keeps
// its ends.
#include "check.h"
#include "random.h"

#include "record/saved.h"
#include "view/play/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAMES 40

static char path[64];

/// Keeps a frame with its message.
static void put(cd_version *version, const cd_frame *frame) {
    cd_bytes bytes = {0};
    cd_message_encode(&bytes, &(cd_message){.type = CD_MSG_FRAME, .as.frame = *frame});
    CHECK(cd_recording_put(&version->recording, frame, bytes.data, bytes.size));
    cd_bytes_free(&bytes);
}

static bool read_back(cd_replay *back) {
    char wrong[256] = "";
    const bool done = cd_replay_read(back, path, wrong, sizeof wrong);
    CHECK(done == (wrong[0] == '\0'));
    return done;
}

/// A run with a module, a moving ball, a check that fails in frame 30, and every kind of input.
static cd_version *make_run(cd_inputs *inputs, bool ends_in_error) {
    static cd_param params[] = {
        {.name = "speed", .number = 2, .range = {0, 3, 0}, .original = "1"}};
    static const char *checks[] = {"stays"};
    static const cd_loaded loaded = {.title = "Test",
                                     .dt = 0.25,
                                     .seed = 1,
                                     .dim = 3,
                                     .budget = 0.5,
                                     .view = "",
                                     .param_count = 1,
                                     .params = params,
                                     .check_count = 1,
                                     .checks = checks};
    static const cd_error error = {"update", "enough", "a.lua", 7, "", FRAMES};
    cd_version *version = cd_version_saved("folder/a.lua");
    CHECK(version != NULL);
    cd_watch_add(&version->watch, "folder/a.lua", NULL, NULL, "return {}", 9);
    cd_watch_add(&version->watch, "folder/b.lua", "b", NULL, "return 1", 8);
    cd_watch_add(&version->watch, "folder/b.lua", "lib.b", NULL, "return 1", 8);
    cd_watch_add(&version->watch, "folder/c.lua", "c", "no such file", NULL, 0);
    CHECK(cd_version_keep_loaded(version, &loaded));
    if (ends_in_error)
        CHECK(cd_version_keep_error(version, &error));
    for (int n = 0; n < FRAMES; n++) {
        cd_check stays = {"stays", n < 30, n < 30 ? -1 : 30, "it went", false};
        cd_named_shape ball = {.key = "ball", .shape = cd_sphere(3, (cd_vec){n, 0.1 * n, 0}, 0.5)};
        const char *line = "a line";
        put(version, &(cd_frame){.frame = n,
                                 .detail = CD_DETAIL_FULL,
                                 .time = 0.25 * n,
                                 .hash = 1000 + (uint64_t)n,
                                 .figure = 1,
                                 .shape_count = 1,
                                 .shapes = &ball,
                                 .check_count = 1,
                                 .checks = &stays,
                                 .print_count = n == 3,
                                 .prints = &line});
    }
    cd_held held = {.count = 2,
                    .names = {"left", "space"},
                    .mouse = {true, true, {1, -2, 0.5}, 3},
                    .pad = {true, {-1, 0.25f}},
                    .text = "typed"};
    cd_inputs_hold(inputs, 5, &held);
    strcpy(held.grip.key, "ball");
    held.grip.to = (cd_vec){0.1, -0.0, 5e-324};
    cd_inputs_hold(inputs, 9, &held);
    cd_inputs_hold(inputs, 12, &(cd_held){0});
    cd_inputs_set(inputs, 0, "speed", "2");
    cd_inputs_set(inputs, 20, "speed", "0x1.8p0");
    cd_inputs_add_line(inputs, 0, "s.n = 1");
    cd_inputs_add_line(inputs, 20, "s.n = 2");
    cd_inputs_add_line(inputs, 20, "print 'こんにちは'");
    return version;
}

static bool same_step(const cd_input_step *a, const cd_input_step *b) {
    cd_bytes left = {0}, right = {0};
    cd_message_encode(&left, &(cd_message){.type = CD_MSG_STEP, .as.step = a->step});
    cd_message_encode(&right, &(cd_message){.type = CD_MSG_STEP, .as.step = b->step});
    const bool same = left.size == right.size && memcmp(left.data, right.data, left.size) == 0;
    cd_bytes_free(&left);
    cd_bytes_free(&right);
    return same;
}

static void test_round_trip(bool ends_in_error) {
    cd_inputs inputs = {0};
    cd_version *version = make_run(&inputs, ends_in_error);
    cd_setting setting = {"other", "false"};
    const cd_launch launch = {
        .load = {.settings = &setting, .setting_count = 1, .has_seed = true, .seed = INT64_MIN}};
    CHECK(cd_replay_save(path, version, &inputs, &launch) == NULL);
    CHECK(cd_saved_is(path));
    cd_replay back;
    CHECK(read_back(&back));
    CHECK(back.has_seed && back.seed == INT64_MIN);
    CHECK(strcmp(back.version->path, "folder/a.lua") == 0);
    CHECK(back.version->loaded->dt == 0.25 && back.version->loaded->param_count == 1);
    CHECK(strcmp(cd_watch_module(&back.version->watch, "b")->content, "return 1") == 0);
    CHECK(cd_watch_module(&back.version->watch, "lib.b") != NULL);
    CHECK(cd_watch_module(&back.version->watch, "c") == NULL);
    CHECK((back.version->error != NULL) == ends_in_error);
    CHECK(back.version->recording.count == FRAMES);
    for (int n = 0; n < FRAMES; n++) {
        const cd_moment *was = &version->recording.moments[n];
        const cd_moment *is = &back.version->recording.moments[n];
        CHECK(was->hash == is->hash && was->failed == is->failed && is->failed == (n >= 30));
        CHECK(was->bytes.size == is->bytes.size &&
              memcmp(was->bytes.data, is->bytes.data, is->bytes.size) == 0);
        cd_input_step before, after;
        const int most = FRAMES - n > 1 ? FRAMES - n : 1;
        cd_inputs_step(&inputs, n, most, CD_DETAIL_FULL, &before);
        cd_inputs_step(&back.inputs, n, most, CD_DETAIL_FULL, &after);
        if (n == 0) // what the launch had comes first
            CHECK(after.step.setting_count == 2 && strcmp(after.settings[0].name, "other") == 0);
        else
            CHECK(same_step(&before, &after));
    }
    cd_replay_free(&back);
    cd_inputs_free(&inputs);
    cd_version_free(version);
}

static void write_file(const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(data, 1, size, file) == size);
    CHECK(file != NULL && fclose(file) == 0);
}

/// Every flipped bit, every cut and every addition is refused.
static void test_damaged_files(void) {
    cd_inputs inputs = {0};
    cd_version *version = make_run(&inputs, true);
    const cd_launch launch = {0};
    CHECK(cd_replay_save(path, version, &inputs, &launch) == NULL);
    static uint8_t whole[1 << 16];
    seed(1);
    FILE *file = fopen(path, "rb");
    const size_t size = file != NULL ? fread(whole, 1, sizeof whole, file) : 0;
    CHECK(size > 1000 && size < sizeof whole - 1);
    CHECK(file != NULL && fclose(file) == 0);
    cd_replay back;
    for (size_t i = 0; i < size; i++) {
        const uint8_t was = whole[i];
        whole[i] = (uint8_t)(was ^ 1u << (int)range(0, 8));
        write_file(whole, size);
        whole[i] = was;
        CHECK(!read_back(&back));
        write_file(whole, i);
        CHECK(!read_back(&back));
    }
    write_file(whole, size + 1);
    CHECK(!read_back(&back));
    write_file(whole, size);
    CHECK(read_back(&back));
    cd_replay_free(&back);

    // With a checksum that fits the damage: whatever is read can be saved again.
    cd_bytes messages = {0};
    CHECK(cd_saved_read(path, &messages) == NULL);
    int taken = 0, refused = 0;
    for (int round = 0; round < 20000; round++) {
        const size_t at = (size_t)range(0, (double)messages.size);
        const bool cut = range(0, 20) < 1;
        const uint8_t was = messages.data[at];
        cd_bytes part = messages;
        if (cut)
            part.size = at;
        messages.data[at] = (uint8_t)range(0, 256);
        if (cd_replay_take(&back, &part)) {
            taken++;
            CHECK(back.version->recording.count > 0 && back.version->loaded != NULL);
            cd_input_step ask;
            const cd_launch again = cd_replay_launch(&back, "nothing", &ask);
            CHECK(!again.load.trusted && again.load.lenient);
            if (taken % 100 == 0)
                CHECK(cd_replay_save(path, back.version, &back.inputs, &launch) == NULL);
            cd_replay_free(&back);
        } else {
            refused++;
        }
        messages.data[at] = was;
    }
    CHECK(taken > 1000 && refused > 1000);
    cd_bytes_free(&messages);
    cd_inputs_free(&inputs);
    cd_version_free(version);
}

/// A run larger than the limit of a file loses frames, but never the first two and the last.
static void test_large_run(void) {
    cd_inputs inputs = {0};
    cd_version *version = make_run(&inputs, false);
    static char text[1 << 20];
    memset(text, 'x', sizeof text - 1);
    const char *line = text;
    for (int n = FRAMES; n < FRAMES + 201; n++)
        put(version, &(cd_frame){.frame = n,
                                 .detail = CD_DETAIL_FULL,
                                 .hash = (uint64_t)n,
                                 .print_count = 1,
                                 .prints = &line});
    cd_replay back;
    const cd_launch launch = {0};
    CHECK(cd_replay_save(path, version, &inputs, &launch) == NULL);
    CHECK(read_back(&back));
    const cd_recording *kept = &back.version->recording;
    CHECK(kept->count == FRAMES + 201 && kept->memory < CD_REPLAY_MAX + ((size_t)4 << 20));
    CHECK(kept->memory > CD_REPLAY_MAX / 4);
    for (int n = 0; n < kept->count; n++) {
        const bool there = n <= 1 || n % 4 == 0 || n == kept->count - 1;
        CHECK(kept->moments[n].hash == version->recording.moments[n].hash);
        CHECK((cd_recording_detail(kept, n) == CD_DETAIL_FULL) == there);
    }
    cd_replay_free(&back);
    cd_inputs_free(&inputs);
    cd_version_free(version);
}

/// A run that cannot be written is refused, and leaves no file.
static void test_refused(void) {
    cd_inputs inputs = {0};
    cd_version *version = make_run(&inputs, false);
    char text[300];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    cd_setting setting = {"speed", text};
    const cd_launch launch = {.load = {.settings = &setting, .setting_count = 1}}, plain = {0};
    unlink(path);
    CHECK(cd_replay_save(path, version, &inputs, &launch) != NULL);
    CHECK(access(path, F_OK) != 0);
    write_file((const uint8_t *)"return {}\n", 10);
    CHECK(cd_replay_save(path, version, &inputs, &plain) != NULL);
    CHECK(!cd_saved_is(path));
    CHECK(cd_replay_save("/", version, &inputs, &plain) != NULL);
    CHECK(cd_replay_save("/nowhere/at/all", version, &inputs, &plain) != NULL);
    cd_version *none = cd_version_saved("a.lua");
    CHECK(cd_replay_save("/nowhere/at/all", none, &inputs, &plain) != NULL);
    cd_version_free(none);
    cd_inputs_free(&inputs);
    cd_version_free(version);
}

/// The seeds of tests/fuzz are runs of this version: messages of another one are refused at their
/// first byte, and the fuzzer would begin with nothing. (Kept by --headless --steps 3 --save from
/// seeds/scenario, without the 32 bytes of the header.)
static void test_fuzz_seeds(void) {
    static const char *const names[] = {"error", "everything", "solids"};
    for (int i = 0; i < 3; i++) {
        char seed_path[64];
        snprintf(seed_path, sizeof seed_path, "tests/fuzz/seeds/recording/%s", names[i]);
        FILE *file = fopen(seed_path, "rb");
        uint8_t data[16384];
        CHECK(file != NULL);
        if (file == NULL)
            continue;
        cd_bytes bytes = {0};
        cd_bytes_append(&bytes, data, fread(data, 1, sizeof data, file));
        fclose(file);
        cd_replay replay = {0};
        CHECK(cd_replay_take(&replay, &bytes) && replay.version->recording.count >= 2);
        cd_replay_free(&replay);
        cd_bytes_free(&bytes);
    }
}

int main(void) {
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"; // memory is faster
    snprintf(path, sizeof path, "%s/collide-replay-%ld.rec", folder, (long)getpid());
    test_round_trip(false);
    test_round_trip(true);
    test_damaged_files();
    test_large_run();
    test_refused();
    test_fuzz_seeds();
    unlink(path);
    return failures > 0;
}
