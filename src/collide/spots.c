// See spots.h.
#include "collide/spots.h"

// Spots that lie nearer together, by the length of the faces and edges, are one.
static const double distinct = 0x1p-26;
// Measures of spots that differ by less, relatively, are the same.
static const double same_measure = 0x1p-30;

static double turn(cd_flat a, cd_flat b, cd_flat c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Of two spots that measure the same, the farther in the fixed direction; over one place, the
// deeper.
static bool wins_tie(const cd_spots *s, int i, int best) {
    double ahead = s->spots[i].tie - s->spots[best].tie;
    return fabs(ahead) > s->frame.noise ? ahead > 0
                                        : s->spots[i].distance < s->spots[best].distance;
}

// The index with the most value, if that is above `least`; of equals to rounding the one that wins
// the tie. -1: none.
static int most(const cd_spots *s, const double *values, double least, double relative) {
    int best = -1, alike = 0;
    double highest = least;
    for (int i = 0; i < s->count; i++) {
        best = values[i] > highest ? i : best;
        highest = values[i] > highest ? values[i] : highest;
    }
    double same = highest - cd_max(s->frame.noise, relative * fabs(highest));
    for (int i = 0; i < s->count; i++)
        alike += values[i] >= same;
    for (int i = 0; i < s->count && best >= 0 && alike > 1; i++)
        if (values[i] >= same && wins_tie(s, i, best))
            best = i;
    return best;
}

static void measure_depth(const cd_spots *s, double *values) {
    for (int i = 0; i < s->count; i++)
        values[i] = -s->spots[i].distance;
}

static void measure_from_first(const cd_spots *s, const int *chosen, double *values) {
    cd_flat a = s->spots[chosen[0]].at;
    for (int i = 0; i < s->count; i++)
        values[i] = sqrt(cd_flat_square(s->spots[i].at, a));
}

static void measure_from_line(const cd_spots *s, const int *chosen, double *values) {
    cd_flat a = s->spots[chosen[0]].at, b = s->spots[chosen[1]].at;
    double inverse = 1 / sqrt(cd_flat_square(a, b));
    for (int i = 0; i < s->count; i++)
        values[i] = fabs(turn(a, b, s->spots[i].at)) * inverse;
}

// How far outside of the triangle of the first three, by the area that it would gain.
static void measure_from_triangle(const cd_spots *s, const int *chosen, double *values) {
    cd_flat t[3];
    double longest = 0;
    for (int k = 0; k < 3; k++)
        t[k] = s->spots[chosen[k]].at;
    for (int k = 0; k < 3; k++)
        longest = cd_max(longest, cd_flat_square(t[k], t[(k + 1) % 3]));
    double way = (turn(t[0], t[1], t[2]) > 0 ? -1 : 1) / sqrt(longest);
    for (int i = 0; i < s->count; i++) {
        cd_flat p = s->spots[i].at;
        double gain = cd_max(way * turn(t[0], t[1], p), way * turn(t[1], t[2], p));
        values[i] = cd_max(0, cd_max(gain, way * turn(t[2], t[0], p)));
    }
}

int cd_spots_choose(const cd_spots *s, int chosen[4]) {
    double values[CD_SPOTS_MAX], same = cd_max(8 * s->frame.noise, distinct * s->span);
    int limit = s->frame.dim == 2 ? 2 : 4;
    for (int count = 0; count < limit; count++) {
        if (count == 0)
            measure_depth(s, values);
        else if (count == 1)
            measure_from_first(s, chosen, values);
        else if (count == 2)
            measure_from_line(s, chosen, values);
        else
            measure_from_triangle(s, chosen, values);
        chosen[count] = most(s, values, count > 0 ? same : -INFINITY, count > 0 ? same_measure : 0);
        if (chosen[count] < 0)
            return count;
    }
    return limit;
}
