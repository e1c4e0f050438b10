// Every query of every two kinds of shapes, recorded by a runner, is captured as a test; all these
// tests run with `collide test` and pass, and one with a changed digit fails. Also where the tests
// are written, and that what others wrote there stays.
#include "files.h"

#include "record/source.h"
#include "run/runner/runner.h"
#include "run/scenario/suite.h"
#include "view/inspect/capture.h"
#include "view/inspect/inspect.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SCENARIO "tests/support/captures.lua"

static char folder[] = "/tmp/collide-capture-XXXXXX";

// ---------------------------------------------------------------------------------------- runner

static int to_runner, from_runner;
static cd_bytes in;
static cd_arena arena;

static void tell(const cd_message *message) {
    cd_bytes bytes = {0};
    cd_message_encode(&bytes, message);
    CHECK(write(to_runner, bytes.data, bytes.size) == (ssize_t)bytes.size);
    cd_bytes_free(&bytes);
}

static cd_message hear(void) {
    cd_message message = {0};
    for (;;) {
        const size_t size = cd_message_size(in.data, in.size);
        if (size > 0 && size <= in.size) {
            CHECK(cd_message_decode(in.data, size, &arena, &message));
            memmove(in.data, in.data + size, in.size - size);
            in.size -= size;
            if (message.type != CD_MSG_REQUIRE)
                return message;
            const cd_module module = cd_source_find(SCENARIO, message.as.require.name, &arena);
            tell(&(cd_message){.type = CD_MSG_MODULE, .as.module = module});
            continue;
        }
        cd_bytes_reserve(&in, 65536);
        const ssize_t got = read(from_runner, in.data + in.size, in.capacity - in.size);
        if (got <= 0)
            return (cd_message){0};
        in.size += (size_t)got;
    }
}

static pid_t start_runner(void) {
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0)
        exit(1);
    const pid_t pid = fork();
    if (pid == 0) {
        close(down[1]), close(up[0]);
        _exit(cd_runner_main(down[0], up[1]));
    }
    close(down[0]), close(up[1]);
    to_runner = down[1], from_runner = up[0];
    return pid;
}

// ---------------------------------------------------------------------------------------- tests

/// The exit status of `collide test` on a file; quiet if failures are expected.
static int run_tests(char *file, bool quiet) {
    int status = -1;
    const pid_t pid = fork();
    if (pid == 0) {
        if (quiet && freopen("/dev/null", "w", stdout) == NULL)
            _exit(9);
        char *arguments[] = {"collide", "test", file, NULL};
        _exit(cd_suite_main(3, arguments));
    }
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int captured, worlds;
static bool seen[8]; ///< whether a test of the function was captured

static void capture_all(const cd_frame *frame, cd_bytes *file) {
    static const char *const names[] = {"overlap",  "distance", "closest", "contact",
                                        "manifold", "contains", "raycast", "shapecast"};
    for (int i = 0; i < frame->query_count; i++) {
        char why[300] = "";
        const cd_query *q = &frame->queries[i];
        if (cd_capture(frame, q, i, file, why, sizeof why)) {
            captured++;
            for (int k = 0; k < 8; k++)
                seen[k] = seen[k] || strcmp(names[k], q->name) == 0;
            continue;
        }
        worlds += strstr(why, "asked of many shapes") != NULL;
        CHECK(strstr(why, "asked of many shapes") != NULL); // refused for no other reason
    }
}

static void test_every_query(void) {
    cd_bytes source = {0}, tests = {0};
    CHECK(cd_source_read(SCENARIO, &source) == NULL);
    const pid_t pid = start_runner();
    tell(&(cd_message){.type = CD_MSG_LOAD,
                       .as.load = {.name = SCENARIO,
                                   .source = (const char *)source.data,
                                   .source_size = source.size,
                                   .detail = CD_DETAIL_FULL}});
    cd_message m = hear();
    CHECK(m.type == CD_MSG_LOADED);
    m = hear();
    CHECK(m.type == CD_MSG_FRAME && m.as.frame.print_count == 1);
    const int frames = m.as.frame.print_count == 1 ? atoi(m.as.frame.prints[0]) : 0;
    CHECK(frames == 12 * 12 + 15 * 15 + 2);
    tell(
        &(cd_message){.type = CD_MSG_STEP, .as.step = {.count = frames, .detail = CD_DETAIL_FULL}});
    for (int i = 1; i <= frames; i++) {
        m = hear();
        if (m.type == CD_MSG_ERROR)
            fprintf(stderr, "%s:%d: %s\n", m.as.error.file, m.as.error.line, m.as.error.message);
        CHECK(m.type == CD_MSG_FRAME && m.as.frame.frame == i);
        if (m.type != CD_MSG_FRAME)
            break;
        capture_all(&m.as.frame, &tests);
        cd_arena_free(&arena);
    }
    close(to_runner);
    waitpid(pid, NULL, 0);
    close(from_runner);
    CHECK(captured > 3000);
    CHECK(worlds >= 1); // a ray that hits no body
    for (int k = 0; k < 8; k++)
        CHECK(seen[k]);
    fprintf(stderr, "%d tests; refused: %d for a world\n", captured, worlds);
    char path[200];
    snprintf(path, sizeof path, "%s/all_spec.lua", folder);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL && fwrite(tests.data, tests.size, 1, file) == 1 && fclose(file) == 0);
    CHECK(run_tests(path, false) == 0);
    // A wrong digit makes the test fail.
    char *t = strstr((char *)tests.data, "answer = true");
    CHECK(t != NULL);
    if (t != NULL)
        memcpy(t, "answer = 1   ", 13);
    file = fopen(path, "w");
    CHECK(file != NULL && fwrite(tests.data, tests.size, 1, file) == 1 && fclose(file) == 0);
    CHECK(run_tests(path, true) == 1);
    unlink(path);
    cd_bytes_free(&source);
    cd_bytes_free(&tests);
    cd_bytes_free(&in);
    cd_arena_free(&arena);
}

