// A thick ray against a box, sharp or rounded, in closed form: slabs (Kay and Kajiya 1986) for a
// sharp box, and for a rounded one the parabolas of the squared distance from its core.
#ifndef COLLIDE_CAST_RAY_BOX_H
#define COLLIDE_CAST_RAY_BOX_H

#include "collide/cast/ray.h"
#include "collide/simd/vec4_lanes.h"

/// A box as seen from the origin of the ray, in the axes of the box, one to a lane: the heights of
/// the two faces across each axis, the speed of the ray along it, and the times at which the ray is
/// between the faces. In 2D the third axis has no extent and the ray no speed along it; likewise
/// the fourth lane.
typedef struct cd_ray_slabs {
    cd_vec4 low, high, v, near, far;
    cd_vec4_mask back; // the ray passes the high face first
} cd_ray_slabs;

static inline cd_ray_slabs cd_ray_slabs_of(cd_vec4 o, cd_vec4 d, const cd_shape *s) {
    const cd_vec *u = s->as.box.axes;
    cd_ray_slabs b;
    if (s->as.box.corners) {
        b.low = cd_vec4_of(s->as.box.min) - o;
        b.high = cd_vec4_of(s->as.box.max) - o;
        b.v = d;
        return b;
    }
    cd_vec4 p = o - cd_vec4_of(s->as.box.center);
    cd_vec4 x = {u[0].x, u[1].x, u[2].x, 0}, y = {u[0].y, u[1].y, u[2].y, 0};
    cd_vec4 z = {u[0].z, u[1].z, u[2].z, 0}, half = cd_vec4_of(s->as.box.half);
    cd_vec4 height = p[0] * x + p[1] * y + p[2] * z;
    b.low = -half - height;
    b.high = half - height;
    b.v = d[0] * x + d[1] * y + d[2] * z;
    return b;
}

/// Sets the times. Along the axis of a rotated box the speed is known to rounding only: a smaller
/// one counts as none, and the ray then is between the faces if it is to within that rounding. A
/// ray with no speed along an axis is between the faces always, or until -infinity.
/// Without it: tests/collide/cast/rounding_spec.lua "keeps a ray in the face of a turned box"
static inline void cd_ray_slabs_set_times(cd_ray_slabs *b, bool rotated, double fast, double size) {
    double least = rotated ? 4 * DBL_EPSILON * fast : DBL_MIN;
    double slack = rotated ? 2 * DBL_EPSILON * size : 0;
    cd_vec4 never = cd_vec4_all(-INFINITY);
    cd_vec4_mask still = cd_vec4_abs(b->v) <= least;
    b->back = (still & (b->low > 0)) | (~still & (b->v < 0));
    cd_vec4_mask between = (b->low <= slack) & (b->high >= -slack);
    cd_vec4 inverse = 1 / b->v;
    b->near = cd_vec4_select(still, never, cd_vec4_select(b->back, b->high, b->low) * inverse);
    b->far = cd_vec4_select(still, cd_vec4_select(between, -never, never),
                            cd_vec4_select(b->back, b->low, b->high) * inverse);
    b->v = cd_vec4_select(still, cd_vec4_all(0), b->v);
}

/// The normal of the axis whose time is t: the first such axis, or the third.
static inline cd_vec4 cd_ray_normal_at(cd_vec4 times, double t, const cd_vec4 normals[3]) {
    cd_vec4 when = cd_vec4_all(t);
    return cd_vec4_select(cd_vec4_lane(times, 0) == when, normals[0],
                          cd_vec4_select(cd_vec4_lane(times, 1) == when, normals[1], normals[2]));
}

/// Whether the ray is within `slack` of the planes of several faces, or beyond them, at time t.
static inline bool cd_ray_at_box_edge(const cd_ray_slabs *b, double t, int dim, double slack) {
    cd_vec4 at = t * b->v, below = b->low - at, above = at - b->high;
    cd_vec4_mask near = cd_vec4_select(below > above, below, above) >= cd_vec4_all(-slack);
    return near[0] + near[1] + (dim == 3) * near[2] < -1;
}

static inline void cd_ray_sharp_box(const cd_ray_slabs *b, const cd_vec u[3], int dim, double size,
                                    cd_ray_touch *touch) {
    double enter = cd_vec4_most(b->near), exit = -cd_vec4_most(-b->far);
    cd_vec4 beyond = cd_vec4_select(b->low > -b->high, b->low, -b->high); // the faces, at t = 0
    cd_vec4 front[3]; // outward normals of the faces that the ray passes on its way in
    for (int k = 0; k < 3; k++)
        front[k] = cd_vec4_flip(cd_vec4_of(u[k]), cd_vec4_lane(-b->v, k));
    double slack = CD_CLOSED_FORM_DOUBT * size;
    bool at_edge = (enter <= exit) & cd_ray_at_box_edge(b, enter, dim, slack);
    touch->starts_apart = !at_edge & (cd_vec4_most(beyond) > slack);
    touch->enter = enter;
    touch->exit = exit;
    touch->enter_normal = cd_ray_normal_at(b->near, enter, front);
    touch->exit_normal = -cd_ray_normal_at(b->far, exit, front);
}

