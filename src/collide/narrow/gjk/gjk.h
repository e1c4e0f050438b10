// Distance between convex cores that are apart (gjk.c).
#ifndef COLLIDE_NARROW_GJK_GJK_H
#define COLLIDE_NARROW_GJK_GJK_H

#include "collide/shape/core.h"

/// Up to four support points of a - b, each given by the vertices of a and b that it is made of.
typedef struct cd_simplex {
    int count, a[4], b[4];
} cd_simplex;

/// The distance of two cores, a moved by `shift`, and the points that realise it.
///   apart     false: the cores overlap, or rounding hides that they do not; the other fields are
///             then those of the last iteration with a positive distance (distance 0: there was
///             none)
///   normal    unit, from b to a
///   size      the largest coordinate of a - b that occurred: the iteration's errors are relative
///             to it
///   rounding_scale  the same of the support point of the largest weight alone: the errors of the
///             distance are relative to it
///   blend_a, blend_b  how far the points lie from the vertices of that support point
///   error     by how much the distance may be too large: what a plane across the normal leaves
///   nearest   the one to three support points that the nearest one lies between; with a curved
///             core none
///   around    four support points whose tetrahedron contains the origin, if count is 4
///   depth     of cd_gjk_until: the radius of a ball around the origin that they certainly contain
typedef struct cd_gap {
    bool apart;
    cd_simplex around, nearest;
    double distance, error, size, depth, rounding_scale, blend_a, blend_b;
    cd_vec normal, point_a, point_b;
} cd_gap;

/// Neither core may be a half-space, nor both lines that cross.
cd_gap cd_gjk(const cd_core *a, const cd_core *b, cd_vec shift);

/// cd_gjk, stopped as soon as it knows, to rounding, on which side of `limit` the distance lies;
/// only `apart`, `size`, `depth` and (for that side) `distance` are valid.
cd_gap cd_gjk_until(const cd_core *a, const cd_core *b, cd_vec shift, double limit);

/// cd_gjk, begun with a simplex of one to three support points that is likely to be the nearest.
cd_gap cd_gjk_from(const cd_core *a, const cd_core *b, cd_vec shift, const cd_simplex *guess);

/// cd_gjk where the nearest point is known to lie on the face of a - b that contains these three
/// support points. Iterates only where that point lies outside of their triangle.
/// Depths of hulls of 12 vertices take 1.4 times as long by cd_gjk.
cd_gap cd_gjk_face(const cd_core *a, const cd_core *b, cd_vec shift, const cd_simplex *triangle);

#endif
