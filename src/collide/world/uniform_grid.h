// The bodies of a tree in cells, where they are of like size and nowhere crowded: what a shape no
// larger than they are overlaps lies in the 2 x 2 x 2 cells around its middle, four rows that are
// found without a walk. A cell is twice as wide as the widest body. Cell (x, y, z) is bucket
// x + P y + Q z, modulo the number of buckets where there are fewer than cells; what shares a
// bucket by chance is sorted out by the queries of two shapes. Bodies that move leave the cells to
// the tree.
#ifndef COLLIDE_WORLD_UNIFORM_GRID_H
#define COLLIDE_WORLD_UNIFORM_GRID_H

#include "collide/simd/lanes.h"
#include "collide/world/body.h"

/// Where the ball around a body is, in units, by whole units modulo 2^16; the reach is rounded up.
typedef struct cd_grid_body {
    int16_t x, y, z, reach;
} cd_grid_body;

/// Sites that are looked at together lie in a line of the cache.
enum { CD_GRID_UNITS = 1 << 12, CD_GRID_AT_ONCE = 8 };

/// Cells are counted from 0 to this number.
#define CD_GRID_MOST_CELLS 0x1p26

/// Bucket b holds sites starts[b] to starts[b + 1]; one bucket after the last is the first again.
static inline const int *cd_grid_starts(const cd_uniform_grid *s) { return s->starts.memory; }
static inline const cd_grid_body *cd_grid_list(const cd_uniform_grid *s) { return s->list.memory; }

/// Their bodies, by index.
static inline const int *cd_grid_bodies(const cd_uniform_grid *s) { return s->bodies.memory; }

/// Where a point is along an axis, in units. Bodies are from cell 2 to the third before the last;
/// what is far beyond them is beyond them.
static inline int64_t cd_grid_units(const cd_uniform_grid *s, double x, double low, double cells) {
    double at = (x - low) * s->per_length;
    return (int64_t)(cd_max(cd_min(at, cells - 1.5), 0.5) * CD_GRID_UNITS);
}

static inline int cd_grid_bucket(const cd_uniform_grid *s, int64_t x, int64_t y, int64_t z) {
    return (int)((x + s->lattice.P * y + s->lattice.Q * z) % s->lattice.M);
}

/// Whether what a shape overlaps is in the cells around the middle of its box, by half of the width
/// of that.
static inline bool cd_grid_covers(const cd_uniform_grid *s, double half) {
    return s->kept && (s->half + half) * s->per_length <= 0.5;
}

/// Puts the bodies of a tree that was built into cells, or drops the cells, where they are of no
/// use. `scratch` has room for an int for each body. False without memory.
bool cd_world_build_grid(cd_world *world, int which, int count, int *scratch);

#endif
