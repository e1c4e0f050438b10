// See watch.h.
#include "view/play/watch.h"

#include "record/source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Takes down what stat says; true where that is news.
static bool look(cd_watched *file) {
    struct stat s = {0};
    if (stat(file->path, &s) != 0)
        s = (struct stat){0};
    bool news = s.st_dev != file->device || s.st_ino != file->inode || s.st_size != file->length ||
                s.st_mtim.tv_sec != file->modified.tv_sec ||
                s.st_mtim.tv_nsec != file->modified.tv_nsec;
    file->device = s.st_dev;
    file->inode = s.st_ino;
    file->length = s.st_size;
    file->modified = s.st_mtim;
    return news;
}

static char *copy(const char *text) {
    char *copied = malloc(strlen(text) + 1);
    return copied != NULL ? strcpy(copied, text) : NULL;
}

const cd_watched *cd_watch_module(const cd_watch *watch, const char *module) {
    for (int i = 0; i < watch->count; i++) {
        const cd_watched *file = &watch->files[i];
        if (file->why == NULL && file->module != NULL && strcmp(file->module, module) == 0)
            return file;
    }
    return NULL;
}

/// A file may be required by two names.
static bool same_name(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

void cd_watch_add(cd_watch *watch, const char *path, const char *module, const char *why,
                  const void *content, size_t size) {
    for (int i = 0; i < watch->count; i++)
        if (strcmp(watch->files[i].path, path) == 0 && same_name(watch->files[i].module, module))
            return;
    size_t room = (size_t)watch->count + 1;
    cd_watched *files = realloc(watch->files, room * sizeof *files);
    if (files == NULL)
        return;
    watch->files = files;
    cd_watched *file = &files[watch->count];
    // No file has this device, nor has what is gone by the first look.
    *file = (cd_watched){.path = copy(path), .content = malloc(size + 1), .device = (dev_t)-1};
    file->module = module != NULL ? copy(module) : NULL;
    if (file->path == NULL || file->content == NULL) {
        free(file->path);
        free(file->module);
        free(file->content);
        return;
    }
    file->why = why;
    if (size > 0)
        memcpy(file->content, content, size);
    file->content[size] = '\0';
    file->size = size;
    watch->count++;
    // The file is not looked at here: the first look reads it again, so that what was written
    // between reading and now is not missed.
}

static bool differs(cd_watched *file) {
    cd_bytes now = {0};
    const char *why = cd_source_read(file->path, &now);
    bool different = (why == NULL) != (file->why == NULL);
    if (why != NULL && file->why != NULL)
        different = strcmp(why, file->why) != 0; // a folder where nothing was
    else if (why == NULL && file->why == NULL)
        different = now.size != file->size ||
                    (now.size > 0 && memcmp(now.data, file->content, now.size) != 0);
    cd_bytes_free(&now);
    return different;
}

bool cd_watch_changed(cd_watch *watch) {
    bool changed = false;
    for (int i = 0; i < watch->count; i++)
        if (look(&watch->files[i]) && differs(&watch->files[i]))
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
        size_t length = strcspn(at, "\r\n");
        length = length < size ? length : size - 1;
        memcpy(out, at, length);
        out[length] = '\0';
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
