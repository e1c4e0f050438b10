// `collide new NAME`: a first scenario to begin with.
#ifndef VIEW_SYSTEM_NEW_SCENARIO_H
#define VIEW_SYSTEM_NEW_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

/// Writes the scenario of the README to NAME.lua, under the title NAME, and puts the file's name
/// into `path`. A file that is there stays as it is. False: `wrong` says in one line what is wrong.
bool cd_new_scenario(const char *name, char *path, size_t path_size, char *wrong,
                     size_t wrong_size);

#endif
