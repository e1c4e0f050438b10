// "Make this a test": a recorded query as a busted test that calls it again, with exact inputs. The
// face of capture.c, and of rebuild.c and capture_file.c, on which it is built.
#ifndef VIEW_INSPECT_CAPTURE_H
#define VIEW_INSPECT_CAPTURE_H

#include "record/record.h"

/// Appends the test of a query to `out`: Lua text that constructs its arguments bit for bit, calls
/// the query, and compares every field of the result. ordinal: the number of the query, from 0,
/// among those at its line, for the name. False where no such test can be made; then `why` is a
/// line that says why not.
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

// -------------------------------------------------------------------------------------- rebuild.c
//
// Shapes as Lua builds them from their printed text.

/// Makes the shape that the text of cd_print_shape (CD_PRINT_EXACT) gives in Lua, by the same
/// constructors. Rounding may make it another one in the last bits, where the original was moved or
/// turned. What it refers to is allocated in `arena`. False without memory.
bool cd_rebuild_shape(const cd_shape *shape, cd_arena *arena, cd_shape *out);

#endif
