// The names of modules and files of a script, and those that must not reach a file.
#include "check.h"

#include "record/source.h"

#include <stdio.h>
#include <string.h>

/// Why a script in scripts/ cannot have a module or file.
static const char *why_not(const char *name) {
    static char why[600];
    cd_arena arena = {0};
    const cd_module module = cd_source_find("scripts/x.lua", name, &arena);
    CHECK(!module.found);
    snprintf(why, sizeof why, "%s", module.name);
    cd_arena_free(&arena);
    return why;
}

/// Names of modules and files that must not reach a file, whatever exists there.
static void test_names(void) {
    static const char *const refused[] = {"",   ".",    "..",   "../x", "/etc/passwd", "a..b",
                                          ".a", "a.",   "a/b",  "a\\b", "C:x",         "a b",
                                          "1a", "a.1b", "a\nb", "a-b",  "~root",       "é"};
    static const char *const refused_files[] = {"./",     "./.",    "./..",   "./../x", "./a/../x",
                                                "./a//b", "./a\nb", "./a\\b", "./C:x",  ".//x",
                                                "./.x",   "./a/.x", "./.a/x", "./...",  "./a/..b"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        CHECK(strstr(why_not(refused[i]), "is not a name") != NULL);
    for (size_t i = 0; i < sizeof refused_files / sizeof *refused_files; i++)
        CHECK(strstr(why_not(refused_files[i]), "must be a path down from the scenario") != NULL);
    // The longest names.
    char name[1100] = "";
    memset(name, 'a', 200);
    CHECK(strstr(why_not(name), "is not a name") != NULL);
    name[199] = '\0';
    CHECK(strstr(why_not(name), "not found beside") != NULL);
    CHECK(strstr(why_not("a1.b_2"), "not found beside") != NULL);
    // A path that is too long for its place, and the folder in which all others are.
    CHECK(cd_source_path("scripts/x.lua", "a.b", name, sizeof "scripts/a/b.lua") &&
          strcmp(name, "scripts/a/b.lua") == 0);
    CHECK(!cd_source_path("scripts/x.lua", "a.b", name, sizeof "scripts/a/b.lua" - 1));
    cd_arena arena = {0};
    CHECK(cd_source_find("/x.lua", "./etc/passwd", &arena).found);
    cd_arena_free(&arena);
    memset(name, '/', 1026);
    for (int i = 0; i < 1026; i += 2)
        name[i] = i == 0 ? '.' : 'a';
    CHECK(strstr(why_not(name), "must be a path down from the scenario") != NULL);
    name[1025] = '\0';
    CHECK(strstr(why_not(name), "not found beside") != NULL);
}

int main(void) {
    test_names();
    return failures != 0;
}
