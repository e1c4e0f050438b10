// The separating axis test of two boxes in 3D, inlined into what is asked of them (box_box.c and
// manifold/box_box_manifold.c). Its axes are the three face normals of each and the nine cross
// products of an edge of each (Gottschalk, Lin and Manocha 1996). In the axes of a, with
// R[i][j] = a_i . b_j and t from b to a, every axis takes a few products; three are done at a time.
// If none separates the cores, the one with the least overlap gives the depth, and the features
// that touch along it the points. Results that rounding could change are left to the generic path.
#ifndef COLLIDE_NARROW_BOX_BOX_BOX_SAT_H
#define COLLIDE_NARROW_BOX_BOX_BOX_SAT_H

#include "collide/math/tolerance.h"
#include "collide/narrow/box/aligned_boxes.h"
#include "collide/narrow/box/box_faces.h"
#include "collide/narrow/gjk/separation.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec4_lanes.h"

#include <float.h>

CD_VEC4_READABLE(cd_shape, as.box.center);
CD_VEC4_READABLE(cd_shape, as.box.half);
CD_VEC4_READABLE(cd_shape, as.box.min);
CD_VEC4_READABLE(cd_shape, as.box.max);
CD_VEC4_READABLE(cd_shape, as.box.axes[2]);

/// The groups of three axes: the faces of b, of a, and each edge of a with those of b.
enum {
    CD_BOX_FACES_B,
    CD_BOX_FACES_A,
    CD_BOX_EDGES,
    CD_BOX_AXIS_GROUPS = CD_BOX_EDGES + 3,
};

/// Edges at an angle whose squared sine is smaller are nearly parallel: their cross product has
/// lost digits, and its overlap is computed apart.
static const double cd_box_parallel_edges = 0.01;
/// The cosine of axes that are perpendicular to rounding.
static const double cd_box_perpendicular = 4 * DBL_EPSILON;
/// The gap of an axis that is left out: less than that of any other.
static const double cd_box_no_gap = -0x1p300;

/// Two boxes and all their axes.
///   columns  of the matrices whose rows are the axes of a and b
///   gap      by how far each axis separates the cores, negative where they overlap; side: where
///   a's
///            centre lies along it from b's. Those of edges are both too small by the factor of the
///            length of their cross product, whose square is `square`
typedef struct cd_box_pair {
    const cd_shape *a, *b;
    double size, noise; // the largest coordinate, and the rounding of the gaps
    cd_vec4 columns_a[3], columns_b[3], r[3];
    cd_vec4 gap[CD_BOX_AXIS_GROUPS], side[CD_BOX_AXIS_GROUPS], square[3];
    cd_vec4_mask parallel[3]; // pairs of edges that are nearly so
} cd_box_pair;

/// The axis of the least overlap and what it is made of: a face of a or of b, or two edges.
typedef struct cd_box_axis {
    double gap, length, inverse; // gap: minus the overlap; of the length of n
    cd_vec4 n;                   // from b to a
    bool by_edges, by_face_of_a;
    bool by_parallel; // edges that were left out overlap less
    bool exact;       // the gap is rounded once
    int i, j;         // the numbers of the axes in a, in b; of a face both are its number
} cd_box_axis;

/// The features that touch along it: the components of n along the axes of both boxes, and the
/// points, each from its box's centre.
typedef struct cd_box_features {
    cd_vec4 height_a, height_b, on_a, on_b;
    cd_vec4 in_b;  // on_b in the axes of b
    cd_vec4 p, q;  // corners of the features of a and of b; of a face none
    cd_vec4 shift; // from such a corner, or the middle of what lies along a face, to the point
} cd_box_features;

