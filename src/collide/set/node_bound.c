// A line is bounded by its distance from the ball around a box, a half-space by the box's lowest
// corner, and two boxes by their gaps along the axes.
#include "collide/set/node_bound.h"

#include <float.h>

// The least of n . x over a box.
static double lowest_of_box(cd_bounds box, cd_vec n) {
    return cd_min(n.x * box.min.x, n.x * box.max.x) + cd_min(n.y * box.min.y, n.y * box.max.y) +
           cd_min(n.z * box.min.z, n.z * box.max.z);
}

// ---------------------------------------------------------------------------------------- distance

// The distance of two points across a line, less the half diagonal of the box around one of them.
static double line_bound(cd_bounds box, const cd_shape *line) {
    cd_vec middle = cd_lerp(box.min, box.max, 0.5);
    cd_vec v = cd_cross(cd_sub(middle, line->as.line.point), line->as.line.direction);
    return cd_length(v) - cd_length(cd_sub(box.max, middle)) - line->radius;
}

static double unbounded_bound(const cd_shape *unbounded, cd_bounds box) {
    if (unbounded->kind == CD_LINE)
        return line_bound(box, unbounded);
    return lowest_of_box(box, unbounded->as.plane.normal) - unbounded->as.plane.offset;
}

static double box_bound(cd_bounds a, cd_bounds b, int dim) {
    double x = cd_max(b.min.x - a.max.x, a.min.x - b.max.x);
    double y = cd_max(b.min.y - a.max.y, a.min.y - b.max.y);
    double z = dim == 3 ? cd_max(b.min.z - a.max.z, a.min.z - b.max.z) : -INFINITY;
    double most = cd_max(cd_max(x, y), z);
    if (!(most > 0)) // overlapping
        return most;
    x = cd_max(x, 0), y = cd_max(y, 0), z = cd_max(z, 0);
    return sqrt(x * x + y * y + z * z);
}

double cd_distance_bound(const cd_node_volume *a, const cd_node_volume *b, cd_vec shift, int dim) {
    if (a->unbounded && b->unbounded)
        return -INFINITY;
    if (b->unbounded)
        return unbounded_bound(b->unbounded, a->box);
    if (!a->unbounded)
        return box_bound(a->box, b->box, dim);
    cd_bounds back = {cd_sub(b->box.min, shift), cd_sub(b->box.max, shift)};
    return unbounded_bound(a->unbounded, back);
}

// -------------------------------------------------------------------------------------------- time

// Clips the interval in which one coordinate of the difference is between low and high; false
// where it never is. Comparisons leave out NaN, from 0 * infinity: then there is no bound.
static bool clip_axis(double low, double high, double v, double inverse, double *enter,
                      double *exit) {
    if (v == 0)
        return low <= 0 && high >= 0;
    double t = low * inverse, u = high * inverse;
    double near = t < u ? t : u, far = t < u ? u : t;
    if (near > *enter)
        *enter = near;
    if (far < *exit)
        *exit = far;
    return true;
}

// Parts that are as near as cd_union_tolerance have boxes that touch with so many times the slack.
static const double box_slack = 2;

static double box_time(cd_bounds a, cd_bounds b, cd_vec v, cd_vec inverse, double slack,
                       double begin) {
    double enter = -INFINITY, exit = INFINITY, s = box_slack * slack;
    cd_vec low = cd_sub(b.min, a.max), high = cd_sub(b.max, a.min);
    bool meets = clip_axis(low.x - s, high.x + s, v.x, inverse.x, &enter, &exit) &&
                 clip_axis(low.y - s, high.y + s, v.y, inverse.y, &enter, &exit) &&
                 clip_axis(low.z - s, high.z + s, v.z, inverse.z, &enter, &exit);
    return meets && enter <= exit && exit >= begin ? enter : INFINITY;
}

// When a box that moves by v reaches a half-space.
static double plane_time(const cd_shape *plane, cd_bounds box, cd_vec v, double slack) {
    double gap = unbounded_bound(plane, box) - slack;
    double slope = cd_dot(plane->as.plane.normal, v);
    if (gap <= 0)
        return -INFINITY;
    return slope < 0 ? gap / -slope * (1 - 8 * DBL_EPSILON) : INFINITY;
}

double cd_time_bound(const cd_node_volume *a, const cd_node_volume *b, cd_vec motion,
                     cd_vec inverse, double slack, double begin) {
    const cd_shape *plane = a->unbounded ? a->unbounded : b->unbounded;
    if (!plane)
        return box_time(a->box, b->box, motion, inverse, slack, begin);
    // A slope of which rounding could turn the sign gives no bound, nor does a line.
    double slope = plane->kind == CD_PLANE ? cd_dot(plane->as.plane.normal, motion) : 0;
    if ((a->unbounded && b->unbounded) || fabs(slope) <= 16 * DBL_EPSILON * cd_length(motion))
        return -INFINITY;
    return a->unbounded ? plane_time(plane, b->box, cd_negate(motion), slack)
                        : plane_time(plane, a->box, motion, slack);
}
