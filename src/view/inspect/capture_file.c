// See capture.h. The file is the user's: it is only ever appended to, and what a failed write
// leaves behind is cut off again.
#include "view/inspect/capture.h"

#include "record/source.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char file_head[] =
    "-- Queries that were kept in the sandbox with \"Make this a test\". New ones are added at "
    "the\n"
    "-- end; all else is yours to edit. Run them: collide test " CD_CAPTURE_FILE "\n"
    "-- or, where the path finds collide.so: "
    "LUA_CPATH=\"build/?.so;;\" busted --lua=lua5.4 " CD_CAPTURE_FILE "\n"
    "-- luacheck: std max+busted, no max line length\n";

/// Makes the folder of a path where it is missing; not the folders above it.
static void make_folder(const char *path) {
    char folder[1024];
    const char *slash = strrchr(path, '/');
    if (slash == NULL || (size_t)(slash - path) >= sizeof folder)
        return;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    (void)mkdir(folder, 0777); // if that fails, so does opening the file, with a reason
}

static int line_count(const cd_bytes *text) {
    int count = 1;
    for (size_t i = 0; i < text->size; i++)
        count += text->data[i] == '\n';
    return count;
}

static bool contains_text(const cd_bytes *text, const cd_bytes *part) {
    for (size_t i = 0; part->size > 0 && i + part->size <= text->size; i++)
        if (memcmp(text->data + i, part->data, part->size) == 0)
            return true;
    return false;
}

/// Appends all of the text or nothing; returns 0 or an errno.
static int append(const char *path, const cd_bytes *text) {
    struct stat before;
    const off_t size = stat(path, &before) == 0 ? before.st_size : 0;
    FILE *file = fopen(path, "ab");
    if (file == NULL)
        return errno;
    const bool written = fwrite(text->data, 1, text->size, file) == text->size;
    int error = written ? 0 : errno;
    if (fclose(file) != 0 && error == 0)
        error = errno;
    if (error != 0 && truncate(path, size) != 0)
        error = errno;
    return error;
}

bool cd_capture_save(const char *path, const cd_bytes *test, char *message, size_t size) {
    assert(path != NULL && test->size > 0 && size > 0);
    cd_bytes existing = {0}, text = {0};
    struct stat file;
    const bool exists = stat(path, &file) == 0;
    const char *error = exists ? cd_source_read(path, &existing) : NULL;
    bool kept = false;
    if (error != NULL) {
        snprintf(message, size, "Not written: %s %s", path, error);
    } else if (contains_text(&existing, test)) {
        snprintf(message, size, "This test is already in %s", path);
        kept = true;
    } else {
        if (!exists)
            make_folder(path);
        if (existing.size == 0)
            cd_bytes_append(&text, file_head, sizeof file_head - 1);
        else if (existing.data[existing.size - 1] != '\n')
            cd_bytes_append(&text, "\n", 1);
        const int line = line_count(&existing) + line_count(&text);
        cd_bytes_append(&text, test->data, test->size);
        const int failure = text.failed ? ENOMEM : append(path, &text);
        kept = failure == 0;
        if (kept)
            snprintf(message, size, "Added to %s, line %d", path, line);
        else
            snprintf(message, size, "%s could not be written: %s", path, strerror(failure));
    }
    cd_bytes_free(&existing);
    cd_bytes_free(&text);
    return kept;
}
