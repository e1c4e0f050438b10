// The Lua files of this folder, embedded in the program: the build turns each src/run/NAME.lua into
// the bytes cd_embedded_NAME, with a zero byte behind them that cd_embedded_NAME_size does not
// count.
#ifndef RUN_EMBEDDED_H
#define RUN_EMBEDDED_H

#include <stddef.h>

/// Declares src/run/NAME.lua in the file that runs it: CD_EMBEDDED(scenario);
#define CD_EMBEDDED(name)                                                                          \
    extern const char cd_embedded_##name[];                                                        \
    extern const size_t cd_embedded_##name##_size

#endif
