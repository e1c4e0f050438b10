// The bodies of a tree in cells, where they are of like size and nowhere crowded: what a shape no
// larger than they are overlaps lies in the 2 x 2 x 2 cells around its middle, four rows that are
// found without a walk. A cell is twice as wide as the widest body. Cell (x, y, z) is bucket
// x + P y + Q z, modulo the number of buckets where there are fewer than cells; what shares a
// bucket by chance is sorted out by the queries of two shapes. Bodies that move leave the cells to
// the tree.
#ifndef COLLIDE_WORLD_SITES_H
#define COLLIDE_WORLD_SITES_H

#include "collide/lanes.h"
#include "collide/world_state.h"

/// Where the ball around a body is, in units, by whole units modulo 2^16; the reach is rounded up.
typedef struct cd_site {
    int16_t x, y, z, reach;
} cd_site;

/// Sites that are looked at together lie in a line of the cache.
enum { CD_SITE_UNITS = 1 << 12, CD_SITES_AT_ONCE = 8 };

/// Cells are counted from 0 to this number.
#define cd_most_site_cells 0x1p26

/// Bucket b holds sites starts[b] to starts[b + 1]; one bucket after the last is the first again.
static inline const int *cd_site_starts(const cd_sites *s) { return s->starts.memory; }
static inline const cd_site *cd_site_list(const cd_sites *s) { return s->list.memory; }

/// Their bodies, by index.
static inline const int *cd_site_bodies(const cd_sites *s) { return s->bodies.memory; }

/// Where a point is along an axis, in units. Bodies are from cell 2 to the third before the last;
/// what is far beyond them is beyond them.
static inline int64_t cd_site_of(const cd_sites *s, double x, double low, double cells) {
    double at = (x - low) * s->per_length;
    return (int64_t)(cd_max(cd_min(at, cells - 1.5), 0.5) * CD_SITE_UNITS);
}

static inline int cd_site_bucket(const cd_sites *s, int64_t x, int64_t y, int64_t z) {
    return (int)((x + s->lattice.P * y + s->lattice.Q * z) % s->lattice.M);
}

/// Whether what a shape overlaps is in the cells around the middle of its box, by half of the width
/// of that.
static inline bool cd_sites_hold(const cd_sites *s, double half) {
    return s->kept && (s->half + half) * s->per_length <= 0.5;
}

/// Puts the bodies of a tree that was built into cells, or drops the cells, where they are of no
/// use. `scratch` has room for an int for each body. False without memory.
bool cd_world_sort_sites(cd_world *world, int which, int count, int *scratch);

#endif
