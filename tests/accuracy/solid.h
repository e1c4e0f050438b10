// Convex shapes by their support functions: all that have one, cylinders and cones too. What it
// says of a signed distance is an interval that holds the true one.
#ifndef ACCURACY_SOLID_H
#define ACCURACY_SOLID_H

#include "body.h"

/// The hull of the vertices, or of discs across `axis` around two of them. An infinite line ends
/// beyond all that matters here. All but half-spaces.
typedef struct solid {
    int count;
    qvec vertex[MOST_VERTICES];
    bool curved, line;
    qvec axis; // unit
    quad rim[2];
    quad radius; // of rounding
} solid;

solid solid_of(const subject *s, cd_vec reference, double reach);
qvec solid_support(const solid *s, qvec n);

/// min over a of n . x - max over b of n . x, rounding included: no direction parts a and b by more
/// than their signed distance.
quad solid_width(const solid *a, const solid *b, qvec n);

typedef struct span {
    quad low, high, gap; // gap: of the cores, where they are apart
    qvec normal;         // of `low`
    bool apart;          // the cores
} span;

/// The signed distance of a, moved by `shift`, and b, to 1e-15 of the size where the cores are
/// apart, else to 5e-7, or where `deep` is false perhaps to no more than that it is <= 0. `hint`: a
/// normal that may be right.
span solid_distance(const solid *a, qvec shift, const solid *b, double size, qvec hint, bool deep);

#endif
