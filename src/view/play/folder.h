// Finding scenarios: which file a path stands for, and its neighbours in the folder.
#ifndef VIEW_PLAY_FOLDER_H
#define VIEW_PLAY_FOLDER_H

#include "record/source.h"

/// The scenario that `path` stands for: a folder's first one; NULL: of scripts/ here, or beside the
/// program's folder. False: `wrong` says in one line why there is none.
bool cd_folder_resolve(const char *path, const char *program, char *out, char *wrong, size_t size);

/// "*.lua", not hidden.
bool cd_is_scenario_name(const char *name);

/// The scenario before (-1) or after (+1) one in its folder, in order of name, round and round.
bool cd_folder_neighbour(const char *path, int step, char *out);

/// The path of this program, for starting it again and for finding its scripts.
void cd_program_path(const char *argv0, char *out);

/// The last part of a path.
const char *cd_base_name(const char *path);

#endif
