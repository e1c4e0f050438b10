// What a person would call a shape of the state: "capsule b" for `capsules.b`, "flipper 1" for
// `flippers[1].body`, "left flipper" where that table has a field `name` or `title` of that text.
#ifndef RECORD_TEXT_SHAPE_LABEL_H
#define RECORD_TEXT_SHAPE_LABEL_H

#include <stddef.h>

enum { CD_SHAPE_LABEL_MAX = 96 }; ///< bytes with the end; of a longer one the end is cut

/// Writes the label of a path, "" for "". given: the name of what lies there in place of the first
/// part of the path, which is left out; or NULL.
void cd_shape_label(const char *given, const char *path, char out[CD_SHAPE_LABEL_MAX]);

#endif
