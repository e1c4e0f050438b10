// The nearest points of two cores of which one is a triangle (or a segment, at a box) lie on an
// edge of it, or inside of its face, over a vertex of the other. All three edges are tested at
// once, one to a lane: against a segment by their common perpendicular, against a box by the slope
// of the squared distance, which is piecewise linear along an edge. A segment is a triangle that
// has no face. Cores of which neither has a touched edge overlap where one passes a face of the
// other; then the separating axes have the depth in a box. That in a triangle, and whatever
// rounding could decide, is left to the generic path.
#include "collide/narrow/triangle.h"

#include "collide/narrow/edge_ring_depth.h"

#include <assert.h>

// --------------------------------------------------------------------------------------- features

// By how much rounding moves heights over nearest points, as a part of the square of the size.
static const double ROUNDING = 0x1p-47;

// What is nearest on each edge of the first core, or over a vertex: its squared distance, the part
// s of the edge, t of the other's edge, and the number of that; or one of these.
enum { OVER_FIRST = 3, OVER_OTHER };
typedef struct {
    cd_vec4 square, s, t, code;
} nearest_lanes;

static inline nearest_lanes nothing_yet(void) {
    const cd_vec4 zero = cd_vec4_all(0);
    return (nearest_lanes){cd_vec4_all(INFINITY), zero, zero, zero};
}

static inline void keep(nearest_lanes *best, cd_vec4 square, cd_vec4 s, cd_vec4 t, double code) {
    const cd_vec4_mask nearer = square < best->square;
    best->square = cd_vec4_select(nearer, square, best->square);
    best->s = cd_vec4_select(nearer, s, best->s);
    best->t = cd_vec4_select(nearer, t, best->t);
    best->code = cd_vec4_select(nearer, cd_vec4_all(code), best->code);
}

static inline cd_vec4 clamp_unit(cd_vec4 t) {
    return cd_vec4_min(cd_vec4_max(t, cd_vec4_all(0)), cd_vec4_all(1));
}

// The edges of a against edge j of b (Ericson, Real-Time Collision Detection, 5.1.9). Of nearly
// parallel edges the first s is inexact; then t, and s again, are exact for each other.
static inline void edges_at_edge(const cd_edge_ring *a, const cd_edge_ring *b, int j,
                                 nearest_lanes *best) {
    const cd_vec_lanes e = cd_vec_lanes_all(cd_vec_lanes_get(&b->edge, j));
    const cd_vec_lanes w = cd_vec_lanes_sub(cd_vec_lanes_all(b->v[j]), a->corner);
    const cd_vec4 de = cd_vec_lanes_dot(a->edge, e), ee = cd_vec4_all(b->square[j]);
    const cd_vec4 wd = cd_vec_lanes_dot(w, a->edge), we = cd_vec_lanes_dot(w, e);
    const cd_vec4 nn = a->square * ee - de * de;
    cd_vec4 s = (cd_vec4)((cd_vec4_mask)((wd * ee - we * de) / nn) & (nn > 0));
    const cd_vec4 t = clamp_unit((clamp_unit(s) * de - we) * b->inverse[j]);
    s = clamp_unit((t * de + wd) * a->inverse);
    const cd_vec_lanes v = cd_vec_lanes_add_scaled(cd_vec_lanes_add_scaled(w, t, e), -s, a->edge);
    keep(best, cd_vec_lanes_dot(v, v), s, t, j);
}

// The vertices of a core over the face of another. Returns whether an edge of it passes the face.
static inline bool vertices_over_face(const cd_edge_ring *face, const cd_edge_ring *of, double code,
                                      nearest_lanes *best) {
    const cd_vec_lanes seen = cd_vec_lanes_sub(of->corner, cd_vec_lanes_all(face->v[0]));
    const cd_vec4 h = cd_vec_lanes_dot(cd_vec_lanes_all(face->n), seen);
    const cd_vec4 next = CD_VEC4_PICK(h, h, 1, 2, 3, 0), zero = cd_vec4_all(0);
    cd_vec4_mask inside = cd_vec4_mask_all(face->per_nn > 0), passes = (h * next < zero) & inside;
    for (int k = 0; k < 3; k++) {
        const cd_vec across = cd_cross_plain(face->n, cd_vec_lanes_get(&face->edge, k));
        const cd_vec4 in = cd_vec_lanes_dot(
            cd_vec_lanes_all(across), cd_vec_lanes_sub(of->corner, cd_vec_lanes_all(face->v[k])));
        inside &= in >= zero;
        passes &= CD_VEC4_PICK(in, in, 1, 2, 3, 0) * cd_vec4_abs(h) + in * cd_vec4_abs(next) > zero;
    }
    const cd_vec4 square = cd_vec4_select(inside, h * h * face->per_nn, cd_vec4_all(INFINITY));
    keep(best, square, zero, zero, code);
    return cd_vec4_bits(passes) != 0;
}

