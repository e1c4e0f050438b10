// Two convex polygons in the plane, inlined into what is asked of them (polygon_polygon.c and
// manifold/polygon_manifold.c): boxes, triangles, polygons, segments, and points as polygons of one
// vertex. Every edge of the difference is an edge of one, so the greatest of the heights of the
// other above them is the signed distance where that height's foot lies on the edge, and the
// nearest points are two vertices where it does not (the Voronoi regions of the difference). What
// rounding could change is left to the generic path.
#ifndef COLLIDE_NARROW_POLYGON_SAT_H
#define COLLIDE_NARROW_POLYGON_SAT_H

#include "collide/narrow/separation.h"
#include "collide/shape/core.h"
#include "collide/shape/local_frame.h"
#include "collide/simd/vec4_lanes.h"

/// The most vertices of a polygon, and the groups of four edges.
enum { CD_RING_MAX = 8, CD_RING_GROUPS = CD_RING_MAX / 4 };

/// The rounding of heights, by the largest coordinate.
static const double cd_ring_rounding = 64 * DBL_EPSILON;

/// A polygon seen from an origin: vertices counter-clockwise, the first one again after the last,
/// up to a multiple of four and one more; edge i leads from vertex i to the next. nx, ny: the unit
/// outward normals of the edges. mx, my: the middles of the edges of a box that is given by its
/// centre, which are rounded less than the corners where it is long. edges: of a point none. ranks:
/// in which order the edges of the first group count where several are as deep, that of the axes
/// and edges of the shape's core.
typedef struct cd_ring {
    int count, edges;
    const signed char *ranks;
    double size; ///< the largest coordinate
    bool has_middles;
    _Alignas(32) double x[CD_RING_MAX + 4], y[CD_RING_MAX + 4];
    _Alignas(32) double nx[CD_RING_MAX], ny[CD_RING_MAX];
    _Alignas(32) double mx[4], my[4];
} cd_ring;

/// Two polygons and the edge that separates them most.
///   of_a   whether it is an edge of a
///   edge, vertex  its index, and the vertex of the other that is lowest above it
///   gap    that vertex's height
typedef struct cd_ring_pair {
    cd_ring a, b;
    cd_vec origin;
    double noise;
    bool of_a;
    int edge, vertex;
    double gap;
} cd_ring_pair;

/// Where two polygons are nearest or, where they overlap, farthest in each other: at vertices p of
/// a and q of b or at feet on edges beside them. normal: unit, from b to a.
typedef struct cd_ring_contact {
    double distance, nx, ny;
    double px, py, qx, qy;
    int vertex_a, vertex_b; ///< the vertex, or that at the beginning of the edge
} cd_ring_contact;

static const signed char cd_ring_in_order[4] = {0, 1, 2, 3}, cd_ring_of_box_axes[4] = {1, 3, 0, 2},
                         cd_ring_reversed[4] = {2, 1, 0, 3};

/// Whether a shape is a polygon with few enough vertices; others are not, or have no inside.
static inline bool cd_is_ring(const cd_shape *s) {
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
    case CD_SEGMENT:
    case CD_CAPSULE:
    case CD_BOX:
    case CD_TRIANGLE:
        return s->dim == 2;
    case CD_POLYGON:
        return s->as.polytope.core->vertex_count <= CD_RING_MAX;
    default:
        return false;
    }
}

/// Whether two shapes are polygons that have no other closed form: points with points, segments or
/// boxes, and segments with segments have one.
static inline bool cd_are_rings(const cd_shape *a, const cd_shape *b) {
    bool point_a = cd_has_point_core(a), point_b = cd_has_point_core(b);
    bool round_a = point_a || cd_has_segment_core(a), round_b = point_b || cd_has_segment_core(b);
    bool other =
        (round_a && round_b) || (point_a && b->kind == CD_BOX) || (point_b && a->kind == CD_BOX);
    return a->dim == 2 && !other && cd_is_ring(a) && cd_is_ring(b);
}

static inline void cd_ring_put(cd_ring *r, int i, double x, double y) {
    r->x[i] = x;
    r->y[i] = y;
}

