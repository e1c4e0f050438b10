// What the fuzz targets share: taking values from the bytes of an input, and failing.
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The bytes of an input that are left; behind the last one come zeros.
typedef struct fuzz_input {
    const uint8_t *data;
    size_t left;
} fuzz_input;

static inline uint8_t take_byte(fuzz_input *in) {
    if (in->left == 0)
        return 0;
    in->left--;
    return *in->data++;
}

/// 0 to count - 1
static inline int take_choice(fuzz_input *in, int count) { return take_byte(in) % count; }

static inline uint64_t take_bits(fuzz_input *in) {
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | take_byte(in);
    return bits;
}

/// Any double, also NaN.
static inline double take_any_number(fuzz_input *in) {
    const uint64_t bits = take_bits(in);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

#define REQUIRE(condition, ...)                                                                    \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not %s: ", __FILE__, __LINE__, #condition);                    \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fputc('\n', stderr);                                                                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