/// The square of the distance from a box, along a line, is convex and consists of parabolas, which
/// meet where the line passes the planes of the faces. The ray enters on the parabola that begins
/// at the last of these times at which it is too far away and comes nearer (`start`), and leaves
/// on the one that ends at the first at which it is too far away and recedes (`end`): -infinity
/// and infinity where there is none. Narrows these two by the times of three planes, one to a lane,
/// at which the ray is on a face of that axis: the distance is that along the two other axes, next
/// and previous.
static inline void cd_ray_box_parabolas(const cd_ray_slabs *next, const cd_ray_slabs *previous,
                                        cd_vec4 times, double rr, double *start, double *end) {
    const cd_ray_slabs *axes[2] = {next, previous};
    cd_vec4 square = cd_vec4_all(0), slope = square, zero = square, never = cd_vec4_all(-INFINITY);
    for (int i = 0; i < 2; i++) {
        cd_vec4 at = times * axes[i]->v, below = at - axes[i]->low, above = at - axes[i]->high;
        cd_vec4 off = cd_vec4_min(below, zero) + cd_vec4_max(above, zero);
        square += off * off;
        slope += off * axes[i]->v;
    }
    cd_vec4_mask too_far = square > rr;
    cd_vec4 falls = cd_vec4_select(too_far & (slope < zero), times, never);
    cd_vec4 rises = cd_vec4_select(too_far & (slope > zero), -times, never);
    *start = cd_max(*start, cd_vec4_most(falls));
    *end = cd_min(*end, -cd_vec4_most(rises));
}

/// On one parabola the box is as good as a sphere in the space of those axes along which the ray is
/// not between the faces: it is before the first of them, or after the second.
static inline void cd_ray_box_parabola(const cd_ray_slabs *b, cd_vec4_mask before,
                                       cd_vec4_mask after, cd_vec4 *o, cd_vec4 *d) {
    cd_vec4_mask outside = before | after, low = before ^ b->back;
    cd_vec4 zero = cd_vec4_all(0), face = cd_vec4_select(low, b->low, b->high);
    *o = cd_vec4_select(outside, -face, zero);
    *d = cd_vec4_select(outside, b->v, zero);
}

static inline cd_vec4 cd_ray_from_box_axes(const cd_vec u[3], cd_vec4 a) {
    return a[0] * cd_vec4_read(&u[0]) + a[1] * cd_vec4_read(&u[1]) + a[2] * cd_vec4_read(&u[2]);
}

static inline void cd_ray_rounded_box(const cd_ray_slabs *b, const cd_vec u[3], double r,
                                      double size, cd_ray_touch *touch) {
    double start = -INFINITY, end = INFINITY;
    cd_ray_slabs next = {cd_vec4_yzx(b->low), cd_vec4_yzx(b->high), .v = cd_vec4_yzx(b->v)};
    cd_ray_slabs previous = {cd_vec4_zxy(b->low), cd_vec4_zxy(b->high), .v = cd_vec4_zxy(b->v)};
    cd_ray_box_parabolas(&next, &previous, b->near, r * r, &start, &end);
    cd_ray_box_parabolas(&next, &previous, b->far, r * r, &start, &end);
    cd_vec4 o[2], d[2];
    cd_ray_box_parabola(b, start < b->near, start >= b->far, &o[0], &d[0]);
    cd_ray_box_parabola(b, end <= b->near, end > b->far, &o[1], &d[1]);
    cd_ray_touch out;
    cd_ray_sphere(o[0], d[0], r, touch);
    cd_ray_sphere(o[1], d[1], r, &out);
    touch->exit = out.exit;
    touch->exit_normal = out.exit_normal;
    cd_vec4 off = cd_vec4_select(b->low > -b->high, b->low, -b->high); // at t = 0
    off = cd_vec4_select(off > 0, off, cd_vec4_all(0));
    touch->starts_apart =
        cd_is_certainly_farther(cd_vec4_length2(off), r + CD_CLOSED_FORM_DOUBT * size);
    touch->enter_normal = cd_ray_from_box_axes(u, touch->enter_normal);
    touch->exit_normal = cd_ray_from_box_axes(u, touch->exit_normal);
}

/// Whether the line of the ray certainly passes the faces by, moved out by r: an axis across it and
/// an edge separates them. Most rays that miss a rounded box do, which is worth a branch.
static inline bool cd_ray_passes_faces(const cd_ray_slabs *b, double r, double slack) {
    cd_vec4 from = cd_vec4_cross_plain((b->low + b->high) * 0.5, b->v), speed = cd_vec4_abs(b->v);
    cd_vec4 half = (b->high - b->low) * 0.5 + r,
            reach = cd_vec4_yzx(half) * cd_vec4_zxy(speed) + cd_vec4_zxy(half) * cd_vec4_yzx(speed);
    return cd_vec4_most(cd_vec4_abs(from) - reach) > slack;
}

/// The touch of a box that is seen as slabs, rounded by r.
static inline void cd_ray_slabs_touch(cd_ray_slabs *b, const cd_vec u[3], bool rotated, int dim,
                                      double r, double fast, double size, cd_ray_touch *touch) {
    if (r > 0 && cd_ray_passes_faces(b, r, CD_CLOSED_FORM_DOUBT * (size + r) * fast)) {
        *touch = (cd_ray_touch){.enter = INFINITY, .exit = -INFINITY, .starts_apart = true};
        return;
    }
    cd_ray_slabs_set_times(b, rotated, fast, size);
    if (r == 0)
        cd_ray_sharp_box(b, u, dim, size, touch);
    else
        cd_ray_rounded_box(b, u, r, size, touch);
}

/// False where coordinates are out of range, or the radius vanishes beside the distance.
static inline bool cd_ray_box(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                              cd_ray_touch *touch) {
    double far = cd_vec4_max_abs(origin), fast = cd_vec4_max_abs(direction);
    double size = cd_max(far, cd_vec4_max_abs(cd_vec4_of(shape->as.box.center)));
    if (fast < CD_SMALLEST || (r > 0 && r <= cd_max(0x1p-40 * far, 0x1p-120)))
        return false;
    cd_ray_slabs b = cd_ray_slabs_of(origin, direction, shape);
    cd_ray_slabs_touch(&b, shape->as.box.axes, shape->as.box.rotated, shape->dim, r, fast, size,
                       touch);
    return true;
}

#endif