/// Repeats the vertices, from the first, up to a multiple of four and one more.
static inline void cd_ring_close(cd_ring *r, int count) {
    r->count = count;
    r->has_middles = false;
    r->ranks = cd_ring_in_order;
    r->size = 0;
    for (int i = 0; i < count; i++)
        r->size = cd_max(r->size, cd_max(fabs(r->x[i]), fabs(r->y[i])));
    for (int i = count, k = 0; i < ((count + 3) & ~3) + 1; i++, k = k + 1 < count ? k + 1 : 0)
        cd_ring_put(r, i, r->x[k], r->y[k]);
}

/// The normals of the edges from the vertices; false where an edge is but rounding.
static inline bool cd_ring_find_normals(cd_ring *r) {
    r->edges = r->count;
    unsigned thin = 0;
    for (int i = 0; i < r->count; i += 4) {
        cd_vec4 dx = cd_vec4_load(r->x + i + 1) - cd_vec4_load(r->x + i);
        cd_vec4 dy = cd_vec4_load(r->y + i + 1) - cd_vec4_load(r->y + i);
        cd_vec4 length = cd_vec4_sqrt(dx * dx + dy * dy), inverse = 1 / length;
        thin |= cd_vec4_bits(length < cd_vec4_all(0x1p-20 * r->size));
        cd_vec4_store(r->nx + i, dy * inverse);
        cd_vec4_store(r->ny + i, -dx * inverse);
    }
    return thin == 0;
}

/// A box from its centre and half extents, or from its corners, as its core has them.
static inline bool cd_ring_of_box(cd_ring *r, const cd_shape *s, cd_vec origin) {
    cd_vec h = s->as.box.half, u = s->as.box.axes[0], v = s->as.box.axes[1];
    const cd_vec4 to_u = {-1, 1, 1, -1}, to_v = {-1, -1, 1, 1};
    cd_vec4 x, y;
    r->has_middles = !s->as.box.corners;
    if (s->as.box.corners) {
        cd_vec min = cd_sub(s->as.box.min, origin), max = cd_sub(s->as.box.max, origin);
        x = (cd_vec4){min.x, max.x, max.x, min.x};
        y = (cd_vec4){min.y, min.y, max.y, max.y};
    } else {
        cd_vec c = cd_sub(s->as.box.center, origin);
        x = c.x + (to_u * (h.x * u.x) + to_v * (h.y * v.x));
        y = c.y + (to_u * (h.x * u.y) + to_v * (h.y * v.y));
        const cd_vec4 half = {-h.y, h.x, h.y, -h.x};
        cd_vec4_store(r->mx, c.x + half * (cd_vec4){v.x, u.x, v.x, u.x});
        cd_vec4_store(r->my, c.y + half * (cd_vec4){v.y, u.y, v.y, u.y});
    }
    cd_vec4_store(r->x, x);
    cd_vec4_store(r->y, y);
    cd_ring_put(r, 4, x[0], y[0]);
    cd_vec4_store(r->nx, (cd_vec4){-v.x, u.x, v.x, -u.x});
    cd_vec4_store(r->ny, (cd_vec4){-v.y, u.y, v.y, -u.y});
    r->count = r->edges = 4;
    r->ranks = cd_ring_of_box_axes;
    r->size = cd_max(cd_halves_greatest_of_4(cd_vec4_halves(cd_vec4_abs(x))),
                     cd_halves_greatest_of_4(cd_vec4_halves(cd_vec4_abs(y))));
    return cd_min(h.x, h.y) > 0x1p-20 * r->size;
}

