// In numbers of twice the digits (double_double.h), of which each operation loses 2^-102 at most.
#include "collide/cast/discriminant.h"
#include "collide/math/double_double.h"

typedef struct {
    cd_double_double x, y, z;
} wide_vec;

// What lies within the rounding of a sum of such terms is 0.
static double settled(cd_double_double sum, double terms) {
    return fabs(sum.hi) <= 0x1p-96 * terms ? 0 : sum.hi;
}

static cd_double_double sum3(cd_double_double a, cd_double_double b, cd_double_double c) {
    return cd_double_double_sum(cd_double_double_sum(a, b), c);
}

// a b - c d
static cd_double_double difference_of_products(double a, double b, double c, double d) {
    return cd_double_double_sum(cd_exact_product(a, b), cd_exact_product(-c, d));
}

static wide_vec cross(cd_vec a, cd_vec b) {
    return (wide_vec){difference_of_products(a.y, b.z, a.z, b.y),
                      difference_of_products(a.z, b.x, a.x, b.z),
                      difference_of_products(a.x, b.y, a.y, b.x)};
}

static cd_double_double square(cd_double_double a) { return cd_multiply(a, a); }

static cd_double_double length2(wide_vec a) { return sum3(square(a.x), square(a.y), square(a.z)); }

// a b - c
static cd_double_double product_less(cd_double_double a, cd_double_double b, cd_double_double c) {
    return cd_double_double_sum(cd_multiply(a, b), cd_double_double_negated(c));
}

double cd_sphere_discriminant(cd_vec o, cd_vec d, double r) {
    cd_double_double rr = cd_exact_product(r, r), nn = length2(cross(o, d));
    cd_double_double dd =
        sum3(cd_exact_product(d.x, d.x), cd_exact_product(d.y, d.y), cd_exact_product(d.z, d.z));
    return settled(product_less(rr, dd, nn), rr.hi * dd.hi + nn.hi);
}

double cd_cylinder_discriminant(cd_vec o, cd_vec d, cd_vec e, double r) {
    const wide_vec m = cross(d, e);
    cd_double_double rr = cd_exact_product(r, r), mm = length2(m);
    cd_double_double x = cd_multiply((cd_double_double){o.x, 0}, m.x),
                     y = cd_multiply((cd_double_double){o.y, 0}, m.y),
                     z = cd_multiply((cd_double_double){o.z, 0}, m.z), om = sum3(x, y, z);
    double terms = fabs(om.hi) * (fabs(x.hi) + fabs(y.hi) + fabs(z.hi));
    return settled(product_less(rr, mm, square(om)), rr.hi * mm.hi + terms);
}
