// The ranges of params: the nearest number of a range, with steps and without.
#include "check.h"

#include "record/range.h"

#include <math.h>

static const double odd[] = {0,      1,         -1,       0.1, 0.3,  -7.25,
                             1e-300, -INFINITY, INFINITY, 3,   1e15, -1e300};
enum { ODD = sizeof odd / sizeof *odd };

static int stepped;

static void test_one(cd_range r, double value) {
    const double x = cd_range_nearest(r, value), clamped = fmin(fmax(value, r.min), r.max);
    CHECK(x >= r.min && x <= r.max && cd_range_nearest(r, x) == x);
    if (r.step == 0)
        CHECK(x == clamped);
    const double first = isfinite(r.min) ? r.min : 0, k = (x - first) / r.step;
    const double size = fabs(x) + fabs(first);
    if (!(r.step > 1e-9 * size) || x == r.min || x == r.max)
        return;
    stepped++;
    CHECK(fabs(k - round(k)) * r.step <= 1e-14 * size);
    for (int way = -1; way <= 1; way += 2) {
        const double beside = x + way * r.step;
        if (beside >= r.min && beside <= r.max)
            CHECK(fabs(x - clamped) <= fabs(beside - clamped) * (1 + 1e-9) + 1e-14 * size);
    }
}

/// The range of a param, over bounds, steps and values of all magnitudes: the nearest number lies
/// in it, is its own nearest number, and is a whole number of steps from the first; no number of
/// the range that is a step beside it is nearer. Decimal steps give decimal numbers.
static void test_ranges(void) {
    for (int a = 0; a < ODD; a++)
        for (int b = 0; b < ODD; b++)
            for (int s = 0; s < ODD; s++)
                for (int v = 0; v < ODD; v++)
                    if (odd[a] <= odd[b] && odd[a] < INFINITY && odd[b] > -INFINITY &&
                        isfinite(odd[s]) && isfinite(odd[v]))
                        test_one((cd_range){odd[a], odd[b], fabs(odd[s])}, odd[v]);
    CHECK(stepped > 300);
    const cd_range tenths = {0, 1, 0.1};
    CHECK(cd_range_nearest(tenths, 0.31) == 0.3 && cd_range_nearest(tenths, 0.68) == 0.7);
    CHECK(cd_range_nearest((cd_range){3, 20, 5}, 20) == 18);
    CHECK(cd_range_nearest((cd_range){-INFINITY, 7, 2}, 7) == 6);
    const cd_range below = {0.1234567890123453, 5, 2}; // its decimal is less
    CHECK(cd_range_nearest(below, 0) == below.min);
}

int main(void) {
    test_ranges();
    return failures != 0;
}