/// Fills in the polygon of a shape's core, seen from an origin; false where it has no inside to
/// rounding, or edges that are but rounding.
static inline bool cd_ring_of(cd_ring *r, const cd_shape *s, cd_vec origin) {
    if (s->kind == CD_BOX)
        return cd_ring_of_box(r, s, origin);
    if (cd_has_point_core(s)) {
        cd_ring_put(r, 0, s->as.center.x - origin.x, s->as.center.y - origin.y);
        cd_ring_close(r, 1);
        r->edges = 0;
        return true;
    }
    if (cd_has_segment_core(s)) {
        cd_ring_put(r, 0, s->as.segment.a.x - origin.x, s->as.segment.a.y - origin.y);
        cd_ring_put(r, 1, s->as.segment.b.x - origin.x, s->as.segment.b.y - origin.y);
        cd_ring_close(r, 2);
        return cd_ring_find_normals(r);
    }
    if (s->kind == CD_TRIANGLE) {
        cd_vec p = cd_sub(s->as.triangle.v[0], origin), q = cd_sub(s->as.triangle.v[1], origin),
               t = cd_sub(s->as.triangle.v[2], origin);
        double area = cd_difference_of_products(q.x - p.x, t.y - p.y, q.y - p.y, t.x - p.x);
        cd_ring_put(r, 0, p.x, p.y);
        cd_ring_put(r, 1, area > 0 ? q.x : t.x, area > 0 ? q.y : t.y);
        cd_ring_put(r, 2, area > 0 ? t.x : q.x, area > 0 ? t.y : q.y);
        cd_ring_close(r, 3);
        if (area < 0)
            r->ranks = cd_ring_reversed;
        return cd_ring_find_normals(r) && fabs(area) > 0x1p-20 * r->size * r->size;
    }
    const cd_polytope *core = s->as.polytope.core;
    double x = s->as.polytope.offset.x - origin.x, y = s->as.polytope.offset.y - origin.y;
    int i = 0;
    do // there is one
        cd_ring_put(r, i, x + core->vertices[i].x, y + core->vertices[i].y);
    while (++i < core->vertex_count);
    cd_ring_close(r, core->vertex_count);
    return core->vertex_count >= 3 && cd_ring_find_normals(r);
}

/// By how far the edges 4 g to 4 g + 3 of r separate it from another polygon: the height of that
/// one's lowest vertex above each.
static inline cd_vec4 cd_ring_gaps(const cd_ring *r, int g, const cd_ring *other) {
    cd_vec4 x = cd_vec4_load(r->x + 4 * g), y = cd_vec4_load(r->y + 4 * g);
    cd_vec4 nx = cd_vec4_load(r->nx + 4 * g), ny = cd_vec4_load(r->ny + 4 * g);
    cd_vec4 low = nx * (other->x[0] - x) + ny * (other->y[0] - y);
    for (int i = 1; i < other->count; i++)
        low = cd_vec4_min(nx * (other->x[i] - x) + ny * (other->y[i] - y), low);
    return low;
}

/// The greatest gap over the edges of r, with the rank of the edge, from `base` on, in its last
/// bits.
static inline double cd_ring_greatest_gap(const cd_ring *r, const cd_ring *other, int base) {
    const signed char *k = r->ranks;
    cd_vec4_mask rank = {base + k[0], base + k[1], base + k[2], base + k[3]};
    cd_halves most = cd_vec4_halves(cd_vec4_all(-INFINITY));
    for (int g = 0; 4 * g < r->edges; g++) {
        cd_vec4_mask gap = (cd_vec4_mask)cd_ring_gaps(r, g, other);
        most = cd_halves_max((cd_vec4)((gap & ~(int64_t)(2 * CD_RING_MAX - 1)) | rank), most);
        rank = (cd_vec4_mask){base + 4, base + 5, base + 6, base + 7};
    }
    return cd_halves_greatest_of_4(most);
}

static inline int cd_ring_edge_of_rank(const cd_ring *r, int rank) {
    for (int e = 0; e < 4; e++)
        if (r->ranks[e] == rank)
            return e % r->count; // edges are repeated up to four
    return rank % r->count;
}

/// The height of vertex i of a polygon above edge e of r.
static inline double cd_ring_height(const cd_ring *r, int e, const cd_ring *other, int i) {
    return r->nx[e] * (other->x[i] - r->x[e]) + r->ny[e] * (other->y[i] - r->y[e]);
}

