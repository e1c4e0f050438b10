// Hashing cells by a lattice: cell (x, y, z) is bucket x + P y + Q z modulo a prime M, so that
// neighbours lie at fixed distances from a bucket, and none twice among the 27 around.
#ifndef COLLIDE_WORLD_SPATIAL_HASH_H
#define COLLIDE_WORLD_SPATIAL_HASH_H

typedef struct cd_spatial_hash {
    int M, P, Q; ///< Q is 0 in 2D
} cd_spatial_hash;

/// A lattice for `count` bodies, about 1.5 buckets each; `lattice` as it is where M would be its.
void cd_choose_spatial_hash(cd_spatial_hash *lattice, int count, int dim);

#endif
