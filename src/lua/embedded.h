// The Lua files in src/ and types/, embedded in the program: the build turns src/.../NAME.lua into
// the bytes cd_embedded_NAME, types/NAME.lua into cd_embedded_types_NAME, with a zero byte behind
// them that cd_embedded_..._size does not count.
#ifndef LUA_EMBEDDED_H
#define LUA_EMBEDDED_H

#include <stddef.h>

/// Declares an embedded file where it is used: CD_EMBEDDED(scenario);
#define CD_EMBEDDED(name)                                                                          \
    extern const char cd_embedded_##name[];                                                        \
    extern const size_t cd_embedded_##name##_size

#endif
