// One description of a layout for both directions: every cd_code_* function writes its field if the
// codec writes, and reads it if the codec reads. So each layout is written down once, and encoding
// and decoding cannot drift apart. Once reading has failed, it stays so: fields keep their values.
#ifndef RECORD_CODEC_H
#define RECORD_CODEC_H

#include "record/arena.h"
#include "record/bytes.h"
#include "record/frame.h"
#include "record/query_bytes.h"

#include <assert.h>
#include <string.h>

/// How many polytopes and sets of a message are remembered, so that shapes which share one refer to
/// it rather than repeat it.
enum { CD_CODEC_POLYTOPES = 256, CD_CODEC_SETS = 64 };

typedef struct cd_codec {
    cd_bytes *out; ///< where a codec that writes appends; NULL in one that reads
    const uint8_t *in, *end;
    cd_arena *arena; ///< for what is read
    size_t arena_limit;
    bool failed;
    int polytope_count;
    const cd_polytope *polytopes[CD_CODEC_POLYTOPES];
    bool in_compound;
    int shape_count; ///< of the frame, to whose shapes its queries refer
    int set_count;
    const cd_set *sets[CD_CODEC_SETS];
    const cd_frame *before;    ///< a frame whose meshes this one may have, too; NULL: none
    cd_references *references; ///< NULL: all references are in the bytes
} cd_codec;

// Numbers are written here, where the compiler sees how many bytes: a query has some fifty of them.

/// The next `size` bytes, at most 8, as a number; if there are fewer, fails and returns
/// `otherwise`.
uint64_t cd_read_unsigned(cd_codec *c, uint64_t otherwise, size_t size);

/// Marks the message as damaged unless `valid` holds. Does nothing in a codec that writes.
static inline void cd_code_require(cd_codec *c, bool valid) {
    if (!c->out && !valid)
        c->failed = true;
}

/// The low `size` bytes of a number, the least significant first; returns the number.
static inline uint64_t cd_code_unsigned(cd_codec *c, uint64_t value, size_t size) {
    if (!c->out)
        return cd_read_unsigned(c, value, size);
    uint8_t *at = cd_bytes_extend(c->out, size);
    if (at)
        cd_put_little_endian(at, value, size);
    return value;
}

static inline void cd_code_u8(cd_codec *c, uint8_t *value) {
    *value = (uint8_t)cd_code_unsigned(c, *value, 1);
}

static inline void cd_code_u64(cd_codec *c, uint64_t *value) {
    *value = cd_code_unsigned(c, *value, 8);
}

static inline void cd_code_i64(cd_codec *c, int64_t *value) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    cd_code_u64(c, &bits);
    memcpy(value, &bits, sizeof bits);
}

static inline void cd_code_int(cd_codec *c, int *value) {
    const uint32_t bits = (uint32_t)cd_code_unsigned(c, (uint32_t)*value, 4);
    int32_t coded;
    memcpy(&coded, &bits, sizeof coded);
    *value = coded;
}

static inline void cd_code_bool(cd_codec *c, bool *value) {
    const uint64_t coded = cd_code_unsigned(c, *value, 1);
    cd_code_require(c, coded <= 1);
    *value = coded == 1;
}

static inline void cd_code_float(cd_codec *c, float *value) {
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    bits = (uint32_t)cd_code_unsigned(c, bits, 4);
    memcpy(value, &bits, sizeof bits);
}

static inline void cd_code_double(cd_codec *c, double *value) {
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    cd_code_u64(c, &bits);
    memcpy(value, &bits, sizeof bits);
}

/// An enumerator in [0, limit), as one byte; returns it.
static inline int cd_code_kind(cd_codec *c, int value, int limit) {
    assert(limit > 0 && limit <= 256 && (c->out == NULL || (value >= 0 && value < limit)));
    const int kind = (int)cd_code_unsigned(c, (uint64_t)value, 1);
    cd_code_require(c, kind < limit);
    return c->failed ? 0 : kind;
}

/// A dimension: 2 or 3.
static inline void cd_code_dim(cd_codec *c, int *dim) {
    *dim = (int)cd_code_unsigned(c, (uint64_t)*dim, 1);
    cd_code_require(c, *dim == 2 || *dim == 3);
}

/// In 2D the third component is not written, and stays as it is in what is read.
static inline void cd_code_vec(cd_codec *c, cd_vec *v, int dim) {
    if (c->out) {
        uint64_t bits[3];
        memcpy(bits, (double[]){v->x, v->y, v->z}, sizeof bits);
        uint8_t *at = cd_bytes_extend(c->out, (size_t)dim * 8);
        for (int i = 0; at && i < dim; i++)
            cd_put_little_endian(at + 8 * i, bits[i], 8);
        return;
    }
    cd_code_double(c, &v->x);
    cd_code_double(c, &v->y);
    if (dim == 3)
        cd_code_double(c, &v->z);
}

/// Text without a zero byte; NULL is written as "".
void cd_code_string(cd_codec *c, const char **text);
/// Any bytes, with their number. A zero byte is laid behind what is read.
void cd_code_blob(cd_codec *c, const char **data, size_t *size);
/// A vector whose components must be finite.
void cd_code_finite_vec(cd_codec *c, cd_vec *v, int dim);
void cd_code_strings(cd_codec *c, const char ***strings, int *count);

/// A reference, in a codec that has `references`.
void cd_code_reference(cd_codec *c, cd_reference_kind kind, uint64_t *value);
/// A reference to what lies at an address; returns it.
const void *cd_code_pointer(cd_codec *c, cd_reference_kind kind, const void *pointer);

/// The number of elements of an array, each of at least `least` > 0 bytes in the message. A codec
/// that reads returns zeroed memory for `count` elements of `size` bytes in the arena; one that
/// writes returns `array`.
void *cd_code_array(cd_codec *c, const void *array, int *count, size_t size, size_t least);

#endif
