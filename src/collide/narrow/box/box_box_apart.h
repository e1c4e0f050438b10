// Two boxes that are apart and nearest at a corner of each, at a corner and an edge, or along two
// parallel edges. Their points are sums of the half edges with factors from -1 to 1, so the
// distance is least squares with bounds (Stark and Parker 1995): at the nearest points each factor
// is at the bound towards which its slope pulls it, but one, which is free along an edge. What
// rounding could change is left to GJK.
#ifndef COLLIDE_NARROW_BOX_BOX_BOX_APART_H
#define COLLIDE_NARROW_BOX_BOX_BOX_APART_H

#include "collide/narrow/box/box_box_sat.h"
#include "collide/shape/core.h"

/// A slope or a part of an edge that is larger than this part of the size is known by its sign.
static const double cd_box_clear_slope = 0x1p-24;

/// A corner of each, in the axes of its box from its centre, and the axis of the edge from there
/// inside of which the nearest point lies; 3: none.
typedef struct cd_box_corners {
    cd_vec4 a, b;
    int free_a, free_b;
} cd_box_corners;

/// The rows of the axes, and the vector between the centres, from b to a.
typedef struct cd_box_frame {
    cd_vec4 a[3], b[3], d;
} cd_box_frame;

static inline cd_box_frame cd_box_frame_of(const cd_shape *a, const cd_shape *b) {
    cd_box_frame f = {.d = cd_vec4_read(&a->as.box.center) - cd_vec4_read(&b->as.box.center)};
    for (int i = 0; i < 3; i++) {
        f.a[i] = cd_vec4_read(&a->as.box.axes[i]);
        f.b[i] = cd_vec4_read(&b->as.box.axes[i]);
    }
    return f;
}

static inline cd_vec4 cd_box_frame_between(const cd_box_frame *f, cd_vec4 a, cd_vec4 b) {
    return f->d + cd_vec4_combine(f->a, a) - cd_vec4_combine(f->b, b);
}

/// The first lane of three in which a comparison is true; 3: none.
static inline int cd_box_first_lane(cd_vec4_mask m) { return __builtin_ctz(cd_vec4_bits(m) | 8); }

/// The axis of a box along the coordinate that an axis of the other one is along; 3: none. Other
/// edges are parallel to rounding at best, which then decides where GJK ends.
static inline int cd_box_parallel_axis(const cd_shape *box, cd_vec axis) {
    int coordinate = cd_box_coordinate_of(axis);
    int i = coordinate < 0 ? -1 : cd_box_axis_along(box, coordinate);
    return i < 0 ? 3 : i;
}

/// Frees the axis along which the boxes come nearest, and with it that of a parallel edge.
static inline void cd_box_pair_free_edge(const cd_box_pair *x, cd_vec4 pull_a, cd_vec4 pull_b,
                                         cd_box_corners *c) {
    double most_a = cd_vec4_most(pull_a), most_b = cd_vec4_most(pull_b);
    if (most_a > most_b) {
        c->free_a = cd_box_first_lane(pull_a == most_a);
        c->free_b = cd_box_parallel_axis(x->b, x->a->as.box.axes[c->free_a]);
    } else {
        c->free_b = cd_box_first_lane(pull_b == most_b);
        c->free_a = cd_box_parallel_axis(x->a, x->b->as.box.axes[c->free_b]);
    }
}

/// The corners at the nearest points: at first those that lie towards the other centre. A factor
/// that is pulled away from its bound moves to the other one, or if the least lies between the edge
/// becomes free. False where two edges are free, or rounding hides which.
static inline bool cd_box_pair_nearest_corners(const cd_box_pair *x, const cd_box_frame *f,
                                               cd_box_corners *c) {
    enum { STEPS_MAX = 8 };
    const cd_vec4 half_a = cd_vec4_read(&x->a->as.box.half),
                  half_b = cd_vec4_read(&x->b->as.box.half);
    c->a = -cd_vec4_flip(half_a, x->side[CD_BOX_FACES_A]);
    c->b = cd_vec4_flip(half_b, x->side[CD_BOX_FACES_B]);
    c->free_a = c->free_b = 3;
    for (int step = 0; step < STEPS_MAX; step++) {
        cd_vec4 w = cd_box_frame_between(f, c->a, c->b);
        if (c->free_a < 3)
            w -= cd_vec4_dot(w, f->a[c->free_a]) * f->a[c->free_a];
        else if (c->free_b < 3)
            w -= cd_vec4_dot(w, f->b[c->free_b]) * f->b[c->free_b];
        cd_vec4 pull_a = cd_vec4_flip(cd_vec4_combine(x->columns_a, w), c->a),
                pull_b = cd_vec4_flip(-cd_vec4_combine(x->columns_b, w), c->b);
        unsigned away = (cd_vec4_bits(pull_a > 0) & 7 & ~(1u << c->free_a)) |
                        (cd_vec4_bits(pull_b > 0) & 7 & ~(1u << c->free_b));
        if (away == 0)
            return true;
        cd_vec4_mask past_a = pull_a >= 2 * half_a, past_b = pull_b >= 2 * half_b;
        if (cd_vec4_bits(past_a | past_b) & 7) {
            c->a = cd_vec4_flip(c->a, (cd_vec4)past_a);
            c->b = cd_vec4_flip(c->b, (cd_vec4)past_b);
        } else if (c->free_a < 3 || c->free_b < 3) {
            return false;
        } else {
            cd_box_pair_free_edge(x, pull_a, pull_b, c);
        }
    }
    return false;
}

