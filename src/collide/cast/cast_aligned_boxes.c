// Boxes that are not rotated touch while their intervals overlap along each coordinate axis: slabs
// (Kay and Kajiya 1986), all three at once. The gaps are rounded once, and so are the times.
#include "collide/cast/cast_aligned_boxes.h"

#include "collide/narrow/box/aligned_boxes.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec4_lanes.h"

#include <float.h>

// Below this part of the coordinates a distance may be rounding.
static const double clear_part = 0x1p-40;

// The facet that is passed at a time lies clearly nearer than any other one if the boxes overlap by
// more than `clear` along the other axes, and the difference is thicker than that along its own.
static inline bool is_alone_at(const cd_box_gaps *gaps, cd_vec4 v, int k, double t, double clear) {
    cd_vec4 overlap = -cd_vec4_max(gaps->above + v * t, gaps->below - v * t);
    overlap[k] = -(gaps->above[k] + gaps->below[k]);
    if (gaps->dim == 2)
        overlap[2] = INFINITY;
    return -cd_vec4_most(-overlap) > clear;
}

// The middle of what the boxes share at time t, on the face of b across axis k: its high one, or
// its low one.
static inline cd_vec touched_point(const cd_box_gaps *gaps, cd_vec4 v, int k, bool high, double t) {
    cd_vec4 moved = v * t;
    cd_vec4 point = 0.5 * (cd_vec4_max(gaps->low_a + moved, gaps->low_b) +
                           cd_vec4_min(gaps->high_a + moved, gaps->high_b));
    point[k] = (high ? gaps->high_b : gaps->low_b)[k];
    return cd_vec4_vec(point);
}

static inline cd_vec normal_along(int k, bool high) {
    double side = high ? 1 : -1;
    return (cd_vec){k == 0 ? side : 0, k == 1 ? side : 0, k == 2 ? side : 0};
}

static inline int axis_of(cd_vec4 times, double t) {
    return times[0] == t ? 0 : times[1] == t ? 1 : 2;
}

CD_HOT cd_verdict cd_cast_aligned_boxes(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                        cd_interval *interval) {
    cd_box_gaps gaps;
    if (a->radius + b->radius != 0)
        return CD_UNKNOWN;
    cd_aligned_box_gaps(a, b, &gaps);
    const cd_vec4 v = cd_vec4_of(motion), never = cd_vec4_all(INFINITY);
    const cd_vec4_mask still = v == 0, up = v > 0;
    const cd_vec4_mask between = (gaps.above <= 0) & (gaps.below <= 0);
    cd_vec4 speed = cd_vec4_select(still, cd_vec4_all(1), cd_vec4_abs(v));
    cd_vec4 near = cd_vec4_select(up, gaps.below, gaps.above) / speed;
    cd_vec4 far = -cd_vec4_select(up, gaps.above, gaps.below) / speed;
    near = cd_vec4_select(still, cd_vec4_select(between, -never, never), near);
    far = cd_vec4_select(still, never, far);
    double enter = cd_vec4_most(near), exit = -cd_vec4_most(-far);
    double doubt = 4 * DBL_EPSILON * cd_max(fabs(enter), fabs(exit));
    const bool starts_apart =
        cd_vec4_most(cd_vec4_max(gaps.above, gaps.below)) > CD_CLEAR_GAP * gaps.size;
    if (enter - exit > doubt || enter == INFINITY) {
        *interval = (cd_interval){.starts_apart = starts_apart};
        return CD_MISSES;
    }
    if (!(exit - enter > doubt))
        return CD_UNKNOWN;
    const double fast = cd_vec4_most(cd_vec4_abs(v));
    const int k = axis_of(near, enter), l = axis_of(far, exit);
    const bool high = v[k]<0, high_at_exit = v[l]> 0;
    *interval = (cd_interval){
        .enter = enter,
        .exit = exit,
        .enter_normal = normal_along(k, high),
        .exit_normal = normal_along(l, high_at_exit),
        .starts_apart = starts_apart,
        .has_points = true,
        .is_alone =
            is_alone_at(&gaps, v, k, enter, clear_part * (gaps.size + fabs(enter) * fast)) &&
            v[k] * v[k] > 0x1p-18 * cd_length2(motion),
        .enter_point = touched_point(&gaps, v, k, high, enter),
        .exit_point = touched_point(&gaps, v, l, high_at_exit, exit),
    };
    return CD_MEETS;
}
