// Runners that break the protocol, as one would that a script has taken over: late, repeated,
// missing, out of order, endless, damaged messages; ones that die, stop, fall silent or flood their
// standard error. The viewer waits for the late ones and ends the others with an error that says
// why, and no process is left. This program is its own runner, which the text of the script tells
// what to do.
#include "files.h"

#include "run/runner/wire.h"
#include "view/play/drive.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FRAMES = 20 };

// ------------------------------------------------------------------------------- the runner's end

static cd_wire wire = {.input = STDIN_FILENO, .output = STDOUT_FILENO};
static int next_frame;

static void say(const cd_message *message) {
    if (!cd_wire_send(&wire, message))
        _exit(0);
}

static void say_loaded(void) {
    say(&(cd_message){.type = CD_MSG_LOADED,
                      .as.loaded = {.title = "", .dt = 1, .dim = 2, .budget = 0.05, .view = ""}});
}

static void say_frame(int frame) {
    say(&(cd_message){.type = CD_MSG_FRAME, .as.frame = {.frame = frame}});
}

static void say_require(const char *name) {
    say(&(cd_message){.type = CD_MSG_REQUIRE, .as.require.name = name});
}

static void say_bytes(const void *bytes, size_t size) {
    if (write(STDOUT_FILENO, bytes, size) != (ssize_t)size)
        _exit(0);
}

static void wait_a_little(void) { nanosleep(&(struct timespec){0, 300000000}, NULL); }

/// Answers steps until the viewer has gone.
static void serve(void) {
    cd_arena arena = {0};
    cd_message message;
    while (cd_wire_receive(&wire, &arena, &message))
        for (int i = 0; message.type == CD_MSG_STEP && i < message.as.step.count; i++)
            say_frame(next_frame++);
    _exit(0);
}

static void begin(void) {
    say_loaded();
    say_frame(next_frame++);
}

static void honest(void) { begin(), serve(); }

static void late(void) {
    wait_a_little(), say_loaded();
    wait_a_little(), say_frame(next_frame++);
    serve();
}

/// Asks between frames, while more steps wait in the pipe than one.
static void asks_late(void) {
    cd_arena arena = {0};
    cd_message message;
    begin();
    wait_a_little();
    say_require("none");
    if (!cd_wire_receive_module(&wire, &arena, &message) || message.as.module.found)
        _exit(9);
    serve();
}

static void loaded_twice(void) { say_loaded(), say_loaded(), serve(); }
static void frame_first(void) { say_frame(0), serve(); }
static void frame_missing(void) { begin(), next_frame++, serve(); }
static void frame_twice(void) { begin(), next_frame--, serve(); }
static void frame_negative(void) { say_loaded(), say_frame(1 << 30), serve(); }

static void frames_endless(void) {
    begin();
    for (;;)
        say_frame(next_frame++);
}

static void questions_endless(void) {
    char name[32];
    for (int i = 0;; i++) {
        snprintf(name, sizeof name, "m%d", i);
        say_require(name);
    }
}

static void question_unowed(void) {
    begin();
    for (int i = 0; i < FRAMES - 1; i++)
        say_frame(next_frame++);
    for (;;) // the last frame never comes
        say_require("none");
}

static void viewers_message(void) {
    begin();
    say(&(cd_message){.type = CD_MSG_QUIT});
    serve();
}

static void rubbish(void) { begin(), say_bytes("rubbish, not a message", 22), serve(); }

static void damaged_frame(void) {
    const uint8_t frame[] = {9, 0, 0, 0, CD_MSG_FRAME, 1, 0, 0, 0, 255, 255, 255, 255};
    begin(), say_bytes(frame, sizeof frame), serve();
}

static void damaged_loaded(void) {
    const uint8_t loaded[] = {5, 0, 0, 0, CD_MSG_LOADED, 255, 255, 255, 127};
    say_bytes(loaded, sizeof loaded), serve();
}

static void half_a_message(void) { begin(), say_bytes("\377\377\0\0\42 half", 10), _exit(0); }

static void exits(void) { begin(), _exit(7); }
static void crashes(void) {
    begin();
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}
static void stops(void) { begin(), raise(SIGSTOP), serve(); }
static void closes(void) {
    begin(), close(STDOUT_FILENO);
    for (;;)
        pause();
}

static void spins(void) {
    begin();
    for (volatile int i = 0;; i++)
        continue;
}

static void complains(void) {
    static char text[1 << 16];
    memset(text, 'x', sizeof text);
    text[100] = '\n', text[200] = '\33';
    for (int i = 0; i < 100; i++)
        if (write(STDERR_FILENO, text, sizeof text) < 0)
            _exit(9);
    begin(), serve();
}

