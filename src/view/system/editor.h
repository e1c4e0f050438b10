// The person's editor: opens a file at a line, beside the window.
#ifndef VIEW_SYSTEM_EDITOR_H
#define VIEW_SYSTEM_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

/// Writes the command that opens a file at a line, for sh, where "$1" is the file and "$2" the
/// line. editor: as in $VISUAL, which may have arguments; NULL or "": what the desktop opens texts
/// with. One that is known to need a terminal is given one, unless the program has it itself.
/// False: the command is too long.
bool cd_editor_command(const char *editor, bool has_terminal, char *out, size_t size);

/// Opens a file at a line in $VISUAL, $EDITOR, or, a Lua file, by xdg-open. line: 0: none. False:
/// `wrong` says why.
bool cd_editor_open(const char *path, int line, char *wrong, size_t size);

/// Takes the exit of editors. True: one could not be started, which `wrong` says.
bool cd_editor_failed(char *wrong, size_t size);

#endif
