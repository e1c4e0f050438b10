// The places in which two shapes could touch, seen along the normal of their contact, and the
// choice of those that span it.
#ifndef COLLIDE_SPOTS_H
#define COLLIDE_SPOTS_H

#include "collide/collide.h"

#include <math.h>

enum { CD_SPOTS_MAX = 256 };

/// u, w across n, which is the contact's normal; in 2D w is zero. noise: what rounding may add to
/// lengths, in the units of the spots.
typedef struct cd_frame {
    cd_vec origin, u, w, n;
    double noise;
    int dim;
} cd_frame;

typedef struct cd_flat {
    double x, y;
} cd_flat;

/// A place on both: the height of b, and of a above it. tie: how far in a fixed direction.
typedef struct cd_spot {
    cd_flat at;
    double z, distance, tie;
    bool own; // the contact's
} cd_spot;

typedef struct cd_spots {
    cd_frame frame;
    double least, most; // distances of the contact and of what is asked for
    int power;          // all lengths are multiplied by 2^power
    double size;        // the largest coordinate
    double span;        // of the faces and edges
    int pairs;          // of parts that were visited
    const cd_shape *a, *b;
    double tie_u, tie_w; // the fixed direction, seen
    int count;
    cd_spot spots[CD_SPOTS_MAX];
} cd_spots;

static inline double cd_flat_square(cd_flat a, cd_flat b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static inline cd_flat cd_flat_seen(const cd_frame *f, cd_vec p) {
    cd_vec v = cd_sub(p, f->origin);
    return (cd_flat){cd_dot(v, f->u), cd_dot(v, f->w)};
}

/// NULL where there is no room, or a number is not finite.
static inline cd_spot *cd_spots_add(cd_spots *s, cd_flat at, double z, double distance) {
    if (s->count == CD_SPOTS_MAX || !isfinite(at.x + at.y + z + distance))
        return NULL;
    cd_spot *spot = &s->spots[s->count++];
    *spot = (cd_spot){at, z, distance, at.x * s->tie_u + at.y * s->tie_w, false};
    return spot;
}

/// The deepest, the farthest from it, the farthest from the line of both, and the one that adds the
/// most area to these three, as far as there are such; of equals to rounding the farthest in the
/// fixed direction. Returns their number.
int cd_spots_choose(const cd_spots *s, int chosen[4]);

/// Adds the corners of what the facing faces of two boxes in 3D have in common: what the polygons
/// of manifold.c would, in closed form. Lengths are not scaled.
void cd_spots_of_boxes(cd_spots *s, const cd_shape *a, const cd_shape *b);

#endif
