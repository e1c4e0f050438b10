// Chooses a lattice of rank 1 in Korobov's form, Q = P^2 mod M (Korobov 1959): of some random P,
// the one whose aliases (different cells in the same bucket) are the farthest apart.
#include "collide/world/body/spatial_hash.h"
#include "collide/math/elementary.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
    FEWEST_BUCKETS = 251,
    MOST_BODIES = 1 << 25, // more bodies get no more buckets, so that M < 2^26
    TRIES = 24,            // P that are tried; more improve the distance of aliases by little
    SHORTEST_ALIAS = 3,    // in cells: a neighbourhood of 3 x 3 x 3 has no bucket twice
};

static int prime_from(int n) {
    for (n |= 1;; n += 2) {
        int d = 3;
        while (d * d <= n && n % d != 0)
            d += 2;
        if (d * d > n)
            return n;
    }
}

// The length, by the largest component, of the shortest difference between two cells that share a
// bucket: `most` where it is longer, and any number up to `best` where it is no longer than that.
static int shortest_alias(int M, int64_t P, int64_t Q, int best, int most) {
    int shortest = most;
    for (int z = 0; z < (Q != 0 ? shortest : 1); z++)
        for (int y = z == 0 ? 1 : 1 - shortest; y < shortest && shortest > best; y++) {
            int64_t x = (P * y + Q * z) % M; // (-x, y, z) lies in bucket 0, as does cell (0, 0, 0)
            x = x < 0 ? x + M : x;
            x = 2 * x > M ? M - x : x;
            int length = (int)(x < most ? x : most);
            length = length > abs(y) ? length : abs(y);
            length = length > z ? length : z;
            shortest = length < shortest ? length : shortest;
        }
    return shortest;
}

void cd_choose_spatial_hash(cd_spatial_hash *hash, int count, int dim) {
    assert(count >= 0 && (dim == 2 || dim == 3));
    int n = count < MOST_BODIES ? count : MOST_BODIES;
    int wanted = 3 * n / 2 > FEWEST_BUCKETS ? 3 * n / 2 : FEWEST_BUCKETS, step = 64;
    while (step < wanted / 16) // M stays the same while the number of bodies changes by little
        step *= 2;
    int M = prime_from((wanted + step - 1) / step * step), best = 0;
    if (M == hash->M)
        return;
    // Minkowski's theorem: among the M points of the lattice, some difference is no longer.
    int most = (int)(dim == 3 ? cd_cbrt(M) : sqrt(M)) + 1;
    uint32_t random = 12345;
    for (int tries = 0; tries < TRIES; tries++) {
        random = random * 1664525u + 1013904223u; // Knuth's linear congruential generator
        int64_t P = 5 + (int64_t)(((uint64_t)random * (uint64_t)(M - 10)) >> 32);
        int64_t Q = dim == 3 ? P * P % M : 0;
        int shortest = shortest_alias(M, P, Q, best, most);
        if (shortest > best) {
            best = shortest;
            *hash = (cd_spatial_hash){M, (int)P, (int)Q, 1.0 / M};
        }
    }
    assert(best >= SHORTEST_ALIAS); // of every M that there is: see pairs_test.c
    assert(hash->M < 1 << 26 && hash->P < hash->M && hash->Q < hash->M);
}
