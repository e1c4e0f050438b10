// The pair grid: a hierarchical uniform grid (Ericson, Real-Time Collision Detection, 7.2), hashed
// and filled by counting sort. A level holds the bodies of like size in cells at least as wide as
// the largest of them, so that bodies of one level that overlap lie in neighbouring cells. Bodies
// are sorted by the bucket of the cell of their middle (spatial_hash.h): a row of three
// neighbouring cells is one run of the sorted array, at a fixed distance from the bucket of the
// middle cell.
#ifndef COLLIDE_WORLD_BROAD_PAIR_GRID_H
#define COLLIDE_WORLD_BROAD_PAIR_GRID_H

#include "collide/simd/lanes.h"
#include "collide/world/body/body.h"

/// A row of three buckets may begin at the last one: the first two stand once more behind it.
/// Without it: tests/collide/world/world_test.c "pairs_are_those_of_brute_force"
enum { CD_WRAPPED_BUCKETS = 2 };

/// Cells are numbered from 0 to this; the hash is exact there (spatial_hash.h).
#define CD_LEVEL_MOST_CELLS 0x1p26

/// The size class of a body (cd_pair_grid_sort): what has no size class of a level.
enum { CD_SIZE_UNBOUNDED = -1, CD_SIZE_HOLE = -2 };

/// A level: bodies of like size.
typedef struct cd_grid_level {
    int count;         ///< of bodies
    double edge;       ///< of the largest bounding box
    double per_length; ///< cells in a unit of length
    cd_spatial_hash hash;
    size_t table;      ///< where its starts begin in the table of all levels
    const int *starts; ///< bucket b holds the sorted bodies from starts[b] to starts[b + 1]
} cd_grid_level;

/// The bounding spheres of sorted bodies in single precision, relative to cd_hgrid.low and scaled
/// to at most about 1. The radii are widened to cover the rounding.
typedef struct cd_sphere_lanes {
    const float *x, *y, *z, *radius;
} cd_sphere_lanes;

/// The bodies of a world, sorted into levels and buckets.
typedef struct cd_hgrid {
    cd_world *world;
    int dim;
    double slack;    ///< part of their radius by which bounding spheres are larger
    int bounded;     ///< how many bodies are in levels
    cd_vec low;      ///< the least coordinates of all middles
    double extent;   ///< of all middles, along the widest axis
    double rounding; ///< of the coordinates of a middle relative to low
    double scale;    ///< of the lanes
    int level_count; ///< from the coarsest
    cd_grid_level levels[CD_MOST_LEVELS];
    size_t table_size; ///< starts of all levels together
    int sorted;        ///< bodies in all buckets, the wrapped ones included
    const int *order;  ///< their indices
    const int *bucket_of;
    cd_sphere_lanes lanes;
    const cd_body_sphere *spheres; ///< in double precision; bounding_radius -1 of what is no sphere
} cd_hgrid;

/// The cell of a distance from low along an axis: of at most the extent of all middles and the
/// width of a cell, which is at least a part of it (pair_grid.c). What lies below low counts as in
/// the first cell.
static inline double cd_level_cell(double x, const cd_grid_level *l) {
    double c = x * l->per_length;
    assert(c < CD_LEVEL_MOST_CELLS);
    return (double)(int)(c > 0 ? c : 0);
}

/// Sorts all bounded bodies; g holds the world, its dimension and the slack. Afterwards the world's
/// grid.size_classes are CD_SIZE_UNBOUNDED for bodies that are unbounded or too large for cells,
/// and CD_SIZE_HOLE for holes. False without memory.
bool cd_pair_grid_sort(cd_hgrid *g);

#endif
