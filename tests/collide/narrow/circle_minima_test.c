// The least support heights of ellipses beside those of many directions: random ones, thin ones,
// circles and segments, with their centres anywhere and on both axes. Guarded by the number of
// ellipses that have one and two local minima.
#include "check.h"
#include "collide/narrow/curved/circle_minima.h"
#include "random.h"

enum { CASES = 3000, DIRECTIONS = 2000 };

static const double rounding = 1e-14;

static double height(const cd_ellipse *e, double x, double y) {
    double length = hypot(x, y), b = e->b * x;
    return (e->x * x + e->y * y + sqrt(b * b + y * y)) / length;
}

static double height_at(const cd_ellipse *e, int i) {
    double angle = 2 * 3.14159265358979324 * i / DIRECTIONS;
    return height(e, cos(angle), sin(angle));
}

static cd_ellipse ellipse_of(int n) {
    double size = n % 7 == 0 ? 1e-9 : n % 5 == 0 ? 3 : 0.6;
    double b = n % 11 == 0 ? 0 : n % 13 == 0 ? 1 : n % 3 == 0 ? pow(10, range(-12, 0)) : unit();
    cd_ellipse e = {range(-size, size), range(-size, size), b};
    if (n % 17 == 0)
        e.x = 0;
    if (n % 19 == 0)
        e.y = n % 2 ? 0 : (1 - b) * (1 + b);
    return e;
}

// Moves a little to both sides of a direction.
static bool is_local_minimum(const cd_ellipse *e, const double n[2]) {
    double length = hypot(n[0], n[1]), least = height(e, n[0], n[1]);
    for (int k = -1; k <= 1; k += 2)
        for (double turn = 1e-7; turn > 1e-8; turn *= 0.5)
            if (height(e, n[0] - k * turn * n[1], n[1] + k * turn * n[0]) <
                least - rounding * (1 + fabs(e->x) + fabs(e->y)))
                return false;
    return length > 0;
}

// The local minima among many directions, of which both sides are clearly higher.
static int count_valleys(const cd_ellipse *e, double lowest[2]) {
    int count = 0;
    lowest[0] = lowest[1] = INFINITY;
    for (int i = 0; i < DIRECTIONS; i++) {
        double here = height_at(e, i);
        if (here < height_at(e, i - 1) - 1e-12 && here < height_at(e, i + 1) - 1e-12) {
            count++;
            lowest[1] = fmin(lowest[1], fmax(here, lowest[0]));
            lowest[0] = fmin(lowest[0], here);
        }
    }
    return count;
}

static void minima_are_found(void) {
    int ones = 0, twos = 0;
    for (int n = 1; n <= CASES; n++) {
        seed(n);
        cd_ellipse e = ellipse_of(n);
        double least[2], other[2], lowest[2];
        cd_least_of_ellipse(&e, least);
        bool two = cd_other_least_of_ellipse(&e, other);
        int valleys = count_valleys(&e, lowest);
        ones += valleys == 1;
        twos += valleys == 2;
        check_case(is_local_minimum(&e, least), "the least is a minimum", n);
        check_case(!two || is_local_minimum(&e, other), "the other one is a minimum", n);
        check_case(valleys < 3, "there are no more", n);
        check_case(valleys < 1 || height(&e, least[0], least[1]) <= lowest[0] + rounding,
                   "the least height", n);
        check_case(valleys < 2 || (two && height(&e, other[0], other[1]) <= lowest[1] + rounding),
                   "the other height", n);
        check_case(!two ||
                       height(&e, least[0], least[1]) <= height(&e, other[0], other[1]) + rounding,
                   "the least is first", n);
    }
    check_case(ones > CASES / 4, "enough ellipses with one", ones);
    check_case(twos > CASES / 8, "enough ellipses with two", twos);
}

int main(void) {
    minima_are_found();
    return failures > 0;
}
