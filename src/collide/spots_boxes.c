// Spots of two boxes. Everything is projected along the normal onto the facing face of b, where
// that is the rectangle |s| <= h, |t| <= k and the facing face of a a parallelogram; the distance
// is linear over both. The corners of what they share are corners of one that lie in the other, and
// ends of the parallelogram's edges clipped by the rectangle (Liang and Barsky 1984).
#include "collide/spots.h"

// A point or, less another one, a direction on the face of b: coordinates along its edges, and the
// distance of a above it.
typedef struct {
    double s, t, d;
} place;

// The face of a box that is turned to a direction the most: its middle, its outward normal and its
// edges. One of the three is turned by less than 60 degrees.
typedef struct {
    cd_vec middle, normal, along[2];
    double half[2];
} face;

static inline face face_of(const cd_shape *box, cd_vec d) {
    const cd_vec *u = box->as.box.axes;
    const double half[3] = {box->as.box.half.x, box->as.box.half.y, box->as.box.half.z};
    double c0 = cd_dot(u[0], d), c1 = cd_dot(u[1], d), c2 = cd_dot(u[2], d);
    int k = fabs(c1) > fabs(c0) ? 1 : 0;
    k = fabs(c2) > (k ? fabs(c1) : fabs(c0)) ? 2 : k;
    int i = k == 2 ? 0 : k + 1, j = k == 0 ? 2 : k - 1;
    double side = (k == 0 ? c0 : k == 1 ? c1 : c2) < 0 ? -1 : 1;
    face f = {.normal = cd_scale(u[k], side), .along = {u[i], u[j]}, .half = {half[i], half[j]}};
    f.middle = cd_add_scaled(box->as.box.center, half[k] + box->radius, f.normal);
    return f;
}

typedef struct {
    face b;
    double lean[2], per_height; // of n along b's edges; distance by height above b's face
    double noise, most;
} view;

static inline place project(const view *v, cd_vec p) {
    double d = cd_dot(p, v->b.normal) * v->per_height;
    return (place){cd_dot(p, v->b.along[0]) - d * v->lean[0],
                   cd_dot(p, v->b.along[1]) - d * v->lean[1], d};
}

// Whether it is a corner nobody can guess: it is written, and counts if it is.
static inline int offer(const view *v, place *list, int count, bool is_corner, place p) {
    list[count] = p;
    return count + (is_corner & (p.d <= v->most));
}

static inline place along(place p, double r, place e) {
    return (place){p.s + r * e.s, p.t + r * e.t, p.d + r * e.d};
}

// Cuts the r in [from, to] to those with |x + r * along| <= half.
static inline void cut(double x, double along, double inverse, double half, double noise,
                       double *from, double *to) {
    double p = (-half - x) * inverse, q = (half - x) * inverse;
    double low = cd_min(p, q), high = cd_max(p, q);
    bool still = fabs(along) <= noise; // all or nothing
    double none = fabs(x) <= half + noise ? 0 : 2;
    *from = cd_max(*from, still ? none : low);
    *to = cd_min(*to, still ? 1 : high);
}

static inline int offer_edge(const view *v, place *list, int count, place p, place e,
                             double inverse_s, double inverse_t) {
    double from = 0, to = 1;
    cut(p.s, e.s, inverse_s, v->b.half[0], v->noise, &from, &to);
    cut(p.t, e.t, inverse_t, v->b.half[1], v->noise, &from, &to);
    bool cuts = from <= to;
    count = offer(v, list, count, cuts & (from > 0), along(p, from, e));
    return offer(v, list, count, cuts & (to < 1), along(p, to, e));
}

enum { CORNERS = 16 };

// Of the parallelogram around m, with the edges 2 e and 2 f. Returns the number of corners.
static int share(const view *v, place m, place e, place f, place list[CORNERS]) {
    static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    double noise = v->noise, h = v->b.half[0], k = v->b.half[1];
    place corner[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        corner[i] = along(along(m, signs[i][0], e), signs[i][1], f);
        bool within = (fabs(corner[i].s) <= h + noise) & (fabs(corner[i].t) <= k + noise);
        count = offer(v, list, count, within, corner[i]);
    }
    // In a's face b's corner is m + x e + y f.
    double inverse = 1 / (e.s * f.t - e.t * f.s);
    double wide = 1 + noise * (fabs(f.s) + fabs(f.t)) * fabs(inverse);
    double high = 1 + noise * (fabs(e.s) + fabs(e.t)) * fabs(inverse);
    for (int i = 0; i < 4; i++) {
        double s = signs[i][0] * h - m.s, t = signs[i][1] * k - m.t;
        double x = (s * f.t - t * f.s) * inverse, y = (e.s * t - e.t * s) * inverse;
        place p = {signs[i][0] * h, signs[i][1] * k, m.d + x * e.d + y * f.d};
        count = offer(v, list, count, (fabs(x) <= wide) & (fabs(y) <= high), p);
    }
    place edges[2] = {{2 * e.s, 2 * e.t, 2 * e.d}, {2 * f.s, 2 * f.t, 2 * f.d}};
    for (int i = 0; i < 2; i++) {
        double inverse_s = 1 / edges[i].s, inverse_t = 1 / edges[i].t;
        place other = corner[i == 0 ? 3 : 1];
        count = offer_edge(v, list, count, corner[0], edges[i], inverse_s, inverse_t);
        count = offer_edge(v, list, count, other, edges[i], inverse_s, inverse_t);
    }
    return count;
}

void cd_spots_of_boxes(cd_spots *out, const cd_shape *a, const cd_shape *b) {
    const cd_frame *frame = &out->frame;
    cd_vec n = frame->n;
    view v = {.b = face_of(b, n), .noise = frame->noise};
    face top = face_of(a, cd_negate(n));
    const cd_vec *edge = v.b.along;
    v.most = cd_max(out->most, out->least + v.noise);
    v.per_height = 1 / cd_dot(n, v.b.normal);
    v.lean[0] = cd_dot(n, edge[0]);
    v.lean[1] = cd_dot(n, edge[1]);
    place middle = project(&v, cd_sub(top.middle, v.b.middle)), list[CORNERS + 1];
    place e = project(&v, cd_scale(top.along[0], top.half[0]));
    place f = project(&v, cd_scale(top.along[1], top.half[1]));
    int count = share(&v, middle, e, f, list);

    double size_a = top.half[0] * top.half[0] + top.half[1] * top.half[1];
    double size_b = v.b.half[0] * v.b.half[0] + v.b.half[1] * v.b.half[1];
    out->span = 2 * sqrt(cd_max(size_a, size_b));
    cd_vec origin = cd_sub(v.b.middle, frame->origin);
    cd_flat at = {cd_dot(frame->u, origin), cd_dot(frame->w, origin)};
    double u[2] = {cd_dot(frame->u, edge[0]), cd_dot(frame->u, edge[1])};
    double w[2] = {cd_dot(frame->w, edge[0]), cd_dot(frame->w, edge[1])}, z = cd_dot(n, origin);
    for (int i = 0; i < count; i++) {
        place p = list[i];
        cd_flat seen = {at.x + p.s * u[0] + p.t * u[1], at.y + p.s * w[0] + p.t * w[1]};
        cd_spots_add(out, seen, z + p.s * v.lean[0] + p.t * v.lean[1], p.d);
    }
}
