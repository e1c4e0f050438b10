// Flight: the motion of one shape relative to another, on a parabola, and when they can come to
// touch. Shapes do not turn, so a plane that separates two convex ones separates them for as long
// as the motion keeps its side: the gap along its normal is a quadratic in time, and nothing
// touches before its first root (conservative advancement, Mirtich 1996).
#ifndef COLLIDE_WORLD_MOTION_FLIGHT_H
#define COLLIDE_WORLD_MOTION_FLIGHT_H

#include "collide/collide.h"

/// A relative motion: velocity v now, constant acceleration a. What touches and closes no faster
/// than `still_speed`, and accelerates no more than `still_acceleration` towards the other, only
/// slides: that is what a contact that holds is off by.
typedef struct cd_flight {
    cd_vec v, a;
    double still_speed, still_acceleration;
} cd_flight;

/// The displacement after a time.
static inline cd_vec cd_flight_after(const cd_flight *f, double t) {
    return cd_add_scaled(cd_scale(f->v, t), t * t / 2, f->a);
}

/// The first t >= 0 at which gap + speed t + acceleration t^2 / 2 is 0 and falls, of a gap >= 0;
/// INFINITY: never.
static inline double cd_time_to_close(double gap, double speed, double acceleration) {
    double square = speed * speed - 2 * acceleration * gap;
    if (!(square >= 0) || (speed >= 0 && !(acceleration < 0)))
        return INFINITY;
    double root = sqrt(square);
    if (speed > 0)
        return (speed + root) / -acceleration;
    return root - speed > 0 ? 2 * gap / (root - speed) : 0;
}

/// The same of a plane with this normal, at most `touch` away where it is touched: what slides
/// along it never closes.
double cd_flight_to_plane(const cd_flight *flight, cd_vec normal, double gap, double touch);

/// When shape a, in flight relative to b, can first touch b and close, up to `until`: they do not
/// before; INFINITY: not at all. A time that is early by less than `moment` is good enough. size:
/// about that of a; rounding: the gap that is none.
double cd_flight_to_shape(const cd_shape *a, const cd_shape *b, const cd_flight *flight,
                          double until, double moment, double size, double rounding);

/// The same of two balls, whose middles are d apart and which touch at a distance of r.
double cd_flight_to_ball(cd_vec d, double r, const cd_flight *flight, double until);

#endif