/// Measures all axes. Those of a_i x b_j by Lagrange's identity, their length from 1 - R[i][j]^2.
static inline void cd_box_pair_measure(cd_box_pair *x, const cd_shape *a, const cd_shape *b) {
    const cd_vec *u = a->as.box.axes, ha = a->as.box.half, hb = b->as.box.half;
    const double half[3] = {ha.x, ha.y, ha.z};
    const cd_vec4 of_a[3] = {cd_vec4_read(&u[0]), cd_vec4_read(&u[1]), cd_vec4_read(&u[2])};
    const cd_vec *v = b->as.box.axes;
    const cd_vec4 of_b[3] = {cd_vec4_read(&v[0]), cd_vec4_read(&v[1]), cd_vec4_read(&v[2])};
    const cd_vec4 p = cd_vec4_read(&a->as.box.center), q = cd_vec4_read(&b->as.box.center);
    const cd_vec4 half_a = cd_vec4_read(&a->as.box.half), half_b = cd_vec4_read(&b->as.box.half);
    const cd_vec4 next_b = cd_vec4_yzx(half_b), last_b = cd_vec4_zxy(half_b);
    const cd_vec4 d = p - q;
    cd_vec4 *ca = x->columns_a, *cb = x->columns_b, *r = x->r, size[3], by_a[3];
    x->a = a;
    x->b = b;
    x->size = cd_vec4_most(cd_vec4_max(cd_vec4_abs(p), cd_vec4_abs(q))) +
              cd_vec4_sum3(cd_vec4_max(half_a, half_b));
    x->noise = CD_CLOSED_FORM_DOUBT * x->size;
    cd_vec4_transpose(of_a, ca);
    cd_vec4_transpose(of_b, cb);
    for (int i = 0; i < 3; i++) {
        r[i] = u[i].x * cb[0] + u[i].y * cb[1] + u[i].z * cb[2];
        size[i] = cd_vec4_abs(r[i]);
    }
    cd_vec4_transpose(size, by_a);
    cd_vec4 side_a = cd_vec4_combine(ca, d), side_b = cd_vec4_combine(cb, d);
    const cd_vec4 t[3] = {cd_vec4_lane(side_a, 0), cd_vec4_lane(side_a, 1),
                          cd_vec4_lane(side_a, 2)};
    x->side[CD_BOX_FACES_B] = side_b;
    x->side[CD_BOX_FACES_A] = side_a;
    x->gap[CD_BOX_FACES_B] =
        cd_vec4_abs(side_b) - (half_b + ha.x * size[0] + ha.y * size[1] + ha.z * size[2]);
    x->gap[CD_BOX_FACES_A] =
        cd_vec4_abs(side_a) - (half_a + hb.x * by_a[0] + hb.y * by_a[1] + hb.z * by_a[2]);
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        cd_vec4 reach = half[k] * size[l] + half[l] * size[k] + next_b * cd_vec4_zxy(size[i]) +
                        last_b * cd_vec4_yzx(size[i]);
        x->side[CD_BOX_EDGES + i] = t[l] * r[k] - t[k] * r[l];
        x->gap[CD_BOX_EDGES + i] = cd_vec4_abs(x->side[CD_BOX_EDGES + i]) - reach;
        x->square[i] = r[k] * r[k] + r[l] * r[l];
    }
}

static inline double cd_box_pair_greatest_gap(const cd_box_pair *x) {
    cd_halves most = cd_vec4_halves(x->gap[0]);
    for (int g = 1; g < CD_BOX_AXIS_GROUPS; g++)
        most = cd_halves_max(x->gap[g], most);
    return cd_halves_greatest(most);
}

/// Whether squares of the sizes do not underflow.
static inline bool cd_box_pair_in_range(const cd_box_pair *x) { return x->noise > 0x1p-120; }

