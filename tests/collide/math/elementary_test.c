// The elementary functions of the core beside those of the C library in 128 bits: over arguments of
// every size, near zeros, poles and multiples of pi / 2, and where results are subnormal. A result
// may be off by half an ulp and a rounding of that, a subnormal one by one ulp. The special cases
// of C17, annex F, are those of <math.h>. The number of arguments for each row is the first
// argument.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // sinf128 and its kind
#endif
#include "collide/math/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__) && defined(__SIZEOF_FLOAT128__)
#ifdef __clang__ // <math.h> declares them only for compilers that have _Float128
__extension__ typedef __float128 quad;
quad sinf128(quad), cosf128(quad), tanf128(quad), asinf128(quad), acosf128(quad), atanf128(quad);
quad expf128(quad), logf128(quad), cbrtf128(quad), fabsf128(quad);
quad atan2f128(quad, quad), powf128(quad, quad);
#else
__extension__ typedef _Float128 quad;
#endif

static uint64_t state = 88172645463325252u;

// xorshift64 (Marsaglia 2003)
static uint64_t next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static double between(double low, double high) {
    return low + (high - low) * ((double)(next_random() >> 11) * 0x1p-53);
}

// A number of any bits: most are huge or tiny, some infinite or NaN.
static double any(void) {
    uint64_t bits = next_random();
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double small(void) { return ldexp(between(-1, 1), -(int)(next_random() % 1074)); }
static double near_one(void) { return 1 + ldexp(between(-1, 1), -(int)(next_random() % 53)); }
static double inside(void) { return between(-1, 1); }
static double near_ends(void) { return copysign(1 - fabs(near_one() - 1), inside()); }
static double some(void) { return between(-10, 10); }
static double turns(void) {
    double k = floor(ldexp(between(0, 1), (int)(next_random() % 60)));
    return nextafter(k * 1.5707963267948966, inside() * INFINITY);
}
static double exponent(void) { return between(-746, 710); }
static double size(void) { return fabs(any()); }
static double whole(void) { return floor(between(-30, 100)); }
static double spread(void) { return ldexp(inside(), (int)(next_random() % 300) - 150); }
static double base(void) { return floor(between(2, 20)); }
static quad log_quotient(quad x, quad base) { return logf128(x) / logf128(base); }
static double steep(void) { return ldexp(inside(), (int)(next_random() % 64)); }

typedef double generator(void);
typedef struct {
    const char *name;
    double (*own)(double);
    quad (*true_value)(quad);
    generator *arguments[4];
} row_of_one;
typedef struct {
    const char *name;
    double (*own)(double, double);
    quad (*true_value)(quad, quad);
    generator *arguments[5][2];
} row_of_two;

static const row_of_one of_one[] = {
    {"sin", cd_sin, sinf128, {some, any, turns, small}},
    {"cos", cd_cos, cosf128, {some, any, turns, small}},
    {"tan", cd_tan, tanf128, {some, any, turns, small}},
    {"asin", cd_asin, asinf128, {inside, near_ends, small, any}},
    {"acos", cd_acos, acosf128, {inside, near_ends, small, any}},
    {"atan", cd_atan, atanf128, {some, any, small}},
    {"exp", cd_exp, expf128, {exponent, inside, any, small}},
    {"log", cd_log, logf128, {size, near_one, any}},
    {"cbrt", cd_cbrt, cbrtf128, {any, some, small}},
};
static const row_of_two of_two[] = {
    {"atan2",
     cd_atan2,
     atan2f128,
     {{any, any}, {inside, inside}, {inside, spread}, {spread, small}}},
    {"log_base",
     cd_log_base,
     log_quotient,
     {{size, size}, {whole, base}, {near_one, near_one}, {size, near_one}, {near_one, any}}},
    {"pow",
     cd_pow,
     powf128,
     {{any, any}, {size, some}, {near_one, steep}, {whole, whole}, {size, inside}}},
};

typedef struct {
    double worst;
    long misrounded, count;
    bool wrong;
} tally;

// The distance of two neighbours at a result.
static double ulp_at(double x) {
    int power;
    frexp(x, &power);
    return fabs(x) < 0x1p-1022 ? 0x1p-1074 : ldexp(1, power - 53);
}

static bool is_same(double a, double b) {
    return a == b ? signbit(a) == signbit(b) : isnan(a) && isnan(b);
}

static void compare(tally *t, const char *name, double x, double y, double own, quad true_value) {
    double rounded = (double)true_value;
    t->count++;
    if (is_same(own, rounded))
        return;
    bool finite = isfinite(own) && isfinite(rounded);
    double off =
        finite ? (double)fabsf128(((quad)own - true_value) / (quad)ulp_at(rounded)) : INFINITY;
    t->misrounded++;
    t->worst = fmax(t->worst, off);
    if (off > (fabs(rounded) < 0x1p-1022 ? 1 : 0.5 + 0x1p-30)) {
        t->wrong = true;
        printf("%s(%a, %a) = %a, %a is right\n", name, x, y, own, rounded);
    }
}

static bool report(const char *name, const tally *t) {
    printf("%-8s %9ld arguments, %ld not rounded correctly, worst %.12f ulp\n", name, t->count,
           t->misrounded, fmax(t->worst, 0.5));
    return !t->wrong;
}

static const double special[] = {0.0, -0.0,      1,          -1,        0.5,    -0.5,     2,
                                 -2,  3,         -3,         1e308,     -1e308, INFINITY, -INFINITY,
                                 NAN, 0x1p-1074, -0x1p-1074, 0x1p-1022, 1e22,   710,      -746};
enum { SPECIALS = sizeof special / sizeof special[0] };

int main(int count, char **arguments) {
    long cases = count > 1 ? atol(arguments[1]) : 20000;
    bool right = true;
    for (size_t r = 0; r < sizeof of_one / sizeof of_one[0]; r++) {
        const row_of_one *row = &of_one[r];
        tally t = {0};
        for (int i = 0; i < SPECIALS; i++)
            compare(&t, row->name, special[i], 0, row->own(special[i]),
                    row->true_value(special[i]));
        for (int g = 0; g < 4 && row->arguments[g]; g++)
            for (long i = 0; i < cases; i++) {
                double x = row->arguments[g]();
                compare(&t, row->name, x, 0, row->own(x), row->true_value(x));
            }
        right &= report(row->name, &t);
    }
    for (size_t r = 0; r < sizeof of_two / sizeof of_two[0]; r++) {
        const row_of_two *row = &of_two[r];
        tally t = {0};
        for (int i = 0; i < SPECIALS * SPECIALS; i++) {
            double x = special[i / SPECIALS], y = special[i % SPECIALS];
            compare(&t, row->name, x, y, row->own(x, y), row->true_value(x, y));
        }
        for (int g = 0; g < 5 && row->arguments[g][0]; g++)
            for (long i = 0; i < cases; i++) {
                double x = row->arguments[g][0](), y = row->arguments[g][1]();
                compare(&t, row->name, x, y, row->own(x, y), row->true_value(x, y));
            }
        right &= report(row->name, &t);
    }
    return right ? 0 : 1;
}
#else
int main(void) {
    puts("no functions in 128 bits here");
    return 77;
}
#endif
