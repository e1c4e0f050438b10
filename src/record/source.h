// Sources: reading the Lua text of a scenario and of the modules that it requires.
//
// The one place that decides which files a script may bring in: regular files of text beside or
// below the scenario's folder, or in its lib/, reached by a name of identifiers and dots. Symbolic
// links are followed only where they end inside that folder. The viewer reads for the runner with
// it, and collide.scenario in plain lua5.4 reads for itself.
#ifndef RECORD_SOURCE_H
#define RECORD_SOURCE_H

#include "record/message.h"

/// Room for a path with its end; the project opens no longer ones.
#define CD_PATH_MAX 4096

/// Sources are text written by people; larger files are refused before they are read.
#define CD_SOURCE_MAX ((size_t)16 << 20)

/// Appends the whole regular file to `out`. NULL where that worked; else why not, as one clause
/// without the path ("no such file", "is a folder", "is not a text file"), static.
const char *cd_source_read(const char *path, cd_bytes *out);

/// Finds and reads the module that the scenario at path `scenario` requires as `name`: "cloud" is
/// cloud.lua beside it or lib/cloud.lua; "a.b" is a/b.lua. Strings are laid in `arena`; where
/// nothing is found, `found` is false and `name` of the result says why in one line.
cd_module cd_source_find(const char *scenario, const char *name, cd_arena *arena);
/// What it answers where there is no such file.
cd_module cd_source_none(const char *name, cd_arena *arena);

#endif