typedef struct hostile {
    const char *name;
    void (*play)(void);
    const char *needle; ///< in the error; NULL: all frames come; "": a frame is refused
} hostile;

static const char senseless[] = "a message that makes no sense";

static const hostile cases[] = {
    {"honest", honest, NULL},
    {"late", late, NULL},
    {"asks late", asks_late, NULL},
    {"loaded twice", loaded_twice, senseless},
    {"frame first", frame_first, senseless},
    {"frame missing", frame_missing, senseless},
    {"frame twice", frame_twice, senseless},
    {"frame negative", frame_negative, senseless},
    {"frames endless", frames_endless, senseless},
    {"questions endless", questions_endless, senseless},
    {"question unowed", question_unowed, senseless},
    {"viewer's message", viewers_message, senseless},
    {"rubbish", rubbish, "what is no message"},
    {"damaged frame", damaged_frame, ""},
    {"damaged loaded", damaged_loaded, "a damaged message"},
    {"half a message", half_a_message, "ended with status 0"},
    {"exits", exits, "ended with status 7"},
    {"crashes", crashes, "was killed by signal 11"},
    {"stops", stops, "was stopped by a signal"},
    {"closes", closes, "did not answer"},
    {"spins", spins, "no answer for"},
    {"complains", complains, NULL},
};

static int play_runner(void) {
    cd_arena arena = {0};
    cd_message message;
    if (!cd_wire_receive(&wire, &arena, &message) || message.type != CD_MSG_LOAD)
        return 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(cases[i].name, message.as.load.source) == 0)
            cases[i].play();
    return 1;
}

// ------------------------------------------------------------------------------- the viewer's end

static cd_detail all(const void *user, int frame) {
    (void)user;
    (void)frame;
    return CD_DETAIL_FULL;
}

/// Takes whole frames with the numbers that come next.
static bool take(void *user, const uint8_t *data, size_t size) {
    int *taken = user;
    cd_arena arena = {0};
    cd_message message;
    const bool good = cd_message_decode(data, size, &arena, &message);
    if (good)
        CHECK(message.as.frame.frame == (*taken)++);
    cd_arena_free(&arena);
    return good;
}

static void test(const hostile *test, const char *program, const char *script) {
    const cd_launch launch = {.program = program, .load = {.name = script}};
    const int before = failures;
    const double begun = cd_clock();
    cd_inputs none = {0};
    int taken = 0;
    write_text(script, test->name);
    cd_version *version = cd_version_start(&launch, NULL, begun);
    const bool came = cd_version_drive(version, &none, FRAMES, all, take, &taken);
    for (int i = 0; came && i < 5; i++) { // more may come, which nobody has asked for
        const uint8_t *data;
        size_t size;
        cd_runner_wait(&version->runner, 10);
        CHECK(cd_version_next(version, cd_clock(), &data, &size) != CD_VERSION_FRAME);
    }
    if (test->needle == NULL)
        CHECK(came && version->error == NULL && taken == FRAMES + 1);
    else if (test->needle[0] == '\0')
        CHECK(!came && version->error == NULL && taken == 1);
    else
        CHECK(version->error != NULL && strstr(version->error->message, test->needle) != NULL);
    CHECK(version->watch.count <= CD_MODULES_MAX + 1 && cd_clock() - begun < 60);
    if (failures > before || getenv("VERBOSE"))
        printf("%s: %d frames, %.2f s, %s\n", test->name, taken, cd_clock() - begun,
               version->error != NULL ? version->error->message : "no error");
    cd_version_free(version);
    CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD); // not even a zombie
}

/// Whether our standard error, a file, has something of the runner's, bounded, and nothing that
/// commands a terminal.
static bool complaints_are_tame(const char *path) {
    FILE *file = fopen(path, "r");
    size_t size = 0;
    bool tame = file != NULL;
    for (int c; tame && (c = getc(file)) != EOF; size++)
        tame = c != '\33';
    if (file != NULL)
        fclose(file);
    return tame && size > 1000 && size < 100000;
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/hostile_runner_test.XXXXXX", script[64], log[64];
    signal(SIGPIPE, SIG_IGN);
    if (argc == 2 && strcmp(argv[1], "--runner") == 0)
        return play_runner();
    make_folder(folder);
    snprintf(script, sizeof script, "%s/script.lua", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    const int usual = dup(STDERR_FILENO), file = open(log, O_WRONLY | O_CREAT, 0600);
    dup2(file, STDERR_FILENO);
    close(file);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        test(&cases[i], cd_runner_program(argv[0]), script);
    dup2(usual, STDERR_FILENO);
    close(usual);
    CHECK(complaints_are_tame(log));
    remove_folder(folder);
    return failures != 0;
}
