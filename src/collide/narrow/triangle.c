// The nearest points of two cores of which one is a triangle (or a segment, at a box) lie on an
// edge of it, or inside of its face, over a vertex of the other. All three edges are tested at
// once, one to a lane: against a segment by their common perpendicular, against a box by the slope
// of the squared distance, which is piecewise linear along an edge. A segment is a triangle that
// has no face. Cores of which neither has a touched edge overlap where one passes a face of the
// other; then the separating axes have the depth. Whatever rounding could decide is left to the
// generic path.
#include "collide/narrow/triangle.h"

#include "collide/math/tolerance.h"
#include "collide/simd/vec_lanes.h"

#include <assert.h>

// A triangle, segment or point: vertices that may coincide, one to a lane, of which the last has
// the first. Edge k leads from vertex k to the next.
typedef struct {
    int count; // of vertices that differ
    cd_vec v[3];
    cd_vec_lanes corner, edge;
    cd_vec4 square, inverse; // edge . edge, and 1 / that or 0
    double size2;            // the square of the longest edge
    cd_vec n;                // across a triangle, of any length
    double per_nn;           // 1 / n . n; 0: there is no face
} ring;

// A box along its own axes, and from there to the world.
typedef struct {
    cd_vec4 low, high, origin, axes[3];
} box_frame;

// A triangle with a smaller sine between edges has no normal to count on.
static const double NEEDLE = 0x1p-20;
// Edges at a smaller angle span no axis that others do not replace, and at less than the second no
// normal that is known well.
static const double PARALLEL = 0x1p-30, NEARLY_PARALLEL = 0x1p-10;
// By how much a depth, a height or an overlap has to be the least, as a part of the size.
static const double CLEAR = 0x1p-36;
// By how much rounding moves heights over nearest points, as a part of the square of the size.
static const double ROUNDING = 0x1p-47;

static inline cd_vec cross(cd_vec a, cd_vec b) {
    return (cd_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Not initialised as a whole: it is large.
static inline void see_ring(ring *r, const cd_vec v[3], int count) {
    r->count = count;
    for (int i = 0; i < 3; i++)
        r->v[i] = v[i];
    r->corner = cd_vec_lanes_of(v[0], v[1], v[2], v[0]);
    r->edge = cd_vec_lanes_sub(cd_vec_lanes_turned(r->corner), r->corner);
    r->square = cd_vec_lanes_dot(r->edge, r->edge);
    r->inverse = (cd_vec4)((cd_vec4_mask)(1 / r->square) & (r->square > 0));
    r->size2 = cd_vec4_most(r->square);
    r->n = (cd_vec){0, 0, 0};
    r->per_nn = 0;
    if (count == 3) {
        r->n = cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[1]));
        const double nn = cd_length2(r->n);
        r->per_nn = nn > NEEDLE * NEEDLE * r->square[0] * r->square[1] ? 1 / nn : 0;
    }
}

// The vertices of a core that is a point, segment or triangle; returns how many differ.
static inline int vertices_of(const cd_shape *s, cd_vec v[3]) {
    const bool point = cd_has_point_core(s), triangle = s->kind == CD_TRIANGLE;
    v[0] = point ? s->as.center : triangle ? s->as.triangle.v[0] : s->as.segment.a;
    v[1] = point ? v[0] : triangle ? s->as.triangle.v[1] : s->as.segment.b;
    v[2] = triangle ? s->as.triangle.v[2] : v[0];
    return point ? 1 : triangle ? 3 : 2;
}

static inline bool is_sound(const ring *r) { return r->count < 3 || r->per_nn > 0; }

