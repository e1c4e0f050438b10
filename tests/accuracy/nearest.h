// The signed distance of two polytopes in 1, 2 or 3 dimensions, in 128 bits, by enumeration.
#ifndef ACCURACY_NEAREST_H
#define ACCURACY_NEAREST_H

#include "body.h"

/// distance  gap, or minus the shortest translation that separates
/// normal    unit, from b to a; zero where they touch and have none
/// a, b      the points that realise it, as combinations of vertices
/// flat      a - b has no interior (then distance >= 0)
/// proved    apart: the slab of `normal` is as wide as the points are apart, so nothing nearer
///           exists; overlapping: moved out by the depth they touch, so no more is needed (that no
///           less will do is the enumeration of all axes)
typedef struct nearest {
    quad distance;
    qvec normal;
    mix a, b;
    bool flat, proved;
} nearest;

/// `hint`: a normal that may be right, zero for none. It saves time, the answer is the same.
nearest nearest_of(const body *a, const body *b, qvec hint);

/// Whether two points at the faces of the slab across `hint` are as near as that.
bool nearest_within(const body *a, const body *b, qvec hint, quad distance);

/// min over a of n . x - max over b of n . x
quad slab_width(const body *a, const body *b, qvec n);

body body_moved(const body *b, qvec v);

/// The largest coordinate of both.
double nearest_size(const body *a, const body *b);

#endif
