// Choosing the lattice: Korobov's form, Q = P^2, and of some P the best.
#include "collide/world/spatial_hash.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { FEWEST_BUCKETS = 251 };

static int prime_from(int n) {
    for (n |= 1;; n += 2) {
        int d = 3;
        while (d * d <= n && n % d != 0)
            d += 2;
        if (d * d > n)
            return n;
    }
}

// The shortest difference of two cells that share a bucket, by its largest component, if that is
// from `best` to `most`.
static int shortest_alias(int M, int64_t P, int64_t Q, int best, int most) {
    int shortest = most;
    for (int z = 0; z < (Q != 0 ? shortest : 1); z++)
        for (int y = z == 0 ? 1 : 1 - shortest; y < shortest && shortest > best; y++) {
            int64_t x = (P * y + Q * z) % M;
            x = x < 0 ? x + M : x;
            x = 2 * x > M ? M - x : x;
            int length = (int)(x < most ? x : most);
            length = length > abs(y) ? length : abs(y);
            length = length > z ? length : z;
            shortest = length < shortest ? length : shortest;
        }
    return shortest;
}

// Korobov's lattice: Q = P^2. Of some P the one that keeps aliases farthest apart, always more than
// two cells, so that a neighbourhood of three has no bucket twice.
void cd_choose_spatial_hash(cd_spatial_hash *lattice, int count, int dim) {
    int n = count < 1 << 28 ? count : 1 << 28;
    int wanted = 3 * n / 2 > FEWEST_BUCKETS ? 3 * n / 2 : FEWEST_BUCKETS, step = 64;
    while (step < wanted / 16)
        step *= 2;
    int M = prime_from((wanted + step - 1) / step * step), best = 0;
    if (M == lattice->M)
        return;
    int most = (int)(dim == 3 ? cbrt(M) : sqrt(M)) + 1; // Minkowski's theorem
    uint32_t random = 12345;
    for (int tries = 0; tries < 24 || best < 3; tries++) {
        random = random * 1664525u + 1013904223u;
        int64_t P = 5 + (int64_t)(((uint64_t)random * (uint64_t)(M - 10)) >> 32);
        int64_t Q = dim == 3 ? P * P % M : 0;
        int shortest = shortest_alias(M, P, Q, best, most);
        if (shortest > best) {
            best = shortest;
            *lattice = (cd_spatial_hash){M, (int)P, (int)Q};
        }
    }
}
