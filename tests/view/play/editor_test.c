// The command that opens a file in the person's editor, run by sh: every editor that is known gets
// the line as it wants it, one with arguments of its own keeps them, one that needs a terminal is
// given one, and no name of a file is taken for a command or an option.
#include "check.h"
#include "view/system/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[] = "/tmp/collide-editor-XXXXXX";

/// Makes a program of this name that writes its name and arguments, a line each, into the file log.
static void make_program(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fprintf(file, "#!/bin/sh\nprintf '%%s|' %s \"$@\" >>%s/log\n", name, folder);
    CHECK(fclose(file) == 0 && chmod(path, 0700) == 0);
}

/// Runs the command of an editor for a file and line 12; compares what was started.
static void check_command(const char *editor, bool terminal, const char *path,
                          const char *expected) {
    char command[1024], log[256], got[512] = "";
    CHECK(cd_editor_command(editor, terminal, command, sizeof command));
    snprintf(log, sizeof log, "%s/log", folder);
    (void)unlink(log);
    const pid_t pid = fork();
    if (pid == 0) {
        execl("/bin/sh", "sh", "-c", command, "sh", path, "12", (char *)NULL);
        _exit(99);
    }
    int status = -1;
    CHECK(waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    FILE *file = fopen(log, "r");
    CHECK(file != NULL && fread(got, 1, sizeof got - 1, file) > 0);
    fclose(file);
    if (strcmp(got, expected) != 0)
        printf("%s: %s, not %s\n", editor != NULL ? editor : "none", got, expected);
    CHECK(strcmp(got, expected) == 0);
}

/// Opening: the editor of the environment runs; one that is not there is told of.
static void test_opening(void) {
    char wrong[200], log[256];
    snprintf(log, sizeof log, "%s/log", folder);
    (void)unlink(log);
    CHECK(setenv("VISUAL", "code", 1) == 0);
    CHECK(cd_editor_open("-x.lua", 3, wrong, sizeof wrong));
    for (int i = 0; i < 500 && access(log, F_OK) != 0; i++)
        nanosleep(&(struct timespec){0, 10000 * 1000}, NULL);
    nanosleep(&(struct timespec){0, 50000 * 1000}, NULL);
    char got[64] = "";
    FILE *file = fopen(log, "r");
    CHECK(file != NULL && fread(got, 1, sizeof got - 1, file) > 0);
    fclose(file);
    CHECK(strcmp(got, "code|-g|./-x.lua:3|") == 0);
    CHECK(!cd_editor_failed(wrong, sizeof wrong));
    CHECK(setenv("VISUAL", "no-such-editor", 1) == 0);
    CHECK(cd_editor_open("x.lua", 3, wrong, sizeof wrong));
    CHECK(setenv("VISUAL", "", 1) == 0 && unsetenv("EDITOR") == 0);
    CHECK(!cd_editor_open("x.desktop", 3, wrong, sizeof wrong) &&
          strstr(wrong, "Set VISUAL") == wrong);
    CHECK(setenv("VISUAL", "no-such-editor", 1) == 0);
    bool failed = false;
    for (int i = 0; i < 500 && !failed; i++) {
        nanosleep(&(struct timespec){0, 10000 * 1000}, NULL);
        failed = cd_editor_failed(wrong, sizeof wrong);
    }
    CHECK(failed && strstr(wrong, "no-such-editor") != NULL);
}

int main(void) {
    static const char *const names[] = {"vim",   "nano", "emacs", "code",  "codium", "kate",
                                        "gedit", "subl", "helix", "other", "term",   "xdg-open"};
    CHECK(mkdtemp(folder) != NULL);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        make_program(names[i]);
    char path[512];
    snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
    CHECK(setenv("PATH", path, 1) == 0 && setenv("TERMINAL", "term", 1) == 0);
    check_command("vim", true, "a b.lua", "vim|+12|a b.lua|");
    check_command("nano", true, "a.lua", "nano|+12|a.lua|");
    check_command("emacs", false, "a.lua", "emacs|+12|a.lua|");
    check_command("gedit", false, "a.lua", "gedit|+12|a.lua|");
    check_command("code --wait", false, "$(touch x) 'a'.lua",
                  "code|--wait|-g|$(touch x) 'a'.lua:12|");
    check_command("codium", false, "a.lua", "codium|-g|a.lua:12|");
    check_command("kate", false, "a.lua", "kate|-l|12|a.lua|");
    check_command("subl", false, "a.lua", "subl|a.lua:12|");
    check_command("helix", true, "a.lua", "helix|a.lua:12|");
    check_command("other -x", false, "a.lua", "other|-x|a.lua|");
    check_command("vim -R", false, "a.lua", "term|-e|vim|-R|+12|a.lua|");
    check_command(NULL, false, "a.lua", "xdg-open|a.lua|");
    check_command("", false, "a.lua", "xdg-open|a.lua|");
    snprintf(path, sizeof path, "%s/vim", folder);
    char expected[64] = "vim|+12|a.lua|";
    check_command(path, true, "a.lua", expected);
    char longer[64];
    CHECK(!cd_editor_command("code", true, longer, 8));
    test_opening();
    snprintf(path, sizeof path, "rm -r %s", folder);
    return system(path);
}
