// Hashing cells by a lattice: cell (x, y, z) is bucket x + P y + Q z modulo a prime M, so that
// neighbours lie at fixed distances from a bucket, and none twice among the 27 around.
#ifndef COLLIDE_LATTICE_H
#define COLLIDE_LATTICE_H

typedef struct cd_lattice {
    int M, P, Q; ///< Q is 0 in 2D
} cd_lattice;

/// A lattice for `count` bodies, about 1.5 buckets each; `lattice` as it is where M would be its.
void cd_choose_lattice(cd_lattice *lattice, int count, int dim);

#endif
