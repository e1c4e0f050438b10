// The places in which two shapes could touch, seen along the normal of their contact, and the
// choice of those that span it.
#ifndef COLLIDE_MANIFOLD_CONTACT_CANDIDATES_H
#define COLLIDE_MANIFOLD_CONTACT_CANDIDATES_H

#include "collide/narrow/separation.h"

#include <math.h>

enum { CD_CANDIDATES_MAX = 248 };

/// u, w across n, which is the contact's normal; in 2D w is zero. Of two boxes, u and w are so long
/// and tilted that z is 0. noise: what rounding may add to lengths, in the units of the spots.
typedef struct cd_contact_frame {
    cd_vec origin, u, w, n;
    double noise;
    int dim;
} cd_contact_frame;

typedef struct cd_plane_point {
    double x, y;
} cd_plane_point;

/// The contact's own point, a spot beside the others, which counts where none of them is as deep.
/// Only its place is read.
#define CD_CANDIDATE_OWN CD_CANDIDATES_MAX

/// The places on both: seen along the normal, the height of b, and of a above it. Those with a NaN
/// for x and distance are none.
typedef struct cd_contact_candidates {
    cd_contact_frame frame;
    double least, most; // distances of the contact and of what is asked for
    int power;          // all lengths are multiplied by 2^power
    double size;        // the largest coordinate
    double span;        // of the faces and edges
    int pairs;          // of parts that were visited
    const cd_shape *a, *b;
    int count;
    _Alignas(32) double x[CD_CANDIDATES_MAX + 4], y[CD_CANDIDATES_MAX + 4],
        z[CD_CANDIDATES_MAX + 4];
    double distance[CD_CANDIDATES_MAX + 4]; // four at a time; the contact's own after the last
} cd_contact_candidates;

static inline double cd_plane_point_distance2(cd_plane_point a, cd_plane_point b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static inline cd_plane_point cd_plane_point_of(const cd_contact_frame *f, cd_vec p) {
    cd_vec v = cd_sub(p, f->origin);
    return (cd_plane_point){cd_dot(v, f->u), cd_dot(v, f->w)};
}

/// Not where there is no room, or a number is not finite.
static inline void cd_candidates_add(cd_contact_candidates *s, cd_plane_point at, double z,
                                     double distance) {
    if (s->count == CD_CANDIDATES_MAX || !isfinite(at.x + at.y + z + distance))
        return;
    s->x[s->count] = at.x;
    s->y[s->count] = at.y;
    s->z[s->count] = z;
    s->distance[s->count++] = distance;
}

/// Where a place at a height is, in the units of the shapes.
static inline cd_vec cd_candidates_position(const cd_contact_candidates *s, cd_plane_point at,
                                            double z) {
    const cd_contact_frame *f = &s->frame;
    cd_vec p = cd_add_scaled(cd_add_scaled(f->origin, at.x, f->u), at.y, f->w);
    p = cd_add_scaled(p, z, f->n);
    return s->power == 0 ? p : cd_scale(p, ldexp(1, -s->power));
}

/// The deepest, the farthest from it, the farthest from the line of both, and the one that adds the
/// most area to these three, as far as there are such; of equals to rounding the farthest in a
/// fixed direction. Drops all others. Adds places that are none.
void cd_candidates_reduce(cd_contact_candidates *s);

/// Writes the points of those four: *points has the contact already.
void cd_candidates_write(cd_contact_candidates *s, cd_contact_points *points);

#endif
