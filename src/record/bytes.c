// A growing array of bytes (bytes.h): its capacity doubles.
#include "record/bytes.h"

#include "record/allocate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool cd_bytes_reserve(cd_bytes *bytes, size_t size) {
    if (bytes->failed || size > SIZE_MAX / 2 - bytes->size) {
        bytes->failed = true;
        return false;
    }
    if (bytes->capacity - bytes->size >= size)
        return true;
    size_t capacity = bytes->capacity ? bytes->capacity * 2 : 256;
    if (capacity < bytes->size + size)
        capacity = bytes->size + size;
    uint8_t *data = cd_reallocate(bytes->data, capacity);
    if (!data) {
        bytes->failed = true;
        return false;
    }
    bytes->data = data;
    bytes->capacity = capacity;
    return true;
}

void cd_bytes_append(cd_bytes *bytes, const void *data, size_t size) {
    uint8_t *at = size ? cd_bytes_extend(bytes, size) : NULL;
    if (at)
        memcpy(at, data, size);
}

void cd_bytes_print(cd_bytes *bytes, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0)
        bytes->failed = true;
    else if (cd_bytes_reserve(bytes, (size_t)length + 1))
        bytes->size +=
            (size_t)vsnprintf((char *)bytes->data + bytes->size, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
}

void cd_bytes_free(cd_bytes *bytes) {
    free(bytes->data);
    *bytes = (cd_bytes){0};
}
