// The circle is divided into arcs. Bounds of what changes along an arc exclude most of them, and
// show of others that they have one valley at most, which Newton's method finds; the rest is
// halved.
#include "collide/narrow/valleys.h"

#include <stdbool.h>

enum {
    FIRST_ARCS = 8,
    ARCS_MAX = 1000,   // normally 20, but more where the function hardly changes; then, and on arcs
    HALVINGS_MAX = 50, // as short as this, the middle has to do
    NEWTON_STEPS_MAX = 8
};

typedef struct {
    cd_arc_function *look;
    const void *of;
    int arcs, count; // arcs that were looked at, and valleys that were found
    double (*valleys)[2];
    // For each size of arcs: half of one, and the cosine and sine of half of that; 0: not yet
    // known.
    double turns[HALVINGS_MAX + 1][3];
} valley_search;

static void turn_by(double at[2], double cosine, double sine) {
    double x = at[0] * cosine - at[1] * sine;
    at[1] = at[1] * cosine + at[0] * sine;
    at[0] = x;
}

// Newton's method from the middle of an arc on which the bend changes by less than itself. Returns
// false where the valley lies beyond the arc.
static bool find_valley(const valley_search *v, double half, cd_arc_look s, double at[2]) {
    double way = 0;
    for (int step = 0; step < NEWTON_STEPS_MAX; step++) {
        double angle = -s.slope / s.bend, length = sqrt(1 + angle * angle);
        way += angle;
        turn_by(at, 1 / length, angle / length);
        if (!(fabs(way) <= 2 * half) || fabs(angle) < 0x1p-27) // the next one is about its square
            break;
        s = v->look(v->of, at, half);
    }
    return fabs(way) <= 1.5 * half;
}

static void halve_turn(const double turn[3], double half[3]) {
    half[0] = 0.5 * turn[0];
    half[2] = turn[2] / sqrt(2 * (1 + turn[1]));
    half[1] = sqrt((1 - half[2]) * (1 + half[2]));
}

// Adds the valleys on an arc to those that were found.
static void search_arc(valley_search *v, const double middle[2], int level) {
    const double *turn = v->turns[level];
    cd_arc_look s = v->look(v->of, middle, turn[0]);
    if (s.verdict == CD_NO_VALLEY || v->count == CD_VALLEYS_MAX)
        return;
    double *at = v->valleys[v->count];
    at[0] = middle[0];
    at[1] = middle[1];
    if (s.verdict == CD_ONE_VALLEY_AT_MOST) {
        v->count += find_valley(v, turn[0], s, at);
        return;
    }
    if (level == HALVINGS_MAX || v->arcs >= ARCS_MAX) {
        v->count++;
        return;
    }
    if (v->turns[level + 1][0] == 0)
        halve_turn(turn, v->turns[level + 1]);
    v->arcs += 2;
    for (int k = -1; k <= 1; k += 2) {
        double next[2] = {middle[0], middle[1]};
        turn_by(next, turn[1], k * turn[2]);
        search_arc(v, next, level + 1);
    }
}

int cd_find_valleys(cd_arc_function *look, const void *of, double valleys[CD_VALLEYS_MAX][2]) {
    const double h = 0.70710678118654752; // of 45 degrees
    const double middles[FIRST_ARCS][2] = {{1, 0},  {h, h},   {0, 1},  {-h, h},
                                           {-1, 0}, {-h, -h}, {0, -1}, {h, -h}};
    valley_search v;
    v.look = look;
    v.of = of;
    v.arcs = v.count = 0;
    v.valleys = valleys;
    for (int i = 0; i <= HALVINGS_MAX; i++)
        v.turns[i][0] = 0;
    v.turns[0][0] = 0.39269908169872414;
    v.turns[0][1] = 0.98078528040323045;
    v.turns[0][2] = 0.19509032201612827;
    for (int i = 0; i < FIRST_ARCS; i++)
        search_arc(&v, middles[i], 0);
    return v.count;
}
