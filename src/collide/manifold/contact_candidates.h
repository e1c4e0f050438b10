// The candidates for the points of a contact, and the choice of at most four that span it.
#ifndef COLLIDE_MANIFOLD_CONTACT_CANDIDATES_H
#define COLLIDE_MANIFOLD_CONTACT_CANDIDATES_H

#include "collide/narrow/gjk/separation.h"

#include <assert.h>
#include <math.h>

enum { CD_CANDIDATES_MAX = 248 };

/// u and w lie across n, the normal of the contact; in 2D w is zero. Of two boxes, u and w are so
/// long and tilted that z is 0. noise: what rounding may add to lengths, in the units of the
/// candidates.
typedef struct cd_contact_frame {
    cd_vec origin, u, w, n;
    double noise;
    int dim;
} cd_contact_frame;

/// The index of the contact's own point, a candidate that counts where no other is as deep. Only
/// its x and y are read.
#define CD_CANDIDATE_OWN CD_CANDIDATES_MAX

/// Candidates in the contact frame: x and y across the normal, z the height of b's surface along
/// it, `distance` that of a's surface above z. Where x and distance are NaN there is no candidate.
typedef struct cd_contact_candidates {
    cd_contact_frame frame;
    double least, most; ///< the distance of the contact, and the largest one that counts
    double size;        ///< the largest coordinate
    double span;        ///< the largest length of a feature
    int pairs;          ///< of parts of sets that were visited
    const cd_shape *a, *b;
    int count;
    _Alignas(32) double x[CD_CANDIDATES_MAX + 4], y[CD_CANDIDATES_MAX + 4],
        z[CD_CANDIDATES_MAX + 4];
    double distance[CD_CANDIDATES_MAX + 4]; // four at a time; the contact's own after the last
} cd_contact_candidates;

/// Candidates that lie nearer together than this part of the span are one; and by the span that is
/// this part of the largest coordinate, those that are alike to rounding.
static const double cd_candidates_distinct = 0x1p-26, cd_candidates_span_of_rounding = 0x1p-26;

/// Where a point lies across the normal, at z = 0.
static inline cd_vec cd_candidate_place(const cd_contact_frame *f, cd_vec p) {
    cd_vec v = cd_sub(p, f->origin);
    return (cd_vec){cd_dot(v, f->u), cd_dot(v, f->w), 0};
}

/// Adds a candidate, at a point of b's surface in the frame.
static inline void cd_candidates_add(cd_contact_candidates *s, cd_vec at, double distance) {
    assert(s->count < CD_CANDIDATES_MAX && cd_is_finite(at) && isfinite(distance));
    s->x[s->count] = at.x;
    s->y[s->count] = at.y;
    s->z[s->count] = at.z;
    s->distance[s->count++] = distance;
}

/// The position in the world of a point of the frame.
static inline cd_vec cd_candidates_position(const cd_contact_candidates *s, cd_vec at) {
    const cd_contact_frame *f = &s->frame;
    cd_vec p = cd_add_scaled(cd_add_scaled(f->origin, at.x, f->u), at.y, f->w);
    return cd_add_scaled(p, at.z, f->n);
}

/// Keeps at most four candidates and drops the others: the deepest, the farthest from it, the
/// farthest from the line of both, and the one that adds the most area to these three, as far as
/// they are distinct. Of several that are equal to rounding it takes the farthest in a fixed
/// direction.
void cd_candidates_reduce(cd_contact_candidates *s);

/// Chooses the same four and writes them as contact points; points->contact is given.
void cd_candidates_write(cd_contact_candidates *s, cd_contact_points *points);

#endif
