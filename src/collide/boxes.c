// Two boxes in space by their separating axes (Gottschalk, Lin and Manocha 1996): the three of each
// and the nine across an edge of both. In the axes of a, with R[i][j] = a_i . b_j and t from b to
// a, every axis is a few products. An axis that parts them ends the search; if none does, the one
// with the least overlap is the way out, and the features that meet along it give the points. What
// rounding could decide is left to the generic path.
#include "collide/separate.h"

#include <float.h>

typedef struct {
    const cd_vec *a, *b; // axes
    double half_a[3], half_b[3];
    double r[3][3], t[3]; // t: from b to a, in the axes of a
    cd_vec between;
    double noise, margin;
    // the least overlap so far, as a negative gap; the axis points from b to a
    double gap;
    cd_vec normal;
    int face_a, face_b; // which axes made it; -1 none
} boxes;

static inline boxes boxes_of(const cd_shape *a, const cd_shape *b) {
    cd_vec ha = a->as.box.half, hb = b->as.box.half;
    boxes x = {.a = a->as.box.axes,
               .b = b->as.box.axes,
               .half_a = {ha.x, ha.y, ha.z},
               .half_b = {hb.x, hb.y, hb.z},
               .gap = -INFINITY};
    x.between = cd_sub(a->as.box.center, b->as.box.center);
    for (int i = 0; i < 3; i++) {
        x.t[i] = cd_dot(x.a[i], x.between);
        for (int j = 0; j < 3; j++)
            x.r[i][j] = cd_dot(x.a[i], x.b[j]);
    }
    double size = cd_max(cd_max_abs(a->as.box.center), cd_max_abs(b->as.box.center));
    x.noise = 32 * DBL_EPSILON * (size + ha.x + ha.y + ha.z + hb.x + hb.y + hb.z);
    return x;
}

// Whether this axis parts them by more than the margin.
static inline bool try_axis(boxes *x, double gap, double side, cd_vec axis, int i, int j) {
    if (gap > x->gap) {
        x->gap = gap;
        x->normal = side < 0 ? cd_negate(axis) : axis;
        x->face_a = i;
        x->face_b = j;
    }
    return gap > x->margin + x->noise;
}

static inline bool faces_part(boxes *x) {
    for (int j = 0; j < 3; j++) {
        double side = x->t[0] * x->r[0][j] + x->t[1] * x->r[1][j] + x->t[2] * x->r[2][j];
        double reach = x->half_b[j];
        for (int i = 0; i < 3; i++)
            reach += x->half_a[i] * fabs(x->r[i][j]);
        if (try_axis(x, fabs(side) - reach, side, x->b[j], -1, j))
            return true;
    }
    for (int i = 0; i < 3; i++) {
        double reach = x->half_a[i];
        for (int j = 0; j < 3; j++)
            reach += x->half_b[j] * fabs(x->r[i][j]);
        if (try_axis(x, fabs(x->t[i]) - reach, x->t[i], x->a[i], i, -1))
            return true;
    }
    return false;
}

// Edges that are nearly parallel: the axis first, with all its digits.
static bool narrow_edges_part(boxes *x, int i, int j) {
    cd_vec n = cd_cross(x->a[i], x->b[j]);
    double square = cd_length2(n);
    if (!(square > 16 * DBL_EPSILON * DBL_EPSILON))
        return false; // across them any axis has the other faces' heights
    n = cd_scale(n, 1 / sqrt(square));
    double side = cd_dot(x->between, n), reach = 0;
    for (int k = 0; k < 3; k++)
        reach += x->half_a[k] * fabs(cd_dot(x->a[k], n)) + x->half_b[k] * fabs(cd_dot(x->b[k], n));
    return try_axis(x, fabs(side) - reach, side, n, i, j);
}

// a_i x b_j: its heights by Lagrange's identity, its length from 1 - R[i][j]^2.
static inline bool edges_part(boxes *x) {
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            int m = (j + 1) % 3, n = (j + 2) % 3;
            double square = x->r[k][j] * x->r[k][j] + x->r[l][j] * x->r[l][j];
            if (square < 0.01) {
                if (narrow_edges_part(x, i, j))
                    return true;
                continue;
            }
            double inverse = 1 / sqrt(square);
            double side = (x->t[l] * x->r[k][j] - x->t[k] * x->r[l][j]) * inverse;
            double reach = x->half_a[k] * fabs(x->r[l][j]) + x->half_a[l] * fabs(x->r[k][j]) +
                           x->half_b[m] * fabs(x->r[i][n]) + x->half_b[n] * fabs(x->r[i][m]);
            double gap = fabs(side) - reach * inverse;
            if (gap > x->gap) {
                cd_vec axis = cd_scale(cd_cross(x->a[i], x->b[j]), inverse);
                if (try_axis(x, gap, side, axis, i, j))
                    return true;
            }
        }
    }
    return false;
}

