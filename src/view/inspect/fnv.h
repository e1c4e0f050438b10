// The hash FNV-1a (Fowler, Noll and Vo, 1991), with 64 bits.
#ifndef VIEW_INSPECT_FNV_H
#define VIEW_INSPECT_FNV_H

#include <stddef.h>
#include <stdint.h>

static const uint64_t cd_fnv_start = 14695981039346656037u;

/// The hash of bytes that follow those of which h is the hash.
static inline uint64_t cd_fnv_add(uint64_t h, const void *bytes, size_t size) {
    const uint8_t *b = bytes;
    for (size_t i = 0; i < size; i++)
        h = (h ^ b[i]) * 1099511628211u;
    return h;
}

#endif
