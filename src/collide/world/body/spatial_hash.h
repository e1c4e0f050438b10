// Hashes the cells of a uniform grid into M buckets, M prime: cell (x, y, z) lies in bucket (x + P
// y + Q z) mod M. Unlike a hash that scatters, this one is linear: cells at a fixed offset from
// each other lie at a fixed distance between buckets, so that a row of cells along x is a row of
// buckets. P and Q are chosen so that the 27 cells around any cell lie in 27 different buckets. The
// pair grid sorts bodies by bucket (pair_grid.c), the step keeps lists of dynamic bodies
// (predict.c).
#ifndef COLLIDE_WORLD_BODY_SPATIAL_HASH_H
#define COLLIDE_WORLD_BODY_SPATIAL_HASH_H

#include <stdint.h>

typedef struct cd_spatial_hash {
    int M, P, Q;    ///< Q is 0 in 2D
    double inverse; ///< 1 / M
} cd_spatial_hash;

/// Chooses a hash with about 1.5 buckets for each of `count` bodies in dimension 2 or 3; changes
/// nothing where `hash` has as many already.
void cd_choose_spatial_hash(cd_spatial_hash *hash, int count, int dim);

/// The bucket of a cell with integer coordinates. The sum is exact below 2^53, so for cells from
/// -2^26 to 2^26, as M < 2^26; the last line makes up for a quotient that rounding took to the next
/// integer.
static inline int cd_spatial_hash_bucket(const cd_spatial_hash *h, double x, double y, double z) {
    double sum = x + h->P * y + h->Q * z;
    int b = (int)(sum - h->M * (double)(int64_t)(sum * h->inverse));
    return b < 0 ? b + h->M : b >= h->M ? b - h->M : b;
}

#endif
