// The valleys of a function on the circle (valleys.c).
#ifndef COLLIDE_NARROW_CURVED_VALLEYS_H
#define COLLIDE_NARROW_CURVED_VALLEYS_H

#include <math.h>

enum { CD_VALLEYS_MAX = 16 };

typedef enum { CD_NO_VALLEY, CD_PERHAPS_VALLEYS, CD_ONE_VALLEY_AT_MOST } cd_arc_verdict;

/// The first and second derivative of the function by the angle at a direction, and whether it may
/// have a valley that matters on the arc around it of which half is `half` long. Where it has one
/// at most, the second derivative is positive and changes by less than itself there.
typedef struct {
    double slope, bend;
    cd_arc_verdict verdict;
} cd_arc_look;

typedef cd_arc_look cd_arc_function(void *of, const double at[2], double half);

/// Finds the directions, unit, of all valleys that matter, and returns their number. Between
/// valleys that it cannot tell apart it gives other directions too.
int cd_find_valleys(cd_arc_function *look, void *of, double valleys[CD_VALLEYS_MAX][2]);

#endif
