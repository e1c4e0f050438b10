// The exact verdict of a case. While nothing deforms, the two touch at a time in [0, 1] where the
// origin lies in a convex hull: that of the differences of their points, at the start and after the
// relative motion. By Caratheodory's theorem it does where it lies in the simplex of one to four of
// these points. All numbers are multiples of one power of two, so integers (GMP) hold them exactly.
#include "case.h"

#include <gmp.h>
#include <math.h>

enum { MOST = 32 }; // 8 differences, with 4 shifts each

typedef struct hull {
    int count;
    mpz_t points[MOST][3];
    int signs[MOST][MOST][MOST]; ///< of the determinants of three points, for i < j < k
} hull;

// scratch for the products of a determinant
static mpz_t cross[3], product, sum;

static void cross_product(mpz_t *const a, mpz_t *const b) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        mpz_mul(cross[i], a[j], b[k]);
        mpz_submul(cross[i], a[k], b[j]);
    }
}

static int dot_sign(mpz_t *const a, mpz_t *const b) {
    mpz_mul(sum, a[0], b[0]);
    mpz_addmul(sum, a[1], b[1]);
    mpz_addmul(sum, a[2], b[2]);
    return mpz_sgn(sum);
}

static bool is_zero(mpz_t *const a) { return !mpz_sgn(a[0]) && !mpz_sgn(a[1]) && !mpz_sgn(a[2]); }

// Is the origin on the segment from a to b?
static bool on_segment(mpz_t *const a, mpz_t *const b) {
    cross_product(a, b);
    return is_zero(cross) && dot_sign(a, b) <= 0;
}

// Is the origin, in the plane of a, b and c, in their triangle, which has an area? There the three
// products of neighbours point to one side.
static bool in_triangle(mpz_t *const a, mpz_t *const b, mpz_t *const c) {
    static mpz_t first[3], second[3];
    static bool ready;
    for (int i = 0; i < 3 && !ready; i++)
        mpz_inits(first[i], second[i], NULL);
    ready = true;
    cross_product(a, b);
    for (int i = 0; i < 3; i++)
        mpz_set(first[i], cross[i]);
    cross_product(b, c);
    for (int i = 0; i < 3; i++)
        mpz_set(second[i], cross[i]);
    cross_product(c, a);
    bool degenerate = is_zero(first) && is_zero(second) && is_zero(cross);
    return !degenerate && dot_sign(first, second) >= 0 && dot_sign(second, cross) >= 0 &&
           dot_sign(cross, first) >= 0;
}

// Is the origin in the simplex of i < j < k < l, which has a volume? Its barycentric coordinates
// are determinants of three of them.
static bool in_tetrahedron(const hull *h, int i, int j, int k, int l) {
    int s[4] = {h->signs[j][k][l], -h->signs[i][k][l], h->signs[i][j][l], -h->signs[i][j][k]};
    bool positive = false, negative = false;
    for (int n = 0; n < 4; n++) {
        positive = positive || s[n] > 0;
        negative = negative || s[n] < 0;
    }
    return positive != negative;
}

static bool contains_origin(hull *h) {
    int n = h->count;
    for (int i = 0; i < n; i++) {
        if (is_zero(h->points[i]))
            return true;
        for (int j = i + 1; j < n; j++) {
            if (on_segment(h->points[i], h->points[j]))
                return true;
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
            for (int k = j + 1; k < n; k++) {
                cross_product(h->points[i], h->points[j]);
                int sign = dot_sign(cross, h->points[k]);
                h->signs[i][j][k] = sign;
                if (sign == 0 && in_triangle(h->points[i], h->points[j], h->points[k]))
                    return true;
            }
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            for (int k = j + 1; k < n; k++)
                for (int l = k + 1; l < n; l++)
                    if (in_tetrahedron(h, i, j, k, l))
                        return true;
    return false;
}

// All numbers of a case are multiples of 2 to `lowest`, after each of them has lowered it.
static void lower(double x, int *lowest) {
    int exponent;
    if (frexp(x, &exponent) != 0 && exponent - 53 < *lowest)
        *lowest = exponent - 53;
}

static int lowest_exponent(const gauntlet_case *c) {
    int lowest = 0;
    for (int i = 0; i < 18; i++)
        lower(i < 12 ? c->points[i / 3][i % 3] : c->motions[(i - 12) / 3][i % 3], &lowest);
    return lowest;
}

// sum += factor * x / 2^lowest
static void add_scaled(mpz_t total, double x, int factor, int lowest) {
    int exponent;
    double fraction = frexp(x, &exponent);
    mpz_set_d(product, ldexp(fraction, 53)); // an integer
    if (x == 0)
        return;
    mpz_mul_2exp(product, product, (mp_bitcnt_t)(exponent - 53 - lowest));
    mpz_mul_si(product, product, factor);
    mpz_add(total, total, product);
}

static void prepare(hull *h) {
    static bool ready;
    for (int i = 0; i < MOST && !ready; i++)
        mpz_inits(h->points[i][0], h->points[i][1], h->points[i][2], NULL);
    if (!ready)
        mpz_inits(cross[0], cross[1], cross[2], product, sum, NULL);
    ready = true;
}

// The hull of the differences, with the first moved by each of `count` shifts.
static hull *differences(const gauntlet_case *c, const double (*shifts)[3], int count) {
    static hull h;
    int lowest = lowest_exponent(c), of_first = c->edges ? 2 : 1;
    for (int k = 0; k < 3 * count; k++)
        lower(shifts[k / 3][k % 3], &lowest);
    prepare(&h);
    h.count = 0;
    for (int n = 0; n < of_first * (4 - of_first) * 2 * count; n++, h.count++) {
        int moved = n & 1, a = n / 2 % of_first, b = of_first + n / 2 / of_first % (4 - of_first);
        const double *shift = shifts[n / 2 / of_first / (4 - of_first)];
        for (int i = 0; i < 3; i++) {
            mpz_t *x = &h.points[h.count][i];
            mpz_set_ui(*x, 0);
            add_scaled(*x, c->points[a][i], 1, lowest);
            add_scaled(*x, c->points[b][i], -1, lowest);
            add_scaled(*x, c->motions[0][i], moved, lowest);
            add_scaled(*x, c->motions[1][i], -moved, lowest);
            add_scaled(*x, shift[i], 1, lowest);
        }
    }
    return &h;
}

bool gauntlet_exact(const gauntlet_case *c) {
    static const double none[1][3];
    return contains_origin(differences(c, none, 1));
}

bool gauntlet_is_close(const gauntlet_case *c) {
    double largest = 0, e;
    for (int i = 0; i < 18; i++)
        largest =
            fmax(largest, fabs(i < 12 ? c->points[i / 3][i % 3] : c->motions[(i - 12) / 3][i % 3]));
    e = largest * 0x1p-50;
    if (!c->touch) {
        double corners[4][3] = {{e, e, e}, {e, -e, -e}, {-e, e, -e}, {-e, -e, e}};
        return contains_origin(differences(c, (const double(*)[3])corners, 4));
    }
    for (int i = 0; i < 27; i++) {
        double shift[1][3] = {{(i % 3 - 1) * e, (i / 3 % 3 - 1) * e, (i / 9 - 1) * e}};
        if (!contains_origin(differences(c, (const double(*)[3])shift, 1)))
            return true;
    }
    return false;
}
