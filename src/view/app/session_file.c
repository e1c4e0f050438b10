// See session_file.h.
#include "view/app/session_file.h"

#include "record/new_file.h"
#include "record/source.h"
#include "view/system/terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD "collide window 2"

#define WATCHES_MAX 500 ///< lines of the file of watches

/// The path of a file; false where the environment has no place.
static bool file_of(const char *name, char out[CD_PATH_MAX]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = CD_PATH_MAX;
    if (state != NULL && state[0] == '/') // the XDG specification ignores others
        length = snprintf(out, CD_PATH_MAX, "%s/collide/%s", state, name);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, CD_PATH_MAX, "%s/.local/state/collide/%s", home, name);
    return length < CD_PATH_MAX;
}

/// Makes the folders of a path where they are missing.
static void make_folders(char *path) {
    for (char *slash = path; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        mkdir(path, 0700);
    }
}

/// Reads one line of a text without its end; false where it is cut off or too long.
static bool read_line(const char **text, char *out, size_t size) {
    const size_t length = strcspn(*text, "\n");
    if ((*text)[length] == '\0' || length >= size)
        return false;
    memcpy(out, *text, length);
    out[length] = '\0';
    *text += length + 1;
    return true;
}

/// Reads a line of a camera; false where it is damaged.
static bool read_camera(const char *line, cd_session *m) {
    char name[16];
    cd_saved_camera c = {.moved = true};
    if (sscanf(line, "camera %15s %lf %lf %lf %lf %lf %lf", name, &c.target.x, &c.target.y,
               &c.target.z, &c.across, &c.yaw, &c.pitch) != 7)
        return false;
    const cd_view view = cd_view_from_name(name);
    if (view == CD_VIEW_COUNT || !cd_is_finite(c.target) || !(c.across > 0) ||
        !isfinite(c.across) || !isfinite(c.yaw) || !isfinite(c.pitch))
        return false;
    m->cameras[view] = c;
    return true;
}

static bool read_all(const char *file, cd_session *m) {
    char line[CD_PATH_MAX + 16], name[16];
    if (!read_line(&file, line, sizeof line) || strcmp(line, HEAD) != 0)
        return false;
    if (!read_line(&file, line, sizeof line) || strncmp(line, "scenario ", 9) != 0 ||
        strlen(line + 9) >= CD_PATH_MAX)
        return false;
    strcpy(m->scenario, line + 9);
    if (!read_line(&file, line, sizeof line) || sscanf(line, "shown %u", &m->shown) != 1)
        return false;
    if (!read_line(&file, line, sizeof line) || sscanf(line, "view %15s", name) != 1 ||
        (m->view = cd_view_from_name(name)) == CD_VIEW_COUNT)
        return false;
    if (!read_line(&file, line, sizeof line) || sscanf(line, "theme %15s", name) != 1)
        return false;
    m->light = strcmp(name, "light") == 0;
    while (read_line(&file, line, sizeof line)) {
        if (strcmp(line, "end") == 0)
            return true;
        if (!read_camera(line, m))
            return false;
    }
    return false;
}

/// Whether a path leads to something, as a folder or a FIFO, that is no regular file.
static bool is_other(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && !S_ISREG(s.st_mode);
}

bool cd_session_read(cd_session *session) {
    char path[CD_PATH_MAX];
    cd_bytes text = {0};
    *session = (cd_session){0};
    if (!file_of("window", path))
        return false;
    const char *wrong = cd_source_read(path, &text);
    if (is_other(path))
        cd_terminal_print(stderr, "collide: %s %s; the last session is ignored\n", path, wrong);
    cd_bytes_append(&text, "", 1);
    const bool good = wrong == NULL && !text.failed && read_all((const char *)text.data, session);
    cd_bytes_free(&text);
    if (!good)
        *session = (cd_session){0};
    return good;
}

/// Writes numbers so that the same doubles are read again.
static void print_all(cd_bytes *out, const cd_session *m) {
    cd_bytes_print(out, "%s\nscenario %s\nshown %u\nview %s\ntheme %s\n", HEAD, m->scenario,
                   m->shown, cd_view_name(m->view), m->light ? "light" : "dark");
    for (int i = 0; i < CD_VIEW_COUNT; i++) {
        const cd_saved_camera *c = &m->cameras[i];
        if (c->moved)
            cd_bytes_print(out, "camera %s %.17g %.17g %.17g %.17g %.17g %.17g\n",
                           cd_view_name((cd_view)i), c->target.x, c->target.y, c->target.z,
                           c->across, c->yaw, c->pitch);
    }
    cd_bytes_print(out, "end\n");
}

void cd_session_write(const cd_session *session) {
    char path[CD_PATH_MAX];
    cd_bytes text = {0};
    if (strchr(session->scenario, '\n') != NULL || !file_of("window", path) || is_other(path))
        return;
    make_folders(path);
    print_all(&text, session);
    if (!text.failed)
        (void)cd_new_file_write(path, &text); // what cannot be remembered is forgotten
    cd_bytes_free(&text);
}

// ---------------------------------------------------------------------------------------- watches

/// Reads the file of watches with a 0 at its end; NULL: there is none.
static const char *read_watches(cd_bytes *text, char path[CD_PATH_MAX]) {
    if (!file_of("watches", path) || cd_source_read(path, text) != NULL)
        cd_bytes_free(text);
    cd_bytes_append(text, "", 1);
    return text->failed ? NULL : (const char *)text->data;
}

/// Whether a line is a watch of a scenario; *expression: what is watched.
static bool is_watch(const char *line, const char *scenario, const char **expression) {
    const size_t length = strlen(scenario);
    *expression = line + length + 1;
    return strncmp(line, scenario, length) == 0 && line[length] == '\t';
}

void cd_watches_read(const char *scenario, cd_plotted *out) {
    char path[CD_PATH_MAX], line[CD_PATH_MAX + sizeof out->paths[0] + 2];
    cd_bytes text = {0};
    out->count = 0;
    const char *at = read_watches(&text, path), *expression;
    while (at != NULL && out->count < CD_PLOTS_MAX && read_line(&at, line, sizeof line))
        if (is_watch(line, scenario, &expression) && strlen(expression) < sizeof out->paths[0])
            strcpy(out->paths[out->count++], expression);
    cd_bytes_free(&text);
}

void cd_watches_write(const char *scenario, const cd_plotted *plotted) {
    char path[CD_PATH_MAX], line[CD_PATH_MAX + sizeof plotted->paths[0] + 2];
    cd_bytes text = {0}, out = {0};
    const char *before = read_watches(&text, path), *at = before, *expression;
    int others = 0;
    while (at != NULL && read_line(&at, line, sizeof line))
        others += !is_watch(line, scenario, &expression);
    at = before;
    while (at != NULL && read_line(&at, line, sizeof line))
        if (!is_watch(line, scenario, &expression) && others-- <= WATCHES_MAX)
            cd_bytes_print(&out, "%s\n", line);
    for (int i = 0; i < plotted->count; i++)
        if (strchr(plotted->paths[i], '\n') == NULL)
            cd_bytes_print(&out, "%s\t%s\n", scenario, plotted->paths[i]);
    const bool fits = before != NULL && !out.failed && file_of("watches", path);
    if (fits && strpbrk(scenario, "\n\t") == NULL && !is_other(path)) {
        make_folders(path);
        (void)cd_new_file_write(path, &out); // what cannot be remembered is forgotten
    }
    cd_bytes_free(&text);
    cd_bytes_free(&out);
}
