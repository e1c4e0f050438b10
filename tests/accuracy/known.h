// Cases among those of the check that miss a bar today, and why. The list may only shrink: a case
// that misses and is not in it fails the check.
#ifndef ACCURACY_KNOWN_H
#define ACCURACY_KNOWN_H

typedef struct {
    int dim;
    const char *a, *b, *query;
    unsigned long seed;
    const char *why;
} known_miss;

static const known_miss known_misses[] = {
    {0, "", "", "", 0, ""}, // the end
};

#endif
