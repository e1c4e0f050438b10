// Files and folders that the C tests write.
#ifndef TESTS_FILES_H
#define TESTS_FILES_H

#include "check.h"

#include "record/source.h"

#include <stdlib.h>
#include <unistd.h>

static inline void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        exit(2);
}

/// Saves a file as editors do: written beside it, and renamed.
static inline void save_text(const char *path, const char *text) {
    char fresh[CD_PATH_MAX + 8];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    write_text(fresh, text);
    if (rename(fresh, path) != 0)
        exit(2);
}

/// Makes the folder of a name that ends in XXXXXX.
static inline void make_folder(char *name) {
    if (mkdtemp(name) == NULL)
        exit(2);
}

static inline void remove_folder(const char *name) {
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", name);
    CHECK(system(command) == 0);
}

#endif