/// cd_local_origin, inline for two boxes.
static inline cd_vec cd_ring_origin(const cd_shape *a, const cd_shape *b) {
    if (a->kind != CD_BOX || b->kind != CD_BOX || a->as.box.corners || b->as.box.corners)
        return cd_local_origin(a, b);
    cd_vec p = a->as.box.center, q = b->as.box.center;
    cd_vec o = p.x < q.x || (p.x == q.x && p.y < q.y) ? p : q;
    bool alike_x = fabs(p.x - q.x) <= 0.5 * fabs(o.x), alike_y = fabs(p.y - q.y) <= 0.5 * fabs(o.y);
    return (cd_vec){alike_x ? o.x : 0, alike_y ? o.y : 0, 0};
}

/// Builds both polygons and finds the edge of the greatest gap, b's first of those that are equal
/// to rounding where they overlap. False where a size is out of range or a polygon degenerate.
static inline bool cd_ring_pair_search(cd_ring_pair *x, const cd_shape *a, const cd_shape *b) {
    x->origin = cd_ring_origin(a, b);
    if (!cd_ring_of(&x->a, a, x->origin) || !cd_ring_of(&x->b, b, x->origin))
        return false;
    double size = cd_max(x->a.size, x->b.size);
    x->noise = cd_ring_rounding * size;
    double gap = cd_max(cd_ring_greatest_gap(&x->b, &x->a, 0),
                        cd_ring_greatest_gap(&x->a, &x->b, CD_RING_MAX));
    int64_t bits;
    memcpy(&bits, &gap, sizeof bits);
    int index = (int)(bits & (2 * CD_RING_MAX - 1));
    x->of_a = index >= CD_RING_MAX;
    const cd_ring *r = x->of_a ? &x->a : &x->b, *other = x->of_a ? &x->b : &x->a;
    x->edge = cd_ring_edge_of_rank(r, index & (CD_RING_MAX - 1));
    x->vertex = 0;
    x->gap = cd_ring_height(r, x->edge, other, 0);
    for (int i = 1; i < other->count; i++) {
        double height = cd_ring_height(r, x->edge, other, i);
        x->vertex = height < x->gap ? i : x->vertex;
        x->gap = cd_min(height, x->gap);
    }
    return cd_size_in_range(size);
}

static inline int cd_ring_next(const cd_ring *r, int i) { return i + 1 < r->count ? i + 1 : 0; }

static inline int cd_ring_previous(const cd_ring *r, int i) { return (i > 0 ? i : r->count) - 1; }

/// Whether the polygon has no vertex lower along v than vertex i, but for rounding.
static inline bool cd_ring_is_lowest(const cd_ring *r, int i, double vx, double vy, double noise) {
    int j = cd_ring_next(r, i), k = cd_ring_previous(r, i);
    double next = vx * (r->x[j] - r->x[i]) + vy * (r->y[j] - r->y[i]);
    double last = vx * (r->x[k] - r->x[i]) + vy * (r->y[k] - r->y[i]);
    return (next >= -noise) & (last >= -noise);
}

/// Completes a contact between vertex i of r and vertex k of the other; false where these are not
/// nearest.
static inline bool cd_ring_vertices_meet(const cd_ring_pair *x, int i, int k, cd_ring_contact *at) {
    int of_a = x->of_a ? i : k, of_b = x->of_a ? k : i;
    at->px = x->a.x[of_a], at->py = x->a.y[of_a];
    at->qx = x->b.x[of_b], at->qy = x->b.y[of_b];
    at->vertex_a = of_a;
    at->vertex_b = of_b;
    double vx = at->px - at->qx, vy = at->py - at->qy, square = vx * vx + vy * vy;
    at->distance = sqrt(square);
    at->nx = vx / at->distance;
    at->ny = vy / at->distance;
    return at->distance > 2 * x->noise &&
           cd_ring_is_lowest(&x->a, of_a, at->nx, at->ny, 0.125 * x->noise) &&
           cd_ring_is_lowest(&x->b, of_b, -at->nx, -at->ny, 0.125 * x->noise);
}

