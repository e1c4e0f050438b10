// Two boxes in space by their separating axes (Gottschalk, Lin and Manocha 1996): the three of each
// and the nine across an edge of both. In the axes of a, with R[i][j] = a_i . b_j and t from b to
// a, every axis is a few products, and three of them are done at a time. If none parts them, the
// one with the least overlap is the way out, and the features that meet along it give the points.
// What rounding could decide is left to the generic path.
#include "collide/separate.h"
#include "collide/wide.h"

#include <float.h>

// The groups of axes: the faces of b, of a, and each edge of a with those of b.
enum { FACES_B, FACES_A, EDGES, GROUPS = EDGES + 3 };

// Edges whose cross product is shorter than the root of it are nearly parallel.
static const double narrow = 0.01;
// As good as no gap.
static const double none = -0x1p300;

typedef struct {
    const cd_shape *a, *b;
    double noise;
    // of the axes: how far they part the boxes, and where b lies along them; of edges both are too
    // small by the length of the cross product, of which that is the square
    cd_wide gap[GROUPS], side[GROUPS], square[3];
    cd_wide_int narrow[3]; // edges that are left out
    // the least overlap, as a negative gap; the axis points from b to a
    double least;
    cd_vec normal;
    int group, lane; // which made it
} boxes;

// a_i x b_j: its heights by Lagrange's identity, its length from 1 - R[i][j]^2.
static inline void measure(boxes *x, const cd_shape *a, const cd_shape *b) {
    const cd_vec *u = a->as.box.axes, ha = a->as.box.half, hb = b->as.box.half;
    const double half[3] = {ha.x, ha.y, ha.z};
    const cd_wide of_a[3] = {cd_wide_of(&u[0]), cd_wide_of(&u[1]), cd_wide_of(&u[2])};
    const cd_vec *v = b->as.box.axes;
    const cd_wide of_b[3] = {cd_wide_of(&v[0]), cd_wide_of(&v[1]), cd_wide_of(&v[2])};
    const cd_wide p = cd_wide_of(&a->as.box.center), q = cd_wide_of(&b->as.box.center);
    const cd_wide half_a = cd_wide_of(&a->as.box.half), half_b = cd_wide_of(&b->as.box.half);
    const cd_wide next_b = cd_wide_turn(half_b), last_b = cd_wide_turn_back(half_b);
    const cd_wide d = p - q;
    const cd_wide dx = CD_WIDE_SPREAD(d, 0), dy = CD_WIDE_SPREAD(d, 1), dz = CD_WIDE_SPREAD(d, 2);
    cd_wide ca[3], cb[3], r[3], size[3], by_a[3];
    x->a = a;
    x->b = b;
    x->noise = 32 * DBL_EPSILON * cd_wide_sum(cd_wide_abs(p) + cd_wide_abs(q) + half_a + half_b);
    cd_wide_transpose(of_a, ca);
    cd_wide_transpose(of_b, cb);
    for (int i = 0; i < 3; i++) {
        r[i] = u[i].x * cb[0] + u[i].y * cb[1] + u[i].z * cb[2];
        size[i] = cd_wide_abs(r[i]);
    }
    cd_wide_transpose(size, by_a);
    x->side[FACES_B] = dx * cb[0] + dy * cb[1] + dz * cb[2];
    x->gap[FACES_B] =
        cd_wide_abs(x->side[FACES_B]) - (half_b + ha.x * size[0] + ha.y * size[1] + ha.z * size[2]);
    cd_wide side = dx * ca[0] + dy * ca[1] + dz * ca[2];
    const cd_wide t[3] = {CD_WIDE_SPREAD(side, 0), CD_WIDE_SPREAD(side, 1),
                          CD_WIDE_SPREAD(side, 2)};
    x->side[FACES_A] = side;
    x->gap[FACES_A] =
        cd_wide_abs(side) - (half_a + hb.x * by_a[0] + hb.y * by_a[1] + hb.z * by_a[2]);
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        cd_wide reach = half[k] * size[l] + half[l] * size[k] +
                        next_b * cd_wide_turn_back(size[i]) + last_b * cd_wide_turn(size[i]);
        x->side[EDGES + i] = t[l] * r[k] - t[k] * r[l];
        x->gap[EDGES + i] = cd_wide_abs(x->side[EDGES + i]) - reach;
        x->square[i] = r[k] * r[k] + r[l] * r[l];
    }
}

