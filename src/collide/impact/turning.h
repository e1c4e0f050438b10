// A convex shape on a path: it moves and turns at constant velocities (cd_path), or moves with a
// constant acceleration.
#ifndef COLLIDE_IMPACT_TURNING_H
#define COLLIDE_IMPACT_TURNING_H

#include "collide/shape/core.h"

/// A path, and what is derived from it. At time t the point p of a shape is at
/// about + t motion + t^2 / 2 acceleration + R(t) (p - about), where R(t) turns by t speed about
/// the axis.
typedef struct cd_turning {
    cd_vec motion, acceleration, about;
    cd_vec axis;  ///< unit
    double speed; ///< radians for t = 1; 0: it does not turn
} cd_turning;

/// The path of a shape that moves along `path`.
cd_turning cd_turning_along(const cd_path *path);

/// How far it has moved by then.
cd_vec cd_turning_shift(const cd_turning *turning, double t);

/// The rotation by then, as a quaternion (in 2D about z).
cd_quat cd_turning_rotation(const cd_turning *turning, double t);

/// The velocity at time t of the point that is `at` then.
cd_vec cd_turning_velocity(const cd_turning *p, double t, cd_vec at);

/// Where a point `at`, seen by one who moves and turns with a shape, is at time t.
cd_vec cd_turning_point(const cd_turning *p, double t, cd_vec at);

/// How far a shape reaches from the point that it turns about; INFINITY of what is unbounded.
double cd_turning_reach(const cd_turning *turning, const cd_shape *shape);

/// How a convex shape extends along directions while it turns, from a time t on. The shape and the
/// turning must outlive it.
typedef struct cd_turning_extent {
    const cd_turning *turning;
    cd_core core;
    double radius;
    double span;  ///< how far the core reaches from the axis through `about`
    double reach; ///< and from `about`
    bool round;   ///< turning leaves the core as it is
    cd_quat back; ///< from how it is turned at t to how it is given
} cd_turning_extent;

void cd_turning_extent_of(cd_turning_extent *extent, const cd_turning *turning,
                          const cd_shape *shape);

/// A bound c0 + c1 d + c2 d^2 of how far a shape extends along a direction, a time d later.
typedef struct cd_extent_bound {
    double c0, c1, c2;
} cd_extent_bound;

/// The extent of the core, from the point that it turns about, along a direction that is n at time
/// t and turns at the velocity `spin`: a bound that holds at all times from t on, and is exact to
/// first order for the point that reaches farthest at t + d.
cd_extent_bound cd_turning_bound(const cd_turning_extent *extent, cd_vec n, cd_vec spin, double d);

/// The extent along n at all angles: constant.
cd_extent_bound cd_turning_bound_of_all(const cd_turning_extent *extent, cd_vec n);

/// The bytes that cd_turning_pose needs for a convex shape.
size_t cd_turning_pose_size(const cd_shape *shape);

/// A convex shape on its path x, at time t, as one sees it who moves and turns with y; turned_x and
/// turned_y are the rotations by then.
cd_shape cd_turning_pose(const cd_shape *shape, const cd_turning *x, cd_quat turned_x,
                         const cd_turning *y, cd_quat turned_y, double t, void *memory);

#endif
