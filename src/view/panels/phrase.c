// See phrase.h.
#include "view/panels/phrase.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

cd_language cd_language_in_use = CD_ENGLISH;

bool cd_language_from_name(const char *name, cd_language *language) {
    const bool japanese = strncmp(name, "ja", 2) == 0, english = strncmp(name, "en", 2) == 0;
    if ((!japanese && !english) || isalnum((unsigned char)name[2]))
        return false;
    *language = japanese ? CD_JAPANESE : CD_ENGLISH;
    return true;
}

cd_language cd_language_of_environment(void) {
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    cd_language language = CD_ENGLISH;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value == NULL || value[0] == '\0')
            continue;
        (void)cd_language_from_name(value, &language);
        break; // the first that is set decides
    }
    return language;
}

const char *cd_phrase_text(cd_phrase phrase) {
    const char *text = cd_language_in_use == CD_JAPANESE ? phrase.ja : phrase.en;
    return text != NULL ? text : "";
}
