// The numbers that a param may have.
#ifndef RECORD_RANGE_H
#define RECORD_RANGE_H

/// The numbers in [min, max]; with a finite step > 0 only min + k * step, or k * step where min is
/// infinite, for whole k. Where none of these is in [min, max] the bounds are.
typedef struct cd_range {
    double min, max, step;
} cd_range;

/// The number of the range that is nearest to a finite value. Steps are rounded to 15 digits, so
/// that three of 0.1 are 0.3; the same number comes out when it is asked for again.
double cd_range_nearest(cd_range range, double value);

#endif
