// See folder.h.
#include "view/system/folder.h"

#include <SDL_filesystem.h>
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *cd_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool cd_is_scenario_name(const char *name) {
    const size_t length = strlen(name);
    return name[0] != '.' && length > 4 && strcmp(name + length - 4, ".lua") == 0;
}

static int may_be_scenario(const struct dirent *entry) {
    return cd_is_scenario_name(entry->d_name);
}

/// As alphasort, but in every locale by bytes.
static int compare_names(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

int cd_folder_list(const char *folder, struct dirent ***names) {
    *names = NULL;
    return scandir(folder[0] != '\0' ? folder : ".", names, may_be_scenario, compare_names);
}

void cd_folder_free_list(struct dirent **names, int count) {
    for (int i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

/// Joins folder and name; false where that is not a regular file.
static bool join(const char *folder, const char *name, char *out) {
    const size_t end = strlen(folder);
    const char *slash = end > 0 && folder[end - 1] != '/' ? "/" : "";
    struct stat s;
    return snprintf(out, CD_PATH_MAX, "%s%s%s", folder, slash, name) < CD_PATH_MAX &&
           stat(out, &s) == 0 && S_ISREG(s.st_mode);
}

/// Finds the first scenario of a folder that comes after `name` (step 1) or before it (-1); `name`
/// NULL: the first or the last one of all.
static bool next_scenario(const char *folder, const char *name, int step, char *out) {
    struct dirent **names;
    const int count = cd_folder_list(folder, &names);
    bool found = false;
    for (int k = 0; k < count && !found; k++) {
        const char *other = names[step > 0 ? k : count - 1 - k]->d_name;
        found = (name == NULL || (step > 0 ? strcmp(other, name) : strcmp(name, other)) > 0) &&
                join(folder, other, out);
    }
    cd_folder_free_list(names, count);
    return found;
}

bool cd_folder_neighbour(const char *path, int step, char *out) {
    assert(step == 1 || step == -1);
    char folder[CD_PATH_MAX];
    const char *name = cd_base_name(path);
    const int length = snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path);
    return length < CD_PATH_MAX &&
           (next_scenario(folder, name, step, out) || next_scenario(folder, NULL, step, out));
}

static bool first_of_folder(const char *folder, char *out, char *wrong, size_t size) {
    struct dirent **names;
    if (next_scenario(folder, NULL, 1, out))
        return true;
    const int count = cd_folder_list(folder, &names);
    if (count < 0)
        snprintf(wrong, size, "%s: %s", folder, strerror(errno));
    else
        snprintf(wrong, size, "%s: no scenario (*.lua) in this folder", folder);
    cd_folder_free_list(names, count);
    return false;
}

/// Finds the first scenario of the scripts/ that came with this program: in the source beside its
/// build folder, installed in CD_SHARE, which is relative to the program's folder.
static bool first_of_ours(char *out) {
    static const char *const places[] = {"../scripts", CD_SHARE "/scripts"};
    char *base = SDL_GetBasePath(); // ends with a slash
    bool found = false;
    for (size_t i = 0; base != NULL && i < sizeof places / sizeof places[0] && !found; i++) {
        char folder[CD_PATH_MAX];
        found = snprintf(folder, sizeof folder, "%s%s", base, places[i]) < (int)sizeof folder &&
                next_scenario(folder, NULL, 1, out);
    }
    SDL_free(base);
    return found;
}

bool cd_folder_resolve(const char *path, char *out, char *wrong, size_t size) {
    struct stat s;
    if (path != NULL && stat(path, &s) == 0 && S_ISDIR(s.st_mode))
        return first_of_folder(path, out, wrong, size);
    if (path != NULL && strlen(path) >= CD_PATH_MAX) {
        snprintf(wrong, size, "the path of the scenario is too long");
        return false;
    }
    if (path != NULL) {
        strcpy(out, path);
        return true;
    }
    if (next_scenario("scripts", NULL, 1, out) || first_of_ours(out))
        return true;
    snprintf(wrong, size, "no scenario given, and no scripts/ folder here or with the program");
    return false;
}
