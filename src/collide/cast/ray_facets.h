// A ray at a rounded polytope of few facets (ray_facets.c).
#ifndef COLLIDE_CAST_RAY_FACETS_H
#define COLLIDE_CAST_RAY_FACETS_H

#include "collide/cast/interval.h"
#include "collide/narrow/gjk/separation.h"

enum { CD_FACETS_MAX = 5 };

/// Convex, with three or four corners in order, and the edges from each to the next; a fourth
/// corner of a triangle is its first, and the edge from there is zero.
typedef struct cd_facet {
    cd_vec corner[4], edge[4];
} cd_facet;

/// A convex polytope, or a flat facet alone, which in the plane is filled. The last `lids` of the
/// facets have no edges that the others have not. All lies within `reach` of `middle`. Lengths are
/// known best beside the first corner of each facet, and near 0.
typedef struct cd_faceted {
    int dim, facets, lids;
    cd_facet facet[CD_FACETS_MAX];
    cd_vec middle;
    double reach, radius; ///< radius > 0
} cd_faceted;

/// A point of the surface, in a facet. It lies on the edge from corner `edge` to the next one, or
/// edge is -1. part: of that edge, between corner `edge` and the point; 0 to 1.
typedef struct cd_facet_point {
    cd_vec at;
    int facet, edge;
    double part;
} cd_facet_point;

/// The times at which the ray o + t * d enters and leaves the polytope, with its outward normals
/// there, and the points of the polytope that are nearest then (not those of the interval).
///   far         the largest coordinate
///   CD_UNKNOWN  rounding could decide
///   CD_MISSES   also where they start apart and do not touch at the times that are asked for;
///               `starts_apart` says whether they certainly do
cd_verdict cd_ray_facets(const cd_faceted *p, cd_vec o, cd_vec d, cd_times asked, double far,
                         cd_interval *interval, cd_facet_point nearest[2]);

#endif