// --------------------------------------------------------------------------------------- features

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
static inline void edges_at_edge(const ring *a, const ring *b, int j, nearest_lanes *best) {
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
static inline bool vertices_over_face(const ring *face, const ring *of, double code,
                                      nearest_lanes *best) {
    const cd_vec_lanes seen = cd_vec_lanes_sub(of->corner, cd_vec_lanes_all(face->v[0]));
    const cd_vec4 h = cd_vec_lanes_dot(cd_vec_lanes_all(face->n), seen);
    const cd_vec4 next = CD_VEC4_PICK(h, h, 1, 2, 3, 0), zero = cd_vec4_all(0);
    cd_vec4_mask inside = cd_vec4_mask_all(face->per_nn > 0), passes = (h * next < zero) & inside;
    for (int k = 0; k < 3; k++) {
        const cd_vec across = cross(face->n, cd_vec_lanes_get(&face->edge, k));
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
static inline cd_vec4 slope_at(const ring *a, const box_frame *box, cd_vec4 s) {
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
static inline void edges_at_box(const ring *a, const box_frame *box, nearest_lanes *best) {
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
static inline cd_vec diagonal_over_face(const ring *face, const box_frame *box, double *height,
                                        bool *inside) {
    const cd_vec4 n = cd_vec4_of(face->n), half = 0.5 * (box->high - box->low);
    const cd_vec4 middle = box->low + half, reach = cd_vec4_flip(half, n);
    const double extent = cd_vec4_dot(n, reach);
    const double over = cd_vec4_dot(n, middle - cd_vec4_of(face->v[0]));
    const double part = extent > 0 ? cd_clamp(-over / extent, -1, 1) : 0;
    const cd_vec p = cd_vec4_vec(middle + part * reach);
    *height = fabs(over) > extent ? over - copysign(extent, over) : 0;
    *inside = face->per_nn > 0;
    for (int k = 0; k < 3; k++) {
        const cd_vec across = cross(face->n, cd_vec_lanes_get(&face->edge, k));
        *inside &= cd_dot(across, cd_sub(p, face->v[k])) >= 0;
    }
    return p;
}

// ------------------------------------------------------------------------------------------ depth

// Axes, four at a time, of a ring and another or a box.
enum { AXIS_GROUPS = 4 };
typedef struct {
    cd_vec_lanes axes[AXIS_GROUPS];
    double least2[AXIS_GROUPS]; // the square of an axis that is none
    int groups;
} axis_groups;

static inline void add_edge_axes(axis_groups *list, const ring *a, cd_vec e) {
    list->axes[list->groups] = cd_vec_lanes_cross(a->edge, cd_vec_lanes_all(e));
    list->least2[list->groups++] = PARALLEL * PARALLEL * a->size2 * cd_length2(e);
}

static inline void extent_along(cd_vec_lanes axis, const ring *r, cd_vec from, cd_vec4 *low,
                                cd_vec4 *high) {
    *low = *high = cd_vec_lanes_dot(axis, cd_vec_lanes_all(cd_sub(r->v[0], from)));
    for (int i = 1; i < 3; i++) {
        const cd_vec4 p = cd_vec_lanes_dot(axis, cd_vec_lanes_all(cd_sub(r->v[i], from)));
        *low = cd_vec4_min(p, *low);
        *high = cd_vec4_max(p, *high);
    }
}

// The least translation of a along an axis. code: 4 * group + lane.
typedef struct {
    double depth;
    cd_vec normal;
    int code;
} least_depth;

// The vertex of a ring that lies farthest along n; false where another lies nearly as far.
static inline bool farthest_vertex(const ring *r, cd_vec n, double clear, cd_vec *vertex) {
    double most = 0, second = -INFINITY;
    *vertex = r->v[0];
    for (int i = 1; i < r->count; i++) {
        const double h = cd_dot(n, cd_sub(r->v[i], r->v[0]));
        second = cd_max(second, cd_min(h, most));
        if (h > most)
            *vertex = r->v[i];
        most = cd_max(most, h);
    }
    return most - second > clear;
}

static inline bool farthest_corner(const box_frame *box, cd_vec n, double clear, cd_vec *corner) {
    const cd_vec4 half = 0.5 * (box->high - box->low), to = cd_vec4_of(n);
    const cd_vec4 lead = cd_vec4_abs(to) * half;
    *corner = cd_vec4_vec(cd_vec4_select(to > 0, box->high, box->low));
    return cd_min(cd_min(lead[0], lead[1]), lead[2]) > clear;
}

// Finds the least depth of a against b, or against the box where b is NULL; false where none is
// certainly the least.
static inline bool find_depth(const ring *a, const ring *b, const box_frame *box, double size,
                              least_depth *least) {
    axis_groups list = {.groups = 1};
    const cd_vec zero = {0, 0, 0}, from = a->v[0];
    const cd_vec x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    list.axes[0] = b ? cd_vec_lanes_of(a->n, b->n, zero, zero) : cd_vec_lanes_of(x, y, z, a->n);
    list.least2[0] = 0;
    for (int j = 0; j < (b ? b->count == 3 ? 3 : b->count - 1 : 3); j++)
        add_edge_axes(&list, a, b ? cd_vec_lanes_get(&b->edge, j) : j == 0 ? x : j == 1 ? y : z);
    double second = INFINITY;
    least->depth = INFINITY;
    for (int g = 0; g < list.groups; g++) {
        const cd_vec_lanes axis = list.axes[g];
        cd_vec4 low, high, other_low, other_high;
        extent_along(axis, a, from, &low, &high);
        if (b) {
            extent_along(axis, b, from, &other_low, &other_high);
        } else {
            const cd_vec4 half = 0.5 * (box->high - box->low);
            const cd_vec4 middle = (box->low - cd_vec4_of(from)) + half;
            const cd_vec4 r = cd_vec4_abs(axis.x) * half[0] + cd_vec4_abs(axis.y) * half[1] +
                              cd_vec4_abs(axis.z) * half[2];
            const cd_vec4 at = axis.x * middle[0] + axis.y * middle[1] + axis.z * middle[2];
            other_low = at - r;
            other_high = at + r;
        }
        const cd_vec4 square = cd_vec_lanes_dot(axis, axis), length = cd_vec4_sqrt(square);
        const cd_vec4 up = (other_high - low) / length, down = (high - other_low) / length;
        for (int k = 0; k < (g == 0 ? 4 : a->count == 3 ? 3 : 1); k++) {
            if (!(square[k] > list.least2[g]))
                continue;
            const double d = cd_min(up[k], down[k]);
            second = cd_min(second, cd_max(up[k], down[k]));
            second = cd_min(second, cd_max(d, least->depth));
            if (d < least->depth) {
                const double per = (up[k] < down[k] ? 1 : -1) / length[k];
                *least = (least_depth){d, cd_scale(cd_vec_lanes_get(&axis, k), per), 4 * g + k};
                if (g > 0 && square[k] < list.least2[g] * (NEARLY_PARALLEL * NEARLY_PARALLEL /
                                                           (PARALLEL * PARALLEL)))
                    least->code = -1;
            }
        }
    }
    return least->code >= 0 && least->depth > CLEAR * size && second - least->depth > CLEAR * size;
}

// The vector from the vertex of a ring nearest to p, of the first ones.
static inline cd_vec from_nearest(const ring *r, int first, int count, cd_vec p) {
    cd_vec best = cd_sub(p, r->v[first]);
    for (int i = 1; i < count; i++) {
        const cd_vec w = cd_sub(p, r->v[(first + i) % 3]);
        best = cd_length2(w) < cd_length2(best) ? w : best;
    }
    return best;
}

// The points that are deepest: along the normal of a face under a vertex of the other, along that
// of two edges where these are nearest. The depth is measured anew between the vertices nearest to
// them, as small features deep in large ones have more digits.
static inline bool find_deepest_points(const ring *a, const ring *b, const box_frame *box,
                                       double size, least_depth *least, cd_vec *p, cd_vec *q) {
    const cd_vec n = least->normal, back = cd_negate(n);
    const double clear = CLEAR * size;
    const int group = least->code / 4, k = least->code % 4, j = group - 1;
    if (group == 0 && k == (b ? 0 : 3)) { // the face of a
        const bool known = b ? farthest_vertex(b, n, clear, q) : farthest_corner(box, n, clear, q);
        least->depth = cd_dot(n, from_nearest(a, 0, 3, *q));
        *p = cd_add_scaled(*q, -least->depth, n);
        return known;
    }
    cd_vec corner = {0, 0, 0};
    if (!b)
        farthest_corner(box, n, 0, &corner);
    if (group == 0) { // a face of b
        const bool known = farthest_vertex(a, back, clear, p);
        least->depth = cd_dot(n, b ? cd_negate(from_nearest(b, 0, 3, *p)) : cd_sub(corner, *p));
        *q = cd_add_scaled(*p, least->depth, n);
        return known;
    }
    const cd_vec d = cd_vec_lanes_get(&a->edge, k);
    cd_vec e = {j == 0, j == 1, j == 2};
    double from = 0, to = 1;
    if (b) {
        corner = b->v[j];
        e = cd_vec_lanes_get(&b->edge, j);
    } else {
        from = box->low[j] - cd_component(corner, j);
        to = box->high[j] - cd_component(corner, j);
    }
    const cd_vec w = cd_sub(corner, a->v[k]), m = cd_cross(d, e);
    const double per = 1 / cd_length2(m);
    const double s = cd_dot(cd_cross(w, e), m) * per, t = cd_dot(cd_cross(w, d), m) * per;
    if (!(s > 0 && s < 1 && t > from && t < to))
        return false;
    if (t > 0.5 * (from + to))
        corner = b ? b->v[(j + 1) % 3] : cd_add_scaled(corner, to, e);
    else if (!b)
        corner = cd_add_scaled(corner, from, e);
    least->depth = cd_dot(n, from_nearest(a, k, 2, corner));
    *p = cd_add_scaled(a->v[k], s, d);
    *q = cd_add_scaled(*p, least->depth, n);
    return true;
}

static inline bool overlap_points(const ring *a, const ring *b, const box_frame *box, double size,
                                  cd_nearest_points *at) {
    least_depth least = {.code = -1};
    cd_vec p, q;
    if (!find_depth(a, b, box, size, &least) ||
        !find_deepest_points(a, b, box, size, &least, &p, &q))
        return false;
    at->p = cd_vec4_of(p);
    at->q = cd_vec4_of(q);
    at->v = cd_vec4_of(cd_scale(least.normal, -least.depth));
    at->sign = -1;
    return true;
}

// ------------------------------------------------------------------------------------------ pairs

static inline int nearest_lane(const nearest_lanes *best) {
    const int k = best->square[1] < best->square[0];
    return best->square[2] < best->square[k] ? 2 : k;
}

// The vector from the plane of a triangle to a point.
static inline cd_vec height_over(const ring *face, cd_vec p) {
    return cd_scale(face->n, cd_dot(face->n, from_nearest(face, 0, 3, p)) * face->per_nn);
}

// Which is measured from the nearer ends of edges (segment_core.h).
static inline void put_nearest(const ring *a, const ring *b, const nearest_lanes *best,
                               cd_nearest_points *at) {
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

static inline cd_vec4 heights_of(const ring *r, cd_vec4 from, cd_vec4 v) {
    return cd_vec_lanes_dot(cd_vec_lanes_all(cd_vec4_vec(v)),
                            cd_vec_lanes_sub(r->corner, cd_vec_lanes_all(cd_vec4_vec(from))));
}

// Two rings, of which the first is a triangle. Returns whether they overlap.
static inline bool search_rings(const ring *a, const ring *b, nearest_lanes *best) {
    *best = nothing_yet();
    for (int j = 0; j < (b->count == 3 ? 3 : 1); j++)
        edges_at_edge(a, b, j, best);
    bool meet = vertices_over_face(a, b, OVER_FIRST, best);
    if (b->count == 3)
        meet |= vertices_over_face(b, a, OVER_OTHER, best);
    return meet;
}

static inline bool nearest_of_rings(const ring *a, const ring *b, cd_nearest_points *at) {
    nearest_lanes best;
    const bool meet = search_rings(a, b, &best);
    at->size2 = cd_max(cd_max(a->size2, b->size2), cd_length2(cd_sub(a->v[0], b->v[0])));
    if (!is_sound(a) || !is_sound(b))
        return false;
    if (meet)
        return overlap_points(a, b, NULL, sqrt(at->size2), at);
    put_nearest(a, b, &best, at);
    return is_proven(cd_vec4_length2(at->v), lowest(heights_of(a, at->p, at->v)),
                     cd_vec4_most(heights_of(b, at->q, at->v)), at->size2);
}

// The box along its axes, and the ring as seen there. One that is given by its corners is seen from
// a vertex of the ring, as all these keep their digits then.
static inline void see_from_box(ring *r, const cd_shape *s, const cd_shape *box, box_frame *f) {
    const cd_vec *u = box->as.box.axes, half = box->as.box.half;
    const bool corners = box->as.box.corners;
    cd_vec v[3];
    const int count = vertices_of(s, v);
    const cd_vec o = corners ? v[0] : box->as.box.center;
    f->origin = cd_vec4_of(o);
    f->low = cd_vec4_of(corners ? cd_sub(box->as.box.min, o) : cd_negate(half));
    f->high = cd_vec4_of(corners ? cd_sub(box->as.box.max, o) : half);
    for (int i = 0; i < 3; i++) {
        f->axes[i] = cd_vec4_of(u[i]);
        const cd_vec w = cd_sub(v[i], o);
        v[i] = corners ? w : (cd_vec){cd_dot(u[0], w), cd_dot(u[1], w), cd_dot(u[2], w)};
    }
    see_ring(r, v, count);
}

static inline cd_vec4 to_world(const box_frame *f, cd_vec4 v) {
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

static inline void search_box(const ring *a, const box_frame *f, box_search *s) {
    s->best = nothing_yet();
    edges_at_box(a, f, &s->best);
    s->corner = diagonal_over_face(a, f, &s->height, &s->inside);
    s->meet = s->best.square[nearest_lane(&s->best)] == 0 || (s->inside && s->height == 0);
}

static inline double size2_of(const ring *a, const box_frame *f) {
    const cd_vec4 middle = 0.5 * (f->low + f->high);
    return cd_max(cd_max(a->size2, cd_vec4_length2(f->high - f->low)),
                  cd_vec4_length2(cd_vec4_of(a->v[0]) - middle));
}

static inline bool nearest_of_ring_and_box(const cd_shape *shape, const cd_shape *box,
                                           cd_nearest_points *at) {
    box_frame f;
    ring a;
    box_search s;
    see_from_box(&a, shape, box, &f);
    search_box(&a, &f, &s);
    const int k = nearest_lane(&s.best);
    at->size2 = size2_of(&a, &f);
    at->sign = 1;
    if (!is_sound(&a))
        return false;
    if (s.meet) {
        if (!overlap_points(&a, NULL, &f, sqrt(at->size2), at))
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

// One function for each pair, so that each keeps less in registers.

CD_HOT static bool nearest_of_triangles(const cd_shape *a, const cd_shape *b,
                                        cd_nearest_points *at) {
    cd_vec v[3], w[3];
    ring r, q;
    see_ring(&r, v, vertices_of(a, v));
    see_ring(&q, w, vertices_of(b, w));
    return nearest_of_rings(&r, &q, at);
}

CD_HOT static bool nearest_of_box(const cd_shape *a, const cd_shape *b, cd_nearest_points *at) {
    return nearest_of_ring_and_box(a, b, at);
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
    const cd_vec e = cd_sub(face[1], face[0]), f = cd_sub(face[2], face[1]), n = cross(e, f);
    double low = INFINITY, high = -INFINITY, size = 0;
    for (int i = 0; i < 3; i++) {
        const cd_vec w = cd_sub(v[i], face[0]);
        const double h = cd_dot(n, w);
        low = cd_min(h, low);
        high = cd_max(h, high);
        size = cd_max(cd_max_abs(w), size);
    }
    const double most = cd_max(low, -high) - CLEAR * cd_max_abs(e) * cd_max_abs(f) * size;
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
    vertices_of(first, v);
    const int count = vertices_of(other, w);
    if (is_beside_plane(v, w, r) || (count == 3 && is_beside_plane(w, v, r)))
        return CD_MISSES;
    ring a, b;
    see_ring(&a, v, 3);
    see_ring(&b, w, count);
    const double size2 = cd_max(cd_max(a.size2, b.size2), cd_length2(cd_sub(v[0], w[0])));
    nearest_lanes best;
    const bool meet = search_rings(&a, &b, &best);
    if (!is_sound(&a) || !is_sound(&b))
        return CD_UNKNOWN;
    return verdict_of_square(best.square[nearest_lane(&best)], r, CLEAR * sqrt(size2), meet);
}

CD_HOT static cd_verdict box_overlaps(const cd_shape *first, const cd_shape *box) {
    box_frame f;
    ring a;
    see_from_box(&a, first, box, &f);
    const double doubt = CLEAR * sqrt(size2_of(&a, &f)), r = first->radius + box->radius;
    if (!is_sound(&a) ||
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
