// Vector and rotation functions that are too long to inline.
#include "collide/vec.h"
#include "collide/math/elementary.h"

#include <float.h>

// The vector, or one of its direction whose square does not underflow: coordinates may be as small
// as they like, and so may differences of them.
static cd_vec lengthened(cd_vec a) { return cd_length2(a) < 0x1p-900 ? cd_scale(a, 0x1p600) : a; }

cd_vec cd_normalized(cd_vec a, cd_vec fallback) {
    if (cd_is_zero(a))
        return fallback;
    double square = cd_length2(a);
    if (fabs(square - 1) <= 4 * DBL_EPSILON)
        return a;
    a = lengthened(a);
    double length = cd_length(a);
    return (cd_vec){a.x / length, a.y / length, a.z / length};
}

cd_vec cd_perpendicular(cd_vec a, int dim) {
    const cd_vec up = {0, 1, 0};
    if (cd_is_zero(a))
        return up;
    a = cd_normalized(a, up);
    if (dim == 2)
        return cd_perp(a);
    double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    cd_vec axis = x <= y && x <= z ? (cd_vec){1, 0, 0}
                  : y <= z         ? (cd_vec){0, 1, 0}
                                   : (cd_vec){0, 0, 1};
    return cd_normalized(cd_cross(a, axis), up);
}

// v . n / n . n; 0 where n is zero.
static double along(cd_vec v, cd_vec n) {
    double square = cd_length2(n);
    return square > 0 ? cd_dot(v, n) / square : 0;
}

cd_vec cd_reflect(cd_vec v, cd_vec n, double restitution) {
    n = lengthened(n);
    return cd_add_scaled(v, -(1 + restitution) * along(v, n), n);
}

// Done twice, so that the remainder along n is rounding of the result, not of v.
cd_vec cd_slide(cd_vec v, cd_vec n) { return cd_reflect(cd_reflect(v, n, 0), n, 0); }

cd_vec cd_project(cd_vec v, cd_vec onto) {
    onto = lengthened(onto);
    return cd_scale(onto, along(v, onto));
}

cd_quat cd_quat_from_axis(cd_vec axis, double angle) {
    cd_vec u = cd_scale(cd_normalized(axis, (cd_vec){0, 1, 0}), cd_sin(angle / 2));
    return (cd_quat){u.x, u.y, u.z, cd_cos(angle / 2)};
}

// Half the angle lies between 1 + x . u and x cross u. Where u is nearly -x, 1 + u.x is rounding:
// it is (u.y^2 + u.z^2) / (1 - u.x).
cd_quat cd_quat_to(cd_vec u) {
    const double square = u.y * u.y + u.z * u.z, w = u.x < 0 ? square / (1 - u.x) : 1 + u.x;
    const cd_quat q = {0, 0 - u.z, u.y, w}, half_turn = {0, 0, 1, 0};
    return u.y == 0 && u.z == 0 && u.x < 0 ? half_turn : cd_quat_normalized(q);
}

// Shepperd's method: divide by the largest of the four components.
cd_quat cd_quat_from_axes(cd_vec x, cd_vec y, cd_vec z) {
    double trace = x.x + y.y + z.z;
    cd_quat q;
    if (trace >= x.x && trace >= y.y && trace >= z.z)
        q = (cd_quat){y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace};
    else if (x.x >= y.y && x.x >= z.z)
        q = (cd_quat){1 + x.x - y.y - z.z, x.y + y.x, x.z + z.x, y.z - z.y};
    else if (y.y >= z.z)
        q = (cd_quat){x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y, z.x - x.z};
    else
        q = (cd_quat){x.z + z.x, y.z + z.y, 1 - x.x - y.y + z.z, x.y - y.x};
    return cd_quat_normalized(q);
}

cd_quat cd_quat_mul(cd_quat q, cd_quat r) {
    return (cd_quat){q.w * r.x + q.x * r.w + q.y * r.z - q.z * r.y,
                     q.w * r.y - q.x * r.z + q.y * r.w + q.z * r.x,
                     q.w * r.z + q.x * r.y - q.y * r.x + q.z * r.w,
                     q.w * r.w - q.x * r.x - q.y * r.y - q.z * r.z};
}

static double quat_dot(cd_quat q, cd_quat r) {
    return q.x * r.x + q.y * r.y + q.z * r.z + q.w * r.w;
}

static cd_quat quat_scale(cd_quat q, double s) {
    return (cd_quat){s * q.x, s * q.y, s * q.z, s * q.w};
}

cd_quat cd_quat_normalized(cd_quat q) {
    double m = cd_max(cd_max(fabs(q.x), fabs(q.y)), cd_max(fabs(q.z), fabs(q.w)));
    if (m == 0)
        return (cd_quat){0, 0, 0, 1};
    if (fabs(quat_dot(q, q) - 1) <= 4 * DBL_EPSILON)
        return q;
    int e = ilogb(m);
    q = (cd_quat){ldexp(q.x, -e), ldexp(q.y, -e), ldexp(q.z, -e), ldexp(q.w, -e)};
    double length = sqrt(quat_dot(q, q));
    return (cd_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

cd_quat cd_quat_slerp(cd_quat q, cd_quat r, double t) {
    if (quat_dot(q, r) < 0)
        r = quat_scale(r, -1);
    // The angle from the lengths of difference and sum: accurate near 0 and near a half turn,
    // unlike acos.
    cd_quat d = {r.x - q.x, r.y - q.y, r.z - q.z, r.w - q.w};
    cd_quat s = {r.x + q.x, r.y + q.y, r.z + q.z, r.w + q.w};
    double angle = 2 * cd_atan2(sqrt(quat_dot(d, d)), sqrt(quat_dot(s, s)));
    double sine = cd_sin(angle);
    double wq = sine > 0 ? cd_sin((1 - t) * angle) / sine : 1 - t;
    double wr = sine > 0 ? cd_sin(t * angle) / sine : t;
    return cd_quat_normalized((cd_quat){wq * q.x + wr * r.x, wq * q.y + wr * r.y,
                                        wq * q.z + wr * r.z, wq * q.w + wr * r.w});
}

void cd_quat_axes(cd_quat q, cd_vec axes[3]) {
    double s = 2 / quat_dot(q, q);
    double xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
    double xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
    double wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
    axes[0] = (cd_vec){1 - (yy + zz), xy + wz, xz - wy};
    axes[1] = (cd_vec){xy - wz, 1 - (xx + zz), yz + wx};
    axes[2] = (cd_vec){xz + wy, yz - wx, 1 - (xx + yy)};
}

cd_vec cd_quat_rotate(cd_quat q, cd_vec v) {
    cd_vec axes[3];
    cd_quat_axes(q, axes);
    return cd_add(cd_add(cd_scale(axes[0], v.x), cd_scale(axes[1], v.y)), cd_scale(axes[2], v.z));
}
