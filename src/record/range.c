// The numbers that a param may have (range.h). A sum of steps is rounded by writing it as a decimal
// and reading it back: if min and step have few digits, so does the value that a person sees.
#include "record/range.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// The number of the range that is k steps from its first one.
static double step_at(cd_range range, double k) {
    char digits[40];
    const double sum = (isfinite(range.min) ? range.min : 0) + k * range.step;
    snprintf(digits, sizeof digits, "%.15g", sum);
    return strtod(digits, NULL);
}

double cd_range_nearest(cd_range range, double value) {
    value = fmin(fmax(value, range.min), range.max);
    const double first = isfinite(range.min) ? range.min : 0;
    const double k = range.step > 0 ? round((value - first) / range.step) : INFINITY;
    if (!(fabs(k) <= 0x1p53)) // all numbers, or steps too narrow to be told apart
        return value;
    double nearest = step_at(range, k);
    if (nearest > range.max)
        nearest = step_at(range, k - 1);
    return fmin(fmax(nearest, range.min), range.max); // min may have more digits than are written
}