// Half of the derivative of the squared distance along the edges, at a point of each.
static inline cd_vec4 slope_at(const cd_edge_ring *a, const cd_seen_box *box, cd_vec4 s) {
    const cd_vec4 x[3] = {a->corner.x, a->corner.y, a->corner.z};
    const cd_vec4 d[3] = {a->edge.x, a->edge.y, a->edge.z}, zero = cd_vec4_all(0);
    cd_vec4 slope = zero;
    for (int i = 0; i < 3; i++) {
        const cd_vec4 z = x[i] + s * d[i];
        slope += d[i] * (cd_vec4_max(z - box->high[i], zero) + cd_vec4_min(z - box->low[i], zero));
    }
    return slope;
}

// The edges of a against a box, along whose axes a is seen. The slope grows along an edge and bends
// only at the planes of faces. So the nearest point is between the last of these places, and the
// ends, at which it is not above 0, and the first at which it is.
static inline void edges_at_box(const cd_edge_ring *a, const cd_seen_box *box,
                                nearest_lanes *best) {
    const cd_vec4 x[3] = {a->corner.x, a->corner.y, a->corner.z};
    const cd_vec4 d[3] = {a->edge.x, a->edge.y, a->edge.z};
    const cd_vec4 zero = cd_vec4_all(0), one = cd_vec4_all(1);
    cd_vec4 last = cd_vec4_all(0), first = one;
    for (int i = 0; i < 6; i++) {
        const double plane = i < 3 ? box->low[i] : box->high[i - 3];
        const cd_vec4 s = (plane - x[i % 3]) / d[i % 3];
        const cd_vec4_mask falls = slope_at(a, box, s) <= 0;
        last = cd_vec4_select(falls & (s > last) & (s <= one), s, last);
        first = cd_vec4_select(~falls & (s >= zero) & (s < first), s, first);
    }
    // Between them no axis changes its side.
    const cd_vec4 middle = 0.5 * (last + first);
    cd_vec4 up = zero, dd = zero, square = zero;
    for (int i = 0; i < 3; i++) {
        const cd_vec4 z = x[i] + middle * d[i];
        const cd_vec4 face =
            cd_vec4_max(cd_vec4_min(z, cd_vec4_all(box->high[i])), cd_vec4_all(box->low[i]));
        const cd_vec4_mask beyond = z != face;
        up += (cd_vec4)((cd_vec4_mask)((face - x[i]) * d[i]) & beyond);
        dd += (cd_vec4)((cd_vec4_mask)(d[i] * d[i]) & beyond);
    }
    cd_vec4 s = cd_vec4_select(dd > zero, up / dd, middle);
    s = cd_vec4_min(cd_vec4_max(s, last), first);
    for (int i = 0; i < 3; i++) {
        const cd_vec4 z = x[i] + s * d[i];
        const cd_vec4 off =
            cd_vec4_max(z - box->high[i], zero) + cd_vec4_min(z - box->low[i], zero);
        square += off * off;
    }
    keep(best, square, s, zero, 0);
}

// The point of a box nearest to the plane of a triangle on the diagonal that leads there; `through`
// where it is in the triangle, and in its plane. Otherwise *height is that of the box over it.
static inline cd_vec diagonal_over_face(const cd_edge_ring *face, const cd_seen_box *box,
                                        double *height, bool *inside) {
    const cd_vec4 n = cd_vec4_of(face->n), half = 0.5 * (box->high - box->low);
    const cd_vec4 middle = box->low + half, reach = cd_vec4_flip(half, n);
    const double extent = cd_vec4_dot(n, reach);
    const double over = cd_vec4_dot(n, middle - cd_vec4_of(face->v[0]));
    const double part = extent > 0 ? cd_clamp(-over / extent, -1, 1) : 0;
    const cd_vec p = cd_vec4_vec(middle + part * reach);
    *height = fabs(over) > extent ? over - copysign(extent, over) : 0;
    *inside = face->per_nn > 0;
    for (int k = 0; k < 3; k++) {
        const cd_vec across = cd_cross_plain(face->n, cd_vec_lanes_get(&face->edge, k));
        *inside &= cd_dot(across, cd_sub(p, face->v[k])) >= 0;
    }
    return p;
}