/// Leaves out pairs of edges whose cross product is the normal of a face of one of the boxes: both
/// edges are perpendicular to it, to rounding. If the boxes are turned about one axis, so are all.
/// Turning a box by that rounding, which moves it by less than the noise, makes them exactly so.
static inline void cd_box_pair_drop_faces_of_edges(cd_box_pair *x) {
    cd_vec4_mask across[3];
    for (int i = 0; i < 3; i++)
        across[i] = cd_vec4_abs(x->r[i]) <= cd_box_perpendicular;
    for (int i = 0; i < 3; i++) {
        cd_vec4_mask by_a = across[(i + 1) % 3] | across[(i + 2) % 3],
                     by_b = (cd_vec4_mask)cd_vec4_yzx((cd_vec4)across[i]) |
                            (cd_vec4_mask)cd_vec4_zxy((cd_vec4)across[i]);
        x->gap[CD_BOX_EDGES + i] =
            cd_vec4_select(by_a | by_b, cd_vec4_all(cd_box_no_gap), x->gap[CD_BOX_EDGES + i]);
    }
}

/// Leaves out pairs of edges that are nearly parallel; returns whether there are any of which the
/// axis is to be computed apart.
static inline bool cd_box_pair_drop_parallel(cd_box_pair *x) {
    cd_box_pair_drop_faces_of_edges(x);
    for (int i = 0; i < 3; i++) {
        x->parallel[i] =
            (x->square[i] < cd_box_parallel_edges) & (x->gap[CD_BOX_EDGES + i] > cd_box_no_gap);
        x->gap[CD_BOX_EDGES + i] =
            cd_vec4_select(x->parallel[i], cd_vec4_all(cd_box_no_gap), x->gap[CD_BOX_EDGES + i]);
    }
    return (cd_vec4_bits(x->parallel[0] | x->parallel[1] | x->parallel[2]) & 7) != 0;
}

/// The greatest gap along the cross products of edges that are nearly parallel, each normalised
/// first with all its digits.
static inline double cd_box_pair_parallel_gap(const cd_box_pair *x) {
    const cd_vec *a = x->a->as.box.axes, *b = x->b->as.box.axes;
    const cd_vec ha = x->a->as.box.half, hb = x->b->as.box.half;
    const double half_a[3] = {ha.x, ha.y, ha.z}, half_b[3] = {hb.x, hb.y, hb.z};
    const cd_vec between = cd_sub(x->a->as.box.center, x->b->as.box.center);
    double most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (!x->parallel[i][j])
                continue;
            cd_vec n = cd_cross(a[i], b[j]);
            n = cd_scale(n, 1 / cd_length(n));
            double gap = fabs(cd_dot(between, n));
            for (int k = 0; k < 3; k++)
                gap -= half_a[k] * fabs(cd_dot(a[k], n)) + half_b[k] * fabs(cd_dot(b[k], n));
            most = cd_max(most, gap);
        }
    }
    return most;
}

/// Whether two edges separate the cores by more than the margin: their gaps are compared with the
/// length of the cross product multiplied in.
static inline bool cd_box_pair_edges_separate(const cd_box_pair *x, double margin) {
    unsigned separate = 0;
    for (int i = 0; i < 3; i++) {
        cd_vec4 gap = x->gap[CD_BOX_EDGES + i];
        separate |= 7 & cd_vec4_bits((gap > 0) & (gap * gap > margin * margin * x->square[i]));
    }
    return separate != 0;
}

