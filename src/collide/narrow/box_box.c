// Two boxes in space by their separating axes (Gottschalk, Lin and Manocha 1996): the three of each
// and the nine across an edge of both. In the axes of a, with R[i][j] = a_i . b_j and t from b to
// a, every axis is a few products, and three of them are done at a time. If none parts them, the
// one with the least overlap is the way out, and the features that meet along it give the points.
// What rounding could decide is left to the generic path.
#include "collide/manifold/contact_candidates.h"
#include "collide/narrow/separate.h"
#include "collide/simd/vec4_lanes.h"

#include <float.h>

// The groups of axes: the faces of b, of a, and each edge of a with those of b.
enum { FACES_B, FACES_A, EDGES, GROUPS = EDGES + 3 };

// Edges whose cross product is shorter than the root of it are nearly parallel.
static const double narrow = 0.01;
// As good as no gap.
static const double none = -0x1p300;

typedef struct {
    const cd_shape *a, *b;
    double size, noise; // the largest coordinate, and what rounding makes of it
    cd_vec4 columns_a[3], columns_b[3], r[3]; // columns: of the matrices of axes
    // of all axes: how far they part the boxes, and where a lies along them from b; of edges both
    // are too small by the length of the cross product, of which that is the square
    cd_vec4 gap[GROUPS], side[GROUPS], square[3];
    cd_vec4_mask narrow[3]; // edges that are left out
} boxes;

// The way out: the axis from b to a, of some length, and what made it: a face, or two edges.
typedef struct {
    double gap, length, inverse; // gap: minus the overlap
    cd_vec4 axis;
    bool by_edges, by_face_of_a, by_narrow; // narrow: by edges that were left out
    int i, j;                               // the number of the axis in a, in b
} way;

// What meets along it: heights of the axis over the axes of both, and the points, from the centres.
typedef struct {
    cd_vec4 height_a, height_b, on_a, on_b;
    cd_vec4 in_b; // on_b in the axes of b
} touch;

// a_i x b_j: its heights by Lagrange's identity, its length from 1 - R[i][j]^2.
static inline void measure(boxes *x, const cd_shape *a, const cd_shape *b) {
    const cd_vec *u = a->as.box.axes, ha = a->as.box.half, hb = b->as.box.half;
    const double half[3] = {ha.x, ha.y, ha.z};
    const cd_vec4 of_a[3] = {cd_vec4_read(&u[0]), cd_vec4_read(&u[1]), cd_vec4_read(&u[2])};
    const cd_vec *v = b->as.box.axes;
    const cd_vec4 of_b[3] = {cd_vec4_read(&v[0]), cd_vec4_read(&v[1]), cd_vec4_read(&v[2])};
    const cd_vec4 p = cd_vec4_read(&a->as.box.center), q = cd_vec4_read(&b->as.box.center);
    const cd_vec4 half_a = cd_vec4_read(&a->as.box.half), half_b = cd_vec4_read(&b->as.box.half);
    const cd_vec4 next_b = cd_vec4_next(half_b), last_b = cd_vec4_previous(half_b);
    const cd_vec4 d = p - q;
    cd_vec4 *ca = x->columns_a, *cb = x->columns_b, *r = x->r, size[3], by_a[3];
    x->a = a;
    x->b = b;
    x->size = cd_vec4_most(cd_vec4_max(cd_vec4_abs(p), cd_vec4_abs(q))) +
              cd_vec4_sum3(cd_vec4_max(half_a, half_b));
    x->noise = 64 * DBL_EPSILON * x->size;
    cd_vec4_transpose(of_a, ca);
    cd_vec4_transpose(of_b, cb);
    for (int i = 0; i < 3; i++) {
        r[i] = u[i].x * cb[0] + u[i].y * cb[1] + u[i].z * cb[2];
        size[i] = cd_vec4_abs(r[i]);
    }
    cd_vec4_transpose(size, by_a);
    cd_vec4 side_a = cd_vec4_combine(ca, d), side_b = cd_vec4_combine(cb, d);
    const cd_vec4 t[3] = {CD_VEC4_BROADCAST(side_a, 0), CD_VEC4_BROADCAST(side_a, 1),
                          CD_VEC4_BROADCAST(side_a, 2)};
    x->side[FACES_B] = side_b;
    x->side[FACES_A] = side_a;
    x->gap[FACES_B] =
        cd_vec4_abs(side_b) - (half_b + ha.x * size[0] + ha.y * size[1] + ha.z * size[2]);
    x->gap[FACES_A] =
        cd_vec4_abs(side_a) - (half_a + hb.x * by_a[0] + hb.y * by_a[1] + hb.z * by_a[2]);
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, l = (i + 2) % 3;
        cd_vec4 reach = half[k] * size[l] + half[l] * size[k] + next_b * cd_vec4_previous(size[i]) +
                        last_b * cd_vec4_next(size[i]);
        x->side[EDGES + i] = t[l] * r[k] - t[k] * r[l];
        x->gap[EDGES + i] = cd_vec4_abs(x->side[EDGES + i]) - reach;
        x->square[i] = r[k] * r[k] + r[l] * r[l];
    }
}

