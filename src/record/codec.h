// One description of a layout for both directions: every cd_code_* function writes its field if the
// codec writes, and reads it if the codec reads. So each layout is written down once, and encoding
// and decoding cannot drift apart. Once reading has failed, it stays so: fields keep their values.
#ifndef RECORD_CODEC_H
#define RECORD_CODEC_H

#include "record/arena.h"
#include "record/bytes.h"
#include "record/frame.h"

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
} cd_codec;

/// Marks the message as damaged unless `valid` holds. Does nothing in a codec that writes.
void cd_code_require(cd_codec *c, bool valid);

void cd_code_u8(cd_codec *c, uint8_t *value);
void cd_code_u64(cd_codec *c, uint64_t *value);
void cd_code_i64(cd_codec *c, int64_t *value);
void cd_code_int(cd_codec *c, int *value);
void cd_code_bool(cd_codec *c, bool *value);
void cd_code_float(cd_codec *c, float *value);
void cd_code_double(cd_codec *c, double *value);
/// An enumerator in [0, limit), as one byte; returns it.
int cd_code_kind(cd_codec *c, int value, int limit);
/// A dimension: 2 or 3.
void cd_code_dim(cd_codec *c, int *dim);
/// Text without a zero byte; NULL is written as "".
void cd_code_string(cd_codec *c, const char **text);
/// Any bytes, with their number. A zero byte is laid behind what is read.
void cd_code_blob(cd_codec *c, const char **data, size_t *size);
/// In 2D the third component is not written, and stays as it is in what is read.
void cd_code_vec(cd_codec *c, cd_vec *v, int dim);
/// A vector whose components must be finite.
void cd_code_finite_vec(cd_codec *c, cd_vec *v, int dim);
void cd_code_strings(cd_codec *c, const char ***strings, int *count);

/// The number of elements of an array, each of at least `least` > 0 bytes in the message. A codec
/// that reads returns zeroed memory for `count` elements of `size` bytes in the arena; one that
/// writes returns `array`.
void *cd_code_array(cd_codec *c, const void *array, int *count, size_t size, size_t least);

#endif
