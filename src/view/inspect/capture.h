// "Make this a test": a recorded query as a busted test that asks it again, with exact inputs.
#ifndef VIEW_INSPECT_CAPTURE_H
#define VIEW_INSPECT_CAPTURE_H

#include "record/record.h"

#define CD_CAPTURE_FILE "tests/captured_spec.lua"

/// Appends the test of a query to `out`: Lua text that constructs its arguments bit for bit, asks,
/// and compares every field of the answer. ordinal: of the query among those asked at its line, for
/// the name. False where that cannot be done; then `why` says so in one line.
bool cd_capture(const cd_frame *frame, const cd_query *query, int ordinal, cd_bytes *out, char *why,
                size_t size);

/// Appends a test to a file, made with a head where there is none, and its folder, too. Nothing in
/// it is changed; a test that is there already is not written again. `said` is one line for the
/// person in any case. False where nothing was written and the test is not there.
bool cd_capture_save(const char *path, const cd_bytes *test, char *said, size_t size);

#endif