static inline double greatest_gap(const boxes *x) {
    cd_halves most = cd_vec4_halves(x->gap[0]);
    for (int g = 1; g < GROUPS; g++)
        most = cd_halves_max(x->gap[g], most);
    return cd_halves_greatest(most);
}

// Sizes whose squares are safe.
static inline bool is_safe(const boxes *x) { return x->noise > 0x1p-120 && x->noise < 0x1p120; }

// Leaves out edges that are nearly parallel; whether there are any.
static inline bool drop_narrow(boxes *x) {
    for (int i = 0; i < 3; i++) {
        x->narrow[i] = x->square[i] < narrow;
        x->gap[EDGES + i] = cd_vec4_select(x->narrow[i], cd_vec4_all(none), x->gap[EDGES + i]);
    }
    return (cd_vec4_bits(x->narrow[0] | x->narrow[1] | x->narrow[2]) & 7) != 0;
}

// How far nearly parallel edges part them: the axis first, with all its digits. Across parallel
// ones any axis has the other faces' heights.
static double gap_of_narrow(const boxes *x) {
    const cd_vec *a = x->a->as.box.axes, *b = x->b->as.box.axes;
    const cd_vec ha = x->a->as.box.half, hb = x->b->as.box.half;
    const double half_a[3] = {ha.x, ha.y, ha.z}, half_b[3] = {hb.x, hb.y, hb.z};
    const cd_vec between = cd_sub(x->a->as.box.center, x->b->as.box.center);
    double most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (!x->narrow[i][j])
                continue;
            cd_vec n = cd_cross(a[i], b[j]);
            double square = cd_length2(n);
            if (!(square > 16 * DBL_EPSILON * DBL_EPSILON))
                continue;
            n = cd_scale(n, 1 / sqrt(square));
            double gap = fabs(cd_dot(between, n));
            for (int k = 0; k < 3; k++)
                gap -= half_a[k] * fabs(cd_dot(a[k], n)) + half_b[k] * fabs(cd_dot(b[k], n));
            most = cd_max(most, gap);
        }
    }
    return most;
}

// Whether other edges do, that are too small as they come.
static bool edges_part(const boxes *x, double margin) {
    unsigned part = 0;
    for (int i = 0; i < 3; i++) {
        cd_vec4 gap = x->gap[EDGES + i];
        part |= 7 & cd_vec4_bits((gap > 0) & (gap * gap > margin * margin * x->square[i]));
    }
    return part != 0;
}

// The least of the overlaps, of equals to rounding the first: they are compared by their squares,
// in the last bits of which stands the axis.
static inline way shortest(const boxes *x) {
    cd_halves least = cd_vec4_halves(cd_vec4_all(-INFINITY)); // as the greatest negative
    for (int g = 0; g < GROUPS; g++) {
        cd_vec4_mask axis = {4 * g, 4 * g + 1, 4 * g + 2, 4 * g + 3};
        cd_vec4 square = -x->gap[g] * x->gap[g];
        if (g >= EDGES)
            square /= x->square[g - EDGES] + 0x1p-100; // of those that are left out it may be 0
        least = cd_halves_max((cd_vec4)(((cd_vec4_mask)square & ~(int64_t)31) | axis), least);
    }
    double best = cd_halves_greatest(least);
    int64_t bits;
    memcpy(&bits, &best, sizeof bits);
    int g = (int)(bits & 31) >> 2, j = (int)(bits & 3), i = g - EDGES;
    double side = copysign(1, x->side[g][j]);
    if (g < EDGES) {
        const cd_shape *box = g == FACES_A ? x->a : x->b;
        return (way){.gap = x->gap[g][j],
                     .length = 1,
                     .inverse = 1,
                     .axis = side * cd_vec4_read(&box->as.box.axes[j]),
                     .by_face_of_a = g == FACES_A};
    }
    double length = sqrt(x->square[i][j]), inverse = 1 / length;
    cd_vec n = cd_scale(cd_cross(x->a->as.box.axes[i], x->b->as.box.axes[j]), side);
    return (way){.gap = x->gap[g][j] * inverse,
                 .length = length,
                 .inverse = inverse,
                 .axis = {n.x, n.y, n.z},
                 .by_edges = true,
                 .i = i,
                 .j = j};
}

