// See shape_label.h. The parts of a path are written one behind the other. A list's name becomes
// singular where a part of it follows, and a last part that only says that it is a shape ("body")
// is left out where the parts before it say more.
#include "record/text/shape_label.h"

#include "record/arena.h"

#include <stdbool.h>
#include <string.h>

/// A part of a path, as long as `length` says.
typedef struct path_part {
    const char *text;
    size_t length;
} path_part;

/// Takes the next part of a path: ball, .ball, [3], ["a b"]; false at its end.
static bool take_part(const char **path, path_part *part) {
    const char *at = *path;
    if (*at == '\0')
        return false;
    const bool quoted = strncmp(at, "[\"", 2) == 0, bracket = *at == '[';
    at += quoted ? 2 : bracket || *at == '.' ? 1 : 0;
    const char *end = quoted ? strstr(at, "\"]") : bracket ? strchr(at, ']') : NULL;
    if (end == NULL) // a name; or a path that was cut
        end = at + (bracket ? strlen(at) : strcspn(at, ".["));
    *part = (path_part){at, (size_t)(end - at)};
    *path = end + (*end == '\0' ? 0 : quoted ? 2 : bracket ? 1 : 0);
    return true;
}

static bool ends_with(path_part part, const char *ending) {
    const size_t length = strlen(ending);
    return part.length > length && memcmp(part.text + part.length - length, ending, length) == 0;
}

static bool is_word(path_part part, const char *word) {
    return part.length == strlen(word) && memcmp(part.text, word, part.length) == 0;
}

static bool is_generic(path_part part) {
    return is_word(part, "body") || is_word(part, "shape") || is_word(part, "collider");
}

/// How many letters of a plural are kept in the singular; `more` is then appended.
static size_t singular(path_part part, const char **more) {
    static const char *const doubled[] = {"ches", "shes", "sses", "xes"};
    static const char *const not_plural[] = {"ss", "is", "us"};
    static const char *const irregular[][2] = {
        {"people", "person"}, {"children", "child"}, {"vertices", "vertex"}, {"axes", "axis"}};
    for (size_t i = 0; i < sizeof irregular / sizeof *irregular; i++)
        if (is_word(part, irregular[i][0])) {
            *more = irregular[i][1];
            return 0;
        }
    *more = "";
    for (size_t i = 0; i < sizeof not_plural / sizeof *not_plural; i++)
        if (ends_with(part, not_plural[i]))
            return part.length;
    for (size_t i = 0; i < sizeof doubled / sizeof *doubled; i++)
        if (ends_with(part, doubled[i]))
            return part.length - 2;
    if (ends_with(part, "ies") && part.length > 4) {
        *more = "y";
        return part.length - 3;
    }
    return part.length > 2 && ends_with(part, "s") ? part.length - 1 : part.length;
}

/// Appends text, of which underscores are spaces.
static void append(char out[CD_SHAPE_LABEL_MAX], const char *text, size_t length) {
    const size_t used = strlen(out), room = CD_SHAPE_LABEL_MAX - 1 - used;
    const size_t n = cd_cut_length(text, length, room);
    for (size_t i = 0; i < n; i++)
        out[used + i] = text[i] == '_' ? ' ' : text[i];
    out[used + n] = '\0';
}

void cd_shape_label(const char *given, const char *path, char out[CD_SHAPE_LABEL_MAX]) {
    path_part part, next;
    out[0] = '\0';
    if (given != NULL)
        append(out, given, strlen(given));
    bool there = take_part(&path, &part);
    while (there) {
        const bool followed = take_part(&path, &next);
        const char *more = "";
        size_t length = followed ? singular(part, &more) : part.length;
        if (!followed && out[0] != '\0' && is_generic(part))
            return;
        if (followed && is_generic(next) && *path == '\0')
            length = part.length, more = ""; // it is the last that is written
        if (out[0] != '\0')
            append(out, " ", 1);
        append(out, part.text, length);
        append(out, more, strlen(more));
        part = next;
        there = followed;
    }
}