// ------------------------------------------------------------------------------------------ pairs

static inline int nearest_lane(const nearest_lanes *best) {
    const int k = best->square[1] < best->square[0];
    return best->square[2] < best->square[k] ? 2 : k;
}

// The vector from the plane of a triangle to a point.
static inline cd_vec height_over(const cd_edge_ring *face, cd_vec p) {
    return cd_scale(face->n, cd_dot(face->n, cd_from_nearest_vertex(face, 0, 3, p)) * face->per_nn);
}

// Which is measured from the nearer ends of edges, whose rounding counts no more than half an ulp.
static inline void put_nearest(const cd_edge_ring *a, const cd_edge_ring *b,
                               const nearest_lanes *best, cd_nearest_points *at) {
    const int k = nearest_lane(best), j = (int)best->code[k];
    cd_vec p, v;
    if (j == OVER_FIRST) {
        v = cd_negate(height_over(a, b->v[k]));
        p = cd_add(b->v[k], v);
    } else if (j == OVER_OTHER) {
        p = a->v[k];
        v = height_over(b, p);
    } else {
        const bool far_a = best->s[k] > 0.5, far_b = best->t[k] > 0.5;
        const cd_vec end_a = a->v[far_a ? (k + 1) % 3 : k], end_b = b->v[far_b ? (j + 1) % 3 : j];
        const cd_vec on_a = cd_scale(cd_vec_lanes_get(&a->edge, k), best->s[k] - far_a);
        const cd_vec on_b = cd_scale(cd_vec_lanes_get(&b->edge, j), best->t[k] - far_b);
        v = cd_add(cd_sub(end_a, end_b), cd_sub(on_a, on_b));
        p = cd_add(end_a, on_a);
    }
    at->p = cd_vec4_of(p);
    at->v = cd_vec4_of(v);
    at->q = at->p - at->v;
    at->sign = 1;
}

// Whether the points are not too near, and a plane across v through each has all of its core beyond
// it: then they are nearest. Squares alone do not tell a vertex from a point beside it.
// low, high: of the vertices of the first core over p, of the other's over q, along v.
static inline bool is_proven(double square, double low, double high, double size2) {
    const double rounding = ROUNDING * size2;
    return square > CD_FEET_PART * CD_FEET_PART * size2 && low >= -rounding && high <= rounding;
}

static inline double lowest(cd_vec4 h) { return cd_min(cd_min(h[0], h[1]), h[2]); }

static inline cd_vec4 heights_of(const cd_edge_ring *r, cd_vec4 from, cd_vec4 v) {
    return cd_vec_lanes_dot(cd_vec_lanes_all(cd_vec4_vec(v)),
                            cd_vec_lanes_sub(r->corner, cd_vec_lanes_all(cd_vec4_vec(from))));
}

// Two rings, of which the first is a triangle. Returns whether they overlap.
static inline bool search_rings(const cd_edge_ring *a, const cd_edge_ring *b, nearest_lanes *best) {
    *best = nothing_yet();
    for (int j = 0; j < (b->count == 3 ? 3 : 1); j++)
        edges_at_edge(a, b, j, best);
    bool meet = vertices_over_face(a, b, OVER_FIRST, best);
    if (b->count == 3)
        meet |= vertices_over_face(b, a, OVER_OTHER, best);
    return meet;
}

CD_HOT static bool nearest_of_triangles(const cd_shape *first, const cd_shape *other,
                                        cd_nearest_points *at) {
    cd_vec v[3], w[3];
    cd_edge_ring a, b;
    nearest_lanes best;
    cd_see_ring(&a, v, cd_ring_vertices_of(first, v));
    cd_see_ring(&b, w, cd_ring_vertices_of(other, w));
    const bool meet = search_rings(&a, &b, &best);
    at->size2 = cd_max(cd_max(a.size2, b.size2), cd_length2(cd_sub(v[0], w[0])));
    if (meet || !cd_ring_is_sound(&a) || !cd_ring_is_sound(&b))
        return false;
    put_nearest(&a, &b, &best, at);
    return is_proven(cd_vec4_length2(at->v), lowest(heights_of(&a, at->p, at->v)),
                     cd_vec4_most(heights_of(&b, at->q, at->v)), at->size2);
}

