// generate [count [seed]]: cases of our own with exact verdicts, as lines (see case.h), `count` of
// each family:
//   random    numbers between -1 and 1
//   grid      integers from -2 to 2: shared points and edges, parallel, coplanar, without length
//   touch     a point of the first reaches a chosen point of the second (inside, on an edge, on a
//             vertex) at a chosen time, exactly
//   ulp       such a touch, with one coordinate moved by one unit in its last place
//   plane     such a touch with motion and both in one plane
//   scaled    a touch or a near miss times a power of two, from 2^-50 to 2^60: numbers are below
//             2^4 before and what is not 0 is at least 2^-13, so all lie in the library's range
//   apart     a touch with each number scaled by its own power of two: needles
#include "case.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int integer(int low, int high) { return low + (int)((high - low + 1) * random_unit()); }

static void fill(gauntlet_case *c, double (*number)(void)) {
    for (int i = 0; i < 18; i++)
        *(i < 12 ? &c->points[i / 3][i % 3] : &c->motions[(i - 12) / 3][i % 3]) = number();
}

static double uniform(void) { return random_range(-1, 1); }
static double coarse(void) { return integer(-2, 2); }
static double sixteenth(void) { return integer(-32, 32) / 16.0; }

static void make_random(gauntlet_case *c) { fill(c, uniform); }
static void make_grid(gauntlet_case *c) { fill(c, coarse); }

// A weight in [0, 1] with few bits, often at an end.
static double weight(void) {
    double w[] = {0, 1, integer(0, 8) / 8.0, integer(1, 7) / 8.0};
    return w[integer(0, 3)];
}

// All numbers are multiples of 2^-13 and below 8, so that every product here is exact.
static void make_touch(gauntlet_case *c) {
    fill(c, sixteenth);
    double t = weight(), u = weight(), v = weight() * (1 - u), s = weight();
    for (int i = 0; i < 3; i++) {
        double relative = c->motions[0][i] - c->motions[1][i];
        double *a = c->points[0], *b = c->points[1], *p = c->points[2], *q = c->points[3];
        if (c->edges) { // shift the first edge: its point at s meets that of the second at u
            double from = a[i] + s * (b[i] - a[i]), to = p[i] + u * (q[i] - p[i]);
            double shift = to - t * relative - from;
            a[i] += shift;
            b[i] += shift;
        } else {
            a[i] = b[i] + u * (p[i] - b[i]) + v * (q[i] - b[i]) - t * relative;
        }
    }
}

static void make_ulp(gauntlet_case *c) {
    make_touch(c);
    double *x = integer(0, 2) ? &c->points[integer(0, 3)][integer(0, 2)]
                              : &c->motions[integer(0, 1)][integer(0, 2)];
    *x = nextafter(*x, integer(0, 1) ? INFINITY : -INFINITY);
}

// Everything in the plane of one coordinate, or of two being equal.
static void make_plane(gauntlet_case *c) {
    make_touch(c);
    int i = integer(0, 2), j = (i + 1) % 3, slope = integer(-1, 1);
    for (int k = 0; k < 4; k++)
        c->points[k][i] = slope * c->points[k][j];
    for (int k = 0; k < 2; k++)
        c->motions[k][i] = slope * c->motions[k][j];
}

// Moves a point of the first by 2^-13 or not at all, so that the touch may be missed.
static void perhaps_miss(gauntlet_case *c) {
    if (integer(0, 1))
        c->points[0][integer(0, 2)] += integer(-1, 1) * 0x1p-13;
}

// Multiplies all numbers along an axis by a power of two.
static void scale(gauntlet_case *c, int axis, int exponent) {
    for (int k = 0; k < 4; k++)
        c->points[k][axis] = ldexp(c->points[k][axis], exponent);
    for (int k = 0; k < 2; k++)
        c->motions[k][axis] = ldexp(c->motions[k][axis], exponent);
}

static void make_scaled(gauntlet_case *c) {
    make_touch(c);
    int exponent = integer(-50, 60);
    perhaps_miss(c);
    for (int i = 0; i < 3; i++)
        scale(c, i, exponent);
}

// A linear map keeps a touch.
static void make_apart(gauntlet_case *c) {
    make_touch(c);
    perhaps_miss(c);
    for (int i = 0; i < 3; i++)
        scale(c, i, integer(-20, 20));
}

static const struct family {
    const char *name;
    void (*make)(gauntlet_case *c);
} families[] = {{"random", make_random}, {"grid", make_grid},   {"touch", make_touch},
                {"ulp", make_ulp},       {"plane", make_plane}, {"scaled", make_scaled},
                {"apart", make_apart}};

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 1000, seed = argc > 2 ? atoi(argv[2]) : 1;
    random_seed((uint64_t)seed, 1);
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++) {
        for (int i = 0; i < count; i++) {
            gauntlet_case c = {.edges = i % 2};
            families[f].make(&c);
            snprintf(c.name, sizeof c.name, "%s:%d", families[f].name, i);
            c.touch = gauntlet_exact(&c);
            gauntlet_write(stdout, &c);
        }
    }
    return ferror(stdout) != 0;
}
