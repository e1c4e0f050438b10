// Exact orientation predicates by expansions (Shewchuk 1997). An expansion is an array of doubles
// of increasing magnitude that do not overlap; its value is their exact sum, whose sign is that of
// the last. Doubles decide most signs, in space twice the digits nearly all others: four corners
// of a regular solid that is turned are in one plane but for rounding.
#include "collide/math/predicates.h"
#include "collide/math/double_double.h"

#include <assert.h>
#include <float.h>

enum { COMPONENTS_MAX = 192 }; // of a 3x3 determinant of differences

typedef struct {
    int count;
    double part[COMPONENTS_MAX];
} expansion;

// Adds one double: each partial sum is split into its rounded value and the exact remainder
// (Knuth).
static void grow(expansion *e, double b) {
    assert(e->count < COMPONENTS_MAX);
    int kept = 0;
    double sum = b;
    for (int i = 0; i < e->count; i++) {
        double a = e->part[i], total = sum + a;
        double bb = total - sum;
        double rest = (sum - (total - bb)) + (a - bb);
        sum = total;
        if (rest != 0)
            e->part[kept++] = rest;
    }
    if (sum != 0)
        e->part[kept++] = sum;
    e->count = kept;
}

static cd_double_double difference(double a, double b) { return cd_exact_sum(a, -b); }

// into += a * b
static void add_product(expansion *into, cd_double_double a, cd_double_double b) {
    const double of_a[2] = {a.lo, a.hi}, of_b[2] = {b.lo, b.hi};
    for (int i = 0; i < 4; i++) {
        if (of_a[i / 2] == 0 || of_b[i % 2] == 0)
            continue;
        const cd_double_double p = cd_exact_product(of_a[i / 2], of_b[i % 2]);
        grow(into, p.lo);
        grow(into, p.hi);
    }
}

static int sign(double d) { return (d > 0) - (d < 0); }

static int sign_of(const expansion *e) { return e->count > 0 ? sign(e->part[e->count - 1]) : 0; }

// e = a * d - b * c
static void set_determinant(expansion *e, cd_double_double a, cd_double_double b,
                            cd_double_double c, cd_double_double d) {
    e->count = 0;
    add_product(e, a, d);
    add_product(e, cd_double_double_negated(b), c);
}

int cd_orient2(cd_vec a, cd_vec b, cd_vec c) {
    double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
    double det = left - right;
    if (fabs(det) > 4 * DBL_EPSILON * (fabs(left) + fabs(right)))
        return sign(det);
    expansion e;
    set_determinant(&e, difference(b.x, a.x), difference(b.y, a.y), difference(c.x, a.x),
                    difference(c.y, a.y));
    return sign_of(&e);
}

typedef cd_double_double matrix[3][3];

// The determinant in twice the digits: to 2^-100 of the sum of its products' sizes.
static double determinant(const matrix m) {
    cd_double_double det = {0, 0};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const cd_double_double left = cd_multiply(m[0][j], m[1][k]),
                               right = cd_multiply(m[0][k], m[1][j]),
                               minor = cd_double_double_sum(left, cd_double_double_negated(right));
        det = cd_double_double_sum(det, cd_multiply(minor, m[2][i]));
    }
    return det.hi;
}

static int determinant_sign(const matrix m) {
    expansion det, minor;
    det.count = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        set_determinant(&minor, m[0][j], m[0][k], m[1][j], m[1][k]);
        for (int n = 0; n < minor.count; n++)
            add_product(&det, (cd_double_double){minor.part[n], 0}, m[2][i]);
    }
    return sign_of(&det);
}

// permanent: the sum of the sizes of the products.
static int orient3_by_more_digits(cd_vec a, cd_vec b, cd_vec c, cd_vec d, double permanent) {
    const matrix m = {
        {difference(b.x, a.x), difference(b.y, a.y), difference(b.z, a.z)},
        {difference(c.x, a.x), difference(c.y, a.y), difference(c.z, a.z)},
        {difference(d.x, a.x), difference(d.y, a.y), difference(d.z, a.z)},
    };
    const double det = determinant(m);
    return fabs(det) > 0x1p-98 * permanent ? sign(det) : determinant_sign(m);
}

int cd_orient3(cd_vec a, cd_vec b, cd_vec c, cd_vec d) {
    cd_vec u = cd_sub(b, a), v = cd_sub(c, a), w = cd_sub(d, a);
    double p[6] = {u.y * v.z * w.x, u.z * v.y * w.x, u.z * v.x * w.y,
                   u.x * v.z * w.y, u.x * v.y * w.z, u.y * v.x * w.z};
    double det = (p[0] - p[1]) + (p[2] - p[3]) + (p[4] - p[5]);
    double permanent = fabs(p[0]) + fabs(p[1]) + fabs(p[2]) + fabs(p[3]) + fabs(p[4]) + fabs(p[5]);
    if (fabs(det) > 8 * DBL_EPSILON * permanent)
        return sign(det);
    return orient3_by_more_digits(a, b, c, d, permanent);
}

// Adds the exact product of three doubles.
static void add_triple(expansion *into, double a, double b, double c) {
    add_product(into, cd_exact_product(a, b), (cd_double_double){c, 0});
}

// A sum of products of three doubles spans less than 3,500 bits: its expansion, of which each
// component is at most half an ulp of the next one, always has room.
static int volume_sign_exactly(const cd_vec *vertices, const int (*triangles)[3], int count) {
    expansion sum;
    sum.count = 0;
    for (int i = 0; i < count; i++) {
        const int *t = triangles[i];
        const cd_vec a = vertices[t[0]], b = vertices[t[1]], c = vertices[t[2]];
        add_triple(&sum, a.x, b.y, c.z);
        add_triple(&sum, -a.x, b.z, c.y);
        add_triple(&sum, a.y, b.z, c.x);
        add_triple(&sum, -a.y, b.x, c.z);
        add_triple(&sum, a.z, b.x, c.y);
        add_triple(&sum, -a.z, b.y, c.x);
    }
    return sign_of(&sum);
}

int cd_volume_sign(const cd_vec *vertices, const int (*triangles)[3], int count) {
    const cd_vec o = vertices[triangles[0][0]]; // any origin does, and a near one loses least
    double sum = 0, sizes = 0;
    for (int i = 0; i < count; i++) {
        const int *t = triangles[i];
        const cd_vec u = cd_sub(vertices[t[0]], o), v = cd_sub(vertices[t[1]], o);
        const cd_vec w = cd_sub(vertices[t[2]], o);
        const double p[6] = {u.y * v.z * w.x, u.z * v.y * w.x, u.z * v.x * w.y,
                             u.x * v.z * w.y, u.x * v.y * w.z, u.y * v.x * w.z};
        sum += (p[0] - p[1]) + (p[2] - p[3]) + (p[4] - p[5]);
        for (int k = 0; k < 6; k++)
            sizes += fabs(p[k]);
    }
    // The error of each product as in cd_orient3, and that of the sum.
    if (fabs(sum) > (8 + (double)count) * DBL_EPSILON * sizes)
        return sign(sum);
    return volume_sign_exactly(vertices, triangles, count);
}
