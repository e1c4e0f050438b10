// The difference P = B - A of two polytopes with few features, prepared as planes and edges, four
// to a vector; with a radius, P and a ball.
#ifndef COLLIDE_SET_POLYTOPE_DIFFERENCE_H
#define COLLIDE_SET_POLYTOPE_DIFFERENCE_H

#include "collide/shape/core.h"
#include "collide/simd/vec_lanes.h"

/// Four planes at a time of the difference of two cores.
typedef struct cd_plane_lanes {
    cd_vec_lanes normal;
    cd_vec4 level;
} cd_plane_lanes;

/// Four segments that hold all edges of the difference of two cores: from + [0, 1] along.
typedef struct cd_edge_lanes {
    cd_vec_lanes from, along;
    cd_vec4 inverse; ///< 1 / along^2; 0 of a point
    cd_vec4 from2;   ///< from^2 - radius^2
    cd_vec4 off2;    ///< that of the line's point nearest to 0
    cd_vec4 at;      ///< from . along
} cd_edge_lanes;

typedef struct cd_polytope_difference {
    double radius;
    double beside; ///< a point no higher above the planes of the core is beside a facet
    int plane_count, edge_count; ///< in fours
    int plane_total;             ///< planes without those that fill up the last four
    cd_plane_lanes *planes;
    cd_edge_lanes *edges;
} cd_polytope_difference;

/// Prepares the difference of two cores in the first vectors of `room`, of which *used are taken
/// already. size: the largest coordinate of the difference. False where there are too many features
/// or too little room, and where the radius is lost beside the coordinates.
bool cd_polytope_difference_of(cd_polytope_difference *d, const cd_core *a, const cd_core *b,
                               double radius, double size, cd_vec4 *room, int vectors, int *used);

/// The signed distance of a translation from a difference, negative inside, and the plane that
/// touches the difference where that is nearest: normal . t >= level beyond it.
typedef struct cd_tangent {
    double distance;
    cd_vec normal;
} cd_tangent;
cd_tangent cd_polytope_difference_tangent(const cd_polytope_difference *d, cd_vec t);

/// Where the ray from 0 along the unit vector v enters and leaves it; holds_zero: it is entered
/// before 0, at -INFINITY. False where it is missed or left before 0.
bool cd_polytope_difference_interval(const cd_polytope_difference *d, cd_vec v, bool holds_zero,
                                     double *enter, double *exit);

#endif
