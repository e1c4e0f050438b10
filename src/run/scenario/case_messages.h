// A case for the viewer, which has no Lua: as the messages of a run.
#ifndef RUN_SCENARIO_CASE_MESSAGES_H
#define RUN_SCENARIO_CASE_MESSAGES_H

#include "record/bytes.h"

/// Appends the messages of a case, given as a text or as the path of a file: a LOAD without its
/// source and the STEPs; of the case of a query one LOAD, with the source of a scenario that asks
/// it. False: `wrong` says in one line, without the path, what is wrong.
bool cd_case_messages(const char *given, bool is_path, cd_bytes *out, char *wrong, size_t size);

/// Appends the text of the case of a run, given by its messages.
bool cd_case_text(const cd_bytes *messages, cd_bytes *out, char *wrong, size_t size);

#endif
