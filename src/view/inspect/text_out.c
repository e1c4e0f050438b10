// See text_out.h.
#include "view/inspect/text_out.h"

#include <stdarg.h>
#include <stdio.h>

void cd_append(cd_text_out *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(w->out + w->used, w->size - w->used, format, arguments);
    va_end(arguments);
    w->used += n > 0 ? (size_t)n : 0;
    w->used = w->used < w->size ? w->used : w->size - 1;
}
