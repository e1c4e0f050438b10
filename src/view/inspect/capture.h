// "Make this a test": a recorded query as a busted test that calls it again, with exact inputs.
#ifndef VIEW_INSPECT_CAPTURE_H
#define VIEW_INSPECT_CAPTURE_H

#include "record/record.h"

/// Appends the test of a query to `out`: Lua text that constructs its arguments bit for bit, calls
/// the query, and compares every field of the result. ordinal: the number of the query, from 0,
/// among those at its line, for the name. False where no such test can be made; then `why` is a
/// line that says why not.
bool cd_capture(const cd_frame *frame, const cd_query *query, int ordinal, cd_bytes *out, char *why,
                size_t size);

#endif