// The corner of a box (from its centre) farthest along what has the heights, without its part along
// axis `free` (3 is none). False where two corners are as far.
static inline bool corner(const cd_shape *box, cd_vec4 height, int free, double noise,
                          cd_vec4 *result) {
    static const double without[4][4] = {{0, 1, 1, 0}, {1, 0, 1, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}};
    const cd_vec *u = box->as.box.axes;
    const cd_vec4 rows[3] = {cd_vec4_read(&u[0]), cd_vec4_read(&u[1]), cd_vec4_read(&u[2])};
    cd_vec4 half = cd_vec4_read(&box->as.box.half);
    cd_vec4_mask sign = (cd_vec4_mask)height & INT64_MIN;
    unsigned doubt = cd_vec4_bits(cd_vec4_abs(height * half) <= noise) & 7 & ~(1u << free);
    half *= cd_vec4_load(without[free]);
    *result = cd_vec4_combine(rows, (cd_vec4)((cd_vec4_mask)half | sign));
    return doubt == 0;
}

// Whether a point, in the axes of a box, lies in it.
static inline bool within(const cd_shape *box, cd_vec4 p, double noise) {
    cd_vec4 half = cd_vec4_read(&box->as.box.half);
    return (cd_vec4_bits(cd_vec4_abs(p) <= half + noise) & 7) == 7;
}

// The points along the way out: a corner of one against a face of the other, or two edges. Each is
// on both once a has gone that way; if rounding made it another feature, it is not.
static inline bool points(const boxes *x, const way *w, touch *at) {
    double noise = 8 * x->noise, far = noise * w->length;
    cd_vec4 between = cd_vec4_read(&x->a->as.box.center) - cd_vec4_read(&x->b->as.box.center);
    cd_vec4 out = w->gap * w->inverse * w->axis, p, q; // from point_b to point_a
    at->height_a = cd_vec4_combine(x->columns_a, w->axis);
    at->height_b = cd_vec4_combine(x->columns_b, w->axis);
    if (!w->by_edges) {
        cd_vec4_mask of_a = cd_vec4_mask_all(w->by_face_of_a);
        const cd_shape *const other[2] = {x->a, x->b};
        bool clear = corner(other[w->by_face_of_a],
                            cd_vec4_select(of_a, at->height_b, -at->height_a), 3, far, &p);
        at->on_a = cd_vec4_select(of_a, p + out - between, p);
        at->on_b = at->on_a - out + between;
        at->in_b = cd_vec4_combine(x->columns_b, at->on_b);
        return clear & within(x->b, at->in_b, noise) &
               within(x->a, cd_vec4_combine(x->columns_a, at->on_a), noise);
    }
    // a_i and b_j, through p and q. |p + s a_i - q - t b_j| is least: two linear equations, solved
    // for s.
    int i = w->i, j = w->j;
    bool clear = corner(x->a, -at->height_a, i, far, &p) & corner(x->b, at->height_b, j, far, &q);
    cd_vec4 a = cd_vec4_read(&x->a->as.box.axes[i]), b = cd_vec4_read(&x->b->as.box.axes[j]);
    cd_vec4 off = between + p - q;
    double along = x->r[i][j] * cd_vec4_dot(off, b) - cd_vec4_dot(off, a);
    along *= w->inverse * w->inverse;
    at->on_a = p + along * a;
    at->on_b = at->on_a - out + between;
    at->in_b = cd_vec4_combine(x->columns_b, at->on_b);
    const cd_vec4 half = cd_vec4_read(&x->a->as.box.half);
    return clear & within(x->b, at->in_b, noise) & (fabs(along) <= half[i]);
}