// The box along its axes, and the ring as seen there. One that is given by its corners is seen from
// a vertex of the ring, as all these keep their digits then.
static inline void see_from_box(cd_edge_ring *r, const cd_shape *s, const cd_shape *box,
                                cd_seen_box *f) {
    const cd_vec *u = box->as.box.axes, half = box->as.box.half;
    const bool corners = box->as.box.corners;
    cd_vec v[3];
    const int count = cd_ring_vertices_of(s, v);
    const cd_vec o = corners ? v[0] : box->as.box.center;
    f->origin = cd_vec4_of(o);
    f->low = cd_vec4_of(corners ? cd_sub(box->as.box.min, o) : cd_negate(half));
    f->high = cd_vec4_of(corners ? cd_sub(box->as.box.max, o) : half);
    for (int i = 0; i < 3; i++) {
        f->axes[i] = cd_vec4_of(u[i]);
        const cd_vec w = cd_sub(v[i], o);
        v[i] = corners ? w : (cd_vec){cd_dot(u[0], w), cd_dot(u[1], w), cd_dot(u[2], w)};
    }
    cd_see_ring(r, v, count);
}

static inline cd_vec4 to_world(const cd_seen_box *f, cd_vec4 v) {
    return cd_vec4_combine(f->axes, v);
}

// Whether a ring and a box overlap, and what is nearest otherwise; over: the height of the box over
// the face at `corner`, if `inside`.
typedef struct {
    nearest_lanes best;
    cd_vec corner;
    double height;
    bool inside, meet;
} box_search;

static inline void search_box(const cd_edge_ring *a, const cd_seen_box *f, box_search *s) {
    s->best = nothing_yet();
    edges_at_box(a, f, &s->best);
    s->corner = diagonal_over_face(a, f, &s->height, &s->inside);
    s->meet = s->best.square[nearest_lane(&s->best)] == 0 || (s->inside && s->height == 0);
}

static inline double size2_of(const cd_edge_ring *a, const cd_seen_box *f) {
    const cd_vec4 middle = 0.5 * (f->low + f->high);
    return cd_max(cd_max(a->size2, cd_vec4_length2(f->high - f->low)),
                  cd_vec4_length2(cd_vec4_of(a->v[0]) - middle));
}

CD_HOT static bool nearest_of_box(const cd_shape *shape, const cd_shape *box,
                                  cd_nearest_points *at) {
    cd_seen_box f;
    cd_edge_ring a;
    box_search s;
    see_from_box(&a, shape, box, &f);
    search_box(&a, &f, &s);
    const int k = nearest_lane(&s.best);
    at->size2 = size2_of(&a, &f);
    at->sign = 1;
    if (!cd_ring_is_sound(&a))
        return false;
    if (s.meet) {
        if (!cd_deepest_points(&a, &f, sqrt(at->size2), at))
            return false;
    } else if (s.inside && s.height * s.height * a.per_nn < s.best.square[k]) {
        at->v = -cd_vec4_of(height_over(&a, s.corner));
        at->p = cd_vec4_of(s.corner) + at->v;
    } else { // by the nearer end, from which the faces are subtracted first
        const bool far = s.best.s[k] > 0.5;
        const cd_vec4 end = cd_vec4_of(a.v[far ? (k + 1) % 3 : k]), zero = cd_vec4_all(0);
        const cd_vec4 on = (s.best.s[k] - far) * cd_vec4_of(cd_vec_lanes_get(&a.edge, k));
        at->v = cd_vec4_max((end - f.high) + on, zero) + cd_vec4_min((end - f.low) + on, zero);
        at->p = end + on;
    }
    const cd_vec4 q = at->p - at->v, farthest = cd_vec4_select(at->v > 0, f.high, f.low);
    const bool proven =
        s.meet || is_proven(cd_vec4_length2(at->v), lowest(heights_of(&a, at->p, at->v)),
                            cd_vec4_dot(at->v, farthest - q), at->size2);
    at->v = to_world(&f, at->v);
    at->p = f.origin + to_world(&f, at->p);
    at->q = at->p - at->v;
    return proven;
}

static void swap_points(cd_nearest_points *at) {
    const cd_vec4 p = at->p;
    at->p = at->q;
    at->q = p;
    at->v = -at->v;
}