/// Whether the slopes of all factors but the free one pull them towards the corner.
static inline bool cd_box_is_pulled_to(cd_vec4 corner, int free, cd_vec4 slope, double clear) {
    unsigned pulled = cd_vec4_bits(cd_vec4_flip(slope, corner) < -clear) | 1u << free;
    return (pulled & 7) == 7;
}

static inline bool cd_box_pair_is_pulled_to(const cd_box_pair *x, const cd_box_corners *c,
                                            cd_vec4 v, double clear) {
    return cd_box_is_pulled_to(c->a, c->free_a, cd_vec4_combine(x->columns_a, v), clear) &
           cd_box_is_pulled_to(c->b, c->free_b, -cd_vec4_combine(x->columns_b, v), clear);
}

/// Puts the free points at the middle of what both edges share along their direction; of one edge
/// that is where the corner is nearest to it. False where they share no more than rounding.
static inline bool cd_box_pair_meet_on_edge(const cd_box_pair *x, const cd_box_frame *f,
                                            double clear, cd_box_corners *c) {
    double half_a = 0, half_b = 0;
    cd_vec4 u = cd_vec4_all(0);
    if (c->free_b < 3) {
        u = f->b[c->free_b];
        half_b = cd_component(x->b->as.box.half, c->free_b);
        c->b[c->free_b] = 0;
    }
    if (c->free_a < 3) {
        u = f->a[c->free_a];
        half_a = cd_component(x->a->as.box.half, c->free_a);
        c->a[c->free_a] = 0;
    }
    double at = cd_vec4_dot(cd_box_frame_between(f, c->a, c->b), u);
    double low = cd_max(at - half_a, -half_b), high = cd_min(at + half_a, half_b);
    double middle = 0.5 * (low + high);
    if (c->free_a < 3)
        c->a[c->free_a] = middle - at;
    if (c->free_b < 3)
        c->b[c->free_b] = copysign(middle, middle * cd_vec4_dot(f->b[c->free_b], u));
    bool parallel = c->free_a < 3 && c->free_b < 3;
    return parallel ? high - low > clear : cd_max(half_a, half_b) - fabs(at) > clear;
}

/// Whether the corners of the box's core are its half edges alone, none of them short or missing.
static inline bool cd_box_is_stout(const cd_shape *box) {
    cd_vec h = box->as.box.half;
    return !box->as.box.corners && cd_min(cd_min(h.x, h.y), h.z) > 0x1p-4 * cd_max_abs(h);
}

/// The separation of boxes that are apart; false where their nearest features are others, or
/// rounding could change them.
static inline bool cd_box_pair_separate_apart(const cd_box_pair *x, cd_separation *s) {
    const cd_shape *a = x->a, *b = x->b;
    double clear = cd_box_clear_slope * x->size, radius = a->radius + b->radius;
    if (!cd_box_pair_in_range(x) || !cd_box_is_stout(a) || !cd_box_is_stout(b) ||
        !(cd_box_pair_greatest_gap(x) > cd_box_clear_gap * x->size))
        return false;
    cd_box_frame f = cd_box_frame_of(a, b);
    cd_box_corners c;
    if (!cd_box_pair_nearest_corners(x, &f, &c) ||
        ((c.free_a < 3 || c.free_b < 3) && !cd_box_pair_meet_on_edge(x, &f, clear, &c)))
        return false;
    cd_vec4 v = cd_box_frame_between(&f, c.a, c.b);
    double distance = sqrt(cd_vec4_length2(v));
    double longest = cd_max(cd_max_abs(a->as.box.half), cd_max_abs(b->as.box.half));
    if (!cd_box_pair_is_pulled_to(x, &c, v, clear) || fabs(distance - radius) <= clear ||
        distance <= 0x1p-3 * longest)
        return false;
    cd_vec4 n = v / distance + 0; // no -0
    s->distance = distance - radius;
    cd_vec4_put(s, offsetof(cd_separation, normal), n);
    cd_vec4 on_a = cd_vec4_read(&a->as.box.center) + cd_vec4_combine(f.a, c.a),
            on_b = cd_vec4_read(&b->as.box.center) + cd_vec4_combine(f.b, c.b);
    cd_vec4_put(s, offsetof(cd_separation, point_a), on_a - a->radius * n);
    s->point_b = cd_vec4_vec(on_b + b->radius * n);
    return true;
}

#endif
