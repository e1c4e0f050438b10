// The directions at which a slope on a circle changes its sign (slope_roots.h): between samples of
// different signs, and in dips between samples of one sign. What is found is divided out of the
// slope, and the rest searched anew, until nothing is found.
#include "collide/narrow/slope_roots.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

enum {
    ROOT_STEPS_MAX = 120, // half of them bisect, which takes 52 steps at most
    DIP_STEPS_MAX = 12    // on each side of a dip
};

// Finds where a slope changes its sign between two directions, by regula falsi (the Illinois
// variant) and bisection in turns; so it ends at a jump, too, and where a straight line through
// both ends leads to one of them to rounding.
static void find_root(cd_slope_function *slope_of, const void *of, double rounding,
                      const double from[2], const double to[2], double at[2]) {
    double low = 0, high = 1, low_slope = slope_of(of, from[0], from[1]),
           high_slope = slope_of(of, to[0], to[1]), low_weight = 1, high_weight = 1;
    bool falls = low_slope > 0 || high_slope < 0;
    at[0] = to[0];
    at[1] = to[1];
    for (int step = 0; high - low > DBL_EPSILON; step++) {
        assert(step < ROOT_STEPS_MAX);
        double straight = low_slope / (low_slope - high_slope);
        bool at_end = (high - low) * fmin(straight, 1 - straight) < 4 * DBL_EPSILON;
        double at_low = low_slope * low_weight, at_high = high_slope * high_weight;
        double t = low + (high - low) * (at_end ? straight : at_low / (at_low - at_high));
        if (!at_end && (step % 2 == 1 || !(t > low && t < high)))
            t = 0.5 * (low + high);
        double x = from[0] + t * (to[0] - from[0]), y = from[1] + t * (to[1] - from[1]);
        double length = sqrt(x * x + y * y);
        at[0] = x / length;
        at[1] = y / length;
        double here = slope_of(of, at[0], at[1]);
        if (at_end || fabs(here) <= rounding)
            break;
        if ((here < 0) != falls) {
            low = t;
            low_slope = here;
            low_weight = 1;
            high_weight *= 0.5;
        } else {
            high = t;
            high_slope = here;
            high_weight = 1;
            low_weight *= 0.5;
        }
    }
}

// By the cosine and sine of 15 degrees.
void cd_next_slope_sample(double at[2]) {
    const double cosine = 0.96592582628906829, sine = 0.25881904510252076;
    double x = at[0] * cosine - at[1] * sine;
    at[1] = at[1] * cosine + at[0] * sine;
    at[0] = x;
}

// Between three directions, of which the slope at the middle one is the nearest to 0, searches for
// one at which the slope has the other sign, by closing in on its least absolute value. Returns
// whether there is one, which is then `middle`.
static bool find_dip(cd_slope_function *slope_of, const void *of, const double from[2],
                     const double to[2], double middle[2], double least) {
    double ends[2][2] = {{from[0], from[1]}, {to[0], to[1]}};
    for (int step = 0; step < 2 * DIP_STEPS_MAX; step++) {
        double *end = ends[step % 2], x = middle[0] + end[0], y = middle[1] + end[1];
        double length = sqrt(x * x + y * y), here = slope_of(of, x /= length, y /= length);
        if ((here < 0) != (least < 0)) {
            middle[0] = x;
            middle[1] = y;
            return true;
        }
        if (fabs(here) <
            fabs(least)) { // the least value lies on this side: the middle becomes the other end
            ends[1 - step % 2][0] = middle[0];
            ends[1 - step % 2][1] = middle[1];
            middle[0] = x;
            middle[1] = y;
            least = here;
        } else {
            end[0] = x;
            end[1] = y;
        }
    }
    return false;
}

typedef struct {
    int count; ///< of samples, of which the last two are the first two
    double at[CD_SLOPE_SAMPLES + 2][2], slope[CD_SLOPE_SAMPLES + 2];
} samples;

