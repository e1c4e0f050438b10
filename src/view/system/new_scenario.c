// See new_scenario.h. The scenario is first.lua, which the build embeds (cmake/embed.cmake).
#include "view/system/new_scenario.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern const char cd_embedded_first[];
static const char given_title[] = "\"Bounce\"";

/// Writes the text with the title `name`, the first letter large, without what ends a Lua text.
static void write_text(FILE *file, const char *name, int length) {
    const char *title = strstr(cd_embedded_first, given_title);
    fwrite(cd_embedded_first, 1, (size_t)(title - cd_embedded_first), file);
    fputc('"', file);
    for (int i = 0; i < length; i++) {
        const char c = name[i];
        if (i == 0 && c >= 'a' && c <= 'z')
            fputc(c - 'a' + 'A', file);
        else if ((unsigned char)c >= ' ' && c != '"' && c != '\\')
            fputc(c, file);
    }
    fputc('"', file);
    fputs(title + strlen(given_title), file);
}

bool cd_new_scenario(const char *name, char *path, size_t path_size, char *wrong,
                     size_t wrong_size) {
    const char *slash = strrchr(name, '/'), *base = slash != NULL ? slash + 1 : name;
    const size_t size = strlen(base);
    const bool ends = size > 4 && strcmp(base + size - 4, ".lua") == 0;
    if (size == 0 ||
        (size_t)snprintf(path, path_size, "%s%s", name, ends ? "" : ".lua") >= path_size) {
        snprintf(wrong, wrong_size, "'%.200s' is no name for a file", name);
        return false;
    }
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file == NULL) {
        const char *why =
            errno == EEXIST ? "it is there already; collide FILE opens it" : strerror(errno);
        snprintf(wrong, wrong_size, "cannot write %.300s: %s", path, why);
        if (fd >= 0)
            close(fd);
        return false;
    }
    write_text(file, base, (int)(ends ? size - 4 : size));
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed) {
        remove(path);
        snprintf(wrong, wrong_size, "cannot write %.300s: not all of it could be written", path);
        return false;
    }
    return true;
}
