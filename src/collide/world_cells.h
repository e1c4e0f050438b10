// The cells of the search for pairs. A level holds the bodies of like size in cells at least as
// wide, so bodies that meet lie in neighbouring cells. Cell (x, y, z) is bucket x + P y + Q z
// modulo a prime M; bodies are sorted by bucket, so that a row of neighbours lies together, at a
// fixed distance from a bucket. These distances differ modulo M, so no pair is met twice, whatever
// shares a bucket by chance.
#ifndef COLLIDE_WORLD_CELLS_H
#define COLLIDE_WORLD_CELLS_H

#include "collide/lanes.h"
#include "collide/world_state.h"

enum { CD_ALIASES = 2 }; ///< buckets after the last that are the first ones again

/// Cells are counted from 0 to this number.
#define cd_most_cells 0x1p26

/// Bodies of like size.
typedef struct cd_level {
    int count;
    double edge;       ///< of the largest box
    double per_length; ///< cells in a unit of length
    int buckets, P, Q; ///< Q is 0 in 2D
    double inverse;    ///< 1 / buckets
    size_t table;      ///< where its starts begin
    const int *starts; ///< bucket b holds the sorted bodies from starts[b] to starts[b + 1]
} cd_level;

/// Where balls are, in single precision and scaled to at most about 1, with reaches that make up
/// for it.
typedef struct cd_spots {
    const float *x, *y, *z, *reach;
} cd_spots;

typedef struct cd_search {
    cd_world *world;
    int dim, bounded;
    cd_vec low;      ///< of all middles
    double extent;   ///< the largest
    double rounding; ///< of a middle
    double scale;    ///< to lengths of at most 1
    int level_count; ///< the coarsest first
    cd_level levels[CD_MOST_LEVELS];
    size_t tables; ///< starts of all levels together
    int sorted;    ///< bodies in all buckets, aliases too
    const int *order, *bucket_of;
    cd_spots spots;       ///< sorted
    const cd_ball *balls; ///< sorted, as they are; reach -1 of what is no ball
} cd_search;

/// The cell of a length, from the lowest middle, along an axis.
static inline double cd_cell(double x, const cd_level *l) {
    double c = x * l->per_length;
    c = c < cd_most_cells ? c : cd_most_cells;
    return (double)(int)(c > 0 ? c : 0);
}

static inline int cd_bucket_of(double x, double y, double z, const cd_level *l) {
    double h = x + l->P * y + l->Q * z; // exact: below 2^53
    int b = (int)(h - l->buckets * (double)(int64_t)(h * l->inverse));
    return b < 0 ? b + l->buckets : b >= l->buckets ? b - l->buckets : b;
}

/// Sorts all bounded bodies; s holds the world and its dimension. False without memory. The world's
/// bins are -1 for what is unbounded or too large for cells, -2 for holes.
bool cd_sort_bodies(cd_search *s);

#endif
