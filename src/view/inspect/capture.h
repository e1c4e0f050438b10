// A recorded query as a case, and "Make this a test": as a busted test that plays the case.
// The face of capture.c and capture_file.c.
#ifndef VIEW_INSPECT_CAPTURE_H
#define VIEW_INSPECT_CAPTURE_H

#include "record/record.h"

/// Appends the case of a query to `out`, a line of Lua text. False where none can be made; then
/// `why` is a line that says why not.
bool cd_capture_case(const cd_query *q, cd_bytes *out, char *why, size_t size);

/// Appends the test of a query to `out`: Lua text that plays its case, which compares every field
/// of the result. ordinal: the number of the query, from 0, among those at its line, for the name.
/// False where no such test can be made; then `why` is a line that says why not.
bool cd_capture(const cd_frame *frame, const cd_query *query, int ordinal, cd_bytes *out, char *why,
                size_t size);

// --------------------------------------------------------------------------------- capture_file.c
//
// The file of captured tests.

#define CD_CAPTURE_FILE "tests/captured_spec.lua"

/// Appends a test to a file. Where there is none, makes it with a head, and its folder. Nothing in
/// the file is changed; a test that is already in it is not written again. `message` is a line for
/// the user in any case. False where the test is not in the file in the end.
bool cd_capture_save(const char *path, const cd_bytes *test, char *message, size_t size);

#endif
