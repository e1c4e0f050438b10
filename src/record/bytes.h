// A growing array of bytes, and numbers as little-endian bytes.
#ifndef RECORD_BYTES_H
#define RECORD_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// {0} is empty. Once memory has run out, `failed` stays set and nothing more is appended.
typedef struct cd_bytes {
    uint8_t *data;
    size_t size, capacity;
    bool failed;
} cd_bytes;

void cd_bytes_append(cd_bytes *bytes, const void *data, size_t size);
/// Appends a text as printf writes it, without the zero byte behind it.
void cd_bytes_print(cd_bytes *bytes, const char *format, ...) __attribute__((format(printf, 2, 3)));
/// Makes room for `size` more bytes. False, and `failed` is set, if memory ran out.
bool cd_bytes_reserve(cd_bytes *bytes, size_t size);
/// Frees the memory; the array is empty again.
void cd_bytes_free(cd_bytes *bytes);

/// Appends `size` bytes that the caller is to write, and returns where; NULL if memory ran out.
static inline uint8_t *cd_bytes_extend(cd_bytes *bytes, size_t size) {
    if ((bytes->failed || bytes->capacity - bytes->size < size) && !cd_bytes_reserve(bytes, size))
        return NULL;
    uint8_t *at = bytes->data + bytes->size;
    bytes->size += size;
    return at;
}

/// Writes the low `size` bytes of a number, the least significant first.
static inline void cd_put_little_endian(uint8_t *out, uint64_t value, size_t size) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &value, size); // one store where the size is a constant
#else
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(value >> (8 * i));
#endif
}

static inline uint64_t cd_get_little_endian(const uint8_t *in, size_t size) {
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)in[i] << (8 * i);
    return value;
}

#endif
