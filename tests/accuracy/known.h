// Cases among those of the check that miss a bar today. The list may only shrink: a case that
// misses and is not in it fails the check.
#ifndef ACCURACY_KNOWN_H
#define ACCURACY_KNOWN_H

typedef struct {
    int dim;
    const char *a, *b, *query;
    unsigned long seed;
} known_miss;

static const known_miss known_misses[] = {
    {3, "aabb", "box", "distance", 3},
    {3, "box", "box", "distance", 82},
    {0, "", "", "", 0}, // the end
};

/// So many verdicts may be wrong by a few half ulps, in all: which ones changes with any rounding.
enum { KNOWN_WRONG_VERDICTS = 30 };

#endif
