// The orientation predicates are exact: for points of a small grid, moved by multiples of 2^-40,
// they give the sign that 128-bit integers give. More than 100 cases of 100,000 are coplanar.
// Points with 50 digits need more than twice the digits of a double.
#include "check.h"
#include "collide/math/predicates.h"
#include "random.h"

static void predicates_are_exact(void) {
    int zero = 0;
    for (int n = 0; n < 100000; n++) {
        seed(n);
        long long p[4][3];
        cd_vec v[4];
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 3; k++)
                p[i][k] = (long long)range(-3, 3) * (1LL << 38) + (long long)range(-2, 2);
            v[i] = (cd_vec){(double)p[i][0] * 0x1p-40, (double)p[i][1] * 0x1p-40,
                            (double)p[i][2] * 0x1p-40};
        }
        __extension__ typedef __int128 wide;
        wide m[3][3];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                m[i][k] = p[i + 1][k] - p[0][k];
        wide flat = m[0][0] * m[1][1] - m[0][1] * m[1][0];
        check_case(cd_orient2(v[0], v[1], v[2]) == (flat > 0) - (flat < 0), "orient2", n);
        // The determinant may need 130 bits: split the third row into high and low parts.
        wide minors[3] = {m[0][1] * m[1][2] - m[0][2] * m[1][1],
                          m[0][2] * m[1][0] - m[0][0] * m[1][2], flat};
        wide high = 0, low = 0;
        for (int k = 0; k < 3; k++) {
            wide top = minors[k] >> 40, rest = minors[k] - top * ((wide)1 << 40);
            high += top * m[2][k];
            low += rest * m[2][k];
        }
        high += low >> 40;
        low -= (low >> 40) * ((wide)1 << 40);
        int expected = high > 0 || (high == 0 && low > 0) ? 1 : high == 0 && low == 0 ? 0 : -1;
        zero += expected == 0;
        check_case(cd_orient3(v[0], v[1], v[2], v[3]) == expected, "orient3", n);
    }
    check_case(zero > 100, "coplanar points among the cases", zero);
}

// The fourth corner of a parallelogram, and the grid point beside it along z.
static void orient3_of_many_digits(void) {
    int zero = 0;
    for (int n = 0; n < 10000; n++) {
        seed(n);
        cd_vec v[3];
        for (int i = 0; i < 3; i++)
            v[i] = (cd_vec){nearbyint(range(-0x1p50, 0x1p50)), nearbyint(range(-0x1p50, 0x1p50)),
                            nearbyint(range(-0x1p50, 0x1p50))};
        cd_vec last = cd_sub(cd_add(v[1], v[2]), v[0]);
        check_case(cd_orient3(v[0], v[1], v[2], last) == 0, "a corner of a parallelogram", n);
        last.z += 1;
        const int sign = cd_orient3(v[0], v[1], v[2], last);
        zero += sign == 0;
        check_case(sign == cd_orient2(v[0], v[1], v[2]), "a point beside it", n);
        check_case(cd_orient3(last, v[1], v[2], v[0]) == -sign, "seen from that point", n);
    }
    check_case(zero < 10, "triangles across the z axis", zero);
}

int main(void) {
    predicates_are_exact();
    orient3_of_many_digits();
    return failures > 0;
}
