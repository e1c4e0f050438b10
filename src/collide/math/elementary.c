// Elementary functions with the same bits on every machine: nothing but IEEE additions, products,
// quotients, square roots, fma and scaling by powers of two. Each is evaluated in double-double
// arithmetic (Dekker 1971), to some 100 bits, and rounded once: the error is at most 0.5 ulp +
// 2^-40 ulp (subnormal results: 1 ulp), so results are correctly rounded but for one argument in
// some 10^12. Large arguments of sin, cos, tan are reduced exactly (Payne, Hanek 1983).
#include "collide/math/elementary.h"

#include "collide/math/double_double.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef cd_double_double double_double; // for short

/// Below this two terms of a series are enough: the third is less than 2^-110 of the first. In
/// double-double arithmetic small arguments would lose their low parts.
#define TINY 0x1p-28

static const double_double half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// ------------------------------------------------------------------------------------ arithmetic

static inline double_double add(double_double a, double_double b) {
    return cd_double_double_sum(a, b);
}

static inline double_double times(double_double a, double b) {
    double_double p = cd_exact_product(a.hi, b);
    return cd_fast_sum(p.hi, p.lo + a.lo * b);
}

/// Long division by three digits of 53 bits.
static double_double divide(double_double a, double_double b) {
    double first = a.hi / b.hi;
    double_double left = add(a, cd_double_double_negated(times(b, first)));
    double second = left.hi / b.hi;
    left = add(left, cd_double_double_negated(times(b, second)));
    return add(cd_fast_sum(first, second), (double_double){left.hi / b.hi, 0});
}

/// A step of Newton's method from the rounded root.
static double_double square_root(double_double a) {
    if (a.hi <= 0)
        return (double_double){0, 0};
    double root = sqrt(a.hi);
    double_double left = add(a, cd_double_double_negated(cd_exact_product(root, root)));
    return cd_fast_sum(root, left.hi / (2 * root));
}

static double_double scale(double_double a, int power) {
    return (double_double){ldexp(a.hi, power), ldexp(a.lo, power)};
}

/// c[0] + c[step] x + c[2 step] x^2 + ... (`count` terms). The terms from `exact` on are so small
/// that double precision is enough for them.
static double_double polynomial(const double_double *c, int step, int count, int exact,
                                double_double x) {
    double tail = 0;
    for (int i = count - 1; i >= exact; i--)
        tail = tail * x.hi + c[i * step].hi;
    double_double sum = {tail, 0};
    for (int i = exact - 1; i >= 0; i--)
        sum = add(cd_multiply(sum, x), c[i * step]);
    return sum;
}

// -------------------------------------------------------------------------------- sine and cosine

/// 1 / n!
static const double_double inverse_factorial[] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
    {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83},
    {0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87},
    {0x1.93974a8c07c9dp-37, 0x1.05d6f8a2efd1fp-92},
    {0x1.ae7f3e733b81fp-41, 0x1.1d8656b0ee8cbp-97},
    {0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101},
    {0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103},
    {0x1.6827863b97d97p-53, 0x1.eec01221a8b0bp-107},
    {0x1.2f49b46814157p-57, 0x1.2650f61dbdcb4p-112},
    {0x1.e542ba4020225p-62, 0x1.ea72b4afe3c2fp-120},
    {0x1.71b8ef6dcf572p-66, -0x1.d043ae40c4647p-120},
    {0x1.0ce396db7f853p-70, -0x1.aebcdbd20331cp-124},
    {0x1.761b41316381ap-75, -0x1.3423c7d91404fp-130},
    {0x1.f2cf01972f578p-80, -0x1.9ada5fcc1ab14p-135},
    {0x1.3f3ccdd165fa9p-84, -0x1.58ddadf344487p-139},
    {0x1.88e85fc6a4e5ap-89, -0x1.71c37ebd16540p-143},
    {0x1.d1ab1c2dccea3p-94, 0x1.054d0c78aea14p-149},
    {0x1.0a18a2635085dp-98, 0x1.b9e2e28e1aa54p-153},
    {0x1.259f98b4358adp-103, 0x1.eaf8c39dd9bc5p-157},
};

/// The bits of 2 / pi after the binary point.
static const uint32_t two_over_pi[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
};

enum { WINDOW = 8, DIGITS = WINDOW + 2, WORD = 32 };

/// start + the digits up to `top`, times 2^-bits.
static double_double fraction_of(const uint32_t digits[DIGITS], int top, int bits, double start) {
    double_double sum = {start, 0};
    for (int i = top; i >= 0; i--)
        sum = add(sum, (double_double){ldexp((double)digits[i], i * WORD - bits), 0});
    return sum;
}

