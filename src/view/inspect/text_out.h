// A caller's buffer that text is appended to, cut at its size.
#ifndef VIEW_INSPECT_TEXT_OUT_H
#define VIEW_INSPECT_TEXT_OUT_H

#include <stddef.h>

typedef struct cd_text_out {
    char *out;
    size_t size, used;
} cd_text_out;

__attribute__((format(printf, 2, 3))) void cd_append(cd_text_out *text, const char *format, ...);

#endif
