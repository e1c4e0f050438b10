// Exact orientation predicates by expansions (Shewchuk 1997). An expansion is an array of doubles
// of increasing magnitude that do not overlap; its value is their exact sum, whose sign is that of
// the last.
#include "collide/math/predicates.h"

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

static expansion difference(double a, double b) {
    expansion e = {0, {0}};
    grow(&e, a);
    grow(&e, -b);
    return e;
}

// into += sign * e * f
static void add_product(expansion *into, double sign, const expansion *e, const expansion *f) {
    for (int i = 0; i < e->count; i++)
        for (int j = 0; j < f->count; j++) {
            double p = e->part[i] * f->part[j];
            grow(into, sign * fma(e->part[i], f->part[j], -p));
            grow(into, sign * p);
        }
}

static int sign_of(const expansion *e) {
    double last = e->count > 0 ? e->part[e->count - 1] : 0;
    return (last > 0) - (last < 0);
}

static int sign(double d) { return (d > 0) - (d < 0); }

int cd_orient2(cd_vec a, cd_vec b, cd_vec c) {
    double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
    double det = left - right;
    if (fabs(det) > 4 * DBL_EPSILON * (fabs(left) + fabs(right)))
        return sign(det);
    expansion bx = difference(b.x, a.x), by = difference(b.y, a.y);
    expansion cx = difference(c.x, a.x), cy = difference(c.y, a.y);
    expansion e = {0, {0}};
    add_product(&e, 1, &bx, &cy);
    add_product(&e, -1, &by, &cx);
    return sign_of(&e);
}

static int orient3_exactly(cd_vec a, cd_vec b, cd_vec c, cd_vec d) {
    expansion m[3][3] = {
        {difference(b.x, a.x), difference(b.y, a.y), difference(b.z, a.z)},
        {difference(c.x, a.x), difference(c.y, a.y), difference(c.z, a.z)},
        {difference(d.x, a.x), difference(d.y, a.y), difference(d.z, a.z)},
    };
    expansion det = {0, {0}};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        expansion minor = {0, {0}};
        add_product(&minor, 1, &m[0][j], &m[1][k]);
        add_product(&minor, -1, &m[0][k], &m[1][j]);
        add_product(&det, 1, &minor, &m[2][i]);
    }
    return sign_of(&det);
}

int cd_orient3(cd_vec a, cd_vec b, cd_vec c, cd_vec d) {
    cd_vec u = cd_sub(b, a), v = cd_sub(c, a), w = cd_sub(d, a);
    double p[6] = {u.y * v.z * w.x, u.z * v.y * w.x, u.z * v.x * w.y,
                   u.x * v.z * w.y, u.x * v.y * w.z, u.y * v.x * w.z};
    double det = (p[0] - p[1]) + (p[2] - p[3]) + (p[4] - p[5]);
    double permanent = fabs(p[0]) + fabs(p[1]) + fabs(p[2]) + fabs(p[3]) + fabs(p[4]) + fabs(p[5]);
    if (fabs(det) > 8 * DBL_EPSILON * permanent)
        return sign(det);
    return orient3_exactly(a, b, c, d);
}

// Adds the exact product of three doubles.
static void add_triple(expansion *into, double a, double b, double c) {
    const double p = a * b, rest = fma(a, b, -p);
    for (int i = 0; i < 2; i++) {
        const double part = i == 0 ? rest : p, q = part * c;
        grow(into, fma(part, c, -q));
        grow(into, q);
    }
}

// A sum of products of three doubles spans less than 3,500 bits: its expansion, of which each
// component is at most half an ulp of the next one, always has room.
static int volume_sign_exactly(const cd_vec *vertices, const int (*triangles)[3], int count) {
    expansion sum = {0, {0}};
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
