// Which parts of `input` the texts of a script name, so that the window takes mouse, typed text and
// gamepad from a person only if the script has a use for them.
#ifndef VIEW_SYSTEM_USES_H
#define VIEW_SYSTEM_USES_H

#include "view/system/watch.h"

enum { CD_USES_MOUSE = 1, CD_USES_TEXT = 2, CD_USES_PAD = 4 };

/// A set of CD_USES_*: the fields `mouse`, `text` and `pad` that occur in a Lua file of the script.
/// Calls (draw.text "x") do not count.
unsigned cd_uses_of(const cd_watch *watch);

#endif