// CD_MEETS: the cores overlap, and the least overlap is known.
static inline cd_verdict search(boxes *x, double margin, way *w) {
    if (!is_safe(x))
        return CD_UNKNOWN;
    double narrow_gap = -INFINITY;
    margin = cd_max(margin + (x->a->radius + x->b->radius), 0) + x->noise;
    bool doubtful = drop_narrow(x);
    double gap = greatest_gap(x);
    if (doubtful && gap <= margin)
        narrow_gap = gap_of_narrow(x);
    if (gap > margin || narrow_gap > margin)
        return CD_MISSES;
    if (gap >= 0)
        return edges_part(x, margin) ? CD_MISSES : CD_UNKNOWN;
    *w = shortest(x);
    w->by_narrow = narrow_gap > w->gap;
    return cd_max(w->gap, narrow_gap) < -x->noise ? CD_MEETS : CD_UNKNOWN;
}

static inline bool separate(const boxes *x, const way *w, touch *at, cd_separation *s) {
    if (w->by_narrow || !points(x, w, at))
        return false;
    double radius_a = x->a->radius, radius_b = x->b->radius;
    cd_vec4 n = w->axis * w->inverse;
    s->distance = w->gap - (radius_a + radius_b);
    cd_vec4_put(s, offsetof(cd_separation, normal), n + 0); // no -0
    cd_vec4_put(s, offsetof(cd_separation, point_a),
                cd_vec4_read(&x->a->as.box.center) + at->on_a - radius_a * n);
    s->point_b = cd_vec4_vec(cd_vec4_read(&x->b->as.box.center) + at->on_b + radius_b * n);
    return true;
}

// ------------------------------------------------------------------------------------------- spots

// Points or, less another one, directions over the face of b: coordinates along its edges, and the
// distance of a above it along the normal.
typedef struct {
    cd_vec4 s, t, d;
} places;

// The facing face of b in its own axes, k across and i, j along it, all as they are seen along the
// normal: x and y by s and t, and how far the edges lean.
typedef struct {
    int i, j, k;
    double half[2], lean[2], x_s, x_t, y_t;
    double side, level, per_height; // the face: side * (axis k) = level; distance by height
    double noise, most;
} view;

static const int next[3] = {1, 2, 0}, last[3] = {2, 0, 1};

// The axis that is turned to a direction the most, by less than 60 degrees; of equals to rounding
// the first.
static inline int steepest(cd_vec4 height) {
    const cd_vec4_mask from_last = {2, 1, 0, 0};
    cd_vec4 steep = cd_vec4_abs(height);
    double most = cd_vec4_most((cd_vec4)(((cd_vec4_mask)steep & ~(int64_t)3) | from_last));
    int64_t bits;
    memcpy(&bits, &most, sizeof bits);
    return 2 - (int)(bits & 3);
}

// What is given in the axes of b.
static inline places project(const view *v, cd_vec4 p, double level) {
    cd_vec4 d = cd_vec4_all((p[v->k] * v->side - level) * v->per_height);
    return (places){p[v->i] - d * v->lean[0], p[v->j] - d * v->lean[1], d};
}

static inline void put(const view *v, cd_contact_candidates *out, int at, places p,
                       cd_vec4_mask are_corners) {
    are_corners &= p.d <= v->most;
    cd_vec4_store(out->x + at, cd_vec4_or_nan(are_corners, p.s * v->x_s + p.t * v->x_t));
    cd_vec4_store(out->y + at, p.t * v->y_t);
    cd_vec4_store(out->z + at, cd_vec4_all(0));
    cd_vec4_store(out->distance + at, cd_vec4_or_nan(are_corners, p.d));
}

static inline places along(places p, cd_vec4 r, places e) {
    return (places){p.s + r * e.s, p.t + r * e.t, p.d + r * e.d};
}

