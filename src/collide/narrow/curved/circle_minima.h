// Minima of functions on a circle of normals: valleys in general, the least depths of an ellipse,
// the lines that are perpendicular to two rims (circle_minima.c).
#ifndef COLLIDE_NARROW_CURVED_CIRCLE_MINIMA_H
#define COLLIDE_NARROW_CURVED_CIRCLE_MINIMA_H

#include "collide/narrow/curved/curved.h"

#include <stdbool.h>

enum { CD_VALLEYS_MAX = 16 };

typedef enum { CD_NO_VALLEY, CD_PERHAPS_VALLEYS, CD_ONE_VALLEY_AT_MOST } cd_arc_verdict;

/// The first and second derivative of the function by the angle at a direction, and whether it may
/// have a valley that matters on the arc around it of which half is `half` long. Where it has one
/// at most, the second derivative is positive and changes by less than itself there.
typedef struct {
    double slope, bend;
    cd_arc_verdict verdict;
} cd_arc_look;

typedef cd_arc_look cd_arc_function(void *of, const double at[2], double half);

/// Finds the directions, unit, of all valleys that matter, and returns their number. Between
/// valleys that it cannot tell apart it gives other directions too.
int cd_find_valleys(cd_arc_function *look, void *of, double valleys[CD_VALLEYS_MAX][2]);

/// The ellipse around (x, y) with the half axes b and 1 along the axes, b <= 1. Its support height
/// along a unit vector n is x n_x + y n_y + sqrt((b n_x)^2 + n_y^2).
typedef struct {
    double x, y, b;
} cd_ellipse;

/// The direction of the least support height, of any length but 0.
void cd_least_of_ellipse(const cd_ellipse *e, double n[2]);

/// That of the only other local minimum, which is greater or the same; false: there is none.
bool cd_other_least_of_ellipse(const cd_ellipse *e, double n[2]);

/// The rim of a disc: a circle of this radius, > 0, around its centre, in the plane across its unit
/// axis. Its solid is supported there along normals n with n . axis >= -below alone.
typedef struct {
    cd_vec center, axis;
    double radius, below;
} cd_rim;

enum { CD_RIM_NORMALS_MAX = CD_VALLEYS_MAX };

/// The directions of the lines that are perpendicular to two rims where these are locally nearest
/// to each other, but for those where they are farther apart than `most`. They are of any length
/// and sign, 0 where the rims meet at a tangent. most <= 0: there is no such limit. The rims' axes
/// are not parallel; `small` has no larger radius than `large`, `between` leads from the centre of
/// the small one to that of the large one. Returns their number.
int cd_rim_normals(const cd_rim *small, const cd_rim *large, cd_vec between, double most,
                   cd_vec normals[CD_RIM_NORMALS_MAX]);

/// How far beyond the normals along which a rim supports its solid it is tried all the same: one
/// candidate too many does no harm.
#define CD_BESIDE_RIM 0x1p-20

/// The depth m . n + r |n x u| between a circle of normals n = sine w + cosine (x e + y f), x^2 +
/// y^2 = 1, and a rim with radius r and axis u. With e in the plane of w and u, |n x u|^2 = (sine
/// u.e - cosine u.w x)^2 + (cosine y)^2.
typedef struct {
    cd_vec center, e, f;                // sine w, cosine e, cosine f
    double along_e, along_f;            // m . e, m . f
    double radius, level, tilt, cosine; // r, sine u.e, cosine u.w
} cd_circle_depth;

/// The circle for all rims with the axis u; along_e, along_f and radius are 0. And its normals.
cd_circle_depth cd_depth_on_circle(const cd_normal_circle *c, cd_vec u);
cd_vec cd_circle_normal(const cd_circle_depth *g, double x, double y);

/// The places (x, y) of the least depths, below `most`, between the side of a cone and a rim; m
/// leads from the feature of a to that of b, and the side adds `rest`. Returns their number.
int cd_side_rim_minima(const cd_circle_depth *circle, cd_vec m, const cd_rim *r, double rest,
                       double most, double rounding, double valleys[CD_VALLEYS_MAX][2]);

#endif