/// The axis of the greatest gap, which is the least overlap; of several that are equal to rounding
/// the first, so that a face goes before edges. The gaps are compared by their squares with their
/// signs, whose last bits hold the number of the axis: where they are positive, 31 less that.
static inline cd_box_axis cd_box_pair_widest_axis(const cd_box_pair *x) {
    cd_halves least = cd_vec4_halves(cd_vec4_all(-INFINITY));
    for (int g = 0; g < CD_BOX_AXIS_GROUPS; g++) {
        cd_vec4_mask axis = {4 * g, 4 * g + 1, 4 * g + 2, 4 * g + 3};
        cd_vec4 square = cd_vec4_flip(x->gap[g] * x->gap[g], x->gap[g]);
        if (g >= CD_BOX_EDGES)
            square /= x->square[g - CD_BOX_EDGES] + 0x1p-100; // it may be 0 where left out
        cd_vec4_mask coarse = (cd_vec4_mask)square & ~(int64_t)31;
        axis ^= 31 & (coarse > 0);
        least = cd_halves_max((cd_vec4)(coarse | axis), least);
    }
    double best = cd_halves_greatest(least);
    int64_t bits;
    memcpy(&bits, &best, sizeof bits);
    int number = (int)(bits & 31) ^ (bits > 31 ? 31 : 0);
    int g = number >> 2, j = number & 3, i = g - CD_BOX_EDGES;
    double side = copysign(1, x->side[g][j]);
    if (g < CD_BOX_EDGES) {
        const cd_shape *box = g == CD_BOX_FACES_A ? x->a : x->b;
        return (cd_box_axis){.gap = x->gap[g][j],
                             .length = 1,
                             .inverse = 1,
                             .n = side * cd_vec4_read(&box->as.box.axes[j]),
                             .by_face_of_a = g == CD_BOX_FACES_A,
                             .i = j,
                             .j = j};
    }
    double length = sqrt(x->square[i][j]), inverse = 1 / length;
    cd_vec n = cd_scale(cd_cross(x->a->as.box.axes[i], x->b->as.box.axes[j]), side);
    return (cd_box_axis){.gap = x->gap[g][j] * inverse,
                         .length = length,
                         .inverse = inverse,
                         .n = {n.x, n.y, n.z},
                         .by_edges = true,
                         .i = i,
                         .j = j};
}

/// The corner of a box, from its centre, farthest along the direction with these components along
/// its axes; without the component along axis `free` (3: none is free). False where rounding makes
/// two corners equally far.
static inline bool cd_box_support_point(const cd_shape *box, cd_vec4 height, int free, double noise,
                                        cd_vec4 *corner) {
    static const double without[4][4] = {{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}};
    const cd_vec *u = box->as.box.axes;
    const cd_vec4 rows[3] = {cd_vec4_read(&u[0]), cd_vec4_read(&u[1]), cd_vec4_read(&u[2])};
    cd_vec4 half = cd_vec4_read(&box->as.box.half);
    cd_vec4_mask sign = (cd_vec4_mask)height & INT64_MIN;
    unsigned doubt = cd_vec4_bits(cd_vec4_abs(height * half) <= noise) & 7 & ~(1u << free);
    half *= cd_vec4_load(without[free]);
    *corner = cd_vec4_combine(rows, (cd_vec4)((cd_vec4_mask)half | sign));
    return doubt == 0;
}

/// Whether a point, given in the axes of a box, lies in it.
static inline bool cd_box_contains(const cd_shape *box, cd_vec4 p, double noise) {
    cd_vec4 half = cd_vec4_read(&box->as.box.half);
    return (cd_vec4_bits(cd_vec4_abs(p) <= half + noise) & 7) == 7;
}

/// cd_box_shared_face of the face of one box and the feature of the other along an axis.
static inline bool cd_box_pair_shares_face(const cd_box_pair *x, const cd_box_axis *w, double doubt,
                                           cd_vec4 *middle, cd_vec4 *shift) {
    cd_vec n = cd_vec4_vec(w->n), on, off;
    const cd_shape *face = w->by_face_of_a ? x->a : x->b, *other = w->by_face_of_a ? x->b : x->a;
    if (!cd_box_shared_face(face, w->j, w->by_face_of_a ? cd_negate(n) : n, other, doubt, &on,
                            &off))
        return false;
    *middle = cd_vec4_of(on);
    *shift = cd_vec4_of(off);
    return true;
}