// (p, q, p, q) with signs
static inline places around(places p, places q, cd_vec4 sign) {
    return (places){sign * CD_VEC4_PICK(p.s, q.s, 0, 5, 2, 7),
                    sign * CD_VEC4_PICK(p.t, q.t, 0, 5, 2, 7),
                    sign * CD_VEC4_PICK(p.d, q.d, 0, 5, 2, 7)};
}

// Cuts the r in [from, to] to those with |x + r * along| <= half.
static inline void cut(cd_vec4 x, cd_vec4 along, double half, double noise, cd_vec4 *from,
                       cd_vec4 *to) {
    cd_vec4 inverse = 1 / along, middle = -x * inverse, reach = cd_vec4_abs(half * inverse);
    cd_vec4_mask still = cd_vec4_abs(along) <= 0.5 * noise; // all or nothing
    cd_vec4 any = cd_vec4_select(cd_vec4_abs(x) <= half + noise, cd_vec4_all(-1), cd_vec4_all(2));
    *from = cd_vec4_max(*from, cd_vec4_select(still, any, middle - reach));
    *to = cd_vec4_min(*to, cd_vec4_select(still, cd_vec4_all(1), middle + reach));
}

// Of the rectangle |s| <= h, |t| <= k and the parallelogram around m with the edges 2 e and 2 f the
// corners of what they share: the beginning of each of the parallelogram's edges, one after the
// other, clipped by the rectangle (Liang and Barsky 1984), the ends that are cut off, and corners
// of the rectangle in the parallelogram. Which there are nobody can guess: all twelve are written,
// and those that are none are marked.
static inline void share(const view *v, places m, places e, places f, cd_contact_candidates *out) {
    double noise = v->noise, h = v->half[0], k = v->half[1];
    places edge = around(e, f, (cd_vec4){1, 1, -1, -1});
    places middle = around(f, e, (cd_vec4){-1, 1, 1, -1});
    middle = (places){m.s + middle.s, m.t + middle.t, m.d + middle.d};
    cd_vec4 from = cd_vec4_all(-1), to = cd_vec4_all(1);
    places corner = along(middle, from, edge);
    cd_vec4_mask in = (cd_vec4_abs(corner.s) <= h + noise) & (cd_vec4_abs(corner.t) <= k + noise);
    cut(middle.s, edge.s, h, noise, &from, &to);
    cut(middle.t, edge.t, k, noise, &from, &to);
    cd_vec4_mask cuts = from <= to;
    from = cd_vec4_select(in, cd_vec4_all(-1), from);
    put(v, out, 0, along(middle, from, edge), cuts | in);
    put(v, out, 4, along(middle, to, edge), cuts & (to < 1));
    // In a's face b's corner is m + (x e + y f) / area.
    const cd_vec4 one = {-1, 1, 1, -1}, other = {-1, -1, 1, 1};
    cd_vec4 area = e.s * f.t - e.t * f.s, size = cd_vec4_abs(area);
    cd_vec4 wide = size + noise * (cd_vec4_abs(f.s) + cd_vec4_abs(f.t));
    cd_vec4 high = size + noise * (cd_vec4_abs(e.s) + cd_vec4_abs(e.t));
    cd_vec4 s = one * h - m.s, t = other * k - m.t;
    cd_vec4 x = s * f.t - t * f.s, y = e.s * t - e.t * s;
    put(v, out, 8, (places){one * h, other * k, m.d + (x * e.d + y * f.d) / area},
        (cd_vec4_abs(x) <= wide) & (cd_vec4_abs(y) <= high));
    out->count = 12;
}

