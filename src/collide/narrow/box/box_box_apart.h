// Two boxes that are apart and nearest at a corner of each, at a corner and an edge, or along two
// parallel edges. Their points are sums of the half edges with factors from -1 to 1, so the
// distance is least squares with bounds (Stark and Parker 1995): at the nearest points each factor
// is at the bound towards which its slope pulls it, but one, which is free along an edge. The
// result is that of GJK (gjk.c), to which is left what rounding could change.
#ifndef COLLIDE_NARROW_BOX_BOX_BOX_APART_H
#define COLLIDE_NARROW_BOX_BOX_BOX_APART_H

#include "collide/narrow/box/box_box_sat.h"
#include "collide/shape/core.h"

/// A slope or a part of an edge that is larger than this part of the size is known by its sign.
static const double cd_box_clear_slope = 0x1p-24;

/// Two boxes as their cores (core.h) are seen in GJK: the rows of their axes, the offsets of their
/// centres from the local origin, and from these their first vertices.
typedef struct cd_box_frame {
    cd_vec4 a[3], b[3], origin, offset_a, offset_b, first_a, first_b;
    cd_vec4_mask far_a, far_b;
} cd_box_frame;

/// A corner of each, in the axes of its box from its centre, and the axis of the edge from there
/// inside of which the nearest point lies; 3: none.
typedef struct cd_box_corners {
    cd_vec4 a, b;
    int free_a, free_b;
} cd_box_corners;

/// The nearest points before the boxes are rounded, and the vector between them, from b to a. size:
/// the largest coordinate between the corners nearest to them. by_a: point_b is the exact one.
typedef struct cd_box_gap {
    cd_vec4 v, point_a, point_b;
    double size;
    bool by_a;
} cd_box_gap;

/// cd_local_origin of boxes that are given by their centres.
static inline cd_vec4 cd_box_local_origin(cd_vec4 p, cd_vec4 q) {
    bool p_first = p[0] < q[0] || (p[0] == q[0] && (p[1] < q[1] || (p[1] == q[1] && p[2] < q[2])));
    cd_vec4 o = p_first ? p : q;
    return (cd_vec4)((cd_vec4_mask)o & (cd_vec4_abs(p - q) <= 0.5 * cd_vec4_abs(o)));
}

/// far_offset of a core.
static inline cd_vec4_mask cd_box_has_far_offset(cd_vec4 offset, cd_vec4 first) {
    double far = cd_vec4_max_abs(offset);
    return cd_vec4_mask_all((far > 0) & (cd_vec4_max_abs(offset + first) >= 0.5 * far));
}

static inline cd_box_frame cd_box_frame_of(const cd_shape *a, const cd_shape *b) {
    const cd_vec4 p = cd_vec4_read(&a->as.box.center), q = cd_vec4_read(&b->as.box.center);
    cd_box_frame f;
    for (int i = 0; i < 3; i++) {
        f.a[i] = cd_vec4_read(&a->as.box.axes[i]);
        f.b[i] = cd_vec4_read(&b->as.box.axes[i]);
    }
    f.origin = cd_box_local_origin(p, q);
    f.offset_a = p - f.origin;
    f.offset_b = q - f.origin;
    f.first_a = cd_vec4_combine(f.a, -cd_vec4_read(&a->as.box.half));
    f.first_b = cd_vec4_combine(f.b, -cd_vec4_read(&b->as.box.half));
    f.far_a = cd_box_has_far_offset(f.offset_a, f.first_a);
    f.far_b = cd_box_has_far_offset(f.offset_b, f.first_b);
    return f;
}

/// cd_core_between
static inline cd_vec4 cd_box_between(const cd_box_frame *f, cd_vec4 p, cd_vec4 q) {
    const cd_vec4 none = cd_vec4_all(0);
    cd_vec4 large = cd_vec4_select(f->far_a, f->offset_a, f->offset_a + p) -
                    cd_vec4_select(f->far_b, f->offset_b, f->offset_b + q);
    return large + (cd_vec4_select(f->far_a, p, none) - cd_vec4_select(f->far_b, q, none));
}

/// A corner's neighbour along an axis; 3: the corner.
static inline cd_vec4 cd_box_neighbour(cd_vec4 corner, int axis) {
    static const double signs[4][4] = {{-1, 1, 1, 1}, {1, -1, 1, 1}, {1, 1, -1, 1}, {1, 1, 1, 1}};
    return corner * cd_vec4_load(signs[axis]);
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

/// Frees the axis along which the boxes come nearest, and with it that of a parallel edge. Of these
/// the corners are those at which the edges overlap the least.
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
    if (c->free_a < 3 && c->free_b < 3 &&
        c->a[c->free_a] * x->r[c->free_a][c->free_b] * c->b[c->free_b] > 0)
        c->a = cd_box_neighbour(c->a, c->free_a);
}

