// The contact points of two boxes in 3D in closed form. Each box has one reference face, the one
// that is turned to the other the most. Both are projected along the normal onto that of b, where
// b's is a rectangle and a's a parallelogram; the corners of their intersection are the contact
// candidates.
#include "collide/manifold/box_box_manifold.h"

#include "collide/math/tolerance.h"
#include "collide/narrow/box/aligned_boxes.h"
#include "collide/narrow/box/box_box_sat.h"
#include "collide/narrow/box/face_clip.h"

CD_VEC4_READABLE(cd_contact_candidates, frame.origin);
CD_VEC4_READABLE(cd_contact_candidates, frame.n);

// Boxes thinner than this, by their largest coordinate, are flat: their features have lost digits.
static const double flat_box = 0x1p-22;

// Four points or, as differences of points, vectors over b's face: coordinates s, t along its
// edges, and the distance d of a above it along the normal.
typedef struct {
    cd_vec4 s, t, d;
} plane_points;

// The reference face of b, with its axis k across and i, j along it, seen along the normal: x and y
// of the contact frame are linear in s and t; `lean` are the components of i and j along the
// normal.
typedef struct {
    int i, j, k;
    double half[2], lean[2], x_s, x_t, y_t;
    double side, level; // the face: side * (axis k) = level
    double per_height;  // distance along the normal by height above the face
    double noise, most; // of coordinates; the greatest distance that counts
} face_view;

static const int next[3] = {1, 2, 0}, last[3] = {2, 0, 1};

// The axis with the largest component along the normal, of several that are equal to rounding the
// first. It is at most 54.8 degrees from the normal, as one of three orthogonal axes always is.
static inline int steepest(cd_vec4 height) {
    const cd_vec4_mask from_last = {2, 1, 0, 0};
    cd_vec4 steep = cd_vec4_abs(height);
    double most = cd_vec4_most((cd_vec4)(((cd_vec4_mask)steep & ~(int64_t)3) | from_last));
    int64_t bits;
    memcpy(&bits, &most, sizeof bits);
    return 2 - (int)(bits & 3);
}

// Projects a point or vector, given in the axes of b, along the normal onto a face at `level`.
static inline plane_points project(const face_view *v, cd_vec4 p, double level) {
    cd_vec4 d = cd_vec4_all((p[v->k] * v->side - level) * v->per_height);
    return (plane_points){p[v->i] - d * v->lean[0], p[v->j] - d * v->lean[1], d};
}

// Writes four candidates; those that are no corners, or too far apart, are marked by NaN.
static inline void put(const face_view *v, cd_contact_candidates *out, int at, plane_points p,
                       cd_vec4_mask are_corners) {
    are_corners &= p.d <= v->most;
    cd_vec4_store(out->x + at, cd_vec4_or_nan(are_corners, p.s * v->x_s + p.t * v->x_t));
    cd_vec4_store(out->y + at, p.t * v->y_t);
    cd_vec4_store(out->z + at, cd_vec4_all(0));
    cd_vec4_store(out->distance + at, cd_vec4_or_nan(are_corners, p.d));
}

// p + r e
static inline plane_points along(plane_points p, cd_vec4 r, plane_points e) {
    return (plane_points){p.s + r * e.s, p.t + r * e.t, p.d + r * e.d};
}

// (p, q, p, q) with signs
static inline plane_points around(plane_points p, plane_points q, cd_vec4 sign) {
    return (plane_points){cd_face_around(p.s, q.s, sign), cd_face_around(p.t, q.t, sign),
                          cd_face_around(p.d, q.d, sign)};
}

static inline cd_face_points flat(plane_points p) { return (cd_face_points){p.s, p.t}; }

// The corners of the intersection of the rectangle |s| <= h, |t| <= k with the parallelogram around
// m with the edges 2 e and 2 f: the beginning of each edge of the parallelogram, clipped by the
// rectangle, the ends that are cut off, and the corners of the rectangle in the parallelogram. All
// twelve are written, and those that do not exist are marked.
static inline void intersect_faces(const face_view *v, plane_points m, plane_points e,
                                   plane_points f, cd_contact_candidates *out) {
    const cd_face_rectangle r = {v->half[0], v->half[1], v->noise};
    plane_points edge = around(e, f, CD_FACE_EDGES), middle = around(f, e, CD_FACE_MIDDLES);
    middle = (plane_points){m.s + middle.s, m.t + middle.t, m.d + middle.d};
    cd_clipped_edges c = cd_clip_edges(&r, flat(middle), flat(edge));
    put(v, out, 0, along(middle, c.from, edge), c.starts);
    put(v, out, 4, along(middle, c.to, edge), c.ends);
    cd_rectangle_corners own = cd_corners_in(&r, flat(m), flat(e), flat(f));
    put(v, out, 8, (plane_points){own.at.s, own.at.t, m.d + (own.x * e.d + own.y * f.d) / own.area},
        own.inside);
    out->count = 12;
}

