// A ray or a ball against a box, sharp or rounded, in closed form.
#ifndef COLLIDE_CAST_RAY_BOX_H
#define COLLIDE_CAST_RAY_BOX_H

#include "collide/cast/ray.h"

static inline bool moderate(double far, double fast, double r) {
    double size = cd_max(far, r);
    return (cd_max(size, fast) < 0x1p120) & (fast > 0x1p-120);
}

// A box around the origin of the ray, in its own axes, a lane each: where its two faces across each
// are, how fast the ray goes and when it is between them. In 2D the third has no height, and the
// ray stands still in it, as in the fourth.
typedef struct {
    cd_vec4 low, high, v, near, far;
    cd_vec4_mask back; // the high face is the first
} slabs;

static inline slabs slabs_of(cd_vec4 o, cd_vec4 d, const cd_shape *s) {
    const cd_vec *u = s->as.box.axes;
    slabs b;
    if (!s->as.box.rotated) {
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

// Along a turned axis a speed is known to rounding only: what is less stands still, and that much
// of height is still touching. What stands still is always between, or has been until -infinity.
static inline void set_times(slabs *b, bool rotated, double fast, double size) {
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

// Of three vectors that whose lane in `at` is t, of equals the first.
static inline cd_vec4 first_at(cd_vec4 at, double t, const cd_vec4 of[3]) {
    cd_vec4 when = cd_vec4_all(t);
    return cd_vec4_select(cd_vec4_lane(at, 0) == when, of[0],
                          cd_vec4_select(cd_vec4_lane(at, 1) == when, of[1], of[2]));
}

static inline bool sharp_box(const slabs *b, const cd_vec u[3], double size, cd_ray_touch *touch) {
    double enter = cd_vec4_most(b->near), exit = -cd_vec4_most(-b->far);
    cd_vec4 beyond = cd_vec4_select(b->low > -b->high, b->low, -b->high); // the faces, at t = 0
    cd_vec4 front[3]; // outward normals of the faces that are passed on the way in
    for (int k = 0; k < 3; k++)
        front[k] = cd_vec4_flip(cd_vec4_of(u[k]), cd_vec4_lane(-b->v, k));
    touch->apart = cd_vec4_most(beyond) > noise * size;
    touch->enter = enter;
    touch->exit = exit;
    touch->enter_normal = first_at(b->near, enter, front);
    touch->exit_normal = -first_at(b->far, exit, front);
    return true;
}

// The square of the distance from a box, along a line, is convex and consists of parabolas, which
// meet where the line passes the planes of the faces. The last of these times at which it is still
// too far and falls begins the parabola that the ray enters on, the first at which it is too far
// and rises ends the one it leaves on: -+infinity where there is none. `at`: three of the times, a
// lane each.
static inline void find_parabolas(const slabs *b, cd_vec4 at, double rr, double *start,
                                  double *end) {
    cd_vec4 square = cd_vec4_all(0), slope = square, zero = square;
    for (int i = 0; i < 3; i++) {
        cd_vec4 below = at * b->v[i] - b->low[i], above = at * b->v[i] - b->high[i];
        cd_vec4 off = cd_vec4_select(below < zero, below, zero);
        off += cd_vec4_select(above > zero, above, zero);
        square += off * off;
        slope += off * b->v[i];
    }
    cd_vec4 never = cd_vec4_all(-INFINITY);
    cd_vec4_mask too_far = square > rr;
    cd_vec4 falls = cd_vec4_select(too_far & (slope < zero), at, never);
    cd_vec4 rises = cd_vec4_select(too_far & (slope > zero), -at, never);
    *start = cd_max(*start, cd_vec4_most(falls));
    *end = cd_min(*end, -cd_vec4_most(rises));
}

// On its parabola the box is as good as a ball in the space of the axes along which the ray is not
// between the faces, but before the first or after the second of them.
static inline void round_part(const slabs *b, cd_vec4_mask before, cd_vec4_mask after, double r,
                              cd_ray_touch *touch) {
    cd_vec4_mask outside = before | after, low = before ^ b->back;
    cd_vec4 zero = cd_vec4_all(0), face = cd_vec4_select(low, b->low, b->high);
    ball(cd_vec4_select(outside, -face, zero), cd_vec4_select(outside, b->v, zero), r, touch);
}

static inline cd_vec4 turned(const cd_vec u[3], cd_vec4 a) {
    return a[0] * cd_vec4_of(u[0]) + a[1] * cd_vec4_of(u[1]) + a[2] * cd_vec4_of(u[2]);
}

static inline bool rounded_box(const slabs *b, const cd_vec u[3], double r, double size,
                               cd_ray_touch *touch) {
    double start = -INFINITY, end = INFINITY;
    find_parabolas(b, b->near, r * r, &start, &end);
    find_parabolas(b, b->far, r * r, &start, &end);
    cd_ray_touch in, out;
    round_part(b, start < b->near, start >= b->far, r, &in);
    round_part(b, end <= b->near, end > b->far, r, &out);
    cd_vec4 off = cd_vec4_select(b->low > -b->high, b->low, -b->high); // at t = 0
    off = cd_vec4_select(off > 0, off, cd_vec4_all(0));
    touch->apart = farther(cd_vec4_length2(off), r + noise * size);
    touch->enter = in.enter;
    touch->exit = out.exit;
    touch->enter_normal = turned(u, in.enter_normal);
    touch->exit_normal = turned(u, out.exit_normal);
    return true;
}

static inline bool box(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                       cd_ray_touch *touch) {
    double far = cd_vec4_max_abs(origin), fast = cd_vec4_max_abs(direction);
    if (!moderate(far, fast, r) || (r > 0 && r <= cd_max(0x1p-40 * far, 0x1p-120)))
        return false;
    slabs b = slabs_of(origin, direction, shape);
    double size = cd_max(far, cd_vec4_max_abs(cd_vec4_of(shape->as.box.center)));
    set_times(&b, shape->as.box.rotated, fast, size);
    return r == 0 ? sharp_box(&b, shape->as.box.axes, size, touch)
                  : rounded_box(&b, shape->as.box.axes, r, size, touch);
}

#endif
