// The face of src/collide for vectors and rotations: small structs by value, mostly inline; the doc
// of each function is its formula. A 2D vector has z = 0.
#ifndef COLLIDE_VEC_H
#define COLLIDE_VEC_H

#include <math.h>
#include <stdbool.h>

// Around the declarations of a public header: what they declare is C also in C++, and a shared
// library exports it. CD_LITERAL is a compound literal in both.
#ifdef __cplusplus
#define CD_BEGIN_PUBLIC                                                                            \
    extern "C" {                                                                                   \
    _Pragma("GCC visibility push(default)")
#define CD_END_PUBLIC                                                                              \
    _Pragma("GCC visibility pop")                                                                  \
    }
#define CD_LITERAL(type) type
#else
#define CD_BEGIN_PUBLIC _Pragma("GCC visibility push(default)")
#define CD_END_PUBLIC _Pragma("GCC visibility pop")
#define CD_LITERAL(type) (type)
#endif

CD_BEGIN_PUBLIC

typedef struct cd_vec {
    double x, y, z;
} cd_vec;

/// The range of numbers: no coordinate, offset, size or motion is larger than 2^64, and a size or
/// motion that is smaller than 2^-64 counts as 0; coordinates may be as small as they like. So no
/// product that the core forms of them leaves the range of doubles (docs/mathematics.md, section
/// 8).
#define CD_LARGEST 18446744073709551616.0
#define CD_SMALLEST 5.421010862427522e-20

/// A rotation as a unit quaternion x i + y j + z k + w.
typedef struct cd_quat {
    double x, y, z, w;
} cd_quat;

