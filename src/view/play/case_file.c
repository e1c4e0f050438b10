// See case_file.h.
#include "view/play/case_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cd_is_case_name(const char *path) {
    static const char ending[] = ".case";
    const size_t length = strlen(path), tail = sizeof ending - 1;
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

/// The scenarios of queries that were written; those that nobody has changed go with the program.
static struct { char *path, *text; } written[16];

static void remove_written(void) {
    for (size_t i = 0; i < sizeof written / sizeof written[0] && written[i].path != NULL; i++) {
        cd_bytes now = {0};
        const size_t size = strlen(written[i].text);
        if (cd_source_read(written[i].path, &now) == NULL && now.size == size &&
            memcmp(now.data, written[i].text, size) == 0)
            (void)unlink(written[i].path);
        cd_bytes_free(&now);
        free(written[i].path);
        free(written[i].text);
    }
}

static void note_written(const char *path, const char *text) {
    size_t i = 0;
    while (i < sizeof written / sizeof written[0] && written[i].path != NULL)
        i++;
    if (i == sizeof written / sizeof written[0] || (i == 0 && atexit(remove_written) != 0))
        return;
    written[i].path = strdup(path);
    written[i].text = strdup(text);
    if (written[i].path != NULL && written[i].text != NULL)
        return;
    free(written[i].path);
    free(written[i].text);
    written[i].path = written[i].text = NULL;
}

/// Writes the scenario of a query to a new file among the temporary ones. Returns 0 or an errno.
static int write_scenario(const cd_load *load, char *path, size_t size) {
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/%s-XXXXXX", folder != NULL && folder[0] == '/' ? folder : "/tmp",
             load->name);
    const int fd = mkstemp(path);
    if (fd < 0)
        return errno;
    char named[CD_PATH_MAX];
    const int length = snprintf(named, sizeof named, "%s.lua", path);
    bool good = (size_t)length < sizeof named &&
                write(fd, load->source, load->source_size) == (ssize_t)load->source_size;
    good = close(fd) == 0 && good && link(path, named) == 0;
    const int error = good ? 0 : errno;
    (void)unlink(path);
    snprintf(path, size, "%s", named);
    if (error == 0)
        note_written(path, load->source);
    return error;
}

/// Takes the LOAD, the first message.
static bool take_load(cd_case *c, const cd_load *load, char *wrong, size_t size) {
    const cd_step step = {.drag = load->drag,
                          .settings = load->settings,
                          .setting_count = load->setting_count,
                          .lines = load->lines,
                          .line_count = load->line_count};
    c->has_seed = load->has_seed;
    c->seed = load->seed;
    snprintf(c->script, sizeof c->script, "%s", load->name);
    const int error = load->source_size > 0 ? write_scenario(load, c->script, sizeof c->script) : 0;
    if (error != 0)
        snprintf(wrong, size, "its scenario cannot be written: %s", strerror(error));
    return error == 0 && cd_inputs_add_step(&c->inputs, 0, &step);
}

static bool take(cd_case *c, const cd_message *message, char *wrong, size_t size) {
    if (message->type == CD_MSG_LOAD)
        return take_load(c, &message->as.load, wrong, size);
    const cd_step *step = &message->as.step;
    if (message->type != CD_MSG_STEP || step->count > INT_MAX / 2 - c->frames)
        return false;
    const bool added = cd_inputs_add_step(&c->inputs, c->frames + 1, step);
    c->frames += step->count;
    return added;
}

bool cd_case_open(const cd_case_language *language, const char *given, bool is_path, cd_case *out,
                  char *wrong, size_t size) {
    cd_bytes bytes = {0};
    cd_arena arena = {0};
    *out = (cd_case){0};
    bool good = language->read(given, is_path, &bytes, wrong, size);
    if (good)
        snprintf(wrong, size, "has more keys, or longer texts, than a window can have");
    for (size_t at = 0, whole; good && at < bytes.size; at += whole) {
        cd_message message;
        whole = cd_message_size(bytes.data + at, bytes.size - at);
        good = cd_message_decode(bytes.data + at, whole, &arena, &message) &&
               take(out, &message, wrong, size);
        cd_arena_free(&arena);
    }
    cd_bytes_free(&bytes);
    if (!good)
        cd_case_free(out);
    return good;
}

void cd_case_free(cd_case *c) { cd_inputs_free(&c->inputs); }
