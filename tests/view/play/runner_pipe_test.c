// The pipe of a runner: messages come whole and in their order in whatever pieces they are written,
// also those that are longer than the pipe; a part of a message is not waited for without end.
#include "check.h"
#include "random.h"

#include "view/play/runner_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MESSAGES = 200 };

/// Appends a message with a source of `size` bytes, from which its number can be read.
static void add_message(cd_bytes *stream, int number, size_t size) {
    char *source = calloc(size + 1, 1);
    if (source == NULL)
        exit(1);
    memset(source, 'a' + number % 26, size);
    const cd_message message = {.type = CD_MSG_MODULE, .as.module = {true, "m", source, size}};
    cd_message_encode(stream, &message);
    free(source);
}

/// Takes the messages that are there; returns the number of the next one.
static int take(cd_runner *runner, int next, const size_t *sizes) {
    const uint8_t *data;
    size_t size;
    bool damaged;
    while (cd_runner_next(runner, &data, &size, &damaged)) {
        cd_arena arena = {0};
        cd_message message;
        CHECK(cd_message_decode(data, size, &arena, &message));
        CHECK(message.as.module.source_size == sizes[next]);
        CHECK(sizes[next] == 0 || message.as.module.source[sizes[next] - 1] == 'a' + next % 26);
        cd_arena_free(&arena);
        next++;
    }
    CHECK(!damaged);
    return next;
}

static void test_pieces(int round) {
    int ends[2], next = 0, parts = 0;
    static size_t sizes[MESSAGES];
    cd_bytes stream = {0};
    seed(round);
    for (int i = 0; i < MESSAGES; i++) {
        sizes[i] = unit() < 0.05 ? (size_t)range(0, 400000) : (size_t)range(0, 300);
        add_message(&stream, i, sizes[i]);
    }
    cd_runner runner = CD_NO_RUNNER;
    if (pipe(ends) != 0)
        exit(1);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    runner.child.output = ends[0];
    runner.ended = false;
    for (size_t written = 0; written < stream.size;) {
        const size_t left = stream.size - written, piece = (size_t)range(1, 30000);
        const ssize_t n = write(ends[1], stream.data + written, piece < left ? piece : left);
        CHECK(n > 0 || errno == EAGAIN);
        written += n > 0 ? (size_t)n : 0;
        if (unit() < 0.3) {
            cd_runner_pump(&runner);
            next = take(&runner, next, sizes);
            parts += runner.incoming.size > runner.taken;
        }
    }
    close(ends[1]);
    for (int i = 0; i < 1000 && next < MESSAGES; i++) {
        cd_runner_pump(&runner);
        next = take(&runner, next, sizes);
    }
    CHECK(next == MESSAGES && parts > 0 && runner.ended);
    cd_runner_stop(&runner, NULL, 0);
    cd_bytes_free(&stream);
}

int main(void) {
    for (int round = 0; round < 5; round++)
        test_pieces(round);
    return failures != 0;
}
