// The language that a person's locale asks for, and the texts in it.
#include "check.h"

#include "view/panels/phrase.h"

#include <stdlib.h>
#include <string.h>

static bool is_language(const char *name, int expected) {
    cd_language language = CD_ENGLISH;
    const bool known = cd_language_from_name(name, &language);
    return expected < 0 ? !known : known && (int)language == expected;
}

/// Whether the first variable that is set decides.
static void test_environment(void) {
    static const struct {
        const char *all, *messages, *lang;
        cd_language expected;
    } cases[] = {{NULL, NULL, NULL, CD_ENGLISH},
                 {NULL, NULL, "ja_JP.UTF-8", CD_JAPANESE},
                 {"", "", "ja", CD_JAPANESE},
                 {NULL, "en_GB.UTF-8", "ja_JP.UTF-8", CD_ENGLISH},
                 {"C", NULL, "ja_JP.UTF-8", CD_ENGLISH},
                 {"ja_JP.eucJP", "en_US", "fr_FR", CD_JAPANESE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
        const char *const values[] = {cases[i].all, cases[i].messages, cases[i].lang};
        for (int k = 0; k < 3; k++)
            CHECK((values[k] != NULL ? setenv(names[k], values[k], 1) : unsetenv(names[k])) == 0);
        CHECK(cd_language_of_environment() == cases[i].expected);
    }
}

int main(void) {
    CHECK(is_language("en", CD_ENGLISH) && is_language("ja", CD_JAPANESE));
    CHECK(is_language("ja_JP.UTF-8", CD_JAPANESE) && is_language("ja.UTF-8", CD_JAPANESE));
    CHECK(is_language("jam", -1) && is_language("fr_FR", -1) && is_language("", -1));
    CHECK(is_language("j", -1) && is_language("C", -1));
    test_environment();
    const cd_phrase phrase = {"one", "\u4e00"};
    CHECK(strcmp(cd_phrase_text(phrase), "one") == 0);
    cd_language_in_use = CD_JAPANESE;
    CHECK(strcmp(cd_phrase_text(phrase), "\u4e00") == 0);
    CHECK(strcmp(cd_phrase_text((cd_phrase){0}), "") == 0);
    return failures != 0;
}