// Everything is projected along the normal onto the facing face of b, where that is a rectangle and
// the facing face of a a parallelogram; the distance is linear over both. Heights: of the normal
// over the axes; own: b's own point, in its axes.
static inline void spread(const boxes *x, cd_vec4 n, cd_vec4 height_a, cd_vec4 height_b,
                          cd_vec4 own, cd_contact_candidates *out) {
    const cd_vec ha = x->a->as.box.half, hb = x->b->as.box.half, *axes = x->b->as.box.axes;
    const double half_a[3] = {ha.x, ha.y, ha.z}, half_b[3] = {hb.x, hb.y, hb.z};
    int ka = steepest(height_a), ia = next[ka], ja = last[ka], k = steepest(height_b);
    view v = {.i = next[k], .j = last[k], .k = k};
    double lean = height_b[v.i], other_lean = height_b[v.j], cosine = height_b[k];
    v.half[0] = half_b[v.i];
    v.half[1] = half_b[v.j];
    v.lean[0] = lean;
    v.lean[1] = other_lean;
    v.side = copysign(1, cosine);
    v.level = half_b[k] + x->b->radius;
    v.per_height = 1 / fabs(cosine);
    // Across n an edge is at least as long as its half, and of both the area is as the cosine.
    v.x_s = sqrt(1 - lean * lean);
    double inverse = 1 / v.x_s;
    v.x_t = -lean * other_lean * inverse;
    v.y_t = fabs(cosine) * inverse;
    v.noise = out->frame.noise = x->size * 0x1p-45;
    v.most = cd_max(out->most, out->least + v.noise);
    out->span = 2 * cd_max(half_a[ia] + half_a[ja], v.half[0] + v.half[1]);
    double out_a = -copysign(half_a[ka] + x->a->radius, height_a[ka]);
    places middle = project(&v, x->side[FACES_B] + out_a * x->r[ka], v.level);
    share(&v, middle, project(&v, half_a[ia] * x->r[ia], 0), project(&v, half_a[ja] * x->r[ja], 0),
          out);
    places p = project(&v, own, v.level);
    out->x[CD_CANDIDATE_OWN] = p.s[0] * v.x_s + p.t[0] * v.x_t;
    out->y[CD_CANDIDATE_OWN] = p.t[0] * v.y_t;
    cd_vec4 u = cd_vec4_read(&axes[v.i]) * inverse;
    out->frame.u = cd_vec4_vec(u);
    out->frame.w = cd_vec4_vec((cd_vec4_read(&axes[v.j]) - v.x_t * u) * (v.x_s * v.per_height));
    out->frame.n = cd_vec4_vec(n);
    out->frame.origin =
        cd_vec4_vec(cd_vec4_read(&x->b->as.box.center) + v.level * v.side * cd_vec4_read(&axes[k]));
    out->frame.dim = 3;
}

// With an inside.
static inline bool are_solid(const boxes *x) {
    cd_vec4 a = cd_vec4_read(&x->a->as.box.half), b = cd_vec4_read(&x->b->as.box.half);
    return -cd_halves_greatest(cd_halves_max(-a, cd_vec4_halves(-b))) > 0x1p-22 * x->size;
}

// ----------------------------------------------------------------------------------------- queries

CD_HOT cd_verdict cd_separate_boxes(const cd_shape *a, const cd_shape *b, double margin,
                                    cd_separation *s) {
    boxes x; // not to be zeroed as a whole: it is large
    way w;
    touch at;
    measure(&x, a, b);
    cd_verdict verdict = search(&x, margin, &w);
    if (verdict != CD_MEETS || !s)
        return verdict;
    return separate(&x, &w, &at, s) ? CD_MEETS : CD_UNKNOWN;
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

CD_HOT bool cd_candidates_of_boxes(cd_contact_candidates *spots, const cd_shape *a,
                                   const cd_shape *b) {
    boxes x;
    measure(&x, a, b);
    if (!is_safe(&x) || !are_solid(&x))
        return false;
    cd_vec4 n = cd_vec4_read(&spots->frame.n);
    cd_vec4 own = cd_vec4_read(&spots->frame.origin) - cd_vec4_read(&b->as.box.center);
    spread(&x, n, cd_vec4_combine(x.columns_a, n), cd_vec4_combine(x.columns_b, n),
           cd_vec4_combine(x.columns_b, own), spots);
    return true;
}

CD_HOT cd_verdict cd_manifold_boxes(const cd_shape *a, const cd_shape *b, double margin,
                                    cd_contact_candidates *spots, cd_separation *s) {
    boxes x;
    way w;
    touch at;
    measure(&x, a, b);
    cd_verdict verdict = search(&x, margin, &w);
    if (verdict != CD_MEETS)
        return verdict;
    if (!are_solid(&x) || !separate(&x, &w, &at, s))
        return CD_UNKNOWN;
    spots->least = s->distance;
    spots->most = margin;
    cd_vec4 height_b = at.height_b * w.inverse;
    spread(&x, w.axis * w.inverse, at.height_a * w.inverse, height_b,
           at.in_b + b->radius * height_b, spots);
    return CD_MEETS;
}
