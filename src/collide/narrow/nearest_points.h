// What closed forms of the separation share: the nearest points of two cores, and what follows from
// them for the rounded shapes.
#ifndef COLLIDE_NARROW_NEAREST_POINTS_H
#define COLLIDE_NARROW_NEAREST_POINTS_H

#include "collide/math/tolerance.h"
#include "collide/narrow/gjk/exact_touch.h"
#include "collide/narrow/gjk/separation.h"
#include "collide/simd/vec4_lanes.h"

// Vectors are known to eps * size, so a direction to eps * size / distance. At distances below this
// part of the size the generic path is more accurate.
#define CD_NEAR_PART 0x1p-10
// The feet of segments, parts of their lengths, turn it by more: this part.
#define CD_FEET_PART 0x1p-7

// Whether a square has all its digits; 0 has not.
static inline bool cd_is_normal(double square) { return square > 0x1p-500; }

// Where two cores are nearest: at p of a and q of b; v = p - q is known better than either point.
//   sign  < 0: the cores overlap, and v is the shortest translation that separates them
//   size2 the square of the size: a distance within rounding of it may be an exact touch
typedef struct {
    cd_vec4 p, q, v;
    double sign, size2;
} cd_nearest_points;

#define CD_NO_EXACT_TOUCH -1.0 // a size2: rounding decides nothing

// Writes the separation of the rounded shapes.
static inline bool cd_put_separation(const cd_nearest_points *at, const cd_shape *a,
                                     const cd_shape *b, cd_separation *s) {
    double square = cd_vec4_length2(at->v), distance = copysign(sqrt(square), at->sign);
    cd_vec4 n = at->v / cd_vec4_all(distance) + (cd_vec4){0, 0, 0, 0}; // no -0
    s->distance = distance - (a->radius + b->radius);
    cd_vec4_put(s, offsetof(cd_separation, normal), n);
    cd_vec4_put(s, offsetof(cd_separation, point_a), at->p - a->radius * n);
    s->point_b = cd_vec4_vec(at->q + b->radius * n);
    return cd_is_normal(square);
}

static inline bool cd_may_touch(double distance, double size2) {
    return distance * distance <= CD_TOUCH * CD_TOUCH * size2;
}

// The same; decides exactly whether the shapes touch, where rounding could.
static inline bool cd_put_resolved(const cd_nearest_points *at, const cd_shape *a,
                                   const cd_shape *b, cd_separation *s) {
    if (!cd_put_separation(at, a, b, s))
        return false;
    if (cd_may_touch(s->distance, at->size2))
        cd_resolve_exact_touch(a, b, s);
    return true;
}

// Whether a distance is at most the radii, by squares: a root is more than that needs. CD_UNKNOWN
// where rounding could decide, or hide an exact touch.
static inline cd_verdict cd_verdict_of(const cd_nearest_points *at, const cd_shape *a,
                                       const cd_shape *b) {
    double square = cd_vec4_length2(at->v), r = a->radius + b->radius, rr = r * r;
    bool inside = at->sign < 0, known = cd_is_normal(square);
    known &= inside | (fabs(square - rr) > 4 * CD_TOUCH * cd_max(at->size2, 0) + 4 * CD_TOUCH * rr);
    return known ? (cd_verdict)(CD_MISSES + (inside | (square < rr))) : CD_UNKNOWN;
}

#endif