// Only whether they overlap: the same heights, but those across edges as they come, up to 1 times
// too small. CD_UNKNOWN also where edges are nearly parallel.
static inline cd_verdict overlap(const boxes *x) {
    double worst = -INFINITY;
    for (int i = 0; i < 3; i++) {
        double gap = fabs(x->t[i]) - x->half_a[i];
        for (int j = 0; j < 3; j++)
            gap -= x->half_b[j] * fabs(x->r[i][j]);
        worst = cd_max(worst, gap);
    }
    if (worst > x->noise)
        return CD_MISSES;
    for (int j = 0; j < 3; j++) {
        double gap = fabs(x->t[0] * x->r[0][j] + x->t[1] * x->r[1][j] + x->t[2] * x->r[2][j]);
        for (int i = 0; i < 3; i++)
            gap -= x->half_a[i] * fabs(x->r[i][j]);
        worst = cd_max(worst, gap - x->half_b[j]);
    }
    if (worst > x->noise)
        return CD_MISSES;
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            int m = (j + 1) % 3, n = (j + 2) % 3;
            double gap = fabs(x->t[l] * x->r[k][j] - x->t[k] * x->r[l][j]) -
                         x->half_a[k] * fabs(x->r[l][j]) - x->half_a[l] * fabs(x->r[k][j]) -
                         x->half_b[m] * fabs(x->r[i][n]) - x->half_b[n] * fabs(x->r[i][m]);
            worst = cd_max(worst, gap);
        }
    }
    return worst > x->noise ? CD_MISSES : worst < -x->noise ? CD_MEETS : CD_UNKNOWN;
}

// The corner of a box (from its centre) farthest along n, without its part along axis `free`.
// False where two corners are as far.
static bool corner(const cd_vec *axes, const double *half, cd_vec n, int free, double noise,
                   cd_vec *result) {
    cd_vec p = {0, 0, 0};
    bool clear = true;
    for (int k = 0; k < 3; k++) {
        if (k == free)
            continue;
        double height = cd_dot(axes[k], n) * half[k];
        clear &= fabs(height) > noise;
        p = cd_add_scaled(p, copysign(half[k], height), axes[k]);
    }
    *result = p;
    return clear;
}

static bool within(const cd_vec *axes, const double *half, cd_vec p, double noise) {
    for (int k = 0; k < 3; k++)
        if (!(fabs(cd_dot(p, axes[k])) <= half[k] + noise))
            return false;
    return true;
}

// The points along the way out: a corner of one against a face of the other, or two edges. Each is
// on both once a has gone that way; if rounding made it another feature, it is not.
static bool points(const boxes *x, const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_vec n = x->normal, inwards = cd_negate(n), p, q;
    cd_vec out = cd_scale(n, x->gap); // from point_b to point_a
    double noise = 8 * x->noise;
    if (x->face_a < 0) {
        if (!corner(x->a, x->half_a, inwards, -1, noise, &p))
            return false;
        s->point_a = cd_add(a->as.box.center, p);
        s->point_b = cd_sub(s->point_a, out);
        return within(x->b, x->half_b, cd_sub(s->point_b, b->as.box.center), noise);
    }
    if (x->face_b < 0) {
        if (!corner(x->b, x->half_b, n, -1, noise, &q))
            return false;
        s->point_b = cd_add(b->as.box.center, q);
        s->point_a = cd_add(s->point_b, out);
        return within(x->a, x->half_a, cd_sub(s->point_a, a->as.box.center), noise);
    }
    int i = x->face_a, j = x->face_b;
    if (!corner(x->a, x->half_a, inwards, i, noise, &p) ||
        !corner(x->b, x->half_b, n, j, noise, &q))
        return false;
    // |p + s a_i - q - t b_j| is least: two linear equations, solved for s.
    double cosine = x->r[i][j], square = 1 - cosine * cosine;
    cd_vec w = cd_add(x->between, cd_sub(p, q));
    double along = (cosine * cd_dot(w, x->b[j]) - cd_dot(w, x->a[i])) / square;
    s->point_a = cd_add(a->as.box.center, cd_add_scaled(p, along, x->a[i]));
    s->point_b = cd_sub(s->point_a, out);
    return fabs(along) <= x->half_a[i] && square > 0.01 &&
           within(x->b, x->half_b, cd_sub(s->point_b, b->as.box.center), noise);
}

CD_HOT cd_verdict cd_separate_boxes(const cd_shape *a, const cd_shape *b, double margin,
                                    cd_separation *s) {
    double radii = a->radius + b->radius;
    boxes x = boxes_of(a, b);
    if (!(x.noise > 0x1p-120 && x.noise < 0x1p120))
        return CD_UNKNOWN;
    x.margin = margin + radii;
    if (!s && x.margin == 0) {
        cd_verdict verdict = overlap(&x);
        if (verdict != CD_UNKNOWN)
            return verdict;
    }
    if (faces_part(&x) || edges_part(&x))
        return CD_MISSES;
    if (!(x.gap < -x.noise))
        return CD_UNKNOWN;
    if (!s)
        return CD_MEETS;
    s->distance = x.gap;
    s->normal = x.normal;
    if (!points(&x, a, b, s))
        return CD_UNKNOWN;
    cd_inflate(s, a->radius, b->radius);
    return CD_MEETS;
}
