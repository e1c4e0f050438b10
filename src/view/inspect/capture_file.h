// The file of captured tests.
#ifndef VIEW_INSPECT_CAPTURE_FILE_H
#define VIEW_INSPECT_CAPTURE_FILE_H

#include "record/record.h"

#define CD_CAPTURE_FILE "tests/captured_spec.lua"

/// Appends a test to a file. Where there is none, makes it with a head, and its folder. Nothing in
/// the file is changed; a test that is already in it is not written again. `message` is a line for
/// the user in any case. False where the test is not in the file in the end.
bool cd_capture_save(const char *path, const cd_bytes *test, char *message, size_t size);

#endif