/// x = quadrant * pi / 2 + the result, which is at most pi / 4 in size. x is m 2^e with a whole m;
/// those bits of 2 / pi whose product with it is a multiple of 4 do not matter, and of the others
/// 256 leave at least 138 bits of the fraction, as no double is nearer than 2^-62 to a multiple of
/// pi / 2.
static double_double reduce(double x, int *quadrant) {
    *quadrant = 0;
    if (fabs(x) <= half_pi.hi / 2)
        return (double_double){x, 0};
    int e;
    uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &e), 53);
    e -= 53;
    int first = e > 1 ? e - 2 : 0; // the first bit of 2 / pi in the window, from 0
    uint32_t window[WINDOW];       // the highest first
    for (int i = 0; i < WINDOW; i++) {
        int word = first / WORD + i, shift = first % WORD;
        uint64_t pair = (uint64_t)two_over_pi[word] << WORD | two_over_pi[word + 1];
        window[i] = (uint32_t)(pair >> (WORD - shift));
    }
    uint32_t product[DIGITS] = {0}; // m * window, the lowest first
    for (int part = 0; part < 2; part++) {
        uint64_t digit = part == 0 ? m & UINT32_MAX : m >> WORD, carry = 0;
        for (int i = 0; i < WINDOW; i++) {
            carry += product[i + part] + digit * window[WINDOW - 1 - i];
            product[i + part] = (uint32_t)carry;
            carry >>= WORD;
        }
        product[WINDOW + part] = (uint32_t)carry;
    }
    // The product is to be taken times 2^-fraction_bits.
    int fraction_bits = first + WINDOW * WORD - e;
    int top = fraction_bits / WORD, bit = fraction_bits % WORD;
    assert(top < DIGITS); // e > -54, as x > pi / 4
    uint64_t whole = product[top] >> bit;
    if (top + 1 < DIGITS && bit > 0)
        whole |= (uint64_t)product[top + 1] << (WORD - bit);
    *quadrant = (int)(whole & 3);
    for (int i = top + 1; i < DIGITS; i++)
        product[i] = 0;
    product[top] &= ((uint32_t)1 << bit) - 1;
    double_double fraction = fraction_of(product, top, fraction_bits, 0);
    if (fraction.hi >= 0.5) { // from 1 down: the sum keeps the digits of the difference
        ++*quadrant;
        fraction = fraction_of(product, top, fraction_bits, -1);
    }
    double_double rest = cd_multiply(fraction, half_pi);
    if (x < 0) {
        *quadrant = -*quadrant;
        rest = cd_double_double_negated(rest);
    }
    *quadrant &= 3;
    return rest;
}

/// The sine and cosine of r, at most pi / 4 in size, by their series in -r^2.
static double_double sine_of(double_double r) {
    double_double x = cd_double_double_negated(cd_multiply(r, r));
    return cd_multiply(r, polynomial(inverse_factorial + 1, 2, 14, 8, x));
}

static double_double cosine_of(double_double r) {
    double_double x = cd_double_double_negated(cd_multiply(r, r));
    return polynomial(inverse_factorial, 2, 15, 8, x);
}

/// The sine of x + turns * pi / 2.
static double_double sine(double x, int turns) {
    int quadrant;
    double_double r = reduce(x, &quadrant);
    quadrant = (quadrant + turns) & 3;
    double_double s = quadrant & 1 ? cosine_of(r) : sine_of(r);
    return quadrant & 2 ? cd_double_double_negated(s) : s;
}

double cd_sin(double x) {
    if (fabs(x) < TINY)
        return x == 0 ? x : fma(-x * x / 6, x, x);
    return isfinite(x) ? sine(x, 0).hi : NAN;
}

double cd_cos(double x) { return isfinite(x) ? sine(x, 1).hi : NAN; }

double cd_tan(double x) {
    if (fabs(x) < TINY)
        return x == 0 ? x : fma(x * x / 3, x, x);
    return isfinite(x) ? divide(sine(x, 0), sine(x, 1)).hi : NAN;
}

// --------------------------------------------------------------------- arc tangent and its kind

