// Casts of points at triangles and of segments at segments on integer coordinates, against exact
// verdicts. They touch within the motion where the origin lies in the convex hull of the
// differences of their points, before and after the relative motion, so in the simplex of one to
// four of these (Caratheodory); on small integers every determinant is exact. ./run gauntlet does
// the same for any numbers.
#include "check.h"
#include "collide/collide.h"
#include "random.h"

#include <stdint.h>

enum { CASES = 100000, MOST = 8 };

typedef struct point {
    int64_t x, y, z;
} point;

static point minus(point a, point b) { return (point){a.x - b.x, a.y - b.y, a.z - b.z}; }
static int64_t dot(point a, point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static bool is_zero(point a) { return a.x == 0 && a.y == 0 && a.z == 0; }
static point cross(point a, point b) {
    return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static int64_t volume(const point *p, int i, int j, int k) { return dot(cross(p[i], p[j]), p[k]); }

static bool on_segment(point a, point b) { return is_zero(cross(a, b)) && dot(a, b) <= 0; }

// For three points in one plane with the origin, not on one line with it.
static bool in_triangle(point a, point b, point c) {
    point u = cross(a, b), v = cross(b, c), w = cross(c, a);
    bool line = is_zero(u) && is_zero(v) && is_zero(w);
    return !line && dot(u, v) >= 0 && dot(v, w) >= 0 && dot(w, u) >= 0;
}

static bool in_tetrahedron(const point *p, int i, int j, int k, int l) {
    int64_t v[4] = {volume(p, j, k, l), -volume(p, i, k, l), volume(p, i, j, l),
                    -volume(p, i, j, k)};
    bool positive = false, negative = false;
    for (int n = 0; n < 4; n++) {
        positive = positive || v[n] > 0;
        negative = negative || v[n] < 0;
    }
    return positive != negative;
}

static bool contains_origin(const point *p, int count) {
    for (int i = 0; i < count; i++) {
        if (is_zero(p[i]))
            return true;
        for (int j = i + 1; j < count; j++) {
            if (on_segment(p[i], p[j]))
                return true;
            for (int k = j + 1; k < count; k++) {
                if (volume(p, i, j, k) == 0 && in_triangle(p[i], p[j], p[k]))
                    return true;
                for (int l = k + 1; l < count; l++)
                    if (in_tetrahedron(p, i, j, k, l))
                        return true;
            }
        }
    }
    return false;
}

// Two simplices, the first of `first` points and the rest of four, and their motions.
typedef struct query {
    int first;
    point points[4], motions[2];
} query;

static bool exact_verdict(const query *q) {
    point differences[MOST];
    int count = 0;
    for (int a = 0; a < q->first; a++) {
        for (int b = q->first; b < 4; b++) {
            point d = minus(q->points[a], q->points[b]);
            differences[count++] = d;
            differences[count++] = minus(d, minus(q->motions[1], q->motions[0]));
        }
    }
    return contains_origin(differences, count);
}

static int below(int count) { return (int)(unit() * count); }

// Multiples of 8, so that halves of quarters are integers.
static point random_point(int size) {
    cd_vec v = vector(3, size + 0.5);
    return (point){8 * lround(v.x), 8 * lround(v.y), 8 * lround(v.z)};
}

static point between(point a, point b, int part, int parts) {
    return (point){a.x + (b.x - a.x) * part / parts, a.y + (b.y - a.y) * part / parts,
                   a.z + (b.z - a.z) * part / parts};
}

// A vertex, or a point on an edge or a face, of one to three vertices.
static point random_point_of(const point *p, int count) {
    point q = between(p[0], p[count > 1], below(5), 4);
    return count < 3 ? q : between(q, p[2], below(2), 2);
}

static bool is_needle(int n) { return n / 2 % 2; }

// Sizes from 1, where nearly everything is degenerate, to 2^8, of needles to 2^6; often the first
// starts so that the two touch at the begin, in the middle or at the end of the motion, or miss
// that by one.
static query random_query(int n) {
    query q = {.first = 1 + n % 2};
    int size = 1 << below(is_needle(n) ? 7 : 9);
    for (int i = 0; i < 4; i++)
        q.points[i] = random_point(size);
    for (int i = 0; i < 2; i++)
        q.motions[i] = random_point(size);
    if (unit() < 0.5) {
        const point none = {0, 0, 0}, m = minus(q.motions[0], q.motions[1]);
        point from = random_point_of(q.points, q.first),
              to = random_point_of(q.points + q.first, 4 - q.first),
              shift = minus(minus(to, from), between(none, m, below(3), 2));
        if (unit() < 0.5)
            *(int64_t *[]){&shift.x, &shift.y, &shift.z}[below(3)] += below(3) - 1;
        for (int i = 0; i < q.first; i++)
            q.points[i] = minus(q.points[i], minus(none, shift));
    }
    return q;
}

// A linear map keeps the verdict: a power of two, or one along each axis, which makes needles.
static cd_vec random_scale(int n) {
    double whole = ldexp(1, (int)range(-60, 50));
    cd_vec scale = {whole, whole, whole};
    if (is_needle(n))
        scale = (cd_vec){ldexp(1, (int)range(-20, 20)), ldexp(1, (int)range(-20, 20)),
                         ldexp(1, (int)range(-20, 20))};
    return scale;
}

static cd_vec real(point p, cd_vec scale) {
    return (cd_vec){(double)p.x * scale.x, (double)p.y * scale.y, (double)p.z * scale.z};
}

// Touches of numbers with 53 digits, which the rounding of a height would miss: `first` points
// against the rest. Their verdicts are those of bench/gauntlet/exact.c.
static const struct {
    int first;
    bool touches;
    cd_vec points[4], motions[2];
} close_cases[] = {
    {2,
     true,
     {{0x1.bp+0, 0x1.64p+0, -0x1.3cp-1},
      {0x1.8p-1, 0x1.68p-1, -0x1.be00000000001p+0},
      {0x1.ap-1, 0x1.1p+0, -0x1.7p+0},
      {0x1.9p+0, 0x1.ep-1, -0x1.cp+0}},
     {{0x1p-2, 0x1.8p-3, -0x1p-4}, {0x1.4p+0, 0x1.2p-1, 0x1.cp-1}}},
    {2,
     true,
     {{-0x1.28p+1, -0x1.ap+0, 0x1.8p-1},
      {-0x1.4p-2, -0x1.4ffffffffffffp+1, 0x1.58p+1},
      {-0x1.7p+0, -0x1p-3, -0x1.7p+0},
      {-0x1.8p+0, -0x1.1p+0, 0x1p-1}},
     {{-0x1.4p-1, 0x0p+0, -0x1.6p+0}, {-0x1.8p+0, -0x1.8p+0, 0x1.ap-1}}},
};

static void test_close_cases(void) {
    for (int n = 0; n < (int)(sizeof close_cases / sizeof close_cases[0]); n++) {
        const cd_vec *p = close_cases[n].points, *v = close_cases[n].motions;
        bool vertex = close_cases[n].first == 1, touches = close_cases[n].touches;
        cd_shape a = vertex ? cd_point(3, p[0]) : cd_segment(3, p[0], p[1]);
        cd_shape b = vertex ? cd_triangle(3, p[1], p[2], p[3], 0) : cd_segment(3, p[2], p[3]);
        cd_hit hit;
        check_case(cd_shapecast(&a, v[0], &b, v[1], &hit) == touches, "a close cast", n);
        check_case(cd_shapecast(&b, v[1], &a, v[0], &hit) == touches, "a close cast, swapped", n);
    }
}

int main(void) {
    int touches = 0, moving_touches = 0;
    test_close_cases();
    for (int n = 0; n < CASES; n++) {
        seed(n);
        query q = random_query(n);
        if (is_needle(n) && is_zero(minus(q.motions[0], q.motions[1])))
            continue; // the distance decides, which has a normal and so rounds
        bool exact = exact_verdict(&q);
        cd_vec scale = random_scale(n), p[4], m = real(q.motions[0], scale),
               v = real(q.motions[1], scale);
        for (int i = 0; i < 4; i++)
            p[i] = real(q.points[i], scale);
        cd_shape a = q.first == 1 ? cd_point(3, p[0]) : cd_segment(3, p[0], p[1]);
        cd_shape b = q.first == 1 ? cd_triangle(3, p[1], p[2], p[3], 0) : cd_segment(3, p[2], p[3]);
        cd_hit hit;
        bool there = cd_shapecast(&a, m, &b, v, &hit);
        check_case(there == exact, "the cast of the first", n);
        check_case(!there || (hit.t >= 0 && hit.t <= 1), "its time", n);
        check_case(cd_shapecast(&b, v, &a, m, &hit) == exact, "the cast of the second", n);
        if (q.first == 1)
            check_case(cd_raycast(p[0], cd_sub(m, v), &b, 1, &hit) == exact, "the ray", n);
        touches += exact;
        moving_touches += exact && hit.t > 0;
    }
    CHECK(touches > CASES / 4 && touches < CASES * 3 / 4);
    CHECK(moving_touches > CASES / 8);
    return failures > 0;
}