/// A contact between edge e of r, at a foot `along` from its beginning, and vertex k of the other,
/// or a point of an edge there that lies as high.
static inline void cd_ring_edge_meets(const cd_ring_pair *x, int k, double along,
                                      cd_ring_contact *at) {
    const cd_ring *r = x->of_a ? &x->a : &x->b, *other = x->of_a ? &x->b : &x->a;
    int e = x->edge, end = e + 1;
    double nx = r->nx[e], ny = r->ny[e],
           length = -ny * (r->x[end] - r->x[e]) + nx * (r->y[end] - r->y[e]);
    double t = -ny * (other->x[k] - r->x[e]) + nx * (other->y[k] - r->y[e]);
    int near_end = t > 0.5 * length ? end : e; // the height is measured from what is nearer
    bool from_middle = r->has_middles && fabs(t - 0.5 * length) < 0.25 * length;
    double gap = nx * (other->x[k] - (from_middle ? r->mx[e] : r->x[near_end])) +
                 ny * (other->y[k] - (from_middle ? r->my[e] : r->y[near_end]));
    double slide = along - t, x_k = other->x[k] - slide * ny, y_k = other->y[k] + slide * nx;
    double x_r = x_k - gap * nx, y_r = y_k - gap * ny, sign = x->of_a ? -1 : 1;
    *at = (cd_ring_contact){.distance = gap,
                            .nx = sign * nx,
                            .ny = sign * ny,
                            .px = x->of_a ? x_r : x_k,
                            .py = x->of_a ? y_r : y_k,
                            .qx = x->of_a ? x_k : x_r,
                            .qy = x->of_a ? y_k : y_r,
                            .vertex_a = x->of_a ? e : k,
                            .vertex_b = x->of_a ? k : e};
}

/// The nearest points; false where rounding could decide.
static inline bool cd_ring_pair_contact(const cd_ring_pair *x, cd_ring_contact *at) {
    const cd_ring *r = x->of_a ? &x->a : &x->b, *other = x->of_a ? &x->b : &x->a;
    int e = x->edge, k = x->vertex;
    if (fabs(x->gap) <= x->noise)
        return false;
    double nx = r->nx[e], ny = r->ny[e];
    double length = -ny * (r->x[e + 1] - r->x[e]) + nx * (r->y[e + 1] - r->y[e]);
    double t = -ny * (other->x[k] - r->x[e]) + nx * (other->y[k] - r->y[e]);
    if ((t >= 0) & (t <= length)) {
        cd_ring_edge_meets(x, k, t, at);
        return true;
    }
    // A neighbour that lies as low: two edges face each other.
    int next = cd_ring_next(other, k), last = cd_ring_previous(other, k);
    double up_next = cd_ring_height(r, e, other, next) - x->gap;
    double up_last = cd_ring_height(r, e, other, last) - x->gap;
    int beside = up_next < up_last ? next : last;
    if (cd_min(up_next, up_last) <= 0.125 * x->noise) {
        double u = -ny * (other->x[beside] - r->x[e]) + nx * (other->y[beside] - r->y[e]);
        if ((u >= 0) & (u <= length)) {
            cd_ring_edge_meets(x, beside, u, at);
            return true;
        }
        if ((t < 0) != (u < 0)) {
            cd_ring_edge_meets(x, k, t < 0 ? 0 : length, at);
            return true;
        }
        bool nearer = t < 0 ? u > t : u < t;
        k = nearer ? beside : k;
    }
    int end = t < 0 ? e : cd_ring_next(r, e);
    return x->gap > 0 && cd_ring_vertices_meet(x, end, k, at);
}

/// The separation of the cores.
static inline void cd_ring_separation(const cd_ring_pair *x, const cd_ring_contact *at,
                                      cd_separation *s) {
    s->distance = at->distance;
    s->normal = (cd_vec){at->nx + 0.0, at->ny + 0.0, 0}; // no -0
    s->point_a = (cd_vec){at->px + x->origin.x, at->py + x->origin.y, 0};
    s->point_b = (cd_vec){at->qx + x->origin.x, at->qy + x->origin.y, 0};
}

#endif