static inline double greatest_gap(const boxes *x) {
    cd_wide most = x->gap[0];
    for (int g = 1; g < GROUPS; g++)
        most = cd_wide_max(most, x->gap[g]);
    return cd_wide_greatest(most);
}

// Sizes whose squares are safe.
static inline bool is_safe(const boxes *x) { return x->noise > 0x1p-120 && x->noise < 0x1p120; }

// Leaves out edges that are nearly parallel; whether there are any.
static inline bool drop_narrow(boxes *x) {
    for (int i = 0; i < 3; i++) {
        x->narrow[i] = x->square[i] < narrow;
        x->gap[EDGES + i] = cd_wide_select(x->narrow[i], cd_wide_all(none), x->gap[EDGES + i]);
    }
    return (cd_wide_bits(x->narrow[0] | x->narrow[1] | x->narrow[2]) & 7) != 0;
}

// Nearly parallel edges: the axis first, with all its digits. Whether one parts them by more than
// the margin.
static bool narrow_edges_part(boxes *x, double margin) {
    const cd_vec *a = x->a->as.box.axes, *b = x->b->as.box.axes;
    const cd_vec ha = x->a->as.box.half, hb = x->b->as.box.half;
    const double half_a[3] = {ha.x, ha.y, ha.z}, half_b[3] = {hb.x, hb.y, hb.z};
    const cd_vec between = cd_sub(x->a->as.box.center, x->b->as.box.center);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            cd_vec n = cd_cross(a[i], b[j]);
            double square = cd_length2(n);
            if (!x->narrow[i][j] || !(square > 16 * DBL_EPSILON * DBL_EPSILON))
                continue; // across parallel ones any axis has the other faces' heights
            n = cd_scale(n, 1 / sqrt(square));
            double side = cd_dot(between, n), gap = fabs(side);
            for (int k = 0; k < 3; k++)
                gap -= half_a[k] * fabs(cd_dot(a[k], n)) + half_b[k] * fabs(cd_dot(b[k], n));
            if (gap > x->least) {
                x->least = gap;
                x->normal = side < 0 ? cd_negate(n) : n;
                x->group = EDGES + i;
                x->lane = j;
            }
        }
    }
    return x->least > margin;
}

// Whether other edges do, that are too small as they come.
static bool edges_part(const boxes *x, double margin) {
    unsigned part = 0;
    for (int i = 0; i < 3; i++) {
        cd_wide gap = x->gap[EDGES + i];
        part |= 7 & cd_wide_bits((gap > 0) & (gap * gap > margin * margin * x->square[i]));
    }
    return part != 0;
}

// The least of the overlaps, of equals to rounding the first: they are compared by their squares,
// in the last bits of which stands the axis.
static inline void choose(boxes *x) {
    cd_wide best = cd_wide_all(INFINITY);
    for (int g = 0; g < GROUPS; g++) {
        cd_wide square = x->gap[g] * x->gap[g];
        if (g >= EDGES)
            square /= x->square[g - EDGES];
        cd_wide_int axis = {4 * g, 4 * g + 1, 4 * g + 2, 4 * g + 3};
        square = (cd_wide)(((cd_wide_int)square & ~(int64_t)31) | axis);
        best = cd_wide_min(square, best); // not a NaN
    }
    double least = cd_wide_least(best);
    int64_t bits;
    memcpy(&bits, &least, sizeof bits);
    int g = (int)(bits & 31) >> 2, lane = (int)(bits & 3);
    double gap = x->gap[g][lane], side = x->side[g][lane];
    cd_vec n;
    if (g < EDGES) {
        n = (g == FACES_B ? x->b : x->a)->as.box.axes[lane];
    } else {
        double inverse = 1 / sqrt(x->square[g - EDGES][lane]);
        n = cd_cross(x->a->as.box.axes[g - EDGES], x->b->as.box.axes[lane]);
        n = cd_scale(n, inverse);
        gap *= inverse;
    }
    if (!(gap > x->least)) // of narrow edges
        return;
    x->least = gap;
    x->normal = cd_scale(n, side < 0 ? -1 : 1);
    x->group = g;
    x->lane = lane;
}

