// The true answers, in 128 bits, with what half an ulp in each number of the input does to them.
#ifndef ACCURACY_ORACLE_H
#define ACCURACY_ORACLE_H

#include "body.h"

/// distance    signed, of the rounded shapes; inseparable: -infinity
/// gap         of the cores (negative: overlapping)
/// normal      unit, from b to a
/// condition   of the distance
/// spread      of the vector between the nearest points, in any direction
/// normal_condition  of the normal where the cores are apart: to first order, spread / gap
/// stable      false where the input is so near a change of kind (lines or planes parallel to
///             rounding) that half an ulp makes another answer
/// proved      the oracle's own certificate (nearest.h)
typedef struct oracle_separation {
    bool inseparable, stable, proved;
    quad distance, gap;
    qvec normal;
    condition condition;
    double spread, normal_condition;
} oracle_separation;

/// `hint`: a normal that may be right, zero for none: it saves time, the answer is the same.
oracle_separation oracle_separate(const subject *a, const subject *b, qvec hint);

/// How far the two reach from a point of one.
double oracle_extent(const subject *a, const subject *b);

/// How far the slab across the unit vector n, after `time` of a's motion, is from being as wide as
/// `distance` of the cores, and n from lying across infinite lines. Not for half-spaces.
quad oracle_slab_error(const subject *a, quad time, qvec motion, const subject *b, qvec n,
                       quad distance);

/// The unbounded motion of a by `motion - motion_b` against b.
///   margin     of the line of motion: > 0: it passes b by that much; < 0: it meets b
///   enter...   the interval of touch; conditions with the bend of the distance near a graze taken
///              into account
typedef struct oracle_interval {
    bool always, never, stable, proved;
    quad margin;
    condition margin_condition;
    quad enter, exit;
    condition enter_condition, exit_condition;
    double enter_spread, exit_spread; // of the vector between the nearest points
    double enter_turn, exit_turn;     // of the normals, once known
    qvec enter_normal, exit_normal;
    quad radius; // of both
} oracle_interval;

/// Normals at both ends that may be right, or zero. `times_only`: no conditions of the ends.
typedef struct oracle_hints {
    qvec enter, exit;
    bool times_only;
} oracle_hints;

/// `change` is added to the motion.
oracle_interval oracle_cast(const subject *a, cd_vec motion, const subject *b, cd_vec motion_b,
                            qvec change, oracle_hints hints);

#endif