/// Finds the points that touch along the axis: a corner of one and a face of the other, or two
/// edges. After the translation of a along the axis each lies on both boxes; returns false where it
/// does not, because rounding chose the wrong feature.
static inline bool cd_box_pair_features(const cd_box_pair *x, const cd_box_axis *w,
                                        cd_box_features *at) {
    double noise = 8 * x->noise, far = noise * w->length;
    cd_vec4 between = cd_vec4_read(&x->a->as.box.center) - cd_vec4_read(&x->b->as.box.center);
    cd_vec4 out = w->gap * w->inverse * w->n; // from point_b to point_a
    at->shift = cd_vec4_all(0);
    at->height_a = cd_vec4_combine(x->columns_a, w->n);
    at->height_b = cd_vec4_combine(x->columns_b, w->n);
    if (!w->by_edges) {
        cd_vec4_mask of_a = cd_vec4_mask_all(w->by_face_of_a);
        const cd_shape *const other[2] = {x->a, x->b};
        cd_vec4 p, height = cd_vec4_select(of_a, at->height_b, -at->height_a);
        bool clear = cd_box_support_point(other[w->by_face_of_a], height, 3, far, &p);
        if (!clear && !cd_box_pair_shares_face(x, w, far, &p, &at->shift))
            return false;
        at->p = at->q = p;
        at->on_a = cd_vec4_select(of_a, p + at->shift + out - between, p + at->shift);
        at->on_b = at->on_a - out + between;
        at->in_b = cd_vec4_combine(x->columns_b, at->on_b);
        return cd_box_contains(x->b, at->in_b, noise) &
               cd_box_contains(x->a, cd_vec4_combine(x->columns_a, at->on_a), noise);
    }
    // The edges a_i through p and b_j through q: |p + s a_i - q - t b_j| is least where two linear
    // equations hold, which are solved for s.
    int i = w->i, j = w->j;
    bool clear = cd_box_support_point(x->a, -at->height_a, i, far, &at->p) &
                 cd_box_support_point(x->b, at->height_b, j, far, &at->q);
    cd_vec4 a = cd_vec4_read(&x->a->as.box.axes[i]), b = cd_vec4_read(&x->b->as.box.axes[j]);
    cd_vec4 off = between + at->p - at->q;
    double along = x->r[i][j] * cd_vec4_dot(off, b) - cd_vec4_dot(off, a);
    along *= w->inverse * w->inverse;
    at->on_a = at->p + along * a;
    at->on_b = at->on_a - out + between;
    at->in_b = cd_vec4_combine(x->columns_b, at->on_b);
    const cd_vec4 half = cd_vec4_read(&x->a->as.box.half);
    return clear & cd_box_contains(x->b, at->in_b, noise) & (fabs(along) <= half[i]);
}

/// A corner of a box, given from its centre, as the sum of a point and what leads from there to it.
/// The corners of a box that is given by them are exact, while its centre is rounded as they are.
static inline cd_vec4 cd_box_anchor(const cd_shape *box, cd_vec4 corner, cd_vec4 *rest) {
    cd_vec4 center = cd_vec4_read(&box->as.box.center);
    *rest = corner;
    if (!box->as.box.corners)
        return center;
    *rest = cd_vec4_all(0);
    cd_vec4 side =
        cd_vec4_select(corner < 0, cd_vec4_read(&box->as.box.min), cd_vec4_read(&box->as.box.max));
    return cd_vec4_select(corner == 0, center, side);
}

/// The vector from a corner q of b to a corner p of a, each given from the centre of its box.
static inline cd_vec4 cd_box_pair_between(const cd_box_pair *x, cd_vec4 p, cd_vec4 q) {
    cd_vec4 rest_a, rest_b;
    cd_vec4 between = cd_box_anchor(x->a, p, &rest_a) - cd_box_anchor(x->b, q, &rest_b);
    return between + rest_a - rest_b;
}

/// The gap along an axis from the corners there, in fewer roundings than that of the search.
static inline double cd_box_pair_gap_along(const cd_box_pair *x, const cd_box_axis *w) {
    cd_vec4 p, q;
    cd_box_support_point(x->a, -cd_vec4_combine(x->columns_a, w->n), 3, 0, &p);
    cd_box_support_point(x->b, cd_vec4_combine(x->columns_b, w->n), 3, 0, &q);
    return cd_vec4_dot(cd_box_pair_between(x, p, q), w->n) * w->inverse;
}