// The corner of a box (from its centre) farthest along n, without its part along axis `free`.
// False where two corners are as far.
static inline bool corner(const cd_shape *box, cd_vec n, int free, double noise, cd_vec *result) {
    const cd_vec *axes = box->as.box.axes, h = box->as.box.half;
    const double half[3] = {h.x, h.y, h.z};
    cd_vec p = {0, 0, 0};
    bool clear = true;
    for (int k = 0; k < 3; k++) {
        double height = cd_dot(axes[k], n) * half[k];
        clear &= (fabs(height) > noise) | (k == free);
        p = cd_add_scaled(p, k == free ? 0 : copysign(half[k], height), axes[k]);
    }
    *result = p;
    return clear;
}

static inline bool within(const cd_shape *box, cd_vec point, double noise) {
    const cd_vec *axes = box->as.box.axes, h = box->as.box.half;
    cd_vec p = cd_sub(point, box->as.box.center);
    return (fabs(cd_dot(p, axes[0])) <= h.x + noise) & (fabs(cd_dot(p, axes[1])) <= h.y + noise) &
           (fabs(cd_dot(p, axes[2])) <= h.z + noise);
}

// The points along the way out: a corner of one against a face of the other, or two edges. Each is
// on both once a has gone that way; if rounding made it another feature, it is not.
static inline bool points(const boxes *x, cd_separation *s) {
    cd_vec inwards = cd_negate(x->normal), p, q;
    cd_vec out = cd_scale(x->normal, x->least); // from point_b to point_a
    double noise = 8 * x->noise;
    if (x->group < EDGES) {
        bool of_b = x->group == FACES_B;
        const cd_shape *own = of_b ? x->a : x->b, *other = of_b ? x->b : x->a;
        bool clear = corner(own, of_b ? inwards : x->normal, -1, noise, &p);
        p = cd_add(own->as.box.center, p);
        q = cd_add_scaled(p, of_b ? -1 : 1, out);
        s->point_a = of_b ? p : q;
        s->point_b = of_b ? q : p;
        return clear & within(other, q, noise);
    }
    int i = x->group - EDGES, j = x->lane;
    bool clear = corner(x->a, inwards, i, noise, &p) & corner(x->b, x->normal, j, noise, &q);
    // |p + s a_i - q - t b_j| is least: two linear equations, solved for s.
    cd_vec a = x->a->as.box.axes[i], b = x->b->as.box.axes[j], h = x->a->as.box.half;
    double cosine = cd_dot(a, b), square = 1 - cosine * cosine;
    cd_vec between = cd_sub(x->a->as.box.center, x->b->as.box.center);
    cd_vec w = cd_add(between, cd_sub(p, q));
    double along = (cosine * cd_dot(w, b) - cd_dot(w, a)) / square;
    s->point_a = cd_add(x->a->as.box.center, cd_add_scaled(p, along, a));
    s->point_b = cd_sub(s->point_a, out);
    return clear &
               (fabs(along) <= (i == 0   ? h.x
                                : i == 1 ? h.y
                                         : h.z)) &
               (square > narrow) &&
           within(x->b, s->point_b, noise);
}

CD_HOT cd_verdict cd_separate_boxes(const cd_shape *a, const cd_shape *b, double margin,
                                    cd_separation *s) {
    boxes x; // not to be zeroed as a whole: it is large
    measure(&x, a, b);
    if (!is_safe(&x))
        return CD_UNKNOWN;
    margin = cd_max(margin + (a->radius + b->radius), 0) + x.noise;
    if (greatest_gap(&x) > margin)
        return CD_MISSES;
    x.least = -INFINITY;
    if (drop_narrow(&x) && narrow_edges_part(&x, margin))
        return CD_MISSES;
    if (greatest_gap(&x) >= 0)
        return edges_part(&x, margin) ? CD_MISSES : CD_UNKNOWN;
    choose(&x);
    if (!(x.least < -x.noise))
        return CD_UNKNOWN;
    if (!s)
        return CD_MEETS;
    s->distance = x.least;
    s->normal = x.normal;
    if (!points(&x, s))
        return CD_UNKNOWN;
    cd_inflate(s, a->radius, b->radius);
    return CD_MEETS;
}

// Which of the two it is nobody can guess: no branch depends on it.
CD_HOT cd_verdict cd_overlap_boxes(const cd_shape *a, const cd_shape *b) {
    boxes x;
    measure(&x, a, b);
    double gap = greatest_gap(&x);
    unsigned misses = gap > a->radius + b->radius + x.noise, meets = gap < -x.noise;
    cd_verdict verdict = misses * CD_MISSES + meets * CD_MEETS;
    return verdict != CD_UNKNOWN && is_safe(&x) ? verdict : cd_separate_boxes(a, b, 0, NULL);
}
