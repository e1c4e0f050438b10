// See folder.h. A scenario is a regular file *.lua that does not begin with a dot.
#include "view/play/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *cd_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_folder(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool cd_is_scenario_name(const char *name) {
    size_t length = strlen(name);
    return name[0] != '.' && length > 4 && strcmp(name + length - 4, ".lua") == 0;
}

/// folder/name as a path; false where that is not a scenario.
static bool join(const char *folder, const char *name, char *out) {
    size_t end = strlen(folder);
    if (!cd_is_scenario_name(name))
        return false;
    const char *slash = end > 0 && folder[end - 1] != '/' ? "/" : "";
    if (snprintf(out, CD_PATH_MAX, "%s%s%s", folder, slash, name) >= CD_PATH_MAX)
        return false;
    struct stat s;
    return stat(out, &s) == 0 && S_ISREG(s.st_mode);
}

/// The scenario of a folder that comes next after `name` in order (step 1), or before it (-1);
/// `name` NULL: the first or the last one.
static bool nearest(const char *folder, const char *name, int step, char *out) {
    DIR *dir = opendir(folder[0] != '\0' ? folder : ".");
    if (dir == NULL)
        return false;
    char best[CD_PATH_MAX] = "", path[CD_PATH_MAX];
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (!join(folder, e->d_name, path) ||
            (name != NULL && strcmp(e->d_name, name) * step <= 0) ||
            (best[0] != '\0' && strcmp(path, best) * step >= 0))
            continue;
        strcpy(best, path);
    }
    closedir(dir);
    if (best[0] != '\0')
        strcpy(out, best);
    return best[0] != '\0';
}

bool cd_folder_neighbour(const char *path, int step, char *out) {
    char folder[CD_PATH_MAX];
    size_t length = (size_t)(cd_base_name(path) - path);
    if (length >= sizeof folder)
        return false;
    memcpy(folder, path, length);
    folder[length] = '\0';
    return nearest(folder, cd_base_name(path), step, out) || nearest(folder, NULL, step, out);
}

static bool resolve_folder(const char *folder, char *out, char *wrong, size_t size) {
    if (nearest(folder, NULL, 1, out))
        return true;
    DIR *dir = opendir(folder);
    if (dir == NULL)
        snprintf(wrong, size, "%s: %s", folder, strerror(errno));
    else
        snprintf(wrong, size, "%s: no scenario (*.lua) in this folder", folder);
    if (dir != NULL)
        closedir(dir);
    return false;
}

bool cd_folder_resolve(const char *path, const char *program, char *out, char *wrong, size_t size) {
    if (path != NULL) {
        if (is_folder(path))
            return resolve_folder(path, out, wrong, size);
        if (strlen(path) < CD_PATH_MAX) {
            strcpy(out, path);
            return true;
        }
        snprintf(wrong, size, "the path of the scenario is too long");
        return false;
    }
    if (nearest("scripts", NULL, 1, out))
        return true;
    char beside[CD_PATH_MAX + 16];
    int length = (int)(cd_base_name(program) - program);
    snprintf(beside, sizeof beside, "%.*s../scripts", length, program);
    if (strlen(beside) < CD_PATH_MAX / 2 && nearest(beside, NULL, 1, out))
        return true;
    snprintf(wrong, size, "no scenario given, and no scripts/ folder here or beside the program");
    return false;
}

void cd_program_path(const char *argv0, char *out) {
    ssize_t n = readlink("/proc/self/exe", out, CD_PATH_MAX - 1);
    out[n > 0 ? n : 0] = '\0';
    if (n > 0)
        return;
    if (strchr(argv0, '/') != NULL) {
        snprintf(out, CD_PATH_MAX, "%s", argv0);
        return;
    }
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        int length = (int)strcspn(path, ":");
        snprintf(out, CD_PATH_MAX, "%.*s/%s", length, path, argv0);
        if (access(out, X_OK) == 0)
            return;
        path += length;
        path += *path == ':';
    }
    snprintf(out, CD_PATH_MAX, "%s", argv0);
}