// ---------------------------------------------------------------------------------------- files

static cd_bytes text_of(const char *text) {
    cd_bytes bytes = {0};
    cd_bytes_append(&bytes, text, strlen(text));
    return bytes;
}

static bool is_file(const char *path, const char *text) {
    cd_bytes there = {0};
    const bool same = cd_source_read(path, &there) == NULL && there.size == strlen(text) &&
                      memcmp(there.data, text, there.size) == 0;
    cd_bytes_free(&there);
    return same;
}

static void test_files(void) {
    char path[200], said[300], blocked[220];
    cd_bytes one = text_of("\nit('one', f)\n"), two = text_of("\nit('two', f)\n"), there = {0};
    snprintf(path, sizeof path, "%s/tests/captured_spec.lua", folder);

    CHECK(cd_capture_save(path, &one, said, sizeof said)); // creates the folder and the file
    CHECK(strstr(said, "Added to") != NULL && strstr(said, "line 6") != NULL);
    CHECK(cd_capture_save(path, &two, said, sizeof said) && strstr(said, "line 8") != NULL);
    CHECK(cd_source_read(path, &there) == NULL);
    cd_bytes_append(&there, "", 1);
    CHECK(memcmp(there.data, "-- Queries that", 15) == 0);
    CHECK(strstr((char *)there.data, "\n\nit('one', f)\n\nit('two', f)\n") != NULL);
    CHECK(cd_capture_save(path, &one, said, sizeof said)); // the test is in the file already
    CHECK(strstr(said, "already") != NULL && is_file(path, (char *)there.data));

    write_text(path, "mine -- without an end of line"); // what a person wrote stays
    CHECK(cd_capture_save(path, &one, said, sizeof said) && strstr(said, "line 3") != NULL);
    CHECK(is_file(path, "mine -- without an end of line\n\nit('one', f)\n"));

    CHECK(chmod(path, 0444) == 0);
    if (access(path, W_OK) != 0) { // root may write everywhere
        CHECK(!cd_capture_save(path, &two, said, sizeof said) && strstr(said, "denied") != NULL);
        CHECK(is_file(path, "mine -- without an end of line\n\nit('one', f)\n"));
    }
    CHECK(unlink(path) == 0 && mkdir(path, 0777) == 0); // a folder of that name
    CHECK(!cd_capture_save(path, &one, said, sizeof said) && strstr(said, "folder") != NULL);
    CHECK(rmdir(path) == 0);
    snprintf(blocked, sizeof blocked, "%s/tests", folder);
    CHECK(rmdir(blocked) == 0);
    write_text(blocked, "a file where the folder should be");
    CHECK(!cd_capture_save(path, &one, said, sizeof said));
    CHECK(strstr(said, "could not be written") != NULL);
    CHECK(is_file(blocked, "a file where the folder should be"));
    cd_bytes_free(&one);
    cd_bytes_free(&two);
    cd_bytes_free(&there);
}

int main(void) {
    make_folder(folder);
    test_files();
    test_every_query();
    remove_folder(folder);
    return failures > 0;
}
