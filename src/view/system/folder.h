// Finding scenarios: the file that a path stands for, and its neighbours in the folder. A scenario
// is a regular file *.lua that is not hidden.
#ifndef VIEW_SYSTEM_FOLDER_H
#define VIEW_SYSTEM_FOLDER_H

#include "record/source.h"

struct dirent;

/// Finds the scenario that `path` stands for: itself, the first one of a folder, or for NULL the
/// first one of scripts/ here or with the program. `out` has CD_PATH_MAX bytes. False:
/// `wrong` says in one line why there is none.
bool cd_folder_resolve(const char *path, char *out, char *wrong, size_t size);

/// Whether a file of this name may be a scenario: "*.lua", not hidden.
bool cd_is_scenario_name(const char *name);

/// Lists the names in a folder ("": the current one) that may be scenarios, sorted. Returns their
/// number, or -1 with errno; then *names is NULL. cd_folder_free_list frees them.
int cd_folder_list(const char *folder, struct dirent ***names);
void cd_folder_free_list(struct dirent **names, int count);

/// Finds the scenario before (step -1) or after (1) `path` in its folder, and around its ends.
bool cd_folder_neighbour(const char *path, int step, char *out);

/// The last part of a path.
const char *cd_base_name(const char *path);

#endif