/// atan(i / 16)
static const double_double arc_tangent[] = {
    {0x0.0p+0, 0x0.0p+0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

/// 1 / (2 i + 1)
static const double_double inverse_odd[] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.5555555555555p-2, 0x1.5555555555555p-56},
    {0x1.999999999999ap-3, -0x1.999999999999ap-57},
    {0x1.2492492492492p-3, 0x1.2492492492492p-57},
    {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},
    {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59},
    {0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58},
    {0x1.1111111111111p-4, 0x1.1111111111111p-60},
    {0x1.e1e1e1e1e1e1ep-5, 0x1.e1e1e1e1e1e1ep-61},
    {0x1.af286bca1af28p-5, 0x1.af286bca1af28p-59},
    {0x1.8618618618618p-5, 0x1.8618618618618p-59},
    {0x1.642c8590b2164p-5, 0x1.642c8590b2164p-60},
    {0x1.47ae147ae147bp-5, -0x1.eb851eb851eb8p-61},
    {0x1.2f684bda12f68p-5, 0x1.2f684bda12f68p-59},
    {0x1.1a7b9611a7b96p-5, 0x1.1a7b9611a7b96p-61},
    {0x1.0842108421084p-5, 0x1.0842108421084p-60},
    {0x1.f07c1f07c1f08p-6, -0x1.f07c1f07c1f08p-61},
    {0x1.d41d41d41d41dp-6, 0x1.0750750750750p-60},
    {0x1.bacf914c1bad0p-6, -0x1.bacf914c1bad0p-60},
    {0x1.a41a41a41a41ap-6, 0x1.0690690690690p-60},
    {0x1.8f9c18f9c18fap-6, -0x1.f3831f3831f38p-61},
};

/// atan(y / x) for 0 <= y <= x, x > 0: that of the nearest sixteenth c, and of
/// t = (y - c x) / (x + c y) by its series.
static double_double arc_tangent_of(double_double y, double_double x) {
    int i = (int)(16 * (y.hi / x.hi) + 0.5);
    double c = i / 16.0;
    double_double t = divide(add(y, cd_double_double_negated(times(x, c))), add(x, times(y, c)));
    double_double square = cd_double_double_negated(cd_multiply(t, t));
    double_double rest = cd_multiply(t, polynomial(inverse_odd, 1, 11, 6, square));
    return i > 0 ? add(arc_tangent[i], rest) : rest;
}

/// The angle of (x, y), not both 0, with y >= 0: from 0 to pi.
static double_double angle_of(double_double y, double_double x) {
    double_double width = x.hi < 0 ? cd_double_double_negated(x) : x;
    bool steep = y.hi > width.hi;
    double_double angle = steep ? arc_tangent_of(width, y) : arc_tangent_of(y, width);
    if (steep)
        angle = add(half_pi, cd_double_double_negated(angle));
    return x.hi < 0 ? add(scale(half_pi, 1), cd_double_double_negated(angle)) : angle;
}

static double_double exactly(double x) { return (double_double){x, 0}; }

double cd_atan(double x) {
    if (fabs(x) < TINY)
        return x == 0 ? x : fma(-x * x / 3, x, x);
    if (!isfinite(x))
        return isnan(x) ? x : copysign(half_pi.hi, x);
    return copysign(angle_of(exactly(fabs(x)), exactly(1)).hi, x);
}

double cd_atan2(double y, double x) {
    if (isnan(x) || isnan(y))
        return x + y;
    if (y == 0)
        return signbit(x) ? copysign(2 * half_pi.hi, y) : y;
    if (isinf(x) || isinf(y)) {
        double quarters = !isinf(y) ? (x > 0 ? 0 : 4) : !isinf(x) ? 2 : x > 0 ? 1 : 3;
        return copysign(times(half_pi, quarters / 2).hi, y);
    }
    int power_y = ilogb(y), power_x = x == 0 ? power_y - 2000 : ilogb(x);
    if (power_y - power_x < -60 && x > 0)
        return y / x;
    if (power_y - power_x < -110 || power_y - power_x > 110) // beyond all digits
        return copysign(power_y > power_x ? half_pi.hi : 2 * half_pi.hi, y);
    int power = power_y > power_x ? power_y : power_x;
    double_double height = exactly(ldexp(fabs(y), -power)), width = exactly(ldexp(x, -power));
    return copysign(angle_of(height, width).hi, y);
}

/// sqrt(1 - x^2)
static double_double leg_of(double x) {
    return square_root(cd_multiply(cd_exact_sum(1, -x), cd_exact_sum(1, x)));
}

double cd_asin(double x) {
    if (!(fabs(x) <= 1))
        return NAN;
    if (fabs(x) < TINY)
        return x == 0 ? x : fma(x * x / 6, x, x);
    return copysign(angle_of(exactly(fabs(x)), leg_of(x)).hi, x);
}

double cd_acos(double x) {
    if (!(fabs(x) <= 1))
        return NAN;
    return x == 1 ? 0 : angle_of(leg_of(x), exactly(x)).hi;
}

// -------------------------------------------------------------------- exponential and logarithm

/// log 2 in three parts; the first has so few bits that its product with an exponent is exact.
static const double log_2[3] = {0x1.62e42fefa3000p-1, 0x1.3de6af278ece6p-42,
                                0x1.f97b57a079a19p-103};

/// k log 2
static double_double logs_of_2(double k) {
    double_double low = add(cd_exact_product(k, log_2[1]), exactly(k * log_2[2]));
    return add(exactly(k * log_2[0]), low);
}

