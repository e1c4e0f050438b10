// Two shapes made ready for the oracle: bodies about one reference point, and the frame across
// their infinite lines.
#ifndef ACCURACY_PROBLEM_H
#define ACCURACY_PROBLEM_H

#include "frame.h"
#include "oracle.h"

typedef struct problem {
    const subject *of_a, *of_b;
    body a, b;
    frame lines;
    qvec reference;
} problem;

problem problem_of(const subject *a, const subject *b);

/// The signed distance of the cores. `hint`: a normal that may be right, or zero.
nearest problem_nearest(const problem *p, qvec hint, bool *inseparable, bool *stable);

/// What half an ulp in each number does to n . (p_a - p_b) and, summed over the components, to
/// p_a - p_b; and the time along the frame's last direction where it is one of motion.
typedef struct level {
    condition distance;
    double spread;
    quad time;
} level;

/// `near`: what was found in the shadows of frame f, a moved by `motion`; `normal`: its normal in
/// the world.
level problem_level(const problem *p, const frame *f, const nearest *near, qvec motion,
                    qvec normal);

#endif
