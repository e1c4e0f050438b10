// One description for both ways: every cd_code_* function writes its field where the codec writes,
// and reads it where the codec reads. A message's layout is therefore told once, and encoding and
// decoding cannot drift apart. Failure sticks: after it, reading leaves fields as they are.
#ifndef RECORD_CODEC_H
#define RECORD_CODEC_H

#include "record/record.h"

/// Polytopes and sets that several shapes of a message share are written once; so many are
/// remembered.
#define CD_CODEC_POLYTOPES 256
#define CD_CODEC_SETS 64

typedef struct cd_codec {
    cd_bytes *out; ///< where writing, else NULL
    const uint8_t *in, *end;
    cd_arena *arena; ///< of what is read
    size_t arena_limit;
    bool failed;
    int polytope_count;
    const cd_polytope *polytopes[CD_CODEC_POLYTOPES];
    bool in_compound;
    int shape_count; ///< of the frame, to which its queries refer
    int set_count;
    const cd_set *sets[CD_CODEC_SETS];
} cd_codec;

/// Marks the message as damaged where `valid` does not hold (only reading can be damaged).
void cd_code_require(cd_codec *c, bool valid);

void cd_code_u8(cd_codec *c, uint8_t *value);
void cd_code_u64(cd_codec *c, uint64_t *value);
void cd_code_i64(cd_codec *c, int64_t *value);
void cd_code_int(cd_codec *c, int *value);
void cd_code_bool(cd_codec *c, bool *value);
void cd_code_float(cd_codec *c, float *value);
void cd_code_double(cd_codec *c, double *value);
/// An enumerator in [0, limit), as one byte.
int cd_code_kind(cd_codec *c, int value, int limit);
/// A dimension: 2 or 3.
void cd_code_dim(cd_codec *c, int *dim);
/// Text that ends at its first zero byte; NULL counts as "".
void cd_code_string(cd_codec *c, const char **text);
/// Bytes with a length of their own; a zero byte follows them where read.
void cd_code_blob(cd_codec *c, const char **data, size_t *size);
/// In 2D the third component is zero and not kept.
void cd_code_vec(cd_codec *c, cd_vec *v, int dim);
void cd_code_shape(cd_codec *c, cd_shape *shape);

/// The count of an array whose elements take at least `least` > 0 bytes each. Where reading, lays
/// zeroed memory for `count` elements of `size` bytes in the arena; where writing, returns `array`.
void *cd_code_array(cd_codec *c, const void *array, int *count, size_t size, size_t least);

#endif
