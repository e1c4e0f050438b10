// The cells of the search for pairs. A level holds the bodies of like size in cells at least as
// wide, so bodies that meet lie in neighbouring cells. Cell (x, y, z) is bucket x + P y + Q z
// modulo a prime M; bodies are sorted by bucket, so that a row of neighbours lies together, at a
// fixed distance from a bucket. These distances differ modulo M, so no pair is met twice, whatever
// shares a bucket by chance.
#ifndef COLLIDE_WORLD_PAIR_GRID_H
#define COLLIDE_WORLD_PAIR_GRID_H

#include "collide/simd/lanes.h"
#include "collide/world/body.h"

enum { CD_ALIASES = 2 }; ///< buckets after the last that are the first ones again

/// Cells are counted from 0 to this number.
#define CD_LEVEL_MOST_CELLS 0x1p26

/// Bodies of like size.
typedef struct cd_grid_level {
    int count;
    double edge;       ///< of the largest box
    double per_length; ///< cells in a unit of length
    int buckets, P, Q; ///< Q is 0 in 2D
    double inverse;    ///< 1 / buckets
    size_t table;      ///< where its starts begin
    const int *starts; ///< bucket b holds the sorted bodies from starts[b] to starts[b + 1]
} cd_grid_level;

/// Where balls are, in single precision and scaled to at most about 1, with reaches that make up
/// for it.
typedef struct cd_sphere_lanes {
    const float *x, *y, *z, *reach;
} cd_sphere_lanes;

typedef struct cd_pair_search {
    cd_world *world;
    int dim, bounded;
    cd_vec low;      ///< of all middles
    double extent;   ///< the largest
    double rounding; ///< of a middle
    double scale;    ///< to lengths of at most 1
    int level_count; ///< the coarsest first
    cd_grid_level levels[CD_MOST_LEVELS];
    size_t tables; ///< starts of all levels together
    int sorted;    ///< bodies in all buckets, aliases too
    const int *order, *bucket_of;
    cd_sphere_lanes spots;       ///< sorted
    const cd_body_sphere *balls; ///< sorted, as they are; reach -1 of what is no ball
} cd_pair_search;

/// The cell of a length, from the lowest middle, along an axis.
static inline double cd_level_cell(double x, const cd_grid_level *l) {
    double c = x * l->per_length;
    c = c < CD_LEVEL_MOST_CELLS ? c : CD_LEVEL_MOST_CELLS;
    return (double)(int)(c > 0 ? c : 0);
}

static inline int cd_level_bucket(double x, double y, double z, const cd_grid_level *l) {
    double h = x + l->P * y + l->Q * z; // exact: below 2^53
    int b = (int)(h - l->buckets * (double)(int64_t)(h * l->inverse));
    return b < 0 ? b + l->buckets : b >= l->buckets ? b - l->buckets : b;
}

/// Sorts all bounded bodies; s holds the world and its dimension. False without memory. The world's
/// bins are -1 for what is unbounded or too large for cells, -2 for holes.
bool cd_pair_grid_sort(cd_pair_search *s);

#endif
