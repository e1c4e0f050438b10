// The circle is divided into arcs. Bounds of what changes along an arc exclude most of them, and
// show of others that they have one valley at most, which Newton's method finds; the rest is
// halved. Long arcs are looked at before short ones, so that a place where the function hardly
// changes, which divides into very many, hides no valley elsewhere.
#include "collide/narrow/curved/valleys.h"

#include <stdbool.h>
#include <string.h>

enum {
    FIRST_ARCS = 8,
    ARCS_MAX = 1000,   // normally 20, but more where the function hardly changes; then, and on arcs
    HALVINGS_MAX = 50, // as short as this, the middle has to do
    NEWTON_STEPS_MAX = 8
};

// Half of an arc, and the cosine and sine of half of that.
typedef struct {
    double angle, cosine, sine;
} half_arc;

typedef struct {
    double middle[2];
    int halvings;
} arc;

static void turn_by(double at[2], double cosine, double sine) {
    double x = at[0] * cosine - at[1] * sine;
    at[1] = at[1] * cosine + at[0] * sine;
    at[0] = x;
}

// Newton's method from the middle of an arc on which the bend changes by less than itself. Returns
// false where the valley lies beyond the arc.
static bool find_valley(cd_arc_function *look, void *of, double half, cd_arc_look s, double at[2]) {
    double way = 0;
    for (int step = 0; step < NEWTON_STEPS_MAX; step++) {
        double angle = -s.slope / s.bend, length = sqrt(1 + angle * angle);
        way += angle;
        turn_by(at, 1 / length, angle / length);
        if (!(fabs(way) <= 2 * half) || fabs(angle) < 0x1p-27) // the next one is about its square
            break;
        s = look(of, at, half);
    }
    return fabs(way) <= 1.5 * half;
}

static half_arc halve(half_arc h) {
    double sine = h.sine / sqrt(2 * (1 + h.cosine));
    return (half_arc){0.5 * h.angle, sqrt((1 - sine) * (1 + sine)), sine};
}

// Both halves of an arc, `h` half of it.
static void divide(const arc *whole, half_arc h, arc halves[2]) {
    for (int k = 0; k < 2; k++) {
        halves[k] = *whole;
        halves[k].halvings++;
        turn_by(halves[k].middle, h.cosine, k == 0 ? -h.sine : h.sine);
    }
}

static const arc first_arcs[] = {
#define DIAGONAL 0.70710678118654752 // cosine of 45 degrees
    {{1, 0}, 0},  {{DIAGONAL, DIAGONAL}, 0},   {{0, 1}, 0},  {{-DIAGONAL, DIAGONAL}, 0},
    {{-1, 0}, 0}, {{-DIAGONAL, -DIAGONAL}, 0}, {{0, -1}, 0}, {{DIAGONAL, -DIAGONAL}, 0},
};

int cd_find_valleys(cd_arc_function *look, void *of, double valleys[CD_VALLEYS_MAX][2]) {
    half_arc h = {0.39269908169872414, 0.98078528040323045, 0.19509032201612827};
    arc arcs[ARCS_MAX];
    int end = sizeof first_arcs / sizeof *first_arcs, found = 0;
    memcpy(arcs, first_arcs, sizeof first_arcs);
    for (int i = 0, halvings = 0; i < end && found < CD_VALLEYS_MAX; i++) {
        for (; halvings < arcs[i].halvings; halvings++)
            h = halve(h);
        cd_arc_look s = look(of, arcs[i].middle, h.angle);
        bool divides = s.verdict == CD_PERHAPS_VALLEYS && halvings < HALVINGS_MAX;
        if (divides && end + 2 <= ARCS_MAX) {
            divide(&arcs[i], h, arcs + end);
            end += 2;
        } else if (s.verdict != CD_NO_VALLEY) {
            memcpy(valleys[found], arcs[i].middle, sizeof arcs[i].middle);
            found += s.verdict == CD_PERHAPS_VALLEYS ||
                     find_valley(look, of, h.angle, s, valleys[found]);
        }
    }
    return found;
}
