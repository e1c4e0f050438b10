// See session_file.h. A new file is written beside the old one and renamed, so that a reader sees
// all or nothing.
#include "view/app/session_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD "collide window 1"
#define NUMBER "%.17g" // enough to read the same double again

/// The folder of the file, made if `make`; false where the environment names none.
static bool folder_of(bool make, char out[CD_PATH_MAX]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = -1;
    if (state != NULL && state[0] == '/') // the XDG specification ignores others
        length = snprintf(out, CD_PATH_MAX, "%s/collide", state);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, CD_PATH_MAX, "%s/.local/state/collide", home);
    if (length < 0 || length >= CD_PATH_MAX - 16)
        return false;
    for (char *slash = strchr(out + 1, '/'); make && slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(out, 0700);
        *slash = '/';
    }
    if (make)
        mkdir(out, 0700);
    return true;
}

/// The path of a file in the folder.
static bool file_of(bool make, const char *name, char out[CD_PATH_MAX]) {
    char folder[CD_PATH_MAX];
    return folder_of(make, folder) &&
           snprintf(out, CD_PATH_MAX, "%.*s/%s", CD_PATH_MAX - 16, folder, name) < CD_PATH_MAX;
}

/// Reads one line without its end; false where it is cut off or too long.
static bool read_line(FILE *file, char *out, int size) {
    if (fgets(out, size, file) == NULL)
        return false;
    const size_t length = strlen(out);
    if (length == 0 || out[length - 1] != '\n')
        return false;
    out[length - 1] = '\0';
    return true;
}

/// Reads a line of a camera; false where it is damaged.
static bool read_camera(const char *line, cd_session *m) {
    char name[16];
    double n[6];
    if (sscanf(line, "camera %15s %lf %lf %lf %lf %lf %lf", name, &n[0], &n[1], &n[2], &n[3], &n[4],
               &n[5]) != 7)
        return false;
    for (int i = 0; i < 6; i++)
        if (!isfinite(n[i]))
            return false;
    const cd_view view = cd_view_from_name(name);
    if (view == CD_VIEW_COUNT || !(n[3] > 0))
        return false;
    m->cameras[view].moved = true;
    m->cameras[view].target = (cd_vec){n[0], n[1], n[2]};
    m->cameras[view].across = n[3];
    m->cameras[view].yaw = n[4];
    m->cameras[view].pitch = n[5];
    return true;
}

static bool read_all(FILE *file, cd_session *m) {
    char line[CD_PATH_MAX + 16], name[16];
    if (!read_line(file, line, sizeof line) || strcmp(line, HEAD) != 0)
        return false;
    if (!read_line(file, line, sizeof line) || strncmp(line, "scenario ", 9) != 0 ||
        strlen(line + 9) >= CD_PATH_MAX)
        return false;
    strcpy(m->scenario, line + 9);
    if (!read_line(file, line, sizeof line) || sscanf(line, "shown %u", &m->shown) != 1)
        return false;
    if (!read_line(file, line, sizeof line) || sscanf(line, "view %15s", name) != 1 ||
        (m->view = cd_view_from_name(name)) == CD_VIEW_COUNT)
        return false;
    while (read_line(file, line, sizeof line)) {
        if (strcmp(line, "end") == 0)
            return true;
        if (!read_camera(line, m))
            return false;
    }
    return false;
}

bool cd_session_read(cd_session *session) {
    char path[CD_PATH_MAX];
    *session = (cd_session){0};
    FILE *file = file_of(false, "window", path) ? fopen(path, "r") : NULL;
    const bool good = file != NULL && read_all(file, session);
    if (file != NULL)
        fclose(file);
    if (!good)
        *session = (cd_session){0};
    return good;
}

static void write_all(FILE *file, const cd_session *m) {
    fprintf(file, "%s\nscenario %s\nshown %u\nview %s\n", HEAD, m->scenario, m->shown,
            cd_view_name(m->view));
    for (int i = 0; i < CD_VIEW_COUNT; i++)
        if (m->cameras[i].moved)
            fprintf(file,
                    "camera %s " NUMBER " " NUMBER " " NUMBER " " NUMBER " " NUMBER " " NUMBER "\n",
                    cd_view_name((cd_view)i), m->cameras[i].target.x, m->cameras[i].target.y,
                    m->cameras[i].target.z, m->cameras[i].across, m->cameras[i].yaw,
                    m->cameras[i].pitch);
    fputs("end\n", file);
}

void cd_session_write(const cd_session *session) {
    char path[CD_PATH_MAX], fresh[CD_PATH_MAX];
    if (strchr(session->scenario, '\n') != NULL || !file_of(true, "window", path) ||
        !file_of(true, "window.new", fresh))
        return;
    FILE *file = fopen(fresh, "w");
    if (file == NULL)
        return;
    write_all(file, session);
    const bool good = ferror(file) == 0;
    if (fclose(file) == 0 && good)
        rename(fresh, path);
    else
        unlink(fresh);
}