static void put_sample(samples *s, cd_slope_function *slope_of, const void *of, double x,
                       double y) {
    double length = sqrt(x * x + y * y);
    s->at[s->count][0] = x / length;
    s->at[s->count][1] = y / length;
    s->slope[s->count] = slope_of(of, x / length, y / length);
    s->count++;
}

// Samples the slope at its samples.
static void take_samples(cd_slope_function *slope_of, const void *of, samples *s) {
    double at[2] = {1, 0};
    s->count = 0;
    for (int i = 0; i < CD_SLOPE_SAMPLES; cd_next_slope_sample(at), i++)
        put_sample(s, slope_of, of, at[0], at[1]);
    for (int i = 0; i < 2; i++) {
        s->at[s->count][0] = s->at[i][0];
        s->at[s->count][1] = s->at[i][1];
        s->slope[s->count++] = s->slope[i];
    }
}

// A slope without the roots that are known: divided by the sine of half the angle to each, which
// has no other root, so that those that hid between the samples beside one show (deflation; Peters
// and Wilkinson 1971).
typedef struct {
    cd_slope_function *slope_of;
    const void *of;
    int count;
    double (*at)[2];
} deflated_slope;

// Half of an angle between -180 and 180 degrees.
static void halve_angle(const double at[2], double half[2]) {
    if (at[0] > 0) {
        half[0] = sqrt(0.5 * (1 + at[0]));
        half[1] = 0.5 * at[1] / half[0];
    } else {
        half[1] = copysign(sqrt(0.5 * (1 - at[0])), at[1]);
        half[0] = 0.5 * at[1] / half[1];
    }
}

static double without_roots(const deflated_slope *d, double slope, const double at[2]) {
    double half[2], root[2];
    halve_angle(at, half);
    for (int i = 0; i < d->count; i++) {
        halve_angle(d->at[i], root);
        double sine = half[1] * root[0] - half[0] * root[1];
        slope = sine != 0 ? slope / sine : 0;
    }
    return slope;
}

static double slope_without_roots(const void *of, double x, double y) {
    const deflated_slope *d = of;
    return without_roots(d, d->slope_of(d->of, x, y), (const double[2]){x, y});
}

// Appends the directions at which a sampled slope changes its sign on some arcs to those that are
// known.
static int add_roots(const deflated_slope *d, const samples *s, double rounding, uint32_t arcs) {
    int count = d->count;
    for (int i = 1; i + 1 < s->count && count < CD_SLOPE_ROOTS_MAX - 1; i++) {
        double last = s->slope[i - 1], here = s->slope[i], next = s->slope[i + 1];
        bool before = arcs >> (i - 1) & 1, after = arcs >> i % CD_SLOPE_SAMPLES & 1;
        if ((last < 0) != (here < 0)) {
            if (before)
                find_root(slope_without_roots, d, rounding, s->at[i - 1], s->at[i], d->at[count++]);
        } else if ((before || after) && (here < 0) == (next < 0) && fabs(here) < fabs(last) &&
                   fabs(here) <= fabs(next)) {
            double through[2] = {s->at[i][0], s->at[i][1]};
            if (!find_dip(slope_without_roots, d, s->at[i - 1], s->at[i + 1], through, here))
                continue;
            find_root(slope_without_roots, d, rounding, s->at[i - 1], through, d->at[count++]);
            find_root(slope_without_roots, d, rounding, through, s->at[i + 1], d->at[count++]);
        }
    }
    return count;
}

int cd_find_slope_roots(cd_slope_function *slope_of, const void *of, double rounding, uint32_t arcs,
                        double found[CD_SLOPE_ROOTS_MAX][2]) {
    deflated_slope d = {slope_of, of, 0, found};
    samples s, rest;
    take_samples(slope_of, of, &s);
    for (int known = -1; known < d.count && d.count < CD_SLOPE_ROOTS_MAX - 1;) {
        known = d.count;
        rest = s;
        for (int i = 0; i < s.count; i++)
            rest.slope[i] = without_roots(&d, s.slope[i], s.at[i]);
        d.count = add_roots(&d, &rest, rounding, arcs);
    }
    return d.count;
}
