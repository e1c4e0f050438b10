// One case of a query: our answer beside the oracle's.
#ifndef ACCURACY_COMPARE_H
#define ACCURACY_COMPARE_H

#include "generate.h"

typedef enum { QUERY_DISTANCE, QUERY_RAYCAST, QUERY_SHAPECAST, QUERY_COUNT } query;

extern const char *const query_names[QUERY_COUNT];

typedef enum {
    MEASURE_NUMBERS,
    MEASURE_VALUE,
    MEASURE_NORMAL,
    MEASURE_POINTS,
    MEASURE_COUNT
} measure;

extern const char *const measure_names[MEASURE_COUNT];

/// hit       the oracle's verdict
/// stable    it is the same for all inputs within half an ulp of these
/// wrong     we say otherwise though it is stable
/// far       so, and it would be the same within BAR_VERDICT half ulps
/// margin    of a verdict that is not the oracle's: how far the oracle is from the other one, in
///           multiples of what half an ulp in each input does; else NAN
/// curved    with a cylinder or a cone: less is promised (curved.h)
/// proved    the oracle's certificate holds
/// k         errors in multiples of what half an ulp in each input does to the answer plus two ulps
///           of the answer; NAN where there is nothing to compare
/// relative  error of the distance, or of the way travelled until a touch, over the size
enum { BAR_VERDICT = 4 };

typedef struct outcome {
    bool hit, stable, wrong, far, proved, curved;
    double k[MEASURE_COUNT];
    double relative, margin;
} outcome;

/// Prints the input.
void print_case(const test_case *c, bool cast);

outcome compare_case(const test_case *c, query q, bool verbose);

#endif
