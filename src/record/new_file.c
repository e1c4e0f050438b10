// See new_file.h.
#define _XOPEN_SOURCE 700 // realpath

#include "record/new_file.h"

#include "record/descriptor.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Brings the names in the folder of a path to the disk. Not every file system can.
static void sync_folder(const char *path) {
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const int length = slash != NULL ? (int)(slash - path) + 1 : 1;
    snprintf(folder, sizeof folder, "%.*s", length, slash != NULL ? path : ".");
    const int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    (void)fsync(fd);
    close(fd);
}

/// Renames a file that is on the disk already. Returns 0 or an errno.
static int move(const char *from, const char *to) {
    if (rename(from, to) != 0)
        return errno;
    sync_folder(to);
    return 0;
}

const char *cd_new_file_begin(cd_new_file *file, const char *path) {
    file->fd = -1;
    // The file that a link leads to is replaced, not the link.
    if (realpath(path, file->path) == NULL &&
        snprintf(file->path, sizeof file->path, "%s", path) >= (int)sizeof file->path)
        return strerror(ENAMETOOLONG);
    const size_t length = strlen(file->path);
    if (length + sizeof ".XXXXXX" > sizeof file->beside)
        return strerror(ENAMETOOLONG);
    memcpy(file->beside, file->path, length);
    memcpy(file->beside + length, ".XXXXXX", sizeof ".XXXXXX");
    file->fd = mkstemp(file->beside);
    if (file->fd < 0)
        return strerror(errno);
    (void)fcntl(file->fd, F_SETFD, FD_CLOEXEC);
    return NULL;
}

const char *cd_new_file_keep(cd_new_file *file) {
    assert(file->fd >= 0);
    struct stat before;
    const mode_t mask = umask(0);
    umask(mask);
    const mode_t mode =
        stat(file->path, &before) == 0 ? before.st_mode & 0777 : (mode_t)(0666 & ~mask);
    int error = fchmod(file->fd, mode) == 0 && fsync(file->fd) == 0 ? 0 : errno;
    if (close(file->fd) != 0 && error == 0)
        error = errno;
    file->fd = -1;
    if (error == 0)
        error = move(file->beside, file->path);
    if (error == 0)
        return NULL;
    unlink(file->beside);
    return strerror(error);
}

void cd_new_file_drop(cd_new_file *file) {
    assert(file->fd >= 0);
    close(file->fd);
    unlink(file->beside);
    file->fd = -1;
}

const char *cd_new_file_write(const char *path, const cd_bytes *content) {
    cd_new_file file;
    const char *why = cd_new_file_begin(&file, path);
    if (why != NULL)
        return why;
    if (cd_write_all(file.fd, content->data, content->size))
        return cd_new_file_keep(&file);
    why = strerror(errno);
    cd_new_file_drop(&file);
    return why;
}

const char *cd_new_file_place(const char *beside, const char *path) {
    const int fd = open(beside, O_RDONLY | O_CLOEXEC);
    int error = fd >= 0 && fsync(fd) == 0 ? 0 : errno;
    if (fd >= 0)
        close(fd);
    if (error == 0)
        error = move(beside, path);
    return error == 0 ? NULL : strerror(error);
}