/// e^x rounded once. With x = k log 2 + 32 r the series of e^r - 1 is squared five times:
/// e^(2 r) - 1 = (e^r - 1) (2 + (e^r - 1)).
static double exponential(double_double x) {
    if (x.hi > 710)
        return INFINITY;
    if (x.hi < -746)
        return 0;
    double k = floor(x.hi * 0x1.71547652b82fep+0 + 0.5);
    double_double r = scale(add(x, cd_double_double_negated(logs_of_2(k))), -5);
    double_double m = cd_multiply(r, polynomial(inverse_factorial + 1, 1, 13, 8, r));
    for (int i = 0; i < 5; i++)
        m = cd_multiply(m, add(exactly(2), m));
    double_double e = add(exactly(1), m);
    if (k > 1000)
        return ldexp(e.hi, (int)k - 1) * 2;
    if (k > -1022 || (k == -1022 && e.hi >= 1))
        return ldexp(e.hi, (int)k);
    double unit = ldexp(1, -1022 - (int)k); // its last digit is that of a subnormal result
    return ldexp(add(exactly(unit), e).hi - unit, (int)k);
}

/// log x = k log 2 + 2 atanh((m - 1) / (m + 1)) for x = 2^k m > 0, m from sqrt(1/2) to sqrt(2).
static double_double logarithm(double x) {
    int k;
    double m = frexp(x, &k);
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        k--;
    }
    double_double s = divide(exactly(m - 1), cd_exact_sum(m, 1));
    double_double z = cd_multiply(s, s);
    double_double series = cd_multiply(s, polynomial(inverse_odd, 1, 21, 11, z));
    return add(logs_of_2(k), scale(series, 1));
}

double cd_exp(double x) { return isnan(x) ? x : exponential(exactly(x)); }

double cd_log(double x) {
    if (isnan(x) || x < 0)
        return NAN;
    return x == 0 ? -INFINITY : isinf(x) ? x : logarithm(x).hi;
}

double cd_log_base(double x, double base) {
    double of_x = cd_log(x), of_base = cd_log(base);
    if (!isfinite(of_x) || !isfinite(of_base) || of_x == 0 || of_base == 0)
        return of_x / of_base;
    return divide(logarithm(x), logarithm(base)).hi;
}

/// x to a whole power from 1 to MOST_PRODUCTS by squares: exact where the result has at most 106
/// bits, so that halves of an ulp are rounded to even.
enum { MOST_PRODUCTS = 64 };
static double_double product_of(double x, int count) {
    double_double result = exactly(1), square = exactly(x);
    for (; count > 0; count /= 2) {
        if (count % 2 == 1)
            result = cd_multiply(result, square);
        square = cd_multiply(square, square);
    }
    return result;
}

static bool is_whole(double y) { return floor(y) == y; }
static bool is_odd(double y) { return is_whole(y) && fabs(y) < 0x1p53 && fmod(y, 2) != 0; }

double cd_pow(double x, double y) {
    if (y == 0 || x == 1)
        return 1;
    if (isnan(x) || isnan(y))
        return x + y;
    double size = fabs(x), sign = x < 0 && is_odd(y) ? -1 : 1;
    if (isinf(y))
        return size == 1 ? 1 : (size > 1) == (y > 0) ? INFINITY : 0;
    if (x == 0 || isinf(x)) {
        double result = (x == 0) != (y > 0) ? INFINITY : 0;
        return signbit(x) && is_odd(y) ? -result : result;
    }
    if (x < 0 && !is_whole(y))
        return NAN;
    if (is_whole(y) && fabs(y) <= MOST_PRODUCTS && fabs(y) * abs(ilogb(size)) < 480) {
        double_double product = product_of(x, (int)fabs(y));
        return y > 0 ? product.hi : divide(exactly(1), product).hi;
    }
    double_double l = logarithm(size);
    if (fabs(y) > 0x1p64 || fabs(y * l.hi) > 800) // also where size is nearest to 1: 2^-53
        return sign * (l.hi == 0 ? 1 : (y > 0) == (l.hi > 0) ? INFINITY : 0);
    return sign * exponential(times(l, y));
}

/// The root of y^3 = x from a rough one by Newton's method, the last step with the exact y^3.
double cd_cbrt(double x) {
    if (x == 0 || !isfinite(x))
        return x;
    int power;
    double m = frexp(fabs(x), &power);
    int third = (power + 3 * 400) / 3 - 400 + 1; // so that m is from 1/8 to 1
    m = ldexp(m, power - 3 * third);
    double y = 0.5 + 0.5 * m;
    for (int i = 0; i < 6; i++)
        y -= (y * y * y - m) / (3 * y * y);
    double_double cube = times(cd_exact_product(y, y), y);
    double left = add(cube, exactly(-m)).hi;
    return copysign(ldexp(y - left / (3 * y * y), third), x);
}
