// See editor.h.
#include "view/system/editor.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// How an editor takes the line, by its name.
static const struct {
    const char *names, *arguments;
    bool in_terminal;
} editors[] = {
    {" vi vim nvim nano micro joe mcedit emacs-nox ", "+\"$2\" \"$1\"", true},
    {" helix hx kak ", "\"$1\":\"$2\"", true},
    {" gvim emacs emacsclient gedit gnome-text-editor xed pluma mousepad geany ", "+\"$2\" \"$1\"",
     false},
    {" code codium vscodium code-oss code-insiders ", "-g \"$1\":\"$2\"", false},
    {" kate kwrite ", "-l \"$2\" \"$1\"", false},
    {" subl sublime_text zed ", "\"$1\":\"$2\"", false},
};

#define MOST 16 ///< editors that are waited for
static pid_t running[MOST];

bool cd_editor_command(const char *editor, bool has_terminal, char *out, size_t size) {
    const char *arguments = "\"$1\"", *terminal = "";
    char name[64];
    if (editor == NULL || editor[strspn(editor, " ")] == '\0')
        editor = "xdg-open";
    const char *word = editor + strspn(editor, " ");
    const size_t length = strcspn(word, " ");
    size_t begin = length;
    while (begin > 0 && word[begin - 1] != '/')
        begin--;
    snprintf(name, sizeof name, " %.*s ", (int)(length - begin), word + begin);
    for (size_t i = 0; i < sizeof editors / sizeof editors[0]; i++) {
        if (strstr(editors[i].names, name) == NULL)
            continue;
        arguments = editors[i].arguments;
        if (editors[i].in_terminal && !has_terminal)
            terminal = "${TERMINAL:-x-terminal-emulator} -e ";
    }
    const int written = snprintf(out, size, "exec %s%s %s", terminal, editor, arguments);
    return written >= 0 && (size_t)written < size;
}

/// $VISUAL or $EDITOR; NULL: neither is set.
static const char *persons_editor(void) {
    const char *editor = getenv("VISUAL");
    if (editor == NULL || editor[0] == '\0')
        editor = getenv("EDITOR");
    return editor != NULL && editor[0] != '\0' ? editor : NULL;
}

/// What the desktop does with a file that a stranger's script has read, which may be of any kind,
/// nobody knows; so it gets Lua files alone.
static bool is_for_desktop(const char *path) {
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".lua") == 0;
}

/// Whether the program is in the foreground of a terminal, which an editor can use.
static bool has_terminal(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp();
}

bool cd_editor_open(const char *path, int line, char *wrong, size_t size) {
    char command[1024], number[16], full[4096];
    const char *editor = persons_editor();
    size_t free_place = 0;
    while (free_place < MOST && running[free_place] != 0)
        free_place++;
    snprintf(wrong, size, "%d editors are open", MOST);
    if (free_place == MOST)
        return false;
    snprintf(wrong, size, "Set VISUAL or EDITOR to open what is no Lua file");
    if (editor == NULL && !is_for_desktop(path))
        return false;
    snprintf(wrong, size, "The command of the editor is too long");
    // What begins with - or + would be an option.
    const bool is_odd = path[0] == '-' || path[0] == '+';
    if (!cd_editor_command(editor, has_terminal(), command, sizeof command) ||
        snprintf(full, sizeof full, "%s%s", is_odd ? "./" : "", path) >= (int)sizeof full)
        return false;
    snprintf(number, sizeof number, "%d", line > 0 ? line : 1);
    const char *const arguments[] = {"sh", "-c", command, "sh", full, number, NULL};
    posix_spawnattr_t attributes;
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawn(&running[free_place], "/bin/sh", NULL, &attributes,
                                  (char *const *)(uintptr_t)arguments, environ);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) {
        running[free_place] = 0;
        snprintf(wrong, size, "No editor can be started: %s", strerror(error));
    }
    return error == 0;
}

bool cd_editor_failed(char *wrong, size_t size) {
    bool failed = false;
    for (size_t i = 0; i < MOST; i++) {
        int status;
        if (running[i] == 0 || waitpid(running[i], &status, WNOHANG) == 0)
            continue;
        running[i] = 0;
        if (!WIFEXITED(status) || WEXITSTATUS(status) < 126)
            continue;
        const char *editor = persons_editor();
        snprintf(wrong, size, "There is no editor %s; set VISUAL or EDITOR",
                 editor != NULL ? editor : "xdg-open");
        failed = true;
    }
    return failed;
}