// Fills in all candidates and the frame. `height_a`, `height_b`: the components of the normal along
// the axes of both; `own`: b's contact point in the axes of b, from its centre.
static inline void find_candidates(const cd_box_pair *x, cd_vec4 n, cd_vec4 height_a,
                                   cd_vec4 height_b, cd_vec4 own, cd_contact_candidates *out) {
    const cd_vec ha = x->a->as.box.half, hb = x->b->as.box.half, *axes = x->b->as.box.axes;
    const double half_a[3] = {ha.x, ha.y, ha.z}, half_b[3] = {hb.x, hb.y, hb.z};
    int ka = steepest(height_a), ia = next[ka], ja = last[ka], k = steepest(height_b);
    face_view v = {.i = next[k], .j = last[k], .k = k};
    double lean = height_b[v.i], other_lean = height_b[v.j], cosine = height_b[k];
    v.half[0] = half_b[v.i];
    v.half[1] = half_b[v.j];
    v.lean[0] = lean;
    v.lean[1] = other_lean;
    v.side = copysign(1, cosine);
    v.level = half_b[k] + x->b->radius;
    v.per_height = 1 / fabs(cosine);
    // Seen along n, x follows axis i, which is shortened to x_s; the area of the face is multiplied
    // by the cosine.
    v.x_s = sqrt(1 - lean * lean);
    double inverse = 1 / v.x_s;
    v.x_t = -lean * other_lean * inverse;
    v.y_t = fabs(cosine) * inverse;
    v.noise = out->frame.noise = x->size * CD_TOUCH_OF_MANY;
    v.most = cd_max(out->most, out->least + v.noise);
    out->span = 2 * cd_max(half_a[ia] + half_a[ja], v.half[0] + v.half[1]);
    double out_a = -copysign(half_a[ka] + x->a->radius, height_a[ka]);
    plane_points middle = project(&v, x->side[CD_BOX_FACES_B] + out_a * x->r[ka], v.level);
    intersect_faces(&v, middle, project(&v, half_a[ia] * x->r[ia], 0),
                    project(&v, half_a[ja] * x->r[ja], 0), out);
    plane_points p = project(&v, own, v.level);
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

static inline bool are_solid(const cd_box_pair *x) {
    cd_vec4 a = cd_vec4_read(&x->a->as.box.half), b = cd_vec4_read(&x->b->as.box.half);
    return -cd_halves_greatest(cd_halves_max(-a, cd_vec4_halves(-b))) > flat_box * x->size;
}

CD_HOT bool cd_candidates_of_boxes(cd_contact_candidates *s, const cd_shape *a, const cd_shape *b) {
    cd_box_pair x;
    cd_box_pair_measure(&x, a, b);
    if (!cd_box_pair_in_range(&x) || !are_solid(&x))
        return false;
    cd_vec4 n = cd_vec4_read(&s->frame.n);
    cd_vec4 own = cd_vec4_read(&s->frame.origin) - cd_vec4_read(&b->as.box.center);
    find_candidates(&x, n, cd_vec4_combine(x.columns_a, n), cd_vec4_combine(x.columns_b, n),
                    cd_vec4_combine(x.columns_b, own), s);
    return true;
}

static cd_verdict manifold_of_aligned(const cd_shape *a, const cd_shape *b, double margin,
                                      cd_contact_candidates *candidates, cd_separation *s) {
    if (!cd_separate_aligned_boxes(a, b, s))
        return CD_UNKNOWN;
    if (!(s->distance <= margin))
        return CD_MISSES;
    candidates->least = s->distance;
    candidates->most = margin;
    candidates->frame.n = s->normal;
    candidates->frame.origin = s->point_b;
    return cd_candidates_of_boxes(candidates, a, b) ? CD_MEETS : CD_UNKNOWN;
}

CD_HOT cd_verdict cd_manifold_boxes(const cd_shape *a, const cd_shape *b, double margin,
                                    cd_contact_candidates *candidates, cd_separation *s) {
    if (cd_are_aligned_boxes(a, b))
        return manifold_of_aligned(a, b, margin, candidates, s);
    cd_box_pair x;
    cd_box_axis w;
    cd_box_features at;
    cd_box_pair_measure(&x, a, b);
    cd_verdict verdict = cd_box_pair_search(&x, margin, &w);
    if (verdict != CD_MEETS)
        return verdict;
    if (!are_solid(&x) || !cd_box_pair_separation(&x, &w, &at, s))
        return CD_UNKNOWN;
    candidates->least = s->distance;
    candidates->most = margin;
    cd_vec4 height_b = at.height_b * w.inverse;
    find_candidates(&x, w.n * w.inverse, at.height_a * w.inverse, height_b,
                    at.in_b + b->radius * height_b, candidates);
    return CD_MEETS;
}