/// A gap is much larger than its rounding above this part of the size.
static const double cd_box_clear_gap = 0x1p-20;

/// Whether the face across an axis has no point in common with the other box along it: they are
/// apart along another axis of the same box, too.
static inline bool cd_box_pair_is_beside_face(const cd_box_pair *x, const cd_box_axis *w) {
    cd_vec4 gap = x->gap[w->by_face_of_a ? CD_BOX_FACES_A : CD_BOX_FACES_B];
    unsigned apart = cd_vec4_bits(gap > cd_vec4_all(x->noise)) & 7;
    return !w->by_edges && (apart & ~(1u << w->j)) != 0;
}

/// The widest axis of boxes that are clearly apart, after cd_box_pair_search has left out edges
/// that are nearly parallel: where the features along an axis meet, no other one is wider. False
/// where they are not apart, or are not nearest along it.
static inline bool cd_box_pair_search_apart(const cd_box_pair *x, cd_box_axis *w) {
    if (!cd_box_pair_in_range(x))
        return false;
    *w = cd_box_pair_widest_axis(x);
    if (cd_box_pair_is_beside_face(x, w))
        return false;
    if (w->by_edges) { // more exact than by Lagrange's identity
        w->length = sqrt(cd_vec4_length2(w->n));
        w->inverse = 1 / w->length;
    }
    w->gap = cd_box_pair_gap_along(x, w);
    return w->gap > cd_box_clear_gap * x->size;
}

/// The coordinate that an axis of a box is along, exactly; -1: none.
static inline int cd_box_coordinate_of(cd_vec axis) {
    int zeros = (axis.x == 0) + (axis.y == 0) + (axis.z == 0);
    if (zeros != 2)
        return -1;
    return axis.x != 0 ? 0 : axis.y != 0 ? 1 : 2;
}

static inline int cd_box_axis_along(const cd_shape *box, int coordinate) {
    for (int i = 0; i < 3; i++)
        if (cd_box_coordinate_of(box->as.box.axes[i]) == coordinate)
            return i;
    return -1;
}

/// Boxes that touch, to rounding, along a coordinate axis which both have, while they overlap by
/// more along all others: *w is that axis, with its gap rounded once. False for others. Not inline,
/// so that the search has registers for what is usual.
static __attribute__((noinline)) bool cd_box_pair_search_touch(cd_box_pair *x, cd_box_axis *w) {
    *w = cd_box_pair_widest_axis(x);
    int c = w->by_edges ? -1 : cd_box_coordinate_of(cd_vec4_vec(w->n));
    int i = c < 0 ? -1 : cd_box_axis_along(x->a, c), j = c < 0 ? -1 : cd_box_axis_along(x->b, c);
    if (i < 0 || j < 0)
        return false;
    x->gap[CD_BOX_FACES_A][i] = x->gap[CD_BOX_FACES_B][j] = cd_box_no_gap;
    if (!(cd_box_pair_greatest_gap(x) < -x->noise))
        return false;
    w->exact = true;
    w->gap = w->n[c] > 0 ? cd_box_gap_along_coordinate(x->a, i, x->b, j, c)
                         : cd_box_gap_along_coordinate(x->b, j, x->a, i, c);
    return true;
}

