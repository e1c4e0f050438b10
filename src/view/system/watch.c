// See watch.h.
#include "view/system/watch.h"

#include "record/allocate.h"
#include "record/source.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_time(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/// Stats the file again; true if it has changed since it was last seen. A writer may set the time
/// of modification back, but not the time of change.
static bool stat_changed(cd_watched_file *file) {
    struct stat now = {0};
    if (stat(file->path, &now) != 0)
        now = (struct stat){0};
    const struct stat *old = &file->last_seen;
    const bool changed = now.st_dev != old->st_dev || now.st_ino != old->st_ino ||
                         now.st_size != old->st_size || !same_time(now.st_mtim, old->st_mtim) ||
                         !same_time(now.st_ctim, old->st_ctim);
    file->last_seen = now;
    return changed;
}

const cd_watched_file *cd_watch_module(const cd_watch *watch, const char *module) {
    for (int i = 0; i < watch->count; i++) {
        const cd_watched_file *file = &watch->files[i];
        if (file->why == NULL && file->module != NULL && strcmp(file->module, module) == 0)
            return file;
    }
    return NULL;
}

/// Whether two module names, NULL that of the script, are the same. A file may have several.
static bool same_name(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

void cd_watch_add(cd_watch *watch, const char *path, const char *module, const char *why,
                  const void *content, size_t size) {
    assert(path != NULL && (content != NULL || size == 0));
    for (int i = 0; i < watch->count; i++)
        if (strcmp(watch->files[i].path, path) == 0 && same_name(watch->files[i].module, module))
            return;
    size_t room = (size_t)watch->count + 1;
    cd_watched_file *files = cd_reallocate(watch->files, room * sizeof *files);
    if (files == NULL)
        return;
    watch->files = files;
    cd_watched_file *file = &files[watch->count];
    *file =
        (cd_watched_file){.path = cd_duplicate(path), .why = why, .content = cd_allocate(size + 1)};
    file->module = module != NULL ? cd_duplicate(module) : NULL;
    if (file->path == NULL || file->content == NULL || (module != NULL && file->module == NULL)) {
        free(file->path);
        free(file->module);
        free(file->content);
        return;
    }
    if (size > 0)
        memcpy(file->content, content, size);
    file->content[size] = '\0';
    file->size = size;
    // Zero stands for a missing file and -1 for no file at all, so the first check reads the file
    // again: what was written between loading it and now is not missed.
    if (watch->former)
        (void)stat_changed(file);
    else
        file->last_seen.st_dev = (dev_t)-1;
    watch->count++;
}

/// Reads the file again and compares.
static bool differs(cd_watched_file *file) {
    cd_bytes now = {0};
    const char *why = cd_source_read(file->path, &now);
    const bool read = why == NULL && file->why == NULL, unread = why != NULL && file->why != NULL;
    const bool same =
        (read && now.size == file->size &&
         (now.size == 0 || memcmp(now.data, file->content, now.size) == 0)) ||
        (unread && strcmp(why, file->why) == 0); // else say, a folder where nothing was
    cd_bytes_free(&now);
    return !same;
}

bool cd_watch_changed(cd_watch *watch) {
    bool changed = false;
    for (int i = 0; i < watch->count; i++)
        if (stat_changed(&watch->files[i]) && differs(&watch->files[i]))
            changed = true;
    return changed;
}

bool cd_watch_line(const cd_watch *watch, const char *path, int line, char *out, size_t size) {
    for (int i = 0; i < watch->count; i++) {
        if (strcmp(watch->files[i].path, path) != 0 || line < 1)
            continue;
        const char *at = watch->files[i].content;
        for (int n = 1; n < line && at != NULL; n++) {
            at = strchr(at, '\n');
            at = at != NULL ? at + 1 : NULL;
        }
        if (at == NULL || *at == '\0')
            return false;
        snprintf(out, size, "%.*s", (int)strcspn(at, "\r\n"), at);
        return true;
    }
    return false;
}

void cd_watch_free(cd_watch *watch) {
    for (int i = 0; i < watch->count; i++) {
        free(watch->files[i].path);
        free(watch->files[i].module);
        free(watch->files[i].content);
    }
    free(watch->files);
    *watch = (cd_watch){0};
}
