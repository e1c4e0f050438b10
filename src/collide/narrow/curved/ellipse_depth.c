// Where the support height of an ellipse has local minima (ellipse_depth.h): its derivative is 0 in
// the directions (x / t, y / (t + d)) with d = 1 - b^2 for which p = b x / t and q = y / (t + d)
// satisfy p^2 + q^2 = 1 (Eberly, Distance from a point to an ellipse, where t + b^2 is called t).
// As t falls the height grows: the largest root, above 0, leads to the least height, against (x,
// y); the next one, between -d and 0, if there is one, to the only other local minimum, on the
// other side of the longer axis. The roots after that are maxima.
#include "collide/narrow/curved/ellipse_depth.h"

#include <float.h>
#include <math.h>

static double difference(const cd_ellipse *e) { return (1 - e->b) * (1 + e->b); }

// Where t is 0 the centre lies on the longer axis, or the ellipse is a segment on it; both minima
// are then at both ends of one chord.
static void least_beside_longer_axis(const cd_ellipse *e, double side, double n[2]) {
    double d = difference(e), y = d > 0 ? fmax(-1, fmin(-e->y / d, 1)) : 0;
    n[0] = copysign(e->b > 0 ? sqrt((1 - y) * (1 + y)) : 1, side);
    n[1] = e->b * y;
}

// 1 / |(p, q)| is nearly linear in t and concave, so that Newton's method on it (Moré and Sorensen
// 1983) rises to the root; to rounding that is where it rises no more.
void cd_least_of_ellipse(const cd_ellipse *e, double n[2]) {
    double d = difference(e), t = fmax(e->b * fabs(e->x), fabs(e->y) - d);
    if (!(t > 0)) {
        least_beside_longer_axis(e, -e->x, n);
        return;
    }
    for (double last = 0; t > last;) {
        double p = e->b * e->x / t, q = e->y / (t + d), square = p * p + q * q;
        double length = sqrt(square);
        if (!(length - 1 > 2 * DBL_EPSILON))
            break;
        last = t;
        t += (length - 1) * square / (p * p / t + q * q / (t + d));
    }
    n[0] = -e->x;
    n[1] = -e->y * (t / (t + d));
}

// p^2 + q^2 is convex between its poles, so that Newton's method from the upper one falls to the
// upper root, to rounding where it falls no more, or goes past the least value where there is none.
bool cd_other_least_of_ellipse(const cd_ellipse *e, double n[2]) {
    double d = difference(e), t = -e->b * fabs(e->x);
    if (t == 0) {
        least_beside_longer_axis(e, e->x, n);
        return fabs(e->y) < d;
    }
    for (double last = INFINITY; t < last;) {
        double p = e->b * e->x / t, q = e->y / (t + d), over = p * p - 1 + q * q;
        double rise = -2 * (p * p / t + q * q / (t + d));
        if (!(t + d > 0 && rise > 0))
            return false;
        if (!(over > 4 * DBL_EPSILON))
            break;
        last = t;
        t -= over / rise;
    }
    n[0] = e->x;
    n[1] = e->y * (t / (t + d));
    return true;
}