/// CD_MISSES: some axis separates the rounded boxes by more than the margin. CD_MEETS: the cores
/// overlap, or touch along a coordinate axis of both, and *w is the axis of their least overlap.
static inline cd_verdict cd_box_pair_search(cd_box_pair *x, double margin, cd_box_axis *w) {
    if (!cd_box_pair_in_range(x))
        return CD_UNKNOWN;
    double parallel_gap = -INFINITY, most = margin, radius = x->a->radius + x->b->radius;
    margin = cd_max(margin + radius, 0) + x->noise;
    bool has_parallel = cd_box_pair_drop_parallel(x);
    double gap = cd_box_pair_greatest_gap(x);
    if (has_parallel && gap <= margin)
        parallel_gap = cd_box_pair_parallel_gap(x);
    if (gap > margin || parallel_gap > margin)
        return CD_MISSES;
    if (fabs(gap) <= x->noise && parallel_gap < -x->noise && cd_box_pair_search_touch(x, w))
        return w->gap - radius <= most ? CD_MEETS : CD_MISSES;
    if (gap >= 0)
        return cd_box_pair_edges_separate(x, margin) ? CD_MISSES : CD_UNKNOWN;
    *w = cd_box_pair_widest_axis(x);
    w->by_parallel = parallel_gap > w->gap;
    return cd_max(w->gap, parallel_gap) < -x->noise ? CD_MEETS : CD_UNKNOWN;
}

/// The separation of boxes of which one is given by its corners, from those that touch. Its centre
/// is rounded as the far corner is.
/// Without it: tests/collide/narrow/devices_spec.lua "measures boxes from the corners that they are
/// given by"
static inline void cd_box_pair_separate_corners(const cd_box_pair *x, const cd_box_axis *w,
                                                const cd_box_features *at, cd_separation *s) {
    cd_vec4 n = w->n * w->inverse, p = at->p, q = at->q, rest_a, rest_b;
    if (!w->by_edges && w->by_face_of_a)
        cd_box_support_point(x->a, -at->height_a, 3, 0, &p);
    else if (!w->by_edges)
        cd_box_support_point(x->b, at->height_b, 3, 0, &q);
    cd_vec4 between = cd_box_pair_between(x, p, q);
    cd_vec4 on_a = cd_box_anchor(x->a, p, &rest_a) + rest_a + at->shift;
    double gap = w->exact ? w->gap : cd_vec4_dot(between, w->n) * w->inverse;
    if (w->by_edges) {
        const cd_vec4 a = cd_vec4_read(&x->a->as.box.axes[w->i]),
                      b = cd_vec4_read(&x->b->as.box.axes[w->j]);
        double along = x->r[w->i][w->j] * cd_vec4_dot(between, b) - cd_vec4_dot(between, a);
        on_a += along * w->inverse * w->inverse * a;
    } else if (w->by_face_of_a) {
        on_a = cd_box_anchor(x->b, q, &rest_b) + rest_b + at->shift + gap * n;
    }
    s->distance = gap - (x->a->radius + x->b->radius);
    s->normal = cd_vec4_vec(n + 0); // no -0
    s->point_a = cd_vec4_vec(on_a - x->a->radius * n);
    s->point_b = cd_vec4_vec(on_a - (gap - x->b->radius) * n);
}

/// The separation of boxes along their widest axis; false where its features are not certain, or
/// the nearest points lie on others: at a vertex and an edge, or at two vertices.
static inline bool cd_box_pair_separation(const cd_box_pair *x, const cd_box_axis *w,
                                          cd_box_features *at, cd_separation *s) {
    if (w->by_parallel || !cd_box_pair_features(x, w, at))
        return false;
    if (x->a->as.box.corners | x->b->as.box.corners) {
        cd_box_pair_separate_corners(x, w, at, s);
        return true;
    }
    double radius_a = x->a->radius, radius_b = x->b->radius;
    cd_vec4 n = w->n * w->inverse;
    s->distance = w->gap - (radius_a + radius_b);
    cd_vec4_put(s, offsetof(cd_separation, normal), n + 0); // no -0
    cd_vec4_put(s, offsetof(cd_separation, point_a),
                cd_vec4_read(&x->a->as.box.center) + at->on_a - radius_a * n);
    s->point_b = cd_vec4_vec(cd_vec4_read(&x->b->as.box.center) + at->on_b + radius_b * n);
    return true;
}

#endif