/// a + b
static inline cd_vec cd_add(cd_vec a, cd_vec b) {
    return CD_LITERAL(cd_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

/// a - b
static inline cd_vec cd_sub(cd_vec a, cd_vec b) {
    return CD_LITERAL(cd_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

/// s * a
static inline cd_vec cd_scale(cd_vec a, double s) {
    return CD_LITERAL(cd_vec){s * a.x, s * a.y, s * a.z};
}

/// a + s * b
static inline cd_vec cd_add_scaled(cd_vec a, double s, cd_vec b) {
    return CD_LITERAL(cd_vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/// -a
static inline cd_vec cd_negate(cd_vec a) { return CD_LITERAL(cd_vec){-a.x, -a.y, -a.z}; }

/// (1 - t) * a + t * b, exact at both ends
static inline cd_vec cd_lerp(cd_vec a, cd_vec b, double t) {
    return cd_add(cd_scale(a, 1 - t), cd_scale(b, t));
}

/// a . b
static inline double cd_dot(cd_vec a, cd_vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// a . a
static inline double cd_length2(cd_vec a) { return cd_dot(a, a); }

/// |a|
static inline double cd_length(cd_vec a) { return sqrt(cd_length2(a)); }

/// The larger and the smaller of two numbers. Unlike fmax and fmin they are one instruction,
/// because they need not handle NaN: of a NaN and a number, both return b.
static inline double cd_max(double a, double b) { return a > b ? a : b; }
static inline double cd_min(double a, double b) { return a < b ? a : b; }

/// min(max(t, low), high)
static inline double cd_clamp(double t, double low, double high) {
    return cd_min(cd_max(t, low), high);
}

/// max(|a.x|, |a.y|, |a.z|)
static inline double cd_max_abs(cd_vec a) {
    return cd_max(cd_max(fabs(a.x), fabs(a.y)), fabs(a.z));
}

/// a * b - c * d (Kahan; error below 1.5 ulps): cross products keep their relative accuracy where
/// the factors are nearly parallel
static inline double cd_difference_of_products(double a, double b, double c, double d) {
    double cd = c * d;
    return fma(a, b, -cd) - fma(c, d, -cd);
}

/// a x b, each component accurate on its own
static inline cd_vec cd_cross(cd_vec a, cd_vec b) {
    return CD_LITERAL(cd_vec){cd_difference_of_products(a.y, b.z, a.z, b.y),
                              cd_difference_of_products(a.z, b.x, a.x, b.z),
                              cd_difference_of_products(a.x, b.y, a.y, b.x)};
}

/// a x b, accurate for its length where a and b are nearly perpendicular
static inline cd_vec cd_cross_plain(cd_vec a, cd_vec b) {
    return CD_LITERAL(cd_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// (-a.y, a.x, 0): a turned a quarter counter-clockwise in the XY plane
static inline cd_vec cd_perp(cd_vec a) { return CD_LITERAL(cd_vec){-a.y, a.x, 0}; }

/// a.x, a.y or a.z for axis 0, 1 or 2
static inline double cd_component(cd_vec a, int axis) {
    return axis == 0 ? a.x : axis == 1 ? a.y : a.z;
}

static inline bool cd_equal(cd_vec a, cd_vec b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static inline bool cd_is_zero(cd_vec a) { return a.x == 0 && a.y == 0 && a.z == 0; }

static inline bool cd_is_finite(cd_vec a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/// Whether no component is larger than CD_LARGEST, or NaN.
static inline bool cd_is_in_range(cd_vec a) {
    return fabs(a.x) <= CD_LARGEST && fabs(a.y) <= CD_LARGEST && fabs(a.z) <= CD_LARGEST;
}

/// The vector, each component clamped to the range.
static inline cd_vec cd_clamp_to_range(cd_vec a) {
    return CD_LITERAL(cd_vec){cd_clamp(a.x, -CD_LARGEST, CD_LARGEST),
                              cd_clamp(a.y, -CD_LARGEST, CD_LARGEST),
                              cd_clamp(a.z, -CD_LARGEST, CD_LARGEST)};
}

/// A size; 0 where it is smaller than CD_SMALLEST (and not negative).
static inline double cd_size(double s) { return s > 0 && s < CD_SMALLEST ? 0 : s; }

/// Whether a motion is shorter than CD_SMALLEST, and the motion; zero where it is.
static inline bool cd_is_still(cd_vec motion) {
    return cd_length2(motion) < CD_SMALLEST * CD_SMALLEST;
}
static inline cd_vec cd_motion(cd_vec v) {
    return cd_is_still(v) ? CD_LITERAL(cd_vec){0, 0, 0} : v;
}

/// a / |a|, or fallback where a is zero; for a up to 2^500. A vector that is unit to within
/// rounding is returned as it is, so that normalising twice changes nothing.
cd_vec cd_normalized(cd_vec a, cd_vec fallback);

/// A fixed unit vector perpendicular to a: in 2D a turned by a quarter, in 3D a crossed with the
/// axis of its smallest component (the first of several equal ones). +y where a is zero.
cd_vec cd_perpendicular(cd_vec a, int dim);

/// v - (1 + restitution) (v . n / n . n) n; n of any length but zero
cd_vec cd_reflect(cd_vec v, cd_vec n, double restitution);

/// v - (v . n / n . n) n: the part of v along the surface with normal n
cd_vec cd_slide(cd_vec v, cd_vec n);

/// (v . onto / onto . onto) onto; zero where onto is zero
cd_vec cd_project(cd_vec v, cd_vec onto);

/// The rotation by an angle in radians about an axis of any length but zero.
cd_quat cd_quat_from_axis(cd_vec axis, double angle);

/// The rotation by the shortest arc that takes the x axis to a unit vector; to -x, half a turn
/// about z.
cd_quat cd_quat_to(cd_vec direction);

/// The rotation that takes the unit axes to x, y, z (orthonormal, right-handed).
cd_quat cd_quat_from_axes(cd_vec x, cd_vec y, cd_vec z);

/// q * r: first r, then q
cd_quat cd_quat_mul(cd_quat q, cd_quat r);

/// The inverse rotation.
static inline cd_quat cd_quat_conjugate(cd_quat q) {
    return CD_LITERAL(cd_quat){-q.x, -q.y, -q.z, q.w};
}

/// q / |q|, or the identity where q is zero
cd_quat cd_quat_normalized(cd_quat q);

/// The shortest arc from q (t = 0) to r (t = 1) at constant speed.
cd_quat cd_quat_slerp(cd_quat q, cd_quat r, double t);

/// The images of the unit axes.
void cd_quat_axes(cd_quat q, cd_vec axes[3]);

/// q v q*
cd_vec cd_quat_rotate(cd_quat q, cd_vec v);

CD_END_PUBLIC

#endif
