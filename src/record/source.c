// Which files a script may require, and reading them (source.h). A file is opened first and checked
// through its descriptor, so that what was checked is what is read. A FIFO or device cannot block
// the reader, nor a huge file fill its memory.
#define _XOPEN_SOURCE 700 // realpath

#include "record/source.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The length of a module's name is below this, as file systems take names of up to 255 bytes.
enum { NAME_SIZE = 200 };

/// Why opening a file failed, by errno.
static const char *open_error(void) {
    switch (errno) {
    case ENOENT:
    case ENOTDIR:
        return "no such file";
    case EACCES:
    case EPERM:
        return "permission denied";
    case ELOOP:
        return "too many symbolic links";
    default:
        return "cannot be opened";
    }
}

static const char *read_all(int fd, size_t size, cd_bytes *out) {
    // One byte more than expected, so that the last read finds the end without growing the array.
    if (!cd_bytes_reserve(out, size + 1))
        return "out of memory";
    const size_t start = out->size;
    for (;;) {
        if (!cd_bytes_reserve(out, 4096))
            return "out of memory";
        ssize_t got = read(fd, out->data + out->size, out->capacity - out->size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return "cannot be read";
        if (got == 0)
            return NULL;
        out->size += (size_t)got;
        if (out->size - start > CD_SOURCE_MAX)
            return "is too large for a script";
    }
}

static const char *read_descriptor(int fd, cd_bytes *out) {
    struct stat status;
    if (fstat(fd, &status) != 0)
        return "cannot be read";
    if (S_ISDIR(status.st_mode))
        return "is a folder";
    if (!S_ISREG(status.st_mode))
        return "is not a regular file";
    if (status.st_size < 0 || (size_t)status.st_size > CD_SOURCE_MAX)
        return "is too large for a script";
    const size_t start = out->size;
    const char *error = read_all(fd, (size_t)status.st_size, out);
    if (!error && out->size > start && memchr(out->data + start, 0, out->size - start))
        error = "is not a text file";
    if (error)
        out->size = start;
    return error;
}

const char *cd_source_read(const char *path, cd_bytes *out) {
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (fd < 0)
        return open_error();
    const char *error = read_descriptor(fd, out);
    close(fd);
    return error;
}

/// Whether a name is identifiers joined by single dots: neither "..", nor a path, nor an option.
static bool is_module_name(const char *name) {
    bool start = true;
    for (const char *p = name; *p; p++) {
        const bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_';
        const bool digit = *p >= '0' && *p <= '9';
        if (*p == '.' ? start : !(letter || (digit && !start)))
            return false;
        start = *p == '.';
    }
    return !start && strlen(name) < NAME_SIZE;
}

/// Whether the file at `path`, after following all links, lies below `folder`.
static bool lies_below(const char *folder, const char *path) {
    char *real_folder = realpath(folder, NULL);
    char *real_path = realpath(path, NULL);
    const size_t length = real_folder ? strlen(real_folder) : 0;
    const bool below = real_folder && real_path && strncmp(real_path, real_folder, length) == 0 &&
                       (real_path[length] == '/' || strcmp(real_folder, "/") == 0);
    free(real_folder);
    free(real_path);
    return below;
}

/// The result for a module that was not found: "module 'name' why".
static cd_module missing(cd_arena *arena, const char *name, const char *why) {
    char text[512];
    snprintf(text, sizeof text, "module '%.200s' %s", name, why);
    const char *kept = cd_arena_string(arena, text, strlen(text));
    return (cd_module){.name = kept ? kept : "out of memory", .source = ""};
}

/// The folder of a scenario with a slash at its end; "" for the current folder.
static void folder_of(const char *scenario, char *folder, size_t size) {
    const char *slash = strrchr(scenario, '/');
    snprintf(folder, size, "%.*s", slash ? (int)(slash - scenario + 1) : 0, scenario);
}

cd_module cd_source_none(const char *name, cd_arena *arena) {
    return missing(arena, name,
                   is_module_name(name)
                       ? "not found beside the scenario or in its lib folder"
                       : "is not a name made of letters, digits, underscores and dots");
}

cd_module cd_source_find(const char *scenario, const char *name, cd_arena *arena) {
    if (!is_module_name(name))
        return cd_source_none(name, arena);
    char folder[PATH_MAX], file[NAME_SIZE + 1], path[PATH_MAX + NAME_SIZE + 16];
    folder_of(scenario, folder, sizeof folder);
    snprintf(file, sizeof file, "%s", name);
    for (char *p = file; *p; p++)
        if (*p == '.')
            *p = '/';
    const char *places[] = {"", "lib/"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s%s%s.lua", folder, places[i], file);
        cd_bytes bytes = {0};
        const char *error = cd_source_read(path, &bytes);
        if (!error && !lies_below(folder[0] ? folder : ".", path))
            error = "lies outside the scenario's folder";
        if (error && strcmp(error, "no such file") == 0)
            continue;
        cd_module module = {.found = !error, .source_size = bytes.size};
        if (!error) {
            module.name = cd_arena_string(arena, path, strlen(path));
            module.source = cd_arena_string(arena, (const char *)bytes.data, bytes.size);
        }
        cd_bytes_free(&bytes);
        if (error || !module.name || !module.source)
            return missing(arena, name, error ? error : "does not fit in memory");
        return module;
    }
    return cd_source_none(name, arena);
}
