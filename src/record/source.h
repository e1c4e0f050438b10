// Reading the Lua text of a scenario and of the modules that it requires.
//
// This is the one place that decides which files a script may require: regular text files in or
// below the scenario's folder, also in its lib/, named by identifiers and dots. A symbolic link is
// followed only if it ends inside that folder. The viewer reads for the runner through it;
// collide.scenario in plain lua5.4 reads for itself.
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
/// cloud.lua beside the scenario or lib/cloud.lua; "a.b" is a/b.lua. Strings are laid in `arena`.
/// If it is not found, `found` is false and `name` is the reason in one line.
cd_module cd_source_find(const char *scenario, const char *name, cd_arena *arena);
/// The result if there is no such file.
cd_module cd_source_none(const char *name, cd_arena *arena);

#endif
