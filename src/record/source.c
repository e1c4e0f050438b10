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

static const char too_large[] = "is too large for a script (over 16 MB)";
_Static_assert(CD_SOURCE_MAX == (size_t)16 << 20, "the message names the limit");

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
            return too_large;
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
    if ((size_t)status.st_size > CD_SOURCE_MAX)
        return too_large;
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

/// The most bytes of a path below the scenario's folder.
enum { DATA_PATH_SIZE = 1024 };

bool cd_source_is_data(const char *name) { return strncmp(name, "./", 2) == 0; }

/// Whether a path leads down from a folder: names between single slashes, none of which begins with
/// a dot, without control characters, drives and backslashes.
static bool leads_down(const char *path) {
    for (const char *name = path;; name++) {
        const size_t length = strcspn(name, "/");
        if (length == 0 || name[0] == '.')
            return false;
        for (size_t i = 0; i < length; i++)
            if ((unsigned char)name[i] < 0x20 || name[i] == '\\' || name[i] == ':')
                return false;
        name += length;
        if (*name == '\0')
            return strlen(path) < DATA_PATH_SIZE;
    }
}

/// Looks where the file at `path` lies, after following all links: NULL, or what is wrong. Not
/// below `folder`, or hidden there: a scenario in a home folder has keys and tokens below it.
static const char *find_misplaced(const char *folder, const char *path) {
    char *real_folder = realpath(folder, NULL);
    char *real_path = realpath(path, NULL);
    const size_t length = real_folder ? strlen(real_folder) : 0;
    const bool root = real_folder && strcmp(real_folder, "/") == 0;
    const bool below = real_folder && real_path && strncmp(real_path, real_folder, length) == 0 &&
                       (real_path[length] == '/' || root);
    const bool hidden = below && strstr(real_path + length - root, "/.") != NULL;
    free(real_folder);
    free(real_path);
    return !below   ? "lies outside the scenario's folder"
           : hidden ? "is hidden: a name on the way to it begins with a dot"
                    : NULL;
}

/// The result for a module or file that was not found: "module 'name' why".
static cd_module missing(cd_arena *arena, const char *name, const char *why) {
    char text[512];
    const bool data = cd_source_is_data(name);
    snprintf(text, sizeof text, "%s '%.200s' %s", data ? "file" : "module", data ? name + 2 : name,
             why);
    const char *kept = cd_arena_string(arena, text, strlen(text));
    return (cd_module){.name = kept ? kept : "out of memory", .source = ""};
}

/// The folder of a scenario with a slash at its end; "" for the current folder.
static void folder_of(const char *scenario, char *folder, size_t size) {
    const char *slash = strrchr(scenario, '/');
    snprintf(folder, size, "%.*s", slash ? (int)(slash - scenario + 1) : 0, scenario);
}

cd_module cd_source_none(const char *name, cd_arena *arena) {
    if (cd_source_is_data(name))
        return missing(
            arena, name,
            leads_down(name + 2)
                ? "not found beside or below the scenario"
                : "must be a path down from the scenario's folder, as levels/1.txt, in which "
                  "no name begins with a dot");
    return missing(arena, name,
                   is_module_name(name)
                       ? "not found beside the scenario or in its lib folder"
                       : "is not a name made of letters, digits, underscores and dots");
}

bool cd_source_path(const char *scenario, const char *name, char *out, size_t size) {
    const bool data = cd_source_is_data(name);
    const char *below = data ? name + 2 : name;
    char folder[PATH_MAX];
    if (data ? !leads_down(below) : !is_module_name(name))
        return false;
    folder_of(scenario, folder, sizeof folder);
    if ((size_t)snprintf(out, size, "%s%s%s", folder, below, data ? "" : ".lua") >= size)
        return false;
    char *dot = out + strlen(folder);
    for (const char *p = below; !data && *p; p++, dot++)
        *dot = *p == '.' ? '/' : *p;
    return true;
}

/// Reads the file at `path`, which has this name, if it lies below the folder. *none: there is
/// none.
static cd_module read_below(const char *scenario, const char *path, const char *name,
                            cd_arena *arena, bool *none) {
    char folder[PATH_MAX];
    cd_bytes bytes = {0};
    folder_of(scenario, folder, sizeof folder);
    const char *error = cd_source_read(path, &bytes);
    if (!error)
        error = find_misplaced(folder[0] ? folder : ".", path);
    *none = error && strcmp(error, "no such file") == 0;
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

cd_module cd_source_find(const char *scenario, const char *name, cd_arena *arena) {
    char path[PATH_MAX + DATA_PATH_SIZE], beside[PATH_MAX + DATA_PATH_SIZE + 8];
    bool none;
    if (!cd_source_path(scenario, name, path, sizeof path))
        return cd_source_none(name, arena);
    cd_module module = read_below(scenario, path, name, arena, &none);
    if (none && !cd_source_is_data(name)) {
        const char *slash = strrchr(scenario, '/');
        const int folder = slash ? (int)(slash - scenario + 1) : 0;
        snprintf(beside, sizeof beside, "%.*slib/%s", folder, path, path + folder);
        module = read_below(scenario, beside, name, arena, &none);
    }
    return none ? cd_source_none(name, arena) : module;
}
