// Reading the Lua text of a scenario, of the modules that it requires, and of its files of data.
//
// This is the one place that decides which files a script may have: regular text files in or below
// the scenario's folder. Modules are also in its lib/ and are named by identifiers and dots; a name
// that begins with "./" is the path of a file of data. A symbolic link is followed only if it ends
// inside that folder. Nothing is read below it of which a name begins with a dot. The viewer reads
// for the runner through it; collide.scenario in plain lua5.4 reads for itself.
#ifndef RECORD_SOURCE_H
#define RECORD_SOURCE_H

#include "record/message.h"

/// Room for a path with its end; the project opens no longer ones.
#define CD_PATH_MAX 4096

/// The most bytes of a source, 16 MiB: people write less; a larger file is refused before it is
/// read.
#define CD_SOURCE_MAX ((size_t)16 << 20)

/// Appends a whole regular file to `out`. Returns NULL, or the reason why it failed: a static
/// clause without the path ("no such file", "is a folder", "is not a text file").
const char *cd_source_read(const char *path, cd_bytes *out);

/// Finds and reads the module that the scenario at path `scenario` requires as `name`: "cloud" is
/// cloud.lua beside the scenario or lib/cloud.lua; "a.b" is a/b.lua. Or the file "./levels/1.json".
/// Strings are laid in `arena`.
/// If it is not found, `found` is false and `name` is the reason in one line.
cd_module cd_source_find(const char *scenario, const char *name, cd_arena *arena);
/// The result if there is no such file.
cd_module cd_source_none(const char *name, cd_arena *arena);

/// Whether a name is that of a file of data rather than of a module.
bool cd_source_is_data(const char *name);
/// The path below the scenario's folder where a module or file is looked for first; false: none can
/// have this name.
bool cd_source_path(const char *scenario, const char *name, char *out, size_t size);

#endif