/// The corners at the nearest points: at first those that lie towards the other centre. A factor
/// that is pulled away from its bound moves to the other one, or if the least lies between the edge
/// becomes free. False where two edges are free, or rounding hides which.
static inline bool cd_box_pair_nearest_corners(const cd_box_pair *x, const cd_box_frame *f,
                                               cd_box_corners *c) {
    enum { STEPS_MAX = 8 };
    const cd_vec4 half_a = cd_vec4_read(&x->a->as.box.half),
                  half_b = cd_vec4_read(&x->b->as.box.half), d = f->offset_a - f->offset_b;
    c->a = -cd_vec4_flip(half_a, x->side[CD_BOX_FACES_A]);
    c->b = cd_vec4_flip(half_b, x->side[CD_BOX_FACES_B]);
    c->free_a = c->free_b = 3;
    for (int step = 0; step < STEPS_MAX; step++) {
        cd_vec4 w = d + cd_vec4_combine(f->a, c->a) - cd_vec4_combine(f->b, c->b);
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

/// Whether GJK takes the corners of parallel edges that overlap the least, of which several pairs
/// are as near: it does if its first support points are at these edges, and clearly at an end.
static inline bool cd_box_pair_begins_at(const cd_box_pair *x, const cd_box_frame *f,
                                         const cd_box_corners *c, double clear) {
    cd_vec4 start = (f->offset_a + f->first_a) - (f->offset_b + f->first_b);
    return fabs(cd_vec4_dot(start, f->a[c->free_a])) > clear &&
           cd_box_pair_is_pulled_to(x, c, start, clear);
}

/// The gap between corners, of which an edge of one box, or parallel edges of both, have an end: as
/// try_edge and gap_of_feature of gjk.c do. p, q: those ends, from the centres; far_p, far_q: the
/// others. False where both ends are as near, or it lies at one.
static inline bool cd_box_gap_on_edge(const cd_box_frame *f, cd_vec4 p, cd_vec4 q, cd_vec4 far_p,
                                      cd_vec4 far_q, double clear, cd_box_gap *gap) {
    cd_vec4 w = cd_box_between(f, p, q), end = cd_box_between(f, far_p, far_q);
    cd_vec4 side_a = far_p - p, side_b = far_q - q, edge = side_a - side_b;
    double from_w = -cd_vec4_dot(w, edge), from_end = cd_vec4_dot(end, edge);
    double square = cd_vec4_length2(edge), least = clear * sqrt(square);
    double sum = from_w + from_end, of_w = from_end / sum, of_end = from_w / sum;
    double near_w = cd_vec4_length2(w), near_end = cd_vec4_length2(end);
    if (!(cd_min(from_w, from_end) > least) || near_w == near_end || of_w == of_end)
        return false;
    cd_vec4 near = near_w < near_end ? w : end;
    gap->v = cd_vec4_cross(edge, cd_vec4_cross(near, edge)) * (1 / square);
    bool at_w = of_w > of_end;
    double along = at_w ? of_end : -of_w;
    gap->size = cd_vec4_max_abs(at_w ? w : end);
    gap->point_a = f->offset_a + (at_w ? p : far_p) + along * side_a;
    gap->point_b = f->offset_b + (at_w ? q : far_q) + along * side_b;
    along = fabs(along);
    gap->by_a = !(along * cd_vec4_max_abs(side_a) < along * cd_vec4_max_abs(side_b));
    return true;
}

/// Whether the corners of the box's core are its half edges alone, none of them short or missing.
static inline bool cd_box_is_stout(const cd_shape *box) {
    cd_vec h = box->as.box.half;
    return !box->as.box.corners && cd_min(cd_min(h.x, h.y), h.z) > 0x1p-4 * cd_max_abs(h);
}

/// The separation of boxes that are apart, as cd_separate_generic; false where their
/// nearest features are others, or rounding could change them.
static inline bool cd_box_pair_separate_apart(const cd_box_pair *x, cd_separation *s) {
    const cd_shape *a = x->a, *b = x->b;
    double clear = cd_box_clear_slope * x->size, radius = a->radius + b->radius;
    if (!cd_box_pair_in_range(x) || !cd_box_is_stout(a) || !cd_box_is_stout(b) ||
        !(cd_box_pair_greatest_gap(x) > cd_box_clear_gap * x->size))
        return false;
    cd_box_frame f = cd_box_frame_of(a, b);
    cd_box_corners c;
    if (!cd_box_pair_nearest_corners(x, &f, &c))
        return false;
    cd_vec4 p = cd_vec4_combine(f.a, c.a), q = cd_vec4_combine(f.b, c.b);
    cd_box_gap gap = {cd_box_between(&f, p, q), f.offset_a + p, f.offset_b + q, .by_a = true};
    if (c.free_a < 3 || c.free_b < 3) {
        cd_vec4 far_p = cd_vec4_combine(f.a, cd_box_neighbour(c.a, c.free_a)),
                far_q = cd_vec4_combine(f.b, cd_box_neighbour(c.b, c.free_b));
        bool parallel = c.free_a < 3 && c.free_b < 3;
        if (!cd_box_gap_on_edge(&f, p, q, far_p, far_q, clear, &gap) ||
            (parallel && !cd_box_pair_begins_at(x, &f, &c, clear)))
            return false;
    }
    double distance = sqrt(cd_vec4_length2(gap.v));
    double longest = cd_max(cd_max_abs(a->as.box.half), cd_max_abs(b->as.box.half));
    if (!cd_box_pair_is_pulled_to(x, &c, gap.v, clear) || fabs(distance - radius) <= clear ||
        distance <= 0x1p-3 * cd_max(longest, gap.size))
        return false;
    cd_vec n3 = cd_normalized(cd_vec4_vec(gap.v), (cd_vec){0, 1, 0});
    cd_vec4 n = cd_vec4_of(n3) + 0; // no -0
    if (gap.by_a)
        gap.point_a = gap.point_b + distance * n;
    else
        gap.point_b = gap.point_a - distance * n;
    s->distance = distance - radius;
    cd_vec4_put(s, offsetof(cd_separation, normal), n);
    cd_vec4_put(s, offsetof(cd_separation, point_a), gap.point_a - a->radius * n + f.origin);
    s->point_b = cd_vec4_vec(gap.point_b + b->radius * n + f.origin);
    return true;
}

#endif
