// See uses.h.
#include "view/system/uses.h"

#include <ctype.h>
#include <string.h>

/// Whether a text has the field `name`, as x.name or x["name"], where it is not called.
static bool has_field(const char *text, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = strstr(text, name); at != NULL; at = strstr(at + 1, name)) {
        const char before = at > text ? at[-1] : ' ', *after = at + length;
        if ((before == '"' || before == '\'') && *after == before)
            return true;
        if (before != '.' || isalnum((unsigned char)*after) || *after == '_')
            continue;
        after += strspn(after, " \t");
        if (strchr("(\"'{[", *after) == NULL || *after == '\0')
            return true;
    }
    return false;
}

unsigned cd_uses_of(const cd_watch *watch) {
    static const struct {
        const char *field;
        unsigned bit;
    } fields[] = {{"mouse", CD_USES_MOUSE}, {"text", CD_USES_TEXT}, {"pad", CD_USES_PAD}};
    unsigned uses = 0;
    for (int i = 0; i < watch->count; i++) {
        const cd_watched_file *file = &watch->files[i];
        for (size_t k = 0; k < sizeof fields / sizeof fields[0] && file->why == NULL; k++)
            if (has_field(file->content, fields[k].field))
                uses |= fields[k].bit;
    }
    return uses;
}
