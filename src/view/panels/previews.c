// See previews.h.
#include "view/panels/previews.h"

#include "record/allocate.h"

#include <stdlib.h>
#include <string.h>

static bool same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/// Forgets what has been made.
static void forget(cd_preview *preview) {
    cd_arena_free(&preview->arena);
    free(preview->pixels);
    *preview = (cd_preview){.path = preview->path, .asked = preview->asked};
}

void cd_previews_begin(cd_previews *previews, double scale) {
    for (int i = 0; i < previews->count && scale != previews->scale; i++)
        forget(&previews->list[i]);
    previews->scale = scale;
    previews->pass++;
}

const cd_preview *cd_previews_look(cd_previews *previews, const char *path) {
    for (int i = 0; i < previews->count; i++) {
        cd_preview *preview = &previews->list[i];
        if (strcmp(preview->path, path) != 0)
            continue;
        preview->asked = previews->pass;
        return preview->made ? preview : NULL;
    }
    cd_preview *list = cd_grow(previews->list, previews->count, &previews->capacity, sizeof *list);
    if (list == NULL)
        return NULL;
    previews->list = list;
    char *copy = cd_duplicate(path);
    if (copy != NULL)
        previews->list[previews->count++] = (cd_preview){.path = copy, .asked = previews->pass};
    return NULL;
}

void cd_previews_refresh(cd_previews *previews) {
    for (int i = 0; i < previews->count; i++) {
        cd_preview *preview = &previews->list[i];
        struct stat now = {0};
        (void)stat(preview->path, &now);
        if (preview->made && !same_file(&now, &preview->file))
            forget(preview);
    }
}

int cd_previews_wanted(const cd_previews *previews) {
    int best = -1;
    for (int i = 0; i < previews->count; i++)
        if (!previews->list[i].made &&
            (best < 0 || previews->list[i].asked > previews->list[best].asked))
            best = i;
    return best;
}

void cd_previews_free(cd_previews *previews) {
    for (int i = 0; i < previews->count; i++) {
        forget(&previews->list[i]);
        free(previews->list[i].path);
    }
    free(previews->list);
    *previews = (cd_previews){0};
}
