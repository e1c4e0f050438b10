// What half an ulp in each input does to an answer, by asking the oracle again with each input
// changed up and down: the sum over the inputs of the larger change. Ties and bends count, which
// the first order leaves out; and it is dear, so it is for cases that the first order condemns.
#ifndef ACCURACY_PERTURB_H
#define ACCURACY_PERTURB_H

#include "generate.h"
#include "oracle.h"

/// Raises the conditions to what the changed inputs say. Where one of them makes it another kind of
/// answer, a miss say, it is infinite.
void perturb_separation(const test_case *c, oracle_separation *truth);
void perturb_cast(const test_case *c, oracle_interval *truth);

#endif