bool cd_nearest_by_features(const cd_shape *a, const cd_shape *b, cd_nearest_points *at) {
    assert(cd_are_by_features(a, b));
    const bool swap = a->kind == CD_BOX || (a->kind != CD_TRIANGLE && b->kind == CD_TRIANGLE);
    const cd_shape *first = swap ? b : a, *other = swap ? a : b;
    const bool known = other->kind == CD_BOX ? nearest_of_box(first, other, at)
                                             : nearest_of_triangles(first, other, at);
    if (known && swap)
        swap_points(at);
    return known;
}

// ---------------------------------------------------------------------------------------- overlap

// Whether all vertices of a core are clearly on one side of the plane of a triangle, farther than
// r.
static inline bool is_beside_plane(const cd_vec face[3], const cd_vec v[3], double r) {
    const cd_vec e = cd_sub(face[1], face[0]), f = cd_sub(face[2], face[1]),
                 n = cd_cross_plain(e, f);
    double low = INFINITY, high = -INFINITY, size = 0;
    for (int i = 0; i < 3; i++) {
        const cd_vec w = cd_sub(v[i], face[0]);
        const double h = cd_dot(n, w);
        low = cd_min(h, low);
        high = cd_max(h, high);
        size = cd_max(cd_max_abs(w), size);
    }
    const double most = cd_max(low, -high) - CD_CLEARLY * cd_max_abs(e) * cd_max_abs(f) * size;
    return most > 0 && most * most >= r * r * cd_length2(n);
}

// By a squared distance, where no core passes the face of the other.
static inline cd_verdict verdict_of_square(double square, double r, double doubt, bool meet) {
    if (meet)
        return square > doubt * doubt ? CD_MEETS : CD_UNKNOWN;
    if (square > (r + doubt) * (r + doubt))
        return CD_MISSES;
    return r > 2 * doubt && square < (r - doubt) * (r - doubt) ? CD_MEETS : CD_UNKNOWN;
}

CD_HOT static cd_verdict triangles_overlap(const cd_shape *first, const cd_shape *other) {
    const double r = first->radius + other->radius;
    cd_vec v[3], w[3];
    cd_ring_vertices_of(first, v);
    const int count = cd_ring_vertices_of(other, w);
    if (is_beside_plane(v, w, r) || (count == 3 && is_beside_plane(w, v, r)))
        return CD_MISSES;
    cd_edge_ring a, b;
    cd_see_ring(&a, v, 3);
    cd_see_ring(&b, w, count);
    const double size2 = cd_max(cd_max(a.size2, b.size2), cd_length2(cd_sub(v[0], w[0])));
    nearest_lanes best;
    const bool meet = search_rings(&a, &b, &best);
    if (!cd_ring_is_sound(&a) || !cd_ring_is_sound(&b))
        return CD_UNKNOWN;
    return verdict_of_square(best.square[nearest_lane(&best)], r, CD_CLEARLY * sqrt(size2), meet);
}

CD_HOT static cd_verdict box_overlaps(const cd_shape *first, const cd_shape *box) {
    cd_seen_box f;
    cd_edge_ring a;
    see_from_box(&a, first, box, &f);
    const double doubt = CD_CLEARLY * sqrt(size2_of(&a, &f)), r = first->radius + box->radius;
    if (!cd_ring_is_sound(&a) ||
        cd_min(cd_min(box->as.box.half.x, box->as.box.half.y), box->as.box.half.z) < 2 * doubt)
        return CD_UNKNOWN;
    // The box without what rounding could add to it.
    f.low += doubt;
    f.high -= doubt;
    box_search s;
    search_box(&a, &f, &s);
    double square = s.best.square[nearest_lane(&s.best)];
    if (s.meet)
        return CD_MEETS;
    if (s.inside)
        square = cd_min(square, s.height * s.height * a.per_nn);
    return verdict_of_square(square, r, 4 * doubt, false);
}

cd_verdict cd_overlap_by_features(const cd_shape *a, const cd_shape *b) {
    assert(cd_are_by_features(a, b));
    const bool swap = a->kind == CD_BOX || (a->kind != CD_TRIANGLE && b->kind == CD_TRIANGLE);
    const cd_shape *first = swap ? b : a, *other = swap ? a : b;
    return other->kind == CD_BOX ? box_overlaps(first, other) : triangles_overlap(first, other);
}
